#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/model/finding.h"
#include "core/model/template/template.h"

// Arithmetic shared by the feasibility checks; private to this room.
namespace fw::feasibility {

double land_area_m2(const Template& tmpl);

/// How sure a missing danger band is: in raw_thresholds mode the mix does not decide which bands exist.
inline Severity band_severity(const Template& tmpl) {
  return tmpl.danger_mode == DangerMode::calibrated ? Severity::error : Severity::warning;
}

/// The neutral faction's share of the land; 0 without such a row.
double neutral_share(const Template& tmpl);

/// How many landmarks of the kind the template asks for in all.
int landmark_count(const Template& tmpl, const LandmarkRow& kind);

/// Share of the land where a landmark of the kind may stand, as far as mixes tell.
double landmark_land_share(const Template& tmpl, const LandmarkRow& kind);

/// How far from the coast ground of a kind lies at most; infinite where nothing limits it.
inline double coast_reach_m(GroundKind ground) {
  return ground == GroundKind::shore || ground == GroundKind::beach ? kShoreReach_m
         : ground == GroundKind::sea                                ? kSeaReach_m
                                                                    : std::numeric_limits<double>::infinity();
}
/// About what share of the land meets a class's conditions.
double conditions_share(const Template& tmpl, const Conditions& conditions);

/// Kinds and classes with a symbol of the sea that nothing keeps at water.
void check_sea_kinds(const Template& tmpl, Findings& findings);

/// The smallest change of the count or of the spacing that brings the load to `load`; of the spacing alone
/// where `count_path` is empty.
std::vector<Cure> relaxations(const std::string& count_path, double count, const std::string& spacing_path,
                              double spacing_m, double area_m2, double load);
/// "Lower X to N or Y to M m.": the same in a message.
std::string relaxation_words(const std::vector<Cure>& ways);

/// Rules of names that form fewer than the places of their factions need.
/// Rows of the hand that a person may not have meant: polygons that cross themselves, terrain that rises or
/// falls by nothing.
void check_hand_rows(const Template& tmpl, Findings& findings);
void check_names(const Template& tmpl, Findings& findings);

/// Predators that hardly meet a prey.
void check_prey(const Template& tmpl, Findings& findings);

/// Empty masks and quotas near or over capacity, class by class.
void check_quotas(const Template& tmpl, Findings& findings);

/// Places that a class's quota counts: all ground once, regions or islands.
double quota_places(const Template& tmpl, const PointClass& cls);
/// About the ground where the class may live, as far as mixes and conditions tell.
double class_area_m2(const Template& tmpl, Category category, const PointClass& cls);

/// Spare spots that do not fit, and whether they bear the design load (docs/ecology.md).
void check_spots(const Template& tmpl, Findings& findings);

}  // namespace fw::feasibility
