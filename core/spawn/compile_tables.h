#pragma once

#include <span>

#include "core/base/result.h"
#include "core/model/spawn_tables.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "core/spawn/class_year.h"

namespace fw {

inline constexpr size_t kMostSpawnTurns = 4000000;

/// The spawning of every class of a world as tables (docs/export.md, 8), with the rounds, points and budget
/// of `exports`. The world must be whole, not read back from files. Points: the world's own, then further
/// ones on the class's ground, where its intensity is. A point's turn in a round goes by the class's front
/// field, as a_full has it, which comes back after all rounds. `year`: animals as they were simulated; their
/// pools then have caps of these numbers. The same bits at any thread count.
/// ErrorKind::limit where the points have more than kMostSpawnTurns turns in all rounds.
Result<SpawnTables> compile_tables(const Template& tmpl, const World& world, const ExportParams& exports,
                                   std::span<const ClassYear> year = {});

}  // namespace fw
