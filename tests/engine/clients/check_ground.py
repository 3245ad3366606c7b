"""The ground of exports against its formula: check_ground.py RENDER EXPORTS [EXPECTED].

Heights are made anew from the render's rasters, in plain doubles (docs/export.md, 2), and compared with every vertex of
every target that is there; weights sum to 255 and name the cells' own classes; mirrored and transposed heights fail. Says
"ok VERTICES ISLETS LOW HIGH": cells of islets and the least and greatest height there. EXPECTED gets heights at places
for the checks in the clients.
"""
import hashlib
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

render, exports = sys.argv[1], sys.argv[2]


def fail(text):
    sys.exit("failed: " + text)


def image(path, kind, band=None):
    """The samples of a picture that GDAL reads: rows, columns, channels."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.raw")
        bands = [] if band is None else ["-b", str(band)]
        subprocess.run(["gdal_translate", "-q", "-of", "ENVI", "-co", "INTERLEAVE=BIP", *bands, path, out], check=True,
                       env=dict(os.environ, GDAL_PAM_ENABLED="NO"))
        header = dict(line.split(" = ") for line in open(out[:-3] + "hdr", encoding="latin-1").read().splitlines()
                      if " = " in line)
        shape = [int(header[k.ljust(7)] if k.ljust(7) in header else header[k]) for k in ("lines", "samples", "bands")]
        return np.fromfile(out, kind).reshape(shape)


def load(*names):
    return json.load(open(os.path.join(*names), encoding="utf-8"))


manifest = load(render, "manifest.json")
columns, rows, cell = (manifest["grid"][k] for k in ("columns", "rows", "cell_m"))
land = image(os.path.join(render, "layers/land.tif"), "u1")[:, :, 0] > 0
region = image(os.path.join(render, "layers/region.tif"), "u1")[:, :, 0] > 0
biome = image(os.path.join(render, "layers/biome.tif"), "u1")[:, :, 0]
height = image(os.path.join(render, "fields.tif"), "<f4", 1)[:, :, 0].astype(float)


def distance(mask, reach_m):
    """To the nearest cell of a mask, in metres; beyond the reach infinite."""
    near = min(int(np.ceil(reach_m / cell)) + 1, max(columns, rows) - 1)
    along = np.full(mask.shape, np.inf)
    for offset in range(max(-near, 1 - columns), min(near, columns - 1) + 1):
        moved = np.zeros(mask.shape, bool)
        if offset >= 0:
            moved[:, offset:] = mask[:, :columns - offset]
        else:
            moved[:, :offset] = mask[:, -offset:]
        along = np.where(moved, np.minimum(along, offset * offset), along)
    best = np.full(mask.shape, np.inf)
    for offset in range(-near, near + 1):
        low, high = max(0, offset), min(rows, rows + offset)
        if high > low:
            best[low:high] = np.minimum(best[low:high], along[low - offset:high - offset] + offset * offset)
    return np.sqrt(best) * cell


solid = np.where(region, height,
                 np.where(land, np.minimum(0.5 + 0.10 * distance(~land, 400), 40),
                          -np.minimum(0.06 * distance(land, 1000), 60)))
top_m = load(render, "template.json")["relief"]["height_max_m"]
quantum = 2.0 ** -9
while 32766 * quantum < top_m + 64:
    quantum *= 2


def keys(a, b, c, d, t):
    """Keys' cubic convolution, a = -1/2."""
    return (a * (-0.5 * t + t * t - 0.5 * t ** 3) + b * (1 - 2.5 * t * t + 1.5 * t ** 3) +
            c * (0.5 * t + 2 * t * t - 1.5 * t ** 3) + d * (-0.5 * t * t + 0.5 * t ** 3))


def steps(at, count):
    u = np.clip(at / cell - 0.5, 0, count - 1)
    i = np.minimum(np.floor(u).astype(int), count - 2)
    return i, u - i


