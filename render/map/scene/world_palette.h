#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/colour/palette.h"
#include "core/model/finding.h"
#include "core/model/world/world.h"

namespace fw {

/// How much of an owner's fill covers the paper along its borders.
inline constexpr double kOwnersBand = 0.80;

/// make_palette() for the maps of a world: in "colour_blind_safe" factions keep their hues, and those that
/// meet in this world are told apart by every eye and in grey (told_apart).
Palette world_palette(const World& world, std::string_view name);

/// A note that names the worst pair of factions that meet in a world and whose colours are nearer than
/// kLeastNeighbourDifference or, in grey, kLeastNeighbourLightness; nothing where there is none.
Findings neighbours_alike(const World& world, const Palette& palette);

}  // namespace fw
