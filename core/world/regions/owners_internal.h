#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/geometry.h"
#include "core/model/template/template.h"
#include "core/world/regions/owners_deficit.h"
#include "core/world/regions/regions_internal.h"

// Assignments of owners and what they cost. Private to owners and to what the designer states of them.

namespace fw {

namespace owner_costs {
// docs/world.md, 3.
inline constexpr double kShareCost = 40;
inline constexpr double kPieceCost = 8;
inline constexpr double kScatterCost = 1;   // per piece of ground beyond the first
inline constexpr double kEdgeCost = 0.012;  // per plan cell edge: .77 per km in a frame of 8 km
inline constexpr double kUsualEdges = 1.2;  // of a firm contact, in sides of a mean region
inline constexpr int64_t kContactEdges = 5;
inline constexpr double kFirmEdges = 0.25;  // beyond kContactEdges, in sides of a mean region
inline constexpr double kAbsentCost = 50;
inline constexpr double kDeficitCost = 400;  // of the land: no border can mend it
inline constexpr double kAnyDeficitCost = 5;
inline constexpr double kFullDeficit = 1e-3;  // from here on any deficit costs in full
inline constexpr double kHomeCost =
    10;  // per home_weight, share of the land and share of the frame's diagonal
inline constexpr double kSeededHomeWeight = 3;  // of owners without a home of their own
}  // namespace owner_costs

/// Another region in contact. Costs hang on how firm a contact is and on regions of mean size, not on edges:
/// a cell of shore more moves them a little or not at all.
struct Contact {
  size_t region;
  int64_t edges;    ///< cell edges shared on the plan grid
  int64_t between;  ///< edges that count as border between two owners
};

/// Two regions in contact, and how firmly, (0, 1].
struct Link {
  size_t a, b;
  double firm;
};

/// What owning costs.
struct OwnerProblem {
  std::vector<double> share;                   ///< of the land that each region is to hold
  std::vector<Vec2> centre_m;                  ///< on the plan grid, per region
  std::vector<int> piece;                      ///< of ground, per region
  std::vector<double> piece_share;             ///< of the land that is free, per piece - 1
  std::vector<size_t> free;                    ///< controllable regions
  std::vector<std::vector<Contact>> contacts;  ///< free regions, per free region
  std::vector<Link> links;                     ///< of free regions, firmest first
  std::vector<size_t> candidates;              ///< factions that want land
  std::vector<double> target;                  ///< share per faction
  std::vector<double> claim;                   ///< target per candidate; together what is free
  /// Per candidate: what owning each region costs for its distance from home; else empty.
  std::vector<std::vector<double>> home_cost;
};

/// Lands of a faction: its groups of regions, and the pieces of ground they lie on.
struct Lands {
  int regions = 0;
  double groups = 0;  ///< regions less the firmness of the links that join them best
  int pieces = 0;
};

/// An assignment whose cost is kept up to date: counts are updated where a flip changes them, shares are
/// summed anew, so that the cost has the same bits whatever flips led to it.
class Assignment {
 public:
  Assignment(const OwnerProblem& p, std::vector<size_t> owner)
      : p_(p),
        owner_(std::move(owner)),
        lands_(p.target.size()),
        root_(p.share.size()),
        seen_(p.share.size(), 0) {
    for (const size_t f : p_.candidates) lands_[f] = lands_of(f);
    for (const size_t r : p_.free) border_ += border_of(r);
    border_ /= 2;
    bit_.assign(p.target.size(), 0);
    for (size_t i = 0; i < p.candidates.size(); ++i) bit_[p.candidates[i]] = uint32_t{1} << i;
    cost_ = sum_cost();
  }

  const std::vector<size_t>& owner() const { return owner_; }
  double cost() const { return cost_; }

  void flip(size_t r, size_t to) {
    const size_t from = owner_[r];
    border_ -= border_of(r);
    owner_[r] = to;
    border_ += border_of(r);
    lands_[from] = lands_of(from);
    lands_[to] = lands_of(to);
    cost_ = sum_cost();
  }

  /// The connected group of a region: regions of one owner in contact.
  std::vector<size_t> group_of(size_t first) {
    ++mark_;
    return collect(first);
  }

 private:
  int64_t border_of(size_t r) const {
    int64_t edges = 0;
    for (const Contact& c : p_.contacts[r])
      if (owner_[c.region] != owner_[r]) edges += c.between;
    return edges;
  }

