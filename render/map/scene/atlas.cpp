#include "render/map/scene/atlas.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/world/world_layers.h"
#include "render/map/scene/region_borders.h"

namespace fw {
namespace {

/// Width of the ribbons along borders of factions in a frame of 8 km: 1.2 mm on its plate.
constexpr double kRibbon_m = 55;

/// Look lengths in cells never fall below what the grid can show.
double blur_m(const MapTerrain& t) {
  return std::max(17.0 * t.look_m, 1.1 * t.grid.cell_m);
}

Mask island_mask(const World& world) {
  Mask mask(world.grid);
  for (size_t cell = 0; cell < mask.size(); ++cell) mask[cell] = world.on_island(cell) ? 1 : 0;
  return mask;
}

/// To the nearest border between factions, m; empty where there is none.
Raster<float> distance_to_frontier(const World& world, const Raster<uint32_t>& nearest) {
  const GridSpec& g = world.grid;
  const auto code = [&](int c, int r) -> int {
    const uint32_t source = nearest[g.index(c, r)];
    return source < world.faction.size() ? world.faction[source] : 0;
  };
  Mask border(g);
  bool any = false;
  for (int r = 0; r + 1 < g.rows; ++r)
    for (int c = 0; c + 1 < g.columns; ++c)
      if (code(c, r) != code(c + 1, r) || code(c, r) != code(c, r + 1)) {
        border.at(c, r) = 1;
        any = true;
      }
  return any ? distance_to(border) : Raster<float>();
}

/// 1 within `reach_m` of a border between factions, 0 a little farther off.
Raster<float> ribbon(const Raster<float>& frontier_m, const GridSpec& g, double reach_m) {
  if (frontier_m.size() == 0) return Raster<float>(g, 0.0F);
  Raster<float> band = frontier_m;
  const auto soft = static_cast<float>(std::max(0.15 * reach_m, g.cell_m));
  for (float& v : band.cells) v = std::clamp((static_cast<float>(reach_m) - v) / soft + 0.5F, 0.0F, 1.0F);
  return band;
}

/// The cells of a region, and what lies within a blur's reach of them.
struct RegionWindow {
  int left, top, right = -1, bottom = -1;  ///< inclusive; empty while right < left

