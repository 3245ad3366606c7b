#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/model/colour/palette.h"
#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"
#include "render/map/scene/atlas_heights.h"
#include "render/map/scene/atlas_travel.h"
#include "render/map/scene/outline.h"
#include "render/map/scene/plate_style.h"
#include "render/map/scene/realm_axes.h"
#include "render/map/scene/terrain.h"
#include "render/map/style/map_style.h"
#include "render/map/symbols/pictograms.h"

namespace fw {

/// Lines within lakes at one distance from their shores.
struct LakeShore {
  double off_m = 0, alpha = 1;
  Polylines lines;
};
/// Three of them for every lake (render/map/figures/water_figures.cpp).
std::vector<LakeShore> lake_shore_lines(const World& world, double look_m);

/// What the views share of a world's layers alone: equal for worlds that differ in points, landmarks and
/// tracks.
struct AtlasLayers {
  MapTerrain terrain;
  Leaders biome, danger, faction, region;
  Raster<float> frontier_m = {};    ///< to the nearest faction border; empty where there is none
  Raster<float> faction_band = {};  ///< a ribbon along faction borders: 1 in it, 0 outside

  Polylines coast = {};                                                 ///< of the ground and its islets
  Polylines region_border = {}, biome_border = {}, danger_border = {};  ///< of regions: none inside a lake
  /// Without those that are a faction's border too: what is left to draw beside realm_border.
  Polylines region_border_within = {};
  Polylines realm_border = {};                ///< between two factions
  std::vector<float> height_ranks = {};       ///< heights of a sample of the ground's cells, rising
  std::vector<SpotHeight> spot_heights = {};  ///< the most prominent first
  bool beaches = false;  ///< sand is drawn along gentle coasts: the world has a beach, or tells no shores
  /// How far inside every band but the first, with the worse ones, the ground lies, m; 0 and less outside.
  std::vector<Raster<float>> danger_depth = {};
  Polylines depth_near = {}, depth_far = {};  ///< where the sea is 5 m and 20 m deep
  std::vector<LakeShore> lake_shores = {};
  std::vector<RealmAxis> realm_axes = {};                  ///< per faction
  std::vector<std::vector<Vec2>> label_sites = {};         ///< per region: places for its name, best first, m
  std::vector<std::vector<Vec2>> narrow_label_sites = {};  ///< others with less room

  std::vector<double> biome_share = {};  ///< of the ground's cells, by row
  std::vector<double> danger_share = {};
  std::vector<double> faction_share = {};
};

/// Everything the views share, prepared once per world; read-only afterwards.
struct Atlas {
  const World& world;
  const Template& tmpl;
  const AuditReport& audit;
  Palette palette;
  PlateStyle style;
  MapStyle look;               ///< of plates: their style in the template's own colours
  SymbolSet symbols;           ///< of the vocabulary's rows
  std::vector<int> kind_rank;  ///< by landmark kind, 0 = the most important
  std::shared_ptr<const AtlasLayers> ground;
  std::shared_ptr<const Lazy<AtlasTravel>> travel = {};  ///< made when a layer shows it; null without
  Polylines track = {};                                  ///< none in a world with a network of roads

  Vec2 frame_m() const { return {world.grid.width_m(), world.grid.height_m()}; }
  double longer_m() const { return std::max(frame_m().x, frame_m().y); }
  const Vocabulary& words() const { return world.vocabulary; }
  /// What `travel` holds; empty without.
  const AtlasTravel& travelled() const;
};

/// Kinds of landmarks from the most important: seats, guards, strong sites, other sites; by row in each.
std::vector<LandmarkKind> kinds_by_rank(const Vocabulary& vocabulary);

/// Cancelled on the way, it returns early with parts missing. `before`: a finished one of any world, or null;
/// what both worlds have alike is not made again.
Atlas prepare_atlas(const World& world, const Template& tmpl, const AuditReport& audit,
                    const Palette& palette, const PlateStyle& style, const Progress& progress = {},
                    const Atlas* before = nullptr);

}  // namespace fw
