#include "tests/water/water_figures.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/exact/exact_math.h"
#include "core/field/filter.h"
#include "core/template/template_io.h"
#include "core/water/drainage/rain.h"
#include "core/water/plan/plan_ground.h"
#include "core/water/rivers/conform.h"
#include "core/water/rivers/river_paths.h"
#include "core/world/land/imported_ground.h"
#include "core/world/land/island_outline.h"

namespace fw {
namespace {

constexpr size_t kLeastJunctions = 3;  // whose median says something

double length_of(const Reach& reach) {
  return reach.length_m;
}

/// Slope of y over x by least squares.
double slope_of(const std::vector<Vec2>& points) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const auto n = static_cast<double>(points.size());
  for (const Vec2 p : points) {
    sx += p.x;
    sy += p.y;
    sxx += p.x * p.x;
    sxy += p.x * p.y;
  }
  return (n * sxy - sx * sy) / std::max(n * sxx - sx * sx, 1e-300);
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<size_t>(q * static_cast<double>(values.size())))];
}

double drained_share(const WateredPlan& plan) {
  const Mask outlets = outlet_cells(plan.relief.island.main);
  const std::vector<uint32_t> root = ends_of(plan.water->drainage);
  double land = 0, drained = 0;
  for (size_t cell = 0; cell < root.size(); ++cell) {
    if (plan.relief.island.main[cell] == 0) continue;
    ++land;
    if (root[cell] != kOffLand && outlets[root[cell]] != 0) ++drained;
  }
  return drained / land;
}

double off_basin(const WateredPlan& plan) {
  const Water& water = plan.water->network;
  const std::vector<uint32_t> root = ends_of(plan.water->drainage);
  const GridSpec& g = plan.water->height_m.grid;
  double off = 0, all = 0;
  for (const Reach& reach : water.reaches) {
    if (reach.form == ReachForm::delta_arm) continue;
    const uint32_t own = root[water.rivers[static_cast<size_t>(reach.river)].mouth_cell];
    for (size_t i = 1; i < reach.vertices_m.size(); ++i) {
      const double d = std::sqrt(squared_distance(reach.vertices_m[i], reach.vertices_m[i - 1]));
      all += d;
      const size_t cell = g.cell_at(reach.vertices_m[i]);
      if (root[cell] != kOffLand && root[cell] != own) off += d;
    }
  }
  return all > 0 ? off / all : 0;
}

/// Longest way to each cell along the flow, m.
std::vector<double> longest_ways(const Drainage& drainage) {
  const GridSpec& g = drainage.receiver.grid;
  std::vector<double> way(drainage.receiver.size(), 0.0);
  for (size_t i = drainage.order.size(); i-- > 0;) {
    const uint32_t cell = drainage.order[i], to = drainage.receiver[cell];
    if (to == cell) continue;
    const double d =
        std::sqrt(squared_distance(g.centre(static_cast<size_t>(cell)), g.centre(static_cast<size_t>(to))));
    way[to] = std::max(way[to], way[cell] + d);
  }
  return way;
}

double hack_exponent(const WateredPlan& plan) {
  const std::vector<double> way = longest_ways(plan.water->drainage);
  std::vector<Vec2> points;
  for (size_t cell = 0; cell < way.size(); ++cell)
    if (plan.relief.island.main[cell] != 0 && plan.water->weighted_m2[cell] >= source_m2(plan.tmpl))
      points.push_back({exact::log(plan.water->catchment_m2[cell]), exact::log(std::max(way[cell], 1.0))});
  return slope_of(points);
}

/// Strahler's streams: number, mean length and mean area by order.
struct OrderRow {
  double count = 0, length = 0, area = 0;
};
std::map<int, OrderRow> streams_of(const WateredPlan& plan) {
  const Drainage& d = plan.water->drainage;
  const GridSpec& g = d.receiver.grid;
  const RiverInputs ground{d, plan.water->lakes, plan.water->weighted_m2, source_m2(plan.tmpl)};
  const Raster<uint8_t> order = stream_orders(ground);
  std::map<int, OrderRow> rows;
  for (const uint32_t cell : d.order) {
    if (order[cell] == 0) continue;
    OrderRow& row = rows[order[cell]];
    const uint32_t to = d.receiver[cell];
    if (to != cell)
      row.length +=
          std::sqrt(squared_distance(g.centre(static_cast<size_t>(cell)), g.centre(static_cast<size_t>(to))));
    if (to == cell || order[to] != order[cell]) {
      ++row.count;
      row.area += plan.water->catchment_m2[cell];
    }
  }
  for (auto& [key, row] : rows) {
    row.length /= row.count;
    row.area /= row.count;
  }
  return rows;
}

