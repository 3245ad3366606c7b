#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/field/raster.h"
#include "core/model/template/hand/hand.h"
#include "core/model/template/import_pixels.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

// A layer's paint on the grid (docs/hand.md, paint): core, want and rim of what later rows left of earlier
// ones.
namespace fw {

/// Which layer rows paint.
enum class PaintLayer : uint8_t { biome, danger, faction };
/// By layer: its list in the hand, and its table of classes in the template.
inline constexpr std::array<std::string_view, 3> kPaintLists{"biome", "danger", "faction"};
inline constexpr std::array<std::string_view, 3> kPaintTables{"biomes", "danger", "factions"};
const HandRows<PaintRow>& paint_rows(const Hand& hand, PaintLayer layer);

/// Paint of one layer. Codes are class + 1, 0 = none.
struct Paint {
  Raster<uint8_t> core;  ///< decided: the class holds here
  Raster<uint8_t> want;  ///< counted in the regional rows; holds the core too
  Raster<uint16_t> row;  ///< place in the list + 1 of the last hard row that the cell belongs to; 0 = none
  /// Where noise decides between the class of `rim` and its surroundings: s and e of the row, metres (|s| <=
  /// e).
  Raster<uint8_t> rim;
  Raster<float> rim_inside_m, rim_feather_m;
  /// Bias paint: class and strength in sd, already feathered.
  Raster<uint8_t> bias;
  Raster<float> bias_sd;
  /// Biomes: ground whose terrain the designer changed, decided again without core and want; empty = none.
  Mask shaped{};
  /// Wanted cells of rings round frozen ones (hand_ring.h): they join a core, so they are no specks however
  /// few they are in their region; empty = none.
  Mask ring{};
  bool empty() const { return core.size() == 0; }
  std::vector<std::string> ids{};  ///< by `row` - 1: rows of the list, then rows of `imports` beneath them
};

/// No paint anywhere.
Paint empty_paint(const GridSpec& grid);

/// `region_codes` are 0 where there is nothing to paint. Rasters of `imports` lie under all rows.
/// Outcomes (asked and got in cells: the shape's, and those on the ground that no later row took) are
/// appended to `outcomes`; findings name what lies off the ground.
Paint make_paint(const Template& tmpl, PaintLayer layer, const Raster<uint8_t>& region_codes,
                 std::vector<HandOutcome>& outcomes, Findings& findings, const ImportSet& imports = {});

/// Whether rows or rasters paint the layer.
bool is_painted(const Template& tmpl, const ImportSet& imports, PaintLayer layer);

}  // namespace fw
