#include "render/map/list/display_list.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "render/map/list/contour_marks.h"
#include "render/page/fonts.h"

namespace fw {
namespace {

/// How far outside a window on the screen names are placed as well, units: a name does not jump when the
/// window's edge comes near it.
constexpr double kBeyond = 240;

/// Room between two names on a crowded map, units: fewer, but each is read.
constexpr double kApartInCrowds = 9;
/// Names of regions shrink to letters of this size where they have no room otherwise, units.
constexpr double kLeastLetters = 10.4;
/// Pictures wider than this show the coast in more detail.
constexpr int kLargePicture_px = 3000;
/// Least extent of a closed danger outline there, units.
constexpr double kLeastRing = 30;

/// With a space on either side, so that two names in a row do not run together.
std::string spaced_capitals(const std::string& text) {
  return "\u2002" + capitals(text) + "\u2002";
}

TextStyle sized(TextStyle style, double size) {
  style.size *= size;
  return style;
}

/// Without the small rings of an outline that nobody follows on a crowded map.
std::vector<Polylines> without_rings(std::span<const Polylines> groups, double least_m) {
  std::vector<Polylines> out(groups.begin(), groups.end());
  for (Polylines& lines : out)
    std::erase_if(lines, [least_m](const Polyline& line) {
      const auto [west, east] = std::minmax_element(line.points.begin(), line.points.end(),
                                                    [](Vec2 a, Vec2 b) { return a.x < b.x; });
      const auto [south, north] = std::minmax_element(line.points.begin(), line.points.end(),
                                                      [](Vec2 a, Vec2 b) { return a.y < b.y; });
      return line.closed && std::max(east->x - west->x, north->y - south->y) < least_m;
    });
  return out;
}

class ListMaker {
 public:
  ListMaker(DisplayList& list, Typesetter* type, const Progress& progress)
      : list_(list),
        type_(type),
        atlas_(list.atlas),
        content_(list.content),
        window_(list.window),
        progress_(progress),
        medium_(medium_style(content_.medium)),
        unit_m_(window_.metres_per_px * window_.device_scale) {}

  Result<Done> make() {
    std::vector<std::vector<MapMark>> marks = place_marks(atlas_, content_, window_, &list_.crowd);
    list_.items.emplace_back();  // the sea
    if (shows(MapLayer::contours)) contours_ = contours_of(list_);
    if (!contours_.lines.empty()) list_.contour_interval_m = contours_.interval_m;
    std::optional<size_t> contours;  // its item: finished when its numbers are known
    for (size_t i = 0; i < content_.layers.size(); ++i) {
      if (progress_.cancelled()) return map_cancelled();
      const StyledLayer& layer = content_.layers[i];
      if (is_ground(layer.layer)) {
        if (list_.items.back().ground.empty() && list_.items.size() > 1) list_.items.emplace_back();
        list_.items.back().ground.push_back(layer);
        continue;
      }
      MapItem item{.ground = {}, .strokes = {}, .marks = marks[i], .labels = {}, .opacity = layer.opacity};
      const MapLayerKind kind = kind_of(layer.layer);
      if (layer.layer == MapLayer::contours) contours = list_.items.size();
      if (kind == MapLayerKind::lines) item.strokes = strokes(layer);
      if (kind == MapLayerKind::figures)
        item.figures = layer_figures(
            atlas_, layer.layer,
            {window_, medium_.line_width * layer.size * window_.device_scale * list_.crowd}, goals());
      if (kind == MapLayerKind::names) add_names(layer, marks, item);
      list_.items.push_back(std::move(item));
    }
    for (const StyledLayer& layer : content_.layers)
      if (layer.layer == MapLayer::contours && contours)
        list_.items[*contours].strokes = contour_strokes(list_, layer, contours_);
    // Hatch lies on the fills at the bottom, whatever is between it and its lines.
    for (const StyledLayer& layer : content_.layers)
      if (row_of(hatch_rows(), layer.layer) != nullptr) list_.items.front().ground.push_back(layer);
    return Done{};
  }

 private:
  /// The kinds of landmarks that ways may lead to: those on show, or all where none are.
  std::vector<LandmarkKind> goals() const {
    for (const StyledLayer& layer : content_.layers)
      if (layer.layer == MapLayer::landmarks) return chosen_kinds(atlas_.words(), layer.kinds);
    return chosen_kinds(atlas_.words(), LandmarkChoice::all);
  }

  bool shows(MapLayer layer) const { return content_.shows(layer); }

  /// `dash` in units.
  std::shared_ptr<const PixelLines> pixels_of(const Polylines& lines, std::vector<double> dash,
                                              int more_smoothing = 0) const {
    for (double& d : dash) d *= window_.device_scale;
    return std::make_shared<PixelLines>(
        pixel_lines(lines, window_, atlas_.world.grid.cell_m, dash, more_smoothing));
  }

