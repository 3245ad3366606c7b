#pragma once

#include <vector>

#include "core/water/river_lines.h"

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

/// Whether a mouth lies at the frame's edge and not at the sea.
bool at_frame_edge(const Mask& land, uint32_t cell);

/// Height of the bed at every cell of a path and at its end: never rises, exact at lakes.
std::vector<double> path_bed(const Template& tmpl, const LineGround& ground, const RiverPath& path,
                             const RiverEnd& end);

/// Lets a river swing on the floor of its valley.
void meander(const Template& tmpl, const SeedBundle& seeds, const LineGround& ground, const RiverPath& path,
             RiverLine& line);

}  // namespace fw
