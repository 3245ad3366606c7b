#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/world/regions/disc_sequence.h"
#include "core/world/regions/owners_internal.h"

namespace fw {
namespace {

/// Cell edges shared by every pair of regions, row by row.
std::vector<int64_t> count_edges(const Raster<uint8_t>& code, size_t n) {
  const GridSpec& g = code.grid;
  std::vector<int64_t> edges(n * n, 0);
  const auto touch = [&](uint8_t a, uint8_t b) {
    if (a == 0 || b == 0 || a == b) return;
    ++edges[(a - 1u) * n + (b - 1u)];
    ++edges[(b - 1u) * n + (a - 1u)];
  };
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column) {
      const uint8_t here = code.at(column, row);
      if (here == 0) continue;
      if (column + 1 < g.columns) touch(here, code.at(column + 1, row));
      if (row + 1 < g.rows) touch(here, code.at(column, row + 1));
    }
  return edges;
}

Vec2 home_m(const FactionRow& row, const FrameParams& frame) {
  return {row.home->x * frame.width_m, row.home->y * frame.height_m};
}

std::vector<double> home_costs(const OwnerProblem& p, Vec2 home, double weight, const FrameParams& frame) {
  const double diagonal = std::sqrt(frame.width_m * frame.width_m + frame.height_m * frame.height_m);
  std::vector<double> cost;
  for (size_t r = 0; r < p.share.size(); ++r)
    cost.push_back(owner_costs::kHomeCost * weight * p.share[r] *
                   std::sqrt(squared_distance(p.centre_m[r], home)) / diagonal);
  return cost;
}

/// Owners that no home pulls have one that the seed lays over the owned ground.
void pull_home(const RegionPlan& plan, const Template& tmpl, const SeedBundle& seeds, OwnerProblem& p) {
  const std::vector<FactionRow>& rows = tmpl.vocabulary.factions;
  Spread ground;
  for (size_t cell = 0; cell < plan.code.size(); ++cell)
    if (plan.code[cell] > plan.neutral()) ground.add(plan.code.grid.centre(cell));
  if (ground.empty()) return;
  const std::vector<Vec2> seeded = ground.lay(
      disc_sequence(derive(seeds.layout_stream(), "owner.homes"), static_cast<int>(p.candidates.size())));
  for (size_t i = 0; i < p.candidates.size(); ++i) {
    const FactionRow& row = rows[p.candidates[i]];
    const bool own = row.home && row.home_weight > 0;
    p.home_cost[p.candidates[i]] = own ? home_costs(p, home_m(row, tmpl.frame), row.home_weight, tmpl.frame)
                                       : home_costs(p, seeded[i], owner_costs::kSeededHomeWeight, tmpl.frame);
  }
}

/// How free regions touch each other. `side`: of a mean region, plan cells.
void find_contacts(const std::vector<int64_t>& edges, double side, OwnerProblem& p) {
  const size_t n = p.share.size();
  const double full = std::max(1.0, owner_costs::kFirmEdges * side);
  p.contacts.resize(n);
  for (const size_t r : p.free)
    for (const size_t s : p.free) {
      const int64_t shared = edges[r * n + s];
      if (shared == 0) continue;
      const double firm =
          std::clamp(static_cast<double>(shared - owner_costs::kContactEdges) / full, 0.0, 1.0);
      p.contacts[r].push_back(
          {s, shared, static_cast<int64_t>(owner_costs::kUsualEdges * side * firm + 0.5)});
      if (s > r && firm > 0) p.links.push_back({r, s, firm});
    }
  std::ranges::stable_sort(p.links, std::greater<>(), &Link::firm);
}

/// What pieces hold and candidates claim.
void pose_claims(OwnerProblem& p) {
  double free = 0, claimed = 0;
  for (const size_t r : p.free) {
    const auto piece = static_cast<size_t>(p.piece[r]);
    if (p.piece_share.size() < piece) p.piece_share.resize(piece, 0);
    p.piece_share[piece - 1] += p.share[r];
    free += p.share[r];
  }
  for (const size_t f : p.candidates) claimed += p.target[f];
  for (const size_t f : p.candidates) p.claim.push_back(claimed > 0 ? p.target[f] * free / claimed : free);
}

}  // namespace

std::vector<int> pieces_of_regions(const RegionPlan& plan, const Raster<uint8_t>& ground) {
  std::vector<int> piece(static_cast<size_t>(plan.count()), 1);
  std::vector<uint8_t> known(piece.size(), 0);
  for (size_t cell = 0; cell < plan.code.size(); ++cell) {
    const size_t r = plan.code[cell];
    if (r == 0 || known[r - 1] || ground[cell] == 0) continue;
    known[r - 1] = 1;
    piece[r - 1] = ground[cell];
  }
  return piece;
}

OwnerProblem pose_owners(const RegionPlan& plan, const Raster<uint8_t>& ground, const Template& tmpl,
                         const SeedBundle& seeds) {
  const Raster<uint8_t>& code = plan.code;
  const auto n = static_cast<size_t>(plan.count());
  OwnerProblem p;
  p.centre_m.resize(n);
  std::vector<double> cells(n, 0);
  double land = 0, owned = 0;
  for (size_t cell = 0; cell < code.size(); ++cell) {
    const uint8_t here = code[cell];
    if (here == 0) continue;
    land += 1;
    cells[here - 1u] += 1;
    p.centre_m[here - 1u] = p.centre_m[here - 1u] + code.grid.centre(cell);
  }
  p.piece = pieces_of_regions(plan, ground);
  for (size_t r = 0; r < n; ++r) {
    if (cells[r] > 0) p.centre_m[r] = p.centre_m[r] * (1 / cells[r]);
    p.share.push_back(plan.anchors[r].cells / std::max(land, 1.0));
    if (static_cast<int>(r) < plan.neutral()) continue;
    p.free.push_back(r);
    owned += plan.anchors[r].cells;
  }
  if (p.free.empty()) return p;
  find_contacts(count_edges(code, n), std::sqrt(owned / static_cast<double>(p.free.size())), p);
  const std::vector<FactionRow>& rows = tmpl.vocabulary.factions;
  p.target.assign(std::max<size_t>(rows.size(), 1), 0);
  p.home_cost.resize(p.target.size());
  for (size_t f = 0; f < rows.size(); ++f) {
    if (rows[f].role != FactionRole::owner) continue;
    p.target[f] = rows[f].share;
    if (p.target[f] > 0) p.candidates.push_back(f);
  }
  if (!p.candidates.empty()) {
    pull_home(plan, tmpl, seeds, p);
  } else {
    const auto owner = std::ranges::find(rows, FactionRole::owner, &FactionRow::role);
    p.candidates.push_back(owner == rows.end() ? 0 : static_cast<size_t>(owner - rows.begin()));
  }
  pose_claims(p);
  return p;
}

std::vector<size_t> with_neutral_owners(const RegionPlan& plan, const Template& tmpl,
                                        std::vector<size_t> owner) {
  const auto neutral = static_cast<size_t>(tmpl.vocabulary.neutral().value_or(Faction{}));
  owner.resize(static_cast<size_t>(plan.count()), 0);
  std::fill_n(owner.begin(), plan.neutral(), neutral);
  return owner;
}

}  // namespace fw
