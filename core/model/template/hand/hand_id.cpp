#include "core/model/template/hand/hand_id.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/base/hash.h"

namespace fw {

std::string hand_id(std::string_view list, std::string_view row_text,
                    const std::function<bool(const std::string&)>& taken) {
  constexpr std::string_view kDigits = "0123456789abcdefghjkmnpqrstvwxyz";  // none that is read as another
  constexpr std::array<std::pair<std::string_view, char>, 17> kLetters{{{"pins", 'p'},
                                                                        {"bans", 'x'},
                                                                        {"areas", 'a'},
                                                                        {"biome", 'b'},
                                                                        {"danger", 'd'},
                                                                        {"faction", 'f'},
                                                                        {"regions", 'r'},
                                                                        {"land", 's'},
                                                                        {"terrain", 't'},
                                                                        {"waters", 'w'},
                                                                        {"lines", 'n'},
                                                                        {"places", 'e'},
                                                                        {"views", 'v'},
                                                                        {"rerolls", 'q'},
                                                                        {"imports", 'm'},
                                                                        {"zones", 'z'},
                                                                        {"notes", 'o'}}};
  const auto letter =
      std::find_if(kLetters.begin(), kLetters.end(), [list](const auto& one) { return one.first == list; });
  uint64_t bits = fnv1a64(row_text);
  for (;; ++bits) {
    std::string id(1, letter == kLetters.end() ? 'h' : letter->second);
    for (int k = 0; k < 5; ++k) id += kDigits[(bits >> (5 * k)) & 31];
    if (!taken(id)) return id;
  }
}

std::set<std::string> hand_ids(const Hand& hand) {
  std::set<std::string> ids;
  visit_hand(hand, [&](std::string_view, const auto& rows) {
    for (const auto& row : rows) ids.insert(row.id);
  });
  return ids;
}

}  // namespace fw
