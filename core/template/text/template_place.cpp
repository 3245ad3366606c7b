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

std::string template_place(std::string_view text, std::string_view source_name, std::string_view path) {
  const json::Source source{text, source_name};
  const Result<json::Node> parsed = json::parse(source);
  if (!parsed) return std::string(source_name);
  VocabularyText vocabulary;
  Result<json::Node> current = migrate(parsed.value(), source);
  if (current) current = resolve_vocabulary(std::move(current).value(), source, vocabulary);
  const json::Node* node = current ? &current.value() : &parsed.value();
  size_t offset = node->offset;
  while (!path.empty()) {
    const std::string_view step = next_step(path);
    const json::Node* inner = nullptr;
    if (step.starts_with('[')) {
      size_t row = 0;
      for (const char digit : step.substr(1, step.size() - 2))
        row = 10 * row + static_cast<size_t>(digit - '0');
      if (row < node->items.size()) inner = &node->items[row];
    } else {
      inner = node->find(step);
    }
    if (!inner) break;
    node = inner;
    if (!node->of_vocabulary) offset = node->offset;
  }
  return json::place(source, offset);
}

}  // namespace fw
