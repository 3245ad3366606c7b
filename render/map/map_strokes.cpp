#include "render/map/map_strokes.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/parallel/parallel.h"

namespace fw {
namespace {

constexpr int kStrip_px = 96;
constexpr size_t kPieceVertices = 24;
constexpr double kReach_px = 48;       // a stroke's width and the curve of a smoothed line stay inside
constexpr double kLeastStep_px = 0.6;  // vertices closer than this are not told apart

/// A run of pixel vertices and how far along its whole line it begins, pixels.
struct Run {
  std::vector<Vec2> points;
  double along = 0;
  bool closed = false;
};

struct Reach {
  double x0, y0, x1, y1;
  bool crosses(Vec2 a, Vec2 b) const {
    return std::max(a.x, b.x) >= x0 && std::min(a.x, b.x) <= x1 && std::max(a.y, b.y) >= y0 &&
           std::min(a.y, b.y) <= y1;
  }
};

double length(Vec2 a, Vec2 b) {
  return std::sqrt(squared_distance(a, b));
}

/// The stretches of a line whose segments come near the window.
void cut(const Polyline& line, const MapWindow& window, const Reach& reach, std::vector<Run>& runs) {
  const size_t n = line.points.size(), segments = line.closed ? n : n - 1;
  if (n < 2) return;
  Run run;
  double along = 0;
  bool whole = true;
  Vec2 a = window.to_px(line.points[0]);
  for (size_t i = 0; i < segments; ++i) {
    const Vec2 b = window.to_px(line.points[(i + 1) % n]);
    if (reach.crosses(a, b)) {
      if (run.points.empty()) {
        run.points.push_back(a);
        run.along = along;
      }
      if (squared_distance(run.points.back(), b) >= kLeastStep_px * kLeastStep_px || i + 1 == segments)
        run.points.push_back(b);
    } else {
      whole = false;
      if (run.points.size() > 1) runs.push_back(std::move(run));
      run = {};
    }
    along += length(a, b);
    a = b;
  }
  if (run.points.size() < 2) return;
  run.closed = line.closed && whole;
  if (run.closed && run.points.size() > 2) run.points.pop_back();
  runs.push_back(std::move(run));
}

/// Corner cutting (Chaikin 1974), ends kept: a line of few cells across is a curve on the screen, not a
/// polygon.
void smooth(Run& run, int passes) {
  for (; passes > 0 && run.points.size() > 2; --passes) {
    const std::vector<Vec2>& in = run.points;
    std::vector<Vec2> out;
    out.reserve(2 * in.size());
    if (!run.closed) out.push_back(in.front());
    for (size_t i = 0; i < (run.closed ? in.size() : in.size() - 1); ++i) {
      const Vec2 a = in[i], b = in[(i + 1) % in.size()];
      if (run.closed || i > 0) out.push_back(a * 0.75 + b * 0.25);
      if (run.closed || i + 2 < in.size()) out.push_back(a * 0.25 + b * 0.75);
    }
    if (!run.closed) out.push_back(in.back());
    run.points = std::move(out);
  }
}

/// Cuts a run into its dashes.
void dash_run(const Run& run, const std::vector<double>& dash, std::vector<Run>& out) {
  double period = 0;
  for (const double d : dash) period += d;
  double left = std::fmod(run.along, period);
  size_t at = 0;
  while (left >= dash[at]) {
    left -= dash[at];
    at = (at + 1) % dash.size();
  }
  double rest = dash[at] - left;  // of the dash or gap we are in
  Run piece;
  if (at % 2 == 0) piece.points.push_back(run.points.front());
  const size_t n = run.points.size();
  for (size_t i = 0; i + 1 < n + (run.closed ? 1 : 0); ++i) {
    Vec2 a = run.points[i];
    const Vec2 b = run.points[(i + 1) % n];
    double todo = length(a, b);
    while (todo > rest) {
      a = a + (b - a) * (rest / todo);
      todo -= rest;
      if (at % 2 == 0) {
        piece.points.push_back(a);
        out.push_back(std::move(piece));
        piece = {};
      } else {
        piece.points.push_back(a);
      }
      at = (at + 1) % dash.size();
      rest = dash[at];
    }
    rest -= todo;
    if (at % 2 == 0) piece.points.push_back(b);
  }
  if (piece.points.size() > 1) out.push_back(std::move(piece));
}

void add_pieces(const Run& run, PixelLines& lines) {
  const size_t first = lines.points.size();
  lines.points.insert(lines.points.end(), run.points.begin(), run.points.end());
  if (run.closed) lines.points.push_back(run.points.front());
  const size_t last = lines.points.size() - 1;
  for (size_t from = first; from < last; from += kPieceVertices) {
    PixelLines::Piece piece{from, std::min(from + kPieceVertices, last), from > first, false, 1e9, -1e9};
    for (size_t i = piece.first; i <= piece.last; ++i) {
      piece.top = std::min(piece.top, lines.points[i].y);
      piece.bottom = std::max(piece.bottom, lines.points[i].y);
    }
    piece.closes = run.closed && from == first && piece.last == last;
    lines.pieces.push_back(piece);
  }
}

/// One stroke over all strips.
struct Stroke {
  const PixelLines* lines = nullptr;
  Rgb colour;
  double alpha = 1;
  double width_px = 1;
  bool dashed = false;
};

void stroke_strip(cairo_t* cr, const Stroke& s, double top, double bottom) {
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
  cairo_stroke(cr);
}

void paint_strokes(const std::vector<Stroke>& strokes, const MapWindow& window, std::span<uint32_t> argb,
                   const Progress& progress) {
  const auto strips = static_cast<size_t>((window.height_px + kStrip_px - 1) / kStrip_px);
  parallel_for(strips, 1, [&](size_t begin, size_t end) {
    for (size_t strip = begin; strip < end && !progress.cancelled(); ++strip) {
      const int top = static_cast<int>(strip) * kStrip_px, rows = std::min(kStrip_px, window.height_px - top);
      uint32_t* at = &argb[static_cast<size_t>(top) * static_cast<size_t>(window.width_px)];
      cairo_surface_t* surface =
          cairo_image_surface_create_for_data(reinterpret_cast<unsigned char*>(at), CAIRO_FORMAT_ARGB32,
                                              window.width_px, rows, 4 * window.width_px);
      cairo_t* cr = cairo_create(surface);
      cairo_translate(cr, 0, -top);
      cairo_set_antialias(cr, CAIRO_ANTIALIAS_FAST);
      for (const Stroke& s : strokes) stroke_strip(cr, s, top, top + rows);
      cairo_destroy(cr);
      cairo_surface_finish(surface);
      cairo_surface_destroy(surface);
    }
  });
}

}  // namespace

PixelLines pixel_lines(const Polylines& lines, const MapWindow& window, double cell_m,
                       const std::vector<double>& dash) {
  const Reach reach{-kReach_px, -kReach_px, window.width_px + kReach_px, window.height_px + kReach_px};
  std::vector<Run> runs;
  for (const Polyline& line : lines) cut(line, window, reach, runs);
  const double cell_px = cell_m / window.metres_per_px;
  const int passes = cell_px > 20 ? 3 : cell_px > 9 ? 2 : cell_px > 3 ? 1 : 0;
  for (Run& run : runs) smooth(run, passes);
  if (!dash.empty()) {
    std::vector<Run> dashes;
    for (const Run& run : runs) dash_run(run, dash, dashes);
    runs = std::move(dashes);
  }
  PixelLines out;
  for (const Run& run : runs)
    if (run.points.size() > 1) add_pieces(run, out);
  return out;
}

bool is_lines(MapLayer layer) {
  return layer >= MapLayer::contours && layer <= MapLayer::coast;
}

namespace {

/// Collects the strokes of one layer; lines are shared by the strokes drawn on them.
class LayerStrokes {
 public:
  LayerStrokes(const Atlas& atlas, const MapWindow& window, double opacity)
      : atlas_(atlas), window_(window), opacity_(opacity) {
    strokes.reserve(16);
  }
  /// Dash in units.
  const PixelLines* lines(const Polylines& of, std::vector<double> dash = {}) {
    for (double& d : dash) d *= window_.device_scale;
    held_.push_back(std::make_unique<PixelLines>(pixel_lines(of, window_, atlas_.world.grid.cell_m, dash)));
    return held_.back().get();
  }
  void add(const PixelLines* of, double width, Rgb colour, double alpha, bool dashed = false) {
    strokes.push_back({of, colour, alpha * opacity_, width * window_.device_scale, dashed});
  }
  std::vector<Stroke> strokes;

