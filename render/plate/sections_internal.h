#pragma once

#include "render/map/atlas.h"

// What the files of sections share; private to this room.
namespace fw {

/// The colour of an owner's symbols and texts.
Rgb owner_ink(const Atlas& atlas, Faction owner);

}  // namespace fw
