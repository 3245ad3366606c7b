#include <algorithm>
#include <array>
#include <cassert>

#include "core/measure/kpi/kpi_parts_internal.h"

namespace fw {
namespace {

constexpr double kOpen = std::numeric_limits<double>::infinity();

template <double SeatFigures::*aspect>
double aspect_spread(const KpiFigures& f) {
  return spread(means_by_faction(f.seats, aspect));
}

/// What fairness.worst and fairness.advantage weigh.
struct WeighedAspect {
  double SeatFigures::*aspect;
  bool more_is_good;
};
constexpr std::array<WeighedAspect, 8> kWeighed{{{&SeatFigures::resources, true},
                                                 {&SeatFigures::boss_time, false},
                                                 {&SeatFigures::sites, true},
                                                 {&SeatFigures::expedition_time, false},
                                                 {&SeatFigures::neutral_time, false},
                                                 {&SeatFigures::rival_time, true},
                                                 {&SeatFigures::red_time, true},
                                                 {&SeatFigures::room_km2, true}}};

double worst_spread(const KpiFigures& f) {
  double worst = kUndefined;
  for (const WeighedAspect& row : kWeighed) {
    const double s = spread(means_by_faction(f.seats, row.aspect));
    if (!std::isnan(s)) worst = std::isnan(worst) ? s : std::max(worst, s);
  }
  return worst;
}

/// Advantages of a faction that outweigh each other leave nothing.
double advantage(const KpiFigures& f) {
  std::vector<double> sum;
  double aspects = 0;
  for (const WeighedAspect& row : kWeighed) {
    const std::vector<double> means = defined(means_by_faction(f.seats, row.aspect));
    if (std::isnan(spread(means))) continue;
    sum.resize(means.size(), 0);
    const double mean = mean_of(means);
    for (size_t k = 0; k < means.size(); ++k)
      sum[k] += (row.more_is_good ? 1 : -1) * (means[k] - mean) / mean;
    ++aspects;
  }
  if (aspects == 0) return kUndefined;
  const auto [least, greatest] = std::minmax_element(sum.begin(), sum.end());
  return (*greatest - *least) / aspects;
}

/// Gini coefficient of what every seat reaches.
double resource_gini(const KpiFigures& f) {
  std::vector<double> values;
  for (const SeatFigures& seat : f.seats) values.push_back(seat.resources);
  std::sort(values.begin(), values.end());
  double sum = 0, weighted = 0;
  const auto n = static_cast<double>(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    sum += values[i];
    weighted += (2 * static_cast<double>(i + 1) - n - 1) * values[i];
  }
  return sum > 0 ? weighted / (n * sum) : kUndefined;
}

template <double SeatFigures::*aspect>
double least_of_seats(const KpiFigures& f) {
  double least = kUndefined;
  for (const SeatFigures& seat : f.seats)
    if (!std::isnan(seat.*aspect)) least = std::isnan(least) ? seat.*aspect : std::min(least, seat.*aspect);
  return least;
}

template <double SeatFigures::*aspect>
double mean_of_seats(const KpiFigures& f) {
  if (f.seats.empty()) return kUndefined;
  double sum = 0;
  for (const SeatFigures& seat : f.seats) sum += seat.*aspect;
  return sum / static_cast<double>(f.seats.size());
}

using S = KpiStage;
using B = KpiBetter;
using F = const KpiFigures&;
using Seat = SeatFigures;

constexpr Kpi kTable[]{
    {"nature.coast_index", S::ground, "", 1, kOpen, B::neither,
     "Length of the coast over that of a disc of the same area.", [](F f) { return f.nature.coast_index; }},
    {"nature.coast_dimension", S::ground, "", 1, 2, B::neither, "Box dimension of the coast.",
     [](F f) { return f.nature.coast_dimension; }},
    {"nature.solidity", S::ground, "", 0, 1, B::neither, "Area of the ground over that of its convex hull.",
     [](F f) { return f.nature.solidity; }},
    {"nature.relief_hurst", S::ground, "", 0, 1, B::neither,
     "How height differences grow with distance: the exponent; rough relief is low.",
     [](F f) { return f.nature.relief_hurst; }},
    {"nature.hypsometric", S::ground, "", 0, 1, B::neither, "Mean over greatest height of the ground.",
     [](F f) { return f.nature.hypsometric; }},
    {"frontier.km", S::regions, "km", 0, kOpen, B::neither,
     "Length of the borders between regions of different owners.", [](F f) { return f.frontier.km; }},
    {"fairness.frontier", S::regions, "", 0, kOpen, B::less,
     "Spread of the factions' borders with others, over the root of their area.",
     [](F f) { return spread(f.frontier.by_owner); }},
    {"variety.local", S::layers, "", 1, kOpen, B::more,
     "Effective number of biomes in a block of 1 km, mean over the ground.",
     [](F f) { return f.variety.local; }},
    {"variety.iji", S::layers, "", 0, 1, B::more, "Interspersion and juxtaposition of biomes.",
     [](F f) { return f.variety.iji; }},
    {"nature.patch_km2", S::layers, "km2", 0, kOpen, B::neither,
     "Mean size of the biome patch round a place of the ground.", [](F f) { return f.variety.patch_km2; }},
    {"travel.reach", S::landmarks, "", 0, 1, B::more, "Share of the ground within play.reach_s of a seat.",
     [](F f) { return f.travel.reach; }},
    {"travel.remote_p95_s", S::landmarks, "s", 0, kOpen, B::less,
     "Time from the nearest seat: 95 % of the ground is nearer.", [](F f) { return f.travel.remote_p95_s; }},
    {"travel.choke", S::landmarks, "", 0, 1, B::less,
     "Largest share of the fastest ways between rivals' seats that use one block of ground.",
     [](F f) { return f.travel.choke; }},
    {"travel.rival_least_s", S::landmarks, "s", 0, kOpen, B::more, "Least time between rivals' seats.",
     least_of_seats<&Seat::rival_time>},
    {"frontier.contested", S::landmarks, "", 0, 1, B::neither,
     "Share of the ground that two factions reach about equally soon.",
     [](F f) { return f.travel.contested; }},
    {"fairness.sites", S::landmarks, "", 0, kOpen, B::less, "Spread of the sites that the factions reach.",
     aspect_spread<&Seat::sites>},
    {"fairness.expedition_time", S::landmarks, "", 0, kOpen, B::less,
     "Spread of the times to the nearest expedition.", aspect_spread<&Seat::expedition_time>},
    {"fairness.neutral_time", S::landmarks, "", 0, kOpen, B::less, "Spread of the times to neutral ground.",
     aspect_spread<&Seat::neutral_time>},
    {"fairness.rival_time", S::landmarks, "", 0, kOpen, B::less,
     "Spread of the times to the nearest seat of another faction.", aspect_spread<&Seat::rival_time>},
    {"fairness.red_time", S::landmarks, "", 0, kOpen, B::less,
     "Spread of the times to ground of the upper half of the danger bands.", aspect_spread<&Seat::red_time>},
    {"fairness.room", S::landmarks, "", 0, kOpen, B::less,
     "Spread of the area within play.reach_s of a seat.", aspect_spread<&Seat::room_km2>},
    {"fairness.control", S::landmarks, "", 0, kOpen, B::less,
     "Spread of the ground that a faction reaches first, over its seats.",
     [](F f) { return spread(f.travel.control); }},
    {"pacing.red_least_s", S::landmarks, "s", 0, kOpen, B::more,
     "Least time from a seat to ground of the upper half of the danger bands.",
     least_of_seats<&Seat::red_time>},
    {"variety.biomes_near", S::landmarks, "", 1, kOpen, B::more,
     "Effective number of biomes within twice play.reach_s of a seat, mean.",
     mean_of_seats<&Seat::biomes_near>},
    {"dispersion.sites", S::landmarks, "", 0, 2.15, B::more,
     "Distances between landmarks over those of random places (Clark and Evans).",
     [](F f) { return f.dispersion.sites; }},
    {"fairness.resources", S::points, "", 0, kOpen, B::less,
     "Spread of the worth of resources that the factions reach.", aspect_spread<&Seat::resources>},
    {"fairness.rare", S::points, "", 0, kOpen, B::less,
     "Spread of the rare resources that the factions reach.", aspect_spread<&Seat::rare>},
    {"towns.resources", S::points, "", 0, 1, B::less,
     "Gini coefficient of the worth of resources that the seats reach.", resource_gini},
    {"fairness.boss_time", S::points, "", 0, kOpen, B::less, "Spread of the times to the two nearest bosses.",
     aspect_spread<&Seat::boss_time>},
    {"fairness.worst", S::points, "", 0, kOpen, B::less,
     "Greatest spread of resources, bosses, sites, expeditions, neutral ground, rivals, danger and room.",
     worst_spread},
    {"fairness.advantage", S::points, "", 0, kOpen, B::less,
     "Best-off less worst-off faction, all these together.", advantage},
    {"pacing.ramp", S::points, "", -1, 1, B::more,
     "How danger grows along journeys from seats to their three nearest goals: correlation.",
     [](F f) { return f.pacing.ramp; }},
    {"pacing.dull_s", S::points, "s", 0, kOpen, B::less,
     "Longest time of such a journey without anything near, mean.", [](F f) { return f.pacing.dull_s; }},
    {"pacing.foes_per_min", S::points, "1/min", 0, kOpen, B::neither,
     "Enemies near such journeys per minute.", [](F f) { return f.pacing.foes_per_min; }},
    {"pacing.goal_s", S::points, "s", 0, kOpen, B::neither, "Mean time of such a journey.",
     [](F f) { return f.pacing.goal_s; }},
    {"variety.families_least", S::points, "", 0, kOpen, B::more,
     "Families of resources within play.reach_s: of the seat with the fewest.",
     least_of_seats<&Seat::families>},
    {"dispersion.rare", S::points, "", 0, 2.15, B::more,
     "Distances between rare resources over those of random places (Clark and Evans).",
     [](F f) { return f.dispersion.rare; }},
    {"dispersion.pairs", S::points, "", 0, kOpen, B::less,
     "Pairs of resources within 300 m over those of places spread evenly over the ground.",
     [](F f) { return f.dispersion.pairs; }},
    {"dispersion.vmr", S::points, "", 0, kOpen, B::less,
     "Variance over mean of resources in blocks of 500 m.", [](F f) { return f.dispersion.vmr; }},
    {"dispersion.gap_max_m", S::points, "m", 0, kOpen, B::less,
     "Greatest distance from a place of the ground to anything placed.",
     [](F f) { return f.dispersion.gap_max_m; }},
};

}  // namespace

std::span<const Kpi> kpi_table() {
  return kTable;
}

const Kpi* find_kpi(std::string_view name) {
  for (const Kpi& row : kTable)
    if (row.name == name) return &row;
  return nullptr;
}

void add_kpi_stage(const World& world, const PlayParams& play, KpiStage stage, KpiFigures& figures) {
  switch (stage) {
    case KpiStage::ground:
      figures.nature = measure_nature(world);
      return;
    case KpiStage::regions:
      figures.frontier = measure_frontier(world);
      return;
    case KpiStage::layers:
      figures.variety = measure_variety(world);
      return;
    case KpiStage::landmarks:
    case KpiStage::points:
      break;
  }
  if (stage == KpiStage::landmarks)
    figures.journeys = std::make_shared<const Journeys>(plan_journeys(world, play));
  assert(figures.journeys);  // the stage landmarks has been added
  const Journeys& journeys = *figures.journeys;
  if (stage == KpiStage::landmarks) {
    figures.seats.assign(journeys.ends.size(), {});
    measure_seats_by_landmarks(world, play, journeys, figures.seats);
    figures.travel = measure_travel(world, play, journeys);
    figures.dispersion.sites = measure_site_dispersion(world);
    return;
  }
  measure_seats_by_points(world, play, journeys, figures.seats);
  figures.pacing = measure_pacing(world, journeys);
  const double sites = figures.dispersion.sites;
  figures.dispersion = measure_dispersion(world, journeys);
  figures.dispersion.sites = sites;
}

std::vector<AuditReport::KpiRow> kpi_rows(const World& world, const PlayParams& play) {
  const KpiFigures figures = measure_kpi(world, play);
  std::vector<AuditReport::KpiRow> rows;
  for (const Kpi& row : kTable)
    rows.push_back({std::string(row.name), row.value(figures), std::string(row.unit)});
  return rows;
}

KpiFigures measure_kpi(const World& world, const PlayParams& play, KpiStage stage) {
  KpiFigures out;
  for (size_t k = 0; k <= static_cast<size_t>(stage); ++k)
    add_kpi_stage(world, play, static_cast<KpiStage>(k), out);
  return out;
}

}  // namespace fw
