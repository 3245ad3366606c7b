#pragma once

#include <charconv>
#include <cmath>
#include <type_traits>
#include <utility>

#include "core/base/number_text.h"
#include "core/template/parameters/parameters.h"

// How rows of the parameter table are written down; private to this room.
namespace fw::table {

/// What a row says besides where its value lives.
struct About {
  std::string path, pattern, unit;
  double min, max;
  std::string help;
};

/// "#rrggbb"; nothing for other texts.
std::optional<Rgb> parse_colour(std::string_view text);
std::string colour_text(Rgb colour);

/// The shortest decimal of a float, as a double.
inline double widened(float value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  double out = 0;
  read_double(text, end, out);
  return out;
}

template <typename T>
struct is_optional : std::false_type {};
template <typename T>
struct is_optional<std::optional<T>> : std::true_type {};

template <typename T>
ParameterValue to_value(const T& held) {
  if constexpr (is_optional<T>::value)
    return held ? to_value(*held) : ParameterValue(std::monostate{});
  else if constexpr (std::is_same_v<T, float>)
    return widened(held);
  else if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
    return static_cast<double>(held);
  else if constexpr (std::is_same_v<T, Rgb>)
    return colour_text(held);
  else if constexpr (std::is_same_v<T, Vec2>)
    return std::array<double, 2>{held.x, held.y};
  else
    return held;
}

template <typename T>
void from_value(T& held, const ParameterValue& value) {
  if constexpr (is_optional<T>::value) {
    if (std::holds_alternative<std::monostate>(value))
      held.reset();
    else
      from_value(held.emplace(), value);
  } else if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
    held = static_cast<T>(std::get<double>(value));
  } else if constexpr (std::is_same_v<T, Rgb>) {
    held = parse_colour(std::get<std::string>(value)).value_or(Rgb{});
  } else if constexpr (std::is_same_v<T, Vec2>) {
    const auto& at = std::get<std::array<double, 2>>(value);
    held = {at[0], at[1]};
  } else {
    held = std::get<T>(value);
  }
}

inline Parameter described(ParameterType type, About about) {
  Parameter p;
  p.pattern = about.pattern.empty() ? about.path : std::move(about.pattern);
  p.path = std::move(about.path);
  p.type = type;
  p.unit = std::move(about.unit);
  p.min = about.min;
  p.max = about.max;
  p.help = std::move(about.help);
  return p;
}

/// A row whose storage `ref(template, place)` names; one generic lambda serves reading and writing.
template <typename Ref>
Parameter row(ParameterType type, About about, Ref ref) {
  using Value = std::remove_cvref_t<decltype(ref(std::declval<Template&>(), ParameterPlace()))>;
  Parameter p = described(type, std::move(about));
  p.optional = is_optional<Value>::value;
  p.get = [ref](const Template& t, ParameterPlace at) { return to_value(ref(t, at)); };
  p.set = [ref](Template& t, ParameterPlace at, const ParameterValue& value) {
    from_value(ref(t, at), value);
  };
  return p;
}

/// A row that holds an enum; slugs[k] is the word for value k. `first` hides words that mean "none".
template <typename Slugs, typename Ref>
Parameter choice_row(About about, const Slugs& slugs, size_t first, Ref ref) {
  Parameter p = described(ParameterType::choice, std::move(about));
  const std::vector<std::string_view> words(slugs.begin(), slugs.end());
  p.choices.assign(words.begin() + static_cast<std::ptrdiff_t>(first), words.end());
  p.get = [ref, words](const Template& t, ParameterPlace at) -> ParameterValue {
    return std::string(words[static_cast<size_t>(ref(t, at))]);
  };
  p.set = [ref, words](Template& t, ParameterPlace at, const ParameterValue& value) {
    using Enum = std::remove_cvref_t<decltype(ref(t, at))>;
    const std::string& word = std::get<std::string>(value);
    for (size_t k = 0; k < words.size(); ++k)
      if (words[k] == word) ref(t, at) = static_cast<Enum>(k);
  };
  return p;
}

/// A row that holds one word of a closed list as text.
template <typename Ref>
Parameter word_row(About about, std::vector<std::string_view> words, Ref ref) {
  Parameter p = row(ParameterType::choice, std::move(about), ref);
  p.choices = std::move(words);
  return p;
}

inline Parameter required(Parameter p) {
  p.required = true;
  return p;
}
inline Parameter outside_digest(Parameter p) {
  p.in_digest = false;
  return p;
}

/// The table while it is being filled; the order of the calls is the canonical key order.
struct Builder {
  std::vector<Parameter> rows;
  std::vector<ParameterList> lists;

  Parameter& add(Parameter p) {
    rows.push_back(std::move(p));
    return rows.back();
  }
  template <typename Ref>
  Parameter& number(About about, Ref ref) {
    return add(row(ParameterType::number, std::move(about), ref));
  }
  template <typename Ref>
  Parameter& integer(About about, Ref ref) {
    return add(row(ParameterType::integer, std::move(about), ref));
  }

