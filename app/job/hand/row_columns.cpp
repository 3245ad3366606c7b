#include "app/job/hand/row_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>
#include <vector>

#include "app/job/hand/row_source.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "core/base/suggest.h"
#include "core/field/shape.h"
#include "core/model/template/hand_words.h"
#include "core/template/hand_rows.h"

namespace fw {
namespace {

std::optional<double> number_of(const FieldValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  const std::string text = value_text(value);
  double number = 0;
  const auto [end, problem] = read_double(text.data(), text.data() + text.size(), number);
  if (text.empty() || problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

Error unfit(const FieldValue& value, const std::string& expected) {
  return {ErrorKind::invalid_template,
          "found \"" + plain_text(value_text(value).substr(0, 60)) + "\", expected " + expected};
}

Result<ParameterValue> number_value(const Parameter& p, const FieldValue& value) {
  const std::optional<double> number = number_of(value);
  const bool whole = number && *number == std::floor(*number);
  if (!number || !(*number >= p.min && *number <= p.max) || (p.type == ParameterType::integer && !whole))
    return unfit(value, expected_text(p));
  return ParameterValue(*number);
}

/// A word of a list; numbers of a yes and no too, for tables know no other.
Result<ParameterValue> choice_value(const Parameter& p, const FieldValue& value) {
  std::string word = value_text(value);
  const bool yes_no = p.choices.size() == 2 && p.choices[0] == "no" && p.choices[1] == "yes";
  if (yes_no && (word == "0" || word == "false")) word = "no";
  if (yes_no && (word == "1" || word == "true")) word = "yes";
  if (std::find(p.choices.begin(), p.choices.end(), word) == p.choices.end())
    return unfit(value, expected_text(p));
  return ParameterValue(word);
}

Result<ParameterValue> id_value(const Template& tmpl, const Parameter& p, size_t row,
                                const FieldValue& value) {
  const std::string word = value_text(value);
  if (std::find(p.choices.begin(), p.choices.end(), word) != p.choices.end()) return ParameterValue(word);
  const std::vector<std::string> ids = table_ids(tmpl, referred_table(p, tmpl, row));
  if (std::find(ids.begin(), ids.end(), word) == ids.end())
    return unfit(value, "the id of a row of " + p.refers_to + did_you_mean(word, ids));
  return ParameterValue(word);
}

Result<ParameterValue> text_value(const Parameter& p, const FieldValue& value) {
  const std::string text = value_text(value);
  if (static_cast<double>(text.size()) > p.max || !is_plain_text(text)) return unfit(value, expected_text(p));
  return ParameterValue(text);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) lines.push_back(line);
  return lines;
}

Result<ParameterValue> value_of(const Template& tmpl, const Parameter& p, size_t row,
                                const FieldValue& value) {
  switch (p.type) {
    case ParameterType::integer:
    case ParameterType::number:
      return number_value(p, value);
    case ParameterType::choice:
      return choice_value(p, value);
    case ParameterType::reference:
      return id_value(tmpl, p, row, value);
    case ParameterType::class_words:
      if (const auto words = read_hand_words(value_text(value), tmpl); !words) return words.error();
      return text_value(p, value);
    case ParameterType::shape: {
      const Result<Shape> shape = read_shape(value_text(value));
      if (!shape) return shape.error();
      return ParameterValue(write_shape(shape.value()));
    }
    case ParameterType::runs:
      return ParameterValue(lines_of(value_text(value)));
    case ParameterType::slug: {
      const std::string id = value_text(value);
      const bool digits = id.find_first_not_of("0123456789") == std::string::npos;
      if (id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos || digits ||
          id.size() > 64)
        return unfit(value, "an id of a-z, 0-9 and _, not digits alone");
      return ParameterValue(id);
    }
    default:
      return text_value(p, value);
  }
}

}  // namespace

std::string value_text(const FieldValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* number = std::get_if<double>(&value)) return number_text(*number);
  return {};
}

std::vector<RowColumn> row_columns(const Template& tmpl, std::string_view list) {
  const std::string stem = "hand." + std::string(list) + "[].";
  std::vector<RowColumn> columns;
  for (const Parameter& p : parameters()) {
    if (!p.path.starts_with(stem)) continue;
    const std::string name = p.path.substr(stem.size());
    if (p.keys.empty()) {
      columns.push_back({name, &p, 0});
      continue;
    }
    const std::vector<std::string> ids = table_ids(tmpl, p.keys);
    for (size_t k = 0; k < ids.size(); ++k)
      columns.push_back({name.substr(0, name.size() - 1) + ids[k], &p, k});
  }
  return columns;
}

bool has_column(const std::vector<RowColumn>& columns, std::string_view name) {
  return std::any_of(columns.begin(), columns.end(), [&](const RowColumn& c) { return c.name == name; });
}

FieldValue column_value(const Template& tmpl, const RowColumn& column, size_t row) {
  const Parameter& p = *column.parameter;
  const ParameterPlace at(row, 0, column.key);
  const ParameterValue value = p.get(tmpl, at);
  if (p.omit_default && !p.required && value == default_value(p)) return {};
  if (const auto* number = std::get_if<double>(&value)) {
    if (p.omit_zero && *number == 0) return {};
    return *number;
  }
  if (const auto* text = std::get_if<std::string>(&value)) {
    if (text->empty()) return {};
    return *text;
  }
  if (const auto* words = std::get_if<std::vector<std::string>>(&value)) {
    std::string text;
    for (const std::string& word : *words) text += word + "\n";
    if (text.empty()) return {};
    return text;
  }
  return {};
}

Result<Done> set_column(Template& tmpl, const RowColumn& column, size_t row, const FieldValue& value) {
  if (std::holds_alternative<std::monostate>(value)) return Done{};
  if (const auto* text = std::get_if<std::string>(&value); text != nullptr && text->empty()) return Done{};
  const Result<ParameterValue> taken = value_of(tmpl, *column.parameter, row, value);
  if (!taken) return taken.error();
  column.parameter->set(tmpl, ParameterPlace(row, 0, column.key), taken.value());
  return Done{};
}

namespace {

using Outcomes = std::map<std::string, const HandOutcome*>;

Outcomes outcomes_of(const World* world) {
  Outcomes outcomes;
  if (world != nullptr)
    for (const HandOutcome& outcome : world->hand) outcomes.emplace(outcome.id, &outcome);
  return outcomes;
}

std::string state_of(const HandRowText& row, const Outcomes& outcomes) {
  if (!row.on) return std::string(kHandStateSlugs[static_cast<size_t>(HandState::off)]);
  const auto found = outcomes.find(row.id);
  return found == outcomes.end() ? ""
                                 : std::string(kHandStateSlugs[static_cast<size_t>(found->second->state)]);
}

}  // namespace

std::string hand_row_subject(const Template& tmpl, const std::string& list, size_t row) {
  const std::vector<RowColumn> columns = row_columns(tmpl, list);
  for (const char* name : {"class", "of", "what", "do", "is", "kind", "key", "name"})
    for (const RowColumn& c : columns) {
      if (c.name != name) continue;
      const ParameterValue value = c.parameter->get(tmpl, ParameterPlace(row));
      if (const auto* text = std::get_if<std::string>(&value); text != nullptr && !text->empty())
        return *text;
    }
  if (list == "notes") return tmpl.hand.notes[row].note;
  return {};
}

namespace {

/// By id: the name of the import that made the row; "" where none did.
std::map<std::string, std::string> imports_of_rows(const Hand& hand) {
  std::map<std::string, std::string> names;
  visit_hand(hand, [&](std::string_view, const auto& rows) {
    for (const auto& row : rows) {
      const auto source = read_source(row.source);
      names.emplace(row.id, source ? source->import : "");
    }
  });
  return names;
}

}  // namespace

std::string hand_list_text(const Template& tmpl, const World* world) {
  const Outcomes outcomes = outcomes_of(world);
  std::vector<std::array<std::string, 5>> table{
      {"id", "list", "what", world ? "state" : "on", world ? "why" : "import"}};
  const std::map<std::string, std::string> imports = imports_of_rows(tmpl.hand);
  std::map<std::string, size_t> next;
  for (const HandRowText& row : hand_row_texts(tmpl)) {
    const auto found = outcomes.find(row.id);
    table.push_back({row.id, row.list, hand_row_subject(tmpl, row.list, next[row.list]++),
                     world    ? state_of(row, outcomes)
                     : row.on ? "yes"
                              : "no",
                     world == nullptr          ? imports.at(row.id)
                     : found == outcomes.end() ? ""
                                               : found->second->reason});
  }
  if (table.size() == 1) return "The hand has no rows.\n";
  std::array<size_t, 4> width{};
  for (const auto& line : table)
    for (size_t c = 0; c < width.size(); ++c)
      width[c] = std::max(width[c], std::min<size_t>(line[c].size(), 40));
  std::string text;
  for (const auto& line : table) {
    std::string out;
    for (size_t c = 0; c < line.size(); ++c) {
      out += line[c];
      if (c < width.size())
        out += std::string(line[c].size() < width[c] ? width[c] - line[c].size() + 2 : 2, ' ');
    }
    text += out.substr(0, out.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string hand_list_json(const Template& tmpl, const World* world) {
  const Outcomes outcomes = outcomes_of(world);
  std::vector<std::string> rows;
  for (const HandRowText& row : hand_row_texts(tmpl)) {
    JsonRow json;
    json.text("id", row.id).text("list", row.list).truth("on", row.on).raw("row", row.json);
    if (world != nullptr) {
      json.text("state", state_of(row, outcomes));
      const auto found = outcomes.find(row.id);
      if (found != outcomes.end())
        json.number("asked", found->second->asked)
            .number("got", found->second->got)
            .text("reason", found->second->reason);
    }
    rows.push_back(json.str());
  }
  return json_lines(rows, 0) + "\n";
}

}  // namespace fw
