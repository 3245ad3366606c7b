"""Opens world.glb in Blender: blender -b --factory-startup --python check_blender.py -- FILE EXPECTED [PICTURE].

Every face of the terrain looks up, every point keeps its properties and its place, the terrain has the bounds of EXPECTED
(check_ground.py). Says "ok POINTS".
"""
import json
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
expected = json.load(open(arguments[1], encoding="utf-8"))
corners = [o.matrix_world @ mathutils.Vector(c) for o in terrain for c in o.bound_box]
low = [min(c[k] for c in corners) for k in range(3)]
high = [max(c[k] for c in corners) for k in range(3)]
lowest, highest = expected["gltf_bounds"]
wanted = [(low[0], 0), (low[1], 0), (low[2], lowest), (high[0], expected["gltf_size"][0]), (high[1], expected["gltf_size"][1]),
          (high[2], highest)]
if any(abs(found - asked) > expected["quantum"] for found, asked in wanted):
    sys.exit("failed: bounds %s %s" % (low, high))
print("ok", len(points))
if len(arguments) > 2:
    size = 1.15 * max(high)
    middle = mathutils.Vector((high[0] / 2, high[1] / 2, 0))
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy = 3
    sun.rotation_euler = (0.9, 0.2, 0.8)
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.clip_end = 10 * size
    camera.location = middle + size * mathutils.Vector((0, -1, 1))
    camera.rotation_euler = (0.785, 0, 0)
    for made in (sun, camera):
        bpy.context.collection.objects.link(made)
    scene = bpy.context.scene
    scene.camera = camera
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 8
    scene.cycles.use_denoising = False
    scene.render.resolution_x, scene.render.resolution_y = 480, 320
    scene.render.filepath = arguments[2]
    bpy.ops.render.render(write_still=True)
