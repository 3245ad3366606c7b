#pragma once

#include <vector>

#include "core/model/template/import_pixels.h"
#include "core/world/land/island.h"
#include "core/world/land/island_outline.h"

// Land and heights that the designer's files state instead of noise (docs/hand-files.md, 3).
namespace fw {

/// The rows that state where land is (the last one of land, else the last one of heights that replace), and
/// those that state heights.
struct ImportedGround {
  const Template& tmpl;
  std::vector<ImportedRow> land;      ///< one, or none: land by noise
  std::vector<ImportedRow> all_land;  ///< every row of land, replaced ones too
  std::vector<ImportedRow> heights;
  Outline plan;                          ///< of `land` on the plan grid
  const ImportRow* too_small = nullptr;  ///< stated the land, but less than land.fraction may be
  /// The land is the one that the noise gives, cell for cell of the file: then the file does nothing, and
  /// worlds of other resolutions have the natural shore, not the file's pixels.
  bool natural = false;

  ImportedGround(const Template& t, const SeedBundle& seeds, const ImportSet& imports,
                 const ValleyField& valleys, const PlanOutline& natural_plan);
};

/// What the row of land says, pieces told apart and lakes filled. On another grid than the plan's the pieces
/// are the plan's, their shores the file's.
Outline imported_outline(const ImportedGround& imported, const GridSpec& grid);

/// Puts the rows' heights on the land of a finished island and says what became of every row of ground.
void put_heights(const ImportedGround& imported, Island& island);

}  // namespace fw
