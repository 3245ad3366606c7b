#include "app/job/sweep/sweep_plan.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/job/search/search_plan.h"
#include "core/base/hash.h"
#include "core/base/json_rows.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

constexpr int kSweepFormat = 1;

/// Draws of designs: the same for every template, so that sweeps can be compared.
constexpr uint64_t kDesignStream = fnv1a64("sweep");

Template without_seeds(Template tmpl) {
  tmpl.seed = 0;
  tmpl.stream_seeds = {};
  return tmpl;
}

std::string texts_json(const std::vector<std::string>& texts) {
  std::vector<std::string> out;
  for (const std::string& text : texts) out.push_back(json_string(text));
  return json_array(out);
}

/// The number of points before they are made; more than kMostSweepPoints counts as 0.
size_t count_points(const SweepPlan& plan, const std::vector<SweepAxis>& axes) {
  std::vector<size_t> levels;
  for (const SweepAxis& axis : axes) levels.push_back(axis.levels());
  switch (plan.design) {
    case SweepDesign::grid:
      return grid_size(levels, kMostSweepPoints);
    case SweepDesign::lhs:
      return plan.samples <= kMostSweepPoints ? plan.samples : 0;
    case SweepDesign::morris:
      return plan.samples <= kMostSweepPoints / (axes.size() + 1) ? plan.samples * (axes.size() + 1) : 0;
    case SweepDesign::sobol:
      return plan.samples <= kMostSweepPoints / (axes.size() + 2) ? plan.samples * (axes.size() + 2) : 0;
  }
  return 0;
}

}  // namespace

Result<SweepPoints> plan_points(const SweepPlan& plan) {
  SweepPoints out;
  Result<std::vector<SweepAxis>> axes = parse_axes(plan.vary, plan.tmpl);
  if (!axes) return axes.error();
  out.axes = std::move(axes).value();
  const size_t count = count_points(plan, out.axes);
  if (count == 0 || count * plan.seeds.size() > kMostSweepRuns || out.axes.size() > kMostSobol / 2)
    return Error{ErrorKind::usage, "sweep: expected at most " + std::to_string(kMostSweepPoints) +
                                       " points and " + std::to_string(kMostSweepRuns) +
                                       " worlds; take fewer --samples, steps, parameters or seeds"};
  const size_t dimensions = out.axes.size();
  switch (plan.design) {
    case SweepDesign::grid: {
      std::vector<size_t> levels;
      for (const SweepAxis& axis : out.axes) levels.push_back(axis.levels());
      out.points = grid_design(levels);
      break;
    }
    case SweepDesign::lhs:
      out.points = lhs_design(dimensions, plan.samples, kDesignStream);
      break;
    case SweepDesign::morris:
      out.points = morris_design(dimensions, plan.samples, kDesignStream);
      break;
    case SweepDesign::sobol:
      out.points = sobol_design(dimensions, plan.samples);
      break;
  }
  out.table = search_figures(plan.tmpl, plan.resolution);
  return out;
}

std::string sweep_plan_json(const SweepPlan& plan) {
  std::string tmpl = write_template(without_seeds(plan.tmpl));
  while (!tmpl.empty() && tmpl.back() == '\n') tmpl.pop_back();
  return json_document({{"sweep", std::to_string(kSweepFormat)},
                        {"version", json_string(FIELDWRIGHT_VERSION)},
                        {"template_digest", json_string(template_digest(plan.tmpl))},
                        {"resolution", std::to_string(plan.resolution)},
                        {"seeds", json_string(seed_list_text(plan.seeds))},
                        {"vary", texts_json(plan.vary)},
                        {"design", json_string(kSweepDesignSlugs[static_cast<size_t>(plan.design)])},
                        {"samples", std::to_string(plan.samples)},
                        {"template", tmpl}});
}

Result<SweepPlan> parse_sweep_plan(std::string_view text, const std::string& source) {
  using Json = nlohmann::ordered_json;
  const Json root = Json::parse(text, nullptr, false);
  const Error foreign{ErrorKind::io, source + ": is not the plan of a sweep"};
  if (root.is_discarded() || !root.is_object() || !root.contains("sweep")) return foreign;
  try {
    if (root.at("sweep") != kSweepFormat || root.at("version") != FIELDWRIGHT_VERSION)
      return Error{ErrorKind::usage, source + ": made by version " + root.at("version").get<std::string>() +
                                         ", this is " FIELDWRIGHT_VERSION
                                         "; go on with that version or begin another folder"};
    SweepPlan plan;
    Result<Template> tmpl = parse_template(root.at("template").dump(), source);
    if (!tmpl) return tmpl.error();
    plan.tmpl = std::move(tmpl).value();
    plan.resolution = root.at("resolution");
    Result<SeedList> seeds = parse_seed_list(root.at("seeds").get<std::string>());
    const std::string design = root.at("design");
    const auto slug = std::find(std::begin(kSweepDesignSlugs), std::end(kSweepDesignSlugs), design);
    if (!seeds || slug == std::end(kSweepDesignSlugs)) return foreign;
    plan.seeds = std::move(seeds).value();
    plan.vary = root.at("vary").get<std::vector<std::string>>();
    plan.design = static_cast<SweepDesign>(slug - std::begin(kSweepDesignSlugs));
    plan.samples = root.at("samples");
    return plan;
  } catch (const Json::exception&) {
    return foreign;
  }
}

}  // namespace fw
