# Draws what an import made of the folder, from the south, into picture.png. Says how many colours it has.
extends SceneTree

func _init():
	var world = load("res://fieldwright/world.tscn").instance()
	root.add_child(world)
	var low = Vector3(1e9, 0, 1e9)
	var high = -low
	for piece in world.get_node("Terrain").get_children():
		var box = piece.get_transformed_aabb()
		low = Vector3(min(low.x, box.position.x), 0, min(low.z, box.position.z))
		high = Vector3(max(high.x, box.end.x), 0, max(high.z, box.end.z))
	var size = max(high.x - low.x, high.z - low.z)
	var camera = Camera.new()
	root.add_child(camera)
	camera.far = 10 * size
	camera.near = size / 1000
	camera.look_at_from_position((low + high) / 2 + size * Vector3(0, 0.7, 0.75), (low + high) / 2, Vector3(0, 1, 0))
	camera.current = true
	var sun = DirectionalLight.new()
	root.add_child(sun)
	sun.rotation_degrees = Vector3(-40, 50, 0)
	for i in range(10):
		yield(self, "idle_frame")
	var image = root.get_texture().get_data()
	image.flip_y()
	image.save_png("res://picture.png")
	var colours = {}
	for y in range(0, image.get_height(), 4):
		for x in range(0, image.get_width(), 4):
			image.lock()
			colours[image.get_pixel(x, y).to_html()] = 1
	print("colours ", colours.size())
	quit()
