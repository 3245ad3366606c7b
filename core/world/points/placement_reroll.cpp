#include <algorithm>
#include <utility>

#include "core/world/points/placement.h"
#include "core/world/points/placement_internal.h"

namespace fw {
namespace {

/// Points of a class in acceptance order with their radii.
struct Accepted {
  std::vector<Placed> points;
  std::vector<double> radii_m;

  void add(const Placed& point, double radius_m) {
    points.push_back(point);
    radii_m.push_back(radius_m);
  }
  void add(const Accepted& more) {
    points.insert(points.end(), more.points.begin(), more.points.end());
    radii_m.insert(radii_m.end(), more.radii_m.begin(), more.radii_m.end());
  }
};

/// The points of one target that stand, and what went.
struct Split {
  Accepted stands;
  std::vector<Placed> gone;
};

bool is_rolled(const Placement& p, uint32_t cell) {
  return p.dice->of[cell] != 0;
}

std::vector<Split> split_points(const Placement& p, const PlacedClass& placed) {
  std::vector<Split> out(placed.ledger.size());
  size_t point = 0;
  for (size_t t = 0; t < out.size(); ++t)
    for (int64_t i = 0; i < placed.ledger[t].placed; ++i, ++point) {
      const Placed& at = placed.points[point];
      if (is_rolled(p, at.cell))
        out[t].gone.push_back(at);
      else
        out[t].stands.add(at, placed.radii_m[point]);
    }
  return out;
}

/// Where the points of a region that went may come again.
enum class Where : uint8_t { rolled_cells, region, anywhere };

Candidates pick(const Placement& p, const Candidates& all, Where where, uint8_t region) {
  Candidates out;
  for (size_t i = 0; i < all.cells.size(); ++i) {
    const uint32_t cell = all.cells[i];
    if (where != Where::anywhere && p.inputs.map.code[cell] != region) continue;
    if (where == Where::rolled_cells && !is_rolled(p, cell)) continue;
    out.cells.push_back(cell);
    out.lambda.push_back(all.lambda[i]);
    out.rank.push_back(all.rank[i]);
    if (!all.spacing_m.empty()) out.spacing_m.push_back(all.spacing_m[i]);
  }
  return out;
}

/// Fills the places of points that went, of one target.
class Filler {
 public:
  Filler(const Placement& p, const ClassField& field, const Target& target, const QuotaLedger& ledger,
         const Accepted& stands)
      : p_(p),
        field_(field),
        target_(target),
        rungs_(ladder(p.cls)),
        standing_{stands.points, stands.radii_m, {}} {
    for (const Placed& point : stands.points) standing_.closed.push_back(point.cell);
    while (first_rung_ + 1 < rungs_.size() &&
           (rungs_[first_rung_].gate != ledger.gate || rungs_[first_rung_].spacing_m != ledger.spacing_m))
      ++first_rung_;
  }

  /// From the rung that the target took on; cells that the rolled ones cannot hold come elsewhere in the
  /// region, at last anywhere.
  Accepted fill(const std::vector<Placed>& gone) {
    std::vector<int64_t> missing(p_.inputs.map.regions.size() + 1, 0);
    for (const Placed& point : gone) ++missing[p_.inputs.map.code[point.cell]];
    for (const Where where : {Where::rolled_cells, Where::region, Where::anywhere})
      for (size_t k = first_rung_; k < rungs_.size(); ++k) {
        if (std::all_of(missing.begin(), missing.end(), [](int64_t n) { return n == 0; })) return filled_;
        const Candidates all = candidates_at(p_, field_, rungs_[k], target_);
        for (size_t region = 1; region < missing.size(); ++region)
          if (missing[region] > 0)
            missing[region] -=
                put(pick(p_, all, where, static_cast<uint8_t>(region)), rungs_[k].spacing_m, missing[region]);
      }
    return filled_;
  }

 private:
  int64_t put(const Candidates& candidates, double spacing_m, int64_t wanted) {
    const ScanResult found = fill_gaps(candidates, scan_rules(p_, spacing_m, wanted),
                                       std::vector<int64_t>(p_.inputs.map.regions.size(), wanted), standing_);
    for (size_t i = 0; i < found.points.size(); ++i) {
      filled_.add(found.points[i], found.radii_m[i]);
      standing_.points.push_back(found.points[i]);
      standing_.radii_m.push_back(found.radii_m[i]);
      standing_.closed.push_back(found.points[i].cell);
    }
    return static_cast<int64_t>(found.points.size());
  }

  const Placement& p_;
  const ClassField& field_;
  const Target& target_;
  std::vector<Rung> rungs_;
  size_t first_rung_ = 0;
  StandingPoints standing_;
  Accepted filled_;
};

}  // namespace

PlacedClass roll_class(const PlacementInputs& inputs, Category category, const PointClass& cls,
                       const LandmarkPlan& landmarks, const ClassField& field, const PlacedClass& placed) {
  const Placement p = prepare_placement(inputs, category, cls, landmarks, field);
  if (p.dice == nullptr || placed.points.empty()) return placed;
  std::vector<Split> split = split_points(p, placed);
  const std::vector<Target> targets = targets_of(inputs.map, cls.quota_by);
  Accepted all, after;
  for (const Split& part : split) all.add(part.stands);
  PlacedClass out = placed;
  for (size_t t = 0; t < split.size(); ++t) {
    std::vector<Placed>& gone = split[t].gone;
    Accepted filled = Filler(p, field, targets[t], placed.ledger[t], all).fill(gone);
    std::sort(gone.begin(), gone.end(), [](const Placed& a, const Placed& b) { return a.number < b.number; });
    for (size_t i = 0; i < filled.points.size(); ++i) filled.points[i].number = gone[i].number;
    out.ledger[t].placed += static_cast<int64_t>(filled.points.size()) - static_cast<int64_t>(gone.size());
    all.add(filled);
    after.add(split[t].stands);
    after.add(filled);
  }
  out.points = std::move(after.points);
  out.radii_m = std::move(after.radii_m);
  return out;
}

}  // namespace fw
