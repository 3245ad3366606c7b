#include <algorithm>
#include <utility>

#include "render/map/scene/contours.h"
#include "render/page/numbers.h"
#include "render/plate/map_grid.h"
#include "render/plate/views.h"
#include "render/plate/zoom_legend.h"

namespace fw {
namespace {

constexpr double kGap = 75;       // between windows
constexpr double kLocator = 440;  // longer side of the map in small
constexpr double kUnderLocator = 26;
constexpr size_t kQuadrants = 4;

struct Quadrant {
  ZoomPart part;
  PlateArea area;

  const ZoomWindow& window() const { return part.window; }
};

PlateArea area_at(const Sheet& sheet, const ZoomWindow& window, size_t index) {
  const double side = zoom_window_units(sheet.layout), further = sheet.layout.map.x - side;
  const Vec2 corner{index % 2 == 0 ? 0 : further, index < 2 ? 0 : further};
  const Vec2 half{window.side_m / 2, window.side_m / 2};
  return plate_area(sheet.px_per_unit(), corner, side, window.centre_m - half, half * 2);
}

Result<Done> draw_quadrant(const Sheet& sheet, Quadrant& q, size_t index) {
  const Painter& pen = sheet.pen;
  const PageMap& map = q.area.map;
  const TextStyle heading{.bold = true, .size = kLeastType};
  const double width = 52 + pen.type->measure(q.window().title, heading).width;
  const Box title{map.box.x0, map.box.y0, map.box.x0 + width, map.box.y0 + 34};
  const Vec2 half{q.window().side_m / 2, q.window().side_m / 2};
  const double bar = furniture_sides(sheet.atlas, map, q.window().centre_m - half).scale_bar;
  const auto shown =
      draw_layers(sheet, q.area, zoom_layers(q.window().theme), {scale_bar_box(map, bar), title.grown(3)});
  if (!shown) return shown.error();
  if (sheet.figures != nullptr)
    sheet.figures->push_back(plate_figures(
        std::string(kViewSlugs[static_cast<size_t>(View::zoom_quadrants)]) + " " + zoom_letter(index),
        shown.value()));
  q.part.denominator = shown.value().denominator;
  q.part.points.clear();
  for (const MapItem& item : shown.value().items)
    for (const MapMark& mark : item.marks) q.part.points.push_back(mark.point);
  draw_scale_bar(pen, map, bar);
  pen.rectangle(title, colour::kPaper, 0.94);
  pen.text(zoom_letter(index), title.x0 + 12, title.y0 + 23.5,
           {.face = Face::serif, .bold = true, .size = 20, .colour = sheet.atlas.look.danger});
  pen.text(q.window().title, title.x0 + 36, title.y0 + 23, heading);
  draw_frame(pen, map, q.window().side_m / 4, false);
  draw_grid(pen, map, map_grid(sheet.atlas.world.grid), q.window().centre_m - half);
  return Done{};
}

/// Size of the whole frame in small, units.
Vec2 locator_units(const Atlas& atlas) {
  return map_units(atlas.style, atlas.world.grid) * (kLocator / longer_units(atlas.style));
}

/// The whole frame in small, with the windows in red.
Result<Done> draw_locator(const Sheet& sheet, const std::vector<Quadrant>& quadrants) {
  const Painter& pen = sheet.pen;
  const Vec2 size = locator_units(sheet.atlas);
  const Box& under = sheet.layout.columns.front();
  const PlateArea area = plate_area(sheet.px_per_unit(), {under.x0, under.y0 - kUnderLocator - size.y},
                                    size.x, {0, 0}, sheet.atlas.frame_m());
  const std::vector<StyledLayer> layers{{.layer = MapLayer::faction},
                                        {.layer = MapLayer::relief, .opacity = 0.5},
                                        {.layer = MapLayer::coast, .size = 0.55}};
  if (const auto shown = draw_layers(sheet, area, layers, {}); !shown) return shown.error();
  const PageMap& map = area.map;
  for (size_t i = 0; i < quadrants.size(); ++i) {
    const MapWindow& w = quadrants[i].area.window;
    const double scale = map.units_per_m(), x = map.box.x0 + w.west_m * scale,
                 y = map.box.y1 - w.north_m * scale;
    const Box box{x, y, x + w.width_m() * scale, y + w.height_m() * scale};
    pen.outline(box, sheet.atlas.look.halo, 4.4, 0.7);
    pen.outline(box, sheet.atlas.look.danger, 2.2);
    pen.text(zoom_letter(i), box.x0 + 7, box.y0 + 20,
             {.face = Face::serif,
              .bold = true,
              .size = 20,
              .colour = sheet.atlas.look.danger,
              .halo = 3.2,
              .halo_alpha = 0.9});
  }
  pen.outline(map.box, colour::kInk, 1.4);
  return Done{};
}

PanelSection window_section(const GridSpec& frame, const std::vector<ZoomPart>& parts) {
  PanelSection section{"Windows", {}, 1};
  const MapGrid grid = map_grid(frame);
  section.rows.push_back(table_row({{.x = 0.44, .text = "square", .soft = true},
                                    {.x = 0.78, .align = Align::right, .text = "centre, km", .soft = true},
                                    {.x = 0.99, .align = Align::right, .text = "symbols", .soft = true}},
                                   19));
  for (size_t i = 0; i < parts.size(); ++i) {
    const ZoomWindow& window = parts[i].window;
    section.rows.push_back(table_row(
        {{.x = 0.0, .text = zoom_letter(i), .strong = true},
         {.x = 0.06, .text = window.title, .max_width = 0.36},
         {.x = 0.44, .text = square_at(grid, window.centre_m)},
         {.x = 0.78,
          .align = Align::right,
          .text =
              decimal(window.centre_m.x / 1000, 1) + " E  " + decimal(window.centre_m.y / 1000, 1) + " N"},
         {.x = 0.99, .align = Align::right, .text = grouped(static_cast<int64_t>(parts[i].points.size()))}},
        24, 15));
  }
  return section;
}

std::vector<PanelSection> sections_of(const Atlas& atlas, const std::vector<ZoomPart>& parts) {
  if (parts.empty()) return {};
  std::vector<PanelSection> sections{window_section(atlas.world.grid, parts)};
  for (PanelSection& section : zoom_legend(atlas, parts)) sections.push_back(std::move(section));
  return sections;
}

}  // namespace

double zoom_window_units(const PageLayout& layout) {
  return (layout.map.x - std::min(kGap, 0.05 * layout.map.x)) / 2;
}

double zoom_interval_m(const Atlas& atlas, const ZoomWindow& window) {
  const double side_mm = zoom_window_units(zoom_layout(atlas)) * kUnit_mm;
  return contour_interval_m(atlas.ground->terrain, window.side_m / side_mm);
}

PageLayout zoom_layout(const Atlas& atlas) {
  PageLayout page = square_layout(atlas.style, atlas.world.grid);
  if (!page.columns.empty()) page.columns.front().y0 += locator_units(atlas).y + kUnderLocator;
  return page;
}

std::vector<PanelSection> zoom_sections(const Atlas& atlas, const std::vector<ZoomWindow>& windows) {
  std::vector<ZoomPart> parts;
  for (const ZoomWindow& window : windows) parts.push_back({window, points_in_window(atlas, window)});
  return sections_of(atlas, parts);
}

Result<std::vector<PanelSection>> draw_zoom_quadrants(const Sheet& sheet) {
  const Atlas& atlas = sheet.atlas;
  std::vector<Quadrant> quadrants;
  for (const ZoomWindow& window : sheet.windows)
    quadrants.push_back({{window, {}}, area_at(sheet, window, quadrants.size())});
  for (size_t i = 0; i < quadrants.size(); ++i)
    if (auto ok = draw_quadrant(sheet, quadrants[i], i); !ok) return ok.error();
  for (size_t i = quadrants.size(); i < kQuadrants; ++i) {  // an empty place says why it is empty
    const Box box = area_at(sheet, {}, i).map.box;
    sheet.pen.outline(box, colour::kRule, 1.2);
    sheet.pen.text("No further window: nothing of its kind was placed", (box.x0 + box.x1) / 2,
                   (box.y0 + box.y1) / 2, {.italic = true, .size = kLeastType, .colour = colour::kInkSoft},
                   Align::centre);
  }
  if (!sheet.layout.columns.empty())
    if (auto ok = draw_locator(sheet, quadrants); !ok) return ok.error();
  std::vector<ZoomPart> parts;
  for (Quadrant& q : quadrants) parts.push_back(std::move(q.part));
  std::vector<PanelSection> left = draw_sections(sheet, sections_of(atlas, parts));
  if (const auto ok = sheet.canvas.check("zoom quadrants"); !ok) return ok.error();
  return left;
}

}  // namespace fw
