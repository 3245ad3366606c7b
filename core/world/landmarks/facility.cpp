#include "core/world/landmarks/facility.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/world/fit/block_lanes.h"
#include "core/world/land/spacing.h"
#include "core/world/regions/disc_sequence.h"

namespace fw {
namespace {

constexpr double kBeyond = 4;     // utility per radius of an anchor that a site lies nearer to another one
constexpr int kAnchorSteps = 24;  // of k-means
constexpr double kAnchorMove = 0.7;
constexpr size_t kLanes = 4;
constexpr size_t kSiteGrain = 256;
constexpr double kBandsPerReach = 64;  // of samples, to find those near a place

/// Samples whose distance to the nearest facility moves from `before` to `after`, north to south; padded to
/// whole lanes.
struct CoverageChange {
  std::vector<double> x, y, weight, before, after;
  std::vector<float> x_near, y_near, weight_near, before_near, after_near;  ///< rounded: for bounds
  double reach_m = 0;                                                       ///< farther sites feel nothing
  double west_m = std::numeric_limits<double>::infinity();
  double east_m = -std::numeric_limits<double>::infinity();
  double weights = 0;           ///< of all samples together
  double farthest_m = 0;        ///< largest coordinate of a sample
  std::vector<uint32_t> bands;  ///< the first sample below the top of each band of band_m, northernmost first
  double band_m = 1;

  void push(Vec2 p, double w, double from, double to) {
    x.push_back(p.x);
    y.push_back(p.y);
    weight.push_back(w);
    before.push_back(from);
    after.push_back(to);
    x_near.push_back(static_cast<float>(p.x));
    y_near.push_back(static_cast<float>(p.y));
    weight_near.push_back(static_cast<float>(w));
    before_near.push_back(static_cast<float>(from));
    after_near.push_back(static_cast<float>(to));
    reach_m = std::max({reach_m, from, to});
    west_m = std::min(west_m, p.x);
    east_m = std::max(east_m, p.x);
    weights += w;
    farthest_m = std::max({farthest_m, std::fabs(p.x), std::fabs(p.y)});
  }

  /// Ends the list: whole lanes, and where each band of samples begins.
  void close() {
    if (x.empty()) return;
    while (x.size() % lanes::kWidth != 0) push({x.back(), y.back()}, 0, 0, 0);
    band_m = std::max(reach_m / kBandsPerReach, 1.0);
    const auto count = static_cast<size_t>((y.front() - y.back()) / band_m) + 1;
    for (size_t i = 0; i < y.size(); ++i) {
      const size_t band = std::min(band_of(y[i]), count - 1);
      while (bands.size() <= band) bands.push_back(static_cast<uint32_t>(i));
    }
    bands.resize(count + 1, static_cast<uint32_t>(y.size()));
  }

  /// The samples that a place may reach, in whole bands; the first rounded down to whole groups of `group`.
  std::pair<size_t, size_t> within_reach(Vec2 at, size_t group) const {
    if (x.empty() || at.x < west_m - reach_m || at.x > east_m + reach_m || at.y > y.front() + reach_m ||
        at.y < y.back() - reach_m)
      return {0, 0};
    const size_t first = band_of(at.y + reach_m), last = band_of(at.y - reach_m) + 1;
    return {bands[first] / group * group, bands[std::min(last, bands.size() - 1)]};
  }

