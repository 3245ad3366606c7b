#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/colour.h"

namespace fw {

/// What a window's map can show above the sea and land of one pale colour, in the natural order from bottom
/// to top: fills, fields (ramps, ink), relief, lines, symbols, letters.
enum class MapLayer : uint8_t {
  biome,
  danger,
  faction,
  region,
  control,  ///< the faction that arrives first; paler with time
  height,
  feature,
  intensity_resource,
  intensity_wildlife,
  intensity_enemy,
  depth,   ///< lines of equal depth at sea
  relief,  ///< light and shadow on what lies below it; opacity 0.5 is as strong as on the plates
  contours,
  water,  ///< rivers, lakes, waterfalls
  biome_border,
  danger_border,
  region_border,
  footprints,      ///< ground plans of settlements and forts
  tracks,          ///< of worlds without a network of roads
  roads,           ///< roads, tracks, trails, crossings
  contested,       ///< where two factions arrive about equally soon: hatched
  reach,           ///< lines of equal time from the nearest seat; hatched where none leads
  danger_outline,  ///< round every band but the first with the worse ones, cased; the last hatched
  faction_border,
  coast,
  coast_type,  ///< cliffs, beaches, marshes
  resources,   ///< common and uncommon
  wildlife,
  enemies,  ///< ordinary and elite
  rare_resources,
  strong_enemies,  ///< of the rarities with a count
  landmarks,
  names,
};
inline constexpr std::array<std::string_view, 33> kMapLayerSlugs{"biome",
                                                                 "danger",
                                                                 "faction",
                                                                 "region",
                                                                 "control",
                                                                 "height",
                                                                 "feature",
                                                                 "intensity_resource",
                                                                 "intensity_wildlife",
                                                                 "intensity_enemy",
                                                                 "depth",
                                                                 "relief",
                                                                 "contours",
                                                                 "water",
                                                                 "biome_border",
                                                                 "danger_border",
                                                                 "region_border",
                                                                 "footprints",
                                                                 "tracks",
                                                                 "roads",
                                                                 "contested",
                                                                 "reach",
                                                                 "danger_outline",
                                                                 "faction_border",
                                                                 "coast",
                                                                 "coast_type",
                                                                 "resources",
                                                                 "wildlife",
                                                                 "enemies",
                                                                 "rare_resources",
                                                                 "strong_enemies",
                                                                 "landmarks",
                                                                 "names"};

/// Colours and lines of maps (render/map/style); the first is the usual one.
inline constexpr std::array<std::string_view, 3> kMapStyleSlugs{"survey", "game", "parchment"};

/// One layer of the map.
struct ViewLayer {
  MapLayer layer = MapLayer::biome;
  bool shown = true;
  double opacity = 1;  ///< [0, 1]

  friend bool operator==(const ViewLayer&, const ViewLayer&) = default;
};

/// From where the oblique plate looks at the world.
struct ObliqueView {
  double azimuth = 0;         ///< degrees clockwise from north that the eye looks towards, [-180, 180]
  double elevation = 34;      ///< degrees of the eye above the horizon, [15, 90]
  double exaggeration = 1.6;  ///< of heights in low country; less where the relief is high, [0.2, 5]
  bool scenery = true;        ///< trees, houses, cast shadows

  friend bool operator==(const ObliqueView&, const ObliqueView&) = default;
};

/// How a designer looks at the world; outside its identity.
struct ViewParams {
  std::optional<std::string> palette;  ///< one of kPaletteSlugs; nothing: the program's
  std::optional<std::string> style;    ///< one of kMapStyleSlugs; nothing: the first
  std::optional<Rgb> sea;              ///< of water around the land; nothing: the map style's
  std::optional<Rgb> islet;            ///< of ground without content; nothing: the map style's
  std::vector<ViewLayer> layers;       ///< bottom to top; empty: the overview's
  ObliqueView oblique;
};

}  // namespace fw
