#pragma once

#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"
#include "core/model/world/world.h"

namespace fw::test {

/// The rows of the first templates, without the landmarks that stand by water and roads: the island has
/// neither.
Vocabulary classic_rows();
/// As many rows as asked for, of plain words; the first faction is neutral where there is more than one.
struct RowCounts {
  size_t factions = 1, biomes = 1, bands = 1, kinds = 0, families = 0, rarities = 1;
};
Vocabulary plain_rows(const RowCounts& counts);

/// A hand-made island with every class of thing on it: fast, and independent of the generator.
struct SyntheticIsland {
  World world;
  Template tmpl;
  AuditReport audit;
};
SyntheticIsland synthetic_island(const GridSpec& grid, const Vocabulary& rows, int points_per_class = 14);
SyntheticIsland synthetic_island(double side_m = 8000, int resolution = 128, int points_per_class = 14);

}  // namespace fw::test
