#include "core/world/landmarks/landmark_survey.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <string_view>

#include "core/base/exact/exact_batch.h"
#include "core/base/exact/exact_math.h"
#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/cure.h"
#include "core/model/world/features.h"
#include "core/model/world/hand_told.h"
#include "core/world/landmarks/standing.h"

namespace fw {
namespace {

/// Cells whose region differs from the west or north neighbour's; the sea counts as a region.
Mask border_cells(const Raster<uint8_t>& code) {
  const GridSpec& grid = code.grid;
  Mask border(grid);
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const uint8_t own = code.at(column, row);
      const bool west = column > 0 && code.at(column - 1, row) != own;
      const bool north = row > 0 && code.at(column, row - 1) != own;
      border.at(column, row) = west || north ? 1 : 0;
    }
  return border;
}

/// Cells of ground beside another region's, on both sides.
Mask region_border_cells(const Raster<uint8_t>& code) {
  const GridSpec& grid = code.grid;
  Mask border(grid);
  const auto mark = [&](size_t a, size_t b) {
    if (code[a] == 0 || code[b] == 0 || code[a] == code[b]) return;
    border[a] = border[b] = 1;
  };
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const size_t cell = grid.index(column, row);
      if (column > 0) mark(cell, cell - 1);
      if (row > 0) mark(cell, cell - static_cast<size_t>(grid.columns));
    }
  return border;
}

constexpr size_t kEntropyRows = 32;  // per piece

/// Land cells of a window by biome, then by danger, then unused places.
template <size_t N>
using ClassCounts = std::array<int32_t, N>;

/// The counts of the windows of one row after the other: every column's cells between the window's rows are
/// kept counted, and a window moving east takes in one column and leaves another.
template <size_t N>
class MovingWindow {
 public:
  MovingWindow(const PlacementInputs& inputs, int half, int first_row)
      : inputs_(inputs),
        grid_(inputs.map.code.grid),
        half_(half),
        biomes_(inputs.tmpl.vocabulary.biomes.size()),
        column_(static_cast<size_t>(grid_.columns), ClassCounts<N>{}) {
    for (int row = first_row - half; row <= first_row + half; ++row) count_row(row, 1);
  }

  void to_next_row(int row) {
    count_row(row - 1 - half_, -1);
    count_row(row + half_, 1);
  }

  /// Calls visit(column, counts) for every window of the present row.
  template <typename Visit>
  void along_row(const Visit& visit) const {
    ClassCounts<N> counts{};
    for (int column = 0; column < half_ && column < grid_.columns; ++column) add(column, counts, 1);
    for (int column = 0; column < grid_.columns; ++column) {
      if (column + half_ < grid_.columns) add(column + half_, counts, 1);
      if (column - half_ > 0) add(column - half_ - 1, counts, -1);
      visit(column, counts);
    }
  }

 private:
  void add(int column, ClassCounts<N>& to, int32_t sign) const {
    const ClassCounts<N>& from = column_[static_cast<size_t>(column)];
    for (size_t k = 0; k < N; ++k) to[k] += sign * from[k];
  }

  void count_row(int row, int32_t by) {
    if (row < 0 || row >= grid_.rows) return;
    const size_t line = grid_.index(0, row);
    for (size_t column = 0; column < column_.size(); ++column) {
      const size_t cell = line + column;
      if (inputs_.map.code[cell] == 0) continue;
      if (const uint8_t biome = inputs_.biome.code[cell]; biome != 0) column_[column][biome - 1u] += by;
      if (const uint8_t band = inputs_.danger.band[cell]; band != 0)
        column_[column][biomes_ + band - 1u] += by;
    }
  }

  const PlacementInputs& inputs_;
  const GridSpec& grid_;
  int half_;
  size_t biomes_;
  std::vector<ClassCounts<N>> column_;
};

