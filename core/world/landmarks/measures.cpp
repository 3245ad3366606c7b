#include "core/world/landmarks/measures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/geometry.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/world/land/spacing.h"
#include "core/world/landmarks/features.h"

namespace fw {
namespace {

NumberMeasure of_raster(const Raster<float>& raster) {
  return {true, [&raster](std::span<const uint32_t> cells, std::span<double> values) {
            if (raster.size() == 0) return std::fill(values.begin(), values.end(), kInfinity);
            for (size_t i = 0; i < cells.size(); ++i) values[i] = static_cast<double>(raster[cells[i]]);
          }};
}

/// A number of its own for every cell, of(cell).
template <typename Of>
NumberMeasure of_cells(const Of& of) {
  return {false, [of](std::span<const uint32_t> cells, std::span<double> values) {
            for (size_t i = 0; i < cells.size(); ++i) values[i] = of(cells[i]);
          }};
}

NumberMeasure distance_to_places(const GridSpec& grid, const std::vector<Vec2>& points) {
  return of_cells(
      [&grid, places = MeasuredPlaces(points)](uint32_t c) { return places.nearest_m(grid.centre(c)); });
}

NumberMeasure of_moments(const Raster<float>& raster, const Moments& moments) {
  return of_cells([&raster, &moments](uint32_t c) { return half_z(raster[c], moments); });
}

NumberMeasure distance_to_centre(const PlacementInputs& g) {
  return of_cells([&g](uint32_t c) {
    return std::sqrt(squared_distance(g.map.code.grid.centre(c), g.map.regions[g.map.code[c] - 1u].centre_m));
  });
}

NumberMeasure distance_to_frame(const GridSpec& grid) {
  return of_cells([&grid](uint32_t c) {
    const Vec2 at = grid.centre(c);
    return std::min({at.x, at.y, grid.width_m() - at.x, grid.height_m() - at.y});
  });
}

/// Cells of land that meet the row's conditions on the distance to tracks.
std::vector<uint32_t> cells_by_track(const SiteInputs& site_inputs, const LandmarkRow& row) {
  std::vector<uint32_t> cells = site_inputs.survey.land;
  for (const SiteCondition& condition : row.site.require) {
    if (condition.measure != "track_m" || site_inputs.track_m.size() == 0) continue;
    const NumberRange range = range_of(condition, true);
    std::erase_if(cells, [&](uint32_t c) {
      const auto track_m = static_cast<double>(site_inputs.track_m[c]);
      return !(track_m >= range.least && track_m <= range.most);
    });
  }
  return cells;
}

/// Entropy over its maximum on cells_by_track; 0 elsewhere.
Raster<float> entropy_share(const SiteInputs& site_inputs, const LandmarkRow& row) {
  const std::vector<uint32_t> cells = cells_by_track(site_inputs, row);
  const std::vector<double> entropy = local_entropy(site_inputs.inputs, cells);
  double top = 0;
  for (const double e : entropy) top = std::max(top, e);
  Raster<float> out(site_inputs.inputs.map.code.grid);
  if (top > 0)
    for (size_t i = 0; i < cells.size(); ++i) out[cells[i]] = static_cast<float>(entropy[i] / top);
  return out;
}

NumberMeasure entropy_measure(const SiteInputs& site_inputs, const LandmarkRow& row) {
  // Biomes are made after the kinds before the tracks.
  if (site_inputs.inputs.biome.code.size() == 0) return of_cells([](uint32_t) { return 0.0; });
  const auto share = std::make_shared<const Raster<float>>(entropy_share(site_inputs, row));
  return {true, [share](std::span<const uint32_t> cells, std::span<double> values) {
            for (size_t i = 0; i < cells.size(); ++i) values[i] = static_cast<double>((*share)[cells[i]]);
          }};
}

const Raster<float>& room_of(const SiteInputs& site_inputs, const LandmarkRow& row) {
  static const Raster<float> kNoRoom;
  const uint32_t bands = allowed_bands(site_inputs.inputs.tmpl.vocabulary, row);
  for (const BandRoom& room : site_inputs.sites.rooms)
    if (room.bands == bands) return room.room_m;
  return kNoRoom;
}

NumberMeasure feature_measure(const SiteInputs& site_inputs, std::string_view slug) {
  const auto distance_m =
      std::make_shared<const Raster<float>>(feature_distance(site_inputs.inputs, site_inputs.plan, slug));
  return {true, [distance_m](std::span<const uint32_t> cells, std::span<double> values) {
            for (size_t i = 0; i < cells.size(); ++i)
              values[i] = static_cast<double>((*distance_m)[cells[i]]);
          }};
}

/// The harbour sites' utilities in the land cells nearest to them.
NumberMeasure mooring(const PlacementInputs& g) {
  constexpr double kNoHarbour = -1000;
  auto sites = std::make_shared<std::map<uint32_t, double>>();
  if (g.coast != nullptr)
    for (const auto& [cell, site] : harbour_cells(g)) {
      const auto [at, first] = sites->try_emplace(cell, site.utility);
      at->second = std::max(at->second, site.utility);
    }
  return of_cells([sites = std::shared_ptr<const std::map<uint32_t, double>>(sites)](uint32_t c) {
    const auto at = sites->find(c);
    return at == sites->end() ? kNoHarbour : at->second;
  });
}

struct NumberReader {
  std::string_view slug;
  NumberMeasure (*measure)(const SiteInputs& site_inputs, const LandmarkRow& row);
};
using Ground = const SiteInputs&;
using Row = const LandmarkRow&;
constexpr std::array<NumberReader, 31> kNumberReaders{{
    {"slope", [](Ground g, Row) { return of_raster(g.inputs.relief.slope); }},
    {"height_rank", [](Ground g, Row) { return of_raster(g.survey.terrain->height_rank); }},
    {"coast_m", [](Ground g, Row) { return of_raster(g.inputs.island.coast_m); }},
    {"border_m", [](Ground g, Row) { return of_raster(g.survey.border_m); }},
    {"region_border_m", [](Ground g, Row) { return of_raster(g.survey.region_border_m); }},
    {"centre_m", [](Ground g, Row) { return distance_to_centre(g.inputs); }},
    {"danger", [](Ground g, Row) { return of_raster(g.inputs.danger.calibrated); }},
    {"danger_around", [](Ground g, Row) { return of_raster(g.sites.danger_around); }},
    {"room_m", [](Ground g, Row row) { return of_raster(room_of(g, row)); }},
    {"flatness",
     [](Ground g, Row) {
       return of_cells([&flatness = g.survey.terrain->flatness](uint32_t c) { return flatness[c]; });
     }},
    {"saliency", [](Ground g, Row) { return of_raster(g.survey.terrain->saliency); }},
    {"prominence",
     [](Ground g, Row) { return of_moments(g.inputs.relief.prominence_m, g.survey.terrain->prominence); }},
    {"concavity",
     [](Ground g, Row) { return of_moments(g.inputs.relief.concavity_m, g.survey.terrain->concavity); }},
    {"entropy", entropy_measure},
    {"track_m", [](Ground g, Row) { return of_raster(g.track_m); }},
    {"junction_m",
     [](Ground g, Row) { return distance_to_places(g.inputs.map.code.grid, g.plan.junctions_m); }},
    {"frame_m", [](Ground g, Row) { return distance_to_frame(g.inputs.map.code.grid); }},
    {"river_m", [](Ground g, Row) { return feature_measure(g, "river_m"); }},
    {"lake_m", [](Ground g, Row) { return feature_measure(g, "lake_m"); }},
    {"water_m", [](Ground g, Row) { return feature_measure(g, "water_m"); }},
    {"harbour_m", [](Ground g, Row) { return feature_measure(g, "harbour_m"); }},
    {"road_m", [](Ground g, Row) { return feature_measure(g, "road_m"); }},
    {"bridge_m", [](Ground g, Row) { return feature_measure(g, "bridge_m"); }},
    {"settlement_m", [](Ground g, Row) { return feature_measure(g, "settlement_m"); }},
    {"capital_m", [](Ground g, Row) { return feature_measure(g, "capital_m"); }},
    {"city_m", [](Ground g, Row) { return feature_measure(g, "city_m"); }},
    {"town_m", [](Ground g, Row) { return feature_measure(g, "town_m"); }},
    {"fort_m", [](Ground g, Row) { return feature_measure(g, "fort_m"); }},
    {"mooring", [](Ground g, Row) { return mooring(g.inputs); }},
    {"river_flow", [](Ground g, Row) { return of_nearest_river(g.inputs, river_flows(g.inputs.water)); }},
    {"river_fall", [](Ground g, Row) { return of_nearest_river(g.inputs, river_falls(g.inputs.water)); }},
}};

/// The codes of `rows` whose id is in the condition's list.
template <typename Rows>
ClassMeasure rows_named(const Raster<uint8_t>& codes, const Rows& rows, const SiteCondition& condition) {
  ClassMeasure out{&codes, {}};
  for (const std::string& id : condition.in)
    if (const auto k = find_row(rows, id)) out.allowed[*k + 1] = 1;
  return out;
}

ClassMeasure region_measure(const PlacementInputs& g, const SiteCondition& condition) {
  ClassMeasure out{&g.map.code, {}};
  for (size_t r = 0; r < g.map.regions.size(); ++r) {
    const Region& region = g.map.regions[r];
    out.allowed[r + 1] = std::any_of(condition.in.begin(), condition.in.end(), [&](const std::string& id) {
      if (id == "neutral") return region.neutral;
      if (id == "controllable") return !region.neutral;
      return id == g.tmpl.vocabulary.id_of(region.owner);
    });
  }
  return out;
}

ClassMeasure biome_tag_measure(const PlacementInputs& g, const SiteCondition& condition) {
  ClassMeasure out{&g.biome.code, {}};
  const std::vector<BiomeRow>& biomes = g.tmpl.vocabulary.biomes;
  for (size_t b = 0; b < biomes.size(); ++b)
    out.allowed[b + 1] = std::any_of(biomes[b].tags.begin(), biomes[b].tags.end(), [&](const auto& tag) {
      return std::find(condition.in.begin(), condition.in.end(), tag) != condition.in.end();
    });
  return out;
}

ClassMeasure island_measure(const PlacementInputs& g, const SiteCondition& condition) {
  ClassMeasure out{&g.map.code, {}};
  const bool any = std::find(condition.in.begin(), condition.in.end(), "any") != condition.in.end();
  const bool main = std::find(condition.in.begin(), condition.in.end(), "main") != condition.in.end();
  for (size_t r = 0; r < g.map.regions.size(); ++r)
    out.allowed[r + 1] = any || (main && g.map.regions[r].piece == 1);
  return out;
}

/// Regions by the standing of the first of the seats that stand in them.
ClassMeasure standing_measure(const PlacementInputs& g, const LandmarkPlan& plan,
                              const SiteCondition& condition) {
  std::vector<SeatRank> first(g.map.regions.size() + 1);  // by code
  for (const Landmark& l : plan.landmarks) {
    if (l.seat.rank == 0) continue;
    SeatRank& seat = first[region_of_landmark(g.map.code, l)];
    if (seat.rank == 0 || l.seat.rank < seat.rank) seat = l.seat;
  }
  ClassMeasure out{&g.map.code, {}};
  for (size_t code = 1; code < first.size(); ++code)
    out.allowed[code] =
        first[code].rank > 0 &&
        std::find(condition.in.begin(), condition.in.end(),
                  kStandingSlugs[static_cast<size_t>(first[code].standing)]) != condition.in.end();
  return out;
}

struct ClassReader {
  std::string_view slug;
  ClassMeasure (*measure)(const PlacementInputs& inputs, const LandmarkPlan& plan,
                          const SiteCondition& condition);
};
using Inputs = const PlacementInputs&;
using Plan = const LandmarkPlan&;
using Condition = const SiteCondition&;
constexpr std::array<ClassReader, 7> kClassReaders{{
    {"band",
     [](Inputs g, Plan, Condition c) { return rows_named(g.danger.band, g.tmpl.vocabulary.danger, c); }},
    {"region", [](Inputs g, Plan, Condition c) { return region_measure(g, c); }},
    {"faction",
     [](Inputs g, Plan, Condition c) { return rows_named(g.faction.code, g.tmpl.vocabulary.factions, c); }},
    {"biome",
     [](Inputs g, Plan, Condition c) { return rows_named(g.biome.code, g.tmpl.vocabulary.biomes, c); }},
    {"biome_tag", [](Inputs g, Plan, Condition c) { return biome_tag_measure(g, c); }},
    {"island", [](Inputs g, Plan, Condition c) { return island_measure(g, c); }},
    {"standing", standing_measure},
}};

static_assert(kNumberReaders.size() + kClassReaders.size() == kSiteMeasures.size());

}  // namespace

MeasuredPlaces::MeasuredPlaces(const std::vector<Vec2>& points) {
  for (const Vec2 p : points) {
    x_.push_back(p.x);
    y_.push_back(p.y);
  }
}

double MeasuredPlaces::nearest_m(Vec2 at) const {
  constexpr size_t kLanes = 8;
  std::array<double, kLanes> best;
  best.fill(kInfinity);
  const auto closer = [&](size_t i, double& least) {
    const double dx = x_[i] - at.x, dy = y_[i] - at.y;
    const double d2 = dx * dx + dy * dy;
    least = d2 < least ? d2 : least;
  };
  size_t i = 0;
  for (; i + kLanes <= x_.size(); i += kLanes)
    for (size_t l = 0; l < kLanes; ++l) closer(i + l, best[l]);
  for (; i < x_.size(); ++i) closer(i, best[0]);
  return std::sqrt(*std::min_element(best.begin(), best.end()));
}

NumberMeasure number_measure(const SiteInputs& site_inputs, const LandmarkRow& row, std::string_view slug) {
  if (const auto id = distance_to_kind(slug)) {
    const GridSpec& grid = site_inputs.inputs.map.code.grid;
    const auto kind = find_row(site_inputs.inputs.tmpl.vocabulary.landmarks, *id);
    return distance_to_places(
        grid, kind ? positions_of(grid, site_inputs.plan.landmarks, static_cast<LandmarkKind>(*kind))
                   : std::vector<Vec2>{});
  }
  for (const NumberReader& reader : kNumberReaders)
    if (reader.slug == slug) return reader.measure(site_inputs, row);
  return {};
}

ClassMeasure class_measure(const PlacementInputs& inputs, const LandmarkPlan& plan,
                           const SiteCondition& condition) {
  for (const ClassReader& reader : kClassReaders) {
    if (reader.slug != condition.measure) continue;
    ClassMeasure out = reader.measure(inputs, plan, condition);
    // Biomes are made after the kinds before the tracks.
    if (out.codes->size() == 0) out.codes = nullptr;
    return out;
  }
  return {};
}

NumberRange range_of(const SiteCondition& condition, bool single) {
  const auto limit = [single](double value) {
    return single ? static_cast<double>(static_cast<float>(value)) : value;
  };
  NumberRange range{-kInfinity, kInfinity};
  if (condition.min) range.least = limit(*condition.min);
  if (condition.above)
    range.least = std::max(range.least, std::nextafter(limit(*condition.above), kInfinity));
  if (condition.max) range.most = limit(*condition.max);
  if (condition.below) range.most = std::min(range.most, std::nextafter(limit(*condition.below), -kInfinity));
  return range;
}

namespace {

constexpr double kAlong_m = 30;
constexpr double kShore_m = 150;

/// Lengths along a line from its first vertex.
std::vector<double> lengths(const std::vector<Vec2>& vertices) {
  std::vector<double> out(vertices.size(), 0);
  for (size_t i = 1; i < vertices.size(); ++i)
    out[i] = out[i - 1] + std::sqrt(squared_distance(vertices[i - 1], vertices[i]));
  return out;
}

/// The cell of ground that holds a place, else the nearest one.
std::optional<uint32_t> nearest_ground(const Raster<uint8_t>& code, Vec2 at) {
  const GridSpec& g = code.grid;
  const int reach = static_cast<int>(std::ceil(kShore_m / g.cell_m));
  const int column = g.column_at(at.x), row = g.row_at(at.y);
  if (code.at(column, row) != 0) return static_cast<uint32_t>(g.index(column, row));
  std::optional<uint32_t> best;
  double least = kShore_m * kShore_m;
  for (int r = row - reach; r <= row + reach; ++r)
    for (int c = column - reach; c <= column + reach; ++c) {
      if (!g.contains(c, r) || code.at(c, r) == 0) continue;
      const double d = squared_distance(g.centre(c, r), at);
      if (d >= least) continue;
      least = d;
      best = static_cast<uint32_t>(g.index(c, r));
    }
  return best;
}

}  // namespace

ReachValues river_flows(const Water* water) {
  ReachValues out;
  if (water == nullptr) return out;
  double most = 0;
  for (const Reach& reach : water->reaches) most = std::max(most, reach.discharge_m3_s);
  for (const Reach& reach : water->reaches)
    out.emplace_back(reach.vertices_m.size(), most > 0 ? reach.discharge_m3_s / most : 0);
  return out;
}

ReachValues river_falls(const Water* water) {
  ReachValues out;
  if (water == nullptr) return out;
  for (const Reach& reach : water->reaches) {
    const std::vector<double> along = lengths(reach.vertices_m);
    std::vector<double> falls(along.size(), 0);
    for (size_t i = 0, up = 0, down = 0; i < along.size(); ++i) {
      while (along[i] - along[up] > kAlong_m) ++up;
      while (down + 1 < along.size() && along[down] - along[i] < kAlong_m) ++down;
      const double length = along[down] - along[up];
      if (length > 0)
        falls[i] = (static_cast<double>(reach.bed_m[up]) - static_cast<double>(reach.bed_m[down])) / length;
    }
    out.push_back(std::move(falls));
  }
  return out;
}

NumberMeasure of_nearest_river(const PlacementInputs& inputs, const ReachValues& values) {
  const GridSpec& grid = inputs.map.code.grid;
  auto out = std::make_shared<Raster<float>>(grid);
  Mask mask(grid);
  Raster<float> own(grid);
  bool any = false;
  for (size_t r = 0; r < values.size(); ++r) {
    const Reach& reach = inputs.water->reaches[r];
    if (reach.form == ReachForm::lake_path) continue;
    for (size_t i = 0; i < reach.vertices_m.size(); ++i) {
      const size_t cell = grid.cell_at(reach.vertices_m[i]);
      const auto value = static_cast<float>(values[r][i]);
      own[cell] = mask[cell] == 0 ? value : std::max(own[cell], value);
      mask[cell] = 1;
      any = true;
    }
  }
  if (any) {
    const Raster<uint32_t> nearest = nearest_cell(mask);
    parallel_for(grid.cells(), 4096, [&](size_t begin, size_t end) {
      for (size_t c = begin; c < end; ++c) (*out)[c] = own[nearest[c]];
    });
  }
  return {true, [raster = std::shared_ptr<const Raster<float>>(out)](std::span<const uint32_t> cells,
                                                                     std::span<double> to) {
            for (size_t i = 0; i < cells.size(); ++i) to[i] = static_cast<double>((*raster)[cells[i]]);
          }};
}

std::vector<std::pair<uint32_t, HarbourSite>> harbour_cells(const PlacementInputs& inputs) {
  std::vector<std::pair<uint32_t, HarbourSite>> out;
  if (inputs.coast == nullptr) return out;
  for (const HarbourSite& site : inputs.coast->harbour_sites)
    if (const auto cell = nearest_ground(inputs.map.code, site.position_m)) out.emplace_back(*cell, site);
  return out;
}

}  // namespace fw
