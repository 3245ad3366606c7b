#include <algorithm>
#include <cmath>
#include <utility>

#include "render/map/furniture.h"
#include "render/map/map_layers.h"
#include "render/page/numbers.h"
#include "render/plate/sections.h"
#include "render/plate/views/view.h"
#include "render/plate/zoom_windows.h"

namespace fw {
namespace {

constexpr double kGap = 0.05 * 1500;
constexpr double kSide = (1500 - kGap) / 2;
constexpr double kBadgeScale = 1.25;
constexpr std::array kLetters{"A", "B", "C", "D"};
const std::vector<LandmarkKind> kAllKinds{
    LandmarkKind::quest_hub,  LandmarkKind::shrine, LandmarkKind::outpost,   LandmarkKind::elite_zone,
    LandmarkKind::expedition, LandmarkKind::fort,   LandmarkKind::settlement};

struct Quadrant {
  ZoomWindow window;
  MapFrame frame;
  int left_px = 0, top_px = 0, side_px = 0;
  int64_t symbols = 0;
};

/// Whole pixels, so that the raster is copied and not resampled.
Quadrant quadrant_at(const Sheet& sheet, const ZoomWindow& window, size_t index, int map_px) {
  Quadrant q;
  q.window = window;
  const double column = index % 2 == 0 ? 0 : kSide + kGap, row = index < 2 ? 0 : kSide + kGap;
  const double px = map_px / 1500.0;
  const int x = static_cast<int>(std::lround(column * px)), y = static_cast<int>(std::lround(row * px));
  q.side_px = std::max(2, static_cast<int>(std::lround(kSide * px)));
  q.left_px = sheet.map_left_px + x;
  q.top_px = sheet.map_top_px + y;
  q.frame = {window.centre_m.x - window.side_m / 2, window.centre_m.y - window.side_m / 2, window.side_m,
             Box{x / px, y / px, (x + q.side_px) / px, (y + q.side_px) / px}};
  return q;
}

Result<Done> place_fill(const Sheet& sheet, const Atlas& atlas, const PixelBase& base, const Quadrant& q) {
  const auto place = [&](const SmoothClasses& classes, const FillStyle& style) {
    return sheet.place(base, classes, style, q.left_px, q.top_px);
  };
  const Palette& palette = atlas.palette;
  if (q.window.theme == ZoomTheme::enemies)
    return place(atlas.danger, {{palette.danger.begin(), palette.danger.end()}, 0.55, false, false, nullptr});
  if (q.window.theme == ZoomTheme::landmarks)
    return place(atlas.faction,
                 {{palette.faction.begin(), palette.faction.end()}, 0.55, false, true, &atlas.faction_band});
  return place(atlas.biome, {{palette.biome.begin(), palette.biome.end()}, 0.55, true, false, nullptr});
}

void draw_quadrant_lines(const Painter& pen, const Atlas& atlas, const Quadrant& q) {
  const MapFrame& f = q.frame;
  draw_contours(pen, f, atlas);
  switch (q.window.theme) {
    case ZoomTheme::resources:
    case ZoomTheme::expedition:
      stroke(pen, f, atlas.biome_border, {1.3, Rgb::hex(0x5B5A50), 0.5, {}});
      break;
    case ZoomTheme::enemies:
      if (atlas.style.danger_patterns) draw_danger_patterns(pen, f, atlas);
      stroke(pen, f, atlas.danger_border, {1.7, Rgb::hex(0x5A4A44), 0.7, {}});
      break;
    case ZoomTheme::landmarks:
      draw_region_borders(pen, f, atlas, 1.4, 0.7);
      break;
  }
  draw_tracks(pen, f, atlas, 1.5);
  if (q.window.theme == ZoomTheme::landmarks) draw_faction_borders(pen, f, atlas, 3.0, 2.5);
  if (q.window.theme == ZoomTheme::expedition) {
    // Solid, unlike on the overview: here the tracks are dashed just as wide.
    const std::array<Rgb, 3> inks{Rgb::hex(0xB98A00), atlas.palette.danger_line[1],
                                  atlas.palette.danger_line[2]};
    for (size_t k = 0; k < 3; ++k) {
      stroke(pen, f, atlas.danger_line[k], {4.6, colour::kWhite, 0.55, {}});
      stroke(pen, f, atlas.danger_line[k], {2.2, inks[k], 0.95, {}});
    }
  }
  draw_coast(pen, f, atlas);
}

bool shows(ZoomTheme theme, const Point& p, const PointClassInfo& c) {
  if (c.category == Category::resource)
    return theme == ZoomTheme::resources || theme == ZoomTheme::expedition;
  if (c.category != Category::enemy) return false;
  return theme == ZoomTheme::enemies || (theme == ZoomTheme::expedition && p.rarity >= Rarity::elite);
}

/// Rarest last, so that it lies on top.
int importance(const Point& p, const PointClassInfo& c) {
  return c.category == Category::resource ? static_cast<int>(c.tier) : static_cast<int>(p.rarity) + 1;
}

void draw_quadrant_symbols(const Painter& pen, const Atlas& atlas, Quadrant& q, size_t index) {
  const PointSet& set = atlas.world.points;
  const double m = q.window.side_m / 2000;
  const auto badges = landmarks_in(atlas, q.frame, kBadgeScale, 45 * m, kAllKinds);
  const TextStyle heading{Face::sans, true, false, 16.5, 0, colour::kInk, 1, 0, 1};
  const Box title{q.frame.box.x0, q.frame.box.y0,
                  q.frame.box.x0 + 52 + pen.type->measure(q.window.title, heading).width,
                  q.frame.box.y0 + 34};
  LabelGround ground{q.frame.box, {scale_bar_box(q.frame), title}, {}};
  std::vector<Box> badge_boxes;
  for (const PlacedSymbol& b : badges) badge_boxes.push_back(Box::around(b.at.x, b.at.y, b.radius));
  std::vector<const Point*> points;
  for (const Point& p : set.points)
    if (shows(q.window.theme, p, set.class_of(p)) && q.frame.holds(p.position_m, 35 * m))
      points.push_back(&p);
  std::stable_sort(points.begin(), points.end(), [&](const Point* a, const Point* b) {
    return importance(*a, set.class_of(*a)) < importance(*b, set.class_of(*b));
  });
  for (const Point* p : points) {
    Vec2 at = q.frame.to_page(p->position_m);
    const bool resource = set.class_of(*p).category == Category::resource;
    const bool big = resource ? set.class_of(*p).tier == Tier::rare : p->rarity >= Rarity::named;
    if (big) at = moved_off(at, 9 * 1.4, badge_boxes, 18);
    if (title.grown(8).holds(at.x, at.y) || ground.reserved[0].holds(at.x, at.y)) continue;
    ++q.symbols;
    if (resource)
      draw_resource(pen, at.x, at.y, symbol_of(atlas, *p), set.class_of(*p).tier, 1.5);
    else
      draw_enemy(pen, at.x, at.y, symbol_of(atlas, *p), p->rarity, 1.4);
    ground.reserved.push_back(Box::around(at.x, at.y, big ? 15 : 7));
  }
  std::vector<PlacedSymbol> free_badges;
  for (const PlacedSymbol& b : badges)
    if (!title.grown(b.radius).holds(b.at.x, b.at.y) &&
        !ground.reserved[0].grown(b.radius * 0.7).holds(b.at.x, b.at.y))
      free_badges.push_back(b);
  q.symbols += static_cast<int64_t>(free_badges.size());
  draw_badges(pen, atlas, free_badges, kBadgeScale);
  for (const Box& b : badge_boxes) ground.reserved.push_back(b);
  LabelLayout layout(std::move(ground), *pen.type);
  place_town_names(layout, free_badges, atlas, 18, 3.8);
  if (q.window.theme == ZoomTheme::landmarks || q.window.theme == ZoomTheme::expedition)
    place_site_names(layout, free_badges, atlas);
  draw_labels(pen, layout.placed());
  draw_scale_bar(pen, q.frame);
  pen.rectangle(title, colour::kPaper, 0.94);
  pen.text(kLetters[index], title.x0 + 12, title.y0 + 23.5,
           {Face::serif, true, false, 20, 0, colour::kAlarm, 1, 0, 1});
  pen.text(q.window.title, title.x0 + 36, title.y0 + 23, heading);
}

Result<Done> draw_quadrant(Sheet& sheet, const Atlas& atlas, PixelBase& base, Quadrant& q, size_t index) {
  base = render_base(atlas.terrain, {q.frame.west_m, q.frame.south_m, q.frame.side_m, q.side_px},
                     sheet.progress, std::exchange(base, {}));
  if (auto ok = place_fill(sheet, atlas, base, q); !ok) return ok;
  {
    const ClipTo clip(sheet.pen, q.frame.box);
    draw_quadrant_lines(sheet.pen, atlas, q);
    if (auto ok = sheet.go_on(); !ok) return ok;
    draw_quadrant_symbols(sheet.pen, atlas, q, index);
  }
  draw_frame(sheet.pen, q.frame, q.window.side_m / 4, false);
  return Done{};
}

/// The whole island in small, with the windows in red.
Result<Done> draw_locator(Sheet& sheet, const Atlas& atlas, PixelBase& base,
                          const std::vector<Quadrant>& quadrants, double side, int map_px) {
  const double px = map_px / 1500.0;
  const int left = static_cast<int>(std::lround(sheet.panel.x0 * px)),
            side_px = std::max(2, static_cast<int>(std::lround(side * px)));
  const MapFrame frame{0, 0, atlas.side_m(), Box{left / px, 0, (left + side_px) / px, side_px / px}};
  base = render_base(atlas.terrain, {0, 0, atlas.side_m(), side_px}, sheet.progress, std::exchange(base, {}));
  FillStyle fill{
      {atlas.palette.faction.begin(), atlas.palette.faction.end()}, 0.50, false, true, &atlas.faction_band};
  if (auto ok = sheet.place(base, atlas.faction, fill, sheet.map_left_px + left, sheet.map_top_px); !ok)
    return ok;
  const Painter& pen = sheet.pen;
  const ClipTo clip(pen, frame.box.grown(2));
  stroke(pen, frame, atlas.coast, {0.8, colour::kCoast, 1, {}});
  for (size_t i = 0; i < quadrants.size(); ++i) {
    const MapFrame& w = quadrants[i].frame;
    const Vec2 nw = frame.to_page({w.west_m, w.south_m + w.side_m}),
               se = frame.to_page({w.west_m + w.side_m, w.south_m});
    const Box box{nw.x, nw.y, se.x, se.y};
    pen.outline(box, colour::kWhite, 4.4, 0.7);
    pen.outline(box, colour::kAlarm, 2.2);
    pen.text(kLetters[i], box.x0 + 7, box.y0 + 20,
             {Face::serif, true, false, 18, 0, colour::kAlarm, 1, 3.2, 0.9});
  }
  pen.outline(frame.box, colour::kInk, 1.4);
  return Done{};
}

PanelSection window_section(const std::vector<Quadrant>& quadrants) {
  PanelSection section{"Windows", {}};
  section.rows.push_back(table_row({{.x = 0.78, .align = Align::right, .text = "centre, km", .soft = true},
                                    {.x = 0.99, .align = Align::right, .text = "symbols", .soft = true}},
                                   19));
  for (size_t i = 0; i < quadrants.size(); ++i) {
    const Quadrant& q = quadrants[i];
    section.rows.push_back(table_row({{.x = 0.0, .text = kLetters[i], .strong = true},
                                      {.x = 0.06, .text = q.window.title, .max_width = 0.4},
                                      {.x = 0.78,
                                       .align = Align::right,
                                       .text = decimal(q.window.centre_m.x / 1000, 1) + " E  " +
                                               decimal(q.window.centre_m.y / 1000, 1) + " N"},
                                      {.x = 0.99, .align = Align::right, .text = grouped(q.symbols)}},
                                     24, 15));
  }
  return section;
}

}  // namespace

Result<Done> draw_zoom_quadrants(Sheet& sheet, const Atlas& atlas) {
  const int map_px = atlas.style.map_px;
  std::vector<Quadrant> quadrants;
  for (const ZoomWindow& w : pick_zoom_windows(atlas.world))
    quadrants.push_back(quadrant_at(sheet, w, quadrants.size(), map_px));
  PixelBase base;  // one memory for all of them
  for (size_t i = 0; i < quadrants.size(); ++i)
    if (auto ok = draw_quadrant(sheet, atlas, base, quadrants[i], i); !ok) return ok.error();
  for (size_t i = quadrants.size(); i < 4; ++i) {  // an empty place says why it is empty
    const Quadrant q = quadrant_at(sheet, {}, i, map_px);
    sheet.pen.outline(q.frame.box, colour::kRule, 1.2);
    sheet.pen.text("No further window: nothing of its kind was placed", (q.frame.box.x0 + q.frame.box.x1) / 2,
                   (q.frame.box.y0 + q.frame.box.y1) / 2,
                   {Face::sans, false, true, 16, 0, colour::kInkSoft, 1, 0, 1}, Align::centre);
  }
  const double locator = sheet.panel.width() - 30;
  if (auto ok = draw_locator(sheet, atlas, base, quadrants, locator, map_px); !ok) return ok.error();
  Box rest = sheet.panel;
  rest.y0 += locator + 26;
  PanelSection biomes = biome_section(atlas), danger = danger_band_section(atlas);
  biomes.heading = "A and D: biomes, template / map";
  danger.heading = "B: danger bands, template / map";
  biomes.rows.pop_back();
  danger.rows.pop_back();
  draw_panel(
      sheet.pen, rest,
      {window_section(quadrants),
       std::move(biomes),
       std::move(danger),
       resource_family_section(atlas),
       enemy_family_section(atlas),
       landmark_section(atlas, "Landmarks", kAllKinds),
       {"", {note("Contours every " + decimal(atlas.contour_step_m, 0) + " m, every fifth one stronger")}}});
  return sheet.canvas.check("zoom quadrants");
}

}  // namespace fw
