#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/seed.h"
#include "core/model/template/vocabulary.h"
#include "core/model/world/water.h"
#include "core/world/regions/regions.h"

namespace fw {

/// The rules of a faction's names: its row of `names`, else the first rule set (NameRow's defaults).
const NameRow& names_of(const Vocabulary& vocabulary, Faction faction);

/// A name for every place of a list, all distinct; rules[k] are those of place k. Rules that form fewer names
/// than they have places give them again with numbers. `tag` is the list ("names.region" ...) whose
/// sub-stream draws them. A place that changes hands leaves the other places' names as they are, unless one
/// of them has the name that it gets.
std::vector<std::string> name_places(const SeedBundle& seeds, std::string_view tag,
                                     const std::vector<const NameRow*>& rules);

/// Names of lakes and of the longer rivers, by the rules of whoever owns the ground at the mouth or the
/// outlet (docs/water.md, 7). A place's name follows from its cell: it stays when others come and go,
/// unless one of higher rank has it too.
void name_waters(const RegionMap& map, const Vocabulary& vocabulary, const SeedBundle& seeds,
                 const GridSpec& plan, Water& water);

}  // namespace fw
