#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/base/exact/exact_math.h"
#include "core/measure/kpi/kpi.h"
#include "core/measure/kpi/travel.h"

// The parts of key figures, for kpi*.cpp.

namespace fw {

inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// Slope of the least-squares line of y on x; undefined for fewer than two different x.
inline double slope_of(std::span<const double> x, std::span<const double> y) {
  double mean_x = 0, mean_y = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i];
    mean_y += y[i];
  }
  mean_x /= static_cast<double>(x.size());
  mean_y /= static_cast<double>(x.size());
  double xy = 0, xx = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean_x) * (y[i] - mean_y);
    xx += (x[i] - mean_x) * (x[i] - mean_x);
  }
  return xx > 0 ? xy / xx : kUndefined;
}

/// e^(Shannon entropy) of counts; undefined without any.
inline double effective_number(std::span<const int64_t> counts) {
  int64_t all = 0;
  for (const int64_t n : counts) all += n;
  if (all == 0) return kUndefined;
  double entropy = 0;
  for (const int64_t n : counts) {
    if (n == 0) continue;
    const double p = static_cast<double>(n) / static_cast<double>(all);
    entropy -= p * exact::log(p);
  }
  return exact::exp(entropy);
}

/// Length of the line between cells that differ, by Cauchy and Crofton: horizontal, vertical and diagonal
/// neighbour pairs that it separates.
struct Separated {
  int64_t straight = 0, diagonal = 0;

  double length_m(double cell_m) const {
    constexpr double kPi = 3.14159265358979323846;
    return cell_m * kPi / 8 *
           (static_cast<double>(straight) + static_cast<double>(diagonal) / std::sqrt(2.0));
  }
};

NatureFigures measure_nature(const World& world);
FrontierFigures measure_frontier(const World& world);
VarietyFigures measure_variety(const World& world);

/// What the figures about travel share: the ground and the times from every seat.
struct Journeys {
  TravelGround ground;
  std::vector<size_t> cell;        ///< of the world, by node; that number of cells: beyond the frame
  std::vector<Faction> owner;      ///< of every seat
  std::vector<TravelEnds> ends;    ///< of every seat
  std::vector<TravelTimes> times;  ///< from every seat
};
Journeys plan_journeys(const World& world, const PlayParams& play);

/// Aspects of seats that landmarks decide, and those that points decide.
void measure_seats_by_landmarks(const World& world, const PlayParams& play, const Journeys& journeys,
                                std::vector<SeatFigures>& seats);
void measure_seats_by_points(const World& world, const PlayParams& play, const Journeys& journeys,
                             std::vector<SeatFigures>& seats);
TravelFigures measure_travel(const World& world, const PlayParams& play, const Journeys& journeys);
PacingFigures measure_pacing(const World& world, const Journeys& journeys);
double measure_site_dispersion(const World& world);
DispersionFigures measure_dispersion(const World& world, const Journeys& journeys);

/// Mean of an aspect over the seats of each faction, by row; NaN for a faction without seats. Empty where one
/// seat's value is undefined.
std::vector<double> means_by_faction(const std::vector<SeatFigures>& seats, double SeatFigures::*aspect);
/// Those that are not NaN.
std::vector<double> defined(const std::vector<double>& values);
double mean_of(const std::vector<double>& values);
/// (greatest - least) / mean of those that are not NaN: 0 = equal; undefined for fewer than two or a mean of
/// 0.
double spread(const std::vector<double>& values);

/// Which factions reach a node first, and when.
struct Arrivals {
  double first_s = 0, second_s = 0;  ///< of two factions; infinite without
  size_t first = 0;                  ///< faction; of equal ones the lowest
};
/// `by_faction`: room for a time per faction.
Arrivals arrivals_at(const Journeys& journeys, uint32_t node, std::vector<double>& by_faction);

/// Landmarks at the end of a journey: strong kinds. Those of them with names are expeditions; where none has
/// one, all are.
bool is_goal(const LandmarkRow& kind);
bool is_expedition(const Vocabulary& vocabulary, const LandmarkRow& kind);
/// Places that a traveller visits: sites that are no stations of tracks and no nameless strong ones.
bool is_visited_site(const Vocabulary& vocabulary, const LandmarkRow& kind);
const LandmarkRow* kind_of(const World& world, const Point& point);
/// A landmark of the role seat, on ground.
bool is_seat(const World& world, const Point& point);
/// The rarest rarity's.
bool is_boss(const World& world, const Point& point);

}  // namespace fw
