#include "core/experiment/protocol.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/hash.h"
#include "core/base/seed.h"
#include "core/experiment/sweeps_internal.h"
#include "core/model/methods.h"
#include "core/model/number_text.h"
#include "core/model/suggest.h"
#include "core/model/template/tuning.h"

namespace fw {
namespace {

constexpr const char* kMethodOption = "--methods";

Error usage(std::string message) {
  return {ErrorKind::usage, std::move(message)};
}

std::string_view slug(std::span<const std::string_view> slugs, auto value) {
  return slugs[static_cast<size_t>(value)];
}

size_t method_index(Study study, std::string_view method) {
  return static_cast<size_t>(find_method(study, method) - methods_of(study).data());
}

Result<Done> make_setup(PlannedRun& run, Scale scale, const Variant& variant, size_t method,
                        const StudyRequest& request) {
  if (request.study == Study::crowd) {
    CrowdSetup setup{crowd_scale(scale), crowd_preset(static_cast<CrowdMethod>(method))};
    if (auto tuned = tune_all(setup.params, crowd_tuning(), request.settings, kMethodOption); !tuned)
      return tuned;
    apply(variant, setup);
    const Arena arena{setup.scale.side_m, Border::torus};
    if (auto fits = check_crowd(setup.params, arena, setup.scale.agents); !fits) return fits;
    run.setup = std::move(setup);
  } else if (request.study == Study::action) {
    ActionSetup setup{action_scale(scale), action_preset(static_cast<ActionMethod>(method))};
    if (auto tuned = tune_all(setup.params, action_tuning(), request.settings, kMethodOption); !tuned)
      return tuned;
    apply(variant, setup);
    if (auto fits = check_action(setup.params, {setup.scale.side_m, Border::torus}); !fits) return fits;
    run.setup = std::move(setup);
  } else {
    SpawnSetup setup{spawn_scale(scale), spawn_preset(static_cast<SpawnMethod>(method))};
    setup.params.target = setup.scale.target;
    setup.params.quota = setup.scale.quota;
    setup.params.players = setup.scale.players;
    if (auto tuned = tune_all(setup.params, spawn_tuning(), request.settings, kMethodOption); !tuned)
      return tuned;
    if (auto fits = check_spawn(setup.params); !fits) return fits;
    run.setup = std::move(setup);
  }
  return Done{};
}

/// The methods of a request, in the study's order.
Result<std::vector<std::string>> chosen_methods(const StudyRequest& request) {
  const std::string study{slug(kStudySlugs, request.study)};
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

template <typename Params>
void add_tuning(std::string& text, const Params& params, std::span<const TuningRow<Params>> rows) {
  for (const TuningRow<Params>& row : rows) add_line(text, row.rule.path, number_text(row.get(params)));
}

void add_setup(std::string& text, const CrowdSetup& setup) {
  add_line(text, "scale.agents", std::to_string(setup.scale.agents));
  add_line(text, "scale.ticks", std::to_string(setup.scale.ticks));
  add_line(text, "scale.snapshot_ticks", std::to_string(setup.scale.snapshot_ticks));
  add_line(text, "scale.side_m", number_text(setup.scale.side_m));
  add_tuning(text, setup.params, crowd_tuning());
}

void add_setup(std::string& text, const ActionSetup& setup) {
  add_line(text, "scale.agents", std::to_string(setup.scale.agents));
  add_line(text, "scale.ticks", std::to_string(setup.scale.ticks));
  add_line(text, "scale.side_m", number_text(setup.scale.side_m));
  add_line(text, "scale.warmup_ticks", std::to_string(setup.scale.warmup_ticks));
  add_line(text, "scale.snapshot_ticks", std::to_string(setup.scale.snapshot_ticks));
  add_tuning(text, setup.params, action_tuning());
}

void add_setup(std::string& text, const SpawnSetup& setup) {
  add_line(text, "scale.ticks", std::to_string(setup.scale.ticks));
  add_line(text, "scale.side_m", number_text(setup.scale.side_m));
  add_line(text, "scale.coverage_samples", std::to_string(setup.scale.coverage_samples));
  add_tuning(text, setup.params, spawn_tuning());
}

}  // namespace

CrowdScale crowd_scale(Scale scale) {
  if (scale == Scale::small) return {200, 360, 5, 1000};
  if (scale == Scale::large) return {3200, 1080, 15, 1000};
  return {1200, 720, 10, 1000};
}

ActionScale action_scale(Scale scale) {
  if (scale == Scale::small) return {800, 1200, 600, 60, 5};
  if (scale == Scale::large) return {8000, 3600, 2000, 60, 5};
  return {2000, 1800, 1000, 60, 5};
}

SpawnScale spawn_scale(Scale scale) {
  if (scale == Scale::small) return {2400, 90, 80, 48, 6, 1024};
  if (scale == Scale::large) return {7200, 240, 256, 192, 12, 4096};
  return {3600, 120, 128, 96, 8, 2048};
}

std::string_view method_preset(Study study, std::string_view method) {
  const Method* known = find_method(study, method);
  return known != nullptr && known->ours ? "better" : "published";
}

std::vector<std::string> study_methods(Study study, Preset preset) {
  std::vector<std::string> names;
  for (const Method& method : methods_of(study))
    if (preset == Preset::all || (preset == Preset::better) == method.ours) names.emplace_back(method.slug);
  return names;
}

Result<std::vector<PlannedRun>> plan_study(const StudyRequest& request) {
  if (auto fits = check_seeds(request); !fits) return fits.error();
  if (request.scales.empty()) return usage("--scale: expected some of small, medium, large");
  const auto variants = sweep_variants(request.study, request.sweep);
  if (!variants) return variants.error();
  const auto methods = chosen_methods(request);
  if (!methods) return methods.error();
  const std::string study{slug(kStudySlugs, request.study)};

  std::vector<PlannedRun> runs;
  for (const Scale scale : request.scales)
    for (const Variant& variant : variants.value())
      for (const std::string& method : methods.value()) {
        PlannedRun run;
        run.key.group = {study, std::string(method_preset(request.study, method)),
                         std::string(slug(kScaleSlugs, scale)), variant.name, method};
        if (auto made = make_setup(run, scale, variant, method_index(request.study, method), request); !made)
          return made.error();
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
  std::visit([&](const auto& setup) { add_setup(text, setup); }, run.setup);
  return text;
}

std::string run_digest(const PlannedRun& run, std::string_view version) {
  return sha256_hex("version=" + std::string(version) + "\n" + run_parameters(run));
}

}  // namespace fw
