#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/base/exact/exact_math.h"
#include "core/base/rng.h"
#include "core/world/regions/regions.h"
#include "core/world/regions/regions_raster.h"

namespace fw {
namespace {

// Costs of an assignment of owners: docs/world.md, 3.
constexpr int kFlips = 4000;
constexpr int kOwners = 3;  // green, purple, yellow
constexpr double kShareCost = 40;
constexpr double kPieceCost = 8;
constexpr double kEdgeCost = 0.012;  // per plan cell edge: .77 per km in a frame of 8 km
constexpr int64_t kContactEdges = 5;
constexpr double kAbsentCost = 50;

/// What owning costs: shares of land, and cell edges shared by pairs of regions, on the plan grid.
struct OwnerProblem {
  std::vector<double> share;  ///< of the land, per region
  std::vector<size_t> free;   ///< controllable regions
  std::vector<std::vector<int64_t>> edges;
  std::vector<size_t> candidates;  ///< factions that want land
  std::array<double, kOwners> target{};
};

OwnerProblem pose(const RegionMap& map, const Template& tmpl) {
  const Raster<uint8_t> code = plan_code_of(map);
  const GridSpec& g = code.grid;
  const size_t n = map.regions.size();
  OwnerProblem p;
  p.share.assign(n, 0);
  p.edges.assign(n, std::vector<int64_t>(n, 0));
  double land = 0;
  const auto touch = [&](uint8_t a, uint8_t b) {
    if (a == 0 || b == 0 || a == b) return;
    ++p.edges[a - 1u][b - 1u];
    ++p.edges[b - 1u][a - 1u];
  };
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column) {
      const uint8_t here = code.at(column, row);
      if (here == 0) continue;
      land += 1;
      p.share[here - 1u] += 1;
      if (column + 1 < g.columns) touch(here, code.at(column + 1, row));
      if (row + 1 < g.rows) touch(here, code.at(column, row + 1));
    }
  for (double& s : p.share) s /= std::max(land, 1.0);
  for (size_t r = 0; r < n; ++r)
    if (!map.regions[r].neutral) p.free.push_back(r);
  for (size_t f = 0; f < kOwners; ++f) {
    p.target[f] = tmpl.factions[f];
    if (p.target[f] > 0) p.candidates.push_back(f);
  }
  if (p.candidates.empty()) p.candidates.push_back(0);
  return p;
}

int components_of(const OwnerProblem& p, const std::vector<size_t>& owner, size_t faction) {
  uint64_t left = 0;
  for (const size_t r : p.free)
    if (owner[r] == faction) left |= uint64_t{1} << r;
  int components = 0;
  while (left != 0) {
    ++components;
    uint64_t front = left & (~left + 1);
    left &= ~front;
    while (front != 0) {
      const auto r = static_cast<size_t>(__builtin_ctzll(front));
      front &= front - 1;
      for (const size_t s : p.free) {
        const uint64_t bit = uint64_t{1} << s;
        if ((left & bit) == 0 || p.edges[r][s] < kContactEdges) continue;
        left &= ~bit;
        front |= bit;
      }
    }
  }
  return components;
}

double cost_of(const OwnerProblem& p, const std::vector<size_t>& owner) {
  std::array<double, kOwners> share{};
  std::array<int, kOwners> regions{};
  for (const size_t r : p.free) {
    share[owner[r]] += p.share[r];
    ++regions[owner[r]];
  }
  double cost = 0;
  for (const size_t f : p.candidates) {
    cost += kShareCost * std::fabs(share[f] - p.target[f]);
    cost += regions[f] == 0 ? kAbsentCost : kPieceCost * (components_of(p, owner, f) - 1);
  }
  int64_t border = 0;
  for (size_t i = 0; i < p.free.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (owner[p.free[i]] != owner[p.free[j]]) border += p.edges[p.free[i]][p.free[j]];
  return cost + kEdgeCost * static_cast<double>(border);
}

}  // namespace

void assign_owners(RegionMap& map, const Template& tmpl, const SeedBundle& seeds) {
  assert(map.regions.size() <= static_cast<size_t>(kMaxRegions));
  for (Region& region : map.regions) region.owner = Faction::neutral;
  const OwnerProblem p = pose(map, tmpl);
  if (p.free.empty()) return;

  RandomCursor random{derive(seeds.layout_stream(), "owner"), 0};
  std::vector<size_t> owner(map.regions.size(), 0);
  for (const size_t r : p.free) owner[r] = p.candidates[random.below(p.candidates.size())];
  double cost = cost_of(p, owner);
  std::vector<size_t> best = owner;
  double least = cost;
  for (int it = 0; it < kFlips; ++it) {
    const size_t r = p.free[random.below(p.free.size())];
    const size_t proposed = p.candidates[random.below(p.candidates.size())];
    const double u = random.uniform();
    if (proposed == owner[r]) continue;
    const size_t before = owner[r];
    owner[r] = proposed;
    const double next = cost_of(p, owner);
    const double temperature = 3 * (1 - static_cast<double>(it) / kFlips) + 0.01;
    if (next > cost && u >= exact::exp((cost - next) / temperature)) {
      owner[r] = before;
      continue;
    }
    cost = next;
    if (cost < least) {
      least = cost;
      best = owner;
    }
  }
  for (const size_t r : p.free) map.regions[r].owner = static_cast<Faction>(best[r]);
}

}  // namespace fw
