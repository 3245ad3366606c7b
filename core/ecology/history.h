#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/geometry.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

// What a run of the world over time leaves: a row per class and day, and what happened when; and the audit of
// them (docs/ecology.md, 5). Plain values: a run that was interrupted reads its rows back.
namespace fw {

/// A class on one day. Heads and nodes; animals have no `opened`, nodes no stock and no births.
struct DayRow {
  int64_t day = 0;
  int cls = 0;        ///< into World::points.classes
  double target = 0;  ///< quota over the day and the year, mean of the day
  double stock = 0;   ///< animals: at the day's end
  double shown = 0;   ///< individuals or nodes that stand, mean of the day
  double born = 0, eaten = 0, starved = 0, hunted = 0, seeded = 0, wiped = 0;
  double opened = 0;         ///< nodes
  double harvested = 0;      ///< nodes taken; animals killed
  double worn = 0;           ///< nodes: mean of what is missing of the soil, at the day's end
  double unmet = 0;          ///< what players wanted of the category and did not find, dealt by quotas
  double closure = 1;        ///< births of the day over those before they were scaled
  double closure_worst = 1;  ///< of the day's steps
  double rest_short = 0;     ///< nodes missing because the free spots rest, mean of the day
  double player_short = 0;   ///< ... because players stand beside them
  double over_cap = 0;       ///< parts of the day in which more were there than may be
  double moved_unlike = 0;   ///< change of the stock less what the ledger's columns say

  friend bool operator==(const DayRow&, const DayRow&) = default;
};

enum class HappeningKind : uint8_t { wipe, load, stop, extinct, reseed, shortage };
inline constexpr std::array<std::string_view, 6> kHappeningSlugs{"wipe",    "load",   "stop",
                                                                 "extinct", "reseed", "shortage"};
/// A line of events.csv.
struct Happening {
  int64_t day = 0;
  double hour = 0;  ///< of the day, since the run began
  HappeningKind kind = HappeningKind::wipe;
  int cls = -1;    ///< into World::points.classes; -1: no class
  int region = 0;  ///< code; 0: none
  Vec2 at_m;       ///< of a region its centre
  double amount = 0;

  friend bool operator==(const Happening&, const Happening&) = default;
};

/// What was asked of a run besides its template.
struct RunEvent {
  HappeningKind kind = HappeningKind::wipe;  ///< wipe, load or stop
  int64_t day = 0;                           ///< at its beginning
  std::string region;                        ///< wipe: number or name; "" = everywhere
  std::string classes;                       ///< wipe: words of the hand; "" = all
  double share = 1;                          ///< wipe: of what is there
  double times = 1;                          ///< load: of the players
  int64_t days = 1;                          ///< load: how long

  friend bool operator==(const RunEvent&, const RunEvent&) = default;
};
/// How many times the players a day has: the loads in force multiplied, 0 once players left.
double load_on(std::span<const RunEvent> events, int64_t day);

enum class TimeReason : uint8_t { none, rest, players, hunting, season, mask };
inline constexpr std::array<std::string_view, 6> kTimeReasonSlugs{"",        "rest",   "players",
                                                                  "hunting", "season", "mask"};

/// What a wipe left of a class inside its region, and what is there without any event, at a day's end.
struct WatchRow {
  int64_t day = 0;
  int event = 0;  ///< into the run's events
  int cls = 0;    ///< into World::points.classes
  double with = 0, without = 0;

  friend bool operator==(const WatchRow&, const WatchRow&) = default;
};
/// Days after a wipe that are watched.
inline constexpr int64_t kWatchDays = 180;

/// How long a class took to come back from a wipe: days until it has kRecovered of what is there without.
struct Recovery {
  int event = 0;
  std::optional<double> recovery_d{};  ///< nothing: not within the days that were watched
};

/// A row of audit_time. `cls` = -1: all of the category.
struct TimeRow {
  Category category = Category::resource;
  int cls = -1;
  double target = 0, mean = 0, error = 0;  ///< error = mean / target - 1
  double min = 0, max = 0;
  double swing = 0;        ///< half-range over mean
  double swing_asked = 0;  ///< 0: none
  int extinct = 0, reseeded = 0;
  double unmet_share = 0;   ///< of what players wanted
  double closure = 1;       ///< mean
  double closure_high = 0;  ///< share of the days whose worst step is above kMostClosure
  double over_cap = 0;      ///< parts of days
  double ledger = 0;        ///< the sum of what the ledger does not explain, over the turnover
  std::vector<Recovery> recoveries;
  TimeReason reason = TimeReason::none;
  bool held = true;  ///< to its target; nodes that stay (renewal fixed) stand as long as their rest lets them
  bool passed = true;
};
struct TimeAudit {
  int64_t from_day = 0, to_day = 0;  ///< the days that means and swings are of
  int years = 0;                     ///< whole years in them; 0: the run is too short for one
  std::vector<TimeRow> rows;         ///< categories, their classes after each
  bool passed = true;
};

inline constexpr double kMostMeanError = 0.05;  ///< of a mean
inline constexpr double kSwingSlack = 0.05;     ///< a swing may exceed what is asked by it
inline constexpr double kMostClosure = 3;       ///< a step's births may be scaled by it ...
inline constexpr double kClosureDays = 0.01;    ///< ... or more in this share of the days
inline constexpr double kMostLedger = 1e-9;     ///< what a ledger may leave over, of its turnover
inline constexpr double kRecovered = 0.9;

/// The days that an audit of so many looks at: the last whole years that leave half a year before them; where
/// there are none, what follows half a year, or the second half.
struct AuditDays {
  int64_t from = 0, to = 0;
  int years = 0;
};
AuditDays audit_days(int64_t days, int year_d);

/// What a run left behind.
struct History {
  std::vector<DayRow> rows;     ///< by day, then class
  std::vector<DayRow> without;  ///< of the same run without its events; empty where it has none
  std::vector<WatchRow> watched;
  std::vector<Happening> happenings;
};

/// The audit of a run of so many days. Means and swings are of the run without events.
TimeAudit audit_time(const Template& tmpl, const World& world, int64_t days, const History& history);

}  // namespace fw
