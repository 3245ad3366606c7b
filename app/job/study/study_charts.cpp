#include "app/job/study/study_charts.h"

#include <algorithm>
#include <cmath>

#include "app/job/study/chart_internal.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"

namespace fw {
namespace {

constexpr int kFigureResolution = 256;
constexpr int kWorldResolution = 384;

using Plan = std::vector<PlannedRun>;

/// The setups that the request plans for a method; the preset where it does not run that method.
template <typename Setup>
Setup setup_for(const Plan& plan, std::string_view method, Setup otherwise) {
  for (const PlannedRun& run : plan)
    if (run.key.group.method == method && run.key.group.variant == kNominalVariant)
      if (const auto* setup = setup_of<Setup>(run)) return *setup;
  return otherwise;
}

std::string seed_text(std::string_view method, uint64_t seed) {
  return method_label(method) + ", seed " + std::to_string(seed);
}

std::vector<NamedChart> crowd_mechanism(const Plan& plan, uint64_t seed) {
  std::vector<NamedChart> charts;
  for (const CrowdMethod method : {CrowdMethod::perlin_dual, CrowdMethod::curl_dual}) {
    const std::string_view slug = kCrowdMethodSlugs[static_cast<size_t>(method)];
    CrowdSetup setup = setup_for<CrowdSetup>(plan, slug, {crowd_scale(Scale::medium), crowd_preset(method)});
    const int ticks = std::min(setup.scale.ticks, 120);
    charts.push_back(
        {"fields_" + std::string(slug),
         crowd_chart(crowd_figure(setup, seed, ticks, kFigureResolution), seed_text(slug, seed))});
  }
  return charts;
}

std::vector<NamedChart> action_mechanism(const Plan& plan, uint64_t seed) {
  const auto setup = setup_for<ActionSetup>(
      plan, "perlin_hybrid", {action_scale(Scale::medium), action_preset(ActionMethod::perlin_hybrid)});
  return {{"activation_slice",
           hazard_chart(hazard_figure(setup, seed, kFigureResolution), seed_text("perlin_hybrid", seed))}};
}

std::vector<NamedChart> spawn_mechanism(const Plan& plan, uint64_t seed) {
  const auto setup = setup_for<SpawnSetup>(plan, "perlin_a",
                                           {spawn_scale(Scale::medium), spawn_preset(SpawnMethod::perlin_a)});
  return {{"spawn_policies", spawn_chart(spawn_figure(setup, seed, 285, kFigureResolution),
                                         "First cycle, seed " + std::to_string(seed))}};
}

/// The figures that explain a study's mechanism; a study without a row has none.
struct MechanismRow {
  Study study;
  std::vector<NamedChart> (*charts)(const Plan& plan, uint64_t seed);
  bool of_world = false;  ///< also how a world comes about: the same kind of field, cut into a world
};
constexpr MechanismRow kMechanisms[] = {
    {Study::crowd, crowd_mechanism},
    {Study::action, action_mechanism},
    {Study::spawn, spawn_mechanism, true},
};

}  // namespace

Result<std::vector<NamedFile>> study_charts(const StudyResult& result, const Progress& progress) {
  std::vector<NamedChart> charts = result_charts(result);
  const auto row = std::ranges::find(kMechanisms, result.request.study, &MechanismRow::study);
  if (row == std::end(kMechanisms)) return draw_all(charts, progress);
  const auto planned = plan_study(result.request);
  for (NamedChart& chart : row->charts(planned ? planned.value() : Plan{}, result.request.first_seed))
    charts.push_back(std::move(chart));
  auto files = draw_all(charts, progress);
  if (!files || !row->of_world) return files;

  const BuiltinTemplate& builtin = builtin_templates().front();
  const auto tmpl = parse_template(builtin.text, builtin.name);
  if (!tmpl) return tmpl.error();
  auto of_world = world_charts(tmpl.value(), result.request.first_seed, progress);
  if (!of_world) return of_world;
  for (NamedFile& file : of_world.value()) files.value().push_back(std::move(file));
  return files;
}

Result<std::vector<NamedFile>> world_charts(const Template& tmpl, uint64_t seed, const Progress& progress) {
  std::vector<NamedChart> charts;
  const std::string subtitle = tmpl.name + ", seed " + std::to_string(seed);
  // The class with most points shows best how gate and mask cut it out.
  const auto most =
      std::max_element(tmpl.resources.begin(), tmpl.resources.end(),
                       [](const PointClass& a, const PointClass& b) { return a.quota < b.quota; });
  if (most != tmpl.resources.end()) {
    const auto figure = sampling_figure(tmpl, seed, most->slug, kWorldResolution, progress);
    if (!figure) return figure.error();
    charts.push_back({"single_feature", sampling_chart(figure.value(), subtitle)});
  }
  const auto world = generate(tmpl, SeedBundle::from_master(seed), kWorldResolution, progress);
  if (!world) return world.error();
  charts.push_back({"discrete_branch", discrete_chart(discrete_figure(*world.value()), subtitle)});
  return draw_all(charts, progress);
}

}  // namespace fw
