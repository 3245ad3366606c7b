#include <algorithm>
#include <cmath>
#include <map>

#include "app/job/study/chart_internal.h"
#include "core/experiment/studies.h"

// A study's figures as charts.
namespace fw {
namespace {

std::vector<std::string> distinct(const std::vector<SummaryRow>& rows, std::string GroupKey::*member) {
  std::vector<std::string> out;
  for (const SummaryRow& row : rows)
    if (std::find(out.begin(), out.end(), row.group.*member) == out.end()) out.push_back(row.group.*member);
  return out;
}

std::string seeds_text(const StudyRequest& request) {
  const uint64_t n = request.last_seed - request.first_seed + 1;
  return n == 1 ? "seed " + std::to_string(request.first_seed) : "mean over " + std::to_string(n) + " seeds";
}

const StudyRow& study_of(const StudyResult& result) {
  return row_of(result.request.study);
}

/// Values of very different size only compare on a logarithmic axis; 0 and below have no place there.
AxisKind kind_for(const BarChart& chart) {
  double low = INFINITY, high = 0;
  for (const BarSeries& series : chart.series)
    for (const double v : series.values) {
      if (!std::isfinite(v)) continue;
      low = std::min(low, v), high = std::max(high, v);
    }
  return low > 0 && high > 40 * low ? AxisKind::logarithmic : AxisKind::linear;
}

struct BarAxes {
  std::vector<std::string> groups, series;
  std::string GroupKey::*group_member;
  std::string GroupKey::*series_member;
};

/// Bars of one metric from the rows that `wanted` lets through.
template <typename Wanted>
BarChart bars_of(const std::vector<SummaryRow>& rows, const StudyMetric& metric, const BarAxes& axes,
                 const Wanted& wanted) {
  BarChart chart;
  chart.title = metric.title;
  chart.interval_name = "95 % interval of the mean";
  chart.reference_name = "published";
  chart.y.title = metric.axis;
  for (const std::string& name : axes.series) {
    BarSeries series;
    series.name = axes.series_member == &GroupKey::method ? method_label(name) : name;
    const std::vector<double> none(axes.groups.size(), kAutomatic);
    series.values = series.half_widths = series.references = none;
    bool any = false;
    for (const SummaryRow& row : rows) {
      if (row.metric != metric.name || row.group.*axes.series_member != name || !wanted(row)) continue;
      const auto g = static_cast<size_t>(
          std::find(axes.groups.begin(), axes.groups.end(), row.group.*axes.group_member) -
          axes.groups.begin());
      if (g >= axes.groups.size()) continue;
      chart.y.unit = row.unit;
      series.values[g] = row.mean;
      series.half_widths[g] = row.ci95;
      series.references[g] = row.published.value_or(kAutomatic);
      any = any || std::isfinite(row.mean);
    }
    if (any) chart.series.push_back(std::move(series));
  }
  chart.y.kind = kind_for(chart);
  if (metric.better == Better::lower) chart.y.title += ", lower is better";
  if (metric.better == Better::higher) chart.y.title += ", higher is better";
  return chart;
}

/// Leaves out groups without any bar, a method that lacks the figure: they would be holes in the chart.
void drop_empty_groups(BarChart& chart) {
  for (size_t g = chart.groups.size(); g-- > 0;) {
    const bool any = std::any_of(chart.series.begin(), chart.series.end(),
                                 [&](const BarSeries& s) { return std::isfinite(s.values[g]); });
    if (any) continue;
    const auto at = static_cast<std::ptrdiff_t>(g);
    chart.groups.erase(chart.groups.begin() + at);
    for (BarSeries& s : chart.series)
      for (auto* values : {&s.values, &s.half_widths, &s.references}) values->erase(values->begin() + at);
  }
}

void add_nominal_bars(std::vector<NamedChart>& charts, const StudyResult& result) {
  const BarAxes axes{distinct(result.summary, &GroupKey::method), distinct(result.summary, &GroupKey::scale),
                     &GroupKey::method, &GroupKey::scale};
  for (const StudyMetric& metric : study_of(result).metrics) {
    BarChart chart = bars_of(result.summary, metric, axes,
                             [](const SummaryRow& row) { return row.group.variant == kNominalVariant; });
    chart.groups = axes.groups;
    drop_empty_groups(chart);
    if (chart.series.empty()) continue;
    for (size_t g = 0; g < chart.groups.size(); ++g) {
      if (is_noise_driven(chart.groups[g])) chart.emphasised.push_back(g);
      chart.groups[g] = method_label(chart.groups[g]);
    }
    chart.ordered_series = true;
    chart.subtitle = std::string(study_of(result).title) + ", " +
                     (chart.series.size() == 1 ? chart.series[0].name + " scale, " : "") +
                     seeds_text(result.request) + "; methods driven by noise in bold";
    charts.push_back({std::string(metric.name), std::move(chart)});
  }
}

void add_sweep_bars(std::vector<NamedChart>& charts, const StudyResult& result) {
  for (const std::string& scale : distinct(result.summary, &GroupKey::scale))
    for (const StudyMetric& metric : study_of(result).metrics) {
      const BarAxes axes{distinct(result.summary, &GroupKey::variant),
                         distinct(result.summary, &GroupKey::method), &GroupKey::variant, &GroupKey::method};
      BarChart chart = bars_of(result.summary, metric, axes,
                               [&](const SummaryRow& row) { return row.group.scale == scale; });
      chart.groups = axes.groups;
      drop_empty_groups(chart);
      if (chart.series.empty()) continue;
      for (std::string& name : chart.groups) std::replace(name.begin(), name.end(), '_', ' ');
      const std::string_view sweep = kSweepSlugs[static_cast<size_t>(result.request.sweep)];
      const bool scenes = result.request.sweep == Sweep::none;
      chart.subtitle = std::string(study_of(result).title) + ", " +
                       (scenes ? "by scene" : "sweep of " + std::string(sweep)) + ", " + scale + " scale, " +
                       seeds_text(result.request);
      charts.push_back(
          {(scenes ? "scenes_" : "sweep_") + std::string(metric.name) + "_" + scale, std::move(chart)});
    }
}

/// One marker per run.
void add_scatter(std::vector<NamedChart>& charts, const StudyResult& result) {
  const StudyScatter* const pair = study_of(result).scatter;
  if (pair == nullptr) return;
  ScatterChart chart;
  chart.title = pair->title;
  chart.subtitle = std::string(study_of(result).title) + ", a marker per run";
  chart.x = {.title = std::string(pair->x_title), .unit = "", .low = 0, .high = 1};
  chart.y = {.title = std::string(pair->y_title), .unit = "", .low = 0, .high = 1};
  const auto methods = distinct(result.summary, &GroupKey::method);
  chart.marker_names = distinct(result.summary, &GroupKey::scale);
  for (const std::string& method : methods) chart.colour_names.push_back(method_label(method));
  for (size_t m = 0; m < methods.size(); ++m)
    for (size_t s = 0; s < chart.marker_names.size(); ++s) {
      std::map<std::pair<std::string, uint64_t>, Vec2> runs;  // by variant and seed
      for (const RunRow& row : result.rows) {
        const GroupKey& group = row.run.group;
        if (group.method != methods[m] || group.scale != chart.marker_names[s]) continue;
        if (row.metric != pair->x && row.metric != pair->y) continue;
        Vec2& at =
            runs.try_emplace({group.variant, row.run.seed}, Vec2{kAutomatic, kAutomatic}).first->second;
        (row.metric == pair->x ? at.x : at.y) = row.value;
      }
      PointSeries series{m, s, {}, {}};
      for (const auto& [run, at] : runs) series.x.push_back(at.x), series.y.push_back(at.y);
      chart.series.push_back(std::move(series));
    }
  charts.push_back({std::string(pair->name), std::move(chart)});
}

/// A small plot per method at the middle of the scales that ran.
void add_curves(std::vector<NamedChart>& charts, const StudyResult& result) {
  auto scales = distinct(result.summary, &GroupKey::scale);
  if (scales.empty()) return;
  const std::string scale = scales[scales.size() / 2];
  for (const StudyCurve& text : study_of(result).curves) {
    LineChart chart;
    chart.title = text.title;
    chart.facets = true;
    chart.band_name = "95 % interval of the mean";
    chart.y.title = text.axis;
    if (text.from_zero) chart.y.low = 0;
    for (const SeriesMean& mean : result.mean_series) {
      if (mean.name != text.name || mean.group.scale != scale || mean.group.variant != kNominalVariant)
        continue;
      LineSeries series{method_label(mean.group.method), mean.x, mean.mean, {}};
      if (std::any_of(mean.ci95.begin(), mean.ci95.end(), [](double v) { return std::isfinite(v); }))
        series.half_widths = mean.ci95;
      chart.x.title = mean.x_name.empty()
                          ? ""
                          : std::string(1, static_cast<char>(mean.x_name[0] - 32)) + mean.x_name.substr(1);
      chart.x.unit = mean.x_unit;
      chart.y.unit = mean.unit;
      chart.series.push_back(std::move(series));
    }
    if (chart.series.empty()) continue;
    chart.subtitle =
        std::string(study_of(result).title) + ", " + scale + " scale, " + seeds_text(result.request);
    charts.push_back({"series_" + std::string(text.name), std::move(chart)});
  }
}

}  // namespace

namespace {

/// A slug that several studies have has one title in all.
const Method* method_of(std::string_view slug) {
  for (const auto study : kStudies)
    if (const Method* method = find_method(study(), slug)) return method;
  return nullptr;
}

}  // namespace

std::string method_label(std::string_view slug) {
  const Method* method = method_of(slug);
  return std::string(method != nullptr ? method->title : slug);
}

bool is_noise_driven(std::string_view slug) {
  const Method* method = method_of(slug);
  return method != nullptr && method->reads_field;
}

std::vector<NamedChart> result_charts(const StudyResult& result) {
  std::vector<NamedChart> charts;
  if (result.request.sweep == Sweep::none && study_of(result).scenes == nullptr)
    add_nominal_bars(charts, result);
  else
    add_sweep_bars(charts, result);
  add_scatter(charts, result);
  add_curves(charts, result);
  return charts;
}

}  // namespace fw
