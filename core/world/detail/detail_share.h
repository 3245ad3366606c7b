#pragma once

#include <span>
#include <vector>

#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/model/world/features.h"

// Where the ground keeps its height, so that detail fades out towards it (docs/world.md, 2.4).
namespace fw {

/// Adds a line, and a ring with its inside.
void add_way(const std::vector<Vec2>& vertices_m, FeatureShape& shape);
void add_pad(const std::vector<Vec2>& ring_m, FeatureShape& shape);
/// The level ground of the hand's rows: level and flatten.
void add_hand_pads(const Template& tmpl, FeatureShape& shape);

/// Cells that keep their height. The rasters are the caller's.
struct FixedCells {
  const Raster<uint8_t>& region;  ///< 0: sea and islets
  const Raster<uint8_t>& water;   ///< WaterCode; may be empty
  const Mask& stated;             ///< heights that a file states, on any grid of the frame; may be empty
};

/// How much of its height detail has at a place: less near fixed cells, ways and pads.
class DetailShare {
 public:
  /// `reach_m`: how far ways and pads matter.
  DetailShare(const Template& tmpl, const GridSpec& cells, FeatureShape ways, FeatureShape pads,
              double reach_m);

  /// How far the rows of cells [first, end) lie from the nearest fixed cell; no more than matters.
  Raster<float> fixed_m(const FixedCells& fixed, int first, int end) const;

  /// At places in a row: the share for fixed cells, and how far ways and pads are, at most the reach.
  /// `fixed_m` of rows of cells from `first` on, with those about y_m.
  void at(std::span<const double> x_m, double y_m, const Raster<float>& fixed_m, int first,
          std::span<float> share, std::span<float> to_shapes_m) const;

 private:
  double away_m(Vec2 place) const;

  GridSpec cells_;
  double free_m_ = 0, fade_m_ = 0;  ///< from fixed cells: nothing, then less than all
  double reach_m_ = 0;
  FeatureIndex ways_, pads_;
  Mask near_;  ///< cells with places that ways or pads reach; empty without any
};

}  // namespace fw
