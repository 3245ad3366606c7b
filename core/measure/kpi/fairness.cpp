#include <algorithm>
#include <array>
#include <cassert>
#include <string>

#include "core/measure/kpi/kpi_parts_internal.h"
#include "core/model/world/habitat.h"

namespace fw {
namespace {

using Seat = SeatFigures;

/// An aspect of fairness as people read it; a member of the seats, or one of the figures that factions have
/// as a whole.
struct AspectRow {
  const char* name;
  const char* label;
  bool more_is_good;
  double Seat::*of_seat = nullptr;
  const std::vector<double>& (*of_faction)(const KpiFigures&) = nullptr;
};

constexpr std::array<AspectRow, 11> kAspects{{
    {"resources", "Resources in reach", true, &Seat::resources},
    {"rare", "Rare resources in reach", true, &Seat::rare},
    {"boss_time", "Way to bosses", false, &Seat::boss_time},
    {"sites", "Sites in reach", true, &Seat::sites},
    {"expedition_time", "Way to an expedition", false, &Seat::expedition_time},
    {"neutral_time", "Way to neutral ground", false, &Seat::neutral_time},
    {"rival_time", "Way to a rival", true, &Seat::rival_time},
    {"red_time", "Way to danger", true, &Seat::red_time},
    {"room", "Room", true, &Seat::room_km2},
    {"control", "Ground reached first", true, nullptr,
     [](const KpiFigures& f) -> const std::vector<double>& { return f.travel.control; }},
    {"frontier", "Borders with others", false, nullptr,
     [](const KpiFigures& f) -> const std::vector<double>& { return f.frontier.by_owner; }},
}};

TravelMap travel_map(const World& world, const PlayParams& play, const Journeys& journeys) {
  constexpr float kNever = std::numeric_limits<float>::infinity(),
                  kNone = std::numeric_limits<float>::quiet_NaN();
  const TravelGround& ground = journeys.ground;
  TravelMap map{TravelGround::kSide, ground.spacing_m, ground.frame_height_m, play.reach_s, {}, {}, {}};
  map.reach_s.assign(ground.pace.size(), kNone);
  map.second_s.assign(ground.pace.size(), kNone);
  map.first.assign(ground.pace.size(), 0);
  std::vector<double> by_faction(world.vocabulary.factions.size());
  for (size_t node = 0; node < ground.pace.size(); ++node) {
    const size_t cell = journeys.cell[node];
    if (cell == world.grid.cells() || !is_open(world, cell)) continue;
    map.reach_s[node] = map.second_s[node] = kNever;
    if (ground.pace[node] == 0 || by_faction.empty()) continue;
    const Arrivals at = arrivals_at(journeys, static_cast<uint32_t>(node), by_faction);
    map.reach_s[node] = static_cast<float>(at.first_s);
    map.second_s[node] = static_cast<float>(at.second_s);
    if (std::isfinite(at.first_s)) map.first[node] = static_cast<uint8_t>(at.first + 1);
  }
  return map;
}

}  // namespace

std::vector<double> means_by_faction(const std::vector<SeatFigures>& seats, double SeatFigures::*aspect) {
  std::vector<double> sum(kMaxFactions, 0), count(kMaxFactions, 0);
  for (const SeatFigures& seat : seats) {
    if (std::isnan(seat.*aspect)) return {};
    sum[static_cast<size_t>(seat.owner)] += seat.*aspect;
    ++count[static_cast<size_t>(seat.owner)];
  }
  for (size_t f = 0; f < kMaxFactions; ++f) sum[f] = count[f] > 0 ? sum[f] / count[f] : kUndefined;
  return sum;
}

std::vector<double> defined(const std::vector<double>& values) {
  std::vector<double> out;
  for (const double v : values)
    if (!std::isnan(v)) out.push_back(v);
  return out;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return sum / static_cast<double>(values.size());
}

double spread(const std::vector<double>& values) {
  const std::vector<double> known = defined(values);
  if (known.size() < 2) return kUndefined;
  const auto [least, greatest] = std::minmax_element(known.begin(), known.end());
  const double mean = mean_of(known);
  return mean != 0 ? (*greatest - *least) / mean : kUndefined;
}

FairnessReport fairness_report(const World& world, const PlayParams& play) {
  const KpiFigures figures = measure_kpi(world, play);
  const size_t factions = world.vocabulary.factions.size();
  FairnessReport report;
  for (const AspectRow& row : kAspects) {
    std::vector<double> values =
        row.of_seat != nullptr ? means_by_faction(figures.seats, row.of_seat) : row.of_faction(figures);
    values.resize(factions, kUndefined);
    const std::string name = std::string("fairness.") + row.name;
    const Kpi* kpi = find_kpi(name);
    assert(kpi != nullptr);
    report.aspects.push_back({name, row.label, row.more_is_good, std::move(values), kpi->value(figures)});
  }
  report.travel = travel_map(world, play, *figures.journeys);
  return report;
}

}  // namespace fw
