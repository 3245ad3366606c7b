#include "core/world/landmarks_ground.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/exact_math.h"
#include "core/base/exact_batch.h"
#include "core/base/parallel.h"
#include "core/field/filter.h"
#include "core/world/placement.h"

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

constexpr size_t kEntropyClasses = kBiomes + kDangers;

/// Summed-area tables of the class indicators on land, one per class.
struct ClassTables {
  int columns = 0;
  std::array<std::vector<uint32_t>, kEntropyClasses> sums;

  uint32_t count(size_t cls, int left, int top, int right, int bottom) const {  // half-open
    const std::vector<uint32_t>& s = sums[cls];
    const size_t w = static_cast<size_t>(columns) + 1;
    return s[bottom * w + right] - s[top * w + right] - s[bottom * w + left] + s[top * w + left];
  }
};

ClassTables tabulate(const Ground& ground) {
  const GridSpec& grid = ground.map.code.grid;
  ClassTables tables;
  tables.columns = grid.columns;
  const size_t w = static_cast<size_t>(grid.columns) + 1;
  parallel_for(kEntropyClasses, 1, [&](size_t begin, size_t end) {
    for (size_t cls = begin; cls < end; ++cls) {
      const bool biome = cls < kBiomes;
      const Raster<uint8_t>& code = biome ? ground.biome.code : ground.danger.band;
      const auto wanted = static_cast<uint8_t>(biome ? cls + 1 : cls - kBiomes + 1);
      std::vector<uint32_t>& s = tables.sums[cls];
      s.assign(w * (static_cast<size_t>(grid.rows) + 1), 0);
      for (int row = 0; row < grid.rows; ++row) {
        uint32_t run = 0;
        const size_t line = grid.index(0, row);
        for (int column = 0; column < grid.columns; ++column) {
          run += ground.map.code[line + column] != 0 && code[line + column] == wanted ? 1 : 0;
          s[(row + 1) * w + column + 1] = s[row * w + column + 1] + run;
        }
      }
    }
  });
  return tables;
}

std::vector<double> flatness_of(const Raster<float>& slope, const std::vector<uint32_t>& land) {
  std::vector<double> exponent(land.size()), flat(land.size());
  for (size_t i = 0; i < land.size(); ++i) exponent[i] = -static_cast<double>(slope[land[i]]) / 0.08;
  exact::exp(exponent, flat);
  std::vector<double> out(slope.size(), 0.0);
  for (size_t i = 0; i < land.size(); ++i) out[land[i]] = flat[i];
  return out;
}

}  // namespace

LandmarkGround survey_ground(const Template& tmpl, const SeedBundle& seeds, const Island& island,
                             const Relief& relief, const RegionMap& map) {
  const GridSpec& grid = map.code.grid;
  LandmarkGround out;
  out.land_mask = Mask(grid);
  for (size_t cell = 0; cell < grid.cells(); ++cell) {
    if (map.code[cell] == 0) continue;
    out.land_mask[cell] = 1;
    out.land.push_back(static_cast<uint32_t>(cell));
  }
  const NoiseField noise = bind_noise(tmpl.noise.feature, derive(seeds.noise_stream(), "landmark.saliency"));
  parallel_invoke(
      {[&] { out.saliency = rank_on(noise_raster(noise, grid, tmpl.noise.phase), out.land_mask); },
       [&] { out.height_rank = rank_on(island.height_m, out.land_mask); },
       [&] { out.border_m = distance_to(border_cells(map.code)); },
       [&] {
         out.prominence = moments_on(relief.prominence_m, out.land_mask);
         out.concavity = moments_on(relief.concavity_m, out.land_mask);
         out.flatness = flatness_of(relief.slope, out.land);
       }});
  return out;
}

double landmark_others_m(const Template& tmpl, LandmarkKind kind) {
  // Measured against the default of 260 m; a template scales them together.
  static constexpr std::array<double, kLandmarkKinds> kOthers_m{0, 380, 390, 140, 260, 260, 260};
  return tmpl.spacing.landmark_any_m * kOthers_m[static_cast<size_t>(kind)] / 260;
}

double half_z(float value, const Moments& moments) {
  if (moments.sd <= 0) return 0;
  return std::clamp((static_cast<double>(value) - moments.mean) / moments.sd, -2.0, 2.0) / 2;
}