def formula(x, y):
    """Heights at all pairs of x and y."""
    i, t = steps(x, columns)
    j, s = steps(rows * cell - y, rows)
    s = s[:, None]
    taken = [solid[np.clip(j + k, 0, rows - 1)] for k in (-1, 0, 1, 2)]
    down = np.clip(keys(*taken, s), np.minimum(taken[1], taken[2]), np.maximum(taken[1], taken[2]))
    across = [down[:, np.clip(i + k, 0, columns - 1)] for k in (-1, 0, 1, 2)]
    h = keys(*across, t[None, :])
    return np.clip(h, np.minimum(across[1], across[2]), np.maximum(across[1], across[2]))


def off_formula(found, x, y):
    """How far heights lie from the formula. On a line of centres the four cells around are those of either side."""
    off = np.abs(found - formula(x, y))
    if off.max() > quantum / 2 + 1e-5:
        step = cell * 1e-9
        for dx, dy in ((-step, -step), (-step, step), (step, -step), (step, step)):
            off = np.minimum(off, np.abs(found - formula(x + dx, y + dy)))
    return off.max()


def glb_heights(path, surface):
    """The vertices of the terrain's pieces; NaN where no piece has one."""
    data = open(path, "rb").read()
    length = struct.unpack_from("<I", data, 12)[0]
    root = json.loads(data[20:20 + length])
    out = np.full((surface["rows"], surface["columns"]), np.nan)
    for node in root["nodes"]:
        if not node.get("name", "").startswith("terrain_x"):
            continue
        accessor = root["accessors"][root["meshes"][node["mesh"]]["primitives"][0]["attributes"]["POSITION"]]
        start = 28 + length + root["bufferViews"][accessor["bufferView"]].get("byteOffset", 0)
        place = np.frombuffer(data, "<f4", 3 * accessor["count"], start).reshape(-1, 3) + np.array(node["translation"])
        i = np.rint(place[:, 0] / surface["spacing_m"]).astype(int)
        top = (surface["rows"] - 1) * surface["spacing_m"]
        j = np.rint((top + place[:, 2]) / surface["spacing_m"]).astype(int)
        out[j, i] = place[:, 1]
    return out


def samples(target, name, south_first, zero):
    surface = load(exports, target, "export.json")["surface"]
    values = np.fromfile(os.path.join(exports, target, name), "<u2").reshape(surface["rows"], surface["columns"])
    return (values[::-1] if south_first else values).astype(int) - zero


base = int(-64 / quantum)
name = next(f for f in os.listdir(os.path.join(exports, "unreal")) if f.endswith("_height.r16"))
levels = {
    "unreal": samples("unreal", name, False, 32768),
    "unity": samples("unity", "ground_x0_z0.raw", True, -base),
    "godot": samples("godot", "height.r16", False, -base),
    "luanti": samples("luanti", "fieldwright/ground.raw", True, -base),
}
checked = 0
for target, found in levels.items():
    surface = load(exports, target, "export.json")["surface"]
    if surface["quantum_m"] != quantum:
        fail("quantum of " + target)
    if hashlib.sha256(found.astype("<i4").tobytes()).hexdigest() != surface["digest"]:
        fail("surface digest of " + target)
    d = surface["spacing_m"]
    x, y = np.arange(surface["columns"]) * d, (surface["rows"] - 1 - np.arange(surface["rows"])) * d
    off, wanted = off_formula(found * quantum, x, y), formula(x, y)
    if off > quantum / 2 + 1e-5:  # distances to the shore are single precision
        fail("%s is %g m off the formula" % (target, off))
    wrong = [wanted[:, ::-1], wanted[::-1]] + ([wanted.T] if wanted.shape[0] == wanted.shape[1] else [])
    if any(np.mean(np.abs(found * quantum - other) > quantum) < 0.02 for other in wrong):
        fail("mirrored or transposed heights of %s must not pass" % target)
    checked += found.size
    if surface["columns"] == 2 * columns + 1 and surface["rows"] == 2 * rows + 1:
        odd = found[1::2, 1::2]
        same = odd == np.floor(solid / quantum + 0.5)
        if not same[region].all() or np.abs(odd * quantum - solid).max() > quantum / 2 + 1e-5:
            fail("odd vertices of %s are not their cells" % target)
        among = found[2:-1:2, 2:-1:2]
        kinds = land[:-1, :-1].astype(int) + land[:-1, 1:] + land[1:, :-1] + land[1:, 1:]
        if np.any(among[kinds == 4] <= 0) or np.any(among[kinds == 0] >= 0):
            fail("a vertex of %s among four cells of one kind is on the wrong side of the shore" % target)
