#include "app/gui/template/place.h"

#include <map>

#include "app/gui/template/list/kind_list.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

const ParameterValue& table_default(const Parameter& parameter) {
  static const std::map<const Parameter*, ParameterValue> defaults = [] {
    std::map<const Parameter*, ParameterValue> all;
    for (const Parameter& p : parameters()) all.emplace(&p, default_value(p));
    return all;
  }();
  return defaults.at(&parameter);
}

}  // namespace

std::string path_of(const Place& place) {
  const Place stated = stated_place(place);
  return with_row(stated.parameter->path, stated.row);
}

std::optional<Place> find_place(std::string_view path) {
  const RowPath split = split_row(path);
  const size_t row = split.row.value_or(0);
  for (const Parameter& p : parameters())
    if (p.path == split.pattern) return Place{&p, row};
  for (const Parameter& p : kind_columns())
    if (p.path == split.pattern) return Place{&p, row};
  return std::nullopt;
}

const ParameterList* list_of(const Parameter& parameter) {
  const size_t at = parameter.path.find("[]");
  return at == std::string::npos ? nullptr : find_list(std::string_view(parameter.path).substr(0, at));
}

const ParameterList* find_list(std::string_view path) {
  for (const ParameterList& list : parameter_lists())
    if (list.path == path) return &list;
  return kind_list().path == path ? &kind_list() : nullptr;
}

std::vector<const Parameter*> columns_of(const ParameterList& list) {
  std::vector<const Parameter*> columns;
  for (const Parameter& p : parameters())
    if (p.path.starts_with(list.path + "[].")) columns.push_back(&p);
  if (&list == &kind_list())
    for (const Parameter& p : kind_columns()) columns.push_back(&p);
  return columns;
}

bool is_share(const Parameter& parameter) {
  return parameter.zero_in_given_group && parameter.max == 1;
}

bool is_weight(const Parameter& parameter) {
  return parameter.zero_in_given_group && parameter.max != 1;
}

std::vector<const Parameter*> shares_of(const std::string& group) {
  std::vector<const Parameter*> shares;
  for (const Parameter& p : parameters())
    if (is_share(p) && group_of(p.path) == group) shares.push_back(&p);
  return shares;
}

std::optional<Place> cell_in(const ParameterList& list, std::string_view path) {
  if (const auto kind = kind_cell(path)) return &list == &kind_list() ? kind : std::nullopt;
  const auto place = find_place(path);
  return place && list_of(*place->parameter) == &list ? place : std::nullopt;
}

std::optional<ParameterValue> reset_value(const Place& cell, const Template& tmpl) {
  const Place place = stated_place(cell);
  const Parameter& p = *place.parameter;
  // Values that the template reader derives if a file omits them.
  if (p.path == "landmarks.settlement" || p.path == "landmarks.fort")
    return static_cast<double>(tmpl.regions.controllable);
  if (member_of(p.path) == "label")
    if (const auto cls = find_place(group_of(p.path) + ".class"))
      return slug_in_words(std::get<std::string>(cls->parameter->get(tmpl, place.row)));
  if (p.required) return std::nullopt;
  return table_default(p);
}

Findings findings_if(const Template& tmpl, const Place& place, const ParameterValue& value) {
  Template edited = tmpl;
  place.parameter->set(edited, place.row, value);
  const std::string path = path_of(place);
  Findings here;
  for (Finding& f : check_edited(edited).refusals)
    if (f.where == path) here.push_back(std::move(f));
  return here;
}

}  // namespace fw
