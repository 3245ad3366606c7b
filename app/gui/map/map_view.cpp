#include "app/gui/map/map_view.h"

#include <QPainter>
#include <QResizeEvent>
#include <algorithm>
#include <cmath>

#include "app/gui/map/map_overview.h"
#include "app/gui/map/map_paint.h"
#include "app/gui/map/ruler.h"
#include "render/overlay/overlay_paint.h"

namespace fw {
namespace {

constexpr double kLeastMetresPerPx = 0.2;
constexpr double kMostTimesFit = 5;  ///< how far out, in frames fitted
constexpr double kZoomStep = 1.4142135623730951;
constexpr double kClickSlack = 4;
constexpr int kRest_ms = 150;
constexpr int kOverviewGap = 14, kLegendGap = 14;

QColor night(double opacity) {
  constexpr Rgb shade = overlay_colour::kNight;
  return QColor::fromRgbF(static_cast<float>(shade.r), static_cast<float>(shade.g),
                          static_cast<float>(shade.b), static_cast<float>(opacity));
}

}  // namespace

MapView::MapView(QWidget* parent)
    : QWidget(parent),
      look_(map_look(View::overview)),
      overview_(new MapOverview(this)),
      ruler_(std::make_unique<Ruler>()),
      flash_(std::make_unique<HighlightFlash>([this] { update(); })) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  grabGesture(Qt::PinchGesture);
  overview_->hide();
  setAccessibleName(tr("Map"));
  setAccessibleDescription(
      tr("Arrows move the map, plus and minus zoom, Enter looks at the cross in the middle"));
  qRegisterMetaType<std::optional<Vec2>>("std::optional<fw::Vec2>");
  connect(&painter_, &MapPainter::painted, this, &MapView::take);
  connect(&painter_, &MapPainter::failed, this, &MapView::failed);
  rest_.setSingleShot(true);
  rest_.setInterval(kRest_ms);
  connect(&rest_, &QTimer::timeout, this, [this] { ask_oblique(ObliqueDetail::rest); });
  connect(overview_, &MapOverview::centre_wanted, this, &MapView::centre_on);
  connect(overview_, &MapOverview::zoom_wanted, this,
          [this](double factor) { zoom_by(factor, rect().center()); });
  connect(overview_, &MapOverview::repainted, this, [this] { update(); });
}

MapView::~MapView() = default;

QSize MapView::sizeHint() const {
  return {900, 700};
}
QSize MapView::minimumSizeHint() const {
  return {240, 200};
}

bool MapView::settled() const {
  return painter_.settled() && overview_->settled() && !rest_.isActive();
}

double MapView::actual_metres_per_px() const {
  return picture_ ? picture_->world->grid.cell_m : 1;
}

QPointF MapView::device(QPointF logical) const {
  return logical * window_.device_scale;
}

Vec2 MapView::place_at(QPointF at) const {
  if (tilt_) return tilted_place_at(at);
  const QPointF px = device(at);
  return window_.to_m({px.x(), px.y()});
}

std::optional<size_t> MapView::point_at(QPointF at) const {
  if (!picture_) return std::nullopt;
  if (tilt_) return tilted_point_at(at);
  const QPointF px = device(at);
  return mark_at(*picture_->atlas, content_of(picture_->world->vocabulary, look_on_map()), window_,
                 {px.x(), px.y()}, kClickSlack * window_.device_scale);
}

std::vector<size_t> MapView::shown_points() const {
  std::vector<size_t> shown;
  if (!picture_ || picture_->coarse) return shown;
  const World& world = *picture_->world;
  if (tilt_) {
    if (sight())
      for (const MapMark& mark : sight()->map.marks)
        shown.push_back(static_cast<size_t>(mark.point - world.points.points.data()));
    return shown;
  }
  for (const std::vector<MapMark>& layer :
       place_marks(*picture_->atlas, content_of(world.vocabulary, look_on_map()), window_))
    for (const MapMark& mark : layer)
      shown.push_back(static_cast<size_t>(mark.point - world.points.points.data()));
  return shown;
}

void MapView::set_picture(const std::shared_ptr<const Picture>& picture) {
  if (!picture) return;
  const bool other_frame = !picture_ || !(picture_->atlas->frame_m() == picture->atlas->frame_m());
  const bool other_world = !picture_ || picture_->world != picture->world;
  picture_ = picture;
  drawn_per_asked_ = drawn_exaggeration(picture_->atlas->ground->terrain, 1);
  if (other_world) clear_highlight();
  find_selected();
  overview_->set_picture(picture_, look_);
  match_size();
  if (other_frame || fitted_)
    fit();
  else
    ask();
}

void MapView::set_look(const MapLook& look) {
  if (look == look_) return;
  look_ = look;
  overview_->set_picture(picture_, look_);
  ask();
  emit look_changed(look_);
}

