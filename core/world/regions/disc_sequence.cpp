#include "core/world/regions/disc_sequence.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"

namespace fw {
namespace {

constexpr int kCandidates = 12;
constexpr double kLeastJitter = 0.6;  // of a squared distance

}  // namespace

std::vector<Vec2> disc_sequence(uint64_t substream, int count) {
  std::vector<Vec2> places;
  for (int k = 0; k < count; ++k) {
    Vec2 best{};
    double farthest = -1;
    for (int c = 0; c < (k == 0 ? 1 : kCandidates); ++c) {
      const uint64_t at = (static_cast<uint64_t>(k) << 20) + static_cast<uint64_t>(c) * 3;
      const double radius = std::sqrt(random_uniform(substream, at));
      const exact::SinCos turn = exact::sincos(2 * std::numbers::pi * random_uniform(substream, at + 1));
      const Vec2 place{radius * turn.cos, radius * turn.sin};
      double apart2 = 4 * (1 - radius) * (1 - radius);  // the rim counts as a place twice as far away
      for (const Vec2 other : places) apart2 = std::min(apart2, squared_distance(place, other));
      apart2 *= kLeastJitter + (1 - kLeastJitter) * random_uniform(substream, at + 2);
      if (apart2 <= farthest) continue;
      farthest = apart2;
      best = place;
    }
    places.push_back(best);
  }
  return places;
}

void Spread::add(Vec2 place_m, double weight) {
  weight_ += weight;
  x_ += weight * place_m.x;
  y_ += weight * place_m.y;
  xx_ += weight * place_m.x * place_m.x;
  xy_ += weight * place_m.x * place_m.y;
  yy_ += weight * place_m.y * place_m.y;
}

std::vector<Vec2> Spread::lay(const std::vector<Vec2>& disc) const {
  constexpr double kLeast_m2 = 1;  // of a variance: places in a row are no line
  const Vec2 mean{x_ / weight_, y_ / weight_};
  const double xx = std::max(xx_ / weight_ - mean.x * mean.x, 0.0) + kLeast_m2;
  const double yy = std::max(yy_ / weight_ - mean.y * mean.y, 0.0) + kLeast_m2;
  const double xy = xy_ / weight_ - mean.x * mean.y;
  // The root of a symmetric 2 x 2 matrix: (C + s) / t.
  const double s = std::sqrt(std::max(xx * yy - xy * xy, 0.0)), t = std::sqrt(xx + yy + 2 * s);
  std::vector<Vec2> laid;
  for (const Vec2 p : disc)
    laid.push_back(
        {mean.x + 2 * ((xx + s) * p.x + xy * p.y) / t, mean.y + 2 * (xy * p.x + (yy + s) * p.y) / t});
  return laid;
}

}  // namespace fw
