#include "render/map/map_layers.h"
#include "render/plate/sections.h"
#include "render/plate/views/view.h"

namespace fw {

Result<Done> draw_enemies_danger(Sheet& sheet, const Atlas& atlas, const MapBase& base) {
  const Painter& pen = sheet.pen;
  const MapFrame frame = island_frame(atlas, sheet);
  FillStyle fill{{atlas.palette.danger.begin(), atlas.palette.danger.end()}, 0.42, false, false, nullptr};
  if (auto ok = sheet.place(base, atlas.danger, fill, sheet.map_left_px, sheet.map_top_px); !ok) return ok;
  const auto rank = [](const Point& p) {
    return static_cast<int>(Rarity::boss) - static_cast<int>(p.rarity);
  };
  constexpr int kNamedRank = 1;  // boss and named always stay
  const Thinned shown = thin_points(atlas.world, points_of(atlas.world, Category::enemy), rank,
                                    atlas.style.symbols_per_km2, tile_side_m(atlas), kNamedRank);
  const auto badges =
      landmarks_in(atlas, frame, 0.8, 0, {LandmarkKind::elite_zone, LandmarkKind::expedition});
  std::vector<Box> badge_boxes;
  for (const PlacedSymbol& b : badges) badge_boxes.push_back(Box::around(b.at.x, b.at.y, b.radius));
  // Bosses come first, so that they stay where they are and named ones make way.
  std::vector<Vec2> at;
  for (const Point* p : shown.shown) {
    at.push_back(frame.to_page(p->position_m));
    if (p->rarity != Rarity::boss && p->rarity != Rarity::named) continue;
    const double radius = p->rarity == Rarity::boss ? 11 : 9;
    at.back() = moved_off(at.back(), radius, badge_boxes, 22);
    badge_boxes.push_back(Box::around(at.back().x, at.back().y, radius));
  }
  {
    const ClipTo clip(pen, frame.box);
    if (atlas.style.danger_patterns) draw_danger_patterns(pen, frame, atlas);
    stroke(pen, frame, atlas.danger_border, {1.3, Rgb::hex(0x5A4A44), 0.7, {}});
    draw_region_borders(pen, frame, atlas, 0.9, 0.34);
    draw_coast(pen, frame, atlas);
    if (auto ok = sheet.go_on(); !ok) return ok;
    for (size_t i = shown.shown.size(); i-- > 0;)  // rarest last, on top
      draw_enemy(pen, at[i].x, at[i].y, symbol_of(atlas, *shown.shown[i]), shown.shown[i]->rarity, 1.0);
    draw_badges(pen, atlas, badges, 0.8);
  }
  if (auto ok = sheet.go_on(); !ok) return ok;
  draw_map_furniture(sheet, frame);
  draw_panel(
      pen, sheet.panel,
      {danger_band_section(atlas), enemy_family_section(atlas), rarity_section(atlas),
       rarity_by_band_section(atlas), family_by_band_section(atlas, shown), strength_by_band_section(atlas),
       landmark_section(atlas, "Strong landmarks", {LandmarkKind::expedition, LandmarkKind::elite_zone}),
       region_section(atlas, RegionBar::danger)});
  return sheet.canvas.check("enemies and danger");
}

}  // namespace fw
