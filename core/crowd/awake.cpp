#include "core/crowd/awake.h"

#include <cassert>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/field/noise/noise_spread.h"
#include "core/field/upper_set.h"

namespace fw {

namespace {

constexpr double kFieldWeight = 0.5;
constexpr float kOwnWeight = 0.3f, kAwakeHold = 0.3f;
constexpr size_t kScorePiece = 4096;

}  // namespace

AwakeFields bind_awake(const Calendar& calendar, const SeedBundle& seeds) {
  const uint64_t noise = seeds.noise_stream();
  const auto gain = static_cast<float>(kFieldWeight / nominal_sd(calendar.day));
  const NoiseStack year = year_stack(calendar, calendar.day, calendar.season.cells_t);
  return {bind_noise(calendar.day, derive(noise, "calendar/day"), 0),
          bind_noise(year, derive(noise, "calendar/year"), 0), gain, gain,
          derive(seeds.place_stream(), "calendar/own")};
}

AwakeMoment awake_moment(const Calendar& calendar, const Date& date) {
  return {day_phase(calendar.day.cells_t, date), year_phase(calendar, calendar.season.cells_t, date),
          curve_share(calendar, calendar.crowd, date)};
}

void choose_awake(const AwakeFields& fields, const AwakeMoment& moment, std::span<const uint32_t> id,
                  std::span<const double> home_x_m, std::span<const double> home_y_m, AwakeScratch& scratch,
                  std::span<uint8_t> awake) {
  const size_t n = id.size();
  assert(home_x_m.size() == n && home_y_m.size() == n && awake.size() == n);
  for (std::vector<float>* column : {&scratch.day, &scratch.year, &scratch.score}) column->resize(n);
  sample_noise(fields.day, home_x_m, home_y_m, moment.day_phase, scratch.day);
  sample_noise(fields.year, home_x_m, home_y_m, moment.year_phase, scratch.year);
  parallel_for(n, kScorePiece, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const auto own = static_cast<float>(random_uniform(fields.own, id[i]) - 0.5);
      const float by_field = fields.day_gain * scratch.day[i] + fields.year_gain * scratch.year[i];
      scratch.score[i] = by_field + kOwnWeight * own;
    }
  });
  upper_set(id, scratch.score, kAwakeHold, count_of_share(moment.share, n), awake);
}

}  // namespace fw
