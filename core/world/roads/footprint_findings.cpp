#include "core/world/roads/footprint_findings.h"

#include <cmath>
#include <string>

#include "core/base/number_text.h"
#include "core/model/cure.h"
#include "core/model/world/hand_told.h"

namespace fw {
namespace {

constexpr double kAreaTolerance = 0.03;

std::string name_of_plan(const LandmarkRow& kind, const Landmark& landmark) {
  if (!landmark.name.empty()) return landmark.name;
  if (!landmark.hand.empty()) return kind.id + " (pin " + landmark.hand + ")";
  return kind.id + " " + std::to_string(landmark.number);
}

}  // namespace

void report_area(const LandmarkRow& kind, const Landmark& landmark, double asked_m2, double got_m2,
                 Findings& findings) {
  if (std::abs(got_m2 - asked_m2) <= kAreaTolerance * asked_m2) return;
  const std::string key = kind.role == LandmarkRole::seat ? "settlement_ha" : "fort_ha";
  findings.push_back(
      {Severity::warning, "footprint_area", "footprints." + key,
       name_of_plan(kind, landmark) + ": its ground plan has " + decimal_text(got_m2 / 1e4, 4) + " of " +
           decimal_text(asked_m2 / 1e4, 4) +
           (got_m2 < asked_m2
                ? " ha; water, the sea or another ground plan hems it in. Ask for less, or move it."
                : " ha: it grew round ground that it cannot use. Move it, or ask for another area.")});
}

void report_off_site(const LandmarkRow& kind, const Landmark& landmark, const OffSite& plan,
                     Findings& findings) {
  const std::string where = hand_path("pins", landmark.hand);
  const Cure cure = plan.holds_m ? Cure{set_to(where + ".x_m", decimal_text(plan.holds_m->x, 0)),
                                        set_to(where + ".y_m", decimal_text(plan.holds_m->y, 0))}
                                 : Cure{};
  const std::string mend = plan.holds_m ? "To have it round the pin, " + cure_words(cure) + "."
                                        : std::string("Move the pin onto open ground.");
  findings.push_back(
      with_cures({Severity::warning, "footprint_off_site", where,
                  "Pin " + landmark.hand + " (" + kind.id + ")" +
                      (plan.in_water ? " stands in water" : " has no room for a ground plan round it") +
                      (plan.off_m ? ": its ground plan lies " + decimal_text(*plan.off_m, 0) + " m from it. "
                       : plan.in_water ? std::string(" and has no ground plan. ")
                                       : std::string(": it has none. ")) +
                      mend},
                 {cure}));
}

}  // namespace fw
