#include "core/model/coordinator.h"

#include <string>
#include <vector>

#include "core/base/suggest.h"

namespace fw {

Result<size_t> place_of_method(Coordinator coordinator, std::optional<std::string_view> slug,
                               std::string_view more) {
  const CoordinatorRow& row = row_of(coordinator);
  std::vector<std::string> known;
  for (size_t i = 0; i < row.methods.size(); ++i) {
    if (slug ? row.methods[i].slug == *slug : row.methods[i].recommended) return i;
    known.emplace_back(row.methods[i].slug);
  }
  if (!more.empty()) known.emplace_back(more);
  std::string words;
  for (const std::string& word : known) words += (words.empty() ? "" : ", ") + word;
  const std::string asked(slug.value_or(""));
  return Error{ErrorKind::usage, "there is no " + std::string(row.slug) + " method " + asked +
                                     did_you_mean(asked, known) + " Expected one of " + words};
}

}  // namespace fw
