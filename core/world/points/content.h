#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/world/landmarks/landmarks.h"

namespace fw {

/// One placed point of a class before its attributes are filled.
struct Placed {
  Vec2 position_m;  ///< rounded to whole millimetres
  uint32_t cell = 0;
  double rank = 0;  ///< Q inside the class's mask
};

/// lambda / lambda_max of the cells where it is positive, ascending by cell.
struct SparseIntensity {
  std::vector<uint32_t> cells;
  std::vector<float> share;
};

/// The points of one class.
struct PlacedClass {
  std::vector<Placed> points;       ///< in acceptance order
  std::vector<QuotaLedger> ledger;  ///< one row, or one per region or piece as quota_by says
  Findings findings;
  SparseIntensity intensity;
};

/// A point class of a template and where it is listed.
struct PointClassRow {
  Category category = Category::resource;
  const PointClass* cls = nullptr;
  std::string path;  ///< "resources[3]"
};
/// Resources, wildlife, enemies, in the template's order: the order of PointSet::classes.
std::vector<PointClassRow> point_class_rows(const Template& tmpl);

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
};
/// No points; intensities of 0.
Content empty_content(const GridSpec& grid);
/// `placed` = one entry for every point_class_rows().
Content collect_content(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                        const std::vector<std::shared_ptr<const PlacedClass>>& placed);

}  // namespace fw
