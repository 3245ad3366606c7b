#include "core/model/cure.h"

#include <cctype>
#include <utility>

#include "core/base/json_rows.h"
#include "core/base/number_text.h"

namespace fw {
namespace {

using Verb = PathEdit::Verb;

std::string_view verb_slug(const PathEdit& edit) {
  return kEditVerbSlugs[static_cast<size_t>(edit.verb)];
}

}  // namespace

PathEdit set_to(std::string path, std::string value) {
  return {Verb::set, std::move(path), std::move(value)};
}

PathEdit set_to(std::string path, double value) {
  return set_to(std::move(path), number_text(value));
}

PathEdit raise_to(std::string path, double value) {
  return {Verb::raise, std::move(path), number_text(value)};
}

PathEdit lower_to(std::string path, double value) {
  return {Verb::lower, std::move(path), number_text(value)};
}

std::string target_words(const PathEdit& edit) {
  return edit.path + " to " + edit.value;
}

std::string cure_words(const Cure& cure) {
  std::string text;
  for (size_t k = 0; k < cure.size(); ++k)
    text += (k == 0                 ? ""
             : k + 1 == cure.size() ? " and "
                                    : ", ") +
            std::string(verb_slug(cure[k])) + " " + target_words(cure[k]);
  return text;
}

std::string sentence_case(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

Finding with_cures(Finding finding, std::vector<Cure> cures) {
  std::erase_if(cures, [](const Cure& cure) { return cure.empty(); });
  finding.cures = std::move(cures);
  return finding;
}

std::string cures_json(const std::vector<Cure>& cures) {
  std::vector<std::string> ways;
  for (const Cure& cure : cures) {
    std::vector<std::string> edits;
    for (const PathEdit& edit : cure)
      edits.push_back(
          JsonRow().text("verb", verb_slug(edit)).text("path", edit.path).text("value", edit.value).str());
    ways.push_back(json_array(edits));
  }
  return json_array(ways);
}

}  // namespace fw
