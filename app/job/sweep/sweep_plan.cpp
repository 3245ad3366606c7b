#include "app/job/sweep/sweep_plan.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "app/job/search/search_plan.h"
#include "core/base/hash.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/base/suggest.h"
#include "core/model/template/mix_shares.h"
#include "core/template/check/feasibility.h"
#include "core/template/parameters/parameters.h"
#include "core/template/path.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

constexpr int kDigits = 9;
constexpr size_t kMostSteps = 10'000;

struct Found {
  const Parameter* parameter;
  ParameterPlace at;
};

/// The value at a path; a row of shares stands for its share, as in --set.
std::optional<Found> find(const Template& tmpl, const std::string& path) {
  for (const std::string& each : {path, path + ".share"})
    if (const auto found = find_parameter(tmpl, each)) return Found{found->first, found->second};
  return std::nullopt;
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, problem] = read_double(text.data(), text.data() + text.size(), value);
  if (text.empty() || problem != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

Error refused(std::string_view text, const std::string& why) {
  return {ErrorKind::usage, "--vary " + std::string(text.substr(0, 80)) + ": " + why};
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> out;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    out.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// "LOW..HIGH" or "LOW..HIGH/STEPS".
Result<SweepAxis> parse_range(std::string_view text, std::string_view range, const Parameter& parameter,
                              SweepAxis axis) {
  const bool is_number = parameter.type == ParameterType::number || parameter.type == ParameterType::integer;
  if (!is_number) return refused(text, axis.path + " is no number; expected values with commas");
  axis.whole = parameter.type == ParameterType::integer;
  const size_t dots = range.find(".."), slash = range.find('/', dots);
  const auto low = number(range.substr(0, dots));
  const auto high = number(range.substr(dots + 2, slash - dots - 2));
  if (!low || !high || !(*low < *high)) return refused(text, "expected LOW..HIGH with LOW < HIGH");
  if (*low < parameter.min || *high > parameter.max)
    return refused(text, "expected " + expected_text(parameter));
  axis.low = *low, axis.high = *high;
  if (slash == std::string_view::npos) return axis;
  const auto steps = number(range.substr(slash + 1));
  if (!steps || *steps < 2 || *steps > kMostSteps || *steps != std::floor(*steps))
    return refused(text, "expected 2 to " + std::to_string(kMostSteps) + " steps after the slash");
  axis.steps = static_cast<size_t>(*steps);
  return axis;
}

/// The shares that sum to 1 with one of them, in order; nothing for other values.
std::vector<Found> mix_of(const Template& tmpl, const Found& one) {
  std::vector<Found> out;
  const Parameter& p = *one.parameter;
  if (p.path.ends_with("[].share")) {
    const ParameterList* list = find_list(p.path.substr(0, p.path.size() - std::string("[].share").size()));
    if (list == nullptr || list->main_column != "share") return out;
    for (size_t k = 0; k < list->size(tmpl, {}); ++k) out.push_back({&p, k});
  } else if (p.zero_in_given_group && p.max == 1) {
    for (size_t k = 0; k < find_list(p.keys)->size(tmpl, {}); ++k)
      out.push_back({&p, {one.at.row, one.at.inner, k}});
  }
  return out;
}

/// Sets shares of one mix; the others share the rest.
Result<Done> set_shares(Template& tmpl, const std::vector<Found>& mix,
                        const std::vector<std::pair<size_t, double>>& wanted) {
  Shares shares;
  for (const Found& part : mix) {
    const ParameterValue value = part.parameter->get(tmpl, part.at);
    const double* share = std::get_if<double>(&value);
    shares.push_back(share != nullptr ? *share : 0);
  }
  Locks set(shares.size(), false);
  double sum = 0;
  for (const auto& [part, share] : wanted) {
    shares = with_share(shares, set, part, share);
    set[part] = true;
    sum += share;
  }
  if (sum > 1 + 1e-9)
    return Error{ErrorKind::invalid_template,
                 "the shares that were set sum to " + rounded_text(sum) + ", more than 1"};
  for (size_t k = 0; k < mix.size(); ++k) mix[k].parameter->set(tmpl, mix[k].at, shares[k]);
  return Done{};
}

}  // namespace

std::string SweepAxis::word_at(double u) const {
  if (!words.empty()) {
    const auto n = static_cast<double>(words.size());
    return words[std::min(words.size() - 1, static_cast<size_t>(u * n))];
  }
  const double value = low + u * (high - low);
  return rounded_text(whole ? std::round(value) : value, kDigits);
}

double SweepAxis::settled(double u) const {
  if (words.empty()) return (*number(word_at(u)) - low) / (high - low);
  if (words.size() == 1) return 0;
  const auto at = std::find(words.begin(), words.end(), word_at(u)) - words.begin();
  return static_cast<double>(at) / static_cast<double>(words.size() - 1);
}

Result<SweepAxis> parse_axis(std::string_view text, const Template& tmpl) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size())
    return refused(text, "expected PATH=LOW..HIGH, PATH=LOW..HIGH/STEPS or PATH=a,b,c");
  SweepAxis axis;
  axis.path = text.substr(0, equals);
  const std::optional<Found> found = find(tmpl, axis.path);
  if (!found) {
    std::vector<std::string> known;
    for (const std::string_view path : parameter_paths()) known.emplace_back(path);
    return refused(text, "the template has no value " + axis.path + did_you_mean(axis.path, known) +
                             " (docs/template.md lists them)");
  }
  const std::string_view values = text.substr(equals + 1);
  if (values.find("..") != std::string_view::npos) return parse_range(text, values, *found->parameter, axis);
  axis.words = split_words(values);
  const std::set<std::string> different(axis.words.begin(), axis.words.end());
  if (different.size() != axis.words.size() || different.contains(""))
    return refused(text, "expected different values with commas");
  for (const std::string& word : axis.words)
    if (const Result<Template> made = template_with(tmpl, {{axis.path, word}});
        !made && made.error().kind == ErrorKind::usage)
      return refused(text, made.error().message);
  return axis;
}

