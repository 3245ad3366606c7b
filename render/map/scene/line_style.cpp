#include <algorithm>
#include <array>

#include "render/map/scene/style.h"

namespace fw {
namespace {

template <auto Member>
std::span<const Polylines> one(const Atlas& atlas) {
  return {&((*atlas.ground).*Member), 1};
}

std::vector<double> in_units(std::vector<double> dash_mm) {
  for (double& d : dash_mm) d = print_units(d);
  return dash_mm;
}

using LinesOf = std::span<const Polylines> (*)(const Atlas&);

/// A row of the table from a style's stroke.
LineStyle row_of_stroke(MapLayer layer, LinesOf lines, const StrokeLook& look) {
  const bool cased = look.casing_mm > look.width_mm;
  return {.layer = layer,
          .lines = lines,
          .ink = look.colour,
          .width = print_units(look.width_mm),
          .alpha = look.alpha,
          .casing = cased ? print_units(look.casing_mm - look.width_mm) : 0,
          .casing_ink = look.casing,
          .casing_alpha = look.casing_alpha,
          .dash = in_units(look.dash_mm)};
}

/// Bottom to top within each layer.
std::vector<LineStyle> rows_of(const MapStyle& s) {
  std::vector<LineStyle> rows;
  const auto add = [&](MapLayer layer, LinesOf lines, const StrokeLook& look) -> LineStyle& {
    return rows.emplace_back(row_of_stroke(layer, lines, look));
  };
  constexpr double kFarther = 0.68;  // of the line of depth 20 m, against that of 5 m
  for (const bool far : {false, true}) {
    LineStyle& row =
        add(MapLayer::depth, far ? one<&AtlasLayers::depth_far> : one<&AtlasLayers::depth_near>, s.depth);
    row.group_ink = [](const Palette&, const MapStyle& style, size_t) { return style.depth.colour; };
    if (far) row.alpha *= kFarther;
  }
  add(MapLayer::contours, nullptr, s.contour);
  add(MapLayer::contours, nullptr, s.index_contour).index = true;
  add(MapLayer::biome_border, one<&AtlasLayers::biome_border>, s.biome_border);
  add(MapLayer::danger_border, one<&AtlasLayers::danger_border>, s.danger_border);
  add(MapLayer::region_border, one<&AtlasLayers::region_border>, s.region_border).beside_factions =
      one<&AtlasLayers::region_border_within>;
  add(
      MapLayer::tracks,
      [](const Atlas& a) -> std::span<const Polylines> {
        return {&a.track, 1};
      },
      s.track);
  add(
      MapLayer::contested,
      [](const Atlas& a) -> std::span<const Polylines> {
        return {&a.travelled().contested_border, 1};
      },
      s.contested);
  add(
      MapLayer::reach, [](const Atlas& a) -> std::span<const Polylines> { return a.travelled().isochrones; },
      s.reach)
      .first_width = 2 * print_units(s.reach.width_mm);
  add(MapLayer::faction_border, one<&AtlasLayers::realm_border>, s.realm_border);
  add(MapLayer::coast, one<&AtlasLayers::coast>, s.coast);
  return rows;
}

}  // namespace

std::span<const LineStyle> line_rows(const MapStyle& style) {
  static const std::array rows{rows_of(map_style(kMapStyleSlugs[0])), rows_of(map_style(kMapStyleSlugs[1])),
                               rows_of(map_style(kMapStyleSlugs[2]))};
  const auto at = std::find(kMapStyleSlugs.begin(), kMapStyleSlugs.end(), style.slug);
  return rows[at == kMapStyleSlugs.end() ? 0 : static_cast<size_t>(at - kMapStyleSlugs.begin())];
}

Rgb ink_of(const LineStyle& row, const Palette& palette, const MapStyle& style, size_t group) {
  return row.group_ink != nullptr ? row.group_ink(palette, style, group) : row.ink;
}

double width_of(const LineStyle& row, size_t group, size_t groups) {
  if (row.first_width <= 0 || groups < 2) return row.width;
  const double after = static_cast<double>(groups - 1 - group) / static_cast<double>(groups - 1);
  return row.width - (row.width - row.first_width) * after;
}

LineStyle at_scale(LineStyle row, double denominator, const MediumStyle& medium) {
  constexpr double kDot_mm = 0.14, kDotGap_mm = 0.55;
  if (row.layer != MapLayer::region_border) return row;
  const Shown shown = shown_at(ScaleRow::region_borders, denominator);
  if (shown.show != Show::room) return row;
  row.width = kDot_mm * medium.mm();
  row.alpha = shown.value;
  row.dash = {kDot_mm * medium.mm(), kDotGap_mm * medium.mm()};
  return row;
}

}  // namespace fw
