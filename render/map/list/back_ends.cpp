#include "render/map/list/back_ends.h"

#include <cairo.h>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "core/base/parallel/parallel.h"
#include "render/map/list/display_list.h"
#include "render/map/list/ground_paint.h"
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

namespace {

void draw_map_mark(const PointSymbols& symbols, const MapMark& mark, const Painter& pen, Vec2 at) {
  if (mark.seat)
    symbols.draw(pen, *mark.point, *mark.seat, at.x, at.y, mark.radius_px);
  else
    symbols.draw(pen, *mark.point, at.x, at.y, mark.scale_px);
}

}  // namespace

void draw_vector(const DisplayList& list, const Painter& pen) {
  const PointSymbols symbols(list.atlas.world, list.atlas.symbols, list.content.palette);
  const double scale = list.window.device_scale;
  for (const MapItem& item : list.items) {
    for (const MapStroke& stroke : item.strokes) draw_stroke(pen.cr, stroke, -1e9, 1e9);
    draw_figures(pen.cr, item, -1e9, 1e9);
    for (const MapMark& mark : item.marks) draw_map_mark(symbols, mark, pen, mark.at_px);
    cairo_save(pen.cr);
    cairo_scale(pen.cr, scale, scale);
    draw_labels(pen, item.labels, item.opacity);
    draw_line_labels(pen, item.line_labels, item.opacity);
    cairo_restore(pen.cr);
  }
}

namespace {

constexpr int kStrip_px = 96;
constexpr int kPhases = 2;  // per axis: symbols stand on half pixels

/// A Cairo context on rows [top, top + rows) of a target, in the target's pixels.
class RowsContext {
 public:
  RowsContext(const PixelTarget& target, int top, int rows)
      : surface_(cairo_image_surface_create_for_data(
            reinterpret_cast<unsigned char*>(target.row(static_cast<size_t>(top))), CAIRO_FORMAT_RGB24,
            target.width, rows, static_cast<int>(4 * target.stride))),
        cr_(cairo_create(surface_)) {
    cairo_translate(cr_, 0, -top);
  }
  ~RowsContext() {
    cairo_destroy(cr_);
    cairo_surface_finish(surface_);
    cairo_surface_destroy(surface_);
  }
  RowsContext(const RowsContext&) = delete;
  RowsContext& operator=(const RowsContext&) = delete;
  cairo_t* get() const { return cr_; }

