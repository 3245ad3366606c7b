#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/field/raster.h"
#include "core/field/shape.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

namespace fw {

/// A row of `areas`, or the corridor of a view that must stay clear, as one class reads it.
struct ClassArea {
  std::string id;
  bool listed = true;  ///< a row of `areas`; else of `views`
  Shape shape;
  double radius_m = 0;
  double density = 1;
  double feather_m = 0;
};

/// The rows of the hand that are on and concern one point class, in file order. Rows and areas belong to the
/// template and to the ClassHands.
struct ClassHand {
  std::vector<const PinRow*> pins;
  std::vector<const BanRow*> bans;
  std::vector<const ClassArea*> areas;

  bool has_points() const { return !pins.empty() || !bans.empty(); }
  /// Everything that a cached value may depend on, without the rows of other classes.
  std::string points_text() const;
  std::string areas_text() const;
};

/// The hand by class.
struct ClassHands {
  std::vector<ClassHand> classes;  ///< by point_class_rows(tmpl)
  std::vector<std::unique_ptr<const ClassArea>> areas;
  /// Of the rows of `pins`, `bans` and `areas` that cannot act: an unknown class or word, a shape that cannot
  /// be read.
  std::vector<HandOutcome> suspended;

  bool empty() const;
};
/// Template::hand must outlive the result.
ClassHands sort_hand_by_class(const Template& tmpl);

/// By cell: what the areas multiply a class's weight by. 0 = never.
Raster<float> area_density(const std::vector<const ClassArea*>& areas, const GridSpec& grid);

/// How much of its density an area has at a signed distance inside its outline, in [0, 1].
double area_share(const ClassArea& area, double inside_m);

/// The radius of a ban for a class with that spacing.
double ban_radius_m(const BanRow& ban, double spacing_m);
/// Whether a place lies in it.
bool covers(const BanRow& ban, double spacing_m, Vec2 place);

}  // namespace fw
