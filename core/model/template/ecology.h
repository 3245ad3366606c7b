#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What a template states of the world over time: its group `ecology` and the columns of its classes that go
// with it (docs/ecology.md). Seconds are the server's clock, days the calendar's.
namespace fw {

enum class AfterExtinction : uint8_t { reseed, stays };
inline constexpr std::array<std::string_view, 2> kAfterExtinctionSlugs{"reseed", "stays"};

/// The group `ecology`. Outside the digest of the template and of the world.
struct EcologyParams {
  double players = 0;             ///< on line on average: the design load
  double kill_every_s = 3600;     ///< each of them kills an animal ...
  double harvest_every_s = 1200;  ///< ... and harvests a node
  double hunting_share = 0.1;     ///< of the natural turnover that hunting takes at the design load
  double refuge = 0.2;            ///< share of a quota that keeps out of sight and cannot be hunted
  AfterExtinction extinct = AfterExtinction::reseed;
  double reseed_d = 10;  ///< from an extinction until animals come back
  double soil_d = 5;     ///< in which worn ground comes back
  double winter = 0.15;  ///< the land carries 1 - this in midwinter, 1 + this in midsummer

  // No keys: nobody has asked for other numbers. Tests set them.
  double most = 1.6;          ///< what prey without predators would come to, over the rest state
  double uphill = 0.3;        ///< how far animals leave the heights in winter
  double wander = 1.25;       ///< how far the year's field moves them
  double front = 15;          ///< how far the front field decides which spots open
  double wear = 1;            ///< of the soil by harvests
  double give = 4;            ///< a kill costs at most this many times what the design load makes it cost
  double reseed_share = 0.1;  ///< of the quota that comes back after an extinction
};

enum class PeakSeason : uint8_t { none, winter, spring, summer, autumn };
inline constexpr std::array<std::string_view, 5> kPeakSeasonSlugs{"none", "winter", "spring", "summer",
                                                                  "autumn"};

/// How a class's number goes over the day and the year (core/model/calendar.h). Outside the digest.
struct ClassDates {
  std::string active = "always";  ///< id of a curve
  double active_depth = 0.6;      ///< 0..1
  PeakSeason peak = PeakSeason::none;
  double peak_depth = 0;  ///< 0..1
};

/// What a predator eats.
struct PreyRow {
  std::string cls;                ///< slug of a class of wildlife without prey
  std::optional<double> share{};  ///< of its food; absent: by the preys' quotas
};

/// How a class of wildlife lives. Outside the digest.
struct ClassLife {
  std::vector<PreyRow> prey;  ///< none: no predator
  double swing = 0.3;         ///< most half-range of the stock over its mean, seasons included
  double cycle_d = 60;        ///< predators: length of the cycle; others: 4 pi times the recovery time
  double roam_m = 300;        ///< how far a stock spreads in a day
};

/// fixed: a used node comes back at its place. moving: it rests, and another opens at another spot.
enum class Renewal : uint8_t { fixed, moving };
inline constexpr std::array<std::string_view, 2> kRenewalSlugs{"fixed", "moving"};

/// How a resource's nodes come back.
struct ClassRenewal {
  Renewal how = Renewal::fixed;
  double rest_s = 3600;  ///< of a used spot; outside the digest
  double spare = 3;      ///< spare spots per node
};

}  // namespace fw
