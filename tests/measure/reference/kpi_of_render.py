# Key figures of a render's folder, from its exported files alone (docs/kpi.md):
#   fieldwright render Tiny --seed 1 --resolution 512 --views none --formats geojson,geotiff,gpkg -o DIR
#   /usr/bin/python3 kpi_of_render.py DIR
# (Debian 12: python3-scipy, python3-gdal). test_kpi.cpp and test_kpi_planted.cpp hold what it prints.
import json
import math
import os
import sys

import numpy
from osgeo import gdal, ogr
from scipy.ndimage import distance_transform_edt, label
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra
from scipy.spatial import ConvexHull
from scipy.spatial.distance import pdist

gdal.UseExceptions()
ogr.UseExceptions()
NODES = 256
LAKE = 2  # of the raster water
NEAR, BLOCK = 3, 8  # nodes: what a traveller meets; a block that ways may share
SPEED, SLOPE, SLOPE_CAP, ROUGH, TRACK, REACH_S, UNREACHABLE_S = 4.5, 3.5, 0.7, 1.3, 0.65, 300.0, 3600.0
RISKS = [1, 1.1, 1.35, 1.8]
WORTH = {"common": 1, "uncommon": 3, "rare": 9}


def read(name):
    with open(f"{folder}/{name}") as file:
        return json.load(file)


def raster(name, band=None):
    dataset = gdal.Open(f"{folder}/{name}")
    bands = [dataset.GetRasterBand(k + 1) for k in range(dataset.RasterCount)]
    return next(b for b in bands if band in (None, b.GetDescription())).ReadAsArray()


folder = sys.argv[1]
template = read("template.json")
width, height = template["frame"]["width_m"], template["frame"]["height_m"]
region, biome, danger = (raster(f"layers/{name}.tif").astype(int) for name in ("region", "biome", "danger"))
land = region > 0
heights = raster("fields.tif", "height_m").astype(float) - raster("fields.tif", "detail_m")
danger_field = raster("fields.tif", "danger_field").astype(float)
rows, columns = land.shape
cell = width / columns
points = [feature["properties"] for feature in read("points.geojson")["features"]]
kinds = {row["id"]: row for row in template["landmarks"]}
seats = [p for p in points if p["category"] == "landmark" and kinds[p["class"]]["role"] == "seat"]


# Ground of 256 nodes and the time of a metre there.
spacing = max(width, height) / NODES
node_rows, node_columns = math.ceil(height / spacing), math.ceil(width / spacing)
at_row = numpy.minimum(((numpy.arange(node_rows) + 0.25) * spacing / cell).astype(int), rows - 1)
at_column = numpy.minimum(((numpy.arange(node_columns) + 0.25) * spacing / cell).astype(int), columns - 1)
here = numpy.ix_(at_row, at_column)
h = numpy.where(land[here], heights[here], 0)  # the sea is level
padded = numpy.pad(h, 1, mode="edge")
across = numpy.pad(numpy.ones(h.shape), 1)
run_x = (across[1:-1, 2:] + across[1:-1, :-2]) * spacing
run_y = (across[2:, 1:-1] + across[:-2, 1:-1]) * spacing
slope = numpy.hypot((padded[1:-1, 2:] - padded[1:-1, :-2]) / run_x, (padded[2:, 1:-1] - padded[:-2, 1:-1]) / run_y)
bands = len(template["danger"])
risk = numpy.interp(numpy.arange(bands) * 3 / max(bands - 1, 1), range(4), RISKS)
rough = numpy.array([ROUGH if row.get("track_cost", 0) > 0 else 1 for row in template["biomes"]])
pace = numpy.exp(SLOPE * numpy.minimum(slope, SLOPE_CAP)) / SPEED
pace *= rough[numpy.maximum(biome[here] - 1, 0)] * risk[numpy.maximum(danger[here] - 1, 0)]
track = numpy.zeros(pace.shape, bool)
package = ogr.Open(f"{folder}/territory.gpkg")
for feature in package.GetLayerByName("tracks"):
    line = feature.GetGeometryRef().GetPoints()
    for (ax, ay, *_), (bx, by, *_) in zip(line, line[1:]):
        steps = max(1, math.ceil(math.hypot(bx - ax, by - ay) / (spacing / 2)))
        for k in range(steps + 1):
            x, y = ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps
            track[min(int((height - y) / spacing), node_rows - 1), min(int(x / spacing), node_columns - 1)] = True