for target, name in (("gltf", "world.glb"), ("godot", "terrain.glb")):
    surface = load(exports, target, "export.json")["surface"]
    found = glb_heights(os.path.join(exports, target, name), surface)
    d = surface["spacing_m"]
    if np.isnan(found).any():
        fail("the mesh of %s has gaps" % target)
    off = off_formula(found, np.arange(surface["columns"]) * d, (surface["rows"] - 1 - np.arange(surface["rows"])) * d)
    if off > quantum / 2 + 1e-4:
        fail("the mesh of %s is %g m off the formula" % (target, off))
    checked += found.size

islets = solid[land & ~region]
if islets.size and islets.min() <= 0:
    fail("an islet lies under water")

# Weights: four classes a picture at Godot's vertices and in Unity's files, one a picture for Unreal.
surface = load(exports, "godot", "export.json")["surface"]
folder = os.path.join(exports, "godot")
pictures = sorted(f for f in os.listdir(folder) if f.startswith("weights_") and f.endswith(".png"))
weights = np.concatenate([image(os.path.join(folder, f), "u1") for f in pictures], axis=2)
if np.any(weights.astype(int).sum(axis=2) != 255):
    fail("weights of godot do not sum to 255")
if surface["columns"] == 2 * columns + 1 and surface["rows"] == 2 * rows + 1:
    if np.any(weights[1::2, 1::2].argmax(axis=2) != biome):
        fail("the largest weight at a cell's centre is not its class")
    if np.mean(weights[1::2, 1::2][:, ::-1].argmax(axis=2) != biome) < 0.1:
        fail("mirrored weights must not pass")
side = load(exports, "unity", "fieldwright.json")["vertices"] - 1
total = sum(np.fromfile(os.path.join(exports, "unity", f), "u1").reshape(side, side, 4).astype(int).sum(axis=2)
            for f in os.listdir(os.path.join(exports, "unity")) if f.startswith("weights_") and f.endswith("_x0_z0.raw"))
if np.any(total != 255):
    fail("weights of unity do not sum to 255")
folder = os.path.join(exports, "unreal", "weights")
for layer in ("biome", "danger"):
    total = sum(image(os.path.join(folder, f), "u1")[:, :, 0].astype(int)
                for f in os.listdir(folder) if f.startswith(layer + "_"))
    if np.any(total != 255):
        fail("weights of unreal do not sum to 255")


def on_triangles(x, y, d, top):
    """By quads cut from north-east to south-west."""
    i, j = int(x / d), int((top - y) / d)
    e, s = x / d - i, (top - y) / d - j
    (nw, ne), (sw, se) = formula(np.array([i * d, (i + 1) * d]), np.array([top - j * d, top - (j + 1) * d]))
    return nw + e * (ne - nw) + s * (sw - nw) if e + s <= 1 else se + (1 - e) * (sw - se) + (1 - s) * (ne - se)


if len(sys.argv) > 3:
    width, tall = columns * cell, rows * cell
    out = {"width": width, "height": tall, "quantum": quantum, "columns": columns, "rows": rows}
    for target in ("gltf", "godot"):
        surface = load(exports, target, "export.json")["surface"]
        d, top = surface["spacing_m"], (surface["rows"] - 1) * surface["spacing_m"]
        # Places without symmetry.
        out[target] = [[x, y, on_triangles(x, y, d, top)] for x, y in
                       ((0.384766 * width, 0.625 * tall), (0.368164 * width, 0.637695 * tall),
                        (0.154313 * width, 0.540125 * tall), (0.71 * width, 0.29 * tall))]
        h = formula(np.arange(surface["columns"]) * d, top - np.arange(surface["rows"]) * d)
        out[target + "_size"] = [(surface["columns"] - 1) * d, top]
        out[target + "_bounds"] = [float(h.min()), float(h.max())]
    json.dump(out, open(sys.argv[3], "w", encoding="utf-8"))
print("ok", checked, islets.size, *(["%.3f" % islets.min(), "%.3f" % islets.max()] if islets.size else [0, 0]))
