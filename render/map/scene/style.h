#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/colour/palette.h"
#include "core/model/template/view.h"
#include "core/model/world/world.h"
#include "render/map/scene/atlas.h"
#include "render/map/scene/scale_table.h"
#include "render/map/style/map_style.h"
#include "render/page/fonts.h"

namespace fw {

// How every layer of a map looks: widths, colours, alphas, sizes, thinning. Plates, windows, films and
// exported maps read these tables and have no numbers of their own. Lengths are in units: kUnit_mm on paper,
// a pixel at device scale 1 on a screen.

/// Paper is read from 30 cm at 300 dots an inch, a screen at 96: what differs stands in MediumStyle alone.
enum class Medium : uint8_t { print, screen };

/// A size that depends on the map's scale: `at_9m` at 9 m a unit, growing with the power as the map is
/// closer.
struct ScaledSize {
  double at_9m = 1, power = 0, least = 0, most = 100;
  double at(double metres_per_unit) const;
};
struct MediumStyle {
  double unit_mm = kUnit_mm;
  double line_width = 1;  ///< factor on widths and casings
  ScaledSize symbol;      ///< factor on symbols that have their tables' sizes
  double symbol_mm = 1;   ///< factor on those that have millimetres (scale_table.h)
  ScaledSize letters;     ///< units of a point of type
  double least_pt = 6;    ///< no smaller letters
  /// Units of a millimetre.
  double mm() const { return 1 / unit_mm; }
};
const MediumStyle& medium_style(Medium medium);
/// Length of a unit: of a plate's map of 2048 pixels at 300 dots an inch, of a screen's pixel at 96.
constexpr double unit_mm(Medium medium) {
  return medium == Medium::print ? kUnit_mm : 0.2646;
}

/// The area of the least islet that a map shows, m2.
constexpr double least_islet_m2(Medium medium, double denominator) {
  return medium == Medium::print ? kLeastIslet_mm2 * square_mm_m2(denominator) : 0;
}

/// Colours by class, in the order of the codes.
struct FillRow {
  MapLayer layer;
  const Leaders& (*classes)(const Atlas&);
  std::vector<Rgb> (*colours)(const Atlas&, const Palette&, const MapStyle&);
  double on_paper = 1;                                   ///< share of the colour over paper
  const Raster<float>& (*band)(const Atlas&) = nullptr;  ///< [0, 1]: leads from on_paper to in_band
  double in_band = 1;
  bool beach = false;  ///< sand along the coast
};
std::span<const FillRow> fill_rows();

/// A value over the land as a ramp of colours, or as one ink that covers by the value.
struct FieldRow {
  MapLayer layer;
  const Raster<float> World::*field;
  double low = 0, high = 1;  ///< high = 0: the highest value on the island
  bool ink = false;
  std::vector<Rgb> (*ramp)(const MapStyle&);
  std::vector<double> stops = {};  ///< where each colour stands, [0, 1]; empty = evenly
};
std::span<const FieldRow> field_rows();
/// The ramp's colour at a share of the way from low to high.
Rgb colour_at(const FieldRow& row, double share, const MapStyle& style);

/// An ink pattern on the land of one class.
struct HatchStyle {
  enum class Pattern : uint8_t { dots, lines, crossed, tufts, waves, stipple } pattern;
  double pitch, size, alpha;  ///< size: a line's width, a dot's radius; pitches divide 72
};
/// One for each danger band, denser from band to band, for readers who do not tell colours apart.
std::vector<HatchStyle> danger_hatches(size_t bands);
/// Of the worst band of danger where patterns are asked for.
inline constexpr HatchStyle kOutlineHatch{
    .pattern = HatchStyle::Pattern::lines, .pitch = 9, .size = 0.9, .alpha = 0.42};
/// The tint of a band of danger: darkest along its edge, paler inward, where it never ends.
struct DangerTint {
  double inside = 0.10, edge = 0.42;  ///< opacity everywhere, and what the edge adds
  double fade_mm = 0.75;              ///< a third of that is left so far inside
};
inline constexpr DangerTint kDangerTint{};
/// How many bands of danger a map of that scale tints, the worst first; the first band never.
size_t tinted_bands(size_t bands, double denominator);
/// The ink of a band (from 0) there.
Rgb tint_ink(const Palette& palette, const MapStyle& style, size_t band, double denominator);
/// Of contested ground, and of ground that no way leads to.
inline constexpr HatchStyle kContestedHatch{
    .pattern = HatchStyle::Pattern::lines, .pitch = 6, .size = 1.0, .alpha = 0.55};
inline constexpr HatchStyle kCutOffHatch{
    .pattern = HatchStyle::Pattern::crossed, .pitch = 12, .size = 0.8, .alpha = 0.45};
/// Of a biome's texture; nothing for none.
std::optional<HatchStyle> texture_hatch(Texture texture);

/// A hatch that belongs to a layer of lines; it lies on the fills.
struct HatchRow {
  MapLayer layer;
  const Leaders& (*classes)(const Atlas&);
  uint8_t (*code)(const Atlas&);  ///< of the class that is hatched; 0 = none
  HatchStyle style;
};
std::span<const HatchRow> hatch_rows();

/// Strokes of a line layer, one group per class.
struct LineStyle {
  MapLayer layer;
  std::span<const Polylines> (*lines)(const Atlas&);  ///< null: made for each window (scene/contours.h)
  Rgb ink = {};
  Rgb (*group_ink)(const Palette&, const MapStyle&, size_t group) = nullptr;  ///< instead of `ink`
  double width = 1;
  double first_width = 0;  ///< of the first of several groups, which grow to `width`; 0 = all alike
  double alpha = 1;
  double casing = 0;  ///< how much wider the line below is; 0 = none
  Rgb casing_ink = {};
  double casing_alpha = 0;
  std::vector<double> dash = {};
  double most_metres_per_unit = 1e9;  ///< left out on smaller scales
  bool index = false;                 ///< of contours: every fifth one
  /// The lines where borders of factions are on show too; null = the same.
  std::span<const Polylines> (*beside_factions)(const Atlas&) = nullptr;
};
std::span<const LineStyle> line_rows(const MapStyle& style = map_style());
Rgb ink_of(const LineStyle& row, const Palette& palette, const MapStyle& style, size_t group);
/// How one of a row's groups looks.
double width_of(const LineStyle& row, size_t group, size_t groups);
/// The row as a map of that scale draws it: borders of regions are dots on small ones.
LineStyle at_scale(LineStyle row, double denominator, const MediumStyle& medium);

/// Symbols of a layer.
struct MarkRow {
  MapLayer layer;
  double room = 18;      ///< side of the square that a symbol has for itself before some are left out, units
  int always_rank = -1;  ///< points of this rank or a lower one are never left out
  int place_rank =
      0;  ///< symbols move off those of a lower place rank; 0 = fixed, and others do not move off it
};
std::span<const MarkRow> mark_rows();
/// Side of the tiles in which symbols are thinned, units.
inline constexpr double kThinningTile = 96;
/// How far a symbol moves at most, units.
inline constexpr double kMostMove = 22;

// Names; sizes and letter spacing in points (MediumStyle::letters).
TextStyle seat_name_style(SeatClass seat);
/// Of landmarks that are no seats.
const TextStyle& site_name_style();
const TextStyle& region_name_style();
/// Of rivers and lakes; a river's grows by `flow` = its discharge over the greatest.
TextStyle river_name_style(double flow);
const TextStyle& lake_name_style();
/// Of numbers on contours and of the heights of summits, size in units.
TextStyle contour_number_style(Medium medium);
TextStyle spot_height_style(Medium medium);
/// The same letters in a style's colours and halo.
TextStyle lettered(TextStyle text, const MapStyle& style);
/// Half the width of a summit's triangle, in sizes of its letters.
inline constexpr double kSpotTriangle = 0.21;
/// Of realms, in the owner's ink; the size follows from the territory.
TextStyle realm_name_style(Rgb owner_ink, const MapStyle& style);
inline constexpr double kLeastRealm_pt = 7, kMostRealm_pt = 13;
/// Of named places of the land and the sea.
TextStyle place_name_style(PlaceKind kind);
/// Of the number beside a symbol that stands for several points.
const TextStyle& cluster_number_style();
/// Of a world in a frame of 8 km: shorter rivers have no name on a map, nor do more than so many.
inline constexpr double kLeastNamedRiver_m = 900;
inline constexpr size_t kMostNamedRivers = 14;

/// How a layer is made, by the table that has it.
enum class MapLayerKind : uint8_t { fill, field, relief, tint, lines, figures, marks, names };
MapLayerKind kind_of(MapLayer layer);
/// Whether a layer is made pixel by pixel.
bool is_ground(MapLayer layer);

template <typename Row>
const Row* row_of(std::span<const Row> rows, MapLayer layer) {
  for (const Row& row : rows)
    if (row.layer == layer) return &row;
  return nullptr;
}

/// A colour for a region's fill: neighbours in number are far apart in hue, neutral ones are grey.
Rgb region_colour(int code, bool neutral, const MapStyle& style);

}  // namespace fw
