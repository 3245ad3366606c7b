#include "tests/terrain/biome_figures.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/model/world/seam.h"
#include "core/model/world/water.h"
#include "core/world/land/island.h"
#include "core/world/land/wet_ground.h"

namespace fw {
namespace {

constexpr size_t kVariables = 3;
using Row = std::array<double, kVariables>;
using Square = std::array<Row, kVariables>;

Mask ground_of(const World& world) {
  Mask out(world.grid, 0);
  for (size_t cell = 0; cell < out.size(); ++cell) out[cell] = world.on_island(cell) ? 1 : 0;
  return out;
}

/// x of a x = b.
Row solve(Square a, Row b) {
  for (size_t i = 0; i < kVariables; ++i)
    for (size_t r = i + 1; r < kVariables; ++r) {
      const double factor = a[r][i] / a[i][i];
      for (size_t c = i; c < kVariables; ++c) a[r][c] -= factor * a[i][c];
      b[r] -= factor * b[i];
    }
  for (size_t i = kVariables; i-- > 0;) {
    for (size_t c = i + 1; c < kVariables; ++c) b[i] -= a[i][c] * b[c];
    b[i] /= a[i][i];
  }
  return b;
}

/// The largest eigenvalue of total^-1 between: the squared canonical correlation.
double largest_ratio(const Square& total, const Square& between) {
  Row x{1, 0.7, 0.4};
  double value = 0;
  for (int step = 0; step < 200; ++step) {
    Row bx{};
    for (size_t i = 0; i < kVariables; ++i)
      for (size_t j = 0; j < kVariables; ++j) bx[i] += between[i][j] * x[j];
    Row y = solve(total, bx);
    double norm = 0;
    for (const double v : y) norm += v * v;
    norm = std::sqrt(norm);
    if (norm <= 0) return 0;
    value = norm;
    for (size_t i = 0; i < kVariables; ++i) x[i] = y[i] / norm;
  }
  return value;
}

struct Explained {
  double all = 0, by_height = 0;
};

Explained explained_by(const World& world, const std::array<const Raster<float>*, kVariables>& variables) {
  const size_t classes = world.vocabulary.biomes.size();
  std::vector<Row> sum(classes, Row{});
  std::vector<double> cells(classes, 0.0);
  Row mean{};
  double all = 0;
  for (size_t cell = 0; cell < world.biome.size(); ++cell) {
    if (world.biome[cell] == 0) continue;
    const size_t k = world.biome[cell] - 1u;
    for (size_t v = 0; v < kVariables; ++v) sum[k][v] += static_cast<double>((*variables[v])[cell]);
    cells[k] += 1;
    all += 1;
  }
  for (const Row& row : sum)
    for (size_t v = 0; v < kVariables; ++v) mean[v] += row[v] / all;
  Square total{}, between{};
  for (size_t cell = 0; cell < world.biome.size(); ++cell) {
    if (world.biome[cell] == 0) continue;
    Row d{};
    for (size_t v = 0; v < kVariables; ++v) d[v] = static_cast<double>((*variables[v])[cell]) - mean[v];
    for (size_t i = 0; i < kVariables; ++i)
      for (size_t j = 0; j < kVariables; ++j) total[i][j] += d[i] * d[j];
  }
  for (size_t k = 0; k < classes; ++k) {
    if (cells[k] <= 0) continue;
    for (size_t i = 0; i < kVariables; ++i)
      for (size_t j = 0; j < kVariables; ++j)
        between[i][j] += cells[k] * (sum[k][i] / cells[k] - mean[i]) * (sum[k][j] / cells[k] - mean[j]);
  }
  // An inland world has no distance to the sea.
  for (size_t v = 0; v < kVariables; ++v)
    if (total[v][v] <= 1e-9) total[v][v] = 1;
  return {largest_ratio(total, between), between[0][0] / total[0][0]};
}

/// Errors of rows in points, beyond half a cell; `of_land`: of the land's shares.
template <typename Classes>
std::pair<double, double> errors_of(const World& world, const Raster<uint8_t>& code, const Classes& classes,
                                    std::vector<double> Region::*target) {
  std::vector<std::vector<double>> counts(world.regions.size() + 1,
                                          std::vector<double>(classes.size() + 1, 0.0));
  for (size_t cell = 0; cell < code.size(); ++cell)
    if (world.region[cell] != 0)
      for (const size_t row : {size_t{world.region[cell]} - 1, world.regions.size()}) {
        counts[row][code[cell] - 1u] += 1;
        counts[row].back() += 1;
      }
  const auto worst_of = [&](const std::vector<double>& row, const auto& share) {
    double worst = 0;
    for (size_t k = 0; k < classes.size(); ++k)
      worst = std::max(worst, std::fabs(row[k] - share(k) * row.back()) - 0.5);
    return 100 * worst / std::max(row.back(), 1.0);
  };
  double rows = 0;
  for (size_t r = 0; r < world.regions.size(); ++r)
    rows = std::max(rows, worst_of(counts[r], [&](size_t k) { return (world.regions[r].*target)[k]; }));
  return {rows, worst_of(counts.back(), [&](size_t k) { return classes[k].share; })};
}

/// P(the biome changes over an edge within 40 m of a river) / P(anywhere).
double lift_along_rivers(const World& world) {
  Mask river(world.grid, 0);
  bool any = false;
  for (size_t cell = 0; cell < world.water.size(); ++cell)
    if (world.water[cell] > static_cast<uint8_t>(WaterCode::sea)) river[cell] = any = true;
  if (!any) return std::nan("");
  const Raster<float> away_m = distance_to(river);
  double edges[2]{}, changes[2]{};
  const auto see = [&](size_t a, size_t b) {
    if (world.biome[a] == 0 || world.biome[b] == 0) return;
    for (const int near : {0, 1}) {
      if (near == 1 && std::min(away_m[a], away_m[b]) > 40) continue;
      edges[near] += 1;
      changes[near] += world.biome[a] != world.biome[b] ? 1 : 0;
    }
  };
  const GridSpec& g = world.grid;
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column) {
      if (column + 1 < g.columns) see(g.index(column, row), g.index(column + 1, row));
      if (row + 1 < g.rows) see(g.index(column, row), g.index(column, row + 1));
    }
  return changes[1] / edges[1] / (changes[0] / edges[0]);
}

}  // namespace

