#include "core/experiment/protocol.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/hash.h"
#include "core/base/number_text.h"
#include "core/base/seed.h"
#include "core/base/suggest.h"
#include "core/experiment/studies.h"
#include "core/model/coordinator.h"
#include "core/model/template/tuning.h"

namespace fw {
namespace {

Error usage(std::string message) {
  return {ErrorKind::usage, std::move(message)};
}

std::string_view slug(std::span<const std::string_view> slugs, auto value) {
  return slugs[static_cast<size_t>(value)];
}

size_t method_index(const StudyRow& study, std::string_view method) {
  return static_cast<size_t>(find_method(study, method) - study.methods.data());
}

/// The variants of a study's sweep; one nominal variant without a sweep.
Result<std::vector<Variant>> sweep_variants(const StudyRow& study, Sweep sweep) {
  if (sweep == Sweep::none) return std::vector<Variant>{{std::string(kNominalVariant), {}}};
  const auto variants = [&study](Sweep of) {
    return study.variants == nullptr ? std::vector<Variant>{} : study.variants(of);
  };
  if (std::vector<Variant> found = variants(sweep); !found.empty()) return found;
  std::string known = "none";
  for (const Sweep other : {Sweep::field, Sweep::agents})
    if (!variants(other).empty()) known += " or " + std::string(slug(kSweepSlugs, other));
  return usage("--sweep " + std::string(slug(kSweepSlugs, sweep)) + ": the " + std::string(study.slug) +
               " study has no such sweep; expected " + known);
}

/// The variants of a request: its scenes, or those of its sweep.
Result<std::vector<Variant>> variants_of(const StudyRow& study, const StudyRequest& request) {
  if (study.scenes == nullptr && !request.scenes.empty())
    return usage("--scenes: the " + std::string(study.slug) + " study has no scenes");
  if (study.scenes == nullptr || request.sweep != Sweep::none) return sweep_variants(study, request.sweep);
  return study.scenes(request.scenes);
}

/// Whether a sweep changes a method: field sweeps concern methods that read a field.
bool sweep_concerns(Study study, Sweep sweep, std::string_view method) {
  if (sweep != Sweep::field) return true;
  const Method* known = find_method(row_of(study), method);
  return known != nullptr && known->reads_field;
}

/// The methods of a request, in the study's order.
Result<std::vector<std::string>> chosen_methods(const StudyRequest& request) {
  const std::string study{row_of(request.study).slug};
  const std::vector<std::string> all = study_methods(request.study, Preset::all);
  const std::vector<std::string> of_preset = study_methods(request.study, request.preset);
  const auto has = [](const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  for (const std::string& name : request.methods) {
    if (!has(all, name)) {
      std::string known;
      for (const std::string& method : all) known += (known.empty() ? "" : ", ") + method;
      return usage("--methods " + name + ": the " + study + " study has no such method" +
                   did_you_mean(name, all) + "; it has " + known);
    }
    if (!has(of_preset, name))
      return usage("--methods " + name + ": belongs to preset " +
                   std::string(method_preset(request.study, name)) + ", not to --preset " +
                   std::string(slug(kPresetSlugs, request.preset)));
    if (!sweep_concerns(request.study, request.sweep, name))
      return usage("--methods " + name + ": reads no noise field, so --sweep field changes nothing for it");
  }
  std::vector<std::string> chosen;
  for (const std::string& name : of_preset)
    if ((request.methods.empty() || has(request.methods, name)) &&
        sweep_concerns(request.study, request.sweep, name))
      chosen.push_back(name);
  return chosen;
}

Result<Done> check_seeds(const StudyRequest& request) {
  if (request.last_seed < request.first_seed || request.last_seed > kMaxSeed)
    return usage("--seeds: expected N >= 1, or A..B with A <= B <= " + std::to_string(kMaxSeed));
  if (request.last_seed - request.first_seed >= kMostSeeds)
    return usage("--seeds: " + std::to_string(request.last_seed - request.first_seed + 1) +
                 " seeds; a study takes at most " + std::to_string(kMostSeeds));
  return Done{};
}

void add_line(std::string& text, std::string_view name, const std::string& value) {
  text += name;
  text += '=';
  text += value;
  text += '\n';
}

}  // namespace

std::string_view method_preset(Study study, std::string_view method) {
  const Method* known = find_method(row_of(study), method);
  return known != nullptr && known->ours ? "better" : "published";
}

std::vector<std::string> study_methods(Study study, Preset preset) {
  std::vector<std::string> names;
  for (const Method& method : row_of(study).methods)
    if (preset == Preset::all || (preset == Preset::better) == method.ours) names.emplace_back(method.slug);
  return names;
}

Result<std::vector<PlannedRun>> plan_study(const StudyRequest& request) {
  const StudyRow& row = row_of(request.study);
  if (auto fits = check_seeds(request); !fits) return fits.error();
  if (request.scales.empty()) return usage("--scale: expected some of small, medium, large");
  const auto variants = variants_of(row, request);
  if (!variants) return variants.error();
  const auto methods = chosen_methods(request);
  if (!methods) return methods.error();
  const auto plays = [&row](const Variant& variant, const std::string& method) {
    return row.plays == nullptr || row.plays(variant, method_index(row, method));
  };
  for (const std::string& method : request.methods)
    if (std::ranges::none_of(variants.value(), [&](const Variant& v) { return plays(v, method); }))
      return usage("--methods " + method + ": takes part in none of the scenes of --scenes");
  const std::string study{row.slug};

  std::vector<PlannedRun> runs;
  for (const Scale scale : request.scales)
    for (const Variant& variant : variants.value())
      for (const std::string& method : methods.value()) {
        if (!plays(variant, method)) continue;
        PlannedRun run;
        run.key.group = {study, std::string(method_preset(request.study, method)),
                         std::string(slug(kScaleSlugs, scale)), variant.name, method};
        auto setup = row.plan(scale, method_index(row, method), request.settings, variant);
        if (!setup) return setup.error();
        run.setup = std::move(setup).value();
        for (uint64_t seed = request.first_seed; seed <= request.last_seed; ++seed) {
          run.key.seed = seed;
          runs.push_back(run);
        }
      }
  return runs;
}

std::string run_parameters(const PlannedRun& run) {
  std::string text;
  const GroupKey& g = run.key.group;
  add_line(text, "study", g.study);
  add_line(text, "preset", g.preset);
  add_line(text, "scale", g.scale);
  add_line(text, "variant", g.variant);
  add_line(text, "method", g.method);
  add_line(text, "seed", std::to_string(run.key.seed));
  const StudyRow& study = *find_study(g.study);
  for (const auto& [name, value] : study.scale_lines(run.setup))
    add_line(text, "scale." + std::string(name), value);
  const TunedParams params = study.params(run.setup);
  for (size_t row = 0; row < params.size(); ++row)
    add_line(text, params.rule(row).path, number_text(params.get(row)));
  return text;
}

std::string run_digest(const PlannedRun& run, std::string_view version) {
  return sha256_hex("version=" + std::string(version) + "\n" + run_parameters(run));
}

}  // namespace fw
