#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/exact/exact_math.h"
#include "render/page/canvas.h"
#include "render/page/page.h"
#include "render/page/painter.h"

// Pixels of overlays: premultiplied 0xAARRGGBB words, painted strip by strip. Private to this room. Symbols
// are stamped from masks made once, or evaluated pixel by pixel; nothing here goes through paths.
namespace fw::overlay {

/// Every byte of a word times share / 255, rounded.
inline uint32_t scaled(uint32_t word, uint32_t share) {
  uint32_t low = (word & 0x00FF00FFu) * share + 0x00800080u;
  low = ((low + ((low >> 8) & 0x00FF00FFu)) >> 8) & 0x00FF00FFu;
  uint32_t high = ((word >> 8) & 0x00FF00FFu) * share + 0x00800080u;
  high = (high + ((high >> 8) & 0x00FF00FFu)) & 0xFF00FF00u;
  return low | high;
}

/// Lays a premultiplied word over another.
inline void blend(uint32_t& under, uint32_t over) {
  under = over + scaled(under, 255 - (over >> 24));
}

/// A premultiplied word taken apart, for laying many shares of it: its four bytes with room between them.
class Ink {
 public:
  explicit Ink(uint32_t word) : spread_(spread(word)), alpha_(word >> 24) {}

  /// Lays share / 255 of the ink over a word: (ink share + word (255 - alpha share / 255)) / 255 for all four
  /// bytes at once.
  void lay(uint32_t& under, uint32_t share) const {
    const uint32_t covered = (alpha_ * share + 127) / 255;
    uint64_t sum = spread_ * share + spread(under) * (255 - covered) + 0x0080008000800080u;
    sum = ((sum + ((sum >> 8) & kLowBytes)) >> 8) & kLowBytes;
    under = static_cast<uint32_t>(sum | sum >> 24);
  }

 private:
  static constexpr uint64_t kLowBytes = 0x00FF00FF00FF00FFu;
  static uint64_t spread(uint32_t word) { return (word | uint64_t{word} << 24) & kLowBytes; }

  uint64_t spread_;
  uint32_t alpha_;
};

/// The premultiplied word of a colour.
inline uint32_t ink(Rgb c, double alpha = 1) {
  const auto byte = [](double v) { return static_cast<uint32_t>(std::clamp(v, 0.0, 1.0) * 255 + 0.5); };
  return scaled(0xFF000000u | byte(c.r) << 16 | byte(c.g) << 8 | byte(c.b), byte(alpha));
}

/// Rows [top, bottom) of a target: what one piece of the work owns.
struct Strip {
  const PixelTarget& target;
  int top = 0;
  int bottom = 0;
};
inline constexpr int kStripRows = 64;

/// Masks of one symbol at quarters of a pixel, and in several directions if it has one.
class Stamp {
 public:
  /// distance(x, y): signed distance in pixels from a point (x right, y down) to the symbol's edge, < 0
  /// inside; the symbol points to the right. `reach`: no part of it lies farther from its centre.
  template <typename Distance>
  Stamp(double reach, int directions, const Distance& distance);

  int reach() const { return half_; }
  int directions() const { return directions_; }
  /// One symbol; direction 0 points right, the others turn clockwise.
  void put(const Strip& strip, float x, float y, uint32_t colour, int direction = 0) const;

 private:
  static constexpr int kQuarters = 4;

  int side() const { return 2 * half_ + 1; }
  size_t mask_at(int direction, int quarter_x, int quarter_y) const {
    return static_cast<size_t>((direction * kQuarters + quarter_y) * kQuarters + quarter_x);
  }

  int half_ = 0;
  int directions_ = 1;
  std::vector<uint8_t> mask_;                 ///< side * side bytes each
  std::vector<std::array<uint8_t, 2>> span_;  ///< of each mask's rows: first and one past the last byte not 0
};

template <typename Distance>
Stamp::Stamp(double reach, int directions, const Distance& distance)
    : half_(static_cast<int>(std::ceil(reach + 0.5))), directions_(directions) {
  const double turn = 6.283185307179586 / directions;
  for (int direction = 0; direction < directions; ++direction) {
    const auto [s, c] = exact::sincos(turn * direction);
    for (int quarter = 0; quarter < kQuarters * kQuarters; ++quarter) {
      const double centre_x = half_ + (quarter % kQuarters + 0.5) / kQuarters;
      const double centre_y = half_ + (quarter / kQuarters + 0.5) / kQuarters;
      for (int row = 0; row < side(); ++row) {
        std::array<uint8_t, 2> span{static_cast<uint8_t>(side()), 0};
        for (int column = 0; column < side(); ++column) {
          const double x = column + 0.5 - centre_x, y = row + 0.5 - centre_y;
          const double cover = std::clamp(0.5 - distance(c * x + s * y, c * y - s * x), 0.0, 1.0);
          mask_.push_back(static_cast<uint8_t>(cover * 255 + 0.5));
          if (mask_.back() == 0) continue;
          span[0] = std::min(span[0], static_cast<uint8_t>(column));
          span[1] = static_cast<uint8_t>(column + 1);
        }
        span_.push_back(span);
      }
    }
  }
}

/// A filled circle's edge.
inline auto disc(double radius) {
  return [radius](double x, double y) { return std::sqrt(x * x + y * y) - radius; };
}
/// Light around a point: no edge, the mask falls from `peak` (0 .. 1) at the centre to 0 at the radius.
inline auto glow(double radius, double peak) {
  return [radius, peak](double x, double y) {
    const double away = std::min(1.0, std::sqrt(x * x + y * y) / radius);
    return 0.5 - peak * (1 - away) * (1 - away);
  };
}
/// An arrow head of that length, its centre of area at the origin.
inline auto dart(double length) {
  return [length](double x, double y) {
    const double back = -0.42 * length - x;
    const double side = (std::fabs(y) - 0.34 * (0.62 * length - x)) * 0.9468;  // 1 / sqrt(1 + 0.34^2)
    return std::max(back, side);
  };
}

/// Premultiplied pictures of one symbol at quarters of a pixel.
class Sprite {
 public:
  /// draw(pen, x, y): paints the symbol with its centre at (x, y); no part of it lies farther away than
  /// `reach`.
  Sprite(double reach, const std::function<void(const Painter& pen, double x, double y)>& draw);
  void put(const Strip& strip, float x, float y) const;

 private:
  static constexpr int kQuarters = 4;
  int side() const { return 2 * half_ + 1; }

  int half_ = 0;
  std::vector<uint32_t> words_;  ///< side * side each, the quarters of a row after one another
};

/// A line one pixel wide from `a` to `b`, its first pixel left out, fading from one strength to another (0 ..
/// 255).
struct PixelLine {
  float x0, y0, x1, y1;
  float from, to;
};
void put_line(const Strip& strip, const PixelLine& line, uint32_t colour);

/// A disc, evaluated pixel by pixel.
void put_disc(const Strip& strip, float x, float y, float radius, uint32_t colour);
/// A ring.
void put_ring(const Strip& strip, float x, float y, float radius, float width, uint32_t colour);
/// A diagonal cross.
void put_cross(const Strip& strip, float x, float y, float reach, float width, uint32_t colour);

/// Calls paint(strip) for strips that cover the target; side by side.
void in_strips(const PixelTarget& target, const std::function<void(const Strip&)>& paint);

}  // namespace fw::overlay