Figures measure_biomes(const World& world, const Template& tmpl) {
  const Mask ground = ground_of(world);
  Island island;
  island.main = ground;
  island.height_m = world.height_m;
  const WetGround wet = survey_wet_ground(tmpl, salted_seeds(world.seeds, tmpl), island, nullptr);
  const Raster<float> height = rank_on(gaussian(world.height_m, 31.25), ground),
                      coast = rank_on(world.coast_m, ground);
  const Explained land = explained_by(world, {&height, &wet.wet, &coast});
  const auto [row, of_land] = errors_of(world, world.biome, world.vocabulary.biomes, &Region::biome_target);
  const auto [danger, land_danger] =
      errors_of(world, world.danger, world.vocabulary.danger, &Region::danger_target);
  const Components parts = list_components(world.biome);
  double specks = 0, small = 0;
  for (const int64_t cells : parts.cells)
    specks += static_cast<double>(cells) * world.grid.cell_area_m2() < 12207 ? 1 : 0;
  for (const Region& region : world.regions)
    for (const double share : region.biome_actual) small += share > 0 && share < 0.02 ? 1 : 0;
  Figures out{{"explained", land.all},
              {"by_height", land.by_height},
              {"row", row},
              {"land", of_land},
              {"danger", danger},
              {"land_danger", land_danger},
              {"pieces", static_cast<double>(parts.cells.size())},
              {"specks", specks},
              {"seam", seam_score(count_seam(world.biome, world.region))},
              {"small", small},
              {"along_rivers", lift_along_rivers(world)}};
  const auto cells = static_cast<double>(std::ranges::count(ground.cells, 1));
  for (const BiomeRoom& room : world.biome_room) {
    if (room.cells == 0) continue;
    const std::string& id = world.vocabulary.biomes[room.biome].id;
    const auto own = static_cast<double>(room.cells);
    out.push_back({id + "_in", 1 - static_cast<double>(room.beyond()) / own});
    out.push_back({id + "_room", static_cast<double>(room.room) / own});
    out.push_back({id + "_share", own / cells});
  }
  return out;
}

}  // namespace fw
