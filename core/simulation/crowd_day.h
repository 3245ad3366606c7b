#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "core/crowd/awake.h"
#include "core/model/agents.h"
#include "core/model/template/template.h"

// Who of a simulated population is awake as its clock runs; private to this room.
namespace fw {

/// The day of a population. Immutable.
struct CrowdDay {
  Calendar calendar;
  AwakeFields fields;
};
/// By calendar.crowd; nothing: everybody is always awake.
std::optional<CrowdDay> crowd_day(const Template& tmpl, const SeedBundle& seeds);

/// Who is awake now, and the last refresh.
struct AwakeClock {
  int64_t refresh = std::numeric_limits<int64_t>::min();  ///< counted from day 0
  AwakeScratch scratch;
};
/// Chooses who is awake when a refresh is due: at the moment that its part of the day began, so that every
/// day of every year asks the same.
void refresh_awake(const CrowdDay& day, double time_s, std::span<const uint32_t> id, CrowdSleep& sleep,
                   AwakeClock& clock);
/// Everybody at home, where it stands; who sleeps does not move.
CrowdSleep start_sleep(const CrowdDay& day, Agents& agents, AwakeClock& clock);

}  // namespace fw