void MapView::set_tool(MapTool tool) {
  if (tool == tool_) return;
  tool_ = tool;
  if (tool_ != MapTool::inspect) set_tilt(std::nullopt);
  clear_measure();
  show_cursor();
  emit tool_changed(tool_);
}

MapLook MapView::look_on_map() const {
  MapLook look = calm_ ? calm_look(look_) : look_;
  if (picture_ && !picture_->owners)
    for (ViewLayer& layer : look.layers)
      if (layer.layer == MapLayer::faction) layer.shown = false;
  return look;
}

void MapView::ask() {
  if (!picture_ || window_.width_px < 1 || window_.height_px < 1) return;
  if (tilt_) return ask_moving();
  MapRequest request{picture_, look_on_map(), window_, picture_->coarse ? MapDetail::quick : MapDetail::full,
                     calm_};
  if (picture_->coarse) request.last = last_full();
  request.keeps_marks = true;
  painter_.request(std::move(request));
}

std::shared_ptr<const MapPainting> MapView::last_full() const {
  if (!full_ || full_->calm != calm_) return nullptr;
  const World &then = *full_->picture->world, &now = *picture_->world;
  const bool same = then.seeds == now.seeds && then.template_name == now.template_name &&
                    full_->picture->atlas->frame_m() == picture_->atlas->frame_m();
  return same ? full_ : nullptr;
}

void MapView::take(const std::shared_ptr<const MapPainting>& painting) {
  painting_ = painting;
  if (!painting->picture->coarse && !painting->sight) full_ = painting;
  update();
  emit repainted();
}

void MapView::set_window(MapWindow window) {
  const Vec2 frame = picture_ ? picture_->atlas->frame_m() : Vec2{8000, 8000};
  const double most =
      kMostTimesFit * fit_window(frame, window.width_px, window.height_px, 1, 0).metres_per_px;
  if (window.metres_per_px < kLeastMetresPerPx || window.metres_per_px > most) {
    const Vec2 middle = window.centre_m();
    window.metres_per_px = std::clamp(window.metres_per_px, kLeastMetresPerPx, most);
    window = centred_on(window, middle);
  }
  // The frame never leaves the view altogether.
  const Vec2 middle = window.centre_m();
  const Vec2 held{std::clamp(middle.x, 0.0, frame.x), std::clamp(middle.y, 0.0, frame.y)};
  if (picture_ && !(held == middle)) window = centred_on(window, held);
  if (window == window_) return;
  window_ = window;
  overview_->set_map_window(window_);
  overview_->setVisible(overview_wanted_ && !shows_whole_frame());
  ask();
  update();
  emit window_changed(window_);
}

void MapView::match_size() {
  const double scale = devicePixelRatioF();
  const int w = std::max(1, static_cast<int>(std::lround(width() * scale))),
            h = std::max(1, static_cast<int>(std::lround(height() * scale)));
  if (w == window_.width_px && h == window_.height_px && scale == window_.device_scale) return;
  if (fitted_ && picture_ && !tilt_) return set_window(fit_window(picture_->atlas->frame_m(), w, h, scale));
  MapWindow window = window_;
  const Vec2 middle = window_.width_px > 0 ? window_.centre_m() : Vec2{};
  window.metres_per_px *= window_.device_scale / scale;
  window.width_px = w;
  window.height_px = h;
  window.device_scale = scale;
  set_window(centred_on(window, middle));
}

void MapView::fit() {
  fitted_ = true;
  if (!picture_) return;
  const MapWindow before = window_;
  set_window(tilt_ ? tilted_fit()
                   : fit_window(picture_->atlas->frame_m(), window_.width_px, window_.height_px,
                                window_.device_scale));
  if (before == window_) ask();
}

void MapView::zoom_to_actual() {
  zoom_by(window_.metres_per_px / actual_metres_per_px(), rect().center());
}
void MapView::zoom_in() {
  zoom_by(kZoomStep, QRectF(rect()).center());
}
void MapView::zoom_out() {
  zoom_by(1 / kZoomStep, QRectF(rect()).center());
}

void MapView::zoom_by(double factor, QPointF at) {
  if (!(factor > 0)) return;
  fitted_ = false;
  const QPointF px = device(at);
  const double metres_per_px = std::max(window_.metres_per_px / factor, kLeastMetresPerPx);
  set_window(tilt_ ? tilted_zoom(metres_per_px, px) : zoomed_at(window_, {px.x(), px.y()}, metres_per_px));
}

void MapView::follow(const MapWindow& window) {
  MapWindow own = window_;
  own.metres_per_px = window.metres_per_px * window.device_scale / own.device_scale;
  fitted_ = false;
  set_window(centred_on(own, window.centre_m()));
}

void MapView::centre_on(Vec2 place_m) {
  fitted_ = false;
  set_window(centred_on(window_, place_m));
}

