#include "core/ecology/history.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace fw {
namespace {

/// Sums of a class, or of a category, over the days that count.
struct Sums {
  double days = 0, target = 0, value = 0;
  double min = std::numeric_limits<double>::infinity(), max = 0;
  double harvested = 0, unmet = 0, closure = 0, closure_high = 0;
  double rest_short = 0, player_short = 0;

  void add(const DayRow& row, double number) {
    days += 1, target += row.target, value += number;
    min = std::min(min, number), max = std::max(max, number);
    harvested += row.harvested, unmet += row.unmet;
    closure += row.closure;
    closure_high += row.closure_worst > kMostClosure ? 1 : 0;
    rest_short += row.rest_short, player_short += row.player_short;
  }
};

/// What a class is judged by.
double number_of(Category category, const DayRow& row) {
  return category == Category::wildlife ? row.stock : row.shown;
}

/// Whether the world found fewer places for a class than its quota and spare spots ask for; spare spots are
/// asked for by row of the ledger.
bool lacks_places(const World& world, const PointClass* stated, int cls) {
  const bool moves = stated != nullptr && stated->renewal.how == Renewal::moving;
  int64_t asked = 0, placed = 0, spare_asked = 0, spare = 0;
  for (const QuotaLedger& row : world.ledger) {
    if (row.class_index != cls) continue;
    asked += row.quota - row.banned, placed += row.placed;
    if (moves) spare_asked += std::llround(stated->renewal.spare * static_cast<double>(row.quota));
  }
  for (const SpareSpots& spots : world.spare_spots)
    if (spots.class_index == cls) spare += static_cast<int64_t>(spots.spots_m.size());
  return placed < asked || (moves && spare < spare_asked);
}

TimeReason reason_of(Category category, const Sums& sums, bool lacks, double swing_over) {
  if (category == Category::resource) {
    if (lacks) return TimeReason::mask;
    if (sums.rest_short > 0 && sums.rest_short >= sums.player_short) return TimeReason::rest;
    return sums.player_short > 0 ? TimeReason::players : TimeReason::none;
  }
  if (sums.value < sums.target && sums.harvested > 0) return TimeReason::hunting;
  return swing_over > 0 ? TimeReason::season : TimeReason::none;
}

const PointClass* class_row(const Template& tmpl, const PointClassInfo& info) {
  for (const PointClass& cls : tmpl.classes(info.category))
    if (cls.slug == info.slug) return &cls;
  return nullptr;
}

/// What holds over the whole run, with its events.
struct Whole {
  double over_cap = 0, unlike = 0, turnover = 0;
  int extinct = 0, reseeded = 0;
};

void judge(TimeRow& row) {
  const bool swings = row.swing_asked <= 0 || row.swing <= row.swing_asked + kSwingSlack;
  row.passed = (!row.held || std::abs(row.error) <= kMostMeanError) && swings && row.over_cap == 0 &&
               row.reseeded == 0 && row.ledger <= kMostLedger && row.closure_high <= kClosureDays;
}

TimeRow figures(Category category, int cls, const Sums& sums) {
  TimeRow row;
  row.category = category, row.cls = cls;
  if (sums.days <= 0) return row;
  row.target = sums.target / sums.days, row.mean = sums.value / sums.days;
  row.error = row.target > 0 ? row.mean / row.target - 1 : 0;
  row.min = sums.min, row.max = sums.max;
  row.swing = row.mean > 0 ? 0.5 * (row.max - row.min) / row.mean : 0;
  const double wanted = sums.harvested + sums.unmet;
  row.unmet_share = wanted > 0 ? sums.unmet / wanted : 0;
  row.closure = sums.closure / sums.days;
  row.closure_high = sums.closure_high / sums.days;
  return row;
}

std::map<int, Sums> sums_by_class(const World& world, const std::vector<DayRow>& rows,
                                  const AuditDays& days) {
  std::map<int, Sums> sums;
  for (const DayRow& row : rows)
    if (row.day >= days.from && row.day < days.to)
      sums[row.cls].add(row, number_of(world.points.classes[static_cast<size_t>(row.cls)].category, row));
  return sums;
}

std::map<int, Whole> whole_by_class(const History& history) {
  std::map<int, Whole> whole;
  for (const DayRow& row : history.rows) {
    Whole& of = whole[row.cls];
    of.over_cap += row.over_cap;
    of.unlike += std::abs(row.moved_unlike);
    of.turnover += row.born + row.seeded + row.eaten + row.starved + row.hunted + row.wiped;
  }
  for (const Happening& event : history.happenings) {
    if (event.kind == HappeningKind::extinct) ++whole[event.cls].extinct;
    if (event.kind == HappeningKind::reseed) ++whole[event.cls].reseeded;
  }
  return whole;
}

/// Of a class after every wipe that is watched.
std::vector<Recovery> recoveries_of(int cls, const History& history, const std::vector<int64_t>& event_days) {
  std::vector<Recovery> out;
  for (const WatchRow& row : history.watched) {
    if (row.cls != cls) continue;
    if (out.empty() || out.back().event != row.event) out.push_back({row.event, {}});
    if (!out.back().recovery_d && row.with >= kRecovered * row.without)
      out.back().recovery_d = static_cast<double>(row.day + 1 - event_days[static_cast<size_t>(row.event)]);
  }
  return out;
}

/// The day on which each watched wipe began: of its first row.
std::vector<int64_t> watched_days(const History& history) {
  std::vector<int64_t> days;
  for (const WatchRow& row : history.watched) {
    const auto event = static_cast<size_t>(row.event);
    if (days.size() <= event) days.resize(event + 1, std::numeric_limits<int64_t>::max());
    days[event] = std::min(days[event], row.day);
  }
  return days;
}

/// All classes of a category together: their numbers day by day.
Sums category_sums(const World& world, Category category, const std::vector<DayRow>& rows,
                   const AuditDays& days) {
  Sums sums;
  DayRow day;
  double number = 0;
  bool any = false;
  const auto close = [&] {
    if (any) sums.add(day, number);
    day = {}, number = 0, any = false;
  };
  for (const DayRow& row : rows) {
    if (row.day < days.from || row.day >= days.to ||
        world.points.classes[static_cast<size_t>(row.cls)].category != category)
      continue;
    if (any && row.day != day.day) close();
    any = true;
    day.day = row.day;
    day.target += row.target, day.harvested += row.harvested, day.unmet += row.unmet;
    number += number_of(category, row);
  }
  close();
  return sums;
}

}  // namespace

