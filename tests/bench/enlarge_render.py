"""Makes a render's folder of many cells out of a small one, for measuring: enlarge_render.py FOLDER TIMES.

Every cell becomes TIMES x TIMES cells; the frame, points and lines stay. A render of 8192 cells a side would take 18 GiB.
"""
import hashlib
import json
import os
import subprocess
import sys

folder, times = sys.argv[1], int(sys.argv[2])
path = os.path.join(folder, "manifest.json")
manifest = json.load(open(path, encoding="utf-8"))
grid = manifest["grid"]
for name in ("columns", "rows"):
    grid[name] *= times
grid["cell_m"] /= times
for file in manifest["files"]:
    full = os.path.join(folder, file["name"])
    if file["name"].endswith(".tif"):
        predictor = "3" if file["name"] == "fields.tif" else "1"
        options = ["COMPRESS=DEFLATE", "ZLEVEL=1", "TILED=YES", "INTERLEAVE=BAND", "PREDICTOR=" + predictor, "BIGTIFF=IF_SAFER"]
        subprocess.run(["gdal_translate", "-q", "-r", "nearest", "-outsize", str(grid["columns"]), str(grid["rows"]),
                        *[word for option in options for word in ("-co", option)], full, full + ".large.tif"],
                       check=True, env=dict(os.environ, GDAL_PAM_ENABLED="NO"))
        os.replace(full + ".large.tif", full)
    digest = hashlib.sha256()
    with open(full, "rb") as data:
        while piece := data.read(1 << 20):
            digest.update(piece)
    file["size"], file["sha256"] = os.path.getsize(full), digest.hexdigest()
json.dump(manifest, open(path, "w", encoding="utf-8"), ensure_ascii=False, indent=2)
