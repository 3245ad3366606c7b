#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "core/model/template/conditions.h"
#include "core/model/world/features.h"

namespace fw {

/// The rasters that a class's ground is read from.
struct PlaceRasters {
  std::shared_ptr<const Raster<uint8_t>> region;  ///< 0 = nothing stands there; goes over the sea for `sea`
  std::shared_ptr<const Raster<uint8_t>> water;   ///< WaterCode; null or empty without rivers
  std::shared_ptr<const Raster<float>> coast_m;   ///< land: distance to the sea; 0 at sea
  std::shared_ptr<const Raster<float>> sea_m;     ///< sea: distance to the ground; 0 on it
  std::shared_ptr<const Raster<uint8_t>> shore;   ///< ShoreType of coast cells; null or empty without types
};
/// A world's, which lives longer; without the sea.
PlaceRasters place_ground(const World& world);

/// The indexes that rules measure with, shared by the classes of a world. By kNear, and of the three sorts of
/// ground with water; null where the rules do not ask.
struct PlaceFeatures {
  std::array<std::shared_ptr<const FeatureIndex>, kNearFeatures> near{};
  std::shared_ptr<const FeatureIndex> river{}, lake{}, water{};
};
/// 1 = within kShoreReach_m of the sea, where the nearest coast cell is a beach or a marsh. `shore` =
/// ShoreType of coast cells; without types there is none.
Mask beach_cells(const Raster<uint8_t>& shore, const Raster<float>& coast_m);
/// Makes or finds the index of a measure such as "river_m".
using IndexOf = std::function<std::shared_ptr<const FeatureIndex>(std::string_view measure)>;
/// Those that the conditions ask for. `wet`: the world has rivers or lakes.
PlaceFeatures place_features(const Conditions& conditions, bool wet, const IndexOf& index_of);
/// The measures that place_features asks for.
std::vector<std::string_view> place_measures(const Conditions& conditions, bool wet);

/// Where points of a class may stand as its conditions have it: cells, and places in them
/// (docs/world.md, 5.1).
class PlaceRules {
 public:
  PlaceRules(PlaceRasters ground, const Conditions& conditions, PlaceFeatures features);

  /// Cells where a point can stand: on the ground asked for, off the sea by the coast margin if that holds,
  /// at the distances asked for.
  Mask open_cells() const;
  /// The same with copies of the rasters that settle() and hold_at() read, so that the world need not live.
  PlaceRules of_their_own() const;
  /// Where a point of the cell stands whose dice say `drawn`: in a river on its line; where the conditions
  /// fail, at the cell's centre.
  Vec2 settle(size_t cell, Vec2 drawn) const;
  /// Whether ground and distances hold at a place.
  bool hold_at(Vec2 at) const;
  /// The distance of one feature of kNear; that to the coast is the cell's: of land to the sea, of ground at
  /// sea to the land.
  double distance_m(size_t near, Vec2 at) const;
  /// Whether the cell's ground is the one asked for; the coast margin does not count.
  bool on_ground(size_t cell) const;
  /// The place that stands for a cell: its centre; in a river the nearest place in the water.
  Vec2 home(size_t cell) const;

 private:
  uint8_t water_at(size_t cell) const;
  bool in_river(size_t cell) const;
  bool keeps_dry() const;
  Vec2 onto_river(size_t cell, Vec2 at) const;
  float coast_m(size_t cell) const;

  PlaceRasters ground_;
  Conditions conditions_;
  PlaceFeatures features_;
  std::shared_ptr<const Mask> beach_;  ///< beach_cells; null where the class does not ask
};
/// The rules of a class in a finished world, which lives longer.
PlaceRules place_rules(const World& world, const Conditions& conditions);
/// The same on other rasters, such as those that go over the sea.
PlaceRules place_rules(const World& world, const Conditions& conditions, PlaceRasters ground);

}  // namespace fw
