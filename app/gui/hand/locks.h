#pragma once

#include <QString>
#include <cstdint>
#include <memory>

#include "core/base/seed.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

// Locks on parts of the world: a locked part keeps its dice when the seed changes (the template's
// seeds.<part>).
namespace fw {

QString part_title(SeedPart part);
bool is_locked(const Template& tmpl, SeedPart part);
/// Whether a lock can keep the part as it is: its streams have one seed between them.
bool can_lock(const Template& tmpl, SeedPart part);
/// The part keeps the seed that it has now, or follows the template's again.
void set_lock(Template& tmpl, SeedPart part, bool locked);
/// Another seed for all that is not locked.
void roll_rest(Template& tmpl, uint64_t seed);

/// How much of a world stands in the next one of the same frame.
struct Kept {
  double cells = 0;  ///< share of the ground whose biome, band and faction are equal
  size_t points = 0, of_points = 0;
};
Kept kept_of(const World& before, const World& after);
/// "71 % of the ground and 120 of 1,640 points stood."
QString kept_text(const Kept& kept);

}  // namespace fw