pace[track] *= TRACK
walked = land[here]
if os.path.exists(f"{folder}/layers/water.tif"):
    walked &= raster("layers/water.tif")[here] != LAKE
pieces, count = label(walked, numpy.ones((3, 3)))
pace[~walked] = 0


def ends_of(x, y):
    """Nodes round a place with the time to each; the nearest one where none can be walked."""
    c, r = x / spacing - 0.25, (height - y) / spacing - 0.25
    found = []
    for row in {math.floor(r), math.floor(r) + 1}:
        for column in {math.floor(c), math.floor(c) + 1}:
            if 0 <= row < node_rows and 0 <= column < node_columns and pace[row, column] > 0:
                metres = math.hypot(c - column, r - row) * spacing
                found.append((row * node_columns + column, metres * pace[row, column]))
    if found:
        return found
    near = numpy.argwhere(pace > 0)
    row, column = near[numpy.argmin((near[:, 0] - r) ** 2 + (near[:, 1] - c) ** 2)]
    return [(row * node_columns + column, 0.0)]


kept = {int(numpy.argmax(numpy.bincount(pieces[walked])))}
kept |= {int(pieces.flat[node]) for p in seats for node, _ in ends_of(p["x_m"], p["y_m"])}
pace[~numpy.isin(pieces, list(kept))] = 0


# Steps in sixteen directions.
def shifted(of, dy, dx):
    out = numpy.zeros(of.shape, of.dtype)
    out[max(-dy, 0) : of.shape[0] - max(dy, 0), max(-dx, 0) : of.shape[1] - max(dx, 0)] = of[
        max(dy, 0) : of.shape[0] + min(dy, 0), max(dx, 0) : of.shape[1] + min(dx, 0)
    ]
    return out


index = numpy.arange(pace.size).reshape(pace.shape)
starts, ends, times = [], [], []
for dy in range(-2, 3):
    for dx in range(-2, 3):
        if math.gcd(dy, dx) != 1:
            continue
        on_way = [(0, 0), (dy, dx)]
        if max(abs(dy), abs(dx)) == 2:
            sy, sx = (dy > 0) - (dy < 0), (dx > 0) - (dx < 0)
            on_way += [(sy, sx), (sy, 0) if abs(dy) == 2 else (0, sx)]
        paces = [shifted(pace, *step) for step in on_way]
        open_ = numpy.all([p > 0 for p in paces], axis=0)
        mean = sum(paces) / len(paces)
        starts.append(index[open_])
        ends.append(shifted(index, dy, dx)[open_])
        times.append((mean * math.hypot(dy, dx) * spacing)[open_])
graph = coo_matrix(
    (numpy.concatenate(times), (numpy.concatenate(starts), numpy.concatenate(ends))), shape=(pace.size, pace.size)
).tocsr()


def times_from(place):
    """Least times to all nodes, and the node before each on its fastest way."""
    met = ends_of(place["x_m"], place["y_m"])
    found = [dijkstra(graph, indices=node, return_predecessors=True) for node, _ in met]
    of = numpy.array([times + s for (times, _), (_, s) in zip(found, met)])
    best = numpy.argmin(of, axis=0)
    before = numpy.array([way for _, way in found])
    return of[best, numpy.arange(pace.size)], before[best, numpy.arange(pace.size)]


def way_to(of, before, place):
    """The nodes of the fastest way to a place, from its start on."""
    node = min(ends_of(place["x_m"], place["y_m"]), key=lambda end: of[end[0]] + end[1])[0]
    way = []
    while node >= 0:
        way.append(node)
        node = before[node]
    return numpy.array(way[::-1])


def square_of(place):
    row = min(int((height - place["y_m"]) / spacing), node_rows - 1)
    return row, min(int(place["x_m"] / spacing), node_columns - 1)


def beside(squares):
    """Nodes within NEAR of some squares."""
    return distance_transform_edt(~squares) <= NEAR


def time_at(of, place):
    return min(of[node] + s for node, s in ends_of(place["x_m"], place["y_m"]))


def relative_range(values):
    return (max(values) - min(values)) / numpy.mean(values)


def spread(of_seats):
    """(greatest - least) / mean over the factions' means over their seats."""
    means = []
    for faction in template["factions"]:
        own = [value for seat, value in zip(seats, of_seats) if seat["faction"] == faction["id"]]
        if own and faction["role"] != "neutral":
            means.append(numpy.mean(own))
    return relative_range(means)


