#include "app/cli/terminal/words.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "core/base/suggest.h"

namespace fw::cli {

Error usage(std::string message) {
  return {ErrorKind::usage, std::move(message)};
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream in(list);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

Result<size_t> place_of(std::string_view option, const std::string& word,
                        std::span<const std::string_view> slugs) {
  const auto found = std::find(slugs.begin(), slugs.end(), word);
  if (found != slugs.end()) return static_cast<size_t>(found - slugs.begin());
  const std::vector<std::string> names(slugs.begin(), slugs.end());
  std::string known;
  for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
  return usage(std::string(option) + " " + (word.empty() ? "(empty)" : word) + ": found no such one" +
               did_you_mean(word, names) + "; expected " + known);
}

}  // namespace fw::cli
