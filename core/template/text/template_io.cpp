#include "core/template/template_io.h"

#include "core/template/text/template_reader.h"

namespace fw {

Result<Template> parse_template(std::string_view text, std::string_view source_name) {
  return parse_template_with(text, source_name, {});
}

Result<json::Node> load_tree(const json::Source& source, const std::vector<std::string>& settings,
                             VocabularyText& vocabulary) {
  Result<json::Node> root = json::parse(source);
  if (root) root = migrate(std::move(root).value(), source);
  if (root) root = resolve_vocabulary(std::move(root).value(), source, vocabulary);
  for (size_t i = 0; root && i < settings.size(); ++i)
    if (const Result<Done> applied = apply_setting(root.value(), settings[i], static_cast<int>(i)); !applied)
      return applied.error();
  return root;
}

Result<Template> parse_template_with(std::string_view text, std::string_view source_name,
                                     const std::vector<std::string>& settings) {
  const json::Source source{text, source_name};
  VocabularyText vocabulary;
  const Result<json::Node> root = load_tree(source, settings, vocabulary);
  if (!root) return root.error();
  const json::Source rows{vocabulary.text, vocabulary.name};
  Problems problems(source, rows, settings);
  ReadTemplate read = read_tree(root.value(), problems);
  if (problems.empty()) check_combinations(read, problems);
  if (!problems.empty()) return problems.error();
  return std::move(read.tmpl);
}

Result<Template> parse_unfinished(std::string_view text, std::string_view source_name) {
  const json::Source source{text, source_name};
  VocabularyText vocabulary;
  const std::vector<std::string> no_settings;
  const Result<json::Node> root = load_tree(source, no_settings, vocabulary);
  if (!root) return root.error();
  const json::Source rows{vocabulary.text, vocabulary.name};
  Problems problems(source, rows, no_settings);
  ReadTemplate read = read_tree(root.value(), problems, Refused::kept);
  if (!problems.empty()) return problems.error();
  return std::move(read.tmpl);
}

CheckedTemplate check_edited(const Template& tmpl) {
  const json::Node root = template_tree(tmpl, TreeOf::canonical);
  const json::Source source{"", tmpl.name};
  const std::vector<std::string> no_settings;
  Problems problems(source, source, no_settings);
  ReadTemplate read = read_tree(root, problems);
  if (problems.empty()) check_combinations(read, problems);
  if (!problems.empty()) return {tmpl, problems.findings()};
  return {std::move(read.tmpl), {}};
}

bool has_older_format(std::string_view text) {
  const Result<json::Node> root = json::parse({text, ""});
  const json::Node* format = root ? root.value().find("format") : nullptr;
  return format && format->kind == json::Kind::number && format->number < kTemplateFormat;
}

}  // namespace fw
