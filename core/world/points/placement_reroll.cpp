#include <algorithm>
#include <utility>

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

Candidates only_rolled(const Placement& p, const Candidates& all) {
  Candidates out;
  for (size_t i = 0; i < all.cells.size(); ++i) {
    if (!is_rolled(p, all.cells[i])) continue;
    out.cells.push_back(all.cells[i]);
    out.lambda.push_back(all.lambda[i]);
    out.rank.push_back(all.rank[i]);
  }
  return out;
}

/// New points for those of a target that went: on the rolled cells by the rung that the target took, or a
/// later one; what they do not hold, anywhere.
Accepted fill_rolled(const Placement& p, const ClassField& field, const Target& target,
                     const QuotaLedger& ledger, const std::vector<Placed>& gone, const Accepted& all) {
  StandingPoints standing{all.points, all.radii_m, {}};
  for (const Placed& point : all.points) standing.closed.push_back(point.cell);
  Accepted filled;
  std::vector<int64_t> budgets(p.inputs.map.regions.size(), 0);
  for (const Placed& point : gone) ++budgets[p.inputs.map.code[point.cell] - 1u];
  auto missing = static_cast<int64_t>(gone.size());
  const auto fill = [&](const Candidates& candidates, double spacing_m) {
    const ScanResult found = fill_gaps(candidates, scan_rules(p, spacing_m, missing), budgets, standing);
    for (size_t i = 0; i < found.points.size(); ++i) {
      filled.add(found.points[i], found.radii_m[i]);
      standing.points.push_back(found.points[i]);
      standing.radii_m.push_back(found.radii_m[i]);
      standing.closed.push_back(found.points[i].cell);
      int64_t& budget = budgets[p.inputs.map.code[found.points[i].cell] - 1u];
      budget = std::max<int64_t>(budget - 1, 0);
      --missing;
    }
  };
  const std::vector<Rung> rungs = ladder(p.cls);
  size_t rung = 0;
  while (rung + 1 < rungs.size() &&
         (rungs[rung].gate != ledger.gate || rungs[rung].spacing_m != ledger.spacing_m))
    ++rung;
  for (size_t k = rung; k < rungs.size() && missing > 0; ++k)
    fill(only_rolled(p, candidates_at(p, field, rungs[k].gate, target)), rungs[k].spacing_m);
  for (size_t k = rung; k < rungs.size() && missing > 0; ++k)
    fill(candidates_at(p, field, rungs[k].gate, target), rungs[k].spacing_m);
  return filled;
}

}  // namespace

void roll_points(const Placement& p, const ClassField& field, PlacedClass& placed) {
  std::vector<Split> split = split_points(p, placed);
  const std::vector<Target> targets = targets_of(p.inputs.map, p.cls.quota_by);
  Accepted all;
  for (const Split& part : split) all.add(part.stands);
  Accepted out;
  for (size_t t = 0; t < split.size(); ++t) {
    std::vector<Placed>& gone = split[t].gone;
    Accepted filled = fill_rolled(p, field, targets[t], placed.ledger[t], gone, all);
    std::sort(gone.begin(), gone.end(), [](const Placed& a, const Placed& b) { return a.number < b.number; });
    for (size_t i = 0; i < filled.points.size(); ++i) filled.points[i].number = gone[i].number;
    placed.ledger[t].placed += static_cast<int64_t>(filled.points.size()) - static_cast<int64_t>(gone.size());
    all.add(filled);
    out.add(split[t].stands);
    out.add(filled);
  }
  placed.points = std::move(out.points);
  placed.radii_m = std::move(out.radii_m);
}

}  // namespace fw
