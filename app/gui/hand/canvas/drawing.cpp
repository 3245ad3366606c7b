#include "app/gui/hand/canvas/drawing.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "app/gui/hand/gestures.h"
#include "app/gui/hand/row_texts.h"
#include "core/base/hash.h"
#include "core/field/shape.h"
#include "core/model/template/hand_words.h"
#include "core/template/parameters/parameters.h"
#include "core/world/land/island_outline.h"

namespace fw {
namespace {

constexpr double kFreehand_m = 2;   ///< tolerance of outlines drawn in one go
constexpr double kSamePlace_m = 1;  ///< an end of a line on a pin
constexpr uint64_t kRerollSeeds = 1000000;

QString said(const char* text) {
  return QCoreApplication::translate("fw::Drawing", text);
}

HandPlace place_of(HandGesture gesture, const HandOptions& options, const Drawing& drawing) {
  HandPlace place;
  if (gesture == HandGesture::stroke) {
    place.shape = stroke_shape(drawing.path_m, options.radius_m);
    place.radius_m = options.radius_m;
  } else {
    place.shape = polygon_shape(drawing.path_m, drawing.dragged ? kFreehand_m : 0);
  }
  return place;
}

std::optional<double> stated_feather(double feather_m) {
  return feather_m == kUsualFeather_m ? std::nullopt : std::optional(feather_m);
}

HandEntry paint_entry(const std::string& list, HandPlace place, const std::string& cls,
                      const HandOptions& options) {
  PaintRow row;
  row.cls = cls;
  if (place.runs.cells.empty()) row.feather_m = stated_feather(options.feather_m);
  row.place = std::move(place);
  row.force = options.force;
  if (row.force == PaintForce::bias) row.strength_sd = options.strength_sd;
  return {list, std::move(row)};
}

TerrainRow terrain_row(HandPlace place, const HandOptions& options) {
  TerrainRow row;
  row.action = options.terrain;
  if (options.falloff_m > 0)
    row.falloff_m = options.falloff_m;
  else if (place.radius_m == 0)
    row.falloff_m = std::max(1.0, options.radius_m);
  row.place = std::move(place);
  const bool level = row.action == TerrainDo::level;
  const bool amount = !level && row.action != TerrainDo::flatten && row.action != TerrainDo::smooth;
  if (level) row.level_m = options.level_m;
  if (amount) row.amount_m = options.amount_m;
  return row;
}

/// A row of a drawn list with that place.
HandEntry shaped_entry(const std::string& list, HandPlace place, const HandOptions& options, Vec2 began_m) {
  if (is_painted(list)) return paint_entry(list, std::move(place), options.cls.at(list), options);
  if (list == "areas")
    return {list, AreaRow{{}, std::move(place), options.words, options.density, options.feather_m}};
  if (list == "terrain") return {list, terrain_row(std::move(place), options)};
  if (list == "waters") return {list, WaterRow{{}, WaterIs::lake, std::move(place), {}, {}}};
  if (list == "zones") return {list, ZoneRow{{}, std::move(place.shape), place.radius_m, options.zone}};
  if (list == "land") return {list, LandRow{{}, std::move(place), options.land}};
  if (list == "regions") {
    RegionRow row;
    row.x_m = began_m.x;
    row.y_m = began_m.y;
    row.place = std::move(place);
    return {list, std::move(row)};
  }
  RerollRow row;
  row.of = "points";
  row.seed = fnv1a64(place.shape) % kRerollSeeds;
  row.place = std::move(place);
  return {"rerolls", std::move(row)};
}

/// What corners of a zone stand for: one a disc, two a line, both of the brush's radius.
HandPlace place_of_zone(const HandOptions& options, const Drawing& drawing) {
  HandPlace place = place_of(HandGesture::outline, options, drawing);
  if (!place.shape.empty()) return place;
  std::vector<Vec2> corners = drawing.path_m;
  if (drawing.dragged) corners = {corners.front(), corners.back()};
  place.shape = corners.size() > 2 ? std::string() : stroke_shape(corners, options.radius_m);
  place.radius_m = options.radius_m;
  return place;
}

PinRow pin_row(const HandOptions& options, Vec2 at) {
  PinRow row;
  row.cls = options.pin_class;
  row.category = options.pin_category;
  row.x_m = at.x;
  row.y_m = at.y;
  return row;
}

BanRow ban_row(const HandOptions& options, const Drawing& drawing) {
  BanRow row;
  row.of = options.words;
  row.x_m = drawing.path_m.front().x;
  row.y_m = drawing.path_m.front().y;
  const Vec2 rim = drawing.path_m.back() - drawing.path_m.front();
  const double radius = std::round(std::sqrt(rim.x * rim.x + rim.y * rim.y));
  if (radius >= 1) row.radius_m = radius;
  return row;
}

ViewRow view_row(const Drawing& drawing) {
  ViewRow row;
  row.x_m = drawing.path_m.front().x;
  row.y_m = drawing.path_m.front().y;
  row.to_x_m = drawing.path_m.back().x;
  row.to_y_m = drawing.path_m.back().y;
  return row;
}

/// The pin at a place; a generated landmark there becomes one. "" for none.
std::string pin_at(Template& tmpl, const World* world, Vec2 at, std::set<std::string>& made) {
  const auto is_near = [at](Vec2 other) {
    return squared_distance(at, other) <= kSamePlace_m * kSamePlace_m;
  };
  for (const PinRow& pin : tmpl.hand.pins)
    if (is_near({pin.x_m, pin.y_m})) return pin.id;
  if (!world) return {};
  for (size_t k = 0; k < world->points.points.size(); ++k) {
    const Point& p = world->points.points[k];
    if (world->points.class_of(p).category != Category::landmark || !p.hand.empty()) continue;
    if (!is_near(p.position_m)) continue;
    const std::string id = add_hand_row(tmpl, {"pins", pin_of_point(tmpl, *world, k)});
    made.insert(id);
    return id;
  }
  return {};
}

std::set<std::string> add_line(Template& tmpl, const World* world, const HandOptions& options,
                               const std::vector<Vec2>& path) {
  if (options.line_kind == kWaterIsSlugs[static_cast<size_t>(WaterIs::river)])
    return {add_hand_row(tmpl, {"waters", WaterRow{{}, WaterIs::river, {line_shape(path), 0, {}}, {}, {}}})};
  std::set<std::string> made;
  LineRow row;
  row.kind = options.line_kind;
  row.shape = line_shape(path);
  row.from = pin_at(tmpl, world, path.front(), made);
  row.to = pin_at(tmpl, world, path.back(), made);
  return {add_hand_row(tmpl, {"lines", std::move(row)})};
}

/// The rows of a list that a rubber's way touches.
std::set<std::string> rubbed(const Hand& hand, const std::string& list, const Drawing& drawing,
                             double radius_m) {
  std::set<std::string> ids;
  const auto touch = [&](const std::string& id, const std::string& wkt, double own_m) {
    const Result<Shape> shape = read_shape(wkt);
    const auto is_hit = [&](Vec2 at) { return inside_m(shape.value(), own_m, at) > -radius_m; };
    if (shape && std::any_of(drawing.path_m.begin(), drawing.path_m.end(), is_hit)) ids.insert(id);
  };
  visit_hand(hand, [&](std::string_view name, const auto& rows) {
    if (name != list) return;
    for (const auto& row : rows) {
      if constexpr (requires { row.place; })
        touch(row.id, row.place.shape, row.place.radius_m);
      else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(row)>, ZoneRow>)
        touch(row.id, row.shape, row.radius_m);
    }
  });
  return ids;
}

std::optional<HandChange> erase_change(const HandOptions& options, const Drawing& drawing,
                                       const Template& tmpl) {
  if (is_painted(options.list)) {
    HandPlace place = place_of(HandGesture::stroke, options, drawing);
    HandEntry entry = paint_entry(options.list, std::move(place), std::string(kPaintNone), options);
    return HandChange{said("Erase paint: %1").arg(hand_title(options.list)),
                      [entry](Template& t) { return std::set<std::string>{add_hand_row(t, entry)}; }};
  }
  std::set<std::string> ids = rubbed(tmpl.hand, options.list, drawing, options.radius_m);
  if (ids.empty()) return std::nullopt;
  return HandChange{said("Erase: %1").arg(hand_title(options.list)), [ids](Template& t) {
                      remove_hand_rows(t, ids);
                      return std::set<std::string>{};
                    }};
}

HandChange adding(HandEntry entry, const Template& tmpl) {
  return {row_step(entry, tmpl),
          [entry = std::move(entry)](Template& t) { return std::set<std::string>{add_hand_row(t, entry)}; }};
}

}  // namespace

