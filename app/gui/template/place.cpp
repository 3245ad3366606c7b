#include "app/gui/template/place.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "app/gui/template/fresh_row.h"
#include "core/model/template/mix_shares.h"
#include "core/template/template_io.h"
#include "core/template/vocabulary_edit.h"

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

std::string text_at(const Parameter& parameter, const Template& tmpl, ParameterPlace at) {
  const ParameterValue value = parameter.get(tmpl, at);
  const std::string* text = std::get_if<std::string>(&value);
  return text ? *text : std::string();
}

/// The label that the reader derives from the slug of the row.
std::optional<Place> derived_label(const Place& place) {
  const ParameterList* list = list_of(*place.parameter);
  if (!list || list->key.empty() || is_row_of_hand(*place.parameter)) return std::nullopt;
  if (member_of(place.parameter->path) != list->key) return std::nullopt;
  const Parameter* label = find_column(*list, "label");
  return label ? std::optional(Place{label, place.at}) : std::nullopt;
}

/// The slug that follows a label which is set.
std::optional<Place> following_key(const Place& place, const Template& before, const Template& settled) {
  const ParameterList* list = list_of(*place.parameter);
  if (!list || is_row_of_hand(*place.parameter) || member_of(place.parameter->path) != "label")
    return std::nullopt;
  if (!key_follows(before, {list}, place.at.row, settled)) return std::nullopt;
  return Place{find_column(*list, list->key), place.at};
}

void set_shares(Template& tmpl, const std::vector<Place>& places, double share, const Template& before) {
  const std::vector<Place> all = shares_of(tmpl, list_of(*places.front().parameter)->path);
  Shares shares;
  for (const Place& p : all) shares.push_back(std::get<double>(p.parameter->get(before, p.at)));
  Locks set(all.size(), false);
  for (const Place& place : places) {
    shares = with_share(shares, set, place.at.row, share);
    set[place.at.row] = true;
  }
  for (size_t k = 0; k < all.size(); ++k) all[k].parameter->set(tmpl, all[k].at, shares[k]);
}

/// A band's value that the reader derives if the file omits it; empty for others.
std::optional<double> derived_of_band(const Place& place, const Template& tmpl) {
  const auto& bands = tmpl.vocabulary.danger;
  if (place.parameter->path == "danger[].threshold") {
    double before = 0;
    for (size_t k = 0; k < place.at.row; ++k) before += bands[k].share;
    return before;
  }
  if (place.parameter->path != "danger[].tier_at") return std::nullopt;
  const double last = static_cast<double>(std::max<size_t>(bands.size(), 2) - 1);
  return 0.05 + 1.07 * static_cast<double>(place.at.row) / last;
}

}  // namespace

bool ListPlace::there(const Template& tmpl) const {
  const size_t row = list->path.find("[]");
  return row == std::string::npos ||
         outer < find_list(std::string_view(list->path).substr(0, row))->size(tmpl, {});
}

std::string path_of(const Place& place, const Template& tmpl) {
  return concrete_path(*place.parameter, tmpl, place.at);
}

std::optional<Place> find_place(const Template& tmpl, std::string_view path) {
  const auto found = find_parameter(tmpl, path);
  return found ? std::optional(Place{found->first, found->second}) : std::nullopt;
}

const ParameterList* list_of(const Parameter& parameter) {
  static const std::map<const Parameter*, const ParameterList*> lists = [] {
    std::map<const Parameter*, const ParameterList*> all;
    for (const Parameter& p : parameters()) {
      const size_t at = p.path.rfind("[]");
      all[&p] = at == std::string::npos ? nullptr : find_list(std::string_view(p.path).substr(0, at));
    }
    return all;
  }();
  const auto found = lists.find(&parameter);
  return found == lists.end() ? nullptr : found->second;
}

std::vector<const ParameterList*> inner_lists(const ParameterList& list) {
  std::vector<const ParameterList*> inner;
  for (const ParameterList& other : parameter_lists())
    if (other.path.starts_with(list.path + "[].")) inner.push_back(&other);
  return inner;
}

std::vector<Place> columns_of(const ParameterList& list, const Template& tmpl) {
  std::vector<Place> columns;
  for (const Parameter& p : parameters()) {
    if (list_of(p) != &list) continue;
    const size_t keys = p.keys.empty() ? 1 : find_list(p.keys)->size(tmpl, {});
    for (size_t k = 0; k < keys; ++k) columns.push_back({&p, {0, 0, k}});
  }
  return columns;
}

const Parameter* find_column(const ParameterList& list, const std::string& name) {
  const std::string path = list.path + "[]." + name;
  for (const Parameter& p : parameters())
    if (p.path == path) return &p;
  return nullptr;
}

bool is_there(const Place& place, const Template& tmpl) {
  const std::string& path = place.parameter->path;
  const size_t first = path.find("[]");
  if (first == std::string::npos) return true;
  if (place.at.row >= find_list(std::string_view(path).substr(0, first))->size(tmpl, {})) return false;
  const ParameterList& list = *list_of(*place.parameter);
  const bool nested = list.path.size() > first;
  if (nested && place.at.inner >= list.size(tmpl, place.at.row)) return false;
  const std::string& keys = place.parameter->keys;
  return keys.empty() || place.at.key < find_list(keys)->size(tmpl, {});
}

