#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/finding.h"
#include "core/template/parameters/parameters.h"
#include "core/template/path.h"

namespace fw {

/// One value of a template: a row of the parameter table and which of its places.
struct Place {
  const Parameter* parameter = nullptr;
  ParameterPlace at{};

  friend bool operator==(const Place& a, const Place& b) {
    return a.parameter == b.parameter && a.at.same(b.at);
  }
};

/// A list of a template; for one inside a row of another list ("landmarks[].site.require"), of which row.
struct ListPlace {
  const ParameterList* list = nullptr;
  size_t outer = 0;

  bool nested() const { return list->path.find("[]") != std::string::npos; }
  /// Whether the template holds the list: a nested one is there with its row.
  bool there(const Template& tmpl) const;
  /// 0 for a list that is not there.
  size_t size(const Template& tmpl) const { return there(tmpl) ? list->size(tmpl, outer) : 0; }
  /// The place of row i.
  ParameterPlace row(size_t i, size_t key = 0) const {
    return nested() ? ParameterPlace(outer, i, key) : ParameterPlace(i, 0, key);
  }
  /// "landmarks[3].site.require"
  std::string path() const { return nested() ? with_row(list->path, outer) : list->path; }
};

/// "resources[3].quota", as findings name it.
std::string path_of(const Place& place, const Template& tmpl);
/// The value at a path; empty if the template has none.
std::optional<Place> find_place(const Template& tmpl, std::string_view path);

/// The list of which a parameter is a column, the innermost one; nullptr outside lists.
const ParameterList* list_of(const Parameter& parameter);
/// The lists inside the rows of a list.
std::vector<const ParameterList*> inner_lists(const ParameterList& list);
/// The list's columns in canonical order, a column for every id of a keyed group; all of row 0.
std::vector<Place> columns_of(const ParameterList& list, const Template& tmpl);
/// A column of that name ("label"); nullptr if the list has none.
const Parameter* find_column(const ParameterList& list, const std::string& name);
/// Whether the template still has the row that the place names.
bool is_there(const Place& place, const Template& tmpl);

/// A member of a keyed group of shares that sum to 1 ("region_mixes[].danger.*").
bool is_share(const Parameter& parameter);
/// The column of a table whose rows' shares sum to 1 ("factions[].share").
bool is_share_column(const Parameter& parameter);
/// A weight of one biome or band in a class.
bool is_weight(const Parameter& parameter);
/// The shares of a table ("danger") or of a keyed group ("region_mixes[].danger") in one row, in order.
std::vector<Place> shares_of(const Template& tmpl, const std::string& group, size_t row = 0);
/// A column of one of the hand's lists, which have a panel of their own.
bool is_row_of_hand(const Parameter& parameter);
/// A value that few templates change: forms keep it behind a button.
bool is_rare(const Parameter& parameter);
/// The id of a row of a table that others refer to.
bool is_row_id(const Parameter& parameter);

/// The value after a reset: the table's default, or the value that the reader derives if the file omits it.
/// Empty if the value is mandatory.
std::optional<ParameterValue> reset_value(const Place& place, const Template& tmpl);
/// The value that a place has where the template states none of its own: the base's, of the row of the same
/// name; of rows that are not the base's, and without a base (null), reset_value().
std::optional<ParameterValue> inherited_value(const Place& place, const Template& tmpl, const Template* base);

/// Sets one value as an editor does. A row's id is renamed everywhere; the other shares of a table follow one
/// that is set, from their proportions in `before`; a label that equalled the one derived from its slug
/// follows it, and the slug of a row that is not in `settled` (key_follows()) follows its label.
void set_place(Template& tmpl, const Place& place, const ParameterValue& value, const Template& before,
               const Template* settled = nullptr);

/// The same for the same value of several rows. Shares that are set together stay as they are set, as far as
/// their sum allows.
void set_places(Template& tmpl, const std::vector<Place>& places, const ParameterValue& value,
                const Template& before, const Template* settled = nullptr);

/// Why the template must not get this value; empty if it may.
std::string refusal_of(const Template& tmpl, const Place& place, const ParameterValue& value);

}  // namespace fw