 private:
  cairo_surface_t* surface_;
  cairo_t* cr_;
};

/// Calls paint(first, last) for strips of rows, side by side.
template <typename Paint>
void each_strip(const PixelTarget& target, const Progress& progress, const Paint& paint) {
  const auto strips = static_cast<size_t>((target.height + kStrip_px - 1) / kStrip_px);
  parallel_for(strips, 1, [&](size_t begin, size_t end) {
    for (size_t strip = begin; strip < end && !progress.cancelled(); ++strip) {
      const int first = static_cast<int>(strip) * kStrip_px;
      paint(first, std::min(first + kStrip_px, target.height));
    }
  });
}

void paint_strokes(const std::vector<MapStroke>& strokes, const PixelTarget& target,
                   const Progress& progress) {
  each_strip(target, progress, [&](int first, int last) {
    const RowsContext rows(target, first, last - first);
    for (const MapStroke& stroke : strokes) draw_stroke(rows.get(), stroke, first, last);
  });
}

void paint_figures(const MapItem& item, const PixelTarget& target, const Progress& progress) {
  each_strip(target, progress, [&](int first, int last) {
    const RowsContext rows(target, first, last - first);
    draw_figures(rows.get(), item, first, last);
  });
}

/// A symbol at one place between pixels: premultiplied words around its middle.
struct Sprite {
  int half = 0;  ///< the middle lies in pixel (half, half)
  int side = 0;
  std::vector<uint32_t> words;
};

Sprite make_sprite(const PointSymbols& symbols, const MapMark& mark, double phase_x, double phase_y) {
  Sprite s;
  s.half = static_cast<int>(std::ceil(mark.radius_px * 1.35 + 4 * mark.scale_px)) + 1;
  s.side = 2 * s.half + 1;
  s.words.assign(static_cast<size_t>(s.side) * static_cast<size_t>(s.side), 0);
  cairo_surface_t* surface = cairo_image_surface_create_for_data(
      reinterpret_cast<unsigned char*>(s.words.data()), CAIRO_FORMAT_ARGB32, s.side, s.side, 4 * s.side);
  cairo_t* cr = cairo_create(surface);
  cairo_translate(cr, s.half + phase_x, s.half + phase_y);
  draw_map_mark(symbols, mark, {cr, nullptr}, {0, 0});
  cairo_destroy(cr);
  cairo_surface_finish(surface);
  cairo_surface_destroy(surface);
  return s;
}

/// dst = src over dst, for premultiplied words over opaque ones.
inline uint32_t over(uint32_t src, uint32_t dst, uint32_t opacity) {
  const uint32_t alpha = (src >> 24) * opacity / 255;
  const auto channel = [&](int shift) {
    const uint32_t s = (src >> shift & 255) * opacity / 255, d = dst >> shift & 255;
    return std::min(s + (d * (255 - alpha) + 127) / 255, 255U) << shift;
  };
  return 0xFF000000U | channel(16) | channel(8) | channel(0);
}

void blit(const Sprite& s, int left, int top, uint32_t opacity, int first_row, int last_row,
          const PixelTarget& target) {
  const int y0 = std::max(top, first_row), y1 = std::min(top + s.side, last_row);
  const int x0 = std::max(left, 0), x1 = std::min(left + s.side, target.width);
  for (int y = y0; y < y1; ++y) {
    const uint32_t* from = &s.words[static_cast<size_t>(y - top) * static_cast<size_t>(s.side)];
    uint32_t* to = target.row(static_cast<size_t>(y));
    for (int x = x0; x < x1; ++x)
      if (const uint32_t word = from[x - left]; word != 0) to[x] = over(word, to[x], opacity);
  }
}

/// Symbols look alike in great numbers: each look is drawn once per place between pixels.
Result<Done> paint_marks(const DisplayList& list, const MapItem& item, const PixelTarget& target,
                         const Progress& progress) {
  struct Placed {
    const Sprite* sprite;
    int left, top;
  };
  const PointSymbols symbols(list.atlas.world, list.atlas.symbols, list.content.palette);
  std::map<std::tuple<SymbolKey, std::optional<SeatClass>, int, int>, Sprite> sprites;
  std::vector<Placed> placed;
  for (const MapMark& mark : item.marks) {
    if (progress.cancelled()) return map_cancelled();
    // In steps of a phase from the left upper corner of the picture.
    const auto sx = static_cast<int>(std::lround(mark.at_px.x * kPhases)),
               sy = static_cast<int>(std::lround(mark.at_px.y * kPhases));
    const int px = (sx % kPhases + kPhases) % kPhases, py = (sy % kPhases + kPhases) % kPhases;
    const auto [at, fresh] =
        sprites.try_emplace({symbol_key(list.atlas.world, *mark.point), mark.seat, px, py});
    if (fresh)
      at->second =
          make_sprite(symbols, mark, static_cast<double>(px) / kPhases, static_cast<double>(py) / kPhases);
    placed.push_back(
        {&at->second, (sx - px) / kPhases - at->second.half, (sy - py) / kPhases - at->second.half});
  }
  const auto strength = static_cast<uint32_t>(std::lround(std::clamp(item.opacity, 0.0, 1.0) * 255));
  each_strip(target, progress, [&](int first, int last) {
    for (const Placed& p : placed)
      if (p.top < last && p.top + p.sprite->side > first)
        blit(*p.sprite, p.left, p.top, strength, first, last, target);
  });
  return Done{};
}

Result<Done> paint_labels(const DisplayList& list, const MapItem& item, const PixelTarget& target,
                          Typesetter* type) {
  const RowsContext rows(target, 0, target.height);
  cairo_scale(rows.get(), list.window.device_scale, list.window.device_scale);
  Painter pen{rows.get(), type};
  if (list.content.medium == Medium::print) pen.hold_letters(kLeastType);
  draw_labels(pen, item.labels, item.opacity);
  draw_line_labels(pen, item.line_labels, item.opacity);
  if (const cairo_status_t status = cairo_status(rows.get()); status != CAIRO_STATUS_SUCCESS)
    return Error{ErrorKind::internal, std::string("map names: ") + cairo_status_to_string(status)};
  return Done{};
}

}  // namespace

Result<Done> paint_raster(const DisplayList& list, const PixelTarget& target, Typesetter* type,
                          const GroundPixels* ground, const Progress& progress) {
  GroundUnder under = GroundUnder::sea;
  for (const MapItem& item : list.items) {
    if (progress.cancelled()) return map_cancelled();
    if (under == GroundUnder::sea || !item.ground.empty())
      paint_ground(list, item.ground, under, ground, target, progress);
    under = GroundUnder::picture;
    if (!item.strokes.empty()) paint_strokes(item.strokes, target, progress);
    if (!item.figures.empty()) paint_figures(item, target, progress);
    if (!item.marks.empty())
      if (auto ok = paint_marks(list, item, target, progress); !ok) return ok.error();
    if (!item.labels.empty() || !item.line_labels.empty())
      if (auto ok = paint_labels(list, item, target, type); !ok) return ok.error();
  }
  if (progress.cancelled()) return map_cancelled();
  return Done{};
}

}  // namespace fw
