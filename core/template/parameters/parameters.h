#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/model/template/template.h"
#include "core/model/template/value_rule.h"

namespace fw {

enum class ParameterType {
  integer,
  number,
  range,        ///< [low, high]
  numbers,      ///< a list of numbers, each from min to max
  yes_no,       ///< true or false
  place,        ///< [x, y], each from min to max, or a compass word
  choice,       ///< one of `choices`
  text,         ///< plain_text (core/base/plain_text.h); min and max bound its length
  name,         ///< text without slashes, not "." or ".."
  slug,         ///< [a-z0-9_]{1,64}
  colour,       ///< "#rrggbb"
  words,        ///< a list of slugs; of ids where `refers_to` says so
  reference,    ///< id of a row, see `refers_to`
  direction,    ///< one of `choices`, or degrees clockwise from north
  texts,        ///< a list of min to max texts, each plain_text of up to kMostCharacters, "" too
  shape,        ///< WKT (core/field/shape.h), or ""
  runs,         ///< a list of rows of runs (core/field/shape.h)
  class_key,    ///< what letters or numbers stand for, "a grassland, b forest"; the ids are of `refers_to`
  class_words,  ///< ids of classes, kinds, families, categories with commas
                ///< (core/model/template/hand_words.h)
};

/// Of one text in a value of the type `texts`.
inline constexpr size_t kMostCharacters = 24;

/// A parameter's value; monostate = not stated (an optional one). Ids, colours and directions are text.
using ParameterValue = std::variant<std::monostate, double, std::string, std::array<double, 2>, bool,
                                    std::vector<std::string>, std::vector<double>>;

/// Which of the places that a path's "[]", second "[]" and "*" stand for. Scalars ignore what they lack.
struct ParameterPlace {
  size_t row = 0;
  size_t inner = 0;
  size_t key = 0;  ///< row of the table that `keys` names

  ParameterPlace(size_t r = 0, size_t i = 0, size_t k = 0) : row(r), inner(i), key(k) {}
  operator size_t() const { return row; }
  bool same(const ParameterPlace& o) const { return row == o.row && inner == o.inner && key == o.key; }
};

/// One scalar of a template. Reading, validation, --set, JSON Schema, canonical writing, the reference page
/// and a form all work from these rows; their order is the canonical key order.
struct Parameter {
  /// "[]" stands for a row of a list, "*" for the id of a row of `keys`: "landmarks[].site.require[].min",
  /// "resources[].biomes.*".
  std::string path;
  std::string pattern;  ///< rows that mean the same thing share it: "noise.*.octaves"
  ParameterType type = ParameterType::number;
  std::string unit;  ///< "m", "deg", "s"; "" = pure number or text
  double min = 0;
  double max = 0;
  std::vector<std::string_view> choices;  ///< for references: words that are allowed beside ids
  std::string help;
  std::string keys;       ///< table whose ids the last member runs over, "" if the path ends otherwise
  std::string refers_to;  ///< table whose ids the value holds, "" if none; see referred_table()
  bool required = false;
  bool optional = false;  ///< monostate is a value: absent or null in the file
  bool in_digest = true;
  bool zero_in_given_group = false;  ///< absent from a group that is stated means 0, not the default
  bool omit_zero = false;            ///< canonical form leaves zeros out
  bool omit_default = false;         ///< canonical form leaves the default out
  std::function<ParameterValue(const Template&, ParameterPlace)> get;
  std::function<void(Template&, ParameterPlace, const ParameterValue&)> set;
};

/// A list of rows, such as "resources", "landmarks[].site.require" or "noise.danger.state_features".
struct ParameterList {
  std::string path;
  std::string pattern;
  std::string key;  ///< member that names a row in --set, "" if none: "id", "class"
  size_t max_rows = 0;
  std::string help;
  std::function<size_t(const Template&, ParameterPlace)> size{};
  std::function<void(Template&, size_t rows, ParameterPlace)> resize{};
  bool aside = false;  ///< outside the digest, and left out of the canonical form while empty
  size_t min_rows = 0;
  bool omit_empty = false;    ///< left out of the canonical form while empty
  std::string main_column{};  ///< member that a scalar set on a whole row means: "share"; "" if none
  bool one_line = false;      ///< a row of the text is one line, however long
  /// Whether a row belongs to the digest; empty: all do.
  std::function<bool(const Template&, ParameterPlace)> row_in_digest{};

  /// Whether this is one of the tables that other values refer to by id.
  bool is_table() const { return key == "id" && path.find('.') == std::string::npos; }
};

/// The one table.
const std::vector<Parameter>& parameters();
const std::vector<ParameterList>& parameter_lists();
/// The list of that path ("factions", "landmarks[].site.require"); null if there is none.
const ParameterList* find_list(std::string_view path);

/// The value a template has when it says nothing.
ParameterValue default_value(const Parameter& parameter);

/// A value as --set and the reference page write it: "0.3", "[0, 90]", "none".
std::string value_text(const ParameterValue& value);

/// The rule of an integer, a number or a choice; of other types the bounds of what their numbers may be.
ValueRule rule_of(const Parameter& parameter);

/// "a number from 500 to 100000 (m)"
std::string expected_text(const Parameter& parameter);
/// The paths of all rows: "landmarks[].site.require[].min".
const std::vector<std::string_view>& parameter_paths();

/// The ids of a table's rows ("factions", "names", "biomes", "danger", "landmarks", "families", "rarities"),
/// in order; of "classes" those of resources, wildlife, enemies and landmarks, of "pins" those of the hand's
/// pins, of "calendar.curves" those of the studio's curves, of "wildlife", "hand.zones" and "tactics.goals"
/// those of these.
std::vector<std::string> table_ids(const Template& tmpl, std::string_view table);

/// The table whose ids the value holds: refers_to, or for the `in` of a condition what its measure says. ""
/// where it holds none.
std::string referred_table(const Parameter& parameter, const Template& tmpl, ParameterPlace place);

/// The path for people: "factions[2].share", "resources[3].biomes.arid".
std::string concrete_path(const Parameter& parameter, const Template& tmpl, ParameterPlace place);

/// The same as --set takes it best: rows by id where they have one, "factions.red.share", so that the path
/// stays when rows are added.
std::string setting_path(const Parameter& parameter, const Template& tmpl, ParameterPlace place);

/// The scalar at a path; rows by number or by id: "factions[2].share", "factions.red.share".
std::optional<std::pair<const Parameter*, ParameterPlace>> find_parameter(const Template& tmpl,
                                                                          std::string_view path);

/// The places of one parameter in a template, in order.
void each_place(const Parameter& parameter, const Template& tmpl,
                const std::function<void(ParameterPlace)>& visit);

}  // namespace fw
