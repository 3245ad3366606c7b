#include "render/map/list/vector.h"

#include <cairo.h>

#include "render/map/marks/point_symbol.h"

namespace fw {

void draw_stroke(cairo_t* cr, const MapStroke& s, double top, double bottom) {
  const double margin = s.width_px / 2 + 2;
  bool any = false, before = false;
  cairo_new_path(cr);
  for (const PixelLines::Piece& piece : s.lines->pieces) {
    const bool here = piece.bottom + margin >= top && piece.top - margin <= bottom;
    if (here) {
      const std::vector<Vec2>& p = s.lines->points;
      if (!(before && piece.joined)) cairo_move_to(cr, p[piece.first].x, p[piece.first].y);
      for (size_t i = piece.first + 1; i <= piece.last; ++i) cairo_line_to(cr, p[i].x, p[i].y);
      if (piece.closes) cairo_close_path(cr);
      any = true;
    }
    before = here;
  }
  if (!any) return;
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(cr, s.dashed ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width(cr, s.width_px);
  cairo_set_source_rgba(cr, s.colour.r, s.colour.g, s.colour.b, s.alpha);
  // Sixteen levels instead of 255 at half the cost: on thin lines no eye tells them apart.
  cairo_set_antialias(cr, CAIRO_ANTIALIAS_FAST);
  cairo_stroke(cr);
  cairo_set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
}

void draw_figures(cairo_t* cr, const MapItem& item, double top, double bottom) {
  if (item.figures.empty() || item.opacity <= 0) return;
  // As one picture: where bands meet, a share of them must not count twice.
  if (item.opacity < 1) cairo_push_group(cr);
  for (const MapFigure& figure : item.figures) draw_figure(cr, figure, top, bottom);
  if (item.opacity < 1) {
    cairo_pop_group_to_source(cr);
    cairo_paint_with_alpha(cr, item.opacity);
  }
}

void draw_vector(const DisplayList& list, const Painter& pen) {
  const PointSymbols symbols(list.atlas.world, list.atlas.symbols, list.content.palette);
  const double scale = list.window.device_scale;
  for (const MapItem& item : list.items) {
    for (const MapStroke& stroke : item.strokes) draw_stroke(pen.cr, stroke, -1e9, 1e9);
    draw_figures(pen.cr, item, -1e9, 1e9);
    for (const MapMark& mark : item.marks)
      symbols.draw(pen, *mark.point, mark.at_px.x, mark.at_px.y, mark.scale_px);
    cairo_save(pen.cr);
    cairo_scale(pen.cr, scale, scale);
    draw_labels(pen, item.labels, item.opacity);
    draw_line_labels(pen, item.line_labels, item.opacity);
    cairo_restore(pen.cr);
  }
}

}  // namespace fw
