#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "render/map/map_picture.h"
#include "render/page/numbers.h"
#include "render/plate/book/book_pages_internal.h"
#include "render/plate/panel.h"
#include "render/plate/paper.h"
#include "render/plate/sections.h"
#include "render/plate/views.h"

namespace fw {
namespace {

constexpr double mm(double millimetres) {
  return millimetres / kUnit_mm;
}

/// The part of the world at `corner`, drawn.
Result<PlateArea> draw_map_at(const BookPage& page, Vec2 corner, double width, Vec2 south_west_m, Vec2 size_m,
                              const std::vector<StyledLayer>& layers, bool scale_bar) {
  const Sheet& sheet = page.sheet;
  const PlateArea area = plate_area(sheet.px_per_unit(), corner, width, south_west_m, size_m);
  std::vector<Box> furniture;
  double bar = 0;
  if (scale_bar) {
    bar = furniture_sides(sheet.atlas, area.map, south_west_m).scale_bar;
    furniture.push_back(scale_bar_box(area.map, bar));
  }
  const auto shown = draw_layers(sheet, area, layers, furniture);
  if (!shown) return shown.error();
  if (scale_bar) draw_scale_bar(sheet.pen, area.map, bar);
  return area;
}

void frame_and_grid(const BookPage& page, const PlateArea& area, Vec2 south_west_m) {
  draw_grid(page.sheet.pen, area.map, page.plan.grid, south_west_m, GridSides::all);
  page.sheet.pen.outline(area.map.box, colour::kInk, 1.6);
}

constexpr double kIndexPanel_mm = 56, kIndexGap_mm = 8;  // beside the index's map

std::string pages_text(int first, int count) {
  if (count == 0) return "none";
  const std::string from = std::to_string(first);
  return count == 1 ? "page " + from : "pages " + from + "–" + std::to_string(first + count - 1);
}

std::vector<PanelSection> index_sections(const BookPage& page, const BookContents& contents) {
  const Atlas& atlas = page.sheet.atlas;
  PanelSection pages{"In this atlas", {}};
  int next = 2;
  const auto part = [&](const char* name, int count) {
    pages.rows.push_back(key_value(name, pages_text(next, count)));
    next += count;
  };
  part("Sheets", contents.sheet_pages);
  part("Regions", contents.region_pages);
  part("Places", contents.place_pages);
  PanelSection maps{"Sheets", {}};
  maps.rows.push_back(key_value("Scale", "1:" + grouped(page.plan.scale)));
  maps.rows.push_back(key_value("Sheets", std::to_string(page.plan.sheets.size())));
  maps.rows.push_back(
      key_value("A sheet shows", distance_text(std::round(page.plan.sheet_m.x / 10) * 10) + " × " +
                                     distance_text(std::round(page.plan.sheet_m.y / 10) * 10)));
  maps.rows.push_back(key_value("Squares of", distance_text(page.plan.grid.square_m)));
  return {std::move(pages), std::move(maps), faction_section(atlas, true), key_figure_section(atlas)};
}

/// The sheets' outlines and numbers, as large as has room.
void draw_outlines(const BookPage& page, const PageMap& map) {
  const Painter& pen = page.sheet.pen;
  const double scale = map.units_per_m();
  for (const BookSheet& sheet : page.plan.sheets) {
    const Vec2 from = sheet.south_west_m;
    const Box whole{map.box.x0 + from.x * scale, map.box.y1 - (from.y + page.plan.sheet_m.y) * scale,
                    map.box.x0 + (from.x + page.plan.sheet_m.x) * scale, map.box.y1 - from.y * scale};
    const Box box{std::max(whole.x0, map.box.x0), std::max(whole.y0, map.box.y0),
                  std::min(whole.x1, map.box.x1), std::min(whole.y1, map.box.y1)};
    pen.outline(box, page.sheet.atlas.look.danger, 2, 0.85);
    const double size = std::clamp(0.4 * std::min(box.width(), box.height()), kLeastType, 64.0);
    pen.text(
        std::to_string(sheet.number), (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2 + 0.36 * size,
        {.bold = true, .size = size, .colour = page.sheet.atlas.look.danger, .halo = 4, .halo_alpha = 0.8},
        Align::centre);
  }
}

/// Numbers of the sheets that go on beyond each side.
void draw_neighbours(const BookPage& page, const Box& box, const BookSheet& of) {
  constexpr double kAway_mm = 8.5;
  const TextStyle style{.bold = true, .size = 30, .colour = page.sheet.atlas.look.danger};
  const double x = (box.x0 + box.x1) / 2, y = (box.y0 + box.y1) / 2;
  for (const BookSheet& other : page.plan.sheets) {
    const int across = other.column - of.column, down = other.row - of.row;
    if (std::abs(across) + std::abs(down) != 1) continue;
    const Vec2 at{across == 0  ? x
                  : across < 0 ? box.x0 - mm(kAway_mm)
                               : box.x1 + mm(kAway_mm),
                  down == 0  ? y
                  : down < 0 ? box.y0 - mm(6)
                             : box.y1 + mm(6)};
    page.sheet.pen.text(std::to_string(other.number), at.x, at.y + 0.36 * style.size, style, Align::centre);
  }
}

}  // namespace

Result<Done> draw_index_page(const BookPage& page, const BookContents& contents) {
  const Vec2 frame_m = page.plan.grid.frame_m;
  const double room = page.content.x - mm(kIndexPanel_mm + kIndexGap_mm);
  const double width = std::min(room, page.content.y * frame_m.x / frame_m.y);
  const std::vector<StyledLayer> layers{{.layer = MapLayer::faction},
                                        {.layer = MapLayer::relief, .opacity = 0.5},
                                        {.layer = MapLayer::water},
                                        {.layer = MapLayer::faction_border},
                                        {.layer = MapLayer::coast}};
  const auto area = draw_map_at(page, {}, width, {}, frame_m, layers, true);
  if (!area) return area.error();
  draw_outlines(page, area.value().map);
  frame_and_grid(page, area.value(), {});
  const double left = page.content.x - mm(kIndexPanel_mm);
  draw_panel(page.sheet.pen, {{left, 0, page.content.x, page.content.y}}, index_sections(page, contents));
  return page.sheet.canvas.check("index");
}

Result<Done> draw_sheet_page(const BookPage& page, const BookSheet& of) {
  const auto area = draw_map_at(page, {}, page.content.x, of.south_west_m, page.plan.sheet_m,
                                plate_layers(View::zoom_quadrants), true);
  if (!area) return area.error();
  frame_and_grid(page, area.value(), of.south_west_m);
  draw_neighbours(page, area.value().map.box, of);
  return page.sheet.canvas.check("sheet");
}

std::string sheet_title(const World& world, const BookPlan& plan, const BookSheet& sheet) {
  std::array<int64_t, 256> cells{};
  const GridSpec& grid = world.grid;
  const Vec2 from = sheet.south_west_m, to = from + plan.sheet_m;
  for (size_t cell = 0; cell < world.region.size(); ++cell) {
    const Vec2 at = grid.centre(cell);
    if (at.x >= from.x && at.x < to.x && at.y >= from.y && at.y < to.y) ++cells[world.region[cell]];
  }
  std::vector<size_t> order;
  for (size_t k = 1; k < cells.size() && k <= world.regions.size(); ++k)
    if (cells[k] > 0) order.push_back(k);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return cells[a] > cells[b]; });
  std::string title;
  for (size_t i = 0; i < std::min<size_t>(2, order.size()); ++i)
    title += (title.empty() ? "" : ", ") + world.regions[order[i] - 1].name;
  return title;
}

