#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/model/world/place_rules.h"
#include "core/world/dice/class_streams.h"
#include "core/world/land/spacing.h"
#include "core/world/points/content.h"
#include "core/world/points/placement_spacing.h"

namespace fw {

/// Where one placement may put points: cells ascending, with their intensity and rank.
struct Candidates {
  std::vector<uint32_t> cells;
  std::vector<double> lambda;
  std::vector<float> rank;
  /// What takes the place of ScanRules::spacing_m where the class is crowded; empty: nothing does.
  std::vector<double> spacing_m = {};

  /// At a cell; spacing_m of the rules where it is none of the cells.
  double spacing_at(uint32_t cell, double rules_m) const;
};

struct ScanRules {
  const GridSpec& grid;
  const Raster<uint8_t>& region;
  uint64_t substream = 0;  ///< 4 numbers per cell: key, jitter x, jitter y, radius
  double spacing_m = 0;
  int64_t quota = 0;
  size_t regions = 0;  ///< budgets by region code
  std::span<const KeepOut> keep_out;
  /// Whether something else forbids a point with this radius; empty = nothing does.
  std::function<bool(Vec2 position_m, double radius_m)> forbids = {};
  const CellDice* dice = nullptr;      ///< cells with other numbers; null = none
  const PlaceRules* places = nullptr;  ///< where points stand in their cells; null = as the dice say
  double floor_m = spacing_m;          ///< the bare radius; no spacing of the candidates is below it

  uint64_t substream_at(uint32_t cell) const {
    return dice == nullptr ? substream : dice->substream(cell, substream);
  }
};

struct ScanResult {
  std::vector<Placed> points;
  std::vector<double> radii_m;  ///< the radius each point was accepted with
  int64_t refused_spacing = 0;
};

/// The three scans of the exponential clocks (budgets and two radii; no budgets; bare radius floor_m).
/// `earlier` are points of the same class placed before (other regions), with their radii.
ScanResult scan_candidates(const Candidates& candidates, const ScanRules& rules,
                           std::span<const Placed> earlier, std::span<const double> earlier_radii_m);

/// What already stands when gaps are filled.
struct StandingPoints {
  std::vector<Placed> points;  ///< of the class
  std::vector<double> radii_m;
  std::vector<uint32_t> closed;  ///< cells where no point comes
};
/// Up to rules.quota points more: the same scans with these budgets by region code - 1, in place of those of
/// the intensities.
ScanResult fill_gaps(const Candidates& candidates, const ScanRules& rules, std::vector<int64_t> budgets,
                     const StandingPoints& standing);

/// What the dice of a cell say: where its candidate stands, and how far it keeps from others by the rules'
/// spacing.
struct CellDraw {
  Vec2 position_m;
  double radius_m = 0;
};
CellDraw draw_of_cell(const ScanRules& rules, uint32_t cell);

}  // namespace fw
