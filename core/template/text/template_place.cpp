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

/// A step inwards: the value that it leads to, and the step with a row's index.
struct Inner {
  const json::Node* node = nullptr;  ///< null: the text does not have it
  std::string step;
};
Inner step_into(const json::Node& node, std::string_view step) {
  const auto row_at = [&](size_t row) {
    return row < node.items.size() ? Inner{&node.items[row], "[" + std::to_string(row) + "]"} : Inner{};
  };
  if (step.starts_with('[')) {
    const std::optional<size_t> row = row_number(step.substr(1, step.size() - 2));
    return row ? row_at(*row) : Inner{};
  }
  if (node.kind != json::Kind::array) return {node.find(step), "." + std::string(step)};
  for (const char* key : {"id", "class"})
    for (size_t row = 0; row < node.items.size(); ++row)
      if (const json::Node* id = node.items[row].find(key); id != nullptr && id->text == step)
        return row_at(row);
  return {};
}

/// Fills in where the value at a path stands.
void find_place(const json::Node& root, std::string_view text, const std::vector<std::string>& settings,
                std::string_view path, TemplatePlace& place) {
  const json::Node *node = &root, *stated = &root;
  std::string found;
  while (!path.empty()) {
    const std::string_view before = path;
    const Inner inner = step_into(*node, next_step(path));
    if (inner.node == nullptr) {
      found += (before.starts_with('[') ? "" : ".") + std::string(before);
      break;
    }
    found += inner.step;
    node = inner.node;
    if (!node->of_vocabulary) stated = node;
  }
  place.path = found.starts_with('.') ? found.substr(1) : found;
  if (stated->setting >= 0) {
    place.setting = settings[static_cast<size_t>(stated->setting)];
    return;
  }
  const json::LineColumn at = json::line_column(text, stated->offset);
  place.line = at.line;
  place.column = at.column;
}

}  // namespace

std::string TemplatePlace::text() const {
  if (!setting.empty()) return "--set " + setting;
  return line == 0 ? source : source + ":" + std::to_string(line) + ":" + std::to_string(column);
}

std::vector<TemplatePlace> template_places(std::string_view text, std::string_view source_name,
                                           const std::vector<std::string>& settings,
                                           const std::vector<std::string>& paths) {
  const json::Source source{text, source_name};
  VocabularyText vocabulary;
  Result<json::Node> root = load_tree(source, settings, vocabulary);
  if (!root) root = json::parse(source);
  std::vector<TemplatePlace> places;
  for (const std::string& path : paths) {
    places.push_back({.source = std::string(source_name), .setting = {}, .path = path});
    if (root) find_place(root.value(), text, settings, path, places.back());
  }
  return places;
}

TemplatePlace template_place(std::string_view text, std::string_view source_name,
                             const std::vector<std::string>& settings, std::string_view path) {
  return template_places(text, source_name, settings, {std::string(path)}).front();
}

}  // namespace fw
