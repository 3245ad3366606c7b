#include "render/map/list/display_list.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/field/filter.h"
#include "render/map/list/contour_marks.h"
#include "render/map/list/map_names.h"
#include "render/map/list/owner_initials.h"
#include "render/map/scene/simplified.h"
#include "render/page/fonts.h"

namespace fw {
namespace {

/// Pictures wider than this show the coast in more detail.
constexpr int kLargePicture_px = 3000;

/// Whether a place of the coast is an islet's.
bool is_islet(const MapTerrain& terrain, Vec2 at_m) {
  return terrain.islet_m2.size() > 0 && bilinear(terrain.islet_m, at_m) > bilinear(terrain.shore_m, at_m);
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
        unit_m_(window_.metres_per_px * window_.device_scale) {
    list_.denominator = scale_denominator(unit_m_, medium_.unit_mm);
  }

  Result<Done> make() {
    if (shows(MapLayer::contours)) contours_ = contours_of(list_);
    if (!contours_.lines.empty()) list_.contour_interval_m = contours_.interval_m;
    const PlacedMarks marks = place_names_and_marks();
    list_.items.emplace_back();      // the sea
    std::optional<size_t> contours;  // its item: finished when its numbers are known
    for (size_t i = 0; i < content_.layers.size(); ++i) {
      if (progress_.cancelled()) return map_cancelled();
      const StyledLayer& layer = content_.layers[i];
      if (is_ground(layer.layer)) {
        if (list_.items.back().ground.empty() && list_.items.size() > 1) list_.items.emplace_back();
        list_.items.back().ground.push_back(layer);
        // Contours tell the relief better than drawn hills.
        if (layer.layer == MapLayer::relief && !shows(MapLayer::contours))
          if (auto hills = layer_figures(atlas_, layer.layer, figure_scale(layer)); !hills.empty())
            list_.items.push_back(
                {.ground = {}, .strokes = {}, .figures = std::move(hills), .marks = {}, .labels = {}});
        continue;
      }
      MapItem item{.ground = {},
                   .strokes = {},
                   .marks = marks[i],
                   .labels = type_ != nullptr ? cluster_numbers(marks[i]) : std::vector<PlacedLabel>(),
                   .opacity = layer.opacity};
      const MapLayerKind kind = kind_of(layer.layer);
      if (layer.layer == MapLayer::contours) contours = list_.items.size();
      if (kind == MapLayerKind::lines) item.strokes = strokes(layer);
      if (layer.layer == MapLayer::faction_border && names_)
        item.labels = owner_initials(list_, names_->layout(), *type_);
      if (kind == MapLayerKind::figures)
        item.figures = layer_figures(atlas_, layer.layer, figure_scale(layer), goals_of(list_));
      if (kind == MapLayerKind::names && names_) {
        names_->move_to(item);
        add_contour_numbers(list_, names_->layout(), *type_, contours_, item);
      }
      list_.items.push_back(std::move(item));
    }
    for (const StyledLayer& layer : content_.layers)
      if (layer.layer == MapLayer::contours && contours)
        list_.items[*contours].strokes = contour_strokes(list_, layer, contours_);
    for (MapItem& item : list_.items) {
      for (PlacedLabel& label : item.labels) label.style = lettered(label.style, content_.style);
      for (LineLabel& label : item.line_labels) label.style = lettered(label.style, content_.style);
    }
    // Hatch and tints lie on the fills at the bottom, whatever is between them and their layer.
    for (const StyledLayer& layer : content_.layers)
      if (row_of(hatch_rows(), layer.layer) != nullptr || kind_of(layer.layer) == MapLayerKind::tint)
        list_.items.front().ground.push_back(layer);
    return Done{};
  }

 private:
  bool shows(MapLayer layer) const { return content_.shows(layer); }

  /// On paper of small scales seats and names come before other symbols, which keep off them; else names keep
  /// off all symbols, which are the same with and without names.
  PlacedMarks place_names_and_marks() {
    const auto names = std::ranges::find(content_.layers, MapLayer::names, &StyledLayer::layer);
    const bool named = names != content_.layers.end() && type_ != nullptr;
    if (named) names_.emplace(list_, *names, *type_, contours_);
    if (!named || content_.medium == Medium::screen || list_.denominator <= kOwnSizesTo) {
      PlacedMarks marks = place_marks(atlas_, content_, window_);
      if (named) names_->place_foremost(marks);
      if (named) names_->place_others(marks);
      return marks;
    }
    names_->place_foremost(place_seats(atlas_, content_, window_));
    PlacedMarks marks = place_marks(atlas_, content_, window_, names_->boxes_px());
    names_->keep_off(marks);
    names_->place_others(marks);
    return marks;
  }

  FigureScale figure_scale(const StyledLayer& layer) const {
    return {.window = window_,
            .unit_px = medium_.line_width * layer.size * window_.device_scale,
            .denominator = list_.denominator,
            .mm_px = medium_.mm() * window_.device_scale,
            .style = content_.style};
  }

  /// `dash` in units.
  std::shared_ptr<const PixelLines> pixels_of(const Polylines& lines, std::vector<double> dash,
                                              int more_smoothing = 0) const {
    for (double& d : dash) d *= window_.device_scale;
    return std::make_shared<PixelLines>(
        pixel_lines(lines, window_, atlas_.world.grid.cell_m, dash, more_smoothing));
  }

  /// On small scales without bends that a line's width fills, and without the islets that are left out.
  Polylines printed_coast(const Polylines& lines) const {
    const MapTerrain& terrain = atlas_.ground->terrain;
    const double least_m2 = least_islet_m2(content_.medium, list_.denominator),
                 triangle_m2 = list_.denominator > kOwnSizesTo
                                   ? kCoastTriangle_mm2 * square_mm_m2(list_.denominator)
                                   : 0;
    Polylines out;
    for (const Polyline& line : lines) {
      if (line.closed && is_islet(terrain, line.points.front()) &&
          terrain.islet_m2[terrain.grid.cell_at(line.points.front())] < static_cast<float>(least_m2))
        continue;
      out.push_back({simplified(line.points, triangle_m2, line.closed), line.closed});
    }
    return out;
  }

  std::vector<MapStroke> strokes(const StyledLayer& layer) const {
    const double factor = medium_.line_width * layer.size * window_.device_scale;
    std::vector<MapStroke> out;
    for (const LineStyle& of_table : line_rows(content_.style)) {
      if (of_table.layer != layer.layer || of_table.lines == nullptr ||
          unit_m_ >= of_table.most_metres_per_unit)
        continue;
      const LineStyle row = at_scale(of_table, list_.denominator, medium_);
      const auto lines =
          row.beside_factions != nullptr && shows(MapLayer::faction_border) ? row.beside_factions : row.lines;
      const std::span<const Polylines> groups = lines(atlas_);
      const bool dashed = !row.dash.empty();
      std::vector<std::shared_ptr<const PixelLines>> solid(groups.size());
      // The coast's cells would show as facets in a large picture.
      const int smoothing = row.layer == MapLayer::coast && window_.width_px > kLargePicture_px ? 1 : 0;
      for (size_t k = 0; k < groups.size(); ++k) {
        if (row.layer == MapLayer::coast && content_.medium == Medium::print)
          solid[k] = pixels_of(printed_coast(groups[k]), {}, smoothing);
        else if (row.casing > 0 || !dashed)
          solid[k] = pixels_of(groups[k], {}, smoothing);
        if (row.casing > 0)
          out.push_back({solid[k], row.casing_ink, row.casing_alpha * layer.opacity,
                         (width_of(row, k, groups.size()) + row.casing) * factor, false});
      }
      for (size_t k = 0; k < groups.size(); ++k)
        out.push_back({dashed ? pixels_of(groups[k], row.dash) : solid[k],
                       ink_of(row, content_.palette, content_.style, k), row.alpha * layer.opacity,
                       width_of(row, k, groups.size()) * factor, dashed});
    }
    return out;
  }

  std::vector<PlacedLabel> cluster_numbers(const std::vector<MapMark>& marks) const {
    std::vector<PlacedLabel> out;
    const double pt = medium_.letters.at(unit_m_);
    TextStyle style = cluster_number_style();
    style.size *= pt;
    for (const MapMark& mark : marks)
      if (mark.count > 1) {
        const Box box = cluster_number_box(mark, window_, pt);
        out.push_back({std::to_string(mark.count), style, box, box.y1});
      }
    return out;
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
  std::optional<MapNames> names_;
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