def shares_of(codes):
    counts = numpy.bincount(codes)[1:]
    return counts[counts > 0] / len(codes)


def variety(codes):
    """e to the entropy: the effective number of classes."""
    shares = shares_of(codes)
    return math.exp(-numpy.sum(shares * numpy.log(shares)))


def least(times, count=1):
    near = sorted(min(t, UNREACHABLE_S) for t in times)[:count]
    return numpy.mean(near)


ground = numpy.flatnonzero(pace.ravel() > 0)
node_region, node_biome, node_danger = (codes[here].ravel()[ground] for codes in (region, biome, danger))
neutral_codes = [f["properties"]["code"] for f in read("regions.geojson")["features"] if f["properties"]["neutral"]]
in_neutral = numpy.isin(node_region, neutral_codes)
in_red = 2 * (node_danger - 1) >= bands
resources = [p for p in points if p["category"] == "resource"]
rares = [p for p in resources if p["tier"] == "rare"]
landmarks = [p for p in points if p["category"] == "landmark"]
sites = [p for p in landmarks if kinds[p["class"]]["role"] == "site"]
strong = [p for p in sites if kinds[p["class"]].get("strong")]
expeditions = [p for p in strong if kinds[p["class"]].get("named")]
visited = [p for p in sites if not kinds[p["class"]].get("joins_tracks") and (p not in strong or p in expeditions)]
bosses = [p for p in points if p["category"] == "enemy" and p["rarity"] == template["rarities"][-1]["id"]]

aspects = {name: [] for name in "resources rare boss_time sites expedition_time neutral_time rival_time red_time room".split()}
near, journeys, arrivals, families = [], [], {}, []
placed = numpy.zeros(pace.shape, bool)
for p in points:
    placed[square_of(p)] = True
met = beside(placed).ravel()
foes = [numpy.ravel_multi_index(square_of(p), pace.shape) for p in points if p["category"] == "enemy"]
danger_of_node = danger_field[here].ravel()
ramps, dulls, foes_met = [], [], 0
blocks = numpy.arange(pace.size) // node_columns // BLOCK * NODES + numpy.arange(pace.size) % node_columns // BLOCK
users, rivals = {}, 0
of_seats = {blocks[node] for seat in seats for node, _ in ends_of(seat["x_m"], seat["y_m"])}
for number, seat in enumerate(seats):
    t, before = times_from(seat)
    on_ground = t[ground]
    aspects["resources"].append(sum(WORTH[p["tier"]] * math.exp(-time_at(t, p) / REACH_S) for p in resources))
    aspects["rare"].append(sum(math.exp(-time_at(t, p) / (2 * REACH_S)) for p in rares))
    aspects["boss_time"].append(least([time_at(t, p) for p in bosses], 2))
    aspects["sites"].append(sum(math.exp(-time_at(t, p) / REACH_S) for p in visited))
    aspects["expedition_time"].append(least([time_at(t, p) for p in expeditions]) if expeditions else math.nan)
    aspects["neutral_time"].append(min(on_ground[in_neutral].min(), UNREACHABLE_S))
    aspects["red_time"].append(min(on_ground[in_red].min(), UNREACHABLE_S))
    aspects["rival_time"].append(least([time_at(t, p) for p in seats if p["faction"] != seat["faction"]]))
    aspects["room"].append(numpy.count_nonzero(on_ground < REACH_S))
    for p in sorted(strong + bosses, key=lambda p: time_at(t, p))[:3]:
        way = way_to(t, before, p)
        if len(way) < 8 or not math.isfinite(time_at(t, p)):
            continue
        journeys.append(time_at(t, p))
        values = danger_of_node[way]
        ramps.append(numpy.corrcoef(numpy.arange(len(way)), values)[0, 1] if numpy.ptp(values) > 0 else 0)
        events = numpy.concatenate(([0], t[way][met[way]], [t[way[-1]]]))
        dulls.append(numpy.diff(events).max())
        walked_on = numpy.zeros(pace.size, bool)
        walked_on[way] = True
        foes_met += numpy.count_nonzero(beside(walked_on.reshape(pace.shape)).ravel()[foes])
    for other in seats[number + 1 :]:
        if other["faction"] == seat["faction"]:
            continue
        rivals += 1
        for block in set(blocks[way_to(t, before, other)]) - of_seats:
            users[block] = users.get(block, 0) + 1
    families.append(len({p["family"] for p in resources if time_at(t, p) <= REACH_S}))
    near.append(variety(node_biome[on_ground <= 2 * REACH_S]))
    first = arrivals.setdefault(seat["faction"], on_ground)
    arrivals[seat["faction"]] = numpy.minimum(first, on_ground)
