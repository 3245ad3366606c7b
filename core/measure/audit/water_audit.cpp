#include "core/measure/audit/water_audit.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/exact/exact_math.h"

namespace fw {
namespace {

constexpr double kGroundPlanTolerance = 0.03;  // of the area: docs/roads.md, 8

double land_m2(const World& world) {
  double area = 0;
  for (const Region& region : world.regions) area += region.area_m2;
  return area;
}

/// Slope of y over x by least squares; 0 with fewer than two places.
double slope_of(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    sx += x[i], sy += y[i];
    sxx += x[i] * x[i], sxy += x[i] * y[i];
  }
  const double spread = n * sxx - sx * sx;
  return spread > 1e-12 ? (n * sxy - sx * sy) / spread : 0;
}

/// Streams of an order over those of the next: of the slope of their logarithms. A stream is a chain of
/// reaches of one order.
double bifurcation(const Water& water, int most_order) {
  std::vector<double> orders, logs;
  for (int order = 1; order <= most_order; ++order) {
    int streams = 0;
    for (const River& river : water.rivers) {
      int before = 0;
      for (const int r : river.reaches) {
        const Reach& reach = water.reaches[static_cast<size_t>(r)];
        if (reach.form == ReachForm::delta_arm) continue;
        streams += reach.order == order && before != order ? 1 : 0;
        before = reach.order;
      }
    }
    if (streams == 0) continue;
    orders.push_back(order);
    logs.push_back(exact::log(static_cast<double>(streams)));
  }
  return orders.size() > 1 ? exact::exp(-slope_of(orders, logs)) : 0;
}

/// Steps along reaches on which the bed rises.
int64_t rising_steps(const Water& water) {
  int64_t steps = 0;
  for (const Reach& reach : water.reaches)
    for (size_t i = 1; i < reach.bed_m.size(); ++i)
      if (static_cast<double>(reach.bed_m[i]) - static_cast<double>(reach.bed_m[i - 1]) > kRise_m) ++steps;
  return steps;
}

/// Of the rivers' length the share whose water reaches the sea or leaves the frame, down the reaches of a
/// river and on in what its last one runs into. A lake hands its water on where a reach leaves it.
double drained_share(const Water& water) {
  std::vector<int> river_ends(water.rivers.size(), 0);  // 1: at the sea or the edge; -1: nowhere
  const auto ends_well = [&](size_t from) {
    size_t river = from;
    for (size_t steps = 0; steps <= water.rivers.size(); ++steps) {
      if (water.rivers[river].reaches.empty()) return false;
      const Reach* last = nullptr;
      for (const int r : water.rivers[river].reaches)
        if (water.reaches[static_cast<size_t>(r)].form != ReachForm::delta_arm)
          last = &water.reaches[static_cast<size_t>(r)];
      if (last == nullptr) return false;
      if (last->into == ReachInto::sea || last->into == ReachInto::edge) return true;
      if (last->into_index < 0) return false;
      if (last->into == ReachInto::river) {
        river = static_cast<size_t>(last->into_index);
        continue;
      }
      // Out of the lake: the reach that begins nearest to its outlet.
      const Vec2 outlet = water.lakes[static_cast<size_t>(last->into_index)].outlet_m;
      double nearest2 = 1e300;
      size_t next = river;
      for (const Reach& reach : water.reaches) {
        if (reach.form == ReachForm::delta_arm || reach.vertices_m.empty() || &reach == last) continue;
        const double d2 = squared_distance(reach.vertices_m.front(), outlet);
        if (d2 < nearest2) nearest2 = d2, next = static_cast<size_t>(reach.river);
      }
      if (next == river) return false;
      river = next;
    }
    return false;
  };
  for (size_t k = 0; k < water.rivers.size(); ++k) river_ends[k] = ends_well(k) ? 1 : -1;
  double all = 0, good = 0;
  for (const Reach& reach : water.reaches) {
    all += reach.length_m;
    if (river_ends[static_cast<size_t>(reach.river)] > 0) good += reach.length_m;
  }
  return all > 0 ? good / all : 1;
}

bool told(const World& world, std::string_view where) {
  return std::any_of(world.findings.begin(), world.findings.end(),
                     [where](const Finding& f) { return f.where.starts_with(where); });
}

/// Of ground plans asked for, those with their area; the least number of gates.
void measure_ground_plans(const World& world, const Template& tmpl,
                          std::vector<AuditReport::WaterRow>& rows) {
  const auto area_of = [&](LandmarkKind kind) {
    const LandmarkRole role = world.vocabulary.landmarks[static_cast<size_t>(kind)].role;
    return 1e4 * (role == LandmarkRole::seat    ? tmpl.footprints.settlement_ha
                  : role == LandmarkRole::guard ? tmpl.footprints.fort_ha
                                                : 0);
  };
  double asked = 0, whole = 0, gates = 0;
  for (const Point& point : world.points.points) {
    const PointClassInfo& of = world.points.class_of(point);
    if (of.category == Category::landmark && area_of(of.landmark) > 0) ++asked;
  }
  if (asked <= 0) return;
  for (const Footprint& plan : world.footprints) {
    const auto point = static_cast<size_t>(plan.point);
    const double area_m2 = area_of(world.points.class_of(world.points.points[point]).landmark);
    whole += std::fabs(plan.area_m2 - area_m2) <= kGroundPlanTolerance * area_m2 ? 1 : 0;
    const auto of_plan = static_cast<double>(plan.gates.size());
    gates = &plan == &world.footprints.front() ? of_plan : std::min(gates, of_plan);
  }
  rows.push_back({"footprints", asked, whole, true, whole >= asked});
  if (!world.footprints.empty()) rows.push_back({"footprint_gates", 1, gates, true, gates >= 1});
}

void measure_rivers(const World& world, const Template& tmpl, std::vector<AuditReport::WaterRow>& rows) {
  const Water& water = world.water_network;
  const auto asked = [&](const char* what, double target, double actual, bool met) {
    rows.push_back({what, target, actual, true, met});
  };
  const auto figure = [&](const char* what, double actual) {
    rows.push_back({what, actual, actual, false, true});
  };
  const double land = std::max(land_m2(world), 1.0);
  double wanted = 0, held_m2 = 0, rivers_m = 0;
  for (int k = 1; k <= tmpl.lakes.count; ++k) wanted += tmpl.lakes.largest_share / k;
  for (const Lake& lake : water.lakes) held_m2 += lake.area_m2;
  int order = 0;
  for (const Reach& reach : water.reaches) {
    if (reach.form != ReachForm::lake_path) rivers_m += reach.length_m;
    order = std::max(order, reach.order);
  }
  const auto lakes = static_cast<double>(water.lakes.size());
  const int lakes_asked = tmpl.lakes.largest_share > 0 ? tmpl.lakes.count : 0;
  asked("lakes", lakes_asked, lakes, lakes == lakes_asked);
  const double share = held_m2 / land;
  asked("lake_share", wanted, share, share >= 0.9 * wanted && share <= 1.1 * wanted);
  figure("rivers", static_cast<double>(water.rivers.size()));
  figure("river_km", rivers_m / 1000);
  figure("drainage_density", rivers_m / land * 1000);
  figure("order", order);
  figure("bifurcation", bifurcation(water, order));
  figure("hack", water.hack);
  const double drained = drained_share(water);
  asked("drained_share", 1, drained, drained >= 1);
  const auto uphill = static_cast<double>(rising_steps(water));
  asked("uphill", 0, uphill, uphill == 0);
}

}  // namespace

