"""Runs import_fieldwright.py of a folder twice in a level that keeps its actors: check_unreal.py FOLDER."""
import json
import os
import runpy
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import unreal  # noqa: E402

folder = sys.argv[1]
script = os.path.join(folder, "import_fieldwright.py")
points = {row["Name"]: row for row in json.load(open(os.path.join(folder, "points.json"), encoding="utf-8"))}
lines = json.load(open(os.path.join(folder, "splines.json"), encoding="utf-8"))
foreign = unreal.Actor(unreal.Vector(1, 2, 3), unreal.Rotator())
unreal.Level.actors.append(foreign)


def own():
    return {str(a.tags[0])[3:]: a for a in unreal.Level.actors if a.tags}


def check(condition, what):
    if not condition:
        sys.exit("failed: " + what)


runpy.run_path(script)
first = own()
check(len(first) == len(points) + len(lines), "an actor for every point and line")
for uid, row in points.items():
    actor = first[uid]
    check((actor.place.x, actor.place.y, actor.place.z) == (row["X"], row["Y"], row["Z"]), "place of " + uid)
    check(actor.label == row["Id"] and actor.folder == "Fieldwright/%s/%s" % (row["Category"], row["Class"]), "label")
mirrored = sum(first[uid].place.y != -row["Y"] for uid, row in points.items())
check(mirrored > len(points) // 2, "a mirrored level must not pass")
for row in lines:
    if row["Kind"] == "point":
        check([first[row["Name"]].place.x, first[row["Name"]].place.y] == row["Points"][0][:2], "place of a crossing")
        continue
    check([(p.x, p.y, p.z) for p in first[row["Name"]].spline.points] == [tuple(p) for p in row["Points"]], "spline")

# The ground changed, a thing of ours is gone from the export, another program's actor stays.
gone = unreal.TargetPoint(unreal.Vector(), unreal.Rotator())
gone.tags = [unreal.Name("fw:gone-00000000")]
land = unreal.Landscape(unreal.Vector(), unreal.Rotator())
land.height_cm = 12345.0
unreal.Level.actors += [gone, land]
runpy.run_path(script)
second = own()
check(set(second) == set(first), "the same things")
check(all(second[uid] is first[uid] for uid in points), "moved, not made anew")
check(gone not in unreal.Level.actors and foreign in unreal.Level.actors and land in unreal.Level.actors, "only its own")
check((foreign.place.x, foreign.place.y, foreign.place.z, foreign.touched) == (1, 2, 3, 0), "a foreign actor untouched")
for uid, row in points.items():
    lift = row["Z"] - 100 * row["GroundM"]
    check(abs(second[uid].place.z - (12345.0 + lift)) < 0.01, "on the engine's ground: " + uid)
check(land.imported == 1, "the landscape was overwritten once")
print("ok", len(points), len(lines))
