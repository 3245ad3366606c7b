#include "render/map/map_layers.h"
#include "render/plate/sections.h"
#include "render/plate/views/view.h"

namespace fw {

Result<Done> draw_resources_biomes(Sheet& sheet, const Atlas& atlas, const MapBase& base) {
  const Painter& pen = sheet.pen;
  const MapFrame frame = island_frame(atlas, sheet);
  FillStyle fill{{atlas.palette.biome.begin(), atlas.palette.biome.end()}, 0.48, true, false, nullptr};
  if (auto ok = sheet.place(base, atlas.biome, fill, sheet.map_left_px, sheet.map_top_px); !ok) return ok;
  const auto tier_rank = [&](const Point& p) {
    return static_cast<int>(Tier::rare) - static_cast<int>(atlas.world.points.class_of(p).tier);
  };
  const Thinned shown = thin_points(atlas.world, points_of(atlas.world, Category::resource), tier_rank,
                                    atlas.style.symbols_per_km2, tile_side_m(atlas));
  {
    const ClipTo clip(pen, frame.box);
    stroke(pen, frame, atlas.biome_border, {0.9, Rgb::hex(0x5B5A50), 0.45, {}});
    draw_region_borders(pen, frame, atlas, 0.9, 0.34);
    draw_coast(pen, frame, atlas);
    if (auto ok = sheet.go_on(); !ok) return ok;
    for (auto it = shown.shown.rbegin(); it != shown.shown.rend(); ++it) {
      const Vec2 at = frame.to_page((*it)->position_m);
      draw_resource(pen, at.x, at.y, symbol_of(atlas, **it), atlas.world.points.class_of(**it).tier, 1.0);
    }
  }
  if (auto ok = sheet.go_on(); !ok) return ok;
  draw_map_furniture(sheet, frame);
  draw_panel(pen, sheet.panel,
             {biome_section(atlas), resource_family_section(atlas), tier_section(atlas),
              class_section(atlas, shown), region_section(atlas, RegionBar::biome)});
  return sheet.canvas.check("resources and biomes");
}

}  // namespace fw
