#include "core/world/roads/road_spanner.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/base/geometry.h"

namespace fw {
namespace {

/// Price of the best way from one town over kept pairs; infinite beyond `most`.
double price_over(const std::vector<std::vector<std::pair<int, double>>>& kept, int from, int to,
                  double most) {
  std::vector<double> price(kept.size(), kInfinity);
  std::vector<uint8_t> closed(kept.size(), 0);
  price[static_cast<size_t>(from)] = 0;
  for (;;) {
    int nearest = -1;
    for (size_t k = 0; k < price.size(); ++k)
      if (closed[k] == 0 && price[k] <= most &&
          (nearest < 0 || price[k] < price[static_cast<size_t>(nearest)]))
        nearest = static_cast<int>(k);
    if (nearest < 0) return kInfinity;
    if (nearest == to) return price[static_cast<size_t>(to)];
    closed[static_cast<size_t>(nearest)] = 1;
    for (const auto& [next, step] : kept[static_cast<size_t>(nearest)])
      price[static_cast<size_t>(next)] =
          std::min(price[static_cast<size_t>(next)], price[static_cast<size_t>(nearest)] + step);
  }
}

}  // namespace

std::vector<TownPair> town_pairs(const std::vector<Vec2>& towns) {
  constexpr size_t kNearest = 3;
  const auto n = static_cast<int>(towns.size());
  const auto at = [&](int k) { return towns[static_cast<size_t>(k)]; };
  std::vector<std::pair<int, int>> pairs;
  for (int a = 0; a < n; ++a) {
    for (int b = a + 1; b < n; ++b) {
      bool open = true;
      for (int c = 0; c < n && open; ++c) {
        if (c == a || c == b) continue;
        const Vec2 da = at(a) - at(c), db = at(b) - at(c);
        open = da.x * db.x + da.y * db.y >= 0;
      }
      if (open) pairs.emplace_back(a, b);
    }
    std::vector<std::pair<double, int>> others;
    for (int b = 0; b < n; ++b)
      if (b != a) others.emplace_back(squared_distance(at(a), at(b)), b);
    std::sort(others.begin(), others.end());
    for (size_t k = 0; k < std::min(kNearest, others.size()); ++k)
      pairs.emplace_back(std::min(a, others[k].second), std::max(a, others[k].second));
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<TownPair> out;
  for (const auto& [a, b] : pairs) out.push_back({a, b, 0});
  return out;
}

std::vector<TownPair> greedy_spanner(int towns, std::vector<TownPair> pairs, double detour) {
  std::sort(pairs.begin(), pairs.end(), [](const TownPair& l, const TownPair& r) {
    if (l.price != r.price) return l.price < r.price;
    return l.a != r.a ? l.a < r.a : l.b < r.b;
  });
  std::vector<std::vector<std::pair<int, double>>> kept(static_cast<size_t>(towns));
  std::vector<TownPair> out;
  for (const TownPair& pair : pairs) {
    if (pair.price == std::numeric_limits<double>::infinity()) continue;
    const double most = detour * pair.price;
    if (price_over(kept, pair.a, pair.b, most) <= most) continue;
    kept[static_cast<size_t>(pair.a)].emplace_back(pair.b, pair.price);
    kept[static_cast<size_t>(pair.b)].emplace_back(pair.a, pair.price);
    out.push_back(pair);
  }
  return out;
}

}  // namespace fw