void MapView::show_places(const std::vector<Vec2>& places_m, double least_m) {
  if (places_m.empty()) return;
  Vec2 low = places_m.front(), high = low;
  for (const Vec2& v : places_m) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y)};
  }
  const double wide = std::max(1.2 * (high.x - low.x), least_m),
               tall = std::max(1.2 * (high.y - low.y), least_m);
  MapWindow window = window_;
  window.metres_per_px = std::max(wide / std::max(1, window.width_px), tall / std::max(1, window.height_px));
  fitted_ = false;
  set_window(centred_on(window, (low + high) * 0.5));
}

void MapView::set_overlay(const QImage& image, const MapWindow& window, const QImage& legend) {
  overlay_ = image;
  overlay_window_ = window;
  legend_ = legend;
  ask_ground();
}
void MapView::clear_overlay() {
  set_overlay({}, {});
}
void MapView::set_calm(bool calm) {
  if (calm == calm_) return;
  calm_ = calm;
  ask();
}

void MapView::set_ground_marks(GroundMarks paint) {
  ground_marks_ = std::move(paint);
  ask_ground();
}

void MapView::set_decoration(MapDecoration paint) {
  decoration_ = std::move(paint);
  update();
}

void MapView::set_foreign_cursor(std::optional<Vec2> place_m) {
  foreign_ = place_m;
  update();
}

void MapView::clear_measure() {
  ruler_->clear();
  tell_measure();
}

void MapView::show_overview(bool wanted) {
  overview_wanted_ = wanted;
  overview_->setVisible(wanted && !shows_whole_frame());
  emit overview_shown(wanted);
}

bool MapView::shows_whole_frame() const {
  if (!picture_) return true;
  const Vec2 frame = picture_->atlas->frame_m();
  return window_.west_m <= 0 && window_.north_m >= frame.y && window_.west_m + window_.width_m() >= frame.x &&
         window_.north_m - window_.height_m() <= 0;
}

void MapView::tell_measure() {
  emit measured(ruler_->text(tool_));
  update();
}

void MapView::resizeEvent(QResizeEvent*) {
  match_size();
  place_overview();
}

void MapView::showEvent(QShowEvent*) {
  match_size();
}

void MapView::place_overview() {
  const int side = std::clamp(std::min(width(), height()) / 4, 96, 190);
  overview_->resize(side, side);
  overview_->move(width() - side - kOverviewGap, height() - side - kOverviewGap);
}

QRectF MapView::on_widget(const MapWindow& window) const {
  const Vec2 nw = window_.to_px({window.west_m, window.north_m}) * (1 / window_.device_scale);
  const double scale = window.metres_per_px / window_.metres_per_px / window_.device_scale;
  return {nw.x, nw.y, window.width_px * scale, window.height_px * scale};
}

void MapView::paint_map(QPainter& p) const {
  if (tilt_) return paint_tilted(p);
  p.setRenderHint(QPainter::SmoothPixmapTransform);
  const bool exact = painting_ && painting_->window == window_;
  if (!exact) {
    p.fillRect(rect(), QColor(0x9F, 0xC2, 0xCF));
    if (const MapPainting* whole = overview_->painting(); whole && whole->picture == picture_)
      p.drawImage(on_widget(whole->window), whole->image);
  }
  const bool veiled = calm_ && !(painting_ && painting_->calm);  // until the calm map is there
  if (calm_ && !exact && !veiled) p.fillRect(rect(), night(1 - kMutedLand.light));
  if (exact)
    p.drawImage(QPointF(0, 0), painting_->image);
  else if (painting_)
    p.drawImage(on_widget(painting_->window), painting_->image);
  if (veiled) p.fillRect(rect(), night(1 - kMutedLand.light));
  if (overlay_.isNull()) return;
  p.setRenderHint(QPainter::SmoothPixmapTransform, !(overlay_window_ == window_));
  p.drawImage(on_widget(overlay_window_), overlay_);
}

/// Smaller where the map is narrow.
void MapView::paint_legend(QPainter& p) const {
  if (legend_.isNull()) return;
  const QSizeF size = legend_.deviceIndependentSize();
  const double fits = std::min(1.0, (width() - 2.0 * kLegendGap) / size.width());
  p.setRenderHint(QPainter::SmoothPixmapTransform, fits < 1);
  p.drawImage(QRectF(QPointF(kLegendGap, kLegendGap), size * fits), legend_);
}

void MapView::paintEvent(QPaintEvent*) {
  QPainter p(this);
  if (!picture_) {
    p.fillRect(rect(), palette().window());
    p.setPen(palette().color(QPalette::Disabled, QPalette::WindowText));
    p.drawText(rect(), Qt::AlignCenter, tr("No map yet"));
    return;
  }
  paint_map(p);
  paint_marks(p);
  paint_scale_bar(p, rect(), window_.metres_per_px * window_.device_scale);
  paint_north_arrow(p, rect(), tilt_ ? -tilt_->view.azimuth : 0);
  paint_legend(p);
  if (cross_ && hasFocus()) paint_cross(p, QRectF(rect()).center());
}

}  // namespace fw
