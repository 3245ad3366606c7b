#include "render/overlay/overlay_paint.h"

#include <array>
#include <cassert>

#include "render/overlay/overlay_internal.h"

namespace fw {

namespace {

/// Symbols shrink while they crowd the picture; the sizes that are kept ready.
constexpr std::array<double, 4> kSizes{0.62, 0.8, 1.0, 1.3};
/// About so many agents in a picture of 1000 x 1000 pixels have the middle size.
constexpr double kCrowded = 6000;

constexpr std::array<Rgb, 6> kSpeedStops{Rgb::hex(0x3E5BD8), Rgb::hex(0x2C9BE0), Rgb::hex(0x35CDB4),
                                         Rgb::hex(0x9FE36A), Rgb::hex(0xFFD757), Rgb::hex(0xFFF4CF)};

/// The size at which the symbols inside the picture do not crowd it.
double size_for(const overlay::Pixels& pixels, const MapWindow& window, double scale) {
  const double area = (window.width_px / scale) * (window.height_px / scale);
  const auto inside = static_cast<double>(std::max<size_t>(pixels.inside(window), 1));
  return std::sqrt(kCrowded * area / 1e6 / inside);
}

}  // namespace

OverlayLook look_at_speed(double speed, double scale) {
  OverlayLook look;
  look.scale = scale;
  look.event_s = 0.9 * speed;
  look.glow_s = std::max(3.0, 0.25 * speed);
  return look;
}

Rgb speed_colour(double share) {
  const double at = std::clamp(share, 0.0, 1.0) * (kSpeedStops.size() - 1);
  const auto below = std::min(static_cast<size_t>(at), kSpeedStops.size() - 2);
  return mix(kSpeedStops[below], kSpeedStops[below + 1], at - static_cast<double>(below));
}

Rgb category_colour(Category category) {
  switch (category) {
    case Category::resource:
      return Rgb::hex(0x5CC8FF);
    case Category::wildlife:
      return Rgb::hex(0xB8E986);
    case Category::enemy:
      return Rgb::hex(0xFF9F6B);
    case Category::landmark:
      break;
  }
  return Rgb::hex(0xFFFFFF);
}

namespace overlay {

Brushes::Brushes(double scale)
    : dart(4.2 * scale, 32, overlay::dart(6.6 * scale)),
      dot(2.3 * scale, 1, disc(1.9 * scale)),
      idle(1.7 * scale, 1, disc(1.25 * scale)),
      halo(8 * scale, 1, glow(8 * scale, 0.6)) {}

Pixels::Pixels(const Places& places, const MapWindow& window) : x(places.size()), y(places.size()) {
  const double scale = 1 / window.metres_per_px;
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>((static_cast<double>(places.x_m[i]) - window.west_m) * scale);
    y[i] = static_cast<float>((window.north_m - static_cast<double>(places.y_m[i])) * scale);
  }
}

size_t Pixels::inside(const MapWindow& window) const {
  const auto width = static_cast<float>(window.width_px), height = static_cast<float>(window.height_px);
  size_t count = 0;
  for (size_t i = 0; i < x.size(); ++i) count += x[i] >= 0 && y[i] >= 0 && x[i] < width && y[i] < height;
  return count;
}

}  // namespace overlay

struct OverlayPainter::State {
  OverlayLook look;
  std::vector<overlay::Brushes> brushes;  ///< as in kSizes

  const overlay::Brushes& for_room(double room) const {
    size_t best = 0;
    while (best + 1 < kSizes.size() && kSizes[best + 1] <= room) ++best;
    return brushes[best];
  }
};

OverlayPainter::OverlayPainter(const OverlayLook& look) : state_(std::make_unique<State>()) {
  state_->look = look;
  for (const double size : kSizes) state_->brushes.emplace_back(size * look.scale);
}
OverlayPainter::~OverlayPainter() = default;
OverlayPainter::OverlayPainter(OverlayPainter&&) noexcept = default;
OverlayPainter& OverlayPainter::operator=(OverlayPainter&&) noexcept = default;

const OverlayLook& OverlayPainter::look() const {
  return state_->look;
}

void OverlayPainter::paint(const Overlay& overlay, const MapWindow& window, const PixelTarget& target) const {
  assert(window.width_px == target.width && window.height_px == target.height);
  const overlay::Painting painting{state_->look, window, target};
  const auto brushes = [&](const Places& places) -> const overlay::Brushes& {
    return state_->for_room(size_for(overlay::Pixels(places, window), window, state_->look.scale));
  };
  std::visit(
      [&](const auto& content) {
        overlay::paint_content(content, overlay.clock, painting, brushes(overlay::symbols_of(content)));
      },
      overlay.content);
}

void mute_map(double saturation, double lightness, Rgb shade, const PixelTarget& target) {
  const auto fixed = [](double v) { return static_cast<int>(v * 256 + 0.5); };
  const int keep = fixed(saturation), light = fixed(lightness);
  const int base[3] = {fixed(shade.r * (1 - lightness) * 255), fixed(shade.g * (1 - lightness) * 255),
                       fixed(shade.b * (1 - lightness) * 255)};
  overlay::in_strips(target, [&](const overlay::Strip& strip) {
    for (int row = strip.top; row < strip.bottom; ++row) {
      uint32_t* words = target.row(static_cast<size_t>(row));
      for (int column = 0; column < target.width; ++column) {
        const uint32_t word = words[column];
        const int parts[3] = {static_cast<int>(word >> 16 & 255), static_cast<int>(word >> 8 & 255),
                              static_cast<int>(word & 255)};
        const int grey = (77 * parts[0] + 151 * parts[1] + 28 * parts[2]) >> 8;
        uint32_t out = 0xFF000000u;
        for (int k = 0; k < 3; ++k) {
          const int dull = (grey * (256 - keep) + parts[k] * keep) >> 8;
          const int value = std::clamp((dull * light + base[k] + 128) >> 8, 0, 255);
          out |= static_cast<uint32_t>(value) << (16 - 8 * k);
        }
        words[column] = out;
      }
    }
  });
}

void mute_map(const PixelTarget& target) {
  mute_map(kMapSaturation, kMapLight, overlay_colour::kNight, target);
}

}  // namespace fw
