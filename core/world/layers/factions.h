#pragma once

#include <optional>
#include <vector>

#include "core/world/fit/balance.h"
#include "core/world/layers/layers.h"
#include "core/world/regions/regions.h"

namespace fw {

inline constexpr double kFactionFieldWeight = 1.2;  ///< sd of the noise in a score
inline constexpr double kFactionJump_sd = 0.3;      ///< of one MBO step
inline constexpr double kFactionMboSigma_m = 62.5;
inline constexpr float kFactionFixed = 14;  ///< score that keeps neutral regions neutral

/// What the fit of the factions reads. Zone 1 is neutral ground, zone 1 + p the rest of ground piece p.
struct FactionSurvey {
  Raster<uint8_t> zone;
  Raster<uint8_t> body;  ///< where a faction may have one piece only
  ZoneBlocks blocks;
  SlotSample sample;
  std::optional<size_t> neutral;  ///< row
  /// Of every plane: rows with a share or a region, then those of add_factions().
  std::vector<size_t> rows;
  std::vector<Plane> score;
  double sd = 1;          ///< of the scores
  float noise_scale = 1;  ///< what the noise is multiplied by in the scores
  ZoneCounts target;      ///< by zone and row
};
FactionSurvey survey_factions(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds);

/// `more`: rows that take no part in the natural fit; their planes come last and count in no scale.
void add_factions(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds,
                  const std::vector<size_t>& more, FactionSurvey& survey);

/// The factions of a survey: make_factions() but for the one-field mode.
ClassLayer fit_factions(const RegionMap& map, const FactionSurvey& survey, const Progress& progress = {});

/// The factions where the political border is that of the regions: the owner of every cell's region, nothing
/// fitted. The score, which nobody has, is NaN everywhere.
ClassLayer factions_of_owners(const RegionMap& map);

/// The noise of one faction at every slot.
Plane faction_noise(const ZoneBlocks& blocks, const GridSpec& grid, const Template& tmpl,
                    const SeedBundle& seeds, size_t row);

/// The winner's score / sd at every cell; `plane_of` a row.
Raster<float> faction_field(const FactionSurvey& survey, const std::vector<size_t>& plane_of,
                            const Raster<uint8_t>& code);

/// The stack of the one-field mode, tag "faction".
Raster<float> strict_faction_field(const GridSpec& grid, const Template& tmpl, const SeedBundle& seeds);

}  // namespace fw