void add_ratios(const WateredPlan& plan, Figures& out) {
  const std::map<int, OrderRow> rows = streams_of(plan);
  std::vector<Vec2> counts, lengths, areas;
  for (const auto& [order, row] : rows) {
    counts.push_back({static_cast<double>(order), exact::log(row.count)});
    lengths.push_back({static_cast<double>(order), exact::log(row.length)});
    areas.push_back({static_cast<double>(order), exact::log(row.area)});
  }
  out.push_back({"top_order", rows.empty() ? 0 : rows.rbegin()->first});
  if (rows.size() < 2) return;
  out.push_back({"R_b", exact::exp(-slope_of(counts))});
  out.push_back({"R_l", exact::exp(slope_of(lengths))});
  out.push_back({"R_a", exact::exp(slope_of(areas))});
}

Vec2 direction(const std::vector<Vec2>& line, bool at_end) {
  const size_t reach = std::min<size_t>(20, line.size() - 1);
  return at_end ? line.back() - line[line.size() - 1 - reach] : line[reach] - line.front();
}

/// Angles between a tributary's end and the river above it, degrees.
std::vector<double> junction_angles(const Water& water) {
  std::vector<double> angles;
  for (const Reach& reach : water.reaches) {
    if (reach.into != ReachInto::river || reach.into_index == reach.river) continue;
    for (const Reach& main : water.reaches) {
      if (main.river != reach.into_index || main.form == ReachForm::delta_arm) continue;
      if (!(main.vertices_m.back() == reach.vertices_m.back())) continue;
      const Vec2 a = direction(reach.vertices_m, true), b = direction(main.vertices_m, true);
      const double cosine =
          (a.x * b.x + a.y * b.y) / std::sqrt((a.x * a.x + a.y * a.y) * (b.x * b.x + b.y * b.y));
      angles.push_back(std::acos(std::clamp(cosine, -1.0, 1.0)) * 180 / 3.14159265358979);
      break;
    }
  }
  return angles;
}

std::vector<double> sinuosities(const WateredPlan& plan) {
  std::vector<double> out;
  const double least_m = 200 * frame_factor(plan.tmpl);
  for (const Reach& reach : plan.water->network.reaches) {
    if (reach.form == ReachForm::lake_path || reach.form == ReachForm::delta_arm || reach.length_m < least_m)
      continue;
    out.push_back(reach.length_m /
                  std::sqrt(squared_distance(reach.vertices_m.front(), reach.vertices_m.back())));
  }
  return out;
}

/// The largest height by which ends at lakes miss the lake's level.
double lake_steps(const Water& water) {
  double worst = 0;
  for (size_t i = 0; i < water.reaches.size(); ++i) {
    const Reach& reach = water.reaches[i];
    if (reach.into == ReachInto::lake)
      worst = std::max(worst, std::fabs(static_cast<double>(reach.bed_m.back()) -
                                        water.lakes[static_cast<size_t>(reach.into_index)].level_m));
    if (reach.form == ReachForm::lake_path && i + 1 < water.reaches.size() &&
        water.reaches[i + 1].river == reach.river)
      worst = std::max(worst, std::fabs(static_cast<double>(water.reaches[i + 1].bed_m.front()) -
                                        static_cast<double>(reach.bed_m.front())));
  }
  return worst;
}

std::vector<double> land_slopes(const Mask& land, const Raster<float>& height_m) {
  const Raster<float> slope = gradient_norm(height_m);
  std::vector<double> out;
  for (size_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] != 0) out.push_back(static_cast<double>(slope[cell]));
  return out;
}

