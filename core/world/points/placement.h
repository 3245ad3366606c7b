#pragma once

#include <string>
#include <vector>

#include "core/world/points/content.h"
#include "core/world/points/habitat_survey.h"

namespace fw {

/// Nearest any-landmark distance of a point, metres, by Category (resource, wildlife, enemy).
inline constexpr std::array<double, 3> kLandmarkMargin_m{60, 60, 50};
/// Wildlife keeps this far from a settlement, metres (enemies: the template's own distance).
inline constexpr double kWildlifeFromSettlement_m = 150;
/// Reach of a strong landmark's pull on enemies, metres.
inline constexpr double kPullReach_m = 300;
/// Share of the area that discs of a jammed pattern claim: capacity = 0.70 A / r^2.
inline constexpr double kJammedPacking = 0.70;
/// Above this share of capacity (at the hard floor) a pattern turns into a lattice; measured.
inline constexpr double kComfortableLoad = 0.35;

/// The position of a landmark: its cell's centre in whole millimetres.
Vec2 landmark_position(const GridSpec& grid, uint32_t cell);
/// Nearest whole millimetre, ties upwards.
double to_millimetres(double metres);

/// lambda / lambda_max of the cells where it is positive, ascending by cell.
struct SparseIntensity {
  std::vector<uint32_t> cells;
  std::vector<float> share;
};

struct ClassField;

/// place_class without the raster: many classes can run side by side and be merged afterwards. `field` =
/// find_cells of the class; nobody asks for it where the quota is 0.
ClassPlacement place_class_sparse(const Ground& ground, const HabitatSurvey& survey, Category category,
                                  const PointClass& cls, const LandmarkPlan& landmarks,
                                  const ClassField& field, SparseIntensity& intensity);

/// A number for messages: at most `decimals` decimals, no locale.
std::string decimal_text(double value, int decimals = 2);

}  // namespace fw