template <size_t N>
std::vector<double> entropy_of(const PlacementInputs& inputs, const std::vector<uint32_t>& cells) {
  const GridSpec& grid = inputs.map.code.grid;
  const int half = static_cast<int>(188.0 / grid.cell_m);
  // H = log n - sum k log k / n: one table instead of a logarithm per class and cell.
  std::vector<double> k_log_k(static_cast<size_t>((2 * half + 1) * (2 * half + 1)) + 1, 0.0);
  for (size_t k = 2; k < k_log_k.size(); ++k)
    k_log_k[k] = static_cast<double>(k) * exact::log(static_cast<double>(k));
  const size_t biomes = inputs.tmpl.vocabulary.biomes.size();
  const auto entropy = [&](const ClassCounts<N>& counts) {
    double parts = 0;
    int32_t n = 0;
    for (size_t cls = 0; cls < N; ++cls) {
      parts += k_log_k[static_cast<size_t>(counts[cls])];
      if (cls < biomes) n += counts[cls];
    }
    return n > 0 ? (2 * k_log_k[static_cast<size_t>(n)] - parts) / n : 0.0;
  };
  std::vector<double> out(cells.size(), 0.0);
  parallel_for(static_cast<size_t>(grid.rows), kEntropyRows, [&](size_t begin, size_t end) {
    const auto first_of = [&](size_t row) {
      const auto cell = static_cast<uint32_t>(row * static_cast<size_t>(grid.columns));
      return static_cast<size_t>(std::lower_bound(cells.begin(), cells.end(), cell) - cells.begin());
    };
    size_t next = first_of(begin);
    const size_t last = first_of(end);
    if (next == last) return;
    MovingWindow<N> window(inputs, half, static_cast<int>(begin));
    for (size_t row = begin; row < end && next < last; ++row) {
      if (row > begin) window.to_next_row(static_cast<int>(row));
      if (static_cast<size_t>(grid.row_of(cells[next])) > row) continue;
      window.along_row([&](int column, const ClassCounts<N>& counts) {
        if (next < last && cells[next] == grid.index(column, static_cast<int>(row)))
          out[next++] = entropy(counts);
      });
    }
  });
  return out;
}

bool reads_measure(const LandmarkRow& row, std::string_view slug) {
  const SiteRules& rules = row.site;
  const auto reads = [slug](const auto& rule) { return rule.measure == slug; };
  return std::any_of(rules.require.begin(), rules.require.end(), reads) ||
         std::any_of(rules.prefer.begin(), rules.prefer.end(), reads) ||
         (rules.cover.demand && reads(*rules.cover.demand));
}

Raster<float> room_in_bands(const PlacementInputs& inputs, uint32_t bands) {
  Mask outside(inputs.map.code.grid);
  for (size_t c = 0; c < outside.size(); ++c) {
    const uint8_t band = inputs.danger.band[c];
    outside[c] = inputs.map.code[c] == 0 || band == 0 || (bands >> (band - 1u) & 1U) == 0 ? 1 : 0;
  }
  return distance_to(outside);
}

/// Cells in water by their code, and those beside a lake whose centres lie in it: at coarse resolutions a
/// lake's outline runs through cells that are dry. Empty without water.
Mask wet_cells(const GridSpec& grid, const Raster<uint8_t>* code, const Water* water) {
  if (code == nullptr || code->size() == 0) return {};
  Mask wet(grid), lakes(grid);
  for (size_t c = 0; c < wet.size(); ++c) {
    wet[c] = (*code)[c] > static_cast<uint8_t>(WaterCode::sea) ? 1 : 0;
    lakes[c] = (*code)[c] == static_cast<uint8_t>(WaterCode::lake) ? 1 : 0;
  }
  if (water == nullptr) return wet;
  const FeatureIndex index = feature_index("lake_m", {.grid = grid, .water = water});
  const Mask beside = dilate(lakes, 2);
  for (size_t c = 0; c < wet.size(); ++c)
    if (beside[c] != 0 && wet[c] == 0 && index.distance_m(grid.centre(c), 1) <= 0) wet[c] = 1;
  return wet;
}

}  // namespace

std::vector<double> flatness_of(const Raster<float>& slope, const Mask& land) {
  std::vector<double> exponent, flat;
  for (size_t i = 0; i < land.size(); ++i)
    if (land[i] != 0) exponent.push_back(-static_cast<double>(slope[i]) / 0.08);
  flat.resize(exponent.size());
  exact::exp(exponent, flat);
  std::vector<double> out(slope.size(), 0.0);
  for (size_t i = 0, k = 0; i < land.size(); ++i)
    if (land[i] != 0) out[i] = flat[k++];
  return out;
}

