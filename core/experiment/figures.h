#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/experiment/study_action.h"
#include "core/experiment/study_crowd.h"
#include "core/experiment/study_spawn.h"
#include "core/field/raster.h"
#include "core/model/agents.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

namespace fw {

// The paper's explanatory figures from real data, as plain values. Rasters cover the whole frame, north row
// first. app/job makes charts of them.

/// The fields that steer a crowd, and the crowd that followed them for `tick` ticks (paper: behaviour
/// parameterization).
struct CrowdFigure {
  double side_m = 0;
  double time_s = 0;
  Raster<float> heading_deg;  ///< the field's target for an agent at each place, [0, 360)
  Raster<float> speed_mps;    ///< NaN where the method has no speed field
  Agents agents;
};
/// Runs the setup's crowd. resolution: cells per side, 1 to 2048.
CrowdFigure crowd_figure(const CrowdSetup& setup, uint64_t seed, int64_t tick, int resolution);

/// A line across the arena through one cycle (paper: temporal modulation along a slice): column = time, row =
/// place, top row = far end. Rates are starts per second before normalisation over a population.
struct HazardFigure {
  double length_m = 0;
  double cycle_s = 0;
  std::vector<double> x_m;  ///< along the line
  std::vector<double> n01;  ///< the field there at time 0
  Raster<float> hazard_per_s;
  Raster<float> phase_per_s;
  Raster<float> hybrid_per_s;  ///< both in equal parts
};
HazardFigure hazard_figure(const ActionSetup& setup, uint64_t seed, int places);

/// Both couplings of spawns to the field (paper: spawn policies), in cycle 0.
struct SpawnFigure {
  double side_m = 0;
  int cycle_s = 0;
  Raster<float> phase_s;             ///< perlin_a: the time in the cycle at which a place spawns
  std::vector<Vec2> sites_m;         ///< perlin_a: the candidates
  std::vector<double> site_phase_s;  ///< in the order of sites_m
  Raster<float> value;               ///< perlin_b_far: the field, [0, 1)
  double level = 0;                  ///< of the open band
  double half_width = 0;
  double time_s = 0;             ///< of the band
  std::vector<Vec2> in_band_m;   ///< uniform draws inside the band
  std::vector<Vec2> picks_m;     ///< admitted by perlin_b_far at that moment
  std::vector<Vec2> monsters_m;  ///< living at that moment, picks left out
};
/// `at_s`: the band shown is the first with a spawn at or after this second of the cycle.
SpawnFigure spawn_figure(const SpawnSetup& setup, uint64_t seed, int at_s, int resolution);

/// How the points of one class are sampled (paper: single-feature sampling).
struct SamplingFigure {
  std::string label;
  Vec2 frame_m;           ///< width, height
  double gate = 0;        ///< rank inside the mask below which nothing spawns
  Raster<float> feature;  ///< the class's own field, (n + 1) / 2; NaN at sea
  double gate_value = 0;  ///< of the field at the gate's rank
  Raster<float> density;  ///< lambda / lambda_max; NaN at sea
  Raster<uint8_t> mask;   ///< 0 sea, 1 land, 2 land where the class may live
  std::vector<Vec2> points_m;
};
/// Usage error if the template has no resource of that slug; else generation's errors.
Result<SamplingFigure> sampling_figure(const Template& tmpl, uint64_t seed, std::string_view slug,
                                       int resolution, const Progress& progress = {});

/// The fields behind the three discrete layers, and the layers (paper: discrete branch). NaN and 0 at sea.
struct DiscreteFigure {
  Vec2 frame_m;  ///< width, height
  Vocabulary vocabulary;
  Raster<float> faction_field, biome_field, danger_field;
  Raster<uint8_t> faction, biome, danger;  ///< code = row + 1
};
DiscreteFigure discrete_figure(const World& world);

}  // namespace fw