Shores natural_shores(const WateredPlan& plan, const GridSpec& grid) {
  const ValleyField valleys = make_valley_field(plan.tmpl, plan.seeds);
  const PlanOutline natural = make_plan_outline(plan.tmpl, plan.seeds, valleys);
  return make_shores(plan.tmpl, plan.seeds, grid, ImportedGround(plan.tmpl, plan.seeds, {}, valleys, natural),
                     valleys, natural);
}

}  // namespace

Template with_water(std::string_view builtin, Erosion erosion) {
  const BuiltinTemplate* text = find_builtin(builtin);
  Template tmpl = parse_template(text->text, std::string(builtin)).value();
  tmpl.relief.erosion = erosion;
  tmpl.water.rivers = Nature::natural;
  tmpl.coast.types = Nature::natural;
  return tmpl;
}

WateredPlan make_watered_plan(Template tmpl, uint64_t seed) {
  tmpl.seed = seed;
  WateredPlan plan{std::move(tmpl), {}, {}, nullptr, nullptr};
  plan.seeds = plan.tmpl.seeds();
  const ValleyField valleys = make_valley_field(plan.tmpl, plan.seeds);
  const PlanOutline natural = make_plan_outline(plan.tmpl, plan.seeds, valleys);
  const ImportedGround imported(plan.tmpl, plan.seeds, {}, valleys, natural);
  plan.relief = make_plan_relief(
      plan.tmpl, plan.seeds, imported,
      make_shores(plan.tmpl, plan.seeds, plan_grid(plan.tmpl), imported, valleys, natural), valleys);
  const Island& island = plan.relief.island;
  const WaterInputs inputs{island.main, island.coast_m, island.height_m, plan.relief.openness};
  plan.water = std::make_shared<WaterPlan>(make_water(plan.tmpl, plan.seeds, inputs));
  if (draws_waters(plan.tmpl))
    plan.water = std::make_shared<WaterPlan>(make_water_by_hand(plan.tmpl, plan.seeds, inputs, *plan.water));
  plan.coast = std::make_shared<CoastPlan>(make_coast(
      plan.tmpl, plan.seeds,
      {island.main, island.sea_m, plan.water->height_m, plan.relief.openness, &plan.water->network}));
  return plan;
}

Island island_on(const WateredPlan& plan, int resolution) {
  const GridSpec grid = frame_grid(plan.tmpl.frame, resolution);
  return make_watered_island(plan.tmpl, natural_shores(plan, grid), plan.relief, plan.water, plan.coast);
}

Figures plan_figures(const WateredPlan& plan) {
  const Water& water = plan.water->network;
  const Island& island = plan.relief.island;
  Figures out;
  out.push_back({"drained_share", drained_share(plan)});
  double uphill = 0, length = 0, longest = 0, mouths = 0;
  for (const Reach& reach : water.reaches) {
    for (size_t i = 1; i < reach.bed_m.size(); ++i) uphill += reach.bed_m[i] > reach.bed_m[i - 1];
    if (reach.form != ReachForm::delta_arm) length += length_of(reach);
    if (reach.into == ReachInto::sea && reach.form != ReachForm::delta_arm) ++mouths;
  }
  for (const River& river : water.rivers) longest = std::max(longest, river.length_m);
  const double land_m2 =
      static_cast<double>(std::count(island.main.cells.begin(), island.main.cells.end(), 1)) *
      island.main.grid.cell_area_m2();
  out.push_back({"uphill", uphill});
  out.push_back({"off_basin", off_basin(plan)});
  out.push_back({"density", length / land_m2 * 1000});
  out.push_back({"rivers", static_cast<double>(water.rivers.size())});
  out.push_back({"mouths", mouths});
  out.push_back({"longest_km", longest / 1000});
  out.push_back({"hack", hack_exponent(plan)});
  add_ratios(plan, out);
  const std::vector<double> angles = junction_angles(water);
  out.push_back({"junctions", static_cast<double>(angles.size())});
  if (angles.size() >= kLeastJunctions) out.push_back({"junction_deg", median(angles)});
  out.push_back({"sinuosity", median(sinuosities(plan))});
  out.push_back({"sinuosity_p90", quantile(sinuosities(plan), 0.9)});
  out.push_back({"lakes", static_cast<double>(water.lakes.size())});
  double asked = 0, got = 0;
  for (int k = 1; k <= plan.tmpl.lakes.count; ++k) asked += plan.tmpl.lakes.largest_share * land_m2 / k;
  for (const Lake& lake : water.lakes) got += lake.area_m2;
  out.push_back({"lake_share", asked > 0 ? got / asked : 1});
  out.push_back({"lake_steps_m", lake_steps(water)});
  out.push_back({"falls", static_cast<double>(water.falls.size())});
  double deltas = 0, estuaries = 0;
  for (const Reach& reach : water.reaches) {
    deltas += reach.form == ReachForm::delta_arm ? 0.5 : 0;
    estuaries += reach.form == ReachForm::estuary && reach.into == ReachInto::sea;
  }
  out.push_back({"deltas", deltas});
  out.push_back({"estuaries", estuaries});
  Island before{natural_shores(plan, plan_grid(plan.tmpl))};
  lift_ground(plan.tmpl, plan.seeds, before);
  const std::vector<double> now = land_slopes(island.main, plan.water->height_m);
  out.push_back({"slope_ratio", median(now) / median(land_slopes(before.main, before.height_m))});
  out.push_back({"height_max", highest(island.main, plan.water->height_m) / plan.tmpl.relief.height_max_m});
  std::array<double, 5> shore{};
  double total = 0;
  for (const uint8_t type : plan.coast->type.cells)
    if (type != 0) {
      ++shore[type];
      ++total;
    }
  for (size_t k = 1; k < shore.size(); ++k)
    out.push_back({std::string(kShoreTypeSlugs[k]), shore[k] / total});
  out.push_back({"harbour_places", static_cast<double>(plan.coast->places.size())});
  return out;
}

