#include <cmath>

#include "app/job/folder/csv.h"
#include "app/job/sweep/sweep.h"
#include "app/job/sweep/sweep_results_internal.h"
#include "core/base/hash.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

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

}  // namespace

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
