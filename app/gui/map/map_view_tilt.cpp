// The map seen from the side.

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/gui/map/map_view.h"
#include "render/map/oblique/scenery.h"

namespace fw {
namespace {

constexpr double kTurnStep = 15, kTiltStep = 5;  // degrees, by keyboard
constexpr double kSlack = 4;                     // of a click, device-independent pixels
constexpr double kFitMargin = 0.03;

}  // namespace

ObliqueMapView MapView::oblique_view() const {
  const ObliqueView& view = tilt_->view;
  return {.camera = in_range({.azimuth_deg = view.azimuth,
                              .elevation_deg = view.elevation,
                              .exaggeration = view.exaggeration * drawn_per_asked_,
                              .centre_m = window_.centre_m(),
                              .metres_per_px = window_.metres_per_px,
                              .width_px = window_.width_px,
                              .height_px = window_.height_px}),
          .device_scale = window_.device_scale,
          .scenery = view.scenery,
          .sun = {.azimuth_deg = tilt_->sun_azimuth}};
}

MapWindow MapView::overlay_window() const {
  if (!tilt_ || !picture_) return window_;
  return oblique_ground_window(*picture_->atlas, oblique_view(), ObliqueDetail::rest);
}

void MapView::set_tilt(const std::optional<MapTilt>& tilt) {
  if (tilt == tilt_) return;
  const bool other_side = tilt.has_value() != tilt_.has_value();
  if (tilt && tool_ != MapTool::inspect) set_tool(MapTool::inspect);
  tilt_ = tilt;
  if (other_side) {
    painting_.reset();
    rest_.stop();
    if (picture_) fit();
  } else {
    ask();
  }
  update();
  emit tilt_changed(tilt_);
  emit window_changed(window_);  // an overlay fills another ground
}

void MapView::ask_ground() {
  if (tilt_) ask_oblique(rest_.isActive() ? ObliqueDetail::moving : ObliqueDetail::rest);
  update();
}

void MapView::ask_moving() {
  ask_oblique(ObliqueDetail::moving);
  if (!picture_->coarse) rest_.start();
}

void MapView::ask_oblique(ObliqueDetail detail) {
  if (!tilt_ || !picture_ || window_.width_px < 1 || window_.height_px < 1) return;
  painter_.request({.picture = picture_,
                    .look = look_on_map(),
                    .window = window_,
                    .detail = picture_->coarse ? MapDetail::quick : MapDetail::full,
                    .calm = calm_,
                    .oblique = oblique_view(),
                    .oblique_detail = detail,
                    .overlay = {overlay_, overlay_window_},
                    .marks = ground_marks_});
}

const ObliqueSight* MapView::sight() const {
  return painting_ ? painting_->sight.get() : nullptr;
}

double MapView::ground_height(Vec2 place_m) const {
  return sight() ? height_at(*sight()->ground, place_m) : 0;
}

/// The ground under the pointer; without a picture of now, or beyond the slab, the place at sea level.
Vec2 MapView::tilted_place_at(QPointF at) const {
  const QPointF px = device(at);
  const ObliqueMapView view = oblique_view();
  const ObliqueProjection projection(view.camera);
  if (sight() && sight()->view == view)
    if (const auto place = place_seen(sight()->map.image, projection, {px.x(), px.y()})) return *place;
  return projection.place_at(px.x(), (0.5 * view.camera.height_px - px.y()) / projection.rows_per_m_away());
}

std::optional<size_t> MapView::tilted_point_at(QPointF at) const {
  if (!sight() || !(sight()->view == oblique_view())) return std::nullopt;
  const QPointF px = device(at);
  const double slack = kSlack * window_.device_scale;
  std::optional<size_t> found;
  double nearest = 1e300;
  for (const MapMark& mark : sight()->map.marks) {
    const double off2 = squared_distance(mark.at_px, {px.x(), px.y()});
    const double reach = mark.radius_px + slack;
    if (off2 > reach * reach || off2 >= nearest) continue;
    nearest = off2;
    found = static_cast<size_t>(mark.point - picture_->world->points.points.data());
  }
  return found;
}

QPointF MapView::tilted_to_widget(Vec2 place_m) const {
  const Vec2 at = ObliqueProjection(oblique_view().camera).to_px(place_m, ground_height(place_m)) *
                  (1 / window_.device_scale);
  return {at.x, at.y};
}

bool MapView::is_seen(Vec2 place_m) const {
  if (!sight() || !(sight()->view == oblique_view())) return true;
  return !is_hidden(sight()->map.image, ObliqueProjection(sight()->view.camera), place_m,
                    ground_height(place_m), picture_->atlas->ground->terrain.look_m);
}

/// The whole slab with what rises from it.
MapWindow MapView::tilted_fit() const {
  const Atlas& atlas = *picture_->atlas;
  ObliqueView view = tilt_->view;
  constexpr int kSample_px = 1000;
  const ObliqueCamera all = camera_for(atlas, frame_ground(atlas), view, kSample_px);
  const double across_m = all.metres_per_px * kSample_px, along_m = all.metres_per_px * all.height_px;
  MapWindow window = window_;
  window.metres_per_px = std::max(across_m / ((1 - 2 * kFitMargin) * window.width_px),
                                  along_m / ((1 - 2 * kFitMargin) * window.height_px));
  return centred_on(window, all.centre_m);
}

/// What lies under a pixel stays there.
MapWindow MapView::tilted_zoom(double metres_per_px, QPointF px) const {
  const Vec2 held = tilted_place_at(px / window_.device_scale);
  const double height = ground_height(held);
  ObliqueMapView view = oblique_view();
  const Vec2 before = ObliqueProjection(view.camera).to_px(held, height);
  MapWindow window = window_;
  window.metres_per_px = metres_per_px;
  window = centred_on(window, window_.centre_m());
  view.camera.metres_per_px = metres_per_px;
  const ObliqueProjection after(view.camera);
  const Vec2 off = after.to_px(held, height) - before;
  return centred_on(window, window.centre_m() + after.right() * (off.x * metres_per_px) -
                                after.away() * (off.y / after.rows_per_m_away()));
}

MapWindow MapView::moved_on_screen(QPointF by_px) const {
  if (!tilt_) return moved_by(window_, {by_px.x(), by_px.y()});
  const ObliqueProjection projection(oblique_view().camera);
  return centred_on(window_, window_.centre_m() - projection.right() * (by_px.x() * window_.metres_per_px) +
                                 projection.away() * (by_px.y() / projection.rows_per_m_away()));
}

void MapView::turn_by(double azimuth, double elevation) {
  MapTilt tilt = *tilt_;
  tilt.view.azimuth = std::remainder(tilt.view.azimuth + azimuth, 360.0);
  tilt.view.elevation = std::clamp(tilt.view.elevation + elevation, kLeastElevation_deg, kMostElevation_deg);
  set_tilt(tilt);
}

bool MapView::tilt_key(int key, bool shift) {
  if (!tilt_) return false;
  switch (key) {
    case Qt::Key_Home:
      set_tilt(MapTilt{});
      fit();
      return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      turn_by(0, key == Qt::Key_PageUp ? kTiltStep : -kTiltStep);
      return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
      if (!shift) return false;
      turn_by(key == Qt::Key_Left ? -kTurnStep : kTurnStep, 0);
      return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
      if (!shift) return false;
      turn_by(0, key == Qt::Key_Up ? kTurnStep : -kTurnStep);
      return true;
    default:
      return false;
  }
}

/// Until the picture of now is there, the last one is shown moved and scaled.
void MapView::paint_tilted(QPainter& p) const {
  p.fillRect(rect(), QColor::fromRgb(pixel_of(style_of(look_).landscape.sky)));
  if (!sight()) return;
  const ObliqueCamera &of = sight()->view.camera, now = oblique_view().camera;
  const double scale = of.metres_per_px / now.metres_per_px / window_.device_scale;
  const Vec2 middle = ObliqueProjection(now).to_px(of.centre_m, 0) * (1 / window_.device_scale);
  const QSizeF size(of.width_px * scale, of.height_px * scale);
  p.setRenderHint(QPainter::SmoothPixmapTransform, !(of == now));
  p.drawImage(QRectF(QPointF(middle.x - size.width() / 2, middle.y - size.height() / 2), size),
              painting_->image);
}

void MapView::paint_tilted_cells(QPainter& p, const ToWidget& to_widget) {
  if (highlight_.cells.empty()) return;
  const GridSpec& grid = picture_->world->grid;
  const double side = std::max(2.0, grid.cell_m / (window_.metres_per_px * window_.device_scale));
  p.setOpacity((40 + 110 * flash_->strength()) / 255);
  for (const size_t cell : highlight_.cells) {
    if (cell >= grid.cells()) continue;
    const Vec2 place = grid.centre(cell);
    const QPointF at = to_widget(place);
    if (rect().contains(at.toPoint()) && is_seen(place))
      p.fillRect(QRectF(at.x() - side / 2, at.y() - side / 2, side, side), map_ink::alert());
  }
  p.setOpacity(1);
}

}  // namespace fw