// Regions.

namespace {

constexpr double kRegionMap_mm = 88, kRegionText_mm = 36, kRegionGap_mm = 6, kRegionHead_mm = 7,
                 kRegionHigh_mm = 128, kRegionLeast_mm = 100;

struct RegionCells {
  int columns = 1, rows = 1;
};
RegionCells region_cells(const BookPlan& plan) {
  const double wide = kRegionMap_mm + kRegionText_mm + 2 + kRegionGap_mm;
  return {std::max(1, static_cast<int>((plan.content_mm.x + kRegionGap_mm) / wide)),
          std::max(1, static_cast<int>(
                          (plan.content_mm.y + kRegionGap_mm) /
                          (plan.content_mm.y < 2 * kRegionHigh_mm ? kRegionLeast_mm : kRegionHigh_mm)))};
}

/// The square round a region's cells with some ground beside it.
struct RegionWindow {
  Vec2 south_west_m;
  double side_m = 0;
};
RegionWindow region_window(const World& world, size_t region) {
  constexpr double kAround = 1.15;
  const GridSpec& grid = world.grid;
  Vec2 low{grid.width_m(), grid.height_m()}, high{0, 0};
  for (size_t cell = 0; cell < world.region.size(); ++cell) {
    if (world.region[cell] != region + 1) continue;
    const Vec2 at = grid.centre(cell);
    low = {std::min(low.x, at.x), std::min(low.y, at.y)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y)};
  }
  if (high.x < low.x) return {{}, std::max(grid.width_m(), grid.height_m())};  // it has no cell
  const double side = kAround * (std::max(high.x - low.x, high.y - low.y) + grid.cell_m);
  const Vec2 middle = (low + high) * 0.5;
  const auto within = [side](double from, double frame_m) {  // the frame, where that is possible
    return side < frame_m ? std::clamp(from, 0.0, frame_m - side) : from;
  };
  return {{within(middle.x - side / 2, grid.width_m()), within(middle.y - side / 2, grid.height_m())}, side};
}

