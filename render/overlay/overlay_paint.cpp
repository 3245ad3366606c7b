#include "render/overlay/overlay_paint.h"

#include <array>
#include <cassert>
#include <span>

#include "core/model/colour/palette.h"
#include "core/model/template/vocabulary.h"
#include "render/overlay/overlay_internal.h"

namespace fw {

namespace {

/// Symbols shrink while they crowd the picture; the sizes that are kept ready.
constexpr std::array<double, 4> kSizes{0.62, 0.8, 1.0, 1.3};
/// About so many agents in a picture of 1000 x 1000 pixels have the middle size.
constexpr double kCrowded = 6000;

constexpr std::array<Rgb, 6> kSpeedStops{Rgb::hex(0x7C93F0), Rgb::hex(0x58B2EC), Rgb::hex(0x45D2B6),
                                         Rgb::hex(0x9FE36A), Rgb::hex(0xFFD757), Rgb::hex(0xFFF4CF)};

constexpr std::array<Rgb, 5> kHeadsStops{Rgb::hex(0x1C1044), Rgb::hex(0x6A1C6E), Rgb::hex(0xB93556),
                                         Rgb::hex(0xF07A2B), Rgb::hex(0xFBE57A)};

/// The size at which the symbols inside the picture do not crowd it.
double size_for(const overlay::Pixels& pixels, const MapWindow& window, double scale) {
  const double area = (window.width_px / scale) * (window.height_px / scale);
  const auto inside = static_cast<double>(std::max<size_t>(pixels.inside(window), 1));
  return std::sqrt(kCrowded * area / 1e6 / inside);
}

Rgb on_scale(std::span<const Rgb> stops, double share) {
  const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
  const auto below = std::min(static_cast<size_t>(at), stops.size() - 2);
  return mix(stops[below], stops[below + 1], at - static_cast<double>(below));
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
  return on_scale(kSpeedStops, share);
}

Rgb heads_colour(double share) {
  return on_scale(kHeadsStops, share);
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

Rgb mood_colour(Mood mood) {
  switch (mood) {
    case Mood::curious:
      return Rgb::hex(0x3FA0F0);
    case Mood::alert:
      return Rgb::hex(0xFFE97A);
    case Mood::combat:
      return Rgb::hex(0xFF5A3C);
    case Mood::flee:
      return Rgb::hex(0xF6D8FF);
    case Mood::calm:
      break;
  }
  return Rgb::hex(0x6B7888);
}

Rgb post_colour(Post post) {
  switch (post) {
    case Post::face:
      return Rgb::hex(0xFFB347);
    case Post::flank:
      return Rgb::hex(0x5FC3F5);
    case Post::support:
      return Rgb::hex(0xE9F2B0);
    case Post::rest:
      break;
  }
  return Rgb::hex(0x76859A);
}

std::vector<Rgb> goal_colours(size_t goals) {
  // Bright on the muted map; more goals than these share out the safe palette.
  static constexpr std::array<uint32_t, 6> kBright{0xFDBC06, 0x9088FF, 0xD2E9B0,
                                                   0xF26C64, 0xFFE3FF, 0x06BDAB};
  if (goals <= kBright.size()) {
    std::vector<Rgb> colours;
    for (size_t k = 0; k < goals; ++k) colours.push_back(Rgb::hex(kBright[k]));
    return colours;
  }
  Vocabulary rows;
  rows.factions.resize(goals);
  return make_palette(rows, kPaletteSlugs[1]).faction;
}

namespace overlay {

MarkSprites::MarkSprites(std::shared_ptr<const ClassMarks> marks, double scale)
    : marks_(std::move(marks)), scale_(scale) {}

const Sprite* MarkSprites::find(const EcologyClass& cls) const {
  const ClassMark* mark = find_mark(*marks_, cls.category, cls.slug);
  if (mark == nullptr) return nullptr;
  const std::lock_guard lock(mutex_);
  auto at = made_.find(mark);
  if (at == made_.end()) {
    const double reach = (1.35 * resource_radius(mark->tier) + 2.5) * scale_;  // with corners and rims
    at = made_
             .emplace(mark, Sprite(reach, [&](const Painter& pen, double x,
                                              double y) { draw_class_mark(pen, *mark, x, y, scale_); }))
             .first;
  }
  return &at->second;
}

Brushes::Brushes(double scale, const std::shared_ptr<const ClassMarks>& class_marks)
    : dart(4.2 * scale, 32, overlay::dart(6.6 * scale)),
      dot(2.3 * scale, 1, disc(1.9 * scale)),
      idle(1.7 * scale, 1, disc(1.25 * scale)),
      halo(8 * scale, 1, glow(8 * scale, 0.6)),
      marks(std::make_unique<const MarkSprites>(class_marks, scale)) {}

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

OverlayPainter::OverlayPainter(const OverlayLook& look, ClassMarks marks)
    : state_(std::make_unique<State>()) {
  state_->look = look;
  const auto shared = std::make_shared<const ClassMarks>(std::move(marks));
  for (const double size : kSizes) state_->brushes.emplace_back(size * look.scale, shared);
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

}  // namespace fw