bool is_share(const Parameter& parameter) {
  return parameter.zero_in_given_group && parameter.max == 1;
}

bool is_share_column(const Parameter& parameter) {
  const ParameterList* list = list_of(parameter);
  return list && list->main_column == "share" && parameter.path == list->path + "[].share";
}

bool is_weight(const Parameter& parameter) {
  return parameter.zero_in_given_group && parameter.max != 1;
}

std::vector<Place> shares_of(const Template& tmpl, const std::string& group, size_t row) {
  std::vector<Place> shares;
  for (const Parameter& p : parameters()) {
    if (is_share(p) && group_of(p.path) == group)
      for (size_t k = 0; k < find_list(p.keys)->size(tmpl, {}); ++k) shares.push_back({&p, {row, 0, k}});
    if (is_share_column(p) && list_of(p)->path == group)
      for (size_t k = 0; k < list_of(p)->size(tmpl, {}); ++k) shares.push_back({&p, k});
  }
  return shares;
}

bool is_row_of_hand(const Parameter& parameter) {
  return parameter.path.starts_with("hand.") && parameter.path.find("[]") != std::string::npos;
}

bool is_rare(const Parameter& parameter) {
  static constexpr std::array<std::string_view, 10> kRare{
      "frame.sea",  "land.detail",   "land.stretch",  "land.scale_m",    "land.superellipse",
      "land.islet", "land.evenness", "relief.cliffs", "relief.valley_m", "relief.detail"};
  return std::find(kRare.begin(), kRare.end(), parameter.path) != kRare.end();
}

bool is_row_id(const Parameter& parameter) {
  const ParameterList* list = list_of(parameter);
  return list && list->is_table() && parameter.path == list->path + "[].id";
}

std::optional<ParameterValue> reset_value(const Place& place, const Template& tmpl) {
  const Parameter& p = *place.parameter;
  const ParameterList* list = list_of(p);
  if (list && p.path == list->path + "[].label" && !is_row_of_hand(p))
    if (const Parameter* key = find_column(*list, list->key)) {
      const std::string slug = text_at(*key, tmpl, place.at);
      return list->is_table() ? slug_as_title(slug) : slug_in_words(slug);
    }
  const bool names_a_row = p.type == ParameterType::reference && !p.optional && p.choices.empty();
  if (p.required || names_a_row || is_share_column(p)) return std::nullopt;
  if (const auto derived = derived_of_band(place, tmpl)) return *derived;
  return table_default(p);
}

std::optional<ParameterValue> inherited_value(const Place& place, const Template& tmpl,
                                              const Template* base) {
  const auto there =
      base == nullptr ? std::nullopt : find_parameter(*base, setting_path(*place.parameter, tmpl, place.at));
  return there ? there->first->get(*base, there->second) : reset_value(place, tmpl);
}

void set_place(Template& tmpl, const Place& place, const ParameterValue& value, const Template& before,
               const Template* settled) {
  const Parameter& p = *place.parameter;
  if (const auto key = settled ? following_key(place, before, *settled) : std::nullopt) {
    p.set(tmpl, place.at, value);
    const std::string slug = slug_of_label(std::get<std::string>(value));
    if (!slug.empty()) set_key(tmpl, *key, slug);
    return;
  }
  std::optional<Place> label = derived_label(place);
  if (label && *reset_value(*label, before) != label->parameter->get(before, label->at)) label.reset();
  if (is_row_id(p)) {
    const auto renamed =
        rename_row(tmpl, list_of(p)->path, text_at(p, tmpl, place.at), std::get<std::string>(value));
    if (!renamed) return;
    tmpl = renamed.value();
  } else if (is_share_column(p)) {
    set_shares(tmpl, {place}, std::get<double>(value), before);
  } else {
    p.set(tmpl, place.at, value);
  }
  if (label) label->parameter->set(tmpl, label->at, *reset_value(*label, tmpl));
}

void set_places(Template& tmpl, const std::vector<Place>& places, const ParameterValue& value,
                const Template& before, const Template* settled) {
  if (is_share_column(*places.front().parameter))
    return set_shares(tmpl, places, std::get<double>(value), before);
  for (const Place& place : places) set_place(tmpl, place, value, before, settled);
}

std::string refusal_of(const Template& tmpl, const Place& place, const ParameterValue& value) {
  if (is_row_id(*place.parameter)) {
    const std::string now = text_at(*place.parameter, tmpl, place.at), wanted = std::get<std::string>(value);
    if (now == wanted) return {};
    const auto renamed = rename_row(tmpl, list_of(*place.parameter)->path, now, wanted);
    return renamed ? std::string() : renamed.error().message;
  }
  Template edited = tmpl;
  place.parameter->set(edited, place.at, value);
  const std::string path = path_of(place, edited);
  for (const Finding& f : check_edited(edited).refusals)
    if (f.where == path) return f.message;
  return {};
}

}  // namespace fw
