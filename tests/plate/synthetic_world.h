#pragma once

#include "core/model/audit_report.h"
#include "core/model/template.h"
#include "core/model/world.h"

namespace fw::test {

/// A hand-made island with every class of thing on it: fast, and independent of the generator.
struct SyntheticIsland {
  World world;
  Template tmpl;
  AuditReport audit;
};
SyntheticIsland synthetic_island(double side_m = 8000, int resolution = 128, int points_per_class = 14);

}  // namespace fw::test
