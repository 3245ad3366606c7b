#pragma once

#include <cairo.h>

#include <vector>

#include "core/base/geometry.h"
#include "render/plate/fonts.h"
#include "render/plate/outline.h"
#include "render/plate/palette.h"

namespace fw {

/// Upright rectangle on the page, y down, in plate units.
struct Box {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  static Box around(double x, double y, double radius) {
    return {x - radius, y - radius, x + radius, y + radius};
  }
  double width() const { return x1 - x0; }
  double height() const { return y1 - y0; }
  bool intersects(const Box& b) const { return x0 < b.x1 && b.x0 < x1 && y0 < b.y1 && b.y0 < y1; }
  bool holds(const Box& b) const { return b.x0 >= x0 && b.y0 >= y0 && b.x1 <= x1 && b.y1 <= y1; }
  bool holds(double x, double y) const { return x >= x0 && x <= x1 && y >= y0 && y <= y1; }
  Box grown(double by) const { return {x0 - by, y0 - by, x1 + by, y1 + by}; }
};

/// Where a square of the island lies on the page.
struct MapFrame {
  double west_m = 0;
  double south_m = 0;
  double side_m = 1;
  Box box;

  double units_per_m() const { return box.width() / side_m; }
  /// Page position, as x right and y down.
  Vec2 to_page(Vec2 m) const {
    return {box.x0 + (m.x - west_m) * units_per_m(), box.y1 - (m.y - south_m) * units_per_m()};
  }
  bool holds(Vec2 m, double inside_m = 0) const {
    return m.x >= west_m + inside_m && m.y >= south_m + inside_m && m.x <= west_m + side_m - inside_m &&
           m.y <= south_m + side_m - inside_m;
  }
};

/// The pen: a context in plate units and the letters.
struct Painter {
  cairo_t* cr = nullptr;
  Typesetter* type = nullptr;

  void colour(Rgb c, double alpha = 1) const { cairo_set_source_rgba(cr, c.r, c.g, c.b, alpha); }
  void rectangle(const Box& b, Rgb c, double alpha = 1) const;
  void outline(const Box& b, Rgb c, double width, double alpha = 1) const;
  void line(double x0, double y0, double x1, double y1, Rgb c, double width, double alpha = 1) const;
  void text(std::string_view text, double x, double baseline, const TextStyle& style,
            Align align = Align::left, double max_width = 0) const {
    type->draw(cr, text, x, baseline, style, align, max_width);
  }
};

struct LineStyle {
  double width = 1;
  Rgb colour;
  double alpha = 1;
  std::vector<double> dash;
};

/// Strokes all lines as one path: where they meet, transparent ink does not add up.
void stroke(const Painter& pen, const MapFrame& frame, const Polylines& lines, const LineStyle& style);

/// Restricts drawing to a rectangle while it lives.
class ClipTo {
 public:
  ClipTo(const Painter& pen, const Box& box);
  ~ClipTo();
  ClipTo(const ClipTo&) = delete;
  ClipTo& operator=(const ClipTo&) = delete;

 private:
  cairo_t* cr_;
};

}  // namespace fw
