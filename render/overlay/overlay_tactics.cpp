#include <numeric>

#include "core/base/exact/exact_math.h"
#include "render/overlay/overlay_internal.h"

// Agents with moods, and squads round their targets.
namespace fw::overlay {

namespace {

/// From this radius in pixels on, bodies are drawn as large as they are.
constexpr double kBody_px = 3;
/// A target's front is drawn as far as this many radii of a body, and to both sides of its facing.
constexpr double kFront_bodies = 25, kFront_rad = 1.0471975511965976;
constexpr double kLeastSlotLine_m = 1.5;

/// The radius of bodies in pixels; 0 = symbols stand for them.
float body_px(float radius_m, const Painting& painting) {
  const double px = static_cast<double>(radius_m) / painting.window.metres_per_px;
  return px > kBody_px * painting.look.scale ? static_cast<float>(px) : 0.0f;
}

/// A body with its heading, true to scale, or its symbol.
void put_body(const Strip& strip, float x, float y, float radius_px, uint8_t direction,
              const Brushes& brushes, uint32_t colour) {
  if (radius_px <= 0) return brushes.dart.put(strip, x, y, colour, direction);
  put_ring(strip, x, y, radius_px / 2, radius_px, colour);
  const exact::SinCos turn = exact::sincos(6.283185307179586 * direction / brushes.dart.directions());
  const auto c = static_cast<float>(turn.cos), s = static_cast<float>(turn.sin);
  put_line(strip, {x, y, x + 1.6f * radius_px * c, y + 1.6f * radius_px * s, 255, 255},
           ink(overlay_colour::kStarted));
}

/// Agents of which any ink may reach a strip.
std::vector<uint32_t> in_reach(const Strip& strip, const Pixels& p, float reach) {
  std::vector<uint32_t> here;
  const float top = static_cast<float>(strip.top) - reach, bottom = static_cast<float>(strip.bottom) + reach;
  for (size_t i = 0; i < p.y.size(); ++i)
    if (p.y[i] >= top && p.y[i] <= bottom) here.push_back(static_cast<uint32_t>(i));
  return here;
}

void put_stimuli(const Strip& strip, const MoodOverlay& moods, const Painting& painting) {
  const auto scale = static_cast<float>(painting.look.scale);
  for (const OverlayStimulus& s : moods.stimuli) {
    const Vec2 at = painting.window.to_px({static_cast<double>(s.x_m), static_cast<double>(s.y_m)});
    const auto x = static_cast<float>(at.x), y = static_cast<float>(at.y);
    const auto radius = static_cast<float>(static_cast<double>(s.radius_m) / painting.window.metres_per_px);
    const uint32_t colour = ink(s.damage ? overlay_colour::kKilled : overlay_colour::kStarted, 0.9);
    put_ring(strip, x, y, radius, 1.4f * scale, colour);
    put_cross(strip, x, y, 4 * scale, 1.4f * scale, colour);
  }
}

/// The front of a target as two lines.
void put_front(const Strip& strip, float x, float y, double facing_x, double facing_y, double length_px) {
  for (const double side : {-kFront_rad, kFront_rad}) {
    const exact::SinCos turn = exact::sincos(side);
    // y runs down on the picture.
    const double dx = facing_x * turn.cos - facing_y * turn.sin,
                 dy = facing_x * turn.sin + facing_y * turn.cos;
    put_line(strip,
             {x, y, x + static_cast<float>(dx * length_px), y - static_cast<float>(dy * length_px), 190, 40},
             ink(overlay_colour::kPlayer));
  }
}

}  // namespace

void paint_content(const MoodOverlay& moods, const OverlayClock&, const Painting& painting,
                   const Brushes& brushes) {
  const Pixels p(*moods.agents, painting.window), players(moods.players, painting.window);
  const float radius = body_px(moods.radius_m, painting);
  std::array<uint32_t, kMoods> inks{};
  for (size_t k = 0; k < kMoods; ++k) inks[k] = ink(mood_colour(static_cast<Mood>(k)), k == 0 ? 0.8 : 1);
  std::vector<uint8_t> direction(p.x.size());
  for (size_t i = 0; i < direction.size(); ++i)
    direction[i] = direction_of(moods.heading_x[i], moods.heading_y[i], brushes.dart.directions());
  const float reach = static_cast<float>(brushes.halo.reach()) + 2 * radius + 2;
  in_strips(painting.target, [&](const Strip& strip) {
    const std::vector<uint32_t> here = in_reach(strip, p, reach);
    for (const uint32_t i : here)
      if (moods.alarm[i] > 0)
        brushes.halo.put(strip, p.x[i], p.y[i],
                         ink(overlay_colour::kKilled, 0.25 + 0.45 * static_cast<double>(moods.alarm[i])));
    // The calm below all others.
    for (const uint32_t i : here)
      if (moods.mood[i] == 0) put_body(strip, p.x[i], p.y[i], radius, direction[i], brushes, inks[0]);
    for (const uint32_t i : here)
      if (moods.mood[i] != 0)
        put_body(strip, p.x[i], p.y[i], radius, direction[i], brushes, inks[moods.mood[i]]);
    put_stimuli(strip, moods, painting);
    put_players(strip, players, painting, brushes);
  });
}

void paint_content(const SquadOverlay& squads, const OverlayClock&, const Painting& painting,
                   const Brushes& brushes) {
  const Pixels p(*squads.agents, painting.window), place(squads.place, painting.window),
      targets(squads.targets, painting.window);
  const float radius = body_px(squads.radius_m, painting);
  std::array<uint32_t, kPostSlugs.size()> inks{}, faint{};
  for (size_t k = 0; k < inks.size(); ++k) {
    inks[k] = ink(post_colour(static_cast<Post>(k)));
    faint[k] = ink(post_colour(static_cast<Post>(k)), 0.5);
  }
  const uint32_t home = ink(post_colour(Post::rest), 0.8);
  const double front_px =
      std::max(10 * painting.look.scale,
               kFront_bodies * static_cast<double>(squads.radius_m) / painting.window.metres_per_px);
  const auto line_px = static_cast<float>(kLeastSlotLine_m / painting.window.metres_per_px);
  std::vector<uint8_t> direction(p.x.size());
  for (size_t i = 0; i < direction.size(); ++i)
    direction[i] = direction_of(squads.heading_x[i], squads.heading_y[i], brushes.dart.directions());
  in_strips(painting.target, [&](const Strip& strip) {
    for (size_t t = 0; t < targets.x.size(); ++t)
      put_front(strip, targets.x[t], targets.y[t], static_cast<double>(squads.facing_x[t]),
                static_cast<double>(squads.facing_y[t]), front_px);
    for (size_t i = 0; i < p.x.size(); ++i) {
      const float dx = place.x[i] - p.x[i], dy = place.y[i] - p.y[i];
      if (squads.engaged[i] == 0 || dx * dx + dy * dy < line_px * line_px) continue;
      put_line(strip, {p.x[i], p.y[i], place.x[i], place.y[i], 150, 30}, faint[squads.post[i]]);
    }
    const std::vector<uint32_t> here =
        in_reach(strip, p, static_cast<float>(brushes.halo.reach()) + 3 * radius + 2);
    for (const uint32_t i : here)
      if (squads.attacking[i] != 0) {
        brushes.halo.put(strip, p.x[i], p.y[i], ink(overlay_colour::kKilled, 0.9));
        if (radius > 0)
          put_ring(strip, p.x[i], p.y[i], 1.7f * radius, 0.4f * radius, ink(overlay_colour::kKilled));
      }
    for (const uint32_t i : here)
      put_body(strip, p.x[i], p.y[i], radius, direction[i], brushes,
               squads.engaged[i] == 0 ? home : inks[squads.post[i]]);
    put_players(strip, targets, painting, brushes);
  });
}

}  // namespace fw::overlay
