#pragma once

#include <cstdint>
#include <vector>

#include "core/base/colour.h"
#include "core/model/colour/palette.h"
#include "core/model/world/world.h"

namespace fw {

struct Symbol;
struct SymbolSet;

/// A landmark's badge alone, in the ink of its kind or owner: size_px x size_px premultiplied 0xAARRGGBB
/// words, row by row from the top.
std::vector<uint32_t> badge_picture(const Symbol& symbol, Rgb ink, int size_px);

/// A symbol alone, as large as the picture.
std::vector<uint32_t> symbol_picture(const Symbol& symbol, Rgb ink, int size_px);

/// What all points of one class, rarity and, of landmarks, owner look like on the plates.
struct PointPicture {
  size_t point = 0;  ///< the first of them in the world's set
  int side_px = 0;
  std::vector<uint32_t> words;  ///< premultiplied, as above
};
/// One for every look in the world, by class, rarity, owner.
std::vector<PointPicture> point_pictures(const World& world, const SymbolSet& symbols, const Palette& palette,
                                         double px_per_unit);

}  // namespace fw
