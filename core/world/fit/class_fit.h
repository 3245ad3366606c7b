#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/world/fit/balance.h"

// Biomes and factions: classes with a score each, balanced so that every zone has its cells, and pulled
// together by MBO steps (docs/world.md, 4.3).
namespace fw {

/// What is fitted. Tables go by zone and plane of `score`.
struct ClassFitProblem {
  const ZoneBlocks& blocks;
  const SlotSample& sample;
  const std::vector<Plane>& score;
  const ZoneCounts& target;
  const GridSpec& grid;
  double sd = 1;           ///< of the scores
  double jump_sd = 0;      ///< pull of an MBO step
  double mbo_sigma_m = 0;  ///< how far it looks
  /// If set, called with the scores of every MBO step before they are balanced.
  std::function<void(std::vector<Plane>& pulled)> pin = {};
};

struct ClassFit {
  std::vector<Plane> pulled;    ///< scores of the last MBO step: what margins are measured in
  std::vector<uint8_t> winner;  ///< plane of every slot
  ZoneTable lambda;
};

/// Balances the scores from these offsets on, then takes the MBO steps.
ClassFit fit_classes(const ClassFitProblem& problem, ZoneTable lambda, const Progress& progress);

/// The MBO steps alone, from a fit's winners and offsets on; with `anew` the first step anneals.
void pull_together(const ClassFitProblem& problem, bool anew, ClassFit& fit, const Progress& progress);

}  // namespace fw