LandmarkTerrain survey_terrain(const Template& tmpl, const SeedBundle& seeds, const Island& island,
                               const Relief& relief, const Mask& land) {
  LandmarkTerrain out;
  out.land = land;
  const NoiseField noise = bind_noise(tmpl.noise.feature, derive(seeds.noise_stream(), "landmark.saliency"));
  parallel_invoke({[&] { out.saliency = rank_on(noise_raster(noise, land.grid, tmpl.noise.phase), land); },
                   [&] { out.height_rank = rank_on(island.height_m, land); },
                   [&] {
                     out.prominence = moments_on(relief.prominence_m, land);
                     out.concavity = moments_on(relief.concavity_m, land);
                     out.flatness = flatness_of(relief.slope, land);
                   }});
  return out;
}

LandmarkSurvey survey_landmarks(const Template& tmpl, const SeedBundle& seeds, const Island& island,
                                const Relief& relief, const RegionMap& map,
                                std::shared_ptr<const LandmarkTerrain> terrain,
                                const Raster<uint8_t>* water_code, const Water* water) {
  const GridSpec& grid = map.code.grid;
  const Mask wet = wet_cells(grid, water_code, water);
  LandmarkSurvey out;
  Mask land(grid);
  out.region_cells.resize(map.regions.size());
  for (size_t cell = 0; cell < grid.cells(); ++cell) {
    if (map.code[cell] == 0) continue;
    land[cell] = 1;
    if (wet.size() != 0 && wet[cell] != 0) continue;
    out.land.push_back(static_cast<uint32_t>(cell));
    out.region_cells[map.code[cell] - 1u].push_back(static_cast<uint32_t>(cell));
  }
  parallel_invoke({[&] { out.border_m = distance_to(border_cells(map.code)); },
                   [&] { out.region_border_m = distance_to(region_border_cells(map.code)); }});
  const bool covered = terrain->land.cells == land.cells;
  out.terrain = covered
                    ? std::move(terrain)
                    : std::make_shared<LandmarkTerrain>(survey_terrain(tmpl, seeds, island, relief, land));
  return out;
}

double half_z(float value, const Moments& moments) {
  if (moments.sd <= 0) return 0;
  return std::clamp((static_cast<double>(value) - moments.mean) / moments.sd, -2.0, 2.0) / 2;
}

std::vector<double> local_entropy(const PlacementInputs& inputs, const std::vector<uint32_t>& cells) {
  // As many places as today's worlds have classes, or as many as there can be.
  constexpr size_t kFew = 12, kMost = kMaxBiomes + kMaxBands;
  const Vocabulary& vocabulary = inputs.tmpl.vocabulary;
  return vocabulary.biomes.size() + vocabulary.danger.size() <= kFew ? entropy_of<kFew>(inputs, cells)
                                                                     : entropy_of<kMost>(inputs, cells);
}

uint32_t allowed_bands(const Vocabulary& vocabulary, const LandmarkRow& row) {
  uint32_t bands = (1U << vocabulary.danger.size()) - 1;
  for (const SiteCondition& condition : row.site.require) {
    if (condition.measure != "band") continue;
    uint32_t listed = 0;
    for (const std::string& id : condition.in)
      if (const auto band = find_row(vocabulary.danger, id)) listed |= 1U << *band;
    bands &= listed;
  }
  return bands;
}

SiteSurvey survey_sites(const PlacementInputs& inputs, const LandmarkSurvey& survey) {
  const Vocabulary& vocabulary = inputs.tmpl.vocabulary;
  return survey_sites(inputs, survey, kinds_before_tracks(vocabulary), vocabulary.landmarks.size());
}

