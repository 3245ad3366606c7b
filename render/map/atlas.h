#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/model/audit_report.h"
#include "core/model/palette.h"
#include "core/model/template.h"
#include "render/map/outline.h"
#include "render/map/plate_style.h"
#include "render/map/terrain.h"

namespace fw {

/// Everything the views share, prepared once per world; read-only afterwards.
struct Atlas {
  const World& world;
  const Template& tmpl;
  const AuditReport& audit;
  const Palette& palette;
  PlateStyle style;

  MapTerrain terrain;
  Leaders biome, danger, faction, region;
  Raster<float> faction_band = {};  ///< exp(-d / 75 m) to the nearest faction border

  Polylines coast = {};  ///< main island and islets
  Polylines region_border = {}, biome_border = {}, danger_border = {};
  std::vector<Polylines> faction_border = {};  ///< by code
  std::array<Polylines, 3> danger_line = {};   ///< Yellow and above, Red and above, Black
  Polylines contour = {}, index_contour = {};
  double contour_step_m = 20;
  Polylines track = {};
  std::vector<std::vector<Vec2>> label_sites = {};  ///< per region: places for its name, best first, m

  BiomeMix biome_share{};  ///< of the main island's cells
  DangerMix danger_share{};
  FactionMix faction_share{};

  double side_m() const { return world.grid.width_m(); }
};

/// Cancelled on the way, it returns early with parts missing.
Atlas prepare_atlas(const World& world, const Template& tmpl, const AuditReport& audit,
                    const Palette& palette, const PlateStyle& style, const Progress& progress = {});

}  // namespace fw
