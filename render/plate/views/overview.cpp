#include <algorithm>
#include <cmath>

#include "render/map/furniture.h"
#include "render/map/map_layers.h"
#include "render/plate/sections.h"
#include "render/plate/views/view.h"

namespace fw {
namespace {

constexpr double kRareScale = 0.9, kStrongScale = 0.85, kBadgeScale = 0.95;
constexpr int kRaresPerTile = 5;
constexpr double kReach = 22;  // a star at a badge must clear it

struct Strong {
  const Point* point;
  Vec2 at;
};

}  // namespace

Result<Done> draw_overview(Sheet& sheet, const Atlas& atlas, const MapBase& base) {
  const Painter& pen = sheet.pen;
  const MapFrame frame = island_frame(atlas, sheet);
  FillStyle fill{
      {atlas.palette.faction.begin(), atlas.palette.faction.end()}, 0.50, false, true, &atlas.faction_band};
  if (auto ok = sheet.place(base, atlas.faction, fill, sheet.map_left_px, sheet.map_top_px); !ok) return ok;

  std::vector<const Point*> rare_points, strong_points;
  for (const Point* p : points_of(atlas.world, Category::resource))
    if (atlas.world.points.class_of(*p).tier == Tier::rare) rare_points.push_back(p);
  for (const Point* p : points_of(atlas.world, Category::enemy))
    if (p->rarity == Rarity::named || p->rarity == Rarity::boss) strong_points.push_back(p);
  const Thinned rares = thin_points(
      atlas.world, rare_points, [](const Point&) { return 0; }, kRaresPerTile, tile_side_m(atlas));
  const auto badges = landmarks_in(atlas, frame, kBadgeScale, 0,
                                   {LandmarkKind::shrine, LandmarkKind::outpost, LandmarkKind::elite_zone,
                                    LandmarkKind::expedition, LandmarkKind::fort, LandmarkKind::settlement});
  LabelGround ground{frame.box, {scale_bar_box(frame), north_arrow_box(frame)}, {}};
  std::vector<Box> badge_boxes;
  for (const PlacedSymbol& b : badges) badge_boxes.push_back(Box::around(b.at.x, b.at.y, b.radius));
  std::vector<Strong> strong;
  std::vector<Box> taken = badge_boxes;
  for (const Rarity rarity : {Rarity::boss, Rarity::named})
    for (const Point* p : strong_points)
      if (p->rarity == rarity) {
        const double radius = (rarity == Rarity::boss ? 11 : 9) * kStrongScale;
        strong.push_back({p, moved_off(frame.to_page(p->position_m), radius, taken, kReach)});
        taken.push_back(Box::around(strong.back().at.x, strong.back().at.y, radius));
      }
  std::reverse(strong.begin(), strong.end());  // bosses on top
  ground.reserved.insert(ground.reserved.end(), badge_boxes.begin(), badge_boxes.end());
  std::vector<Vec2> rare_at;
  for (const Point* p : rares.shown) {
    const Vec2 at = moved_off(frame.to_page(p->position_m), kRareRadius * kRareScale, badge_boxes, kReach);
    rare_at.push_back(at);
    ground.reserved.push_back(Box::around(at.x, at.y, kRareRadius * kRareScale));
  }
  for (const Strong& s : strong)
    ground.reserved.push_back(Box::around(s.at.x, s.at.y, kBossRadius * kStrongScale));

  {
    const ClipTo clip(pen, frame.box);
    draw_region_borders(pen, frame, atlas, 1.1, 0.5);
    draw_tracks(pen, frame, atlas, 0.9);
    draw_danger_outlines(pen, frame, atlas);
    draw_faction_borders(pen, frame, atlas, 2.6, 2.6);
    draw_coast(pen, frame, atlas);
    if (auto ok = sheet.go_on(); !ok) return ok;
    for (size_t i = 0; i < rare_at.size(); ++i)
      draw_resource(pen, rare_at[i].x, rare_at[i].y, symbol_of(atlas, *rares.shown[i]), Tier::rare,
                    kRareScale);
    for (const Strong& s : strong)
      draw_enemy(pen, s.at.x, s.at.y, symbol_of(atlas, *s.point), s.point->rarity, kStrongScale);
    draw_badges(pen, atlas, badges, kBadgeScale);
    LabelLayout layout(std::move(ground), *pen.type);
    place_town_names(layout, badges, atlas, 16.5, 3.6);
    place_region_names(layout, frame, atlas, 14, 0.72);
    draw_labels(pen, layout.placed());
  }
  if (auto ok = sheet.go_on(); !ok) return ok;
  draw_map_furniture(sheet, frame);
  draw_panel(pen, sheet.panel,
             {faction_section(atlas, false), danger_line_section(atlas),
              landmark_section(atlas, "Landmarks",
                               {LandmarkKind::settlement, LandmarkKind::fort, LandmarkKind::expedition,
                                LandmarkKind::elite_zone, LandmarkKind::outpost, LandmarkKind::shrine}),
              rare_section(atlas), line_section(atlas), key_figure_section(atlas),
              region_section(atlas, RegionBar::danger)});
  return sheet.canvas.check("overview");
}

}  // namespace fw