figures = {f"fairness.{name}": spread(values) for name, values in aspects.items()}
order = numpy.sort(numpy.array([arrivals[f] for f in arrivals]), axis=0)
figures["travel.reach"] = numpy.count_nonzero(order[0] <= REACH_S) / len(ground)
figures["travel.remote_p95_s"] = numpy.percentile(numpy.where(numpy.isfinite(order[0]), order[0], UNREACHABLE_S), 95)
figures["travel.choke"] = max(users.values(), default=0) / rivals
figures["travel.rival_least_s"] = min(aspects["rival_time"])
figures["pacing.red_least_s"] = min(aspects["red_time"])
reached = numpy.isfinite(order[1])
contest = (order[1] - order[0])[reached] / (order[1] + order[0])[reached]
figures["frontier.contested"] = numpy.count_nonzero(contest < 0.1) / len(ground)
who = numpy.argmin(numpy.array([arrivals[f] for f in arrivals]), axis=0)
held = {f: numpy.count_nonzero(who == k) / sum(s["faction"] == f for s in seats) for k, f in enumerate(arrivals)}
figures["fairness.control"] = (max(held.values()) - min(held.values())) / numpy.mean(list(held.values()))
worst = "resources boss_time sites expedition_time neutral_time rival_time red_time room".split()
figures["fairness.worst"] = max(figures[f"fairness.{name}"] for name in worst)
gains = {faction: 0.0 for faction in arrivals}
for name in worst:
    means = {f: numpy.mean([v for s, v in zip(seats, aspects[name]) if s["faction"] == f]) for f in arrivals}
    good = 1 if name in ("resources", "sites", "rival_time", "red_time", "room") else -1
    for f in arrivals:
        gains[f] += good * (means[f] / numpy.mean(list(means.values())) - 1)
figures["fairness.advantage"] = (max(gains.values()) - min(gains.values())) / len(worst)
worth = numpy.array(aspects["resources"])
figures["towns.resources"] = numpy.abs(worth[:, None] - worth).mean() / (2 * worth.mean())
figures["pacing.ramp"] = numpy.mean(ramps)
figures["pacing.dull_s"] = numpy.mean(dulls)
figures["pacing.foes_per_min"] = foes_met / (sum(journeys) / 60)
figures["pacing.goal_s"] = numpy.mean(journeys)
figures["variety.biomes_near"] = numpy.mean(near)
figures["variety.families_least"] = min(families)


# How places are spread.
def places_of(of):
    return numpy.array([(p["x_m"], p["y_m"]) for p in of])


def clark_evans(of):
    places = places_of(of)
    apart = numpy.hypot(*(places[:, None] - places).transpose(2, 0, 1))
    numpy.fill_diagonal(apart, math.inf)
    return 2 * apart.min(axis=1).mean() * math.sqrt(len(places) / area)


y, x = numpy.nonzero(land)
centre_x, centre_y = (x + 0.5) * cell, height - (y + 0.5) * cell
area = numpy.count_nonzero(land) * cell**2
figures["dispersion.sites"] = clark_evans(landmarks)
figures["dispersion.rare"] = clark_evans(rares)
golden = numpy.floor((numpy.arange(2000) + 0.5) * 0.6180339887498949 % 1 * len(x)).astype(int)
evenly = numpy.column_stack((centre_x[golden], centre_y[golden]))
share_of_ground = numpy.mean(pdist(evenly) <= 300)
figures["dispersion.pairs"] = numpy.mean(pdist(places_of(resources)) <= 300) / share_of_ground
edges = [numpy.arange(math.floor(side / 500) + 2) * 500 for side in (width, height)]
share = numpy.histogram2d(centre_x, centre_y, edges)[0] * cell**2 / 500**2
counts = (numpy.histogram2d(*places_of(resources).T, edges)[0] / numpy.maximum(share, 1e-9))[share >= 0.5]
figures["dispersion.vmr"] = counts.var() / counts.mean()
figures["dispersion.gap_max_m"] = (distance_transform_edt(~placed) * spacing).ravel()[ground].max()

