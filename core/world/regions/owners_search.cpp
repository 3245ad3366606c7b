#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "core/base/exact/exact_math.h"
#include "core/world/fit/sinkhorn.h"
#include "core/world/regions/owners_internal.h"

// The search for owners: docs/world.md, 3.
namespace fw {
namespace {

constexpr size_t kFewRegions = 60;  // beyond them regions change alone, two never exchange owners
constexpr double kSoftness = 0.05;  // of the largest cost of a region
constexpr double kLeastGain = 1e-9;
constexpr int kMostChanges = 1000;

/// Every region goes where most of it would go if regions could be divided: what the owners claim, carried to
/// their homes as cheaply as possible, softly, which moves as little as the ground does.
std::vector<size_t> carried_owners(const OwnerProblem& p) {
  MixMatrix kernel;
  std::vector<double> area;
  double largest = 1e-12;
  for (const size_t r : p.free) {
    std::vector<double> cost;  // per share of the land
    for (const size_t f : p.candidates)
      cost.push_back(p.home_cost[f].empty() ? 0.0 : p.home_cost[f][r] / std::max(p.share[r], 1e-12));
    largest = std::max(largest, *std::ranges::max_element(cost));
    kernel.push_back(std::move(cost));
    area.push_back(p.share[r]);
  }
  for (std::vector<double>& row : kernel)
    for (double& x : row) x = exact::exp(-x / (kSoftness * largest));
  const MixMatrix carried = sinkhorn(kernel, area, p.claim);
  std::vector<size_t> owner(p.share.size(), 0);
  for (size_t i = 0; i < p.free.size(); ++i)
    owner[p.free[i]] =
        p.candidates[static_cast<size_t>(std::ranges::max_element(carried[i]) - carried[i].begin())];
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

/// New owners of one region, or of two.
struct Change {
  std::array<std::pair<size_t, size_t>, 2> to{};  ///< region and owner
  size_t regions = 0;
};

void make(const Change& change, Assignment& assignment) {
  for (size_t k = 0; k < change.regions; ++k) assignment.flip(change.to[k].first, change.to[k].second);
}

/// The change that lowers the cost most; of none regions where none does.
Change best_change(const OwnerProblem& p, const std::vector<uint8_t>& held, Assignment& assignment) {
  Change best;
  double least = assignment.cost() - kLeastGain;
  const auto attempt = [&](const Change& change) {
    Change back = change;
    for (size_t k = 0; k < change.regions; ++k) back.to[k].second = assignment.owner()[change.to[k].first];
    make(change, assignment);
    if (assignment.cost() < least) {
      least = assignment.cost();
      best = change;
    }
    make(back, assignment);
  };
  for (const size_t r : p.free) {
    if (held[r] != 0) continue;
    const size_t own = assignment.owner()[r];
    for (const size_t f : p.candidates)
      if (f != own) attempt({{{{r, f}}}, 1});
    const auto exchange = [&](size_t s) {
      if (const size_t other = assignment.owner()[s]; s > r && held[s] == 0 && other != own)
        attempt({{{{r, other}, {s, own}}}, 2});
    };
    if (p.free.size() > kFewRegions)
      for (const Contact& c : p.contacts[r]) exchange(c.region);
    else
      for (const size_t s : p.free) exchange(s);
  }
  return best;
}

}  // namespace

void descend(const OwnerProblem& problem, const std::vector<uint8_t>& held, Assignment& assignment) {
  for (int n = 0; n < kMostChanges; ++n) {
    const Change change = best_change(problem, held, assignment);
    if (change.regions == 0) return;
    make(change, assignment);
  }
}

std::vector<size_t> natural_owners(const OwnerProblem& problem) {
  const std::vector<uint8_t> none(problem.share.size(), 0);
  Assignment settled(problem, carried_owners(problem));
  descend(problem, none, settled);
  // Groups apart from their owner's largest: no single change brings them together.
  Assignment joined(problem, settled.owner());
  join_groups(problem, joined);
  descend(problem, none, joined);
  Assignment& best = joined.cost() < settled.cost() ? joined : settled;
  const bool several = std::ranges::any_of(problem.piece, [](int piece) { return piece > 1; });
  if (several || problem.free.size() > kFewRegions) join_groups(problem, best);
  return best.owner();
}

}  // namespace fw
