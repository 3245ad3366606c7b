#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "app/job/chart/draw_charts.h"
#include "app/job/folder/csv.h"
#include "app/job/sweep/sweep.h"
#include "app/job/sweep/sweep_plan.h"
#include "core/base/hash.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/measure/pattern/summary.h"
#include "core/search/effects.h"

// The results of a sweep: tables, effects and charts.
namespace fw {
namespace {

/// A row of effects.csv.
struct Effect {
  size_t axis = 0;
  std::string_view measure;
  double value = 0;
  double low = 0, high = 0;  ///< 95 % interval; NaN where there is none
};

/// What a sweep says of one figure.
struct FigureEffects {
  std::vector<double> means;  ///< by point, over the seeds
  TemplateOrLuck luck;
  std::vector<Effect> effects;
};

constexpr uint64_t kBootstrapStream = fnv1a64("sweep bootstrap");

void add_figures(CsvLine& line, const FigureTable& table) {
  for (const SearchFigure& figure : table.figures) line.add(figure.name);
}

std::string points_csv(const SweepPlan& plan, const SweepPoints& points, const SweepTable& table,
                       const std::vector<FigureEffects>& effects) {
  CsvLine head;
  head.add(std::string_view("point"));
  for (const SweepAxis& axis : points.axes) head.add(axis.path);
  head.add(std::string_view("verdict")).add(std::string_view("worlds"));
  add_figures(head, points.table);
  std::string text = head.str();
  const uint64_t seeds = plan.seeds.size();
  for (size_t p = 0; p < points.points.size(); ++p) {
    int64_t worlds = 0;
    for (uint64_t s = 0; s < seeds; ++s) worlds += table.values[p * seeds + s].empty() ? 0 : 1;
    CsvLine line;
    line.add(static_cast<int64_t>(p));
    for (const auto& [path, word] : words_at(points.axes, points.points[p])) line.add(word);
    line.add(table.failures[p].empty() ? std::string_view("made") : std::string_view(table.failures[p]));
    line.add(worlds);
    for (const FigureEffects& figure : effects) line.add(figure.means[p]);
    text += line.str();
  }
  return text;
}

std::string runs_csv(const SweepPlan& plan, const SweepPoints& points, const SweepTable& table) {
  CsvLine head;
  head.add(std::string_view("point")).add(std::string_view("seed"));
  add_figures(head, points.table);
  std::string text = head.str();
  const uint64_t seeds = plan.seeds.size();
  for (size_t run = 0; run < table.values.size(); ++run) {
    if (table.values[run].empty()) continue;
    CsvLine line;
    line.add(static_cast<int64_t>(run / seeds)).add(std::to_string(plan.seeds.at(run % seeds)));
    for (const double value : table.values[run]) line.add(value);
    text += line.str();
  }
  return text;
}

std::string luck_csv(const SweepPoints& points, const std::vector<FigureEffects>& effects) {
  std::string text = "figure,sd_points,sd_seeds,ratio,share_point,share_seed,share_rest\n";
  for (size_t k = 0; k < effects.size(); ++k) {
    const TemplateOrLuck& luck = effects[k].luck;
    CsvLine line;
    line.add(points.table.figures[k].name);
    for (const double v :
         {luck.sd_points, luck.sd_seeds, luck.ratio, luck.share_point, luck.share_seed, luck.share_rest})
      line.add(v);
    text += line.str();
  }
  return text;
}

std::string effects_csv(const SweepPoints& points, const std::vector<FigureEffects>& effects) {
  std::string text = "figure,parameter,measure,value,low,high\n";
  for (size_t k = 0; k < effects.size(); ++k)
    for (const Effect& effect : effects[k].effects) {
      CsvLine line;
      line.add(points.table.figures[k].name).add(points.axes[effect.axis].path).add(effect.measure);
      line.add(effect.value).add(effect.low).add(effect.high);
      text += line.str();
    }
  return text;
}

std::string summary_json(const SweepPlan& plan, const SweepPoints& points, const SweepTable& table) {
  int64_t infeasible = 0;
  for (const std::string& failure : table.failures) infeasible += failure.empty() ? 0 : 1;
  return json_document({{"template", json_string(plan.tmpl.name)},
                        {"resolution", std::to_string(plan.resolution)},
                        {"design", json_string(kSweepDesignSlugs[static_cast<size_t>(plan.design)])},
                        {"points", std::to_string(points.points.size())},
                        {"infeasible", std::to_string(infeasible)},
                        {"worlds", std::to_string(run_count(plan, points))},
                        {"missing", json_string(seed_list_text(table.missing))}});
}

/// What the design can tell of a figure's means over its points.
std::vector<Effect> effects_of(const SweepPlan& plan, const std::vector<UnitPoint>& settled,
                               const FigureEffects& figure, size_t axes) {
  std::vector<Effect> out;
  const auto add = [&](size_t axis, const char* measure, double value, double low = kNotMeasured,
                       double high = kNotMeasured) {
    out.push_back({axis, measure, value, low, high});
  };
  if (plan.design == SweepDesign::morris) {
    const std::vector<MorrisEffect> effects = morris_effects(settled, figure.means);
    for (size_t a = 0; a < effects.size(); ++a) {
      const MorrisEffect& e = effects[a];
      if (e.count == 0) continue;
      add(a, "mu", e.mu);
      add(a, "mu_star", e.mu_star);
      add(a, "sigma", e.sigma);
      if (figure.luck.sd_seeds > 0) add(a, "mu_star_in_seed_sd", e.mu_star / figure.luck.sd_seeds);
    }
    return out;
  }
  if (plan.design == SweepDesign::sobol) {
    const std::vector<SobolIndex> indices = sobol_indices(axes, figure.means, kBootstrapStream);
    for (size_t a = 0; a < indices.size(); ++a) {
      const SobolIndex& i = indices[a];
      add(a, "first", i.first, i.first_low, i.first_high);
      add(a, "total", i.total, i.total_low, i.total_high);
    }
    return out;
  }
  for (size_t a = 0; a < axes; ++a) {
    std::vector<double> x, y;
    for (size_t p = 0; p < settled.size(); ++p)
      if (std::isfinite(figure.means[p])) x.push_back(settled[p][a]), y.push_back(figure.means[p]);
    const double sd_x = summarize(x).sd, r = pearson(x, y);
    if (!(sd_x > 0)) continue;
    add(a, "correlation", r);
    add(a, "slope", r * summarize(y).sd / sd_x);
  }
  return out;
}

/// By figure of the table.
std::vector<FigureEffects> figure_effects(const SweepPlan& plan, const SweepPoints& points,
                                          const SweepTable& table) {
  std::vector<UnitPoint> settled = points.points;
  for (UnitPoint& point : settled)
    for (size_t a = 0; a < points.axes.size(); ++a) point[a] = points.axes[a].settled(point[a]);
  std::vector<FigureEffects> out;
  for (size_t k = 0; k < points.table.figures.size(); ++k) {
    const std::vector<std::vector<double>> by_point = figure_by_point(plan, points, table, k);
    FigureEffects figure;
    figure.means = point_means(by_point);
    figure.luck = template_or_luck(by_point);
    figure.effects = effects_of(plan, settled, figure, points.axes.size());
    out.push_back(std::move(figure));
  }
  return out;
}

constexpr size_t kMostFigures = 8;
constexpr size_t kMostBins = 12;
constexpr double kMostRatio = 100;  // of a bar

/// The key figures that the points move most against the seeds; ties by the table's order.
std::vector<size_t> moved_figures(const SweepPoints& points, const std::vector<FigureEffects>& effects) {
  std::vector<size_t> out;
  for (size_t k = 0; k < effects.size(); ++k) {
    const TemplateOrLuck& luck = effects[k].luck;
    if (!points.table.figures[k].name.starts_with("audit.") && luck.sd_points > 0) out.push_back(k);
  }
  std::stable_sort(out.begin(), out.end(), [&](size_t a, size_t b) {
    return effects[a].luck.share_point > effects[b].luck.share_point;
  });
  if (out.size() > kMostFigures) out.resize(kMostFigures);
  return out;
}

/// Values of a parameter as they stand on an axis: numbers, or places in the list.
double place_of(const SweepAxis& axis, double u) {
  return axis.words.empty() ? axis.low + axis.settled(u) * (axis.high - axis.low)
                            : axis.settled(u) * static_cast<double>(axis.words.size() - 1);
}

/// A figure over a parameter: mean and standard deviation of the worlds at like values.
LineSeries curve(const SweepPlan& plan, const SweepPoints& points, const SweepTable& table, size_t figure,
                 size_t a) {
  const SweepAxis& axis = points.axes[a];
  const auto by_point = figure_by_point(plan, points, table, figure);
  std::map<double, std::vector<double>> at;
  for (size_t p = 0; p < by_point.size(); ++p)
    for (const double v : by_point[p])
      if (std::isfinite(v)) at[place_of(axis, points.points[p][a])].push_back(v);
  if (at.size() > kMostBins) {  // too many different values: even bins
    std::map<double, std::vector<double>> bins;
    const double width = (axis.high - axis.low) / kMostBins;
    for (const auto& [x, values] : at) {
      const double bin = std::min<double>(kMostBins - 1, std::floor((x - axis.low) / width));
      auto& into = bins[axis.low + (bin + 0.5) * width];
      into.insert(into.end(), values.begin(), values.end());
    }
    at = std::move(bins);
  }
  LineSeries series;
  series.name = points.table.figures[figure].name;
  for (const auto& [x, values] : at) {
    const Summary summary = summarize(values);
    series.x.push_back(x);
    series.y.push_back(summary.mean);
    series.half_widths.push_back(summary.sd);
  }
  return series;
}

/// The measure of a design that says how much a parameter does.
std::string_view strength_of(SweepDesign design) {
  return design == SweepDesign::morris  ? "mu_star_in_seed_sd"
         : design == SweepDesign::sobol ? "total"
                                        : "correlation";
}

NamedChart effects_chart(const SweepPlan& plan, const SweepPoints& points, const std::vector<size_t>& figures,
                         const std::vector<FigureEffects>& effects) {
  BarChart chart;
  const std::string_view measure = strength_of(plan.design);
  chart.title = plan.tmpl.name + ": effects of the parameters";
  chart.subtitle = std::string(kSweepDesignSlugs[static_cast<size_t>(plan.design)]) + ", " +
                   std::to_string(points.points.size()) + " points, " + std::to_string(plan.seeds.size()) +
                   " seeds each";
  chart.y.title = measure == "correlation" ? "absolute correlation" : std::string(measure);
  chart.y.low = 0;
  for (const size_t k : figures) chart.groups.push_back(points.table.figures[k].name);
  for (size_t a = 0; a < points.axes.size(); ++a) {
    BarSeries series;
    series.name = points.axes[a].path;
    for (const size_t k : figures) {
      double value = kAutomatic;
      for (const Effect& effect : effects[k].effects)
        if (effect.axis == a && effect.measure == measure) value = std::abs(effect.value);
      series.values.push_back(value);
    }
    chart.series.push_back(std::move(series));
  }
  return {"effects", std::move(chart)};
}

NamedChart luck_chart(const SweepPlan& plan, const SweepPoints& points,
                      const std::vector<FigureEffects>& effects) {
  std::vector<size_t> figures;
  for (size_t k = 0; k < effects.size(); ++k)
    if (!points.table.figures[k].name.starts_with("audit.") && effects[k].luck.ratio > 0)
      figures.push_back(k);
  std::stable_sort(figures.begin(), figures.end(),
                   [&](size_t a, size_t b) { return effects[a].luck.ratio > effects[b].luck.ratio; });
  BarChart chart;
  chart.title = plan.tmpl.name + ": template or luck";
  chart.subtitle =
      "spread of the points' means over the spread between seeds; above 1 tune it, below 1 search it";
  chart.y = {"ratio", "", AxisKind::logarithmic};
  BarSeries series;
  series.name = "ratio";
  for (const size_t k : figures) {
    chart.groups.push_back(points.table.figures[k].name);
    series.values.push_back(std::min(effects[k].luck.ratio, kMostRatio));
  }
  chart.series.push_back(std::move(series));
  return {"template_or_luck", std::move(chart)};
}

/// The figures that the parameters move most, over each parameter; effects; template or luck.
std::vector<NamedChart> sweep_charts(const SweepPlan& plan, const SweepPoints& points,
                                     const SweepTable& table, const std::vector<FigureEffects>& effects) {
  std::vector<NamedChart> charts;
  const std::vector<size_t> figures = moved_figures(points, effects);
  for (size_t a = 0; a < points.axes.size() && !figures.empty(); ++a) {
    LineChart chart;
    chart.title = plan.tmpl.name + ": " + points.axes[a].path;
    chart.subtitle = "mean of the worlds, band: their standard deviation";
    chart.x.title = points.axes[a].path;
    if (!points.axes[a].words.empty()) chart.x.title += " (place in the list)";
    chart.facets = true;
    chart.band_name = "standard deviation";
    for (const size_t k : figures) chart.series.push_back(curve(plan, points, table, k, a));
    charts.push_back({"parameter_" + std::to_string(a + 1), std::move(chart)});
  }
  if (!figures.empty()) charts.push_back(effects_chart(plan, points, figures, effects));
  if (plan.seeds.size() > 1 && points.points.size() > 1) charts.push_back(luck_chart(plan, points, effects));
  return charts;
}

}  // namespace

Result<std::vector<NamedFile>> sweep_results(const SweepPlan& plan, const SweepPoints& points,
                                             const SweepTable& table, const Progress& progress) {
  const std::vector<FigureEffects> effects = figure_effects(plan, points, table);
  std::vector<NamedFile> files{{"points.csv", points_csv(plan, points, table, effects)},
                               {"runs.csv", runs_csv(plan, points, table)},
                               {"effects.csv", effects_csv(points, effects)},
                               {"luck.csv", luck_csv(points, effects)},
                               {"summary.json", summary_json(plan, points, table)}};
  Result<std::vector<NamedFile>> charts = draw_all(sweep_charts(plan, points, table, effects), progress);
  if (!charts) return charts;
  for (NamedFile& chart : charts.value()) files.push_back(std::move(chart));
  return files;
}

}  // namespace fw
