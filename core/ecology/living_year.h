#pragma once

#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "core/spawn/class_year.h"

namespace fw {

/// The second of two years without players: of every class of animals the mean stock by part of the year and
/// region, for the spawn tables (docs/ecology.md, 6). Empty where the template states nothing of the world
/// over time. Reports its progress in shares of 1. ErrorKind::cancelled. The same bits at any number of
/// threads.
Result<std::vector<ClassYear>> living_year(const Template& tmpl, const World& world,
                                           const Progress& progress = {});

}  // namespace fw
