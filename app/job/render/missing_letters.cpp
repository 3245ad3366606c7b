#include "app/job/render/missing_letters.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/plain_text.h"
#include "core/template/template_io.h"
#include "render/page/fonts.h"

namespace fw {
namespace {

constexpr size_t kMostTold = 10;

void tell(std::string_view where, std::string_view texts, Findings& findings) {
  if (std::all_of(texts.begin(), texts.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return;
  const std::vector<std::string> missing = characters_without_font(texts);
  if (missing.empty()) return;
  findings.push_back(
      {Severity::warning, "no_font", std::string(where),
       "No installed font has " + first_names(missing, kMostTold) +
           ": plates, films and charts show boxes in their place. Install a font that has them (of "
           "Debian: fonts-noto-core, fonts-noto-cjk), or write the texts in other letters."});
}

}  // namespace

Findings missing_letters(const Template& tmpl) {
  Findings findings;
  tell("name", tmpl.name, findings);
  std::string names;
  for (const auto& culture : tmpl.vocabulary.names)
    for (const auto* parts : {&culture.starts, &culture.middles, &culture.ends})
      for (const std::string& part : *parts) names += part;
  tell("names", names, findings);
  if (!findings.empty()) return findings;
  // Labels of rows and texts of the hand: what is left of the file.
  tell("vocabulary", write_template(tmpl), findings);
  return findings;
}

}  // namespace fw
