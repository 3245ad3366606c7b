#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/base/cell_list.h"
#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/steer/avoid.h"

namespace fw::test {

/// Bodies with memory of their own.
struct Crowded {
  std::vector<uint32_t> id;
  std::vector<double> x, y;
  std::vector<float> vx, vy, want_x, want_y, own, radius, priority;

  size_t size() const { return id.size(); }
  void add(double x_m, double y_m, float speed_mps, float radius_m = 0.2f, float weight = 1) {
    id.push_back(static_cast<uint32_t>(id.size()));
    x.push_back(x_m), y.push_back(y_m);
    for (auto* column : {&vx, &vy, &want_x, &want_y}) column->push_back(0);
    own.push_back(speed_mps), radius.push_back(radius_m), priority.push_back(weight);
  }
  Bodies bodies() {
    return {size(),        id.data(),     x.data(),   y.data(),      vx.data(),      vy.data(),
            want_x.data(), want_y.data(), own.data(), radius.data(), priority.data()};
  }
  /// Entry i becomes what entry order[i] was.
  Crowded shuffled(uint64_t seed) const {
    std::vector<uint32_t> order(size());
    std::iota(order.begin(), order.end(), 0u);
    RandomCursor cursor{derive(seed, "order"), 0};
    shuffle(order, cursor);
    Crowded out = *this;
    for (size_t i = 0; i < size(); ++i) {
      const uint32_t k = order[i];
      out.id[i] = id[k], out.x[i] = x[k], out.y[i] = y[k], out.vx[i] = vx[k], out.vy[i] = vy[k];
      out.want_x[i] = want_x[k], out.want_y[i] = want_y[k], out.own[i] = own[k];
      out.radius[i] = radius[k], out.priority[i] = priority[k];
    }
    return out;
  }
};

/// The largest overlap of two bodies, as a share of their radii; quadratic. side_m > 0: on a torus.
inline double largest_overlap(const Crowded& c, double side_m) {
  double most = 0;
  for (size_t i = 0; i < c.size(); ++i)
    for (size_t j = i + 1; j < c.size(); ++j) {
      double dx = c.x[i] - c.x[j], dy = c.y[i] - c.y[j];
      if (side_m > 0) dx = torus_delta(dx, side_m), dy = torus_delta(dy, side_m);
      const double radii = static_cast<double>(c.radius[i] + c.radius[j]);
      most = std::max(most, 1 - std::sqrt(dx * dx + dy * dy) / radii);
    }
  return most;
}

/// n bodies anywhere in a square that want to walk anywhere.
inline Crowded wanderers(size_t n, double side_m, uint64_t seed) {
  Crowded c;
  for (uint32_t k = 0; k < n; ++k) {
    const auto draw = [&](uint64_t which) { return random_uniform(derive(seed, "wander"), 4 * k + which); };
    c.add(draw(0) * side_m, draw(1) * side_m, static_cast<float>(0.6 + 1.4 * draw(2)));
    const exact::SinCos way = exact::sincos(6.283185307 * draw(3));
    c.want_x[k] = c.own[k] * static_cast<float>(way.cos),
    c.want_y[k] = c.own[k] * static_cast<float>(way.sin);
  }
  return c;
}

}  // namespace fw::test
