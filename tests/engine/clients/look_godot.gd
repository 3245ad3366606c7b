# Opens what an import made of the folder: points, curves, collision. Rays fall on the ground at points and at the places
# of expected.json (check_ground.py), whose heights come from the formula; paths are as long in the plane as lengths.json says.
# Says what it found.
extends SceneTree

var points = []

func collect(node):
	if node is Position3D:
		points.append(node)
	for child in node.get_children():
		collect(child)

func read(path):
	var file = File.new()
	file.open(path, File.READ)
	return JSON.parse(file.get_as_text()).result

func length_of(curve):
	var length = 0.0
	for i in range(1, curve.get_point_count()):
		var step = curve.get_point_position(i) - curve.get_point_position(i - 1)
		length += Vector2(step.x, step.z).length()
	return length

func _init():
	var world = load("res://fieldwright/world.tscn").instance()
	root.add_child(world)
	var curves = 0
	var meshes = world.get_node("Terrain").get_child_count()
	var lengths = read("res://lengths.json")
	var longest = 0.0
	for group in world.get_children():
		for child in group.get_children():
			if child is Path:
				curves += 1
				longest = max(longest, abs(length_of(child.curve) / lengths[child.name] - 1))
	collect(world)
	yield(self, "physics_frame")
	yield(self, "physics_frame")
	var space = world.get_world().direct_space_state
	var worst = 0.0
	var mirrored = 0
	var side = 0.0
	for point in points:
		side = max(side, point.global_transform.origin.x)
	for point in points:
		var at = point.global_transform.origin
		var hit = space.intersect_ray(at + Vector3(0, 500, 0), at - Vector3(0, 500, 0))
		worst = max(worst, abs(hit.position.y - at.y) if hit else 1e9)
		var off = Vector3(side - at.x, at.y, at.z)
		var other = space.intersect_ray(off + Vector3(0, 500, 0), off - Vector3(0, 500, 0))
		if not other or abs(other.position.y - at.y) > 0.1:
			mirrored += 1
	var expected = read("res://expected.json")
	var formula = 0.0
	for place in expected["godot"]:
		var from = Vector3(place[0], 5000, -place[1])
		var hit = space.intersect_ray(from, from - Vector3(0, 10000, 0))
		formula = max(formula, abs(hit.position.y - place[2]) if hit else 1e9)
	print("formula ", "ok" if formula <= expected["quantum"] else "off by " + str(formula))
	print("lengths ", "ok" if longest <= 0.001 else "off by " + str(longest))
	print("points ", points.size(), " curves ", curves, " chunks ", meshes)
	print("ground ", "ok" if worst <= 0.002 and mirrored * 2 > points.size() else "off by " + str(worst))
	quit()
