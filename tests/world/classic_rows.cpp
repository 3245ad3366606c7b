#include "core/template/template_io.h"
#include "synthetic_ground.h"
#include "tests/support/templates.h"

namespace fw::test {

Vocabulary classic_rows() {
  static const Vocabulary rows = tiny().vocabulary;
  return rows;
}

Danger band(std::string_view id) {
  return static_cast<Danger>(*find_row(classic_rows().danger, id));
}
LandmarkKind kind(std::string_view id) {
  return static_cast<LandmarkKind>(*find_row(classic_rows().landmarks, id));
}
Rarity rarity(std::string_view id) {
  return static_cast<Rarity>(*find_row(classic_rows().rarities, id) + 1);
}

LandmarkRow& kind_row(Template& tmpl, std::string_view id) {
  return tmpl.vocabulary.landmarks[*find_row(tmpl.vocabulary.landmarks, id)];
}

}  // namespace fw::test
