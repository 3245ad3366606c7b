#include "app/gui/template/list/list_rows.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "app/gui/template/place.h"
#include "core/model/number_text.h"

namespace fw {
namespace {

/// "/noise/danger/state_features/" of "noise.danger.state_features".
std::string pointer_of(const ParameterList& list) {
  std::string pointer = "/" + list.path + "/";
  std::replace(pointer.begin(), pointer.end(), '.', '/');
  return pointer;
}

/// Unknown members of a list's rows that the format keeps, taken out of the template: (row, path after the
/// row number, text).
struct KeptMember {
  size_t row;
  std::string rest;
  std::string text;
};

std::vector<KeptMember> take_kept(Template& tmpl, const std::string& pointer) {
  std::vector<KeptMember> kept;
  std::vector<std::pair<std::string, std::string>> others;
  for (auto& [at, text] : tmpl.extras) {
    size_t row = 0;
    const char* const begin = at.data() + pointer.size();
    const bool ours = at.starts_with(pointer);
    const auto number = ours ? std::from_chars(begin, at.data() + at.size(), row) : std::from_chars_result{};
    if (ours && number.ec == std::errc() && number.ptr != begin)
      kept.push_back({row, at.substr(static_cast<size_t>(number.ptr - at.data())), text});
    else
      others.emplace_back(at, text);
  }
  tmpl.extras = std::move(others);
  return kept;
}

void set_values(Template& tmpl, const std::vector<const Parameter*>& columns, size_t row,
                const RowValues& values) {
  for (size_t c = 0; c < columns.size(); ++c)
    if (!std::holds_alternative<std::monostate>(values[c])) columns[c]->set(tmpl, row, values[c]);
}

/// Slugs are unique over all lists with this key name: a class occurs once in a template.
std::set<std::string> keys_besides(const Template& tmpl, const ParameterList& list, size_t row) {
  std::set<std::string> keys;
  for (const ParameterList& other : parameter_lists()) {
    const bool same_names = list.key == "class" ? other.key == "class" : other.path == list.path;
    const auto key = find_place(other.path + "[]." + other.key);
    if (!same_names || !key) continue;
    for (size_t i = 0; i < other.size(tmpl); ++i) {
      if (other.path == list.path && i == row) continue;
      const ParameterValue value = key->parameter->get(tmpl, i);
      if (const double* number = std::get_if<double>(&value))
        keys.insert(number_text(*number));
      else
        keys.insert(std::get<std::string>(value));
    }
  }
  return keys;
}

std::string stem_of(const std::string& slug) {
  const size_t end = slug.find_last_not_of("0123456789");
  return end != std::string::npos && end + 1 < slug.size() && slug[end] == '_' ? slug.substr(0, end) : slug;
}

std::string free_slug(const std::string& slug, const std::set<std::string>& taken) {
  constexpr size_t kRoomForNumber = 58;
  const std::string stem = stem_of(slug).substr(0, kRoomForNumber);
  for (int n = 2;; ++n)
    if (const std::string name = stem + "_" + std::to_string(n); !taken.contains(name)) return name;
}

}  // namespace

RowValues row_values(const Template& tmpl, const ParameterList& list, size_t row) {
  RowValues values;
  for (const Parameter* column : columns_of(list)) values.push_back(column->get(tmpl, row));
  return values;
}

void arrange_rows(Template& tmpl, const ParameterList& list, const std::vector<size_t>& order) {
  const std::vector<const Parameter*> columns = columns_of(list);
  std::vector<RowValues> rows;
  for (size_t i = 0; i < list.size(tmpl); ++i) rows.push_back(row_values(tmpl, list, i));
  const std::string pointer = pointer_of(list);
  const std::vector<KeptMember> kept = take_kept(tmpl, pointer);
  list.resize(tmpl, 0);
  list.resize(tmpl, order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] == kFreshRow) continue;
    set_values(tmpl, columns, i, rows[order[i]]);
    for (const KeptMember& member : kept)
      if (member.row == order[i])
        tmpl.extras.emplace_back(pointer + std::to_string(i) + member.rest, member.text);
  }
}

void set_row(Template& tmpl, const ParameterList& list, size_t row, const RowValues& values) {
  std::vector<RowValues> rows;
  for (size_t i = 0; i < list.size(tmpl); ++i) rows.push_back(row_values(tmpl, list, i));
  rows[row] = values;
  list.resize(tmpl, 0);  // only a new row is without its optional group
  list.resize(tmpl, rows.size());
  const std::vector<const Parameter*> columns = columns_of(list);
  for (size_t i = 0; i < rows.size(); ++i) set_values(tmpl, columns, i, rows[i]);
}

void unstate_group(Template& tmpl, const ParameterList& list, size_t row, const std::string& group) {
  const std::vector<const Parameter*> columns = columns_of(list);
  RowValues values = row_values(tmpl, list, row);
  for (size_t c = 0; c < columns.size(); ++c)
    if (group_of(columns[c]->path) == group) values[c] = std::monostate{};
  set_row(tmpl, list, row, values);
}

void make_key_unique(Template& tmpl, const ParameterList& list, size_t row, const std::string& wanted) {
  const auto key = find_place(list.path + "[]." + list.key);
  if (!key) return;
  const Parameter& p = *key->parameter;
  const std::set<std::string> taken = keys_besides(tmpl, list, row);
  const ParameterValue value = p.get(tmpl, row);
  if (p.type == ParameterType::integer) {
    double number = std::get<double>(value);
    if (!taken.contains(number_text(number))) return;
    for (number = p.min; number < p.max && taken.contains(number_text(number));) ++number;
    p.set(tmpl, row, number);
  } else if (p.type == ParameterType::choice) {
    if (!taken.contains(std::get<std::string>(value))) return;
    for (const std::string_view word : p.choices)
      if (!taken.contains(std::string(word))) return p.set(tmpl, row, std::string(word));
  } else {
    const std::string slug = std::get<std::string>(value);
    const std::string wish = slug.empty() ? wanted : slug;
    p.set(tmpl, row, taken.contains(wish) ? free_slug(wish, taken) : wish);
  }
}

std::vector<size_t> moved_order(size_t size, const std::vector<size_t>& rows, size_t before) {
  const auto moves = [&rows](size_t i) { return std::find(rows.begin(), rows.end(), i) != rows.end(); };
  std::vector<size_t> order;
  for (size_t i = 0; i <= size; ++i) {
    if (i == before) order.insert(order.end(), rows.begin(), rows.end());
    if (i < size && !moves(i)) order.push_back(i);
  }
  return order;
}

}  // namespace fw