 private:
  const Atlas& atlas_;
  const MapWindow& window_;
  double opacity_;
  std::vector<std::unique_ptr<PixelLines>> held_;
};

void danger_outlines(LayerStrokes& out, const Atlas& atlas, const Palette& palette) {
  constexpr std::array<double, 3> kWidth{1.5, 1.8, 2.2};
  for (size_t k = 0; k < 3; ++k) {
    const PixelLines* lines = out.lines(atlas.danger_line[k]);
    out.add(lines, kWidth[k] + 2, colour::kWhite, 0.65);
    if (k == 0) {
      const PixelLines* dashes = out.lines(atlas.danger_line[k], {8, 4});
      out.add(dashes, kWidth[k], palette.danger_line[k], 1, true);
    } else {
      out.add(lines, kWidth[k], palette.danger_line[k], 1);
    }
  }
}

void faction_borders(LayerStrokes& out, const Atlas& atlas, const Palette& palette) {
  std::array<const PixelLines*, kFactions> lines{};
  for (size_t k = 0; k < kFactions; ++k) lines[k] = out.lines(atlas.faction_border[k]);
  for (size_t k = 0; k < kFactions; ++k) out.add(lines[k], 4.0, colour::kWhite, 0.5);
  for (size_t k = 0; k < kFactions; ++k) out.add(lines[k], 2.0, palette.faction_dark[k], 0.95);
}

}  // namespace

void paint_lines(const Atlas& atlas, const Palette& palette, const ViewLayer& layer, const MapWindow& window,
                 std::span<uint32_t> argb, const Progress& progress) {
  LayerStrokes out(atlas, window, std::clamp(layer.opacity, 0.0, 1.0));
  const Rgb earth = Rgb::hex(0x6B5A45);
  switch (layer.layer) {
    case MapLayer::contours:
      // Finer steps only where there is room for them.
      if (atlas.contour_step_m > 0 && window.metres_per_px / window.device_scale < 6)
        out.add(out.lines(atlas.contour), 0.6, earth, 0.42);
      out.add(out.lines(atlas.index_contour), 0.9, earth, 0.5);
      break;
    case MapLayer::biome_border:
      out.add(out.lines(atlas.biome_border), 0.9, Rgb::hex(0x5B5A50), 0.45);
      break;
    case MapLayer::danger_border:
      out.add(out.lines(atlas.danger_border), 1.1, Rgb::hex(0x5A4A44), 0.65);
      break;
    case MapLayer::region_border:
      out.add(out.lines(atlas.region_border, {7, 3, 1.6, 3}), 1.3, Rgb::hex(0x4C4A46), 0.8, true);
      break;
    case MapLayer::tracks:
      out.add(out.lines(atlas.track), 2.8, colour::kWhite, 0.55);
      out.add(out.lines(atlas.track, {5, 3.2}), 1.25, Rgb::hex(0x7A6248), 0.9, true);
      break;
    case MapLayer::danger_outline:
      danger_outlines(out, atlas, palette);
      break;
    case MapLayer::faction_border:
      faction_borders(out, atlas, palette);
      break;
    default:
      out.add(out.lines(atlas.coast), 1.2, colour::kCoast, 1);
      break;
  }
  paint_strokes(out.strokes, window, argb, progress);
}

}  // namespace fw
