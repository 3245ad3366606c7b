#include "render/plate/views.h"

#include <array>

#include "render/map/map_picture.h"
#include "render/plate/sections.h"

namespace fw {
namespace {

using In = const PanelInput&;
using K = LandmarkKind;

PanelSection danger_by_region(In in) {
  return region_section(in.atlas, RegionBar::danger);
}
PanelSection biomes_by_region(In in) {
  return region_section(in.atlas, RegionBar::biome);
}

const std::array<PlateView, 5>& views() {
  static const std::array<PlateView, 5> rows{{
      {.title = "Territory overview",
       .cost_ms = 72,
       .sections = {[](In in) { return faction_section(in.atlas, false); },
                    [](In in) { return danger_line_section(in.atlas); },
                    [](In in) {
                      return landmark_section(
                          in.atlas, "Landmarks",
                          {K::settlement, K::fort, K::expedition, K::elite_zone, K::outpost, K::shrine});
                    },
                    [](In in) { return rare_section(in.atlas); },
                    [](In in) { return line_section(in.atlas); },
                    [](In in) { return key_figure_section(in.atlas); }, danger_by_region}},
      {.title = "Resources over biomes",
       .cost_ms = 58,
       .sections = {[](In in) { return biome_section(in.atlas); },
                    [](In in) { return resource_family_section(in.atlas); },
                    [](In in) { return tier_section(in.atlas); },
                    [](In in) { return class_section(in.atlas, in.shown); }, biomes_by_region}},
      {.title = "Enemies over danger bands",
       .cost_ms = 48,
       .sections = {[](In in) { return danger_band_section(in.atlas); },
                    [](In in) { return enemy_family_section(in.atlas); },
                    [](In in) { return rarity_section(in.atlas); },
                    [](In in) { return rarity_by_band_section(in.atlas); },
                    [](In in) { return family_by_band_section(in.atlas, in.shown); },
                    [](In in) { return strength_by_band_section(in.atlas); },
                    [](In in) {
                      return landmark_section(in.atlas, "Strong landmarks", {K::expedition, K::elite_zone});
                    },
                    danger_by_region}},
      {.title = "Landmarks and administration",
       .cost_ms = 64,
       .sections = {[](In in) { return faction_section(in.atlas, true); },
                    [](In in) { return landmark_quota_section(in.atlas); },
                    [](In in) { return line_section(in.atlas); }, danger_by_region,
                    [](In in) { return town_section(in.atlas); },
                    [](In in) { return key_figure_section(in.atlas); }}},
      {.title = "Zoom quadrants", .cost_ms = 125, .sections = {}},
  }};
  return rows;
}

}  // namespace

const PlateView& plate_view(View view) {
  return views()[static_cast<size_t>(view)];
}

Result<Done> draw_island(const Sheet& sheet, View view, const GroundPixels& ground) {
  const PlateSquare square = plate_square(sheet, {0, 0}, kMapUnits, {0, 0}, sheet.atlas.side_m());
  const MapSquare& map = square.map;
  const auto shown =
      draw_layers(sheet, square, plate_layers(view), {scale_bar_box(map), north_arrow_box(map)}, &ground);
  if (!shown) return shown.error();
  draw_scale_bar(sheet.pen, map);
  draw_north_arrow(sheet.pen, map);
  draw_frame(sheet.pen, map, round_length(map.side_m / 6), true);
  std::vector<PanelSection> sections;
  for (const SectionMaker make : plate_view(view).sections)
    sections.push_back(make({sheet.atlas, shown.value()}));
  draw_panel(sheet.pen, sheet.panel, std::move(sections));
  return sheet.canvas.check("plate");
}

}  // namespace fw
