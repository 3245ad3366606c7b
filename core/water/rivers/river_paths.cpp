#include "core/water/rivers/river_paths.h"

#include <algorithm>

namespace fw {
namespace {

/// A mouth whose river is still to be traced.
struct Mouth {
  uint32_t cell;
  int into_river = -1;
  uint32_t at = kOffLand;  ///< cell of that river
};

Mask below_lakes(const RiverInputs& inputs) {
  Mask fed(inputs.drainage.receiver.grid);
  for (const uint32_t outlet : inputs.lakes.outlet)
    for (uint32_t cell = outlet; fed[cell] == 0; cell = inputs.drainage.receiver[cell]) fed[cell] = 1;
  return fed;
}

class Tracer {
 public:
  Tracer(const RiverInputs& inputs, const Raster<uint8_t>& order)
      : inputs_(inputs), order_(order), donors_(donors_of(inputs.drainage)), fed_(below_lakes(inputs)) {}

  std::vector<RiverPath> trace() {
    for (const uint32_t cell : inputs_.drainage.order)
      if (inputs_.drainage.receiver[cell] == cell && order_[cell] != 0) mouths_.push_back({cell});
    std::sort(mouths_.begin(), mouths_.end(),
              [&](const Mouth& a, const Mouth& b) { return before(a.cell, b.cell); });
    for (size_t i = 0; i < mouths_.size(); ++i) trace(mouths_[i]);  // the list grows
    return std::move(rivers_);
  }

 private:
  /// The greater discharge, ties by index.
  bool before(uint32_t a, uint32_t b) const {
    const double qa = inputs_.weighted_m2[a], qb = inputs_.weighted_m2[b];
    return qa != qb ? qa > qb : a < b;
  }

  void trace(const Mouth mouth) {
    RiverPath path;
    path.into_river = mouth.into_river;
    std::vector<uint32_t> up;
    for (uint32_t cell = mouth.cell; cell != kOffLand; cell = main_donor(cell)) up.push_back(cell);
    size_t first = 0, end = up.size();
    while (first < end && inputs_.lakes.at(up[first]) != 0) ++first;  // the part in the lake that it ends in
    while (end > first && inputs_.lakes.at(up[end - 1]) != 0) --end;  // a lake is no head
    if (first > 0)
      path.into_lake = inputs_.lakes.at(up[first - 1]) - 1;
    else if (mouth.at != kOffLand)
      path.into_lake = inputs_.lakes.at(mouth.at) - 1;
    if (path.into_lake >= 0) path.into_river = -1;
    const bool drains_lake = end > first && fed_[up[first]] != 0;
    const bool drawn = inputs_.drawn_m != nullptr &&
                       std::any_of(up.begin() + static_cast<std::ptrdiff_t>(first),
                                   up.begin() + static_cast<std::ptrdiff_t>(end),
                                   [this](uint32_t cell) { return inputs_.drawn_m->contains(cell); });
    int number = -1;
    if (end - first >= kLeastRiver_cells || drains_lake || drawn) {
      path.cells.assign(up.rend() - static_cast<std::ptrdiff_t>(end),
                        up.rend() - static_cast<std::ptrdiff_t>(first));
      if (path.into_river >= 0) {
        const std::vector<uint32_t>& main = rivers_[static_cast<size_t>(path.into_river)].cells;
        path.joins = static_cast<size_t>(std::find(main.begin(), main.end(), mouth.at) - main.begin());
      }
      number = static_cast<int>(rivers_.size());
      rivers_.push_back(std::move(path));
    }
    add_branches(up, number);
  }

  uint32_t main_donor(uint32_t cell) const {
    uint32_t best = kOffLand;
    for (const uint32_t* up = donors_.begin(cell); up != donors_.end(cell); ++up)
      if (order_[*up] != 0 && (best == kOffLand || before(*up, best))) best = *up;
    return best;
  }

  /// Mouths of what joins a traced way; of one that is left out only what ends in lakes on it.
  void add_branches(const std::vector<uint32_t>& way, int river) {
    for (size_t i = 0; i < way.size(); ++i) {
      if (river < 0 && inputs_.lakes.at(way[i]) == 0) continue;
      const uint32_t main = i + 1 < way.size() ? way[i + 1] : kOffLand;
      for (const uint32_t* up = donors_.begin(way[i]); up != donors_.end(way[i]); ++up)
        if (order_[*up] != 0 && *up != main) mouths_.push_back({*up, river, way[i]});
    }
  }

  const RiverInputs& inputs_;
  const Raster<uint8_t>& order_;
  Donors donors_;
  Mask fed_;
  std::vector<Mouth> mouths_;
  std::vector<RiverPath> rivers_;
};

}  // namespace

Raster<uint8_t> stream_orders(const RiverInputs& inputs) {
  const Drainage& drainage = inputs.drainage;
  Raster<uint8_t> order(drainage.receiver.grid);
  const Mask fed = below_lakes(inputs);
  std::vector<uint8_t> most(order.size(), 0), times(order.size(), 0);
  for (size_t i = drainage.order.size(); i-- > 0;) {
    const uint32_t cell = drainage.order[i];
    if (inputs.weighted_m2[cell] < inputs.source_m2 && fed[cell] == 0) continue;
    order[cell] = static_cast<uint8_t>(most[cell] == 0 ? 1 : most[cell] + (times[cell] > 1 ? 1 : 0));
    const uint32_t to = drainage.receiver[cell];
    if (to == cell) continue;
    if (order[cell] > most[to]) {
      most[to] = order[cell];
      times[to] = 0;
    }
    if (order[cell] == most[to] && times[to] < 2) ++times[to];
  }
  return order;
}

std::vector<RiverPath> trace_rivers(const RiverInputs& inputs, const Raster<uint8_t>& order) {
  return Tracer(inputs, order).trace();
}

}  // namespace fw