  void add(int column, int row) {
    left = std::min(left, column);
    right = std::max(right, column);
    top = std::min(top, row);
    bottom = std::max(bottom, row);
  }
  RegionWindow grown(int by, const GridSpec& g) const {
    return {std::max(left - by, 0), std::max(top - by, 0), std::min(right + by, g.columns - 1),
            std::min(bottom + by, g.rows - 1)};
  }
};

/// A region is blurred in its own window: the values there are those of the whole map, and 0 outside.
Leaders region_leaders(const World& world, const Raster<uint32_t>& nearest, double sigma_m) {
  constexpr double kCut = 4;  // sigmas
  const GridSpec& g = world.grid;
  Leaders leaders(g);
  Raster<uint8_t> code(g);
  std::vector<RegionWindow> windows(world.regions.size(), {g.columns, g.rows});
  for (int r = 0; r < g.rows; ++r)
    for (int c = 0; c < g.columns; ++c) {
      const uint32_t source = nearest[g.index(c, r)];
      const uint8_t k = source < world.region.size() ? world.region[source] : 0;
      code.at(c, r) = k;
      if (k > 0 && k <= windows.size()) windows[k - 1U].add(c, r);
    }
  const int reach = static_cast<int>(std::ceil(kCut * sigma_m / g.cell_m)) + 1;
  for (size_t k = 0; k < windows.size(); ++k) {
    if (windows[k].right < windows[k].left) continue;
    const RegionWindow w = windows[k].grown(reach, g);
    Mask mask(GridSpec{w.right - w.left + 1, w.bottom - w.top + 1, g.cell_m});
    for (int r = 0; r < mask.grid.rows; ++r)
      for (int c = 0; c < mask.grid.columns; ++c) mask.at(c, r) = code.at(w.left + c, w.top + r) == k + 1;
    leaders.offer(static_cast<uint8_t>(k + 1), gaussian(mask, sigma_m, kCut), w.left, w.top);
  }
  return leaders;
}

/// Pole of inaccessibility first, then other places inside the region by their distance from it; apart from
/// them those nearer to its border.
void find_name_sites(const World& world, AtlasLayers& ground) {
  const double look_m = ground.terrain.look_m;
  const GridSpec& g = world.grid;
  Mask edge(g);
  for (int r = 0; r < g.rows; ++r)
    for (int c = 0; c < g.columns; ++c) {
      const uint8_t own = world.region.at(c, r);
      const bool inner = own != 0 && c > 0 && r > 0 && c + 1 < g.columns && r + 1 < g.rows &&
                         world.region.at(c - 1, r) == own && world.region.at(c + 1, r) == own &&
                         world.region.at(c, r - 1) == own && world.region.at(c, r + 1) == own;
      if (!inner) edge.at(c, r) = 1;
    }
  const Raster<float> room = gaussian(distance_to(edge), 47 * look_m);
  std::vector<size_t> pole(world.regions.size(), 0);
  std::vector<float> best(world.regions.size(), -1);
  for (size_t cell = 0; cell < room.size(); ++cell) {
    const size_t k = world.region[cell];
    if (k == 0 || k > pole.size() || room[cell] <= best[k - 1]) continue;
    best[k - 1] = room[cell];
    pole[k - 1] = cell;
  }
  std::vector<std::vector<Vec2>> sites(world.regions.size()), narrow(world.regions.size());
  const int step = std::max(1, std::max(g.columns, g.rows) / 100);
  for (int r = 0; r < g.rows; r += step)
    for (int c = 0; c < g.columns; c += step) {
      const size_t k = world.region.at(c, r);
      if (k == 0 || k > sites.size()) continue;
      const double roomy = std::min(70 * look_m, 0.5 * best[k - 1]);
      if (room.at(c, r) < 0.4 * roomy) continue;
      (room.at(c, r) < roomy ? narrow : sites)[k - 1].push_back(g.centre(c, r));
    }
  for (size_t k = 0; k < sites.size(); ++k) {
    if (best[k] < 0) continue;
    const Vec2 centre = g.centre(pole[k]);
    sites[k].insert(sites[k].begin(), centre);
    for (std::vector<Vec2>* places : {&sites[k], &narrow[k]})
      std::stable_sort(places->begin(), places->end(), [&](Vec2 a, Vec2 b) {
        return squared_distance(a, centre) < squared_distance(b, centre);
      });
  }
  ground.label_sites = std::move(sites);
  ground.narrow_label_sites = std::move(narrow);
}

/// A discrete layer made smooth, carried over the coast so that no pale rim appears there.
struct SmoothClasses {
  Leaders leaders;
  std::vector<Raster<float>> indicator;  ///< blurred, one per class
};

/// `nearest_land` says which cell's class a sea cell takes.
SmoothClasses smooth_classes(const Raster<uint8_t>& codes, int class_count,
                             const Raster<uint32_t>& nearest_land, double sigma_m) {
  SmoothClasses out{Leaders(codes.grid), {}};
  Raster<uint8_t> spread(codes.grid);
  for (size_t cell = 0; cell < spread.size(); ++cell)
    if (const uint32_t source = nearest_land[cell]; source < codes.size()) spread[cell] = codes[source];
  for (int k = 1; k <= class_count; ++k) {
    Mask mask(codes.grid);
    for (size_t cell = 0; cell < mask.size(); ++cell) mask[cell] = spread[cell] == k ? 1 : 0;
    out.indicator.push_back(gaussian(mask, sigma_m));
    out.leaders.offer(static_cast<uint8_t>(k), out.indicator.back());
  }
  return out;
}

/// How far inside the ground of the bands from `code` on every cell lies, m; soft over a cell.
Raster<float> depth_inside(const World& world, const Leaders& danger, size_t code) {
  constexpr float kEdge = 0.6F;  // cells from the outermost ones inside to the edge, as the blur leaves them
  Mask outside(world.grid);
  for (size_t cell = 0; cell < outside.size(); ++cell)
    outside[cell] = world.on_island(cell) && danger.code[0][cell] >= code ? 0 : 1;
  Raster<float> depth = distance_to(outside);
  const auto longest = static_cast<float>(world.grid.width_m() + world.grid.height_m());
  for (float& v : depth.cells) v = std::min(v, longest);  // without an edge it has none
  depth = gaussian(depth, world.grid.cell_m);
  for (float& v : depth.cells) v -= kEdge * static_cast<float>(world.grid.cell_m);
  return depth;
}

void prepare_danger(const World& world, AtlasLayers& ground, SmoothClasses danger) {
  ground.danger = std::move(danger.leaders);
  const size_t bands = danger.indicator.size();
  ground.danger_depth.clear();
  for (size_t code = 2; code <= bands; ++code)
    ground.danger_depth.push_back(depth_inside(world, ground.danger, code));
  ground.danger_border = lines_on_land(world, ground, shared_borders(ground.danger, static_cast<int>(bands)));
}

void prepare_faction_borders(const World& world, AtlasLayers& ground) {
  ground.realm_border = lines_on_land(
      world, ground, shared_borders(ground.faction, static_cast<int>(world.vocabulary.factions.size())));
}

void prepare_coast(const World& world, AtlasLayers& ground) {
  Raster<float> shore = ground.terrain.shore_m;
  for (size_t cell = 0; cell < shore.size(); ++cell)
    shore[cell] = std::max(shore[cell], ground.terrain.islet_m[cell]);
  ground.coast = up_to_frame(contour_lines(shore, 0), shore.grid);
  for (Polyline& line : ground.coast) line = smoothed(line, 1);
  const std::vector<ShoreStretch>& shores = world.coast.stretches;
  ground.beaches = shores.empty() ? !ground.coast.empty()
                                  : std::any_of(shores.begin(), shores.end(), [](const ShoreStretch& s) {
                                      return s.type == ShoreType::beach;
                                    });
}

/// Lines of depth, and those within lakes.
void prepare_waters(const World& world, AtlasLayers& ground) {
  if (has_layer(layer_of(&World::shore), world)) {
    Raster<float> height = gaussian(world.height_m, 20 * ground.terrain.look_m);
    for (const auto& [depth_m, lines] :
         {std::pair(kDepthLines_m[0], &ground.depth_near), {kDepthLines_m[1], &ground.depth_far}})
      for (const Polyline& line : contour_lines(height, -depth_m)) lines->push_back(smoothed(line, 1));
  }
  ground.lake_shores = lake_shore_lines(world, ground.terrain.look_m);
}

std::vector<int> ranks_of(const Vocabulary& vocabulary) {
  std::vector<int> ranks(vocabulary.landmarks.size());
  int rank = 0;
  for (const LandmarkKind kind : kinds_by_rank(vocabulary)) ranks[static_cast<size_t>(kind)] = rank++;
  return ranks;
}

void count_shares(const World& w, AtlasLayers& ground) {
  double cells = 0;
  ground.biome_share.assign(w.vocabulary.biomes.size(), 0.0);
  ground.danger_share.assign(w.vocabulary.danger.size(), 0.0);
  ground.faction_share.assign(w.vocabulary.factions.size(), 0.0);
  const auto add = [](std::vector<double>& shares, int code) {
    if (code >= 1 && static_cast<size_t>(code) <= shares.size()) shares[static_cast<size_t>(code - 1)] += 1;
  };
  for (size_t cell = 0; cell < w.region.size(); ++cell) {
    if (!w.on_island(cell)) continue;
    cells += 1;
    add(ground.biome_share, w.biome[cell]);
    add(ground.danger_share, w.danger[cell]);
    add(ground.faction_share, w.faction[cell]);
  }
  for (double& v : ground.biome_share) v /= std::max(cells, 1.0);
  for (double& v : ground.danger_share) v /= std::max(cells, 1.0);
  for (double& v : ground.faction_share) v /= std::max(cells, 1.0);
}

/// What the drawing of two worlds' layers has alike.
struct Alike {
  bool ground = false;  ///< land, relief, water and regions; the others follow only from it and their codes
  bool biome = false, danger = false, faction = false;
  bool all() const { return biome && danger && faction; }
};

Alike alike(const World& a, const World& b) {
  const auto equal = [&](auto member) { return (a.*member).cells == (b.*member).cells; };
  Alike out;
  out.ground = a.grid == b.grid && a.regions.size() == b.regions.size() && equal(&World::land) &&
               equal(&World::region) && equal(&World::height_m) && equal(&World::detail_m) &&
               equal(&World::water) && equal(&World::surface_m) && equal(&World::shore) &&
               a.water_network.lakes.size() == b.water_network.lakes.size();
  const Vocabulary &of_a = a.vocabulary, &of_b = b.vocabulary;
  out.biome = out.ground && of_a.biomes.size() == of_b.biomes.size() && equal(&World::biome);
  out.danger = out.ground && of_a.danger.size() == of_b.danger.size() && equal(&World::danger);
  out.faction = out.ground && of_a.factions.size() == of_b.factions.size() && equal(&World::faction);
  return out;
}

std::shared_ptr<const AtlasLayers> prepare_ground(const World& world, const Progress& progress,
                                                  const Atlas* before) {
  const Alike kept = before != nullptr ? alike(before->world, world) : Alike{};
  if (kept.all()) return before->ground;
  const GridSpec& g = world.grid;
  const Vocabulary& words = world.vocabulary;
  const auto biomes = static_cast<int>(words.biomes.size()), bands = static_cast<int>(words.danger.size()),
             factions = static_cast<int>(words.factions.size());
  const auto out = kept.ground ? std::make_shared<AtlasLayers>(*before->ground)
                               : std::make_shared<AtlasLayers>(AtlasLayers{.terrain = prepare_terrain(world),
                                                                           .biome = Leaders(g),
                                                                           .danger = Leaders(g),
                                                                           .faction = Leaders(g),
                                                                           .region = Leaders(g)});
  AtlasLayers& ground = *out;
  const Raster<uint32_t> nearest = nearest_cell(island_mask(world));
  const double sigma_m = blur_m(ground.terrain);
  if (progress.cancelled()) return out;
  parallel_invoke({
      [&] {
        if (progress.cancelled() || kept.biome) return;
        ground.biome = smooth_classes(world.biome, biomes, nearest, sigma_m).leaders;
        ground.biome_border = lines_on_land(world, ground, shared_borders(ground.biome, biomes));
      },
      [&] {
        if (progress.cancelled() || kept.danger) return;
        prepare_danger(world, ground, smooth_classes(world.danger, bands, nearest, sigma_m));
      },
      [&] {
        if (progress.cancelled() || kept.faction) return;
        ground.faction = smooth_classes(world.faction, factions, nearest, sigma_m).leaders;
        prepare_faction_borders(world, ground);
        ground.realm_axes = realm_axes(world);
        ground.frontier_m = distance_to_frontier(world, nearest);
        ground.faction_band = ribbon(ground.frontier_m, world.grid, kRibbon_m * ground.terrain.look_m);
      },
      [&] {
        if (progress.cancelled() || (kept.ground && kept.faction)) return;
        if (!kept.ground) ground.region = region_leaders(world, nearest, sigma_m);
        prepare_region_borders(world, ground);
      },
      [&] {
        if (kept.ground) return;
        ground.spot_heights = spot_heights(world, ground.terrain.highest_m);
        ground.height_ranks = height_ranks(world);
      },
      [&] {
        if (!kept.ground) find_name_sites(world, ground);
      },
  });
  if (!progress.cancelled() && !(kept.ground && kept.faction)) join_borders(world, ground);
  if (!kept.ground) {
    prepare_coast(world, ground);
    prepare_waters(world, ground);
  }
  count_shares(world, ground);
  return out;
}

}  // namespace

std::vector<LandmarkKind> kinds_by_rank(const Vocabulary& vocabulary) {
  std::vector<LandmarkKind> kinds;
  for (size_t k = 0; k < vocabulary.landmarks.size(); ++k) kinds.push_back(static_cast<LandmarkKind>(k));
  const auto group = [&](LandmarkKind kind) {
    const LandmarkRow& row = vocabulary.landmarks[static_cast<size_t>(kind)];
    if (row.role != LandmarkRole::site) return static_cast<int>(row.role);
    return row.strong ? 2 : 3;
  };
  std::stable_sort(kinds.begin(), kinds.end(),
                   [&](LandmarkKind a, LandmarkKind b) { return group(a) < group(b); });
  return kinds;
}

const AtlasTravel& Atlas::travelled() const {
  static const AtlasTravel none{GridSpec{}};
  return travel != nullptr ? travel->get() : none;
}

Atlas prepare_atlas(const World& world, const Template& tmpl, const AuditReport& audit,
                    const Palette& palette, const PlateStyle& style, const Progress& progress,
                    const Atlas* before) {
  const Vocabulary& words = world.vocabulary;
  Atlas atlas{.world = world,
              .tmpl = tmpl,
              .audit = audit,
              .palette = palette,
              .style = style,
              .look = with_colours(map_style(style.map_style), tmpl.view.sea, tmpl.view.islet),
              .symbols = style.symbols ? *style.symbols : assign_symbols(words),
              .kind_rank = ranks_of(words),
              .ground = prepare_ground(world, progress, before)};
  if (audit.fairness != nullptr)
    atlas.travel = std::make_shared<const Lazy<AtlasTravel>>(
        [&world, of_ground = atlas.ground, fairness = audit.fairness] {
          return prepare_travel(world, of_ground->terrain, fairness->get().travel);
        });
  if (world.roads.empty())
    for (const Track& t : world.tracks) atlas.track.push_back(smoothed({t.vertices_m, false}, 2));
  return atlas;
}

}  // namespace fw
