#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/seed.h"
#include "core/model/finding.h"
#include "core/model/template/template.h"
#include "core/world/names/name_set.h"

namespace fw {

/// The rules of a faction's names: its row of `names`, else the first rule set (NameRow's defaults).
const NameRow& names_of(const Vocabulary& vocabulary, Faction faction);

/// A place of a list that is to have a name.
struct PlaceToName {
  uint64_t address = 0;  ///< of its random numbers; places of a list take their turn in this order
  const NameRow* rules = nullptr;
  double height_m = 0;    ///< that # in a pattern stands for
  std::string stem = {};  ///< of a valley: that of its river; "" = its own
  bool stated = false;    ///< it has a name by hand: it draws one for the others' sake, and never again
};

/// Where a place lies, as an address: its square of 500 m (in a frame of 8 km) and, where several of a list
/// lie in one, its turn by size from 0.
uint64_t address_in(const FrameParams& frame, Vec2 at_m, uint64_t turn);
/// Addresses of places that stand in order of size.
std::vector<uint64_t> addresses_in(const FrameParams& frame, const std::vector<Vec2>& places_m);

/// A list of places and how their names are formed.
struct NameList {
  std::string word;                  ///< of the kind, a part of the tag of its random numbers
  std::optional<PlaceKind> forms{};  ///< whose patterns; none: start + middle + end + epithet
  std::string suffix{};              ///< ends every name that does not end so
};

/// What had to give way before a name was found.
enum class NameEase : uint8_t { none, deck, distance, number };
inline constexpr std::array<std::string_view, 4> kNameEaseSlugs{"none", "deck", "distance", "number"};

struct DrawnName {
  std::string name;   ///< "" where the culture has no pattern for such a place
  std::string stem;   ///< start and middle
  std::string dealt;  ///< its ending or pattern
  int tries = 0;      ///< candidates that were looked at
  NameEase ease = NameEase::none;
};

/// The names that stand in a world, and what they cost.
struct Naming {
  NameSet taken;    ///< drawn ones, in the order of the lists
  NameSet by_hand;  ///< a drawn name that comes near to one of these is drawn again, and stands here then
  std::map<std::string, std::array<size_t, kNameEaseSlugs.size()>> eased{};  ///< by culture and NameEase
  std::vector<std::string> refused{};  ///< texts that stand in no name: `names_refused`
};
/// Before the first list: names of regions by hand, refused texts.
Naming begin_names(const Template& tmpl);
/// Names of places and pins by hand, sorted: those of the lists after the regions, so that an edit of them
/// renames no region.
std::vector<std::string> names_by_hand(const Template& tmpl);

/// A name for every place of a list, by the rules of docs/world.md, 3.1, and adds them to `naming`. Each
/// place tries candidates of its own, in the order of the addresses; so a place that comes, goes or changes
/// hands leaves the others' names as they are, unless one of them is too near to what it gets. Names by hand
/// change only those that come near to them.
std::vector<DrawnName> draw_names(const SeedBundle& seeds, const NameList& list,
                                  const std::vector<PlaceToName>& places, Naming& naming);

/// Which candidate of a place a name is, and its parts; nothing where it is none of them.
std::optional<DrawnName> origin_of(const SeedBundle& seeds, const NameList& list, const PlaceToName& place,
                                   const std::string& name);

/// What had to give way, one finding a culture.
Findings tell_eased_names(const Naming& naming);

/// English words that stand in no name, in lower case.
const std::vector<std::string>& refused_texts();

}  // namespace fw
