#include "render/map/oblique/oblique_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/exact/exact_math.h"
#include "render/map/list/back_ends.h"
#include "render/map/list/ground_paint.h"
#include "render/map/oblique/scenery.h"

namespace fw {
namespace {

float highest_ground_m(const Atlas& atlas) {
  float highest = 0;
  for (size_t cell = 0; cell < atlas.world.height_m.size(); ++cell)
    if (atlas.world.on_island(cell)) highest = std::max(highest, atlas.world.height_m[cell]);
  return highest;
}

PixelTarget target_of(std::vector<uint32_t>& argb, const MapWindow& window) {
  return {argb.data(), window.width_px, window.height_px, static_cast<size_t>(window.width_px)};
}

/// What lies flat on the ground; the light of scenery takes the place of the map's relief.
void keep_ground(std::vector<StyledLayer>& layers, bool scenery) {
  std::erase_if(layers, [&](const StyledLayer& layer) {
    const MapLayerKind kind = kind_of(layer.layer);
    return kind == MapLayerKind::marks || kind == MapLayerKind::names ||
           (scenery && kind == MapLayerKind::relief);
  });
}

Result<Done> paint_landscape(const DisplayList& list, const GroundLook& look, PaintedGround& ground,
                             const Progress& progress) {
  const Atlas& atlas = list.atlas;
  std::vector<StyledLayer> fills;
  for (const MapItem& item : list.items) fills.insert(fills.end(), item.ground.begin(), item.ground.end());
  paint_ground(list, fills, GroundUnder::sea, nullptr, target_of(ground.argb, list.window), progress);
  const GroundLines lines = ground_lines(list, progress);
  Scenery scenery = scenery_of(atlas, list.window, lines, progress);
  if (progress.cancelled()) return map_cancelled();
  std::vector<float> bare_m = std::move(ground.height_m);
  ground.height_m = std::move(scenery.height_m);
  // Where low ground is raised far trees and houses stay what they are.
  constexpr double kMostRaised = 1.6;
  const auto upright = static_cast<float>(std::min(1.0, kMostRaised / look.exaggeration));
  for (size_t i = 0; i < bare_m.size(); ++i) ground.height_m[i] = bare_m[i] + upright * ground.height_m[i];
  light_ground({.terrain = atlas.ground->terrain,
                .window = list.window,
                .ground_m = bare_m,
                .top_m = ground.height_m,
                .cover = scenery.cover,
                .lines = lines,
                .exaggeration = look.exaggeration,
                .sun_azimuth_deg = look.sun.azimuth_deg + look.azimuth_deg,
                .sun_elevation_deg = look.sun.elevation_deg,
                .look = list.content.style.landscape},
               ground.argb, progress);
  return Done{};
}

}  // namespace

double drawn_exaggeration(const MapTerrain& terrain, double asked) {
  constexpr double kUsualRelief_m = 420, kPower = 0.45;
  float highest = 1;
  for (const float height : terrain.height_m.cells) highest = std::max(highest, height);
  const double drawn =
      asked * exact::pow(kUsualRelief_m * terrain.look_m / static_cast<double>(highest), kPower);
  return std::clamp(drawn, kLeastExaggeration, kMostExaggeration);
}

double highest_drawn_m(const Atlas& atlas, bool scenery) {
  return static_cast<double>(highest_ground_m(atlas)) +
         (scenery ? most_scenery_m(atlas.ground->terrain.look_m) : 0);
}

GroundBox frame_ground(const Atlas& atlas) {
  return {0, 0, atlas.frame_m().x, atlas.frame_m().y};
}

GroundBox shown_ground(const Atlas& atlas) {
  constexpr double kMargin = 0.055;  // of the longer side
  const GroundBox frame = frame_ground(atlas);
  if (atlas.ground->terrain.meets_frame) return frame;
  Bounds ground;
  for (size_t cell = 0; cell < atlas.world.region.size(); ++cell)
    if (atlas.world.on_island(cell)) ground.add(atlas.world.grid.centre(cell));
  if (ground.low.x > ground.high.x) return frame;
  const double margin = kMargin * atlas.longer_m();
  return {std::max(frame.west_m, ground.low.x - margin), std::max(frame.south_m, ground.low.y - margin),
          std::min(frame.east_m, ground.high.x + margin), std::min(frame.north_m, ground.high.y + margin)};
}

Result<PaintedGround> paint_oblique_ground(const Atlas& atlas, MapContent content, const MapWindow& window,
                                           const GroundLook& look, const Progress& progress) {
  keep_ground(content.layers, look.scenery);
  const auto list = display_list(atlas, std::move(content), window, nullptr, progress);
  if (!list) return list.error();
  PaintedGround ground{window, {}, ground_heights(atlas.ground->terrain, window, progress), 0};
  ground.argb.resize(ground.height_m.size());
  const Result<Done> painted =
      look.scenery ? paint_landscape(list.value(), look, ground, progress)
                   : paint_raster(list.value(), target_of(ground.argb, window), nullptr, nullptr, progress);
  if (!painted) return painted.error();
  if (progress.cancelled()) return map_cancelled();
  ground.highest_m = *std::max_element(ground.height_m.begin(), ground.height_m.end());
  return ground;
}

ObliqueCamera camera_for(const Atlas& atlas, const GroundBox& box, const ObliqueView& view, int width_px) {
  ObliqueCamera camera =
      in_range({.azimuth_deg = view.azimuth,
                .elevation_deg = view.elevation,
                .exaggeration = drawn_exaggeration(atlas.ground->terrain, view.exaggeration),
                .centre_m = {(box.west_m + box.east_m) / 2, (box.south_m + box.north_m) / 2}});
  const Vec2 right = ObliqueProjection(camera).right();
  const double across_m = std::abs(right.x) * box.width_m() + std::abs(right.y) * box.height_m();
  camera.metres_per_px = across_m / width_px;
  camera.width_px = width_px;
  const ObliqueProjection projection(camera);
  const double depth = projection.rows_per_m_away();
  // Sea or ground at the far edge, or whatever rises above it.
  const double scenery_m = view.scenery ? most_scenery_m(atlas.ground->terrain.look_m) : 0;
  double top = projection.farthest_m(box) * depth;
  const World& world = atlas.world;
  for (size_t cell = 0; cell < world.height_m.size(); ++cell)
    if (world.on_island(cell))
      top =
          std::max(top, projection.away_m(world.grid.centre(cell)) * depth +
                            (std::max(world.height_m[cell], 0.0F) + scenery_m) * projection.rows_per_m_up());
  const double foot =
      -projection.nearest_m(box) * depth +
      kSlabShare * std::max(box.width_m(), box.height_m()) * projection.rows_per_m_up() / camera.exaggeration;
  camera.height_px = std::max(2, static_cast<int>(std::ceil(top + foot)));
  // The picture's middle lies half its rows below the top.
  const double away_m = (top - 0.5 * camera.height_px) / depth;
  camera.centre_m = camera.centre_m + projection.away() * away_m;
  return camera;
}

bool is_hidden(const ObliqueImage& image, const ObliqueProjection& projection, Vec2 place_m, double height_m,
               double look_m) {
  constexpr double kBefore_m = 60;
  const float seen_m = image.away_at(projection.to_px(place_m, height_m));
  return static_cast<double>(seen_m) < projection.away_m(place_m) - kBefore_m * look_m;
}

double height_at(const PaintedGround& ground, Vec2 place_m) {
  const Vec2 px = ground.window.to_px(place_m);
  const int x = static_cast<int>(std::clamp(px.x, 0.0, ground.window.width_px - 1.0)),
            y = static_cast<int>(std::clamp(px.y, 0.0, ground.window.height_px - 1.0));
  return static_cast<double>(
      ground.height_m[static_cast<size_t>(y) * static_cast<size_t>(ground.window.width_px) +
                      static_cast<size_t>(x)]);
}

std::optional<Vec2> place_seen(const ObliqueImage& image, const ObliqueProjection& projection, Vec2 px) {
  const float away_m = image.away_at(px);
  if (away_m >= kNothing_m) return std::nullopt;
  return projection.place_at(px.x, static_cast<double>(away_m));
}

}  // namespace fw
