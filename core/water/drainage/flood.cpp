#include "core/water/drainage/flood.h"

#include <algorithm>
#include <cstddef>
#include <queue>

#include "core/field/quantile/ordered_key.h"
#include "core/water/drainage/drainage.h"
#include "core/water/plan/plan_ground.h"

namespace fw {
namespace {

constexpr float kBreachStep_m = 0.01F;
// Of the deepest cut: else ways of hundreds of cells would rise above low land.
constexpr float kBreachStepShare = 0.005F;
constexpr auto kLeastGround_m = static_cast<float>(kLeastLand_m);

/// Cells by height, ties by index. Most stand at the height that the ground has there: they are sorted once,
/// and those that water raised are a heap.
class Rising {
 public:
  Rising(const Mask& land, const Raster<float>& ground_m) : ground_m_(ground_m), sorted_(ground_m, land) {}
  void push(float height_m, uint32_t cell) {
    if (height_m == ground_m_[cell])
      sorted_.push(cell);
    else
      raised_.push(key(height_m, cell));
  }
  bool empty() const { return sorted_.empty() && raised_.empty(); }
  uint32_t pop() {
    if (!sorted_.empty()) {
      const uint32_t cell = sorted_.top();
      if (raised_.empty() || key(ground_m_[cell], cell) < raised_.top()) {
        sorted_.pop();
        return cell;
      }
    }
    const auto cell = static_cast<uint32_t>(raised_.top());
    raised_.pop();
    return cell;
  }

 private:
  static uint64_t key(float height_m, uint32_t cell) {
    return (uint64_t{ordered_key(height_m)} << 32) | cell;
  }
  const Raster<float>& ground_m_;
  CellQueue sorted_;
  std::priority_queue<uint64_t, std::vector<uint64_t>, std::greater<>> raised_;
};

/// Water that rises over land from its outlets; calls reach(cell, from) before the water comes to a cell
/// and take(cell) when the water stands over it.
template <typename Reach, typename Take>
Flood rise(const Mask& land, const HeldLakes& lakes, const Raster<float>& height_m,
           const Raster<float>& ripple_m, const Reach& reach, const Take& take) {
  const GridSpec& g = land.grid;
  Flood out{{}, Raster<uint32_t>(g, kOffLand)};
  const auto key = [&](uint32_t cell) {
    return ripple_m.size() == 0 ? height_m[cell] : height_m[cell] + ripple_m[cell];
  };
  Raster<float> ground_m = height_m;
  if (ripple_m.size() != 0)
    for (uint32_t cell = 0; cell < ground_m.size(); ++cell) ground_m[cell] = key(cell);
  Rising queue(land, ground_m);
  const Mask outlets = outlet_cells(land);
  for (uint32_t cell = 0; cell < land.size(); ++cell)
    if (outlets[cell] != 0 && lakes.at(cell) == 0) {
      out.back[cell] = cell;
      queue.push(key(cell), cell);
    }
  std::vector<std::vector<int>> lakes_at_outlet;
  std::vector<uint32_t> lake_queue;
  const auto spread = [&](uint32_t cell, int lake) {
    for (const uint32_t other : neighbours(g, cell)) {
      if (land[other] == 0 || out.back[other] != kOffLand) continue;
      const int there = lakes.at(other);
      if (there != 0 && there != lake) continue;  // lakes fill from their outlets alone
      out.back[other] = cell;
      reach(other, cell);
      if (there != 0) {
        lake_queue.push_back(other);
        continue;
      }
      queue.push(key(other), other);
    }
  };
  while (!queue.empty()) {
    const uint32_t cell = queue.pop();
    take(cell, out.back);
    out.order.push_back(cell);
    for (size_t k = 0; k < lakes.outlet.size(); ++k) {
      if (lakes.outlet[k] != cell) continue;
      lake_queue.clear();
      const int number = static_cast<int>(k) + 1;
      for (const uint32_t other : neighbours(g, cell))
        if (lakes.at(other) == number && out.back[other] == kOffLand) {
          out.back[other] = cell;
          reach(other, cell);
          lake_queue.push_back(other);
        }
      for (size_t i = 0; i < lake_queue.size(); ++i) {
        out.order.push_back(lake_queue[i]);
        spread(lake_queue[i], number);
      }
    }
    spread(cell, 0);
  }
  return out;
}

}  // namespace

Flood fill_depressions(const Mask& land, const HeldLakes& lakes, Raster<float>& height_m) {
  return rise(
      land, lakes, height_m, {},  // a lake stands no lower than its outlet
      [&](uint32_t cell, uint32_t from) { height_m[cell] = std::max(height_m[cell], height_m[from]); },
      [](uint32_t, const Raster<uint32_t>&) {});
}

Raster<uint32_t> ways_out(const Mask& land, const Raster<float>& height_m, const Raster<float>& ripple_m) {
  return rise(
             land, {}, height_m, ripple_m, [](uint32_t, uint32_t) {},
             [](uint32_t, const Raster<uint32_t>&) {})
      .back;
}

Mask breach_depressions(const Mask& land, const HeldLakes& lakes, double deepest_m, Raster<float>& height_m,
                        const Raster<float>& ripple_m) {
  const GridSpec& g = land.grid;
  const auto deepest = static_cast<float>(deepest_m);
  const float step_m = std::min(kBreachStep_m, kBreachStepShare * deepest);
  Mask cut(g);
  std::vector<float> rim(height_m.cells);  // the height of the lowest way out, at first the ground's
  std::vector<uint32_t> way;
  const auto is_pit = [&](uint32_t cell) {
    for (const uint32_t other : neighbours(g, cell))
      if (land[other] != 0 && height_m[other] < height_m[cell]) return false;
    return true;
  };
  const auto reach = [&](uint32_t cell, uint32_t from) {
    if (lakes.at(cell) != 0) return;
    if (lakes.at(from) != 0) height_m[cell] = std::max(height_m[cell], height_m[from] + step_m);
    rim[cell] = std::max(rim[from], height_m[cell]);
    height_m[cell] = std::max(height_m[cell], rim[cell] - deepest);
  };
  const auto take = [&](uint32_t cell, const Raster<uint32_t>& back) {
    if (back[cell] == cell || height_m[back[cell]] < height_m[cell] || !is_pit(cell)) return;
    way.assign(1, cell);
    for (uint32_t at = cell; back[at] != at;) {
      const uint32_t to = back[at];
      const float lower = height_m[at] - step_m;
      if (height_m[to] <= lower) return;
      way.push_back(to);
      if (lakes.at(to) != 0) break;
      if (height_m[to] > std::max(lower, kLeastGround_m)) {
        height_m[to] = std::max(lower, kLeastGround_m);
        cut[to] = 1;
      }
      at = to;
    }
    // A lake or the sea cannot sink: from there the way rises again.
    for (size_t i = way.size() - 1; i-- > 0;) {
      if (height_m[way[i]] > height_m[way[i + 1]]) break;
      height_m[way[i]] = height_m[way[i + 1]] + step_m;
    }
  };
  rise(land, lakes, height_m, ripple_m, reach, take);
  return cut;
}

}  // namespace fw
