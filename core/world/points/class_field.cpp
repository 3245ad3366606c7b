#include "core/world/points/class_field.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

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

/// The mask of a class: cells and weights; returns which of the survey's cells are in it.
std::vector<uint8_t> find_mask(const PlacementInputs& inputs, const HabitatSurvey& survey, Category category,
                               const PointClass& cls, ClassField& field) {
  const HabitatTable habitat = habitat_table(inputs.tmpl.vocabulary, category, cls);
  const std::vector<uint8_t>& beside = survey.beside_landmark[static_cast<size_t>(category)];
  const bool has_margin = !beside.empty();
  size_t most = 0;
  for (size_t kind = 0; kind < habitat.size(); ++kind)
    most += habitat[kind] > 0 ? survey.cells_of_kind[kind] : 0;
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
  return kept;
}

/// Regions on less than the whole island leave cells out: then the noise does not fit the survey.
bool fits(const ClassNoise* noise, const HabitatSurvey& survey) {
  return noise != nullptr && noise->type.size() == survey.cells.size();
}

/// The values of the cells that are kept.
std::vector<float> take_kept(const std::vector<float>& values, const std::vector<uint8_t>& kept,
                             size_t count) {
  std::vector<float> out(count + 1);
  for (size_t i = 0, at = 0; i < kept.size(); at += kept[i++]) out[at] = values[i];
  out.resize(count);
  return out;
}

std::vector<float> feature_on(const PlacementInputs& inputs, Category category, const PointClass& cls,
                              const std::vector<uint32_t>& cells) {
  return noise_on(class_noise(class_seeds(inputs.seeds, cls), inputs.tmpl.noise.feature, "feat",
                              class_tag(category, cls)),
                  inputs.map.code.grid, inputs.tmpl.noise.phase, cells);
}

/// The feature noise on a mask, and its type noise where `noise` fits.
std::vector<float> find_feature(const PlacementInputs& inputs, const HabitatSurvey& survey, Category category,
                                const PointClass& cls, const ClassNoise* noise,
                                const std::vector<uint8_t>& kept, ClassField& field) {
  if (!fits(noise, survey)) return feature_on(inputs, category, cls, field.cells);
  field.type = take_kept(noise->type, kept, field.cells.size());
  return take_kept(noise->feature, kept, field.cells.size());
}

/// The features of a field, ascending: a rank tells where its value stands among all.
std::vector<float> sorted_by_rank(const ClassField& field) {
  std::vector<float> sorted(field.feature.size());
  const auto n = static_cast<double>(sorted.size());
  for (size_t i = 0; i < sorted.size(); ++i)
    sorted[static_cast<size_t>(static_cast<double>(field.rank[i]) * n)] = field.feature[i];
  assert(std::is_sorted(sorted.begin(), sorted.end()));
  return sorted;
}

/// The rank of a value that comes in addition; in (0, 1).
float rank_among(const std::vector<float>& sorted, float value) {
  if (sorted.empty()) return 0.5F;
  const auto below =
      static_cast<size_t>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
  return static_cast<float>((static_cast<double>(std::min(below, sorted.size() - 1)) + 0.5) /
                            static_cast<double>(sorted.size()));
}

/// For each value the rank of the least feature that is not below it; the largest rank if there is none.
std::vector<float> ranks_among(const std::vector<float>& feature, const std::vector<float>& rank,
                               const std::vector<float>& values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<float> ascending;
  for (const size_t k : order) ascending.push_back(values[k]);
  const float most = *std::max_element(rank.begin(), rank.end());
  // Each feature serves the largest value that it is not below, and so all that are smaller.
  std::vector<std::pair<float, float>> next(values.size(), {std::numeric_limits<float>::infinity(), most});
  for (size_t i = 0; i < feature.size(); ++i) {
    const auto above = std::upper_bound(ascending.begin(), ascending.end(), feature[i]);
    if (above == ascending.begin()) continue;
    auto& of = next[static_cast<size_t>(above - ascending.begin()) - 1];
    of = std::min(of, {feature[i], rank[i]});
  }
  std::vector<float> out(values.size());
  for (size_t k = order.size(); k-- > 0;) {
    if (k + 1 < order.size()) next[k] = std::min(next[k], next[k + 1]);
    out[order[k]] = next[k].second;
  }
  return out;
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
                      const PointClass& cls, const ClassNoise* noise, bool with_feature) {
  ClassField field;
  field.places = survey.places;
  const std::vector<uint8_t> kept = find_mask(inputs, survey, category, cls, field);
  std::vector<float> feature = find_feature(inputs, survey, category, cls, noise, kept, field);
  field.rank = rank(feature);
  if (with_feature) field.feature = std::move(feature);
  return field;
}

