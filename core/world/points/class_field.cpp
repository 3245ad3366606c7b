#include "core/world/points/class_field.h"

#include <array>
#include <span>

#include "core/field/quantile/quantile.h"
#include "core/model/world/habitat.h"
#include "core/world/land/cell_noise.h"

namespace fw {
namespace {

/// By kind of cell.
using HabitatTable = std::array<float, kCellKinds>;

HabitatTable habitat_table(const Vocabulary& vocabulary, Category category, const PointClass& cls) {
  HabitatTable table{};
  const size_t bands = vocabulary.danger.size();
  for (size_t b = 0; b < vocabulary.biomes.size(); ++b)
    for (size_t d = 0; d < bands; ++d)
      table[b * bands + d] = static_cast<float>(
          habitat_weight(vocabulary, category, cls, static_cast<Biome>(b), static_cast<Danger>(d)));
  return table;
}

std::vector<float> noise_on(const NoiseField& noise, const GridSpec& grid, double phase,
                            const std::vector<uint32_t>& cells) {
  std::vector<float> values(cells.size());
  noise_at_cells(noise, grid, phase, cells, values);
  return values;
}

}  // namespace

std::string class_tag(Category category, const PointClass& cls) {
  return std::string(kCategorySlugs[static_cast<size_t>(category)]) + "." + cls.slug;
}

SeedBundle class_seeds(const SeedBundle& seeds, const PointClass& cls) {
  return cls.seed ? SeedBundle::from_master(*cls.seed) : seeds.of(SeedPart::points);
}

NoiseField class_noise(const SeedBundle& seeds, const NoiseStack& stack, std::string_view layer,
                       const std::string& tag) {
  const std::string lead = stack.seed_of.empty() ? std::string(layer) : stack.seed_of;
  return bind_noise(stack, derive(seeds.noise_stream(), lead + "." + tag));
}

ClassNoise make_class_noise(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                            const std::vector<uint32_t>& cells, Category category, const PointClass& cls) {
  const std::string tag = class_tag(category, cls);
  const double phase = tmpl.noise.phase;
  return {noise_on(class_noise(seeds, tmpl.noise.feature, "feat", tag), grid, phase, cells),
          noise_on(class_noise(seeds, tmpl.noise.type, "type", tag), grid, phase, cells)};
}

ClassField find_cells(const PlacementInputs& inputs, const HabitatSurvey& survey, Category category,
                      const PointClass& cls, const ClassNoise* noise) {
  const HabitatTable habitat = habitat_table(inputs.tmpl.vocabulary, category, cls);
  const std::vector<uint8_t>& beside = survey.beside_landmark[static_cast<size_t>(category)];
  const bool has_margin = !beside.empty();
  size_t most = 0;
  for (size_t kind = 0; kind < habitat.size(); ++kind)
    most += habitat[kind] > 0 ? survey.cells_of_kind[kind] : 0;
  ClassField field;
  // Every cell is written, and kept by moving on: no branch to guess. Hence one place more.
  field.cells.resize(most + 1);
  field.weight.resize(most + 1);
  std::vector<uint8_t> kept(survey.cells.size());
  size_t count = 0;
  for (size_t i = 0; i < survey.cells.size(); ++i) {
    const float weight = habitat[survey.kind[i]];
    field.cells[count] = survey.cells[i];
    field.weight[count] = weight;
    kept[i] = static_cast<uint8_t>(weight > 0) & static_cast<uint8_t>(!has_margin || beside[i] == 0);
    count += kept[i];
  }
  field.cells.resize(count);
  field.weight.resize(count);
  // Regions on less than the whole island leave cells out: then the noise does not fit the survey.
  if (noise == nullptr || noise->type.size() != survey.cells.size()) {
    const NoiseField feature = class_noise(class_seeds(inputs.seeds, cls), inputs.tmpl.noise.feature, "feat",
                                           class_tag(category, cls));
    field.rank = rank(noise_on(feature, inputs.map.code.grid, inputs.tmpl.noise.phase, field.cells));
    return field;
  }
  std::vector<float> feature(count + 1);
  field.type.resize(count + 1);
  for (size_t i = 0, at = 0; i < kept.size(); at += kept[i++]) {
    feature[at] = noise->feature[i];
    field.type[at] = noise->type[i];
  }
  field.rank = rank(std::span(feature).first(count));
  field.type.resize(count);
  return field;
}

}  // namespace fw