std::vector<Vec2> Drawing::with_cursor() const {
  std::vector<Vec2> all = path_m;
  if (cursor_m && (all.empty() || !(all.back() == *cursor_m))) all.push_back(*cursor_m);
  return all;
}

std::optional<HandChange> change_of(HandTool tool, const HandOptions& options, const Drawing& drawing,
                                    const Template& tmpl, const std::shared_ptr<const World>& world) {
  if (drawing.path_m.empty()) return std::nullopt;
  const HandGesture gesture = row_of(tool).gesture;
  const std::string list = options.list_of(tool);
  switch (tool) {
    case HandTool::select:
    case HandTool::pick:
      return std::nullopt;
    case HandTool::pin:
      if (options.pin_class.empty()) return std::nullopt;
      return adding({list, pin_row(options, drawing.path_m.front())}, tmpl);
    case HandTool::ban:
      return adding({list, ban_row(options, drawing)}, tmpl);
    case HandTool::view:
      if (drawing.path_m.size() < 2 || drawing.path_m.front() == drawing.path_m.back()) return std::nullopt;
      return adding({list, view_row(drawing)}, tmpl);
    case HandTool::erase:
      return erase_change(options, drawing, tmpl);
    case HandTool::line:
      if (line_shape(drawing.path_m).empty()) return std::nullopt;
      return HandChange{said("Draw a line"), [=, path = drawing.path_m](Template& t) {
                          return add_line(t, world.get(), options, path);
                        }};
    case HandTool::note: {
      NoteRow row;
      row.x_m = drawing.path_m.front().x;
      row.y_m = drawing.path_m.front().y;
      return adding({list, row}, tmpl);
    }
    case HandTool::fill: {
      if (!world) return std::nullopt;
      HandPlace place;
      place.runs = patch_cells(tmpl, *world, list, drawing.path_m.front());
      if (place.runs.cells.empty()) return std::nullopt;
      place.runs.key = "a " + options.cls.at(list);
      return adding(paint_entry(list, std::move(place), {}, options), tmpl);
    }
    default:
      break;
  }
  HandPlace place =
      tool == HandTool::zone ? place_of_zone(options, drawing) : place_of(gesture, options, drawing);
  if (place.shape.empty()) return std::nullopt;
  return adding(shaped_entry(list, std::move(place), options, drawing.path_m.front()), tmpl);
}

