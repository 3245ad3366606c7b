#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/crowd/awake.h"
#include "core/experiment/tactics_scenes_internal.h"
#include "core/field/noise/noise_spread.h"
#include "core/field/upper_set.h"
#include "core/model/calendar.h"

namespace fw::tactics {
namespace {

constexpr double kTown_m = 4000;

/// A town's day.
Calendar town() {
  Calendar calendar;
  calendar.curves = {{"town", {0, 5, 7, 12, 18, 21}, {.08, .15, .7, .45, .75, .2}}};
  calendar.crowd = "town";
  return calendar;
}

/// The baseline: fixed cuts of the same score, as if it were normal.
void fixed_cut(const AwakeFields& fields, const AwakeMoment& moment, std::span<const uint32_t> id,
               std::span<const double> x_m, std::span<const double> y_m, std::vector<uint8_t>& awake) {
  std::vector<float> day(id.size()), year(id.size());
  sample_noise(fields.day, x_m, y_m, moment.day_phase, day);
  sample_noise(fields.year, x_m, y_m, moment.year_phase, year);
  const double sd = std::sqrt(0.5 * 0.5 + 0.5 * 0.5 + 0.3 * 0.3 / 12);
  const double cut = -sd * normal_quantile(std::clamp(moment.share, 1e-6, 1 - 1e-6));
  for (size_t i = 0; i < id.size(); ++i) {
    const double own = 0.3 * (random_uniform(fields.own, id[i]) - 0.5);
    const double score = static_cast<double>(fields.day_gain * day[i] + fields.year_gain * year[i]) + own;
    awake[i] = score > cut ? 1 : 0;
  }
}

}  // namespace

std::optional<RunResult> execute_day(const RunKey& key, const DayScene& scene,
                                     const std::atomic<bool>* cancel) {
  const Calendar calendar = town();
  const SeedBundle seeds = SeedBundle::from_master(key.seed);
  const AwakeFields fields = bind_awake(calendar, seeds);
  std::vector<uint32_t> id(scene.agents);
  std::iota(id.begin(), id.end(), 0U);
  std::vector<double> x_m, y_m;
  RandomCursor random{derive(seeds.place_stream(), "study/homes")};
  for (size_t i = 0; i < scene.agents; ++i)
    x_m.push_back(random.uniform(0, kTown_m)), y_m.push_back(random.uniform(0, kTown_m));
  std::vector<uint8_t> awake(scene.agents, 0);
  AwakeScratch scratch;
  double error = 0, changes = 0;
  const auto all = static_cast<double>(scene.agents);
  for (int refresh = 0; refresh <= scene.days * kAwakeRefreshes; ++refresh) {
    if (wants_stop(cancel)) return std::nullopt;
    const double part = static_cast<double>(refresh % kAwakeRefreshes) / kAwakeRefreshes;
    const AwakeMoment moment = awake_moment(calendar, date_on(calendar, refresh / kAwakeRefreshes, part));
    const std::vector<uint8_t> before = awake;
    if (scene.exact)
      choose_awake(fields, moment, id, x_m, y_m, scratch, awake);
    else
      fixed_cut(fields, moment, id, x_m, y_m, awake);
    const auto count = static_cast<double>(std::ranges::count(awake, uint8_t{1}));
    const auto asked = static_cast<double>(count_of_share(moment.share, scene.agents));
    error = std::max(error, std::fabs(count - asked) / all);
    if (refresh > 0)
      for (size_t i = 0; i < before.size(); ++i) changes += before[i] != awake[i] ? 1 : 0;
  }
  RunRecord out{key, {}};
  out.figure("share_error", error);
  out.figure("changes_per_day", changes / all / scene.days, "1/d");
  return std::move(out.result);
}

}  // namespace fw::tactics