  /// A value per row of a table that is stated as one group: `group.id`; an id left out of a stated group is
  /// 0. `ref` names a vector that is as long as the table, or an optional one.
  template <typename Ref>
  Parameter& keyed(const std::string& group, const std::string& keys, double max, const std::string& help,
                   Ref ref) {
    Parameter p = described(ParameterType::number, {group + ".*", "", "", 0, max, help});
    p.keys = keys;
    p.zero_in_given_group = true;
    using Held = std::remove_cvref_t<decltype(ref(std::declval<Template&>(), ParameterPlace()))>;
    p.get = [ref](const Template& t, ParameterPlace at) -> ParameterValue {
      const auto& held = ref(t, at);
      if constexpr (is_optional<Held>::value) {
        if (!held) return std::monostate{};
        return at.key < held->size() ? (*held)[at.key] : 0.0;
      } else {
        return at.key < held.size() ? held[at.key] : 0.0;
      }
    };
    p.set = [ref, keys](Template& t, ParameterPlace at, const ParameterValue& value) {
      auto& held = ref(t, at);
      if constexpr (is_optional<Held>::value) {
        if (std::holds_alternative<std::monostate>(value)) return held.reset();
        if (!held) held.emplace();
        held->resize(table_ids(t, keys).size());
        held->at(at.key) = std::get<double>(value);
      } else {
        held.at(at.key) = std::get<double>(value);
      }
    };
    return add(std::move(p));
  }
};

/// Columns of one list or members of one group; `ref(template, place)` names the object they lie in.
template <typename Ref>
struct Columns {
  Builder& table;
  std::string path;
  Ref ref;

  template <typename Member>
  Parameter& add(ParameterType type, const char* key, Member member, const char* unit, double min, double max,
                 const char* help) {
    return table.add(row(type, {path + "." + key, "", unit, min, max, help}, of(member)));
  }
  template <typename Member>
  Parameter& number(const char* key, Member member, const char* unit, double min, double max,
                    const char* help) {
    return add(ParameterType::number, key, member, unit, min, max, help);
  }
  template <typename Member>
  Parameter& yes_no(const char* key, Member member, const char* help) {
    return add(ParameterType::yes_no, key, member, "", 0, 0, help);
  }
  template <typename Member, typename Slugs>
  Parameter& choice(const char* key, Member member, const Slugs& slugs, const char* help) {
    return table.add(choice_row({path + "." + key, "", "", 0, 0, help}, slugs, 0, of(member)));
  }
  template <typename Member>
  Parameter& words(const char* key, Member member, double most, const char* help) {
    return add(ParameterType::words, key, member, "", 0, most, help);
  }
  /// The members of an object inside.
  template <typename Member>
  auto group(const char* key, Member member) const {
    return columns(table, path + "." + key, of(member));
  }

 private:
  template <typename Member>
  auto of(Member member) const {
    return [ ref = ref, member ](auto& t, ParameterPlace at) -> auto& {
      return ref(t, at).*member;
    };
  }
  template <typename Other>
  static Columns<Other> columns(Builder& table, std::string path, Other other) {
    return {table, std::move(path), other};
  }
};

template <typename Ref>
Columns<Ref> columns(Builder& table, std::string path, Ref ref) {
  return {table, std::move(path), ref};
}

inline Parameter& omit_default(Parameter& p) {
  p.omit_default = true;
  return p;
}
/// Adds a row outside the digest that the text leaves out where it is the default.
inline Parameter& aside(Builder& table, Parameter p) {
  return omit_default(table.add(outside_digest(std::move(p))));
}
inline Parameter& refers_to(Parameter& p, const char* tbl) {
  p.refers_to = tbl;
  return p;
}

/// Identity, frame, land, relief, regions.
void add_world_rows(Builder& table);
/// Water, lakes, shores, roads, ground plans.
void add_water_rows(Builder& table);
/// Factions, biomes, bands; where landmarks stand; families, categories, rarities.
void add_ground_tables(Builder& table);
void add_landmark_table(Builder& table);
void add_content_tables(Builder& table);
/// Mixes fixed for single regions, modes, noise.
void add_mix_rows(Builder& table);
void add_noise_rows(Builder& table);
/// Own seeds of the three streams.
void add_stream_seed_rows(Builder& table);
/// Palette and layers of the window.
void add_view_rows(Builder& table);
/// What travel costs.
void add_play_rows(Builder& table);
/// The day and the year.
void add_calendar_rows(Builder& table);
/// Where simulated agents go, what they notice.
void add_tactics_rows(Builder& table);
/// What other tools call what stands in the world.
void add_export_rows(Builder& table);
/// Stocks, hunting, what comes back.
void add_ecology_rows(Builder& table);
/// How a class of wildlife lives.
void add_life_rows(Builder& table);
/// Resources, wildlife, enemies.
void add_class_rows(Builder& table);
/// The designer's hand.
void add_hand_rows(Builder& table);

}  // namespace fw::table
