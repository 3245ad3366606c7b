#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

// Freeze: rows of the hand that keep what a world has (docs/hand.md, freeze). With the same seed they change
// nothing; with another the frozen part stays and the rest is made round it.
namespace fw {

/// What of a place can be frozen.
enum class FreezePart : uint8_t { biome, danger, faction, points, landmarks };
inline constexpr std::array<std::string_view, 5> kFreezePartSlugs{"biome", "danger", "faction", "points",
                                                                  "landmarks"};

/// What to freeze: one of the four, and of a region or a shape which parts.
struct FreezeRequest {
  std::string region;               ///< its name
  std::string shape;                ///< WKT of polygons
  std::string cls;                  ///< id of a class of points or of a kind of landmark
  std::vector<std::string> points;  ///< "iron_vein-17"
  std::set<FreezePart> parts{FreezePart::biome, FreezePart::danger, FreezePart::faction, FreezePart::points,
                             FreezePart::landmarks};
};

/// The template with the rows of a freeze.
struct Frozen {
  Template tmpl;
  std::vector<std::string> rows;  ///< ids of the new rows
  size_t pins = 0;                ///< of the new rows
  size_t kept_already = 0;        ///< points that pins hold already, layers and regions that rows state so
};

/// Whether rows of cells are asked for: of a region, or of a shape's biomes, bands or factions.
bool keeps_cells(const FreezeRequest& request);

/// `world` = made from `tmpl`; where cells are kept, at the resolution of the plan grid (kPlanResolution).
/// Errors (ErrorKind::usage): none or several of the four, a name, id or shape that the world has not,
/// another grid, more rows than a template may have.
Result<Frozen> freeze(const Template& tmpl, const World& world, const FreezeRequest& request);

}  // namespace fw
