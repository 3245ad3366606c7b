#include "render/map/oblique_map.h"

#include <cairo.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "render/map/marks/point_symbol.h"
#include "render/map/scene/atlas.h"
#include "render/map/scene/labels.h"
#include "render/page/painter.h"

namespace fw {
namespace {

constexpr int kMovingGround_px = 1024, kRestGround_px = 2048;

/// Places what stands on the ground into a picture of it.
class MarkPlacer {
 public:
  MarkPlacer(const Atlas& atlas, const MapLook& look, const ObliqueMapView& view, const PaintedGround& ground,
             const ObliqueImage& image)
      : atlas_(atlas),
        view_(view),
        ground_(ground),
        image_(image),
        content_(content_of(atlas.words(), look)),
        projection_(view.camera) {}

  /// Where a place of the ground is seen, pixels; nothing if it is hidden or outside.
  std::optional<Vec2> seen(Vec2 place_m) const {
    const double height = height_at(ground_, place_m);
    const Vec2 px = projection_.to_px(place_m, height);
    if (!(px.x >= 0 && px.y >= 0 && px.x < image_.width_px && px.y < image_.height_px)) return std::nullopt;
    if (is_hidden(image_, projection_, place_m, height, atlas_.ground->terrain.look_m)) return std::nullopt;
    return px;
  }

  /// The marks that the map of the same scale would show; one over a more important one is left out.
  std::vector<MapMark> marks() {
    MapWindow window = ground_.window;
    const double scale = window.metres_per_px / view_.camera.metres_per_px;
    window.metres_per_px = view_.camera.metres_per_px;
    window.width_px = static_cast<int>(window.width_px * scale) + 1;
    window.height_px = static_cast<int>(window.height_px * scale) + 1;
    window.device_scale = view_.device_scale;
    std::vector<MapMark> out;
    std::vector<std::vector<MapMark>> layers = place_marks(atlas_, content_, window);
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
      for (auto mark = layer->rbegin(); mark != layer->rend(); ++mark) {
        const auto at = seen(mark->point->position_m);
        if (!at) continue;
        const Box box = box_of(*at, mark->radius_px);
        if (std::ranges::any_of(boxes_, [&](const Box& other) { return other.intersects(box); })) continue;
        boxes_.push_back(box);
        mark->at_px = *at;
        out.push_back(*mark);
      }
    std::ranges::reverse(out);
    return out;
  }

  /// After the marks.
  std::vector<PlacedLabel> names(const std::vector<MapMark>& marks, Typesetter& type) const {
    const double scale = view_.device_scale;
    const Box frame{0, 0, image_.width_px / scale, image_.height_px / scale};
    const MediumStyle& medium = medium_style(Medium::screen);
    LabelLayout layout({.frame = frame,
                        .visible = frame,
                        .reserved = boxes_,
                        .avoid = {},
                        .mm = medium.mm(),
                        .ink = nullptr},
                       type);
    const double unit_m = view_.camera.metres_per_px * scale;
    const double letters = medium.letters.at(unit_m);
    const Shown sites = shown_at(ScaleRow::site_names, scale_denominator(unit_m, medium.unit_mm));
    for (const bool seats : {true, false}) {
      if (!seats) place_regions(layout, letters);
      if (!seats && sites.show == Show::none) continue;
      for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
        if (!is_landmark(*mark->point, seats) || mark->point->name.empty()) continue;
        TextStyle style = seats ? seat_name_style(mark->seat.value_or(SeatClass::town)) : site_name_style();
        style.size *= letters;
        layout.place(
            PointLabel{mark->point->name, style, mark->at_px * (1 / scale), mark->radius_px / scale});
      }
    }
    std::vector<PlacedLabel> placed = layout.placed();
    for (PlacedLabel& label : placed) label.style = lettered(label.style, content_.style);
    return placed;
  }

 private:
  Box box_of(Vec2 px, double radius_px) const {
    const double scale = view_.device_scale;
    return Box::around(px.x / scale, px.y / scale, radius_px / scale);
  }

  bool is_landmark(const Point& point, bool seat) const {
    const PointClassInfo& of = atlas_.world.points.class_of(point);
    return of.category == Category::landmark &&
           (atlas_.words().landmarks[static_cast<size_t>(of.landmark)].role == LandmarkRole::seat) == seat;
  }

  void place_regions(LabelLayout& layout, double letters) const {
    const std::vector<Region>& regions = atlas_.world.regions;
    for (size_t k = 0; k < regions.size() && k < atlas_.ground->label_sites.size(); ++k) {
      AreaLabel label{.text = capitals(regions[k].name), .style = region_name_style(), .candidates = {}};
      label.style.size *= letters;
      label.style.letter_spacing *= letters;
      for (const Vec2 site : atlas_.ground->label_sites[k])
        if (const auto at = seen(site)) label.candidates.push_back(*at * (1 / view_.device_scale));
      layout.place(label);
    }
  }

