#include "render/page/painter.h"

#include <cairo.h>

namespace fw {

void Painter::colour(Rgb c, double alpha) const {
  cairo_set_source_rgba(cr, c.r, c.g, c.b, alpha);
}

void Painter::rectangle(const Box& b, Rgb c, double alpha) const {
  colour(c, alpha);
  cairo_new_path(cr);
  cairo_rectangle(cr, b.x0, b.y0, b.width(), b.height());
  cairo_fill(cr);
}

void Painter::outline(const Box& b, Rgb c, double width, double alpha) const {
  colour(c, alpha);
  cairo_new_path(cr);
  cairo_set_line_width(cr, width);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_MITER);
  cairo_set_dash(cr, nullptr, 0, 0);
  cairo_rectangle(cr, b.x0, b.y0, b.width(), b.height());
  cairo_stroke(cr);
}

void Painter::line(double x0, double y0, double x1, double y1, Rgb c, double width, double alpha,
                   const std::vector<double>& dash) const {
  colour(c, alpha);
  cairo_new_path(cr);
  cairo_set_line_width(cr, width);
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash(cr, dash.data(), static_cast<int>(dash.size()), 0);
  cairo_move_to(cr, x0, y0);
  cairo_line_to(cr, x1, y1);
  cairo_stroke(cr);
}

ClipTo::ClipTo(const Painter& pen, const Box& box) : cr_(pen.cr) {
  cairo_save(cr_);
  cairo_new_path(cr_);
  cairo_rectangle(cr_, box.x0, box.y0, box.width(), box.height());
  cairo_clip(cr_);
}
ClipTo::~ClipTo() {
  cairo_restore(cr_);
}

}  // namespace fw
