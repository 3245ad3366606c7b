#include "core/model/world/class_intensity.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/base/exact/exact_batch.h"

namespace fw {

void class_lambda(double gamma, double gate, std::span<const float> rank, std::span<const float> weight,
                  std::span<const float> type, std::span<double> lambda) {
  const size_t count = rank.size();
  assert(count <= kLambdaBatch);
  std::array<double, kLambdaBatch> gated, feature, twice, wave;
  for (size_t i = 0; i < count; ++i) {
    gated[i] = std::min(1.0, (static_cast<double>(rank[i]) - gate) / (1 - gate));
    twice[i] = 2.0 * static_cast<double>(type[i]);
  }
  if (gamma == 1.0)
    feature = gated;
  else
    exact::pow(std::span(gated).first(count), gamma, std::span(feature).first(count));
  exact::exp(std::span(twice).first(count), std::span(wave).first(count));
  for (size_t i = 0; i < count; ++i) lambda[i] = static_cast<double>(weight[i]) * feature[i] * wave[i];
}

void pull_lambda(std::span<const Vec2> strong_m, double pull, const GridSpec& grid,
                 std::span<const uint32_t> cells, std::span<double> lambda) {
  assert(cells.size() <= kLambdaBatch);
  std::array<double, kLambdaBatch> x, y, nearest2, pulled;
  for (size_t i = 0; i < cells.size(); ++i) {
    const Vec2 centre = grid.centre(cells[i]);
    x[i] = centre.x;
    y[i] = centre.y;
    nearest2[i] = std::numeric_limits<double>::infinity();
  }
  for (const Vec2 strong : strong_m)
    for (size_t i = 0; i < cells.size(); ++i) {
      const double dx = strong.x - x[i], dy = strong.y - y[i];
      const double d2 = dx * dx + dy * dy;
      nearest2[i] = d2 < nearest2[i] ? d2 : nearest2[i];
    }
  for (size_t i = 0; i < cells.size(); ++i) nearest2[i] = -std::sqrt(nearest2[i]) / kPullReach_m;
  exact::exp(std::span(nearest2).first(cells.size()), std::span(pulled).first(cells.size()));
  for (size_t i = 0; i < cells.size(); ++i) lambda[i] *= 1 + 3 * pull * pulled[i];
}

}  // namespace fw
