#include "core/world/points/class_field.h"

#include <algorithm>
#include <array>
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

/// The features of a field, grouped so that few are looked at to rank a value that comes in addition.
class FeatureRanks {
 public:
  explicit FeatureRanks(const std::vector<float>& feature) : grouped_(feature.size()) {
    if (feature.empty()) return;
    float high = low_ = feature.front();
    for (const float value : feature)
      if (value < low_)
        low_ = value;
      else if (value > high)
        high = value;
    per_unit_ = static_cast<float>(kGroups - 1) / std::max(high - low_, 1e-6F);
    for (const float value : feature) ++first_[group_of(value) + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
    for (const float value : feature) grouped_[next[group_of(value)]++] = value;
  }

  /// In (0, 1).
  float rank_of(float value) const {
    if (grouped_.empty()) return 0.5F;
    const size_t group = group_of(value);
    uint32_t below = first_[group];
    for (uint32_t i = first_[group]; i < first_[group + 1]; ++i) below += grouped_[i] < value ? 1 : 0;
    return static_cast<float>((static_cast<double>(std::min<size_t>(below, grouped_.size() - 1)) + 0.5) /
                              static_cast<double>(grouped_.size()));
  }

 private:
  static constexpr size_t kGroups = 4096;

  /// Ascends with the value.
  size_t group_of(float value) const {
    return static_cast<size_t>(std::clamp((value - low_) * per_unit_, 0.0F, static_cast<float>(kGroups - 1)));
  }

  float low_ = 0, per_unit_ = 0;  ///< the least feature, and groups for a unit of the features
  std::vector<uint32_t> first_ = std::vector<uint32_t>(kGroups + 1);  ///< place in `grouped_`, by group
  std::vector<float> grouped_;
};

/// The least rank of a feature that is not below `value`; `most`, the largest of all ranks, if there is none.
/// Ranks ascend with the features, so it is that of the least such feature.
float rank_from(const std::vector<float>& feature, const std::vector<float>& rank, float most, float value) {
  constexpr size_t kLanes = 8;  // side by side, so that vectors hold them
  std::array<float, kLanes> least;
  least.fill(most);
  const auto look = [&](size_t i, float& of) {
    const float here = feature[i] >= value ? rank[i] : most;
    of = here < of ? here : of;
  };
  const size_t whole = feature.size() - feature.size() % kLanes;
  for (size_t i = 0; i < whole; i += kLanes)
    for (size_t lane = 0; lane < kLanes; ++lane) look(i + lane, least[lane]);
  for (size_t i = whole; i < feature.size(); ++i) look(i, least[0]);
  return *std::min_element(least.begin(), least.end());
}

}  // namespace

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
                              const PointClass& cls, const ClassNoise* noise, const ClassField& natural,
                              bool with_feature) {
  ClassField field;
  field.places = survey.places;
  const std::vector<uint8_t> kept = find_mask(inputs, survey, category, cls, field);
  if (fits(noise, survey)) field.type = take_kept(noise->type, kept, field.cells.size());
  const size_t count = field.cells.size();
  field.rank.resize(count);
  if (with_feature) field.feature.resize(count);
  // Cells that are in the mask only now. Every place is written, and kept by moving on: no branch to guess.
  std::vector<uint32_t> added(count + 1), place_of_added(count + 1);
  size_t additions = 0, i = 0;
  for (size_t at = 0; i < count && at < natural.cells.size();) {
    const uint32_t cell = field.cells[i], other = natural.cells[at];
    field.rank[i] = natural.rank[at];
    if (with_feature) field.feature[i] = natural.feature[at];
    added[additions] = cell;
    place_of_added[additions] = static_cast<uint32_t>(i);
    additions += cell < other ? 1 : 0;
    i += cell <= other ? 1 : 0;
    at += other <= cell ? 1 : 0;
  }
  for (; i < count; ++i, ++additions) {
    added[additions] = field.cells[i];
    place_of_added[additions] = static_cast<uint32_t>(i);
  }
  if (additions == 0) return field;
  added.resize(additions);
  const FeatureRanks natural_ranks(natural.feature);
  const std::vector<float> feature = feature_on(inputs, category, cls, added);
  for (size_t k = 0; k < additions; ++k) {
    field.rank[place_of_added[k]] = natural_ranks.rank_of(feature[k]);
    if (with_feature) field.feature[place_of_added[k]] = feature[k];
  }
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
    if (!field.feature.empty()) field.feature[count] = field.feature[i];
    if (!field.type.empty()) field.type[count] = field.type[i];
    ++count;
  }
  field.cells.resize(count);
  field.weight.resize(count);
  field.rank.resize(count);
  if (!field.feature.empty()) field.feature.resize(count);
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
  std::vector<float> own;
  if (field.feature.empty()) own = feature_on(inputs, category, cls, field.cells);
  const std::vector<float>& feature = own.empty() ? field.feature : own;
  const std::vector<float> values = feature_on(inputs, category, cls, elsewhere);
  const float most = *std::max_element(field.rank.begin(), field.rank.end());
  for (size_t k = 0; k < slot.size(); ++k)
    ranks[slot[k]] = static_cast<double>(rank_from(feature, field.rank, most, values[k]));
  return ranks;
}

}  // namespace fw
