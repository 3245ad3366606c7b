#pragma once

#include <string_view>
#include <vector>

#include "render/page/fonts.h"
#include "render/page/page.h"

namespace fw {

/// Upright rectangle on the page, y down, in the painter's units.
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

/// Colours that stand in for those of `colour` on a page whose paper is another.
struct PageInks {
  Rgb paper = colour::kPaper, ink = colour::kInk, soft = colour::kInkSoft;
  Rgb halo = colour::kWhite;  ///< round letters
};

/// The pen: a context in some painter's units and the letters.
struct Painter {
  cairo_t* cr = nullptr;
  Typesetter* type = nullptr;
  double least_px = 0;  ///< size of the smallest letters that may be set, as the surface has it; 0 = any
  PageInks page = {};

  void colour(Rgb c, double alpha = 1) const;
  void rectangle(const Box& b, Rgb c, double alpha = 1) const;
  void outline(const Box& b, Rgb c, double width, double alpha = 1) const;
  void line(double x0, double y0, double x1, double y1, Rgb c, double width, double alpha = 1,
            const std::vector<double>& dash = {}) const;
  void text(std::string_view text, double x, double baseline, const TextStyle& style,
            Align align = Align::left, double max_width = 0) const;
  /// Sets least_px: the size in the units that the context has now.
  void hold_letters(double least_size);
  /// A colour as the page has it.
  Rgb on_page(Rgb c) const;
};

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
