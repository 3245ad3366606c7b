#include "core/template/text/template_values.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "core/field/shape.h"
#include "core/model/template/site_measures.h"
#include "core/model/template/towards.h"
#include "core/template/parameters/parameter_rows.h"

namespace fw {
namespace {

size_t characters(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool is_slug(std::string_view text) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), fits);
}

bool is_choice(const Parameter& p, std::string_view text) {
  return std::find(p.choices.begin(), p.choices.end(), text) != p.choices.end();
}

bool good_text(const Parameter& p, const std::string& text) {
  if (p.type == ParameterType::slug) return is_slug(text);
  if (p.type == ParameterType::colour) return table::parse_colour(text).has_value();
  if (p.type == ParameterType::reference) return text.empty() ? is_choice(p, text) : is_slug(text);
  if (p.type == ParameterType::direction) return is_choice(p, text);
  if (p.type == ParameterType::choice)
    return is_choice(p, text) || (!p.refers_to.empty() && distance_to_kind(text));
  const auto length = static_cast<double>(characters(text));
  if (length < p.min || length > p.max || !is_plain_text(text)) return false;
  return p.type != ParameterType::name ||
         (text.find_first_of("/\\") == std::string::npos && text != "." && text != "..");
}

bool are_numbers(const Parameter& p, const json::Node& node) {
  return node.kind == json::Kind::array &&
         std::all_of(node.items.begin(), node.items.end(), [&p](const json::Node& item) {
           return item.kind == json::Kind::number && allows(rule_of(p), item.number);
         });
}

/// Rows of runs: their letters and numbers are checked where the grid is known.
ParameterValue runs_of(const Parameter& p, const json::Node& node) {
  if (node.kind != json::Kind::array || static_cast<double>(node.items.size()) > p.max) return {};
  std::vector<std::string> rows;
  for (const json::Node& item : node.items) {
    if (item.kind != json::Kind::string || odd_in_runs(item.text) < item.text.size()) return {};
    rows.push_back(item.text);
  }
  return rows;
}

ParameterValue words_of(const Parameter& p, const json::Node& node) {
  if (node.kind != json::Kind::array || static_cast<double>(node.items.size()) > p.max) return {};
  std::vector<std::string> words;
  for (const json::Node& item : node.items) {
    if (item.kind != json::Kind::string || !is_slug(item.text)) return {};
    if (p.refers_to.empty() && !p.choices.empty() && !is_choice(p, item.text)) return {};
    words.push_back(item.text);
  }
  return words;
}

ParameterValue texts_of(const Parameter& p, const json::Node& node) {
  const auto count = static_cast<double>(node.items.size());
  if (node.kind != json::Kind::array || count < p.min || count > p.max) return {};
  std::vector<std::string> texts;
  for (const json::Node& item : node.items) {
    if (!is_short_text(item)) return {};
    texts.push_back(item.text);
  }
  return texts;
}

/// [x, y], or the point of the frame's rim that a compass word means.
ParameterValue place_of(const Parameter& p, const json::Node& node) {
  if (are_numbers(p, node) && node.items.size() == 2)
    return std::array<double, 2>{node.items[0].number, node.items[1].number};
  const auto at = node.kind == json::Kind::string ? frame_place(node.text) : std::nullopt;
  if (!at) return {};
  return std::array<double, 2>{at->x, at->y};
}

}  // namespace

bool is_short_text(const json::Node& item) {
  return item.kind == json::Kind::string && characters(item.text) <= kMostCharacters &&
         is_plain_text(item.text);
}

size_t odd_in_runs(std::string_view text) {
  const auto fits = [](char c) {
    return c == ' ' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return static_cast<size_t>(std::find_if_not(text.begin(), text.end(), fits) - text.begin());
}

ParameterValue value_of_node(const Parameter& p, const json::Node& node) {
  using json::Kind;
  switch (p.type) {
    case ParameterType::yes_no:
      if (node.kind != Kind::boolean) return {};
      return node.boolean;
    case ParameterType::words:
      return words_of(p, node);
    case ParameterType::texts:
      return texts_of(p, node);
    case ParameterType::place:
      return place_of(p, node);
    case ParameterType::runs:
      return runs_of(p, node);
    case ParameterType::shape: {
      if (node.kind != Kind::string) return {};
      if (node.text.empty() && !p.required) return node.text;
      const Result<Shape> shape = read_shape(node.text);
      if (!shape) return {};
      return write_shape(shape.value());
    }
    case ParameterType::numbers: {
      if (!are_numbers(p, node) || node.items.size() > 16) return {};
      std::vector<double> numbers;
      for (const json::Node& item : node.items) numbers.push_back(item.number);
      return numbers;
    }
    case ParameterType::direction:
      if (node.kind == Kind::number && allows(rule_of(p), node.number)) return number_text(node.number);
      if (node.kind != Kind::string || !good_text(p, node.text)) return {};
      return node.text;
    case ParameterType::integer:
    case ParameterType::number:
      if (node.kind != Kind::number || !allows(rule_of(p), node.number)) return {};
      return node.number;
    case ParameterType::range: {
      if (!are_numbers(p, node) || node.items.size() != 2) return {};
      if (node.items[0].number > node.items[1].number) return {};
      return std::array<double, 2>{node.items[0].number, node.items[1].number};
    }
    default:
      if (node.kind != Kind::string || !good_text(p, node.text)) return {};
      return node.text;
  }
}

ParameterValue value_for_editor(const Parameter& p, const json::Node& node) {
  using json::Kind;
  if (p.type == ParameterType::range) {
    if (!are_numbers(p, node) || node.items.size() != 2) return {};
    return std::array<double, 2>{node.items[0].number, node.items[1].number};
  }
  if (p.type == ParameterType::texts && node.kind == Kind::array) {
    std::vector<std::string> texts;
    for (const json::Node& item : node.items) {
      if (item.kind != Kind::string) return {};
      texts.push_back(item.text);
    }
    return texts;
  }
  const bool is_word = p.type == ParameterType::text || p.type == ParameterType::name ||
                       p.type == ParameterType::slug || p.type == ParameterType::reference ||
                       p.type == ParameterType::shape || p.type == ParameterType::class_words ||
                       p.type == ParameterType::class_key;
  if (!is_word || node.kind != Kind::string) return {};
  return node.text;
}

}  // namespace fw