  std::vector<size_t> collect(size_t first) {
    std::vector<size_t> group{first};
    seen_[first] = mark_;
    for (size_t head = 0; head < group.size(); ++head)
      for (const Contact& c : p_.contacts[group[head]]) {
        if (c.edges < owner_costs::kContactEdges || owner_[c.region] != owner_[first] ||
            seen_[c.region] == mark_)
          continue;
        seen_[c.region] = mark_;
        group.push_back(c.region);
      }
    return group;
  }

  /// A link that grows from nothing to a border takes a group away little by little: the groups are the
  /// regions less a maximum spanning forest.
  Lands lands_of(size_t faction) {
    Lands lands;
    std::array<bool, 256> piece{};
    for (const size_t r : p_.free) {
      if (owner_[r] != faction) continue;
      ++lands.regions;
      bool& here = piece[static_cast<size_t>(p_.piece[r]) % piece.size()];
      lands.pieces += !here;
      here = true;
      root_[r] = r;
    }
    lands.groups = lands.regions;
    for (const Link& link : p_.links) {
      if (owner_[link.a] != faction || owner_[link.b] != faction) continue;
      const size_t a = root_of(link.a), b = root_of(link.b);
      if (a == b) continue;
      root_[a] = b;
      lands.groups -= link.firm;
    }
    return lands;
  }

  size_t root_of(size_t r) {
    while (root_[r] != r) r = root_[r] = root_[root_[r]];
    return r;
  }

  /// Of ground that no border can give to who wants it.
  double deficit_cost() {
    if (p_.piece_share.size() < 2) return 0;
    std::vector<uint32_t> owners(p_.piece_share.size(), 0);
    for (const size_t r : p_.free) owners[static_cast<size_t>(p_.piece[r]) - 1] |= bit_[owner_[r]];
    if (owners != owners_of_piece_) {
      owners_of_piece_ = std::move(owners);
      deficit_ = owners_deficit(owners_of_piece_, p_.piece_share, p_.claim);
    }
    return owner_costs::kDeficitCost * deficit_ +
           owner_costs::kAnyDeficitCost * std::clamp(deficit_ / owner_costs::kFullDeficit, 0.0, 1.0);
  }

  double sum_cost() {
    std::array<double, kMaxFactions> share{};
    for (const size_t r : p_.free) share[owner_[r]] += p_.share[r];
    double cost = 0;
    for (const size_t f : p_.candidates) {
      const Lands& lands = lands_[f];
      cost += owner_costs::kShareCost * std::fabs(share[f] - p_.target[f]);
      cost += lands.regions == 0 ? owner_costs::kAbsentCost
                                 : owner_costs::kPieceCost * (lands.groups - lands.pieces) +
                                       owner_costs::kScatterCost * (lands.pieces - 1);
      if (p_.home_cost[f].empty()) continue;
      for (const size_t r : p_.free)
        if (owner_[r] == f) cost += p_.home_cost[f][r];
    }
    return cost + owner_costs::kEdgeCost * static_cast<double>(border_) + deficit_cost();
  }

  const OwnerProblem& p_;
  std::vector<size_t> owner_;
  std::vector<Lands> lands_;
  std::vector<size_t> root_;  ///< of regions in the forest that is being grown
  std::vector<int> seen_;     ///< mark of the last search that met the region
  int mark_ = 0;
  std::vector<uint32_t> bit_;  ///< of every candidate, in sets of owners
  std::vector<uint32_t> owners_of_piece_;
  double deficit_ = 0;  ///< with owners_of_piece_
  int64_t border_ = 0;  ///< edges that count between owners
  double cost_ = 0;
};

/// Changes single regions and exchanges the owners of two while that lowers the cost, the best change first.
/// `held`: regions that keep their owner.
void descend(const OwnerProblem& problem, const std::vector<uint8_t>& held, Assignment& assignment);

/// The owners of a world without rows of the hand, by region.
std::vector<size_t> natural_owners(const OwnerProblem& problem);

/// Number of the piece of ground (from 1) on which the first cell of every region of the plan lies.
std::vector<int> pieces_of_regions(const RegionPlan& plan, const Raster<uint8_t>& ground);

/// Who may own the plan's regions, and what that costs. `ground`: pieces of the plan's land.
OwnerProblem pose_owners(const RegionPlan& plan, const Raster<uint8_t>& ground, const Template& tmpl,
                         const SeedBundle& seeds);

/// Owners by region, of neutral regions the neutral row.
std::vector<size_t> with_neutral_owners(const RegionPlan& plan, const Template& tmpl,
                                        std::vector<size_t> owner);

}  // namespace fw