/// What stands in a region: labels of the classes with how many there are, most first.
std::vector<std::pair<std::string, int>> content_of_region(const World& world, size_t region) {
  std::map<std::string, int> counts;
  for (const Point& p : world.points.points)
    if (p.region == region + 1) ++counts[world.points.class_of(p).label];
  std::vector<std::pair<std::string, int>> rows(counts.begin(), counts.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return rows;
}

void draw_region_text(const BookPage& page, size_t region, Vec2 at, double height) {
  const Atlas& atlas = page.sheet.atlas;
  const Region& r = atlas.world.regions[region];
  const TextStyle style{.size = kLeastType}, soft{.size = kLeastType, .colour = colour::kInkSoft};
  const double pitch = 1.32 * kLeastType, width = mm(kRegionText_mm);
  double y = at.y + kLeastType;
  const auto line = [&](const std::string& text, const TextStyle& as) {
    page.sheet.pen.text(text, at.x, y, as, Align::left, width);
    y += pitch;
  };
  const auto owner = static_cast<size_t>(r.owner);
  line(owner < atlas.words().factions.size() ? atlas.words().factions[owner].label : "No owner", style);
  line(decimal(r.area_m2 / 1e6, 2) + " km²", style);
  line(r.neutral ? "neutral" : "tier " + decimal(r.tier, 2), soft);
  y += 0.5 * pitch;
  const auto rows = content_of_region(atlas.world, region);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (y + pitch > at.y + height && i + 1 < rows.size())
      return line("and " + std::to_string(rows.size() - i) + " further kinds", soft);
    const std::string count = grouped(rows[i].second);
    page.sheet.pen.text(count, at.x + 34, y, soft, Align::right);
    page.sheet.pen.text(rows[i].first, at.x + 42, y, style, Align::left, width - 42);
    y += pitch;
  }
}

Result<Done> draw_region(const BookPage& page, size_t region, Vec2 at) {
  const World& world = page.sheet.atlas.world;
  const Region& r = world.regions[region];
  const RegionWindow window = region_window(world, region);
  const double width = mm(kRegionMap_mm), top = at.y + mm(kRegionHead_mm);
  const Painter& pen = page.sheet.pen;
  const TextStyle head{.face = Face::serif, .bold = true, .size = 29},
      soft{.size = kLeastType, .colour = colour::kInkSoft};
  const std::string place = square_at(page.plan.grid, r.centre_m) + "  ·  " +
                            scale_text({}, scale_denominator(window.side_m / width));
  const double beside = pen.type->measure(place, soft).width;
  pen.text(r.name, at.x, at.y + mm(4.6), head, Align::left, width - beside - 16);
  pen.text(place, at.x + width, at.y + mm(4.6), soft, Align::right);
  const auto area = draw_map_at(page, {at.x, top}, width, window.south_west_m, {window.side_m, window.side_m},
                                plate_layers(View::landmarks_admin), true);
  if (!area) return area.error();
  pen.outline(area.value().map.box, colour::kInk, 1.2);
  draw_region_text(page, region, {at.x + width + mm(2), top}, area.value().map.box.height());
  return Done{};
}

}  // namespace

size_t regions_per_page(const BookPlan& plan) {
  const RegionCells cells = region_cells(plan);
  return static_cast<size_t>(cells.columns) * static_cast<size_t>(cells.rows);
}

Result<Done> draw_region_page(const BookPage& page, size_t first) {
  const RegionCells cells = region_cells(page.plan);
  const auto columns = static_cast<size_t>(cells.columns);
  const size_t last = std::min(first + regions_per_page(page.plan), page.sheet.atlas.world.regions.size());
  const double wide = (page.content.x + mm(kRegionGap_mm)) / cells.columns;
  const double high = (page.content.y + mm(kRegionGap_mm)) / cells.rows;
  for (size_t i = first; i < last; ++i) {
    const size_t k = i - first;
    const Vec2 at{static_cast<double>(k % columns) * wide, static_cast<double>(k / columns) * high};
    if (auto drawn = draw_region(page, i, at); !drawn) return drawn;
  }
  return page.sheet.canvas.check("regions");
}

