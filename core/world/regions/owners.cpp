#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/world/regions/hand_owners.h"
#include "core/world/regions/owners_internal.h"
#include "core/world/regions/regions.h"
#include "core/world/regions/regions_raster.h"

namespace fw {
namespace {

// Costs of an assignment of owners: docs/world.md, 3.
constexpr int kFlips = 4000;
constexpr size_t kFewRegions = 60;  // beyond them flips grow with the regions
constexpr int kFlipsPerRegion = 400;
constexpr double kHomeCost = 10;  // per home_weight, share of the land and share of the frame's diagonal

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

std::vector<double> home_costs(const FactionRow& row, const OwnerProblem& p, const FrameParams& frame) {
  if (!row.home || row.home_weight <= 0) return {};
  const Vec2 home = home_m(row, frame);
  const double diagonal = std::sqrt(frame.width_m * frame.width_m + frame.height_m * frame.height_m);
  std::vector<double> cost;
  for (size_t r = 0; r < p.share.size(); ++r)
    cost.push_back(kHomeCost * row.home_weight * p.share[r] *
                   std::sqrt(squared_distance(p.centre_m[r], home)) / diagonal);
  return cost;
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

OwnerProblem pose(const RegionMap& map, const Template& tmpl) {
  const Raster<uint8_t> code = plan_code_of(map);
  const size_t n = map.regions.size();
  OwnerProblem p;
  p.share.assign(n, 0);
  p.centre_m.resize(n);
  double land = 0;
  for (size_t cell = 0; cell < code.size(); ++cell) {
    const uint8_t here = code[cell];
    if (here == 0) continue;
    land += 1;
    p.share[here - 1u] += 1;
    p.centre_m[here - 1u] = p.centre_m[here - 1u] + code.grid.centre(cell);
  }
  for (size_t r = 0; r < n; ++r)
    if (p.share[r] > 0) p.centre_m[r] = p.centre_m[r] * (1 / p.share[r]);
  for (double& s : p.share) s /= std::max(land, 1.0);
  for (const Region& region : map.regions) p.piece.push_back(region.piece);
  for (size_t r = 0; r < n; ++r)
    if (!map.regions[r].neutral) p.free.push_back(r);
  const std::vector<int64_t> edges = count_edges(code, n);
  p.contacts.resize(n);
  for (const size_t r : p.free)
    for (const size_t s : p.free)
      if (edges[r * n + s] > 0) p.contacts[r].push_back({s, edges[r * n + s]});
  const std::vector<FactionRow>& rows = tmpl.vocabulary.factions;
  p.target.assign(std::max<size_t>(rows.size(), 1), 0);
  p.home_cost.resize(p.target.size());
  for (size_t f = 0; f < rows.size(); ++f) {
    if (rows[f].role != FactionRole::owner) continue;
    p.target[f] = rows[f].share;
    p.home_cost[f] = home_costs(rows[f], p, tmpl.frame);
    if (p.target[f] > 0) p.candidates.push_back(f);
  }
  if (p.candidates.empty()) {
    const auto owner = std::ranges::find(rows, FactionRole::owner, &FactionRow::role);
    p.candidates.push_back(owner == rows.end() ? 0 : static_cast<size_t>(owner - rows.begin()));
  }
  pose_claims(p);
  return p;
}

/// Owners that grow from far-apart regions (or their homes) until all are taken: a start of whole lands.
std::vector<size_t> grown_owners(const OwnerProblem& p, RandomCursor& random, const Template& tmpl) {
  constexpr size_t kNone = SIZE_MAX;
  std::vector<size_t> owner(p.share.size(), kNone);
  std::vector<double> held(p.target.size(), 0);
  const auto centre = [&](size_t r) { return p.centre_m[r]; };
  const auto take = [&](size_t r, size_t f) {
    owner[r] = f;
    held[f] += p.share[r];
  };
  std::vector<Vec2> starts;
  for (const size_t f : p.candidates) {
    const FactionRow& row = tmpl.vocabulary.factions[f];
    size_t best = kNone;
    double best_score = 0;
    for (const size_t r : p.free) {
      if (owner[r] != kNone) continue;
      double score = random.uniform();
      if (row.home) {
        score = -squared_distance(centre(r), home_m(row, tmpl.frame));
      } else if (!starts.empty()) {
        score = INFINITY;
        for (const Vec2 s : starts) score = std::min(score, squared_distance(s, centre(r)));
      }
      if (best != kNone && score <= best_score) continue;
      best = r;
      best_score = score;
    }
    if (best == kNone) break;
    take(best, f);
    starts.push_back(centre(best));
  }
  // The owner farthest below its share takes the region it has most contact with; one without a neighbour
  // that is free takes the nearest.
  for (size_t left = p.free.size() - starts.size(); left > 0; --left) {
    size_t f = p.candidates.front();
    for (const size_t c : p.candidates)
      if (held[c] / p.target[c] < held[f] / p.target[f]) f = c;
    size_t best = kNone;
    double best_score = 0;
    for (const size_t r : p.free) {
      if (owner[r] != kNone) continue;
      double score = 0, nearest = INFINITY;
      for (const Contact& c : p.contacts[r])
        if (owner[c.region] == f) score += static_cast<double>(c.edges);
      for (const size_t s : p.free)
        if (owner[s] == f && score == 0) nearest = std::min(nearest, squared_distance(centre(s), centre(r)));
      if (score == 0) score = -nearest;
      if (best != kNone && score <= best_score) continue;
      best = r;
      best_score = score;
    }
    take(best, f);
  }
  return owner;
}

/// Gives every group of an owner but its largest on each piece of ground to the neighbour with most contact.
void join_groups(const OwnerProblem& p, Assignment& assignment) {
  for (int round = 0; round < 8; ++round) {
    bool moved = false;
    for (const size_t r : p.free) {
      const std::vector<size_t> group = assignment.group_of(r);
      const size_t own = assignment.owner()[r];
      const auto share_of = [&](const std::vector<size_t>& regions) {
        return std::accumulate(regions.begin(), regions.end(), 0.0,
                               [&](double sum, size_t s) { return sum + p.share[s]; });
      };
      bool larger = false;
      for (const size_t s : p.free)
        if (assignment.owner()[s] == own && p.piece[s] == p.piece[r] &&
            std::ranges::find(group, s) == group.end())
          larger = larger || share_of(assignment.group_of(s)) >= share_of(group);
      if (!larger) continue;
      std::vector<int64_t> contact(p.target.size(), 0);
      for (const size_t s : group)
        for (const Contact& c : p.contacts[s])
          if (assignment.owner()[c.region] != own) contact[assignment.owner()[c.region]] += c.edges;
      const auto to = std::ranges::max_element(contact);
      if (*to < owner_costs::kContactEdges) continue;
      for (const size_t s : group) assignment.flip(s, static_cast<size_t>(to - contact.begin()));
      moved = true;
    }
    if (!moved) return;
  }
}

}  // namespace

void assign_owners(RegionMap& map, const Template& tmpl, const SeedBundle& seeds) {
  assert(map.regions.size() <= static_cast<size_t>(kMaxRegions));
  for (Region& region : map.regions)
    region.owner = region.neutral ? tmpl.vocabulary.neutral().value_or(Faction{}) : Faction{};
  const OwnerProblem p = pose(map, tmpl);
  if (p.free.empty()) return;

  // Among many regions, or far from home, single flips alone would not bring whole lands together.
  const bool many = p.free.size() > kFewRegions ||
                    std::ranges::any_of(p.home_cost, [](const auto& cost) { return !cost.empty(); });
  RandomCursor random{derive(seeds.layout_stream(), "owner"), 0};
  std::vector<size_t> first(map.regions.size(), 0);
  for (const size_t r : p.free) first[r] = p.candidates[random.below(p.candidates.size())];
  if (many) first = grown_owners(p, random, tmpl);
  Assignment assignment(p, first);
  std::vector<size_t> best = assignment.owner();
  double least = assignment.cost();
  const int flips = many ? std::max(kFlips, kFlipsPerRegion * static_cast<int>(p.free.size())) : kFlips;
  const double heat = many ? 0.3 : 3;  // a start of whole lands is not to be melted
  for (int it = 0; it < flips; ++it) {
    const size_t r = p.free[random.below(p.free.size())];
    const size_t proposed = p.candidates[random.below(p.candidates.size())];
    const double u = random.uniform();
    const size_t before = assignment.owner()[r];
    if (proposed == before) continue;
    // Among many regions most owners are far away.
    if (many && std::ranges::none_of(p.contacts[r], [&](const Contact& c) {
          return assignment.owner()[c.region] == proposed;
        }))
      continue;
    const double cost = assignment.cost();
    assignment.flip(r, proposed);
    const double next = assignment.cost();
    const double temperature = heat * (1 - static_cast<double>(it) / flips) + 0.01;
    if (next > cost && u >= exact::exp((cost - next) / temperature)) {
      assignment.flip(r, before);
      continue;
    }
    if (next < least) {
      least = next;
      best = assignment.owner();
    }
  }
  if (many || std::ranges::any_of(p.piece, [](int piece) { return piece > 1; })) {
    Assignment whole(p, best);
    join_groups(p, whole);
    best = whole.owner();
  }
  if (!map.stated_owners.empty()) best = hold_owners(p, map.stated_owners, std::move(best));
  for (const size_t r : p.free) map.regions[r].owner = static_cast<Faction>(best[r]);
}

}  // namespace fw