# Lengths by Cauchy and Crofton: neighbours that a line separates.
def neighbours(of):
    padded = numpy.pad(of, 1)
    return [
        (padded[:, 1:], padded[:, :-1], 1),
        (padded[1:, :], padded[:-1, :], 1),
        (padded[1:, 1:], padded[:-1, :-1], math.sqrt(0.5)),
        (padded[1:, :-1], padded[:-1, 1:], math.sqrt(0.5)),
    ]


def separated(of, by):
    return math.pi / 8 * cell * sum(weight * numpy.count_nonzero(by(a, b)) for a, b, weight in neighbours(of))


def slope_of_logs(a, b):
    return numpy.polyfit(numpy.log(a), numpy.log(b), 1)[0]


length = separated(land, lambda a, b: a != b)
figures["nature.coast_index"] = length / (2 * math.sqrt(math.pi * area))
regions = [feature["properties"] for feature in read("regions.geojson")["features"]]
names = [faction["id"] for faction in template["factions"]]
owner_of = numpy.zeros(max(r["code"] for r in regions) + 1, int)
for r in regions:
    if not r["neutral"]:
        owner_of[r["code"]] = 1 + names.index(r["owner"])
owner = owner_of[region]
figures["frontier.km"] = separated(owner, lambda a, b: (a != b) & (a > 0) & (b > 0)) / 1000
figures["fairness.frontier"] = relative_range(
    [
        separated(owner, lambda a, b: (a != b) & (a > 0) & (b > 0) & ((a == f) | (b == f)))
        / math.sqrt(numpy.count_nonzero(owner == f) * cell**2)
        for f in numpy.unique(owner[owner > 0])
    ]
)

# Form of the land. A pixel is the longer side over 512.
pixel = max(width, height) / 512 / cell
scales = numpy.array([4, 8, 16, 32, 64])
corners = numpy.concatenate([numpy.column_stack((x + dx, y + dy)) for dx in (0, 1) for dy in (0, 1)])
figures["nature.solidity"] = len(x) / ConvexHull(corners).volume
padded = numpy.pad(land, 1)
inner = padded[1:-1, 2:] & padded[1:-1, :-2] & padded[2:, 1:-1] & padded[:-2, 1:-1]
coast_y, coast_x = numpy.nonzero(land & ~inner)
boxes = [
    len(set(zip(((coast_x + 0.5) / (s * pixel)).astype(int), ((coast_y + 0.5) / (s * pixel)).astype(int))))
    for s in scales
]
figures["nature.coast_dimension"] = -slope_of_logs(scales, boxes)
differences = []
for d in (scales * pixel).round().astype(int):
    on_rows = numpy.abs(heights[:, d:] - heights[:, :-d])[land[:, d:] & land[:, :-d]]
    on_columns = numpy.abs(heights[d:] - heights[:-d])[land[d:] & land[:-d]]
    differences.append(numpy.concatenate((on_rows, on_columns)).mean())
figures["nature.relief_hurst"] = slope_of_logs(scales, differences)
figures["nature.hypsometric"] = heights[land].mean() / heights[land].max()

# Effective number of biomes in blocks of 1 km with at least 0.25 km2 of ground.
block = (centre_y // 1000).astype(int) * 10000 + (centre_x // 1000).astype(int)
sum_, total = 0.0, 0
for one in numpy.unique(block):
    codes = biome[y, x][block == one]
    if len(codes) * cell**2 < 0.25e6:
        continue
    sum_ += len(codes) * variety(codes)
    total += len(codes)
figures["variety.local"] = sum_ / total

# Borders between pairs of biomes; patches.
on_land = numpy.where(land, biome, 0)
borders = []
for a, b, _ in neighbours(on_land)[:2]:
    there = (a != b) & (a > 0) & (b > 0)
    borders.append(numpy.minimum(a, b)[there] * 1000 + numpy.maximum(a, b)[there])
kinds_of_border = numpy.unique(numpy.concatenate(borders), return_counts=True)[1]
chance = kinds_of_border / kinds_of_border.sum()
present = len(numpy.unique(on_land[land & (on_land > 0)]))
figures["variety.iji"] = -numpy.sum(chance * numpy.log(chance)) / math.log(present * (present - 1) / 2)
patches = numpy.concatenate(
    [numpy.bincount(label(on_land == code)[0].ravel())[1:] for code in numpy.unique(on_land[on_land > 0])]
)
figures["nature.patch_km2"] = numpy.sum(patches.astype(float) ** 2) / patches.sum() * cell**2 / 1e6

for name, value in figures.items():
    print(f"{name} {value:.6g}")
