#include "render/overlay/overlay_internal.h"

// Spawning: sites, the living, players, and what has just happened.
namespace fw::overlay {

namespace {

struct Place {
  float x, y;
};
Place on_picture(float x_m, float y_m, const MapWindow& window) {
  const Vec2 at = window.to_px({static_cast<double>(x_m), static_cast<double>(y_m)});
  return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

/// How near a site's turn is: 1 at its turn, falling to 0 a tenth of a cycle before and after.
double nearness(float phase, double share) {
  double away = std::fabs(static_cast<double>(phase) - share);
  away = std::min(away, 1 - away);
  return std::max(0.0, 1 - away / 0.1);
}

void put_candidates(const Strip& strip, const SpawnOverlay& spawn, const OverlayClock& clock,
                    const Painting& painting) {
  const auto scale = static_cast<float>(painting.look.scale);
  for (const OverlaySite& site : spawn.candidates) {
    const Place at = on_picture(site.x_m, site.y_m, painting.window);
    const bool passed = static_cast<double>(site.phase) <= clock.cycle_share;
    const double near = nearness(site.phase, clock.cycle_share);
    const double strength = std::max(passed ? 0.22 : 0.55, near);
    const Rgb colour = mix(overlay_colour::kCandidate, overlay_colour::kFront, near);
    put_ring(strip, at.x, at.y, (2.6f + 1.4f * static_cast<float>(near)) * scale, 0.9f * scale,
             ink(colour, strength));
  }
}

void put_events(const Strip& strip, const SpawnOverlay& spawn, const Painting& painting) {
  const auto scale = static_cast<float>(painting.look.scale);
  const double life_s = std::max(painting.look.event_s, 1e-9);
  for (const OverlayEvent& event : spawn.killed) {
    const double age = static_cast<double>(event.age_s) / life_s;
    if (age >= 1) continue;
    const Place at = on_picture(event.x_m, event.y_m, painting.window);
    put_cross(strip, at.x, at.y, 4.2f * scale, 1.5f * scale, ink(overlay_colour::kKilled, 1 - age));
  }
  for (const OverlayEvent& event : spawn.spawned) {
    const double age = static_cast<double>(event.age_s) / life_s;
    if (age >= 1) continue;
    const Place at = on_picture(event.x_m, event.y_m, painting.window);
    const auto grown = static_cast<float>(std::sqrt(age));
    const uint32_t colour = ink(overlay_colour::kSpawned, (1 - age) * (1 - 0.3 * age));
    put_ring(strip, at.x, at.y, (3 + 11 * grown) * scale, (2.2f - 1.2f * grown) * scale, colour);
  }
}

}  // namespace

void put_players(const Strip& strip, const Pixels& players, const Painting& painting,
                 const Brushes& brushes) {
  const auto scale = static_cast<float>(painting.look.scale);
  const uint32_t white = ink(overlay_colour::kPlayer), light = ink(overlay_colour::kPlayer, 0.5);
  const uint32_t dark = ink(Rgb::hex(0x10161E), 0.9);
  for (size_t i = 0; i < players.x.size(); ++i) {
    brushes.halo.put(strip, players.x[i], players.y[i], light);
    put_ring(strip, players.x[i], players.y[i], 4.6f * scale, 1.8f * scale, dark);
    put_ring(strip, players.x[i], players.y[i], 1.7f * scale, 3.4f * scale, white);
  }
}

void paint_content(const SpawnOverlay& spawn, const OverlayClock& clock, const Painting& painting,
                   const Brushes& brushes) {
  paint_field(spawn.field, painting);
  const Pixels living(spawn.living, painting.window), players(spawn.players, painting.window);
  std::array<uint32_t, kCategorySlugs.size()> inks{};
  for (size_t c = 0; c < inks.size(); ++c) inks[c] = ink(category_colour(static_cast<Category>(c)), 0.85);
  in_strips(painting.target, [&](const Strip& strip) {
    for (size_t i = 0; i < living.x.size(); ++i)
      brushes.idle.put(strip, living.x[i], living.y[i], inks[static_cast<size_t>(spawn.living_category[i])]);
    if (painting.look.candidates) put_candidates(strip, spawn, clock, painting);
    put_events(strip, spawn, painting);
    put_players(strip, players, painting, brushes);
  });
}

}  // namespace fw::overlay