const Raster<uint8_t>& raster_of(const World& world, std::string_view list) {
  return list == "biome" ? world.biome : list == "faction" ? world.faction : world.danger;
}

HandCells patch_cells(const Template& tmpl, const World& world, std::string_view list, Vec2 place_m) {
  const GridSpec plan = plan_grid(tmpl);
  const Raster<uint8_t>& raster = raster_of(world, list);
  Raster<uint8_t> codes(plan, 0), patch(plan, 0);
  for (size_t cell = 0; cell < plan.cells(); ++cell) {
    const size_t here = world.grid.cell_at(plan.centre(cell));
    if (world.on_island(here)) codes[cell] = raster[here];
  }
  const size_t first = plan.cell_at(place_m);
  if (codes[first] == 0) return {};
  std::vector<size_t> open{first};
  patch[first] = 1;
  while (!open.empty()) {
    const size_t cell = open.back();
    open.pop_back();
    const int column = plan.column_of(cell), row = plan.row_of(cell);
    for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      if (!plan.contains(column + dx, row + dy)) continue;
      const size_t next = plan.index(column + dx, row + dy);
      if (patch[next] != 0 || codes[next] != codes[first]) continue;
      patch[next] = 1;
      open.push_back(next);
    }
  }
  Runs runs = write_runs(patch, "a");
  return {runs.top, runs.left, std::move(runs.rows), {}};
}

std::optional<HandOptions> picked_options(HandOptions options, const Template& tmpl, const World& world,
                                          Vec2 place_m, std::optional<size_t> point) {
  if (point) {
    const PointClassInfo& info = world.points.class_of(world.points.points[*point]);
    options.pin_class = options.words = info.slug;
    options.pin_category.clear();
    if (!find_pin_class(tmpl, info.slug, {}))
      options.pin_category = kCategorySlugs[static_cast<size_t>(info.category)];
    return options;
  }
  const std::string list = options.list_of(HandTool::fill);
  const size_t cell = world.grid.cell_at(place_m);
  const uint8_t code = raster_of(world, list)[cell];
  const std::vector<std::string> ids = table_ids(tmpl, table_of(list));
  if (code == 0 || code > ids.size() || !world.on_island(cell)) return std::nullopt;
  options.cls[list] = ids[code - 1];
  return options;
}

}  // namespace fw
