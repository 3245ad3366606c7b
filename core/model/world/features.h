#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/geometry.h"
#include "core/field/raster.h"
#include "core/model/template/conditions.h"
#include "core/model/world/seat_standing.h"
#include "core/model/world/world.h"

// Distances that conditions of classes measure (docs/world.md, 5.1). One arithmetic serves placement, audit
// and explanations, so that what one of them allows no other one refuses.

namespace fw {

/// A straight piece of a feature; a place where a = b. Half the width, m, runs from one end to the other.
struct FeaturePiece {
  Vec2 a, b;
  double half_a_m = 0, half_b_m = 0;
};

/// What a feature is made of.
struct FeatureShape {
  std::vector<FeaturePiece> pieces;                   ///< of a line one after the other
  std::vector<std::vector<std::vector<Vec2>>> areas;  ///< rings, even-odd; their edges are pieces too
};

/// Finds the distance to the nearest piece of a feature: from the edge of those with a width, 0 inside them
/// and inside the areas.
class FeatureIndex {
 public:
  FeatureIndex() = default;
  FeatureIndex(const GridSpec& frame, FeatureShape shape);

  bool none() const { return pieces_.empty(); }
  /// Metres; infinite without a feature, and where none is within `reach_m`.
  double distance_m(Vec2 at, double reach_m = 1e300) const;
  /// Whether low <= distance <= high.
  bool holds(Vec2 at, const DistanceRange& range) const;
  /// Of the nearest piece, areas aside: what lies nearest on its middle line.
  struct Foot {
    Vec2 at;
    double half_m = 0;      ///< half the piece's width there
    double distance_m = 0;  ///< to the edge; negative inside; infinite without a piece
  };
  Foot nearest(Vec2 at, double reach_m = 1e300) const;

 private:
  struct Area {
    Vec2 low, high;
    std::vector<std::vector<Vec2>> rings;
  };
  bool inside_area(Vec2 at) const;
  void nearest_of(size_t bucket, Vec2 at, Foot& best) const;

  GridSpec buckets_;
  std::vector<FeaturePiece> pieces_;
  double widest_half_m_ = 0;
  std::vector<uint32_t> begin_;  ///< by bucket, and the end: into items_
  std::vector<uint32_t> items_;  ///< pieces
  std::vector<Area> areas_;
};

/// Clears the cells whose homes are not within the range.
void keep_within(const FeatureIndex& index, const DistanceRange& range, Mask& mask);

/// What features are made of. The sea is no piece: its distance is Island's and World's coast_m.
struct FeatureSources {
  GridSpec grid;
  const Water* water = nullptr;
  const Roads* roads = nullptr;
  std::span<const Vec2> junctions_m{};
  std::vector<Vec2> harbours_m{}, settlements_m{}, forts_m{};
  std::array<std::vector<Vec2>, kStandings> seats_m{};  ///< ranked seats by Standing
};
FeatureSources feature_sources(const World& world);
/// What every distance to a feature is measured to. `measure` = a slug of kNear such as "river_m"; nothing
/// for "coast_m" and where the world has none.
FeatureShape feature_shape(std::string_view measure, const FeatureSources& sources);
/// Of feature_shape.
FeatureIndex feature_index(std::string_view measure, const FeatureSources& sources);

/// Whether places of a kind are limited by the measure `mooring`: it stands at harbour sites.
bool is_harbour(const LandmarkRow& kind);

/// The centre of a cell in whole millimetres, as points have it.
Vec2 cell_home(const GridSpec& grid, size_t cell);

}  // namespace fw
