#include "render/page/painter.h"

#include <cairo.h>

#include <cassert>
#include <cmath>

namespace fw {

Rgb Painter::on_page(Rgb c) const {
  if (c == fw::colour::kPaper) return page.paper;
  if (c == fw::colour::kInk) return page.ink;
  return c == fw::colour::kInkSoft ? page.soft : c;
}

void Painter::colour(Rgb of_table, double alpha) const {
  const Rgb c = on_page(of_table);
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

namespace {

/// An upright length as the surface has it.
double on_surface(cairo_t* cr, double length) {
  double along = 0, up = length;
  cairo_user_to_device_distance(cr, &along, &up);
  return std::hypot(along, up);
}

}  // namespace

void Painter::hold_letters(double least_size) {
  least_px = on_surface(cr, least_size);
}

void Painter::text(std::string_view text, double x, double baseline, const TextStyle& style, Align align,
                   double max_width) const {
  assert(on_surface(cr, style.size) > 0.999 * least_px && "letters on paper are no smaller than 6 points");
  TextStyle shown = style;
  shown.colour = on_page(style.colour);
  if (style.halo_colour == fw::colour::kWhite) shown.halo_colour = page.halo;
  type->draw(cr, text, x, baseline, shown, align, max_width);
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
