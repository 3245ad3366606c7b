#pragma once

#include "render/map/scene/atlas.h"

namespace fw {

/// The stretches of lines that lie on the ground, up to the frame.
Polylines lines_on_land(const World& world, const AtlasLayers& ground, const Polylines& lines);

/// Borders between regions, none inside a lake: all, and those that are no border of factions.
void prepare_region_borders(const World& world, AtlasLayers& ground);

/// Takes out of the latter what runs along a border of factions within 150 m, where these have borders of
/// their own: a plate draws both as one line. Needs the factions' band.
void join_borders(const World& world, AtlasLayers& ground);

}  // namespace fw
