#pragma once

#include <array>
#include <string_view>

namespace fw {

/// The palettes that a template and a render may name; their colours stand in render/map/palette.cpp.
inline constexpr std::array<std::string_view, 2> kPaletteSlugs{"atlas", "colour_blind_safe"};

}  // namespace fw
