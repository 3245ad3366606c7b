#include "core/simulation/crowd_day.h"

#include "core/model/calendar.h"

namespace fw {

std::optional<CrowdDay> crowd_day(const Template& tmpl, const SeedBundle& seeds) {
  if (tmpl.calendar.crowd == "always") return std::nullopt;
  return CrowdDay{tmpl.calendar, bind_awake(tmpl.calendar, seeds)};
}

void refresh_awake(const CrowdDay& day, double time_s, std::span<const uint32_t> id, CrowdSleep& sleep,
                   AwakeClock& clock) {
  const int64_t refresh = part_of_days(date_at(day.calendar, time_s), kAwakeRefreshes);
  if (refresh == clock.refresh) return;
  clock.refresh = refresh;
  const Date date = date_on(day.calendar, refresh / kAwakeRefreshes,
                            static_cast<double>(refresh % kAwakeRefreshes) / kAwakeRefreshes);
  choose_awake(day.fields, awake_moment(day.calendar, date), id, sleep.home_x_m, sleep.home_y_m,
               clock.scratch, sleep.awake);
}

CrowdSleep start_sleep(const CrowdDay& day, Agents& agents, AwakeClock& clock) {
  CrowdSleep sleep{std::vector<uint8_t>(agents.size(), 0), agents.x_m, agents.y_m};
  refresh_awake(day, 0, agents.id, sleep, clock);
  for (size_t i = 0; i < agents.size(); ++i)
    if (sleep.awake[i] == 0) agents.speed_mps[i] = 0;
  return sleep;
}

}  // namespace fw
