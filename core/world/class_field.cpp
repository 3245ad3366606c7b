#include "core/world/class_field.h"

#include <array>
#include <cassert>

#include "core/field/quantile.h"
#include "core/model/habitat.h"
#include "core/world/cell_noise.h"

namespace fw {
namespace {

using HabitatTable = std::array<float, kBiomes * kDangers>;

HabitatTable habitat_table(Category category, const PointClass& cls) {
  HabitatTable table{};
  for (int b = 0; b < kBiomes; ++b)
    for (int d = 0; d < kDangers; ++d)
      table[b * kDangers + d] =
          static_cast<float>(habitat_weight(category, cls, static_cast<Biome>(b), static_cast<Danger>(d)));
  return table;
}

std::vector<float> noise_on(const Ground& ground, const NoiseField& noise,
                            const std::vector<uint32_t>& cells) {
  std::vector<float> values(cells.size());
  noise_at_cells(noise, ground.map.code.grid, ground.tmpl.noise.phase, cells, values);
  return values;
}

/// Ranks of the kept cells of a survey, in the survey's order: one walk through the order of all.
std::vector<float> ranks_among(const std::vector<uint32_t>& ascending, const std::vector<uint8_t>& kept,
                               size_t count) {
  std::vector<float> of_cell(kept.size());
  size_t ordinal = 0;
  for (const uint32_t i : ascending) {
    of_cell[i] = static_cast<float>((static_cast<double>(ordinal) + 0.5) / static_cast<double>(count));
    ordinal += kept[i];
  }
  return of_cell;
}

}  // namespace

std::string class_tag(Category category, const PointClass& cls) {
  return std::string(kCategorySlugs[static_cast<size_t>(category)]) + "." + cls.slug;
}

/// A stack may take another layer's seed: that layer's name then stands in front of kind and class.
NoiseField class_noise(const Ground& ground, const NoiseStack& stack, std::string_view layer,
                       const std::string& tag) {
  const std::string lead = stack.seed_of.empty() ? std::string(layer) : stack.seed_of;
  return bind_noise(stack, derive(ground.seeds.noise_stream(), lead + "." + tag));
}

ClassNoise survey_noise(const Ground& ground, const HabitatSurvey& survey, Category category,
                        const PointClass& cls) {
  assert(survey.cells.size() <= size_t{1} << 20);
  const std::string tag = class_tag(category, cls);
  const std::vector<float> ranks =
      rank(noise_on(ground, class_noise(ground, ground.tmpl.noise.feature, "feat", tag), survey.cells));
  ClassNoise out;
  out.ascending.resize(ranks.size());
  // A rank is (ordinal + 0.5) / count: times count it is far from the next whole number at either side.
  const auto count = static_cast<double>(ranks.size());
  for (size_t i = 0; i < ranks.size(); ++i)
    out.ascending[static_cast<size_t>(static_cast<double>(ranks[i]) * count)] = static_cast<uint32_t>(i);
  out.type = noise_on(ground, class_noise(ground, ground.tmpl.noise.type, "type", tag), survey.cells);
  return out;
}

ClassField find_cells(const Ground& ground, const HabitatSurvey& survey, Category category,
                      const PointClass& cls, const ClassNoise* noise) {
  const HabitatTable habitat = habitat_table(category, cls);
  const std::vector<uint8_t>& beside = survey.beside_settlement[static_cast<size_t>(category)];
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
  if (noise == nullptr) {
    const NoiseField feature =
        class_noise(ground, ground.tmpl.noise.feature, "feat", class_tag(category, cls));
    field.rank = rank(noise_on(ground, feature, field.cells));
    return field;
  }
  assert(noise->type.size() == survey.cells.size());
  const std::vector<float> rank_of = ranks_among(noise->ascending, kept, count);
  field.rank.resize(count + 1);
  field.type.resize(count + 1);
  for (size_t i = 0, at = 0; i < kept.size(); at += kept[i++]) {
    field.rank[at] = rank_of[i];
    field.type[at] = noise->type[i];
  }
  field.rank.resize(count);
  field.type.resize(count);
  return field;
}

}  // namespace fw