  const Atlas& atlas_;
  const ObliqueMapView& view_;
  const PaintedGround& ground_;
  const ObliqueImage& image_;
  MapContent content_;
  ObliqueProjection projection_;
  std::vector<Box> boxes_;  ///< of the marks, units
};

Result<Done> draw_marks(const Atlas& atlas, const MapContent& content, const ObliqueMapView& view,
                        const std::vector<PlacedLabel>& names, Typesetter* type, ObliqueMap& map) {
  cairo_surface_t* surface = cairo_image_surface_create_for_data(
      reinterpret_cast<unsigned char*>(map.image.argb.data()), CAIRO_FORMAT_RGB24, map.image.width_px,
      map.image.height_px, 4 * map.image.width_px);
  cairo_t* cr = cairo_create(surface);
  const Painter pen{cr, type};
  const PointSymbols symbols(atlas.world, atlas.symbols, content.palette);
  for (const MapMark& mark : map.marks)
    symbols.draw(pen, *mark.point, mark.at_px.x, mark.at_px.y, mark.scale_px);
  cairo_scale(cr, view.device_scale, view.device_scale);
  draw_labels(pen, names);
  const cairo_status_t status = cairo_status(cr);
  cairo_destroy(cr);
  cairo_surface_finish(surface);
  cairo_surface_destroy(surface);
  if (status != CAIRO_STATUS_SUCCESS)
    return Error{ErrorKind::internal, std::string("landscape: ") + cairo_status_to_string(status)};
  return Done{};
}

}  // namespace

MapWindow oblique_ground_window(const Atlas& atlas, const ObliqueMapView& view, ObliqueDetail detail) {
  const GroundBox frame = frame_ground(atlas);
  MapWindow window;
  if (detail == ObliqueDetail::rest) {
    window = ground_window(frame, view.camera, highest_drawn_m(atlas, view.scenery), kRestGround_px);
  } else {
    window = {0, frame.north_m, atlas.longer_m() / kMovingGround_px, 0, 0, 1};
    window.width_px = std::max(2, static_cast<int>(frame.width_m() / window.metres_per_px));
    window.height_px = std::max(2, static_cast<int>(frame.height_m() / window.metres_per_px));
  }
  window.device_scale = view.device_scale * view.camera.metres_per_px / window.metres_per_px;
  return window;
}

bool serves(const MapWindow& ground, const Atlas& atlas, const ObliqueMapView& view, ObliqueDetail detail) {
  constexpr double kAsFine = 1.02;
  const MapWindow need = oblique_ground_window(atlas, view, ObliqueDetail::rest);
  const double slack = 2 * std::max(ground.metres_per_px, need.metres_per_px);
  const bool covers = ground.west_m <= need.west_m + slack && ground.north_m >= need.north_m - slack &&
                      ground.west_m + ground.width_m() >= need.west_m + need.width_m() - slack &&
                      ground.north_m - ground.height_m() <= need.north_m - need.height_m() + slack;
  return covers && (detail == ObliqueDetail::moving || ground.metres_per_px <= kAsFine * need.metres_per_px);
}

Result<PaintedGround> paint_map_ground(const Atlas& atlas, const MapLook& look, const ObliqueMapView& view,
                                       const MapWindow& window, ObliqueDetail detail,
                                       const Progress& progress) {
  const bool quick = detail == ObliqueDetail::moving && !view.scenery;
  return paint_oblique_ground(
      atlas, content_of(atlas.words(), look, quick ? MapDetail::quick : MapDetail::full), window,
      {.scenery = view.scenery,
       .exaggeration = view.camera.exaggeration,
       .sun = view.sun,
       .azimuth_deg = view.camera.azimuth_deg},
      progress);
}

Result<ObliqueMap> draw_oblique_map(const Atlas& atlas, const MapLook& look, const ObliqueMapView& view,
                                    const PaintedGround& ground, ObliqueDetail detail,
                                    const Progress& progress) {
  const bool rest = detail == ObliqueDetail::rest;
  ObliqueMap out;
  const LandscapeLook side = style_of(look).landscape;
  draw_columns(ground, frame_ground(atlas), view.camera, rest ? 2 : 1, side, pixel_of(side.sky), out.image,
               progress);
  if (progress.cancelled()) return Error{ErrorKind::cancelled, "map: cancelled"};
  if (!rest) return out;
  MarkPlacer placer(atlas, look, view, ground, out.image);
  out.marks = placer.marks();
  std::optional<Typesetter> type;
  std::vector<PlacedLabel> names;
  if (look.shows(MapLayer::names)) {
    auto opened = Typesetter::open();
    if (!opened) return opened.error();
    type = std::move(opened).value();
    names = placer.names(out.marks, *type);
  }
  const auto drawn =
      draw_marks(atlas, content_of(atlas.words(), look), view, names, type ? &*type : nullptr, out);
  if (!drawn) return drawn.error();
  return out;
}

}  // namespace fw