std::vector<AuditReport::WaterRow> measure_water(const World& world, const Template& tmpl) {
  std::vector<AuditReport::WaterRow> rows;
  if (tmpl.water.rivers != Nature::none) measure_rivers(world, tmpl, rows);
  measure_ground_plans(world, tmpl, rows);
  return rows;
}

bool is_told(const World& world, const AuditReport::WaterRow& row) {
  if (row.what == "lakes") return told(world, "lakes.count");
  if (row.what == "lake_share") return told(world, "lakes");
  return row.what == "footprints" && told(world, "footprints");
}

std::vector<AuditReport::RoadRow> measure_roads(const World& world) {
  const Roads& roads = world.roads;
  std::vector<AuditReport::RoadRow> rows;
  for (size_t k = 0; k < kRoadClassSlugs.size(); ++k) {
    AuditReport::RoadRow row;
    row.cls = kRoadClassSlugs[k];
    for (const RoadPiece& piece : roads.pieces)
      if (static_cast<size_t>(piece.type) == k) row.km += piece.length_m / 1000;
    for (const Crossing& crossing : roads.crossings) {
      if (static_cast<size_t>(roads.pieces[static_cast<size_t>(crossing.piece)].type) != k) continue;
      ++(crossing.type == CrossingType::bridge ? row.bridges : row.fords);
    }
    // Towns are joined by roads.
    if (static_cast<RoadClass>(k) == RoadClass::road) {
      row.towns = roads.detours.towns;
      row.towns_reached = roads.detours.towns_reached;
      row.detour_mean = roads.detours.mean;
      row.detour_max = roads.detours.max;
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace fw
