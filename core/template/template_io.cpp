#include "core/template/template_io.h"

#include "core/template/template_reader.h"

namespace fw {

Result<Template> parse_template(std::string_view text, std::string_view source_name) {
  return parse_template_with(text, source_name, {});
}

Result<Template> parse_template_with(std::string_view text, std::string_view source_name,
                                     const std::vector<std::string>& settings) {
  const json::Source source{text, source_name};
  Result<json::Node> parsed = json::parse(source);
  if (!parsed) return parsed.error();
  Result<json::Node> current = migrate(std::move(parsed).value(), source);
  if (!current) return current.error();
  json::Node root = std::move(current).value();
  for (size_t i = 0; i < settings.size(); ++i)
    if (const Result<Done> applied = apply_setting(root, settings[i], static_cast<int>(i)); !applied)
      return applied.error();
  Problems problems(source, settings);
  ReadTemplate read = read_tree(root, problems);
  if (problems.empty()) check_combinations(read, problems);
  if (!problems.empty()) return problems.error();
  return std::move(read.tmpl);
}

Result<Template> parse_unfinished(std::string_view text, std::string_view source_name) {
  const json::Source source{text, source_name};
  Result<json::Node> parsed = json::parse(source);
  if (!parsed) return parsed.error();
  const Result<json::Node> root = migrate(std::move(parsed).value(), source);
  if (!root) return root.error();
  const std::vector<std::string> no_settings;
  Problems problems(source, no_settings);
  ReadTemplate read = read_tree(root.value(), problems, Refused::kept);
  if (!problems.empty()) return problems.error();
  return std::move(read.tmpl);
}

CheckedTemplate check_edited(const Template& tmpl) {
  const std::string text = write_template(tmpl);
  const json::Source source{text, tmpl.name};
  const Result<json::Node> root = json::parse(source);
  if (!root) return {tmpl, {{Severity::error, "refused", "", root.error().message}}};
  const std::vector<std::string> no_settings;
  Problems problems(source, no_settings);
  ReadTemplate read = read_tree(root.value(), problems);
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
