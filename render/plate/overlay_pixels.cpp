#include "render/plate/overlay_pixels.h"

#include "core/base/parallel.h"

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

void put_pixel(const Strip& strip, int column, int row, uint32_t colour, float share) {
  if (row < strip.top || row >= strip.bottom || column < 0 || column >= strip.target.width) return;
  blend(strip.target.row(static_cast<size_t>(row))[column],
        scaled(colour, static_cast<uint32_t>(share + 0.5f)));
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
  const auto* spans = span_.data() + which * static_cast<size_t>(side());
  for (int row = first; row < last; ++row) {
    const int begin = std::max<int>(spans[row][0], -left);
    const int end = std::min<int>(spans[row][1], strip.target.width - left);
    const uint8_t* shares = mask + row * side();
    uint32_t* words = strip.target.row(static_cast<size_t>(up + row)) + left;
    for (int column = begin; column < end; ++column) blend(words[column], scaled(colour, shares[column]));
  }
}

void put_line(const Strip& strip, const PixelLine& line, uint32_t colour) {
  const float dx = line.x1 - line.x0, dy = line.y1 - line.y0;
  const bool steep = std::fabs(dy) > std::fabs(dx);
  const float length = steep ? std::fabs(dy) : std::fabs(dx);
  const int steps = std::max(1, static_cast<int>(length + 0.5f));
  const float share = 1.0f / static_cast<float>(steps);
  for (int k = 1; k <= steps; ++k) {
    const float along = static_cast<float>(k) * share;
    const float x = line.x0 + along * dx - 0.5f, y = line.y0 + along * dy - 0.5f;
    const float force = line.from + along * (line.to - line.from);
    // Across the line the two nearest pixels share the ink.
    const float across = steep ? x : y;
    const float near = std::floor(across);
    const float rest = across - near;
    const int fixed = static_cast<int>(std::floor((steep ? y : x) + 0.5f)), beside = static_cast<int>(near);
    for (int side = 0; side < 2; ++side) {
      const float part = force * (side == 0 ? 1 - rest : rest);
      const int other = beside + side;
      put_pixel(strip, steep ? other : fixed, steep ? fixed : other, colour, part);
    }
  }
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
