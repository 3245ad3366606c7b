#include <numbers>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "render/overlay/overlay_internal.h"

// Crowds and acting agents: thousands of small symbols.
namespace fw::overlay {

uint8_t direction_of(float heading_x, float heading_y, int directions) {
  const double angle = exact::atan2(-static_cast<double>(heading_y), static_cast<double>(heading_x));
  const int turn = static_cast<int>(std::floor(angle / (2 * std::numbers::pi) * directions + 0.5));
  return static_cast<uint8_t>((turn + directions) % directions);
}

namespace {

constexpr int kSpeedColours = 64;
constexpr float kTrailStrength = 150;  // of 255, at the agent
constexpr double kSleepingStrength = 0.35, kBodyStrength = 0.45;
/// Bodies are drawn where they are at least so large, in pixels.
constexpr float kLeastBody = 3;
/// Shorter parts of a trail are joined: a line of a pixel has no direction.
constexpr float kShortestPart = 1.6f;

/// Everything about a crowd in pixels, and how far up and down each agent's ink reaches.
struct CrowdPixels {
  Pixels agents;
  std::vector<Pixels> trail;
  std::vector<float> top, bottom;
  std::vector<uint8_t> colour, direction;
  std::vector<float> radius;  ///< of bodies, 0 = too small to be drawn; empty: none is drawn
  float largest = 0;
};

/// Bodies true to scale.
void find_radii(const CrowdOverlay& crowd, const MapWindow& window, CrowdPixels& p) {
  const auto px_per_m = static_cast<float>(1 / window.metres_per_px);
  for (const float radius_m : crowd.radius_m) p.largest = std::max(p.largest, radius_m * px_per_m);
  if (p.largest < kLeastBody) return;
  for (const float radius_m : crowd.radius_m)
    p.radius.push_back(radius_m * px_per_m >= kLeastBody ? radius_m * px_per_m : 0);
}

void find_rows(CrowdPixels& p) {
  p.top = p.bottom = p.agents.y;
  for (const Pixels& points : p.trail)
    for (size_t i = 0; i < p.top.size(); ++i) {
      p.top[i] = std::min(p.top[i], points.y[i]);
      p.bottom[i] = std::max(p.bottom[i], points.y[i]);
    }
}

CrowdPixels pixels_of(const CrowdOverlay& crowd, const Painting& painting, int directions) {
  CrowdPixels p{Pixels(*crowd.agents, painting.window), {}, {}, {}, {}, {}, {}};
  find_radii(crowd, painting.window, p);
  if (painting.look.trails)
    for (const auto& points : crowd.trail) p.trail.emplace_back(*points, painting.window);
  find_rows(p);
  const size_t agents = crowd.agents->size();
  p.colour.resize(agents), p.direction.resize(agents);
  const double range = std::max(crowd.fast_mps - crowd.slow_mps, 1e-9);
  parallel_for(agents, 1024, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const double share = (static_cast<double>(crowd.speed_mps[i]) - crowd.slow_mps) / range;
      p.colour[i] = static_cast<uint8_t>(std::clamp(share, 0.0, 1.0) * (kSpeedColours - 1) + 0.5);
      p.direction[i] = direction_of(crowd.heading_x[i], crowd.heading_y[i], directions);
    }
  });
  return p;
}

/// A line of that many pixels side by side.
void put_broad_line(const Strip& strip, PixelLine line, int breadth, uint32_t colour) {
  const bool steep = std::fabs(line.y1 - line.y0) > std::fabs(line.x1 - line.x0);
  const float first = -0.5f * static_cast<float>(breadth - 1);
  for (int k = 0; k < breadth; ++k) {
    const float aside = first + static_cast<float>(k);
    PixelLine one = line;
    if (steep)
      one.x0 += aside, one.x1 += aside;
    else
      one.y0 += aside, one.y1 += aside;
    put_line(strip, one, colour);
  }
}

/// The agent's way, newest part first, fading out towards its end.
void put_trail(const Strip& strip, const CrowdPixels& p, size_t agent, int breadth, uint32_t colour) {
  const auto parts = static_cast<float>(p.trail.size());
  float x = p.agents.x[agent], y = p.agents.y[agent], from = kTrailStrength;
  for (size_t k = 0; k < p.trail.size(); ++k) {
    const float next_x = p.trail[k].x[agent], next_y = p.trail[k].y[agent];
    const bool last = k + 1 == p.trail.size();
    const float length = std::fabs(next_x - x) + std::fabs(next_y - y);
    if (length < 0.05f || (!last && length < kShortestPart)) continue;
    const float to = kTrailStrength * (1 - static_cast<float>(k + 1) / parts);
    put_broad_line(strip, {x, y, next_x, next_y, from, to}, breadth, colour);
    x = next_x, y = next_y, from = to;
  }
}

