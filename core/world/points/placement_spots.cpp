#include "core/world/points/placement_spots.h"

#include <cmath>
#include <utility>

#include "core/base/number_text.h"
#include "core/world/points/placement_internal.h"

namespace fw {
namespace {

/// The points of a class and how far each keeps from others. Pins keep the class's spacing.
StandingPoints standing_points(const PlacedClass& placed, double spacing_m) {
  StandingPoints out{placed.points, placed.radii_m, {}};
  out.radii_m.resize(out.points.size(), spacing_m);
  return out;
}

void report_short(const Placement& p, const Target& target, int64_t placed, int64_t wanted,
                  Findings& findings) {
  const std::string place = target.region != 0 ? " in region " + p.inputs.map.regions[target.region - 1u].name
                            : target.piece != 0 ? " on island " + std::to_string(target.piece)
                                                : std::string();
  findings.push_back({Severity::warning, "spots_shortfall", p.where + ".spare",
                      p.cls.slug + place + ": " + std::to_string(placed) + " of " + std::to_string(wanted) +
                          " spare spots have a place. Lower spare, or spacing_m, or widen the habitat."});
}

}  // namespace

bool has_spare_spots(const PointClass& cls) {
  return cls.renewal.how == Renewal::moving && cls.renewal.spare > 0 && cls.quota > 0;
}

PlacedSpots place_spots(const PlacementInputs& inputs, Category category, const PointClass& cls,
                        const LandmarkPlan& landmarks, const ClassField& field, const PlacedClass& placed,
                        const std::function<bool(Vec2 position_m)>& banned) {
  PlacedSpots out;
  if (inputs.map.regions.empty()) return out;
  Placement p = prepare_placement(inputs, category, cls, landmarks, field);
  p.substream = derive(class_seeds(inputs.seeds, cls).place_stream(), "spot." + class_tag(category, cls));
  StandingPoints standing = standing_points(placed, cls.spacing_m);
  const int64_t wanted = std::llround(cls.renewal.spare * cls.quota);
  for (const Target& target : targets_of(inputs.map, cls.quota_by)) {
    ScanResult best;
    for (const Rung& rung : ladder(cls)) {
      ScanRules rules = scan_rules(p, rung.spacing_m, wanted);
      rules.dice = nullptr;  // rows of `rerolls` roll points; spots keep out of their way
      if (banned) rules.forbids = [&banned](Vec2 at, double) { return banned(at); };
      ScanResult found = scan_candidates(candidates_at(p, field, rung, target), rules, standing.points,
                                         standing.radii_m);
      if (found.points.size() > best.points.size()) best = std::move(found);
      if (static_cast<int64_t>(best.points.size()) >= wanted || field.cells.empty()) break;
    }
    for (size_t i = 0; i < best.points.size(); ++i) {
      out.spots_m.push_back(best.points[i].position_m);
      standing.points.push_back(best.points[i]);
      standing.radii_m.push_back(best.radii_m[i]);
    }
    const auto count = static_cast<int64_t>(best.points.size());
    if (count < wanted) report_short(p, target, count, wanted, out.findings);
  }
  return out;
}

}  // namespace fw
