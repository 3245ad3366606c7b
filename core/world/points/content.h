#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/world/landmarks/landmarks.h"

namespace fw {

inline constexpr uint32_t kNoCell = UINT32_MAX;  ///< of a place off the frame

/// One placed point of a class before its attributes are filled.
struct Placed {
  Vec2 position_m;       ///< rounded to whole millimetres
  uint32_t cell = 0;     ///< kNoCell: a pin off the frame
  double rank = 0;       ///< Q inside the class's mask
  int number = 0;        ///< of acceptance; -1: of a pin without one
  std::string pin = {};  ///< id of the row that put it here; "" = none
};

/// lambda / lambda_max of the cells where it is positive, ascending by cell.
struct SparseIntensity {
  std::vector<uint32_t> cells;
  std::vector<float> share;
};

/// The points of one class.
struct PlacedClass {
  std::vector<Placed> points;       ///< in acceptance order
  std::vector<double> radii_m;      ///< how far each keeps from the others, at least
  std::vector<QuotaLedger> ledger;  ///< one row, or one per region or piece as quota_by says
  Findings findings;
  SparseIntensity intensity;
  std::vector<HandOutcome> hand = {};  ///< of the rows of pins and bans, as far as this class goes
};

/// Where nodes of a class may stand besides its points, in acceptance order.
struct PlacedSpots {
  std::vector<Vec2> spots_m;
  Findings findings;  ///< `spots_shortfall`
};

/// A point class of a template and where it is listed.
struct PointClassRow {
  Category category = Category::resource;
  const PointClass* cls = nullptr;
  std::string path;  ///< "resources[3]"
};
/// Resources, wildlife, enemies, in the template's order: the order of PointSet::classes.
std::vector<PointClassRow> point_class_rows(const Template& tmpl);

/// What PointSet::classes holds for a template: its point classes, then its kinds of landmarks.
std::vector<PointClassInfo> point_class_infos(const Template& tmpl);

/// All points with attributes: resources, wildlife, enemies (rarity, features), landmarks; sorted and
/// numbered.
struct Content {
  PointSet points;
  std::vector<QuotaLedger> ledger;  ///< class_index into points.classes
  std::vector<Track> tracks;        ///< from/to = index into points.points
  Findings findings;
  Raster<float> intensity_resource;
  Raster<float> intensity_wildlife;
  Raster<float> intensity_enemy;
  std::vector<HandOutcome> hand;  ///< of pins and bans, a part for every class that they concern
  std::vector<SpareSpots> spare_spots;
};
/// No points; intensities of 0.
Content empty_content(const GridSpec& grid);
/// One entry for every point_class_rows(); null: its nodes do not move.
using AllSpots = std::vector<std::shared_ptr<const PlacedSpots>>;
/// World::spare_spots, and what the stages found.
void collect_spots(const AllSpots& spots, Content& content);

/// The classes as the stages left them, one entry for every point_class_rows().
using PlacedClasses = std::vector<std::shared_ptr<const PlacedClass>>;

/// The world without the designer's hand, as far as the points go.
struct NaturalContent {
  PlacementInputs inputs;
  const LandmarkPlan& landmarks;
  const PlacedClasses& placed;
  const PlacementInputs* at_sea = nullptr;  ///< as of collect_content
};
/// Landmarks and tracks alone; intensities of 0.
Content collect_landmarks(const PlacementInputs& inputs, const LandmarkPlan& landmarks);
/// What `adapted` has an entry for is placed so, everything else as `placed` says; intensities come from
/// `placed`. `natural` = null: there is no hand. `at_sea` = extend_to_sea, null where no class stands there.
Content collect_content(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                        const PlacedClasses& placed, const PlacedClasses& adapted = {},
                        const NaturalContent* natural = nullptr, const PlacementInputs* at_sea = nullptr);

}  // namespace fw
