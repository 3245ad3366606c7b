#include "app/job/simulate/simulate_files.h"

#include <algorithm>
#include <map>
#include <utility>

#include "app/job/folder/csv.h"
#include "app/job/simulate/event_text.h"
#include "core/base/json_rows.h"
#include "render/geo/raster/strip_tiff.h"

namespace fw {
namespace {

const PointClassInfo& info_of(const World& world, int cls) {
  return world.points.classes[static_cast<size_t>(cls)];
}
std::string_view slug_of(const World& world, int cls) {
  return cls < 0 ? std::string_view() : std::string_view(info_of(world, cls).slug);
}
std::string_view category_slug(Category category) {
  return kCategorySlugs[static_cast<size_t>(category)];
}

/// A column of series.csv. `animals` and `nodes` = whether such a class has one.
struct SeriesColumn {
  const char* name;
  double DayRow::*value;
  bool animals, nodes;
};
constexpr SeriesColumn kColumns[]{
    {"target", &DayRow::target, true, true},
    {"stock", &DayRow::stock, true, false},
    {"shown", &DayRow::shown, true, true},
    {"born", &DayRow::born, true, false},
    {"eaten", &DayRow::eaten, true, false},
    {"starved", &DayRow::starved, true, false},
    {"hunted", &DayRow::hunted, true, false},
    {"seeded", &DayRow::seeded, true, false},
    {"wiped", &DayRow::wiped, true, true},
    {"opened", &DayRow::opened, false, true},
    {"harvested", &DayRow::harvested, true, true},
    {"worn", &DayRow::worn, false, true},
    {"unmet", &DayRow::unmet, true, true},
    {"closure", &DayRow::closure, true, false},
    {"rest_short", &DayRow::rest_short, false, true},
    {"player_short", &DayRow::player_short, false, true},
};

/// A figure of a row of the audit.
struct AuditColumn {
  const char* name;
  double TimeRow::*value;
};
constexpr AuditColumn kFigures[]{
    {"target", &TimeRow::target},
    {"mean", &TimeRow::mean},
    {"error", &TimeRow::error},
    {"min", &TimeRow::min},
    {"max", &TimeRow::max},
    {"swing", &TimeRow::swing},
    {"swing_asked", &TimeRow::swing_asked},
    {"unmet_share", &TimeRow::unmet_share},
    {"closure", &TimeRow::closure},
    {"closure_high", &TimeRow::closure_high},
    {"over_cap", &TimeRow::over_cap},
    {"ledger", &TimeRow::ledger},
};

std::string reason_slug(const TimeRow& row) {
  return std::string(kTimeReasonSlugs[static_cast<size_t>(row.reason)]);
}

std::string row_json(const World& world, const TimeRow& row, const std::vector<RunEvent>& events) {
  JsonRow out;
  out.text("category", category_slug(row.category)).text_or_null("class", slug_of(world, row.cls));
  for (const AuditColumn& column : kFigures) out.number(column.name, row.*column.value);
  out.whole("extinct", row.extinct).whole("reseeded", row.reseeded);
  std::vector<std::string> recoveries;
  for (const Recovery& recovery : row.recoveries) {
    JsonRow one;
    one.text("event", event_text(events[static_cast<size_t>(recovery.event)]));
    if (recovery.recovery_d)
      one.number("recovery_d", *recovery.recovery_d);
    else
      one.raw("recovery_d", "null");
    recoveries.push_back(one.str());
  }
  return out.raw("recoveries", json_array(recoveries))
      .text("reason", reason_slug(row))
      .truth("passed", row.passed)
      .str();
}

LineSeries over_target(const World& world, int cls, const std::vector<DayRow>& rows, double DayRow::*value) {
  LineSeries line{info_of(world, cls).label, {}, {}, {}};
  for (const DayRow& row : rows) {
    if (row.cls != cls || row.target <= 0) continue;
    line.x.push_back(static_cast<double>(row.day));
    line.y.push_back(row.*value / row.target);
  }
  return line;
}

std::vector<int> classes_of(const World& world, Category category, const std::vector<DayRow>& rows) {
  std::vector<int> classes;
  for (const DayRow& row : rows) {
    if (!rows.empty() && row.day != rows.front().day) break;
    if (info_of(world, row.cls).category == category) classes.push_back(row.cls);
  }
  return classes;
}

void add_chart(const World& world, Category category, const std::vector<DayRow>& rows, const char* name,
               const char* title, double DayRow::*value, std::vector<NamedChart>& charts) {
  LineChart chart;
  chart.title = title;
  chart.x = {"day", "d"};
  chart.y = {"over the quota", ""};
  chart.facets = true;
  for (const int cls : classes_of(world, category, rows))
    chart.series.push_back(over_target(world, cls, rows, value));
  if (!chart.series.empty()) charts.push_back({name, std::move(chart)});
}

}  // namespace

std::string series_csv(const World& world, const std::vector<DayRow>& rows) {
  std::string text = "day,category,class";
  for (const SeriesColumn& column : kColumns) text += std::string(",") + column.name;
  text += "\n";
  for (const DayRow& row : rows) {
    const bool animal = info_of(world, row.cls).category == Category::wildlife;
    CsvLine line;
    line.add(row.day).add(category_slug(info_of(world, row.cls).category)).add(slug_of(world, row.cls));
    for (const SeriesColumn& column : kColumns) {
      if (animal ? column.animals : column.nodes)
        line.add(row.*column.value);
      else
        line.skip(1);
    }
    text += line.str();
  }
  return text;
}

std::string events_csv(const World& world, const std::vector<Happening>& happenings) {
  std::string text = "day,hour,kind,class,region,x_m,y_m,amount\n";
  for (const Happening& row : happenings) {
    CsvLine line;
    line.add(row.day).add(row.hour).add(kHappeningSlugs[static_cast<size_t>(row.kind)]);
    line.add(slug_of(world, row.cls));
    if (row.region > 0)
      line.add(std::string_view(world.regions[static_cast<size_t>(row.region - 1)].name))
          .add(row.at_m.x)
          .add(row.at_m.y);
    else
      line.skip(3);
    text += line.add(row.amount).str();
  }
  return text;
}

std::string time_audit_csv(const World& world, const TimeAudit& audit, const std::vector<RunEvent>& events) {
  std::string text = "category,class";
  for (const AuditColumn& column : kFigures) text += std::string(",") + column.name;
  text += ",extinct,reseeded,recovery_d,reason,passed\n";
  for (const TimeRow& row : audit.rows) {
    CsvLine line;
    line.add(category_slug(row.category)).add(slug_of(world, row.cls));
    for (const AuditColumn& column : kFigures) line.add(row.*column.value);
    line.add(int64_t{row.extinct}).add(int64_t{row.reseeded});
    std::string recoveries;
    for (const Recovery& recovery : row.recoveries)
      recoveries += (recoveries.empty() ? "" : "; ") +
                    event_text(events[static_cast<size_t>(recovery.event)]) + ": " +
                    (recovery.recovery_d ? number_text(*recovery.recovery_d) : std::string("not yet"));
    line.add(std::string_view(recoveries)).add(std::string_view(reason_slug(row)));
    text += line.add(std::string_view(row.passed ? "yes" : "no")).str();
  }
  return text;
}

std::string time_audit_json(const World& world, const TimeAudit& audit, const std::vector<RunEvent>& events) {
  std::vector<std::string> rows;
  for (const TimeRow& row : audit.rows) rows.push_back(row_json(world, row, events));
  return json_document({{"from_day", std::to_string(audit.from_day)},
                        {"to_day", std::to_string(audit.to_day)},
                        {"years", std::to_string(audit.years)},
                        {"rows", json_lines(rows, 2)},
                        {"passed", audit.passed ? "true" : "false"}});
}

Result<Done> write_run_map(const std::filesystem::path& file, const RunPlan& plan,
                           const EcologyState& state) {
  const Ecology& ecology = *plan.ecology;
  StripTiff tiff{ecology.blocks.grid, {}};
  std::vector<std::vector<double>> values;
  for (size_t c = 0; c < ecology.stocks.web.classes.size(); ++c) {
    tiff.bands.push_back(ecology.stocks.web.classes[c].slug);
    values.push_back(density_by_block(ecology, state, c));
  }
  const size_t blocks = ecology.blocks.size();
  for (size_t c = 0; c < ecology.spots.classes.size(); ++c) {
    const SpotClass& cls = ecology.spots.classes[c];
    tiff.bands.push_back(cls.slug + " soil");
    values.push_back(soil_by_block(cls, state.spots[c], blocks));
    tiff.bands.push_back(cls.slug + " uses");
    values.push_back(uses_by_block(cls, state.spots[c], blocks));
  }
  tiff.metadata = {{"generator", "fieldwright " FIELDWRIGHT_VERSION}};
  tiff.strip_rows = 64;
  const FillStrip fill = [&](size_t band, int first_row, int rows, std::span<float> out) {
    const size_t first = static_cast<size_t>(first_row) * static_cast<size_t>(tiff.grid.columns);
    const size_t count = static_cast<size_t>(rows) * static_cast<size_t>(tiff.grid.columns);
    for (size_t i = 0; i < count; ++i) out[i] = static_cast<float>(values[band][first + i]);
  };
  return write_strips(file, tiff, fill, {});
}

std::vector<NamedChart> run_charts(const World& world, const History& history,
                                   const std::vector<RunEvent>& events) {
  std::vector<NamedChart> charts;
  add_chart(world, Category::wildlife, history.rows, "stocks", "Stocks of animals", &DayRow::stock, charts);
  add_chart(world, Category::resource, history.rows, "spots", "Nodes that stand", &DayRow::shown, charts);
  std::map<std::pair<int, int>, LineSeries> lines;
  for (const WatchRow& row : history.watched) {
    if (row.without <= 0) continue;
    LineSeries& line = lines[{row.event, row.cls}];
    line.x.push_back(static_cast<double>(row.day)), line.y.push_back(row.with / row.without);
  }
  for (size_t e = 0; e < events.size(); ++e) {
    LineChart chart;
    chart.title = "After " + event_text(events[e]);
    chart.x = {"day", "d"};
    chart.y = {"over what is there without it", ""};
    chart.facets = true;
    for (auto& [key, line] : lines) {
      if (key.first != static_cast<int>(e)) continue;
      line.name = info_of(world, key.second).label;
      chart.series.push_back(line);
    }
    if (!chart.series.empty()) charts.push_back({"response_" + std::to_string(e + 1), std::move(chart)});
  }
  return charts;
}

}  // namespace fw
