#include "core/world/regions/names.h"

#include <array>
#include <set>
#include <string>
#include <vector>

#include "core/base/rng.h"

namespace fw {
namespace {

constexpr std::array<std::string_view, 22> kStems{"Bra", "Cal", "Dun", "El",  "Fen", "Gar", "Hol",  "Is",
                                                  "Kel", "Lor", "Mer", "Nor", "Or",  "Pel", "Quen", "Ros",
                                                  "Sel", "Tor", "Ul",  "Var", "Wen", "Yar"};
constexpr std::array<std::string_view, 11> kMiddles{"a",  "e",  "i",  "o",  "en", "an",
                                                    "ar", "el", "or", "is", ""};
constexpr std::array<std::string_view, 14> kEnds{"mere",  "hold",  "wick",   "fell", "reach",
                                                 "moor",  "stead", "march",  "vale", "garth",
                                                 "combe", "dale",  "strand", "holt"};
// After this many refusals in a row the rules give way one by one; a list always comes to its end.
constexpr int kPatience = 2000;

}  // namespace

std::vector<std::string> make_names(const SeedBundle& seeds, std::string_view tag, int count) {
  RandomCursor random{derive(seeds.layout_stream(), tag), 0};
  std::vector<std::string> names;
  std::set<std::string> taken, openings;
  int refusals = 0;
  while (static_cast<int>(names.size()) < count) {
    std::string name(kStems[random.below(kStems.size())]);
    name += kMiddles[random.below(kMiddles.size())];
    name += kEnds[random.below(kEnds.size())];
    if (refusals >= 2 * kPatience) name.append(" ").append(std::to_string(names.size() + 1));
    const bool alike = refusals < kPatience && openings.count(name.substr(0, 3)) != 0;
    if (taken.count(name) != 0 || alike) {
      ++refusals;
      continue;
    }
    refusals = 0;
    taken.insert(name);
    openings.insert(name.substr(0, 3));
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace fw