std::array<uint32_t, kSpeedColours> speed_inks() {
  std::array<uint32_t, kSpeedColours> inks{};
  for (int i = 0; i < kSpeedColours; ++i)
    inks[static_cast<size_t>(i)] = ink(speed_colour(i / (kSpeedColours - 1.0)));
  return inks;
}

/// Of agents with goals: a dim grey for those without, then a colour a goal.
std::vector<uint32_t> goal_inks(size_t goals) {
  std::vector<uint32_t> inks{ink(overlay_colour::kWandering)};
  for (const Rgb colour : goal_colours(goals)) inks.push_back(ink(colour));
  return inks;
}

}  // namespace

void paint_content(const CrowdOverlay& crowd, const OverlayClock&, const Painting& painting,
                   const Brushes& brushes) {
  const uint32_t sleeping = ink(overlay_colour::kIdle, kSleepingStrength);
  CrowdPixels p = pixels_of(crowd, painting, brushes.dart.directions());
  const auto by_speed = speed_inks();
  std::vector<uint32_t> inks(by_speed.begin(), by_speed.end());
  if (!crowd.goal.empty()) {
    inks = goal_inks(crowd.goals.size());
    p.colour = crowd.goal;
  }
  const size_t agents = crowd.agents->size();
  const int breadth = std::clamp(static_cast<int>(painting.look.scale + 0.5), 1, 4);
  const float reach =
      std::max(static_cast<float>(brushes.dart.reach() + breadth), p.radius.empty() ? 0 : p.largest + 2);
  in_strips(painting.target, [&](const Strip& strip) {
    const float top = static_cast<float>(strip.top) - reach,
                bottom = static_cast<float>(strip.bottom) + reach;
    std::vector<uint32_t> here;  // whose ink may reach this strip
    for (size_t i = 0; i < agents; ++i)
      if (p.bottom[i] >= top && p.top[i] <= bottom) here.push_back(static_cast<uint32_t>(i));
    if (!crowd.asleep.empty()) {
      // Who sleeps lies below the others and has no way behind it.
      const auto sleeps = [&](uint32_t i) { return crowd.asleep[i] != 0; };
      for (const uint32_t i : here)
        if (sleeps(i)) brushes.idle.put(strip, p.agents.x[i], p.agents.y[i], sleeping);
      std::erase_if(here, sleeps);
    }
    for (const uint32_t i : here)
      if (!p.radius.empty() && p.radius[i] > 0) {
        const uint32_t pale = scaled(inks[p.colour[i]], static_cast<uint32_t>(255 * kBodyStrength));
        put_disc(strip, p.agents.x[i], p.agents.y[i], p.radius[i], pale);
        put_ring(strip, p.agents.x[i], p.agents.y[i], p.radius[i] - 0.5f, 1, inks[p.colour[i]]);
      }
    if (!p.trail.empty())
      for (const uint32_t i : here) put_trail(strip, p, i, breadth, inks[p.colour[i]]);
    for (const uint32_t i : here)
      brushes.dart.put(strip, p.agents.x[i], p.agents.y[i], inks[p.colour[i]], p.direction[i]);
  });
}

void paint_content(const ActionOverlay& action, const OverlayClock&, const Painting& painting,
                   const Brushes& brushes) {
  paint_field(action.field, painting);
  const Pixels p(*action.agents, painting.window);
  const uint32_t idle = ink(overlay_colour::kIdle, 0.75);
  const double glow_s = std::max(painting.look.glow_s, 1e-9);
  in_strips(painting.target, [&](const Strip& strip) {
    const float reach = static_cast<float>(brushes.halo.reach()) + 1;
    const float top = static_cast<float>(strip.top) - reach,
                bottom = static_cast<float>(strip.bottom) + reach;
    std::vector<uint32_t> lit;
    for (size_t i = 0; i < p.y.size(); ++i) {
      if (p.y[i] < top || p.y[i] > bottom) continue;
      const bool fading = static_cast<double>(action.since_start_s[i]) < glow_s;
      if (action.active[i] != 0 || fading) lit.push_back(static_cast<uint32_t>(i));
      if (action.active[i] == 0) brushes.idle.put(strip, p.x[i], p.y[i], idle);
    }
    // Light first, so that no halo lies over a neighbour's disc.
    for (const uint32_t i : lit) {
      const double rest = std::clamp(1 - static_cast<double>(action.since_start_s[i]) / glow_s, 0.0, 1.0);
      const double strength = std::max(rest, action.active[i] != 0 ? 0.3 : 0.0);
      brushes.halo.put(strip, p.x[i], p.y[i], ink(overlay_colour::kActive, strength));
    }
    for (const uint32_t i : lit) {
      if (action.active[i] == 0) continue;
      const double rest = std::clamp(1 - static_cast<double>(action.since_start_s[i]) / glow_s, 0.0, 1.0);
      brushes.dot.put(strip, p.x[i], p.y[i],
                      ink(mix(overlay_colour::kActive, overlay_colour::kStarted, rest)));
    }
  });
}

}  // namespace fw::overlay