 private:
  size_t band_of(double y_m) const { return static_cast<size_t>(std::max(0.0, (y.front() - y_m) / band_m)); }
};

/// How much more a facility at `at` would gain, sum a [max(0, after - d) - max(0, before - d)]. Four partial
/// sums in a fixed order.
FW_VECTOR_CLONES double gain_change(const CoverageChange& change, Vec2 at) {
  // Whole lanes, so that every sample stays in its partial sum.
  const auto [begin, end] = change.within_reach(at, kLanes);
  // Surely out of reach, whatever the root rounds to: such samples add nothing.
  const double beyond2 = change.reach_m * change.reach_m * (1 + 1e-9);
  lanes::Doubles sum{};
  for (size_t k = begin; k < end; k += kLanes) {
    lanes::Doubles x, y, weight, before, after;
    lanes::load(change.x.data() + k, x);
    lanes::load(change.y.data() + k, y);
    x -= at.x;
    y -= at.y;
    lanes::Doubles d = x * x + y * y;
    if (std::min(std::min(d[0], d[1]), std::min(d[2], d[3])) > beyond2) continue;
    lanes::root(d);
    lanes::load(change.weight.data() + k, weight);
    lanes::load(change.before.data() + k, before);
    lanes::load(change.after.data() + k, after);
    after -= d;
    before -= d;
    sum += weight * ((after > 0 ? after : lanes::Doubles{}) - (before > 0 ? before : lanes::Doubles{}));
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// No less than gain_change, and hardly more: the same in float, with room for rounding.
FW_VECTOR_CLONES double gain_change_bound(const CoverageChange& change, Vec2 at) {
  const auto [begin, end] = change.within_reach(at, lanes::kWidth);
  if (begin >= end) return 0;
  const auto at_x = static_cast<float>(at.x), at_y = static_cast<float>(at.y);
  lanes::Floats sum{};
  for (size_t k = begin; k < end; k += lanes::kWidth) {
    lanes::Floats x, y, weight, before, after;
    lanes::load(change.x_near.data() + k, x);
    lanes::load(change.y_near.data() + k, y);
    x -= at_x;
    y -= at_y;
    lanes::Floats d = x * x + y * y;
    lanes::root(d);
    lanes::load(change.weight_near.data() + k, weight);
    lanes::load(change.before_near.data() + k, before);
    lanes::load(change.after_near.data() + k, after);
    after -= d;
    before -= d;
    sum += weight * ((after > 0.0F ? after : lanes::Floats{}) - (before > 0.0F ? before : lanes::Floats{}));
  }
  double total = 0;
  for (size_t l = 0; l < lanes::kWidth; ++l) total += static_cast<double>(sum[l]);
  // A sample's term is wrong by some 20 roundings of a length as large as the largest coordinate; each of the
  // sums by one of a partial sum for every group that it took.
  constexpr double kRounding = 1.0 / (1 << 24);
  const double longest_m = std::max({std::fabs(at.x), std::fabs(at.y), change.farthest_m}) + change.reach_m;
  const double groups = static_cast<double>((end - begin) / lanes::kWidth + 2);
  return total + change.weights * kRounding * (32 * longest_m + 2 * groups * change.reach_m);
}

/// The most that a change can add to any site's gain, with room for rounding; 0 if it only takes.
double most_rise(const CoverageChange& change) {
  double rise = 0;
  for (size_t i = 0; i < change.x.size(); ++i)
    rise += change.weight[i] * std::max(0.0, change.after[i] - change.before[i]);
  return rise > 0 ? rise * (1 + 1e-9) + 1e-9 : 0;
}

/// What the first facility finds: all demand as far away as counts.
CoverageChange untouched_demand(const FacilityProblem& problem) {
  CoverageChange all;
  for (const FacilityDemand& d : problem.demand) all.push(d.position_m, d.weight, 0, problem.reach_m);
  all.close();
  return all;
}

/// Every site's gain while there is no facility, bounded from above.
std::vector<double> first_gain_bounds(const FacilityProblem& problem, const CoverageChange& all) {
  std::vector<double> bound(problem.sites.size());
  parallel_for(bound.size(), kSiteGrain, [&](size_t begin, size_t end) {
    for (size_t s = begin; s < end; ++s) bound[s] = gain_change_bound(all, problem.sites[s].position_m);
  });
  return bound;
}

/// The running state of one search: nearest distances of the demand (capped at the reach) and every site's
/// gain. A site's gain follows the changes only when somebody needs it (Minoux 1978): what it had before,
/// plus the most that the changes since can have added, bounds it from above. Where that is not enough, the
/// changes' bounds for the very site are followed first.
class Search {
 public:
  /// `all` = untouched_demand, `bounds` = first_gain_bounds of it.
  Search(const FacilityProblem& problem, double spacing_m, const CoverageChange& all,
         std::vector<double> bounds)
      : problem_(problem),
        spacing2_(conflict_limit2(spacing_m)),
        cap_(std::move(bounds)),
        capped_(cap_.size(), 1),
        gain_(cap_.size(), 0.0),
        followed_(gain_.size(), 0),
        changes_{all},
        beside_(gain_.size(), 0),
        used_(static_cast<size_t>(problem.groups), 0),
        nearest_(problem.demand.size(), problem.reach_m) {
    for (const FacilitySite& facility : problem.standing) {
      stand(facility, 1);
      apply(arrival(facility.position_m));
    }
  }

  void choose_greedily() {
    while (static_cast<int>(chosen_.size()) < wanted()) {
      const size_t site = best_open(open_sites());
      if (site == problem_.sites.size()) return;
      chosen_.push_back(site);
      stand(problem_.sites[site], 1);
      apply(arrival(problem_.sites[site].position_m));
    }
  }

  /// A facility for each of the last `wanted` anchors, as long as sites are open: the site of most utility
  /// less what its distance from the anchor costs in coverage.
  void choose_by_anchors(const std::vector<Vec2>& anchors) {
    const std::vector<FacilitySite>& sites = problem_.sites;
    const double radius_m = std::sqrt(
        std::max(problem_.demand_area_m2 / static_cast<double>(std::max<size_t>(anchors.size(), 1)), 1.0) /
        std::numbers::pi);
    std::vector<double> nearest(sites.size(), std::numeric_limits<double>::infinity());
    parallel_for(sites.size(), kSiteGrain, [&](size_t begin, size_t end) {
      for (size_t s = begin; s < end; ++s) {
        for (const Vec2 anchor : anchors)
          nearest[s] = std::min(nearest[s], squared_distance(anchor, sites[s].position_m));
        nearest[s] = std::sqrt(nearest[s]);
      }
    });
    for (size_t a = problem_.standing.size(); a < anchors.size(); ++a) {
      const std::vector<uint8_t> open = open_sites();
      size_t best = sites.size();
      double most = -std::numeric_limits<double>::infinity();
      for (size_t s = 0; s < sites.size(); ++s) {
        if (open[s] == 0) continue;
        const double d = std::sqrt(squared_distance(anchors[a], sites[s].position_m));
        const double value = sites[s].utility -
                             problem_.coverage_weight * d * d / (2 * radius_m * problem_.reach_m) -
                             kBeyond * (d - nearest[s]) / radius_m;
        if (value <= most) continue;
        most = value;
        best = s;
      }
      if (best == sites.size()) return;
      chosen_.push_back(best);
      stand(sites[best], 1);
      apply(arrival(sites[best].position_m));
    }
  }

  int wanted() const { return problem_.wanted.value_or(problem_.quota); }

  const std::vector<size_t>& chosen() const { return chosen_; }
  /// Sites that no facility may take, but for those that have one.
  int64_t refused() const {
    const std::vector<uint8_t> open = open_sites();
    int64_t closed = 0;
    for (size_t s = 0; s < open.size(); ++s) closed += open[s] == 0 && !has_standing(s) ? 1 : 0;
    return closed - static_cast<int64_t>(chosen_.size());
  }

 private:
  double total(size_t site, double gain) const {
    return problem_.sites[site].utility + problem_.coverage_weight * problem_.quota * gain / problem_.reach_m;
  }

  /// Brings a site's gain up to date.
  double gain_of(size_t site) {
    for (; followed_[site] < changes_.size(); ++followed_[site])
      gain_[site] += gain_change(changes_[followed_[site]], problem_.sites[site].position_m);
    capped_[site] = changes_.size();
    return cap_[site] = gain_[site];
  }

  /// Brings what a site can gain at most up to date, which costs a fraction of its gain.
  double cap_of(size_t site) {
    for (; capped_[site] < changes_.size(); ++capped_[site])
      cap_[site] += gain_change_bound(changes_[capped_[site]], problem_.sites[site].position_m);
    return cap_[site];
  }

  /// No less than the site's total, from what is known of it; `more` is to be gained on top.
  double bound_of(size_t site, double more = 0) const {
    return total(site, cap_[site] + (rise_.back() - rise_[capped_[site]]) + more);
  }

  /// The open site of the highest total (ties to the lowest index); the number of sites if none is open.
  size_t best_open(const std::vector<uint8_t>& open) {
    constexpr double kClosed = -std::numeric_limits<double>::infinity();
    std::vector<double> bound(gain_.size(), kClosed);
    for (size_t s = 0; s < bound.size(); ++s)
      if (open[s] != 0) bound[s] = bound_of(s);
    const auto highest = [&bound] {
      return static_cast<size_t>(std::max_element(bound.begin(), bound.end()) - bound.begin());
    };
    // What could win is no worse than the site that promises most really is: bounds first, then gains.
    const size_t likely = highest();
    if (bound[likely] == kClosed) return problem_.sites.size();
    const double sure = total(likely, gain_of(likely));
    parallel_for(bound.size(), kSiteGrain, [&](size_t begin, size_t end) {
      for (size_t s = begin; s < end; ++s)
        if (bound[s] >= sure) bound[s] = total(s, cap_of(s));
    });
    const size_t likelier = highest();
    const double reached = std::max(sure, total(likelier, gain_of(likelier)));
    for (size_t s = 0; s < bound.size(); ++s)
      if (bound[s] >= reached) bound[s] = total(s, gain_of(s));
    return highest();
  }

  bool has_standing(size_t site) const {
    return std::any_of(problem_.standing.begin(), problem_.standing.end(), [&](const FacilitySite& f) {
      return f.position_m == problem_.sites[site].position_m;
    });
  }

  /// Lets a facility arrive (by = 1) or leave (by = -1): which sites it stands on or too near to.
  void stand(const FacilitySite& facility, int by) {
    if (facility.group >= 0) used_[static_cast<size_t>(facility.group)] += by;
    for (size_t s = 0; s < beside_.size(); ++s) {
      const double d2 = squared_distance(problem_.sites[s].position_m, facility.position_m);
      if (d2 == 0 || d2 < spacing2_) beside_[s] = static_cast<uint16_t>(beside_[s] + by);
    }
  }

  /// Which sites keep the spacing and the caps against everything chosen.
  std::vector<uint8_t> open_sites() const {
    std::vector<uint8_t> open(problem_.sites.size());
    for (size_t s = 0; s < open.size(); ++s) {
      const bool capped =
          problem_.group_cap > 0 && used_[static_cast<size_t>(problem_.sites[s].group)] >= problem_.group_cap;
      open[s] = beside_[s] == 0 && !capped ? 1 : 0;
    }
    return open;
  }

  CoverageChange arrival(Vec2 at) {
    CoverageChange change;
    for (size_t s = 0; s < nearest_.size(); ++s) {
      const FacilityDemand& demand = problem_.demand[s];
      const double d = std::sqrt(squared_distance(demand.position_m, at));
      if (d >= nearest_[s]) continue;
      change.push(demand.position_m, demand.weight, nearest_[s], d);
      nearest_[s] = d;
    }
    change.close();
    return change;
  }

  void apply(CoverageChange change) {
    rise_.push_back(rise_.back() + most_rise(change));
    changes_.push_back(std::move(change));
  }

  const FacilityProblem& problem_;
  double spacing2_;
  std::vector<double> cap_;              ///< no less than every site's gain after ...
  std::vector<size_t> capped_;           ///< ... that many changes
  std::vector<double> gain_;             ///< of every site, as of the changes it followed
  std::vector<size_t> followed_;         ///< number of changes
  std::vector<CoverageChange> changes_;  ///< all so far; the first is the demand itself
  std::vector<double> rise_{0.0, 0.0};   ///< most_rise of the first n changes together; bounds know the first
  std::vector<uint16_t> beside_;         ///< how many chosen sites each site is too near to, itself included
  std::vector<int> used_;                ///< [group]
  std::vector<double> nearest_;
  std::vector<size_t> chosen_;
};

/// Anchors over the demand: those of what stands first, in its places, then a sequence that knows no ground,
/// moved to the middles of the demand that is nearest to each.
std::vector<Vec2> anchors_of(const FacilityProblem& problem, int wanted) {
  Spread demand;
  for (const FacilityDemand& d : problem.demand) demand.add(d.position_m, d.weight);
  if (demand.empty()) return {};
  std::vector<Vec2> anchors;
  for (const FacilitySite& facility : problem.standing) anchors.push_back(facility.position_m);
  const size_t standing = anchors.size();
  for (const Vec2 place : demand.lay(disc_sequence(problem.anchors, wanted))) anchors.push_back(place);
  for (int step = 0; step < kAnchorSteps && !anchors.empty(); ++step) {
    std::vector<double> weight(anchors.size(), 0);
    std::vector<Vec2> sum(anchors.size());
    for (const FacilityDemand& d : problem.demand) {
      const auto nearest = static_cast<size_t>(
          std::ranges::min_element(anchors, {},
                                   [&](Vec2 anchor) { return squared_distance(anchor, d.position_m); }) -
          anchors.begin());
      weight[nearest] += d.weight;
      sum[nearest] = sum[nearest] + d.position_m * d.weight;
    }
    for (size_t a = standing; a < anchors.size(); ++a)
      if (weight[a] > 0) anchors[a] = anchors[a] + (sum[a] * (1 / weight[a]) - anchors[a]) * kAnchorMove;
  }
  return anchors;
}

}  // namespace

FacilityChoice locate_facilities(const FacilityProblem& problem) {
  FacilityChoice best;
  best.spacing_m = problem.spacing_m;
  if (problem.quota <= 0 || problem.sites.empty()) return best;
  const int wanted = problem.wanted.value_or(problem.quota);
  const CoverageChange all = untouched_demand(problem);
  const std::vector<double> bounds = first_gain_bounds(problem, all);
  const std::vector<Vec2> anchors = anchors_of(problem, wanted);
  std::vector<double> factors{1.0};
  factors.insert(factors.end(), problem.relax.begin(), problem.relax.end());
  for (const double factor : factors) {
    const double spacing_m = problem.spacing_m * factor;
    Search search(problem, spacing_m, all, bounds);
    search.choose_by_anchors(anchors);
    search.choose_greedily();
    const bool full = static_cast<int>(search.chosen().size()) >= wanted;
    if (best.sites.empty() || search.chosen().size() > best.sites.size())
      best = {search.chosen(), spacing_m, search.refused()};
    if (full) break;
  }
  return best;
}

}  // namespace fw