// Places.

namespace {

constexpr double kPlacePitch_mm = 3.35, kPlaceColumn_mm = 78;
constexpr double kPlaceName_mm = 32, kPlaceKind_mm = 33, kPlaceKindWide_mm = 24, kPlaceSquare_mm = 58,
                 kPlaceSheet_mm = 73;  // within a column
const TextStyle kPlaceStyle{.size = 6.5 / 6 * kLeastType};

size_t lines_per_column(const BookPlan& plan) {
  return std::max<size_t>(2,
                          static_cast<size_t>(plan.content_mm.y / kPlacePitch_mm) - 1);  // below the heading
}

/// A name on as many lines as it needs, broken between words, and in them where one is too long.
std::vector<std::string> broken(const std::string& name, double width, Typesetter& type) {
  const auto fits = [&](const std::string& text) { return type.measure(text, kPlaceStyle).width <= width; };
  if (fits(name)) return {name};
  std::vector<std::string> lines{""};
  size_t at = 0;
  while (at < name.size()) {
    size_t end = at + 1;
    while (end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) ++end;  // a character
    const std::string letter = name.substr(at, end - at);
    if (!lines.back().empty() && !fits(lines.back() + letter)) {
      const size_t space = lines.back().rfind(' ');
      std::string rest;
      if (space != std::string::npos && letter != " ") {
        rest = lines.back().substr(space + 1);
        lines.back().resize(space);
      }
      lines.push_back(rest);
    }
    if (!lines.back().empty() || letter != " ") lines.back() += letter;
    at = end;
  }
  return lines;
}

}  // namespace

std::vector<std::vector<PlaceLine>> place_columns(const BookPlan& plan, const std::vector<BookPlace>& places,
                                                  Typesetter& type) {
  std::vector<std::vector<PlaceLine>> columns;
  size_t used = lines_per_column(plan);
  for (const BookPlace& place : places) {
    PlaceLine line{broken(place.name, mm(kPlaceName_mm), type), &place};
    if (used + line.name.size() > lines_per_column(plan)) {
      columns.emplace_back();
      used = 0;
    }
    used += line.name.size();
    columns.back().push_back(std::move(line));
  }
  return columns;
}

size_t place_columns_per_page(const BookPlan& plan) {
  return std::max<size_t>(1, static_cast<size_t>(plan.content_mm.x / kPlaceColumn_mm));
}

void draw_place_page(const BookPage& page, const std::vector<std::vector<PlaceLine>>& columns, size_t first) {
  const Painter& pen = page.sheet.pen;
  const size_t last = std::min(columns.size(), first + place_columns_per_page(page.plan));
  const TextStyle head{.bold = true, .size = kLeastType, .colour = colour::kInkSoft};
  TextStyle kind = kPlaceStyle;
  kind.italic = true;
  kind.size = kLeastType;
  for (size_t c = first; c < last; ++c) {
    const double x = mm(kPlaceColumn_mm) * static_cast<double>(c - first);
    double y = mm(kPlacePitch_mm);
    pen.text("Place", x, y, head);
    pen.text("Kind", x + mm(kPlaceKind_mm), y, head);
    pen.text("Square", x + mm(kPlaceSquare_mm), y, head);
    pen.text("Sheet", x + mm(kPlaceSheet_mm), y, head, Align::right);
    pen.line(x, y + 6, x + mm(kPlaceSheet_mm), y + 6, colour::kRule, 1);
    for (const PlaceLine& line : columns[c]) {
      y += mm(kPlacePitch_mm);
      pen.text(line.place->kind, x + mm(kPlaceKind_mm), y, kind, Align::left, mm(kPlaceKindWide_mm));
      pen.text(line.place->square, x + mm(kPlaceSquare_mm), y, kPlaceStyle);
      if (line.place->sheet > 0)
        pen.text(std::to_string(line.place->sheet), x + mm(kPlaceSheet_mm), y, kPlaceStyle, Align::right);
      for (size_t i = 0; i < line.name.size(); ++i) {
        if (i > 0) y += mm(kPlacePitch_mm);
        pen.text(line.name[i], x, y, kPlaceStyle);
      }
    }
  }
}

}  // namespace fw
