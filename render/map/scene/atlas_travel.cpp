#include "render/map/scene/atlas_travel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/field/filter.h"

namespace fw {
namespace {

/// Values of the nodes at the world's cells, between them where several can be walked.
struct Sampled {
  Raster<float> time_s, contest;
  Raster<uint8_t> first;
  Mask reached, cut_off;  ///< ground with and without a way
};

Sampled sample(const World& world, const TravelMap& travel) {
  const GridSpec& g = world.grid;
  Sampled out{Raster<float>(g), Raster<float>(g, 1.0F), Raster<uint8_t>(g), Mask(g), Mask(g)};
  const double last = travel.side - 1;
  for (size_t cell = 0; cell < g.cells(); ++cell) {
    if (!world.on_island(cell)) continue;
    const Vec2 p = g.centre(cell);
    const double x = std::clamp(p.x / travel.spacing_m - 0.25, 0.0, last),
                 y = std::clamp((travel.top_m - p.y) / travel.spacing_m - 0.25, 0.0, last);
    const auto column = std::min(static_cast<int>(x), travel.side - 2),
               row = std::min(static_cast<int>(y), travel.side - 2);
    const double fx = x - column, fy = y - row;
    const std::array<double, 4> share{(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy};
    double all = 0, most = 0, time = 0, contest = 0;
    bool ground = false;
    for (size_t k = 0; k < 4; ++k) {
      const auto node = static_cast<size_t>((row + static_cast<int>(k / 2)) * travel.side + column +
                                            static_cast<int>(k % 2));
      ground |= !std::isnan(travel.reach_s[node]);
      if (!std::isfinite(travel.reach_s[node])) continue;
      const double w = share[k] + 1e-6;
      all += w;
      time += w * static_cast<double>(travel.reach_s[node]);
      contest += w * static_cast<double>(travel.contest(node));
      if (w <= most) continue;
      most = w;
      out.first[cell] = travel.first[node];
    }
    if (all > 0) {
      out.reached[cell] = 1;
      out.time_s[cell] = static_cast<float>(time / all);
      out.contest[cell] = static_cast<float>(contest / all);
    } else if (ground) {
      out.cut_off[cell] = 1;
    }
  }
  return out;
}

/// Cells outside both masks, the sea above all, take what the nearest cell inside has.
void spread_out(Sampled& sampled) {
  Mask known = sampled.reached;
  for (size_t cell = 0; cell < known.size(); ++cell) known[cell] |= sampled.cut_off[cell];
  const Raster<uint32_t> nearest = nearest_cell(known);
  for (size_t cell = 0; cell < known.size(); ++cell) {
    const uint32_t source = nearest[cell];
    if (known[cell] != 0 || source >= known.size()) continue;
    sampled.time_s[cell] = sampled.time_s[source];
    sampled.contest[cell] = sampled.contest[source];
    sampled.first[cell] = sampled.first[source];
    sampled.reached[cell] = sampled.reached[source];
    sampled.cut_off[cell] = sampled.cut_off[source];
  }
}

Leaders two_classes(const Raster<float>& of_first) {
  Leaders out(of_first.grid);
  Raster<float> rest(of_first.grid);
  for (size_t cell = 0; cell < rest.size(); ++cell) rest[cell] = 1 - of_first[cell];
  out.offer(1, of_first);
  out.offer(2, rest);
  return out;
}

}  // namespace

AtlasTravel prepare_travel(const World& world, const MapTerrain& terrain, const TravelMap& travel) {
  AtlasTravel out(world.grid);
  const size_t factions = world.vocabulary.factions.size();
  out.control_share.assign(factions, 0);
  if (travel.side < 2) return out;
  Sampled sampled = sample(world, travel);
  double reached = 0;
  for (size_t cell = 0; cell < world.grid.cells(); ++cell) {
    if (sampled.first[cell] == 0 || sampled.first[cell] > factions) continue;
    out.control_share[sampled.first[cell] - 1U] += 1;
    reached += 1;
  }
  for (double& share : out.control_share) share /= std::max(reached, 1.0);
  spread_out(sampled);
  const double sigma_m = std::max(0.55 * travel.spacing_m, 1.1 * world.grid.cell_m);
  for (size_t k = 1; k <= factions + 1; ++k) {
    Mask mask(world.grid);
    for (size_t cell = 0; cell < mask.size(); ++cell)
      mask[cell] = k <= factions ? sampled.first[cell] == k : sampled.cut_off[cell];
    out.control.offer(static_cast<uint8_t>(k), gaussian(mask, sigma_m));
  }
  const auto none = static_cast<float>(10 * kIsochrones[std::size(kIsochrones) - 1] * travel.near_s);
  Raster<float> time(world.grid), contested(world.grid);
  for (size_t cell = 0; cell < time.size(); ++cell) {
    time[cell] = sampled.cut_off[cell] != 0 ? none : std::min(sampled.time_s[cell], none);
    contested[cell] =
        std::clamp(0.5F + 4 * (static_cast<float>(kContested) - sampled.contest[cell]), 0.0F, 1.0F);
  }
  time = gaussian(time, sigma_m);
  for (size_t cell = 0; cell < time.size(); ++cell)
    out.nearby[cell] =
        sampled.cut_off[cell] != 0 ? 0 : std::exp(-time[cell] / static_cast<float>(2 * travel.near_s));
  const auto on_land = [&](const Polylines& lines) {
    return up_to_frame(clipped_to(lines, terrain.shore_m, 0), world.grid);
  };
  for (size_t k = 0; k < std::size(kIsochrones); ++k)
    out.isochrones[k] = on_land(contour_lines(time, static_cast<float>(kIsochrones[k] * travel.near_s)));
  contested = gaussian(contested, sigma_m);
  out.contested = two_classes(contested);
  out.contested_border = on_land(contour_lines(contested, 0.5F));
  out.cut_off = two_classes(gaussian(sampled.cut_off, sigma_m));
  return out;
}

}  // namespace fw
