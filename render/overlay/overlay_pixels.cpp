#include "render/overlay/overlay_pixels.h"

#include <cairo.h>

#include "core/base/parallel/parallel.h"

namespace fw::overlay {

namespace {

uint32_t strength(float share) {
  return static_cast<uint32_t>(std::clamp(share, 0.0f, 1.0f) * 255 + 0.5f);
}

/// Calls cover(x, y) -> [0, 1] for the pixel centres of a square around a point, inside the strip.
template <typename Cover>
void put_shape(const Strip& strip, float x, float y, float reach, uint32_t colour, const Cover& cover) {
  const int top = std::max(strip.top, static_cast<int>(std::floor(y - reach)));
  const int bottom = std::min(strip.bottom, static_cast<int>(std::floor(y + reach)) + 1);
  const int left = std::max(0, static_cast<int>(std::floor(x - reach)));
  const int right = std::min(strip.target.width, static_cast<int>(std::floor(x + reach)) + 1);
  for (int row = top; row < bottom; ++row) {
    uint32_t* words = strip.target.row(static_cast<size_t>(row));
    for (int column = left; column < right; ++column) {
      const uint32_t share =
          strength(cover(static_cast<float>(column) + 0.5f - x, static_cast<float>(row) + 0.5f - y));
      if (share > 0) blend(words[column], scaled(colour, share));
    }
  }
}

/// A line in fixed point, 16 bits behind the point: along the axis it advances by a pixel a step.
struct Walk {
  int steps = 1;
  int along = 0, across = 0, force = 0;  ///< of the pixel before the first
  int d_along = 0, d_across = 0, d_force = 0;
};
constexpr int kOne = 1 << 16;

template <bool Steep>
Walk walk_of(const PixelLine& line) {
  const auto fixed = [](float v) { return static_cast<int>(v * kOne); };
  const float dx = line.x1 - line.x0, dy = line.y1 - line.y0;
  Walk w;
  w.steps = std::max(1, static_cast<int>(std::fabs(Steep ? dy : dx) + 0.5f));
  const float share = 1.0f / static_cast<float>(w.steps);
  w.along = fixed(Steep ? line.y0 : line.x0), w.d_along = fixed((Steep ? dy : dx) * share);
  w.across = fixed((Steep ? line.x0 : line.y0) - 0.5f), w.d_across = fixed((Steep ? dx : dy) * share);
  w.force = fixed(line.from), w.d_force = fixed((line.to - line.from) * share);
  return w;
}

/// Across the line the two nearest pixels share the ink. Unchecked where all of it lies inside the strip.
template <bool Steep, bool Checked>
void walk(const Strip& strip, Walk w, const Ink& ink) {
  const auto put = [&](int along, int across, int share) {
    const int column = Steep ? across : along, row = Steep ? along : across;
    if (Checked && (row < strip.top || row >= strip.bottom || column < 0 || column >= strip.target.width))
      return;
    ink.lay(strip.target.row(static_cast<size_t>(row))[column], static_cast<uint32_t>(share));
  };
  for (int k = 0; k < w.steps; ++k) {
    w.along += w.d_along, w.across += w.d_across, w.force += w.d_force;
    const int force = std::max(0, w.force) >> 16;
    const int beyond = (force * ((w.across >> 8) & 255)) >> 8;
    put(w.along >> 16, w.across >> 16, force - beyond);
    put(w.along >> 16, (w.across >> 16) + 1, beyond);
  }
}

template <bool Steep>
void put_line_along(const Strip& strip, const PixelLine& line, uint32_t colour) {
  const auto [left, right] = std::minmax(line.x0, line.x1);
  const auto [top, bottom] = std::minmax(line.y0, line.y1);
  const bool inside = left >= 2 && right < static_cast<float>(strip.target.width) - 2 &&
                      top >= static_cast<float>(strip.top) + 2 &&
                      bottom < static_cast<float>(strip.bottom) - 2;
  const Walk w = walk_of<Steep>(line);
  if (inside)
    walk<Steep, false>(strip, w, Ink(colour));
  else
    walk<Steep, true>(strip, w, Ink(colour));
}

}  // namespace

void Stamp::put(const Strip& strip, float x, float y, uint32_t colour, int direction) const {
  const float floor_x = std::floor(x), floor_y = std::floor(y);
  const int left = static_cast<int>(floor_x) - half_, up = static_cast<int>(floor_y) - half_;
  const int first = std::max(0, strip.top - up), last = std::min(side(), strip.bottom - up);
  if (first >= last || left + side() <= 0 || left >= strip.target.width) return;
  const int quarter_x = std::min(kQuarters - 1, static_cast<int>((x - floor_x) * kQuarters));
  const int quarter_y = std::min(kQuarters - 1, static_cast<int>((y - floor_y) * kQuarters));
  const size_t which = mask_at(direction, quarter_x, quarter_y);
  const uint8_t* mask = mask_.data() + which * static_cast<size_t>(side() * side());
  const Ink ink(colour);
  const auto* spans = span_.data() + which * static_cast<size_t>(side());
  for (int row = first; row < last; ++row) {
    const int begin = std::max<int>(spans[row][0], -left);
    const int end = std::min<int>(spans[row][1], strip.target.width - left);
    const uint8_t* shares = mask + row * side();
    uint32_t* words = strip.target.row(static_cast<size_t>(up + row)) + left;
    for (int column = begin; column < end; ++column) ink.lay(words[column], shares[column]);
  }
}

Sprite::Sprite(double reach, const std::function<void(const Painter& pen, double x, double y)>& draw)
    : half_(static_cast<int>(std::ceil(reach + 0.5))) {
  const auto words = static_cast<size_t>(side() * side());
  words_.assign(words * kQuarters * kQuarters, 0);
  for (int quarter = 0; quarter < kQuarters * kQuarters; ++quarter) {
    cairo_surface_t* surface = cairo_image_surface_create_for_data(
        reinterpret_cast<unsigned char*>(words_.data() + static_cast<size_t>(quarter) * words),
        CAIRO_FORMAT_ARGB32, side(), side(), 4 * side());
    cairo_t* cr = cairo_create(surface);
    draw(Painter{cr, nullptr}, half_ + (quarter % kQuarters + 0.5) / kQuarters,
         half_ + (quarter / kQuarters + 0.5) / kQuarters);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
  }
}

void Sprite::put(const Strip& strip, float x, float y) const {
  const float floor_x = std::floor(x), floor_y = std::floor(y);
  const int left = static_cast<int>(floor_x) - half_, up = static_cast<int>(floor_y) - half_;
  const int first = std::max(0, strip.top - up), last = std::min(side(), strip.bottom - up);
  const int begin = std::max(0, -left), end = std::min(side(), strip.target.width - left);
  if (first >= last || begin >= end) return;
  const int quarter_x = std::min(kQuarters - 1, static_cast<int>((x - floor_x) * kQuarters));
  const int quarter_y = std::min(kQuarters - 1, static_cast<int>((y - floor_y) * kQuarters));
  const uint32_t* picture =
      words_.data() + static_cast<size_t>((quarter_y * kQuarters + quarter_x) * side() * side());
  for (int row = first; row < last; ++row) {
    uint32_t* words = strip.target.row(static_cast<size_t>(up + row)) + left;
    for (int column = begin; column < end; ++column)
      if (const uint32_t over = picture[row * side() + column]; over != 0) blend(words[column], over);
  }
}

void put_line(const Strip& strip, const PixelLine& line, uint32_t colour) {
  // Far outside every picture fixed point would overflow; such a line is not visible.
  constexpr float kFar = 16000;
  for (const float v : {line.x0, line.y0, line.x1, line.y1})
    if (!(std::fabs(v) < kFar)) return;
  if (std::fabs(line.y1 - line.y0) > std::fabs(line.x1 - line.x0))
    put_line_along<true>(strip, line, colour);
  else
    put_line_along<false>(strip, line, colour);
}

void put_disc(const Strip& strip, float x, float y, float radius, uint32_t colour) {
  put_shape(strip, x, y, radius + 1, colour,
            [=](float dx, float dy) { return 0.5f + radius - std::sqrt(dx * dx + dy * dy); });
}

void put_ring(const Strip& strip, float x, float y, float radius, float width, uint32_t colour) {
  put_shape(strip, x, y, radius + width, colour, [=](float dx, float dy) {
    return 0.5f - (std::fabs(std::sqrt(dx * dx + dy * dy) - radius) - 0.5f * width);
  });
}

void put_cross(const Strip& strip, float x, float y, float reach, float width, uint32_t colour) {
  constexpr float kDiagonal = 0.70710678f;
  put_shape(strip, x, y, reach + width, colour, [=](float dx, float dy) {
    const float a = std::fabs(dx + dy) * kDiagonal, b = std::fabs(dx - dy) * kDiagonal;
    const float end = reach - std::max(a, b);
    return std::min(0.5f + end, 0.5f + 0.5f * width - std::min(a, b));
  });
}

void in_strips(const PixelTarget& target, const std::function<void(const Strip&)>& paint) {
  const auto rows = static_cast<size_t>(target.height);
  parallel_for(rows, kStripRows, [&](size_t begin, size_t end) {
    paint({target, static_cast<int>(begin), static_cast<int>(end)});
  });
}

}  // namespace fw::overlay
