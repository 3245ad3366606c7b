#pragma once

#include "core/field/travel.h"
#include "core/model/template/play.h"
#include "core/model/world/world.h"

namespace fw {

/// The ground that travellers of a world cross: paces of `play` with its risks (docs/kpi.md, 2). Travelled
/// are the largest piece of dry ground and those with a seat.
TravelGround travel_ground(const World& world, const PlayParams& play);

}  // namespace fw