Figures raster_figures(const WateredPlan& plan, const Island& island) {
  const Water& water = plan.water->network;
  const GridSpec& g = island.height_m.grid;
  double samples = 0, rises = 0, length = 0, along = 0;
  Raster<float> filled = island.height_m;
  const Flood flood = fill_depressions(island.main, {}, filled);
  const Drainage drainage = drain(flood, {}, filled, flow_dice(1, g.cells()));
  const Raster<float> rain = make_rain(plan.tmpl, plan.seeds, island.main, island.height_m);
  std::vector<double> area(g.cells(), 0.0);
  for (size_t cell = 0; cell < area.size(); ++cell)
    area[cell] = static_cast<double>(rain[cell]) * g.cell_area_m2();
  area = accumulate(drainage, area);
  Mask flow(g);  // by rain, as sources are
  for (size_t cell = 0; cell < area.size(); ++cell) flow[cell] = area[cell] >= 0.5 * source_m2(plan.tmpl);
  const Raster<float> away = distance_to(flow);
  const double near_m = std::max(24 * frame_factor(plan.tmpl), 1.5 * g.cell_m);
  for (const Reach& reach : water.reaches) {
    if (reach.form == ReachForm::lake_path || reach.form == ReachForm::delta_arm) continue;
    float last = 1e9F;
    for (size_t i = 0; i < reach.vertices_m.size(); ++i) {
      const size_t cell = g.cell_at(reach.vertices_m[i]);
      if (island.main[cell] == 0) continue;
      ++samples;
      if (island.height_m[cell] > last + 0.5F) ++rises;
      last = island.height_m[cell];
      if (i == 0) continue;
      if (island.water[cell] == static_cast<uint8_t>(WaterCode::lake)) continue;  // flat: no way is its own
      const double d = std::sqrt(squared_distance(reach.vertices_m[i], reach.vertices_m[i - 1]));
      length += d;
      if (static_cast<double>(away[cell]) <= near_m) along += d;
    }
  }
  double lake_m2 = 0;
  for (const uint8_t code : island.water.cells)
    if (code == static_cast<uint8_t>(WaterCode::lake)) lake_m2 += g.cell_area_m2();
  return {{"rises", samples > 0 ? rises / samples : 0},
          {"along", length > 0 ? along / length : 1},
          {"lake_ha", lake_m2 / 1e4},
          {"raster_max", highest(island.main, island.height_m) / plan.tmpl.relief.height_max_m}};
}

double figure(const Figures& figures, std::string_view name) {
  for (const auto& [key, value] : figures)
    if (key == name) return value;
  return std::nan("");
}

}  // namespace fw
