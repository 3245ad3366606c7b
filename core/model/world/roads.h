#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/geometry.h"

// Roads, crossings and ground plans of a world (docs/roads.md).

namespace fw {

/// From the widest down.
enum class RoadClass : uint8_t { road, track, trail };
inline constexpr std::array<std::string_view, 3> kRoadClassSlugs{"road", "track", "trail"};

/// A piece between ends, junctions and changes of class; it stands once, however many routes use it.
struct RoadPiece {
  RoadClass type = RoadClass::road;
  int traffic = 1;  ///< routes that use it
  double length_m = 0;
  double grade_max = 0;        ///< steepest rise over run between vertices, on the ground of the plan
  std::array<int, 2> nodes{};  ///< index into Roads::nodes of either end
  std::vector<Vec2> vertices_m;
};

/// An end, junction or change of class.
struct RoadNode {
  Vec2 position_m;
  int point = -1;  ///< index into World::points.points of the landmark that stands there; -1 = none
  int degree = 0;  ///< pieces that meet
};

enum class CrossingType : uint8_t { bridge, ford };
inline constexpr std::array<std::string_view, 2> kCrossingTypeSlugs{"bridge", "ford"};

/// Where a road crosses a river.
struct Crossing {
  CrossingType type = CrossingType::bridge;
  Vec2 position_m;
  int piece = 0;          ///< index into Roads::pieces
  int reach = 0;          ///< index into Water::reaches
  double span_m = 0;      ///< width over the sine of the angle
  double width_m = 0;     ///< of the river
  double angle_deg = 90;  ///< between road and river, 0 to 90
  Vec2 direction;         ///< unit vector along the road
};

/// How well the network serves pairs of towns.
struct RoadDetours {
  int towns = 0;
  int towns_reached = 0;
  double mean = 0;  ///< of price through the network over the pair's own best price, all pairs
  double max = 0;
};

/// The network.
struct Roads {
  std::vector<RoadNode> nodes;
  std::vector<RoadPiece> pieces;
  std::vector<Crossing> crossings;
  RoadDetours detours;

  bool empty() const { return pieces.empty(); }
};

/// Where a road enters a ground plan.
struct Gate {
  Vec2 position_m;
  int piece = 0;  ///< index into Roads::pieces; -1 = none is there
};

/// Ground plan of a settlement or fort; its ground is levelled to a plane.
struct Footprint {
  int point = 0;  ///< index into World::points.points
  double area_m2 = 0;
  double grade = 0;             ///< of the plane
  double walls_m = 0;           ///< length of the outline
  std::vector<Vec2> outline_m;  ///< counter-clockwise, valid
  std::vector<Gate> gates;
};

}  // namespace fw