Raster<float> track_distance(const GridSpec& grid, const std::vector<Track>& tracks) {
  Raster<float> out(grid, std::numeric_limits<float>::infinity());
  Mask mask(grid);
  Raster<uint32_t> vertex(grid, UINT32_MAX);
  std::vector<Vec2> vertices;
  for (const Track& track : tracks)
    for (const Vec2 v : track.vertices_m) {
      const size_t cell = grid.cell_at(v);
      if (mask[cell] != 0) continue;
      mask[cell] = 1;
      vertex[cell] = static_cast<uint32_t>(vertices.size());
      vertices.push_back(v);
    }
  if (vertices.empty()) return out;
  // The nearest vertex by cell, then its true distance: vertices sit off the cell centres.
  const Raster<uint32_t> nearest = nearest_cell(mask);
  parallel_for(grid.cells(), 8192, [&](size_t begin, size_t end) {
    for (size_t cell = begin; cell < end; ++cell)
      out[cell] =
          static_cast<float>(std::sqrt(squared_distance(grid.centre(cell), vertices[vertex[nearest[cell]]])));
  });
  return out;
}

double nearest_m(const std::vector<Vec2>& points, Vec2 position_m) {
  double best = std::numeric_limits<double>::infinity();
  for (const Vec2 p : points) best = std::min(best, squared_distance(p, position_m));
  return std::sqrt(best);
}

std::vector<Vec2> positions_of(const GridSpec& grid, const std::vector<Landmark>& landmarks,
                               LandmarkKind kind) {
  std::vector<Vec2> out;
  for (const Landmark& landmark : landmarks)
    if (landmark.kind == kind) out.push_back(landmark_position(grid, landmark.cell));
  return out;
}

std::vector<double> local_entropy(const Ground& ground, const std::vector<uint32_t>& cells) {
  const GridSpec& grid = ground.map.code.grid;
  const int half = static_cast<int>(188.0 / grid.cell_m);
  const ClassTables tables = tabulate(ground);
  // H = log n - sum k log k / n: one table instead of a logarithm per class and cell.
  std::vector<double> k_log_k(static_cast<size_t>((2 * half + 1) * (2 * half + 1)) + 1, 0.0);
  for (size_t k = 2; k < k_log_k.size(); ++k)
    k_log_k[k] = static_cast<double>(k) * exact::log(static_cast<double>(k));
  std::vector<double> out(cells.size(), 0.0);
  parallel_for(cells.size(), 4096, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const int column = grid.column_of(cells[i]);
      const int row = grid.row_of(cells[i]);
      const int left = std::max(0, column - half), right = std::min(grid.columns, column + half + 1);
      const int top = std::max(0, row - half), bottom = std::min(grid.rows, row + half + 1);
      double parts = 0;
      uint32_t n = 0;
      for (size_t cls = 0; cls < kEntropyClasses; ++cls) {
        const uint32_t k = tables.count(cls, left, top, right, bottom);
        parts += k_log_k[k];
        if (cls < kBiomes) n += k;
      }
      if (n > 0) out[i] = (2 * k_log_k[n] - parts) / n;
    }
  });
  return out;
}

void report_landmarks(LandmarkKind kind, const QuotaLedger& row, double asked_spacing_m, Findings& findings) {
  const std::string slug(kLandmarkSlugs[static_cast<size_t>(kind)]);
  if (row.spacing_m < asked_spacing_m)
    findings.push_back({Severity::warning, "landmark_relaxed", "landmarks." + slug,
                        slug + ": spacing relaxed from " + decimal_text(asked_spacing_m) + " m to " +
                            decimal_text(row.spacing_m) + " m"});
  if (row.placed < row.quota)
    findings.push_back({Severity::warning, "landmark_shortfall", "landmarks." + slug,
                        slug + ": " + std::to_string(row.placed) + " of " + std::to_string(row.quota) +
                            " placed, capacity " + decimal_text(row.capacity, 1) + ", reason " +
                            (row.refused_spacing > 0 ? "jammed" : "no-cell") + "; a count of " +
                            std::to_string(row.placed) + " would be met"});
}

}  // namespace fw
