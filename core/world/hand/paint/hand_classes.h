#pragma once

#include <vector>

#include "core/base/parallel/progress.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/layers/biomes.h"
#include "core/world/layers/factions.h"
#include "core/world/layers/layers.h"

// Biomes and factions with what the designer painted: the natural layer, moved as little as the paint needs
// (docs/hand.md, paint).
namespace fw {

/// Biomes without the paint, and what they were made from.
struct NaturalBiomes {
  const RegionMap& map;  ///< the regions with their natural targets
  const SampledBlocks& blocks;
  const BiomeInputs& inputs;
  const DangerLayer& danger;  ///< the natural one
  const ClassLayer& layer;
  const BiomeInputs* shaped = nullptr;  ///< with the terrain by hand and rolled noise; null: there is none
};

struct HandBiomes {
  ClassLayer layer;
  std::vector<Region> regions;  ///< with the targets that have room for the paint
  Findings findings;
};

/// Paint that the natural layer shows already changes nothing.
HandBiomes adapt_biomes(const NaturalBiomes& natural, const Paint& paint, const Template& tmpl,
                        const SeedBundle& seeds, const Progress& progress = {});

struct HandFactions {
  ClassLayer layer;
  Findings findings;
};

/// Painted cells count for their faction over the whole ground: in neutral ground they come off its own rest,
/// and neutral paint elsewhere comes off all owners in proportion. `surveyed` = survey_factions(), which the
/// one-field mode does not read: there it may be null.
HandFactions adapt_factions(const RegionMap& map, const FactionSurvey* surveyed, const ClassLayer& natural,
                            const Paint& paint, const Template& tmpl, const SeedBundle& seeds,
                            const Progress& progress = {});

}  // namespace fw
