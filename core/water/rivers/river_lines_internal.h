#pragma once

#include <vector>

#include "core/model/world/water.h"
#include "core/water/rivers/river_lines.h"

// What lines of rivers are made of. Private to the room.
namespace fw {

/// Distance between vertices, in a frame of 8 km.
inline constexpr double kVertexStep_m = 6;

/// What a river runs into.
struct RiverEnd {
  double bed_m = 0;     ///< its height there
  bool at_sea = false;  ///< or at the frame's edge
  bool great = false;   ///< a river to the sea whose valley reaches its level far inland
};

/// Height of the bed at every cell of a path and at its end: never rises, exact at lakes, at no cell above
/// `most_m`.
std::vector<double> path_bed(const Template& tmpl, const RiverLineInputs& inputs, const RiverPath& path,
                             const RiverEnd& end, const std::vector<double>& most_m);

/// Where the land ends beyond a river's last cell: the middle of the sea's cell, or the frame's edge.
Vec2 beyond_mouth(const Mask& land, uint32_t cell);

/// Waterfalls: where the bed falls steeply it falls within one vertex.
void make_falls(const Template& tmpl, const std::vector<double>& weighted_m2, RiverLine& line);

/// What decides the form of a river's mouth at the sea.
struct MouthFacts {
  ShoreType shore = ShoreType::none;
  double share = 0;  ///< of the greatest discharge
};
/// Arms of a delta, or a width that grows into an estuary.
void make_mouth(const Template& tmpl, const RiverLineInputs& inputs, const MouthFacts& facts,
                RiverLine& line);

/// Unit vector to the left of the line at a vertex; zero where it stands still.
Vec2 line_normal(const RiverLine& line, size_t i);

/// Lets a river swing on the floor of its valley.
void meander(const Template& tmpl, const SeedBundle& seeds, const RiverLineInputs& inputs,
             const RiverPath& path, RiverLine& line);

}  // namespace fw
