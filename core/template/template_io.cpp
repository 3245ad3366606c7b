#include "core/template/template_io.h"

#include "core/template/text/template_reader.h"

namespace fw {

Result<Template> parse_template(std::string_view text, std::string_view source_name) {
  return parse_template_with(text, source_name, {});
}

namespace {

/// A tree of the current format with the rows of its vocabulary.
Result<json::Node> load_tree(const json::Source& source, VocabularyText& vocabulary) {
  Result<json::Node> parsed = json::parse(source);
  if (!parsed) return parsed.error();
  Result<json::Node> current = migrate(std::move(parsed).value(), source);
  if (!current) return current.error();
  return resolve_vocabulary(std::move(current).value(), source, vocabulary);
}

}  // namespace

Result<Template> parse_template_with(std::string_view text, std::string_view source_name,
                                     const std::vector<std::string>& settings) {
  const json::Source source{text, source_name};
  VocabularyText vocabulary;
  Result<json::Node> loaded = load_tree(source, vocabulary);
  if (!loaded) return loaded.error();
  json::Node root = std::move(loaded).value();
  for (size_t i = 0; i < settings.size(); ++i)
    if (const Result<Done> applied = apply_setting(root, settings[i], static_cast<int>(i)); !applied)
      return applied.error();
  const json::Source rows{vocabulary.text, vocabulary.name};
  Problems problems(source, rows, settings);
  ReadTemplate read = read_tree(root, problems);
  if (problems.empty()) check_combinations(read, problems);
  if (!problems.empty()) return problems.error();
  return std::move(read.tmpl);
}

Result<Template> parse_unfinished(std::string_view text, std::string_view source_name) {
  const json::Source source{text, source_name};
  VocabularyText vocabulary;
  const Result<json::Node> root = load_tree(source, vocabulary);
  if (!root) return root.error();
  const json::Source rows{vocabulary.text, vocabulary.name};
  const std::vector<std::string> no_settings;
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
