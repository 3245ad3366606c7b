#include "render/map/map_frame.h"

#include <array>
#include <cmath>

namespace fw {

namespace {

/// Adds a line's points to the path but for those that the straight line past them misses by less than a
/// tenth of a pixel of a plate of 2048.
class PathOf {
 public:
  explicit PathOf(cairo_t* cr) : cr_(cr) {}

  void begin(Vec2 at) {
    end();
    cairo_move_to(cr_, at.x, at.y);
    last_ = at;
    drawing_ = true;
  }
  void go_on(Vec2 at) {
    bool straight = held_ < skipped_.size();
    for (size_t i = 0; i < held_ && straight; ++i) straight = is_on(skipped_[i], at);
    if (!straight) flush();
    skipped_[held_++] = at;
  }
  void end() {
    if (drawing_) flush();
    drawing_ = false;
  }

 private:
  /// True if a point lies near the straight line from the last drawn point to `to`.
  bool is_on(Vec2 point, Vec2 to) const {
    constexpr double kTolerance = 0.07;
    const Vec2 along = to - last_, off = point - last_;
    const double length_2 = along.x * along.x + along.y * along.y;
    const double across = along.x * off.y - along.y * off.x;
    const double ahead = along.x * off.x + along.y * off.y;
    return ahead >= 0 && ahead <= length_2 && across * across <= kTolerance * kTolerance * length_2;
  }
  /// Draws to the latest point.
  void flush() {
    if (held_ == 0) return;
    last_ = skipped_[held_ - 1];
    cairo_line_to(cr_, last_.x, last_.y);
    held_ = 0;
  }

  cairo_t* cr_;
  Vec2 last_;
  std::array<Vec2, 6> skipped_;
  size_t held_ = 0;
  bool drawing_ = false;
};

}  // namespace

void stroke(const Painter& pen, const MapFrame& frame, const Polylines& lines, const LineStyle& style) {
  if (lines.empty() || style.width <= 0) return;
  cairo_new_path(pen.cr);
  // Cairo's coordinates are 24.8 fixed point: nothing far outside the window may reach it.
  const Box reach = frame.box.grown(60);
  PathOf path(pen.cr);
  for (const Polyline& line : lines) {
    bool drawing = false;
    bool whole = true;
    for (const Vec2& p : line.points) {
      const Vec2 at = frame.to_page(p);
      if (!std::isfinite(at.x) || !std::isfinite(at.y) || !reach.holds(at.x, at.y)) {
        drawing = false;
        whole = false;
        continue;
      }
      if (drawing)
        path.go_on(at);
      else
        path.begin(at);
      drawing = true;
    }
    path.end();
    if (line.closed && whole) cairo_close_path(pen.cr);
  }
  cairo_set_line_join(pen.cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(pen.cr, style.dash.empty() ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  cairo_set_line_width(pen.cr, style.width);
  cairo_set_dash(pen.cr, style.dash.data(), static_cast<int>(style.dash.size()), 0);
  pen.colour(style.colour, style.alpha);
  // Sixteen levels instead of 255 at half the cost: on long lines of a 300 DPI plate no eye tells them apart.
  cairo_set_antialias(pen.cr, CAIRO_ANTIALIAS_FAST);
  cairo_stroke(pen.cr);
  cairo_set_antialias(pen.cr, CAIRO_ANTIALIAS_DEFAULT);
  cairo_set_dash(pen.cr, nullptr, 0, 0);
}

}  // namespace fw
