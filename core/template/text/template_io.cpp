#include "core/template/template_io.h"

#include <string>

#include "core/base/number_text.h"
#include "core/template/text/earlier_format.h"
#include "core/template/text/gone_words.h"
#include "core/template/text/template_reader.h"

namespace fw {
namespace {

/// All words of earlier versions at once.
Result<Done> refuse_gone_words(const json::Node& root, const json::Source& source, const NamedTexts& named,
                               const std::vector<std::string>& settings) {
  std::string text;
  for (const std::string& line : find_gone_words(root, source, named, settings))
    text += (text.empty() ? "" : "\n") + line;
  if (!text.empty()) return Error{ErrorKind::invalid_template, text};
  return Done{};
}

}  // namespace

Result<Done> check_format(const json::Node& root, const json::Source& source) {
  const auto refuse = [&source](const json::Node& at, const std::string& what) {
    return Error{ErrorKind::invalid_template, json::place(source, at.offset) + ": " + what};
  };
  if (root.kind != json::Kind::object)
    return refuse(root, "found " + json::found_text(root) + ", expected an object");
  const std::string present = std::to_string(kTemplateFormat);
  const json::Node* format = root.find("format");
  if (!format) return refuse(root, "found no key \"format\", expected \"format\": " + present);
  const double number = format->number;
  if (format->kind == json::Kind::number && (number == kTemplateFormat || number == kEarliestFormat))
    return Done{};
  if (format->kind == json::Kind::number && (number == 0 || number == 1))
    return refuse(
        *format,
        "format: found " + number_text(number) + ", expected " + present +
            "; 'fieldwright templates --migrate' of version 0.3.0 makes format 2 of it, which is read");
  if (format->kind == json::Kind::number && number > kTemplateFormat)
    return refuse(*format, "format: found " + json::found_text(*format) + ", expected at most " + present +
                               "; the template was made for a newer version of the program");
  return refuse(*format,
                "format: found " + json::found_text(*format) + ", expected the whole number " + present);
}

Result<Template> parse_template(std::string_view text, std::string_view source_name) {
  return parse_template_with(text, source_name, {});
}

Result<json::Node> load_tree(const json::Source& source, const std::vector<std::string>& settings,
                             NamedTexts& named) {
  Result<json::Node> root = json::parse(source);
  if (!root) return root;
  if (const Result<Done> present = check_format(root.value(), source); !present) return present.error();
  const auto check_words = [&] { return refuse_gone_words(root.value(), source, named, settings); };
  if (const Result<Done> known = check_words(); !known) return known.error();
  root = resolve_names(std::move(root).value(), source, named);
  if (!root) return root;
  for (size_t i = 0; i < settings.size(); ++i)
    if (const Result<Done> applied = apply_setting(root.value(), settings[i], static_cast<int>(i)); !applied)
      return applied.error();
  // Again, for what other texts state and values of settings.
  if (const Result<Done> known = check_words(); !known) return known.error();
  read_earlier_values(root.value());
  return root;
}

Result<Template> parse_template_with(std::string_view text, std::string_view source_name,
                                     const std::vector<std::string>& settings) {
  const json::Source source{text, source_name};
  NamedTexts named;
  const Result<json::Node> root = load_tree(source, settings, named);
  if (!root) return root.error();
  Problems problems(source, named, settings);
  ReadTemplate read = read_tree(root.value(), problems);
  if (problems.empty()) check_combinations(read, problems);
  if (!problems.empty()) return problems.error();
  return std::move(read.tmpl);
}

Result<Template> parse_unfinished(std::string_view text, std::string_view source_name) {
  const json::Source source{text, source_name};
  NamedTexts named;
  const std::vector<std::string> no_settings;
  const Result<json::Node> root = load_tree(source, no_settings, named);
  if (!root) return root.error();
  Problems problems(source, named, no_settings);
  ReadTemplate read = read_tree(root.value(), problems, Refused::kept);
  if (!problems.empty()) return problems.error();
  return std::move(read.tmpl);
}

CheckedTemplate check_edited(const Template& tmpl) {
  const json::Node root = template_tree(tmpl, TreeOf::canonical);
  const json::Source source{"", tmpl.name};
  const std::vector<std::string> no_settings;
  const NamedTexts none;
  Problems problems(source, none, no_settings);
  ReadTemplate read = read_tree(root, problems);
  if (problems.empty()) check_combinations(read, problems);
  if (!problems.empty()) return {tmpl, problems.findings()};
  return {std::move(read.tmpl), {}};
}

}  // namespace fw
