#include "core/water/drainage/hack.h"

#include <algorithm>
#include <cmath>

#include "core/base/exact/exact_math.h"

namespace fw {

double hack_exponent(const Drainage& drainage, const std::vector<double>& catchment_m2,
                     const std::vector<double>& weighted_m2, double source_m2) {
  const GridSpec& g = drainage.receiver.grid;
  const double diagonal_m = std::sqrt(2.0) * g.cell_m;
  std::vector<double> way_m(drainage.receiver.size(), 0.0);
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (size_t i = drainage.order.size(); i-- > 0;) {  // every cell after all that drain to it
    const uint32_t cell = drainage.order[i], to = drainage.receiver[cell];
    if (to != cell) {
      const uint32_t apart = cell > to ? cell - to : to - cell;
      const bool straight = apart == 1 || apart == static_cast<uint32_t>(g.columns);
      way_m[to] = std::max(way_m[to], way_m[cell] + (straight ? g.cell_m : diagonal_m));
    }
    if (weighted_m2[cell] < source_m2) continue;
    const double x = exact::log(catchment_m2[cell]), y = exact::log(std::max(way_m[cell], 1.0));
    ++n, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  const double spread = n * sxx - sx * sx;
  return spread > 1e-9 * std::max(n * sxx, 1.0) ? (n * sxy - sx * sy) / spread : 0;
}

}  // namespace fw