ClassField find_cells_by_hand(const PlacementInputs& inputs, const HabitatSurvey& survey, Category category,
                              const PointClass& cls, const ClassNoise* noise, const ClassField& natural) {
  ClassField field;
  field.places = survey.places;
  const std::vector<uint8_t> kept = find_mask(inputs, survey, category, cls, field);
  if (fits(noise, survey)) field.type = take_kept(noise->type, kept, field.cells.size());
  field.rank.resize(field.cells.size());
  std::vector<uint32_t> added;  // cells that are in the mask only now
  std::vector<size_t> place_of_added;
  for (size_t i = 0, at = 0; i < field.cells.size(); ++i) {
    while (at < natural.cells.size() && natural.cells[at] < field.cells[i]) ++at;
    if (at < natural.cells.size() && natural.cells[at] == field.cells[i]) {
      field.rank[i] = natural.rank[at];
      continue;
    }
    added.push_back(field.cells[i]);
    place_of_added.push_back(i);
  }
  if (added.empty()) return field;
  const std::vector<float> sorted = sorted_by_rank(natural);
  const std::vector<float> feature = feature_on(inputs, category, cls, added);
  for (size_t k = 0; k < added.size(); ++k) field.rank[place_of_added[k]] = rank_among(sorted, feature[k]);
  return field;
}

void multiply_weights(ClassField& field, const Raster<float>& by) {
  size_t count = 0;
  for (size_t i = 0; i < field.cells.size(); ++i) {
    const float weight = field.weight[i] * by[field.cells[i]];
    if (weight <= 0) continue;
    field.cells[count] = field.cells[i];
    field.weight[count] = weight;
    field.rank[count] = field.rank[i];
    if (!field.type.empty()) field.type[count] = field.type[i];
    ++count;
  }
  field.cells.resize(count);
  field.weight.resize(count);
  field.rank.resize(count);
  if (!field.type.empty()) field.type.resize(count);
}

std::vector<double> ranks_at(const PlacementInputs& inputs, Category category, const PointClass& cls,
                             const ClassField& field, std::span<const uint32_t> cells) {
  std::vector<double> ranks(cells.size(), 0.0);
  if (field.cells.empty()) return ranks;
  std::vector<uint32_t> elsewhere;
  std::vector<size_t> slot;  // in `cells`
  for (size_t i = 0; i < cells.size(); ++i) {
    const auto at = std::lower_bound(field.cells.begin(), field.cells.end(), cells[i]);
    if (at != field.cells.end() && *at == cells[i]) {
      ranks[i] = static_cast<double>(field.rank[static_cast<size_t>(at - field.cells.begin())]);
      continue;
    }
    elsewhere.push_back(cells[i]);
    slot.push_back(i);
  }
  if (elsewhere.empty()) return ranks;
  const auto feature_at = [&](const std::vector<uint32_t>& at) {
    return feature_on(inputs, category, cls, at);
  };
  const std::vector<float> rank = ranks_among(feature_at(field.cells), field.rank, feature_at(elsewhere));
  for (size_t k = 0; k < slot.size(); ++k) ranks[slot[k]] = static_cast<double>(rank[k]);
  return ranks;
}

}  // namespace fw
