#include "app/job/hand/row_source.h"

namespace fw {

std::string source_text(const RowSource& source) {
  return source.import + "#" + source.feature + "#" + source.made;
}

std::optional<RowSource> read_source(std::string_view text) {
  const size_t made = text.rfind('#');
  const size_t feature = made == std::string_view::npos || made == 0 ? made : text.rfind('#', made - 1);
  if (made == std::string_view::npos || feature == std::string_view::npos || feature == made || feature == 0)
    return std::nullopt;
  return RowSource{std::string(text.substr(0, feature)),
                   std::string(text.substr(feature + 1, made - feature - 1)),
                   std::string(text.substr(made + 1))};
}

}  // namespace fw