SiteSurvey survey_sites(const PlacementInputs& inputs, const LandmarkSurvey& survey, size_t first,
                        size_t end) {
  bool around = false;
  SiteSurvey out;
  for (size_t k = first; k < end; ++k) {
    const LandmarkRow& row = inputs.tmpl.vocabulary.landmarks[k];
    if (row.role != LandmarkRole::site || row.count.value_or(0) <= 0) continue;
    around = around || reads_measure(row, "danger_around");
    if (!reads_measure(row, "room_m")) continue;
    const uint32_t bands = allowed_bands(inputs.tmpl.vocabulary, row);
    const bool known = std::any_of(out.rooms.begin(), out.rooms.end(),
                                   [bands](const BandRoom& room) { return room.bands == bands; });
    if (!known) out.rooms.push_back({bands, {}});
  }
  std::vector<std::function<void()>> surveys;
  if (around)
    surveys.push_back([&] {
      constexpr double kAround_m = 187.5;
      out.danger_around = masked_gaussian(inputs.danger.calibrated, survey.terrain->land,
                                          gaussian(survey.terrain->land, kAround_m), kAround_m);
    });
  for (BandRoom& room : out.rooms)
    surveys.push_back([&inputs, &room] { room.room_m = room_in_bands(inputs, room.bands); });
  parallel_for(surveys.size(), 1, [&](size_t i, size_t) { surveys[i](); });
  return out;
}

RegionTable controllable_regions(const RegionMap& map) {
  RegionTable out{};
  for (size_t r = 0; r < map.regions.size(); ++r) out[r + 1] = map.regions[r].neutral ? 0 : 1;
  return out;
}

int landmark_quota(const LandmarkRow& row, const RegionMap& map, const RegionTable& counted) {
  uint32_t owners = 0;  // a bit for each
  int regions = 0;
  for (size_t r = 0; r < map.regions.size(); ++r) {
    if (counted[r + 1] == 0) continue;
    ++regions;
    owners |= 1U << static_cast<uint32_t>(map.regions[r].owner);
  }
  if (!row.count) return row.role == LandmarkRole::site ? 0 : regions;
  return row.per == CountPer::region  ? *row.count * regions
         : row.per == CountPer::owner ? *row.count * std::popcount(owners)
                                      : *row.count;
}

namespace {

/// What mends a shortfall.
struct Mend {
  std::string text;
  Cure cure;  ///< empty where the text names no value
};

/// The count of seats and guards is that of the regions: it cannot change alone.
Mend shortfall_mend(const LandmarkRow& kind, const QuotaLedger& row, const KindStanding* kept, int64_t fits) {
  const std::string path = "landmarks." + kind.id;
  if (kept != nullptr && !kept->closed_by.empty()) return {kept_away_text(kind.id, kept->closed_by), {}};
  const std::string spacing =
      row.refused_spacing > 0 && kind.spacing_m > 0 ? "lower " + path + ".spacing_m" : "";
  if (kind.role != LandmarkRole::site)
    return {(spacing.empty() ? "Lower" : "Lower " + path + ".spacing_m, or lower") +
                std::string(" regions.controllable") + (kind.count ? " with " + path + ".count." : "."),
            {}};
  const int64_t groups = std::max<int64_t>(1, row.quota / std::max(1, kind.count.value_or(1)));
  const Cure cure{set_to(path + ".count", static_cast<double>(fits / groups))};
  return {sentence_case(cure_words(cure)) + (spacing.empty() ? "." : ", or " + spacing + "."), cure};
}

}  // namespace

std::string kept_away_text(const std::string& id, const std::vector<std::string>& rows) {
  return "Rows of the hand keep it away: switch one of them off, take " + id + " out of it (-" + id +
         "), or make it smaller: " + name_rows(rows) + ".";
}

void report_landmarks(const LandmarkRow& kind, const QuotaLedger& row, const KindStanding* kept, int64_t fits,
                      Findings& findings) {
  const std::string path = "landmarks." + kind.id;
  if (row.spacing_m < kind.spacing_m)
    findings.push_back({Severity::warning, "landmark_relaxed", path,
                        kind.id + ": spacing relaxed from " + decimal_text(kind.spacing_m) + " m to " +
                            decimal_text(row.spacing_m) + " m"});
  if (row.placed >= row.quota) return;
  const Mend mend = shortfall_mend(kind, row, kept, fits);
  findings.push_back(with_cures(
      {Severity::warning, "landmark_shortfall", path,
       kind.id + ": " + std::to_string(row.placed) + " of " + std::to_string(row.quota) +
           " placed; no place is left " + (row.refused_spacing > 0 ? "at this spacing" : "in its habitat") +
           ", which holds about " + decimal_text(row.capacity, 0) + ". " + mend.text},
      {mend.cure}));
}

}  // namespace fw
