#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/seed.h"
#include "core/model/template/vocabulary.h"

namespace fw {

/// The rules of a faction's names: its row of `names`, else the first rule set (NameRow's defaults).
const NameRow& names_of(const Vocabulary& vocabulary, Faction faction);

/// A name for every place of a list, all distinct; rules[k] are those of place k. Rules that form fewer names
/// than they have places give them again with numbers. `tag` is the list ("names.region" ...) whose
/// sub-stream draws them. A place that changes hands leaves the other places' names as they are, unless one
/// of them has the name that it gets.
std::vector<std::string> name_places(const SeedBundle& seeds, std::string_view tag,
                                     const std::vector<const NameRow*>& rules);

}  // namespace fw
