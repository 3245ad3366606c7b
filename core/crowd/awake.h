#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "core/model/calendar.h"

// Who of a population is awake (docs/coordinators.md, 6.1): an exact share, by fields that close over the day
// and over the year and are read at the agents' homes.
namespace fw {

/// Refreshes of the awake in a day.
inline constexpr int kAwakeRefreshes = 288;

/// What decides, bound to seeds. Immutable.
struct AwakeFields {
  NoiseField day, year;
  float day_gain = 0, year_gain = 0;  ///< weight over the stack's spread
  uint64_t own = 0;                   ///< sub-stream of the agents' own traits
};
/// noise.day, by the tag calendar/day; and the same look over the year with the cells of noise.season, by the
/// tag calendar/year.
AwakeFields bind_awake(const Calendar& calendar, const SeedBundle& seeds);

/// A moment of the calendar, as the fields read it.
struct AwakeMoment {
  double day_phase = 0, year_phase = 0;
  double share = 1;  ///< of the population that is awake, [0, 1]
};

/// What the calendar's curve `crowd` asks for at a date.
AwakeMoment awake_moment(const Calendar& calendar, const Date& date);

/// Scratch of choose_awake; contains no state.
struct AwakeScratch {
  std::vector<float> day, year, score;
};

/// Chooses who is awake: exactly count_of_share(share, agents) entries of `awake` become 1, the others 0.
/// They are the highest of .5 day + .5 year + .3 (own - .5) + .3 where awake before, the fields in units of
/// their spread. Ids differ; the set does not depend on the order of the entries or on the number of threads.
void choose_awake(const AwakeFields& fields, const AwakeMoment& moment, std::span<const uint32_t> id,
                  std::span<const double> home_x_m, std::span<const double> home_y_m, AwakeScratch& scratch,
                  std::span<uint8_t> awake);

/// Who of a crowd sleeps, and where: who does walks straight home with the speed that its rule asks for, and
/// stands there. Columns of the crowd's length, in its order; all empty: nobody sleeps.
struct CrowdSleep {
  std::vector<uint8_t> awake;
  std::vector<double> home_x_m, home_y_m;

  bool empty() const { return awake.empty(); }
};

}  // namespace fw