Result<std::vector<SweepAxis>> parse_axes(const std::vector<std::string>& texts, const Template& tmpl) {
  std::vector<SweepAxis> axes;
  std::set<std::string> paths;
  if (texts.empty()) return Error{ErrorKind::usage, "expected --vary PATH=LOW..HIGH, at least one"};
  for (const std::string& text : texts) {
    Result<SweepAxis> axis = parse_axis(text, tmpl);
    if (!axis) return axis.error();
    if (!paths.insert(axis.value().path).second) return refused(text, "this path is there twice");
    axes.push_back(std::move(axis).value());
  }
  return axes;
}

double coordinate_of(const SweepAxis& axis, const Template& tmpl) {
  const std::optional<Found> found = find(tmpl, axis.path);
  if (!found || !axis.words.empty()) return 0.5;
  const ParameterValue value = found->parameter->get(tmpl, found->at);
  const double* held = std::get_if<double>(&value);
  return held != nullptr ? std::clamp((*held - axis.low) / (axis.high - axis.low), 0.0, 1.0) : 0.5;
}

Result<Template> template_with(const Template& tmpl, const AxisWords& values) {
  std::vector<std::string> settings;
  // Of each mix, by the path of its first share: what is set.
  std::map<std::string, std::pair<std::vector<Found>, std::vector<std::pair<size_t, double>>>> mixes;
  for (const auto& [path, word] : values) {
    const std::optional<Found> found = find(tmpl, path);
    std::vector<Found> mix = found ? mix_of(tmpl, *found) : std::vector<Found>();
    const std::optional<double> share = number(word);
    if (mix.empty() || !share) {
      settings.push_back(path + "=" + word);
      continue;
    }
    const size_t part = found->parameter->keys.empty() ? found->at.row : found->at.key;
    auto& entry = mixes[concrete_path(*mix.front().parameter, tmpl, mix.front().at)];
    entry.first = std::move(mix);
    entry.second.emplace_back(part, *share);
  }
  Result<Template> made = parse_template_with(write_template(tmpl), tmpl.name, settings);
  if (!made) return made;
  for (const auto& [ignored, mix] : mixes)
    if (Result<Done> set = set_shares(made.value(), mix.first, mix.second); !set) return set.error();
  if (!mixes.empty()) {
    made = parse_template(write_template(made.value()), tmpl.name);
    if (!made) return made;
  }
  for (const Finding& finding : check_feasibility(made.value()))
    if (finding.severity == Severity::error)
      return Error{ErrorKind::invalid_template, finding.where + ": " + finding.message};
  return made;
}

AxisWords words_at(const std::vector<SweepAxis>& axes, const UnitPoint& point) {
  AxisWords out;
  for (size_t k = 0; k < axes.size(); ++k) out.emplace_back(axes[k].path, axes[k].word_at(point[k]));
  return out;
}

namespace {

constexpr int kSweepFormat = 1;

/// Draws of designs: the same for every template, so that sweeps can be compared.
constexpr uint64_t kDesignStream = fnv1a64("sweep");

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
