#include "render/plate/sheet.h"

#include <cairo.h>
#include <algorithm>
#include <cmath>
#include <utility>

#include "render/map/list/back_ends.h"
#include "render/map/list/ground_paint.h"
#include "render/plate/paper.h"

namespace fw {
namespace {

constexpr double kColumn = 470, kGutter = 30;
constexpr double kBesideMap = 44;     // from a map to its panel: the grid's numbers stand there
constexpr double kSheetColumn = 420;  // at least, where a sheet's width is to be used
constexpr double kLeastColumn = 370;  // a narrower one says nothing
constexpr double kLeastHeight = 900;  // of a page, however flat its map
constexpr double kLeastBelow = 300;   // room below a map that is worth a column
constexpr double kTickRoom = 52;      // numbers below a map

/// As many columns as have room between two sides.
void add_between(std::vector<Box>& columns, double x0, double x1, double y0, double y1,
                 double least = kColumn) {
  const double count = std::max(1.0, std::floor((x1 - x0 + kGutter) / (least + kGutter) + 1e-9));
  const double width = (x1 - x0 - kGutter * (count - 1)) / count;
  for (double i = 0; i < count; ++i) {
    const double left = x0 + i * (width + kGutter);
    columns.push_back({left, y0, left + width, y1});
  }
}

}  // namespace

double PageLayout::width() const {
  double right = std::max(map.x, room.x);
  for (const Box& column : columns) right = std::max(right, column.x1);
  return right;
}

void PageLayout::add_column() {
  const double left = width() + kGutter;
  columns.push_back({left, 0, left + kColumn, height});
}

double longer_units(const PlateStyle& style) {
  return style.map_px / px_per_unit(style);
}

Vec2 map_units(const PlateStyle& style, const GridSpec& frame) {
  const double longer_m = std::max(frame.width_m(), frame.height_m()), longer = longer_units(style);
  return {longer * (frame.width_m() / longer_m), longer * (frame.height_m() / longer_m)};
}

double map_scale(const PlateStyle& style, const GridSpec& frame) {
  return scale_denominator(std::max(frame.width_m(), frame.height_m()) / longer_units(style));
}

PageLayout page_layout(Vec2 map) {
  PageLayout page{map, std::max(map.y, kLeastHeight), {}};
  // Beside a narrow map there is room for several columns.
  const double right = std::max(map.x, map.y) + kBesideMap + kColumn;
  add_between(page.columns, map.x + kBesideMap, right, 0, page.height);
  if (page.height - map.y >= kLeastBelow && map.x >= kLeastColumn)
    add_between(page.columns, 0, map.x, map.y + kTickRoom, page.height);
  return page;
}

namespace {

/// A sheet with a map in its upper left corner and columns in all the room that is left.
PageLayout on_sheet(const SheetPlan& plan, Vec2 map) {
  const Vec2 room = plan.room_mm * (1 / kUnit_mm);
  PageLayout page{.map = map, .height = room.y, .columns = {}, .paper_mm = plan.page_mm, .room = room};
  page.corner = Vec2{kSheetMargin_mm, kSheetMargin_mm + kSheetTitle_mm} * (1 / kUnit_mm);
  if (plan.panel == PanelSide::none) return page;
  const bool beside_all = plan.panel == PanelSide::right;
  const double left = map.x + kBesideMap, below = map.y + kTickRoom;
  if (room.x - left >= kLeastColumn)
    add_between(page.columns, left, room.x, 0, beside_all ? room.y : map.y, kSheetColumn);
  if (room.y - below >= kLeastBelow && map.x >= kLeastColumn)
    add_between(page.columns, 0, beside_all ? map.x : room.x, below, room.y, kSheetColumn);
  return page;
}

}  // namespace

PageLayout frame_layout(const PlateStyle& style, const GridSpec& frame) {
  const Vec2 map = map_units(style, frame);
  if (!style.sheet) return page_layout(map);
  return on_sheet(plan_sheet(style, {frame.width_m(), frame.height_m()}).value(), map);
}

PageLayout square_layout(const PlateStyle& style, const GridSpec& frame) {
  const double longer = longer_units(style);
  if (!style.sheet) return page_layout({longer, longer});
  const SheetPlan plan = plan_square(style, plan_sheet(style, {frame.width_m(), frame.height_m()}).value());
  const double side = std::min(plan.map_mm.x, plan.map_mm.y) / kUnit_mm;
  return on_sheet(plan, {side, side});
}

PageLayout table_layout(const PageLayout& first) {
  PageLayout page = first;
  page.map = {};
  page.columns.clear();
  add_between(page.columns, 0, first.width(), 0, first.height, kSheetColumn);
  return page;
}

namespace {

/// The vector back end in the area's pixels.
void draw_over_ground(const Sheet& sheet, const PlateArea& area, const DisplayList& list) {
  const ClipTo clip(sheet.pen, area.map.box);
  cairo_scale(sheet.pen.cr, 1 / sheet.px_per_unit(), 1 / sheet.px_per_unit());
  cairo_translate(sheet.pen.cr, area.left_px, area.top_px);
  draw_vector(list, sheet.pen);
}

}  // namespace

PlateArea plate_area(double px, Vec2 corner, double width, Vec2 south_west_m, Vec2 size_m) {
  const auto whole = [px](double units) { return static_cast<int>(std::lround(units * px)); };
  const int left = whole(corner.x), top = whole(corner.y), width_px = std::max(2, whole(width));
  const double metres_per_px = size_m.x / width_px;
  const int height_px = std::max(2, static_cast<int>(std::lround(size_m.y / metres_per_px)));
  return {.map = {{left / px, top / px, (left + width_px) / px, (top + height_px) / px}, size_m.x},
          .window = {south_west_m.x, south_west_m.y + size_m.y, metres_per_px, width_px, height_px, px},
          .left_px = left,
          .top_px = top};
}

Result<DisplayList> draw_layers(const Sheet& sheet, const PlateArea& area,
                                const std::vector<StyledLayer>& layers, std::vector<Box> furniture,
                                const GroundPixels* ground) {
  const PlateStyle& style = sheet.atlas.style;
  for (Box& box : furniture)  // from the area's corner
    box = {box.x0 - area.map.box.x0, box.y0 - area.map.box.y0, box.x1 - area.map.box.x0,
           box.y1 - area.map.box.y0};
  MapContent content{.layers = layers,
                     .palette = sheet.atlas.palette,
                     .style = sheet.atlas.look,
                     .medium = Medium::print,
                     .danger_patterns = style.danger_patterns,
                     .furniture = std::move(furniture)};
  for (StyledLayer& layer : content.layers)
    if (layer.most_per_tile == kMostAsAsked) layer.most_per_tile = style.symbols_per_km2;
  auto list = display_list(sheet.atlas, std::move(content), area.window, sheet.pen.type, sheet.progress);
  if (!list) return list.error();
  Result<Done> painted = Done{};
  const auto paint = [&](const PixelTarget& target) {
    if (sheet.format == PageFormat::png)
      painted = paint_raster(list.value(), target, sheet.pen.type, ground, sheet.progress);
    else
      paint_ground(list.value(), list.value().items.front().ground, GroundUnder::sea, ground, target,
                   sheet.progress);
  };
  const auto placed =
      sheet.canvas.place(area.window.width_px, area.window.height_px, sheet.map_left_px + area.left_px,
                         sheet.map_top_px + area.top_px, paint);
  if (!placed) return placed.error();
  if (!painted) return painted.error();
  if (sheet.format != PageFormat::png) draw_over_ground(sheet, area, list.value());
  if (sheet.progress.cancelled()) return Error{ErrorKind::cancelled, "plates: cancelled"};
  return list;
}

}  // namespace fw
