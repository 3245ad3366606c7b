"""Opens world.glb in Blender: blender -b --factory-startup --python check_blender.py -- FILE [PICTURE]. Says
"ok POINTS". Every face of the terrain looks up, every point keeps its properties and its place."""
import sys

import numpy

numpy.bool = bool  # Blender 3.4's importer names what newer versions lack

import bpy  # noqa: E402
import mathutils  # noqa: E402

arguments = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.object.select_all(action="SELECT")
bpy.ops.object.delete()
bpy.ops.import_scene.gltf(filepath=arguments[0])
points = [o for o in bpy.data.objects if "category" in o.keys()]
terrain = [o for o in bpy.data.objects if o.name.startswith("terrain_x")]
down = [p for o in terrain for p in o.data.polygons if p.normal.z <= 0]
if down or not terrain:
    sys.exit("failed: %d faces look down, %d pieces" % (len(down), len(terrain)))
for o in points:
    place = o.matrix_world.translation
    wanted = mathutils.Vector((o["x_m"], o["y_m"], o["ground_m"]))
    if (place - wanted).length > 0.0005:
        sys.exit("failed: %s is at %s, not at %s" % (o.name, place, wanted))
if 2 * sum(abs(o.matrix_world.translation.x - o["y_m"]) < 0.001 for o in points) > len(points):
    sys.exit("failed: a transposed scene must not pass")
print("ok", len(points))
if len(arguments) > 1:
    corners = [o.matrix_world @ mathutils.Vector(c) for o in terrain for c in o.bound_box]
    size = max(c.x for c in corners)
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy = 3
    sun.rotation_euler = (0.9, 0.2, 0.8)
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.clip_end = 10 * size
    camera.location = (size * 0.5, -size * 0.75, size * 0.8)
    camera.rotation_euler = (0.97, 0, 0)
    for made in (sun, camera):
        bpy.context.collection.objects.link(made)
    scene = bpy.context.scene
    scene.camera = camera
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 8
    scene.cycles.use_denoising = False
    scene.render.resolution_x, scene.render.resolution_y = 480, 320
    scene.render.filepath = arguments[1]
    bpy.ops.render.render(write_still=True)