  std::vector<MapStroke> strokes(const StyledLayer& layer) const {
    const double factor = medium_.line_width * layer.size * window_.device_scale * list_.crowd;
    std::vector<MapStroke> out;
    for (const LineStyle& row : line_rows()) {
      if (row.layer != layer.layer || row.lines == nullptr || unit_m_ >= row.most_metres_per_unit) continue;
      const auto lines =
          row.beside_factions != nullptr && shows(MapLayer::faction_border) ? row.beside_factions : row.lines;
      std::span<const Polylines> groups = lines(atlas_);
      std::vector<Polylines> larger;
      if (list_.crowd < 1 && row.layer == MapLayer::danger_outline)
        groups = larger = without_rings(groups, kLeastRing * unit_m_);
      const auto dash = [&](size_t k) { return dash_of(row, k, groups.size()); };
      std::vector<std::shared_ptr<const PixelLines>> solid(groups.size());
      // The coast's cells would show as facets in a large picture.
      const int smoothing = row.layer == MapLayer::coast && window_.width_px > kLargePicture_px ? 1 : 0;
      const auto add_casing = [&](size_t k) {
        if (row.casing > 0)
          out.push_back({solid[k], colour::kWhite, row.casing_alpha * layer.opacity,
                         (width_of(row, k, groups.size()) + row.casing) * factor, false});
      };
      const auto add_line = [&](size_t k) {
        const bool dashed = !dash(k).empty();
        out.push_back({dashed ? pixels_of(groups[k], dash(k)) : solid[k], row.colour(content_.palette, k),
                       row.alpha * layer.opacity, width_of(row, k, groups.size()) * factor, dashed});
      };
      for (size_t k = 0; k < groups.size(); ++k) {
        if (row.casing > 0 || dash(k).empty()) solid[k] = pixels_of(groups[k], {}, smoothing);
        add_casing(k);
        if (row.stacked) add_line(k);
      }
      for (size_t k = 0; k < groups.size() && !row.stacked; ++k) add_line(k);
    }
    return out;
  }

  Box box_of(const MapMark& mark) const {
    const double scale = window_.device_scale;
    return Box::around(mark.at_px.x / scale, mark.at_px.y / scale, mark.radius_px / scale);
  }

  /// Round the outline of a lake; without one nothing lies in it.
  Box box_of(const Lake& lake) const {
    Box box{1e300, 1e300, -1e300, -1e300};
    if (lake.rings_m.empty()) return box;
    for (const Vec2 v : lake.rings_m.front()) {
      const Vec2 p = window_.to_px(v) * (1 / window_.device_scale);
      box = {std::min(box.x0, p.x), std::min(box.y0, p.y), std::max(box.x1, p.x), std::max(box.y1, p.y)};
    }
    return box;
  }

  /// Names keep off what stands out (badges, stars, bosses), on paper rather off other symbols too: on a
  /// screen those are too many to look at for every picture.
  LabelObstacles obstacles(const std::vector<std::vector<MapMark>>& marks) const {
    const double scale = window_.device_scale;
    const Box frame{0, 0, window_.width_px / scale, window_.height_px / scale};
    LabelObstacles out{.frame = content_.medium == Medium::screen ? frame.grown(kBeyond) : frame,
                       .visible = frame,
                       .reserved = content_.furniture,
                       .avoid = {},
                       .apart = list_.crowd < 1 ? kApartInCrowds : 2};
    for (size_t i = 0; i < marks.size(); ++i) {
      const MarkRow* row = row_of(mark_rows(), content_.layers[i].layer);
      if (row == nullptr || (row->place_rank == 0 && content_.medium == Medium::screen)) continue;
      for (const MapMark& mark : marks[i])
        (row->place_rank > 0 ? out.reserved : out.avoid).push_back(box_of(mark));
    }
    return out;
  }

  /// Letters shrink less than symbols: they must be read.
  double letters_factor() const { return std::max(list_.crowd, 0.84); }

  void place_landmarks(LabelLayout& layout, const StyledLayer& names, const std::vector<MapMark>& landmarks,
                       bool towns) const {
    const double size = medium_.letters.at(unit_m_) * names.size * letters_factor();
    const NameStyle& look = towns ? seat_name_style() : site_name_style();
    if (unit_m_ >= look.most_metres_per_unit) return;
    const std::vector<LandmarkKind> kinds = chosen_kinds(atlas_.words(), names.kinds);
    for (auto it = landmarks.rbegin(); it != landmarks.rend(); ++it) {
      const LandmarkKind kind = atlas_.world.points.class_of(*it->point).landmark;
      const bool seat = atlas_.words().landmarks[static_cast<size_t>(kind)].role == LandmarkRole::seat;
      if (seat != towns || it->point->name.empty()) continue;
      if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) continue;
      layout.place(PointLabel{it->point->name, sized(look.style, size),
                              it->at_px * (1 / window_.device_scale), it->radius_px / window_.device_scale});
    }
  }

  void place_regions(LabelLayout& layout, const StyledLayer& names) const {
    // A crowded map that names seats alone names the regions that have none first.
    const bool few = list_.crowd < 1 && names.kinds == LandmarkChoice::seats;
    const std::vector<Region>& regions = atlas_.world.regions;
    for (size_t k = 0; k < regions.size(); ++k)
      if (!few || regions[k].neutral) place_region(layout, names, k);
    for (size_t k = 0; few && k < regions.size(); ++k)
      if (!regions[k].neutral) place_region(layout, names, k);
  }

