#include "app/job/hand/hand_list.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "app/job/hand/row_columns.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/template/hand_rows.h"

namespace fw {
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
  return {};
}

std::string hand_list_text(const Template& tmpl, const World* world) {
  const Outcomes outcomes = outcomes_of(world);
  std::vector<std::array<std::string, 5>> table{{"id", "list", "what", world ? "state" : "on", "why"}};
  std::map<std::string, size_t> next;
  for (const HandRowText& row : hand_row_texts(tmpl)) {
    const auto found = outcomes.find(row.id);
    table.push_back({row.id, row.list, hand_row_subject(tmpl, row.list, next[row.list]++),
                     world    ? state_of(row, outcomes)
                     : row.on ? "yes"
                              : "no",
                     found == outcomes.end() ? "" : found->second->reason});
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
