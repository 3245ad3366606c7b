#include "core/water/plan/shore_openness.h"

#include <array>
#include <cmath>
#include <numbers>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"

namespace fw {
namespace {

constexpr int kRays = 32;
constexpr double kFetch_m = 3000;
constexpr double kSmooth_m = 90;

Mask sea_shore(const Mask& land) {
  const GridSpec& g = land.grid;
  Mask out(g);
  const auto sea = [&](int column, int row) { return g.contains(column, row) && land.at(column, row) == 0; };
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column)
      out.at(column, row) = land.at(column, row) != 0 && (sea(column - 1, row) || sea(column + 1, row) ||
                                                          sea(column, row - 1) || sea(column, row + 1));
  return out;
}

}  // namespace

Openness measure_openness(const Mask& land, double scale) {
  const GridSpec& g = land.grid;
  Openness out{sea_shore(land), Raster<float>(g), {}};
  out.nearest = nearest_cell(out.shore);
  std::vector<uint32_t> shore;
  for (uint32_t cell = 0; cell < land.size(); ++cell)
    if (out.shore[cell] != 0) shore.push_back(cell);
  std::array<exact::SinCos, kRays> rays{};
  for (size_t k = 0; k < kRays; ++k)
    rays[k] = exact::sincos(2 * std::numbers::pi * static_cast<double>(k) / kRays);
  const int most = std::max(1, static_cast<int>(kFetch_m * scale / g.cell_m + 0.5));
  Raster<float> fetch(g);
  parallel_for(shore.size(), 64, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const double c0 = g.column_of(shore[i]) + 0.5, r0 = g.row_of(shore[i]) + 0.5;
      int64_t free = 0;
      for (const exact::SinCos& ray : rays) {
        int step = 1;
        for (; step <= most; ++step) {
          const int c = static_cast<int>(std::floor(c0 + step * ray.cos));
          const int r = static_cast<int>(std::floor(r0 + step * ray.sin));
          if (!g.contains(c, r))
            step = most;
          else if (land.at(c, r) != 0)
            break;
        }
        free += std::min(step, most + 1) - 1;
      }
      fetch[shore[i]] = static_cast<float>(static_cast<double>(free) / kRays);
    }
  });
  const double sigma_m = kSmooth_m * scale;
  out.rank = rank_on(masked_gaussian(fetch, out.shore, gaussian(out.shore, sigma_m), sigma_m), out.shore);
  return out;
}

}  // namespace fw