  void place_region(LabelLayout& layout, const StyledLayer& names, size_t k) const {
    if (k >= atlas_.ground->label_sites.size()) return;
    const Box frame{0, 0, window_.width_px / window_.device_scale, window_.height_px / window_.device_scale};
    const std::string& name = atlas_.world.regions[k].name;
    AreaLabel label{
        .text = spaced_capitals(name),
        .style = sized(region_name_style(), medium_.letters.at(unit_m_) * names.size * letters_factor()),
        .candidates = {},
        .least_size = kLeastLetters};
    if (const size_t at = middle_space(name); at != std::string::npos)
      label.broken = {spaced_capitals(name.substr(0, at)), spaced_capitals(name.substr(at + 1))};
    if (shows_water())
      for (const Lake& lake : atlas_.world.water_network.lakes) label.avoid.push_back(box_of(lake));
    const auto add = [&](const std::vector<Vec2>& sites, std::vector<Vec2>& candidates) {
      for (const Vec2& site : sites) {
        const Vec2 at = window_.to_px(site) * (1 / window_.device_scale);
        if (frame.holds(at.x, at.y)) candidates.push_back(at);
      }
    };
    add(atlas_.ground->label_sites[k], label.candidates);
    add(atlas_.ground->narrow_label_sites[k], label.last_candidates);
    layout.place(label);
  }

  /// The names of landmarks stand at their places also where these are not shown.
  std::vector<MapMark> named_landmarks(const std::vector<std::vector<MapMark>>& marks) const {
    for (size_t i = 0; i < marks.size(); ++i)
      if (content_.layers[i].layer == MapLayer::landmarks) return marks[i];
    MapContent alone{.layers = {{MapLayer::landmarks}}, .medium = content_.medium, .furniture = {}};
    std::vector<MapMark> badges = place_marks(atlas_, alone, window_).front();
    for (MapMark& badge : badges) badge.radius_px = 0;
    return badges;
  }

  bool shows_water() const {
    return std::any_of(content_.layers.begin(), content_.layers.end(), [](const StyledLayer& layer) {
      return layer.layer == MapLayer::water && layer.opacity > 0;
    });
  }

  void add_names(const StyledLayer& layer, const std::vector<std::vector<MapMark>>& marks, MapItem& item) {
    const std::vector<MapMark> landmarks = named_landmarks(marks);
    LabelLayout layout(obstacles(marks), *type_);
    if (shows(MapLayer::contours)) add_spot_heights(list_, layout, item);
    place_landmarks(layout, layer, landmarks, true);
    if (shows_water()) {
      const double letters = medium_.letters.at(unit_m_) * layer.size * letters_factor();
      place_lakes(layout, letters);
      item.line_labels = river_names(atlas_, window_, letters, layout, *type_);
    }
    if (layer.region_names) place_regions(layout, layer);
    place_landmarks(layout, layer, landmarks, false);
    item.labels = layout.placed();
    add_contour_numbers(list_, layout, *type_, contours_, item);
  }

  /// Below the lake's shape, above it or in it.
  void place_lakes(LabelLayout& layout, double letters) const {
    const TextStyle style = sized(lake_name_style(), letters);
    for (const Lake& lake : atlas_.world.water_network.lakes) {
      if (lake.name.empty() || lake.rings_m.empty() || lake.rings_m.front().empty()) continue;
      const Box shape = box_of(lake);
      const double x = (shape.x0 + shape.x1) / 2, gap = 0.75 * style.size + 2;
      AreaLabel label{lake.name, style, {}};
      for (const double shift : {0.0, -18.0, 18.0, -36.0, 36.0}) {
        label.candidates.push_back({x + shift, shape.y1 + gap});
        label.candidates.push_back({x + shift, shape.y0 - gap});
      }
      label.candidates.push_back({x, (shape.y0 + shape.y1) / 2});
      layout.place(label);
    }
  }

  DisplayList& list_;
  Typesetter* type_;
  const Atlas& atlas_;
  const MapContent& content_;
  const MapWindow& window_;
  const Progress& progress_;
  const MediumStyle& medium_;
  double unit_m_;
  Contours contours_;
};

}  // namespace

bool MapContent::shows(MapLayer layer) const {
  return std::ranges::any_of(layers, [&](const StyledLayer& on) { return on.layer == layer; });
}

int64_t DisplayList::mark_count() const {
  int64_t count = 0;
  for (const MapItem& item : items) count += static_cast<int64_t>(item.marks.size());
  return count;
}

Result<DisplayList> display_list(const Atlas& atlas, MapContent content, const MapWindow& window,
                                 Typesetter* type, const Progress& progress) {
  DisplayList list{.atlas = atlas, .window = window, .content = std::move(content), .items = {}};
  if (auto made = ListMaker(list, type, progress).make(); !made) return made.error();
  return list;
}

}  // namespace fw
