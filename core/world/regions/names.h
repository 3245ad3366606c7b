#pragma once

#include <cstdint>
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

/// A place of a list that is to have a name.
struct PlaceToName {
  uint64_t id = 0;  ///< its address in random numbers
  const NameRow* rules = nullptr;
};

/// A name for every place of a list, all distinct, none of `taken`. `tag` is the list ("names.region" ...):
/// each place draws from a sub-stream of its own, in the order of the ids, and draws again where its name, or
/// one that opens alike, is taken; so a place that comes, goes or changes hands leaves the others' names as
/// they are, unless one of them has the name that it gets. Rules that form too few names give them again with
/// numbers.
std::vector<std::string> name_places(const SeedBundle& seeds, std::string_view tag,
                                     const std::vector<PlaceToName>& places,
                                     const std::vector<std::string>& taken = {});

/// Names of lakes and of the longer rivers, by the rules of whoever owns the ground at the mouth or the
/// outlet (docs/water.md, 7). A place's name follows from its cell: it stays when others come and go,
/// unless one of higher rank has it too.
void name_waters(const RegionMap& map, const Vocabulary& vocabulary, const SeedBundle& seeds,
                 const GridSpec& plan, Water& water);

}  // namespace fw
