#include "render/map/furniture.h"
#include "render/map/map_layers.h"
#include "render/plate/sections.h"
#include "render/plate/views/view.h"

namespace fw {

Result<Done> draw_landmarks_admin(Sheet& sheet, const Atlas& atlas, const MapBase& base) {
  const Painter& pen = sheet.pen;
  const MapFrame frame = island_frame(atlas, sheet);
  constexpr double kScale = 1.08;
  FillStyle fill{
      {atlas.palette.faction.begin(), atlas.palette.faction.end()}, 0.50, false, true, &atlas.faction_band};
  if (auto ok = sheet.place(base, atlas.faction, fill, sheet.map_left_px, sheet.map_top_px); !ok) return ok;
  const auto badges = landmarks_in(
      atlas, frame, kScale, 0,
      {LandmarkKind::quest_hub, LandmarkKind::shrine, LandmarkKind::outpost, LandmarkKind::elite_zone,
       LandmarkKind::expedition, LandmarkKind::fort, LandmarkKind::settlement});
  LabelGround ground{frame.box, {scale_bar_box(frame), north_arrow_box(frame)}, {}};
  for (const PlacedSymbol& b : badges) ground.reserved.push_back(Box::around(b.at.x, b.at.y, b.radius));
  {
    const ClipTo clip(pen, frame.box);
    draw_region_borders(pen, frame, atlas, 1.6, 0.8);
    draw_tracks(pen, frame, atlas, 1.15);
    draw_faction_borders(pen, frame, atlas, 3.2, 2.6);
    draw_coast(pen, frame, atlas);
    if (auto ok = sheet.go_on(); !ok) return ok;
    draw_badges(pen, atlas, badges, kScale);
    LabelLayout layout(std::move(ground), *pen.type);
    place_town_names(layout, badges, atlas, 17.5, 3.8);
    place_region_names(layout, frame, atlas, 16, 0.85);
    place_site_names(layout, badges, atlas);
    draw_labels(pen, layout.placed());
  }
  if (auto ok = sheet.go_on(); !ok) return ok;
  draw_map_furniture(sheet, frame);
  draw_panel(pen, sheet.panel,
             {faction_section(atlas, true), landmark_quota_section(atlas), line_section(atlas),
              region_section(atlas, RegionBar::danger), town_section(atlas), key_figure_section(atlas)});
  return sheet.canvas.check("landmarks and administration");
}

}  // namespace fw