double load_on(std::span<const RunEvent> events, int64_t day) {
  double times = 1;
  for (const RunEvent& event : events) {
    if (event.kind == HappeningKind::stop && day >= event.day) times = 0;
    if (event.kind == HappeningKind::load && day >= event.day && day < event.day + event.days)
      times *= event.times;
  }
  return times;
}

AuditDays audit_days(int64_t days, int year_d) {
  const int64_t half = year_d / 2;
  const int64_t years = days > half ? (days - half) / year_d : 0;
  if (years > 0) return {days - years * year_d, days, static_cast<int>(years)};
  return {days > half ? half : days / 2, days, 0};
}

TimeAudit audit_time(const Template& tmpl, const World& world, int64_t days, const History& history) {
  const std::vector<DayRow>& judged = history.without.empty() ? history.rows : history.without;
  const AuditDays window = audit_days(days, tmpl.calendar.year_d);
  const std::map<int, Sums> sums = sums_by_class(world, judged, window);
  std::map<int, Whole> whole = whole_by_class(history);
  const std::vector<int64_t> event_days = watched_days(history);
  TimeAudit audit{window.from, window.to, window.years, {}, true};
  for (const Category category : {Category::resource, Category::wildlife}) {
    std::vector<TimeRow> rows;
    for (const auto& [cls, of] : sums) {
      const PointClassInfo& info = world.points.classes[static_cast<size_t>(cls)];
      if (info.category != category) continue;
      TimeRow row = figures(category, cls, of);
      const Whole& all = whole[cls];
      const PointClass* const stated = class_row(tmpl, info);
      row.swing_asked = category == Category::wildlife && stated != nullptr ? stated->life.swing : 0;
      row.over_cap = all.over_cap, row.extinct = all.extinct, row.reseeded = all.reseeded;
      row.ledger = all.unlike / std::max(1.0, all.turnover);
      row.recoveries = recoveries_of(cls, history, event_days);
      row.held =
          category == Category::wildlife || (stated != nullptr && stated->renewal.how == Renewal::moving);
      judge(row);
      const double swing_over = row.swing_asked > 0 ? row.swing - row.swing_asked - kSwingSlack : 0;
      if (std::abs(row.error) > kMostMeanError / 5 || swing_over > 0)
        row.reason = reason_of(category, of, lacks_places(world, stated, cls), swing_over);
      rows.push_back(std::move(row));
    }
    if (rows.empty()) continue;
    TimeRow all = figures(category, -1, category_sums(world, category, judged, window));
    for (const TimeRow& row : rows) {
      all.passed = all.passed && row.passed;
      all.over_cap += row.over_cap, all.extinct += row.extinct, all.reseeded += row.reseeded;
      all.ledger = std::max(all.ledger, row.ledger);
    }
    audit.passed = audit.passed && all.passed;
    audit.rows.push_back(std::move(all));
    audit.rows.insert(audit.rows.end(), rows.begin(), rows.end());
  }
  return audit;
}

}  // namespace fw
