#include <optional>

#include "core/template/path.h"
#include "core/template/template_io.h"
#include "core/template/text/json_tree.h"
#include "core/template/text/template_reader.h"

namespace fw {
namespace {

/// Cuts the first member or row off a path: "resources", then "[3]", then "quota".
std::string_view next_step(std::string_view& path) {
  const size_t end = path.find_first_of(".[", 1);
  const std::string_view step = path.substr(0, end);
  path.remove_prefix(step.size());
  if (path.starts_with('.')) path.remove_prefix(1);
  return step;
}

}  // namespace

std::string TemplatePlace::text() const {
  if (!setting.empty()) return "--set " + setting;
  return line == 0 ? source : source + ":" + std::to_string(line) + ":" + std::to_string(column);
}

TemplatePlace template_place(std::string_view text, std::string_view source_name,
                             const std::vector<std::string>& settings, std::string_view path) {
  const json::Source source{text, source_name};
  TemplatePlace place{.source = std::string(source_name), .setting = {}};
  VocabularyText vocabulary;
  Result<json::Node> root = load_tree(source, settings, vocabulary);
  if (!root) root = json::parse(source);
  if (!root) return place;
  const json::Node* node = &root.value();
  const json::Node* stated = node;
  while (!path.empty()) {
    const std::string_view step = next_step(path);
    const json::Node* inner = nullptr;
    if (step.starts_with('[')) {
      const std::optional<size_t> row = row_number(step.substr(1, step.size() - 2));
      if (row && *row < node->items.size()) inner = &node->items[*row];
    } else {
      inner = node->find(step);
    }
    if (!inner) break;
    node = inner;
    if (!node->of_vocabulary) stated = node;
  }
  if (stated->setting >= 0) {
    place.setting = settings[static_cast<size_t>(stated->setting)];
    return place;
  }
  const json::LineColumn at = json::line_column(text, stated->offset);
  place.line = at.line;
  place.column = at.column;
  return place;
}

}  // namespace fw
