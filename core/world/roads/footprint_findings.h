#pragma once

#include <optional>

#include "core/base/geometry.h"
#include "core/world/landmarks/landmarks.h"

// What is said of ground plans.
namespace fw {

/// A plan whose area is off by more than 3 %.
void report_area(const LandmarkRow& kind, const Landmark& landmark, double asked_m2, double got_m2,
                 Findings& findings);
/// How a plan stands that leaves its pin out.
struct OffSite {
  std::optional<double> off_m;  ///< from its outline to the site; nothing: there is no plan
  bool in_water = false;
  std::optional<Vec2> holds_m;  ///< a place near by that a plan would hold
};
void report_off_site(const LandmarkRow& kind, const Landmark& landmark, const OffSite& plan,
                     Findings& findings);

}  // namespace fw
