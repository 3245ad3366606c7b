#pragma once

#include <cstdint>
#include <vector>

#include "core/model/classes.h"

namespace fw {

/// A landmark's badge alone, as it stands on plates and maps where nobody owns it: size_px x size_px
/// premultiplied 0xAARRGGBB words, row by row from the top.
std::vector<uint32_t> badge_picture(LandmarkKind kind, int size_px);

}  // namespace fw
