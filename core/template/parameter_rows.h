#pragma once

#include <type_traits>
#include <utility>

#include "core/template/parameters.h"

// How rows of the parameter table are written down; private to this room.
namespace fw::table {

/// What a row says besides where its value lives.
struct About {
  std::string path, pattern, unit;
  double min, max;
  std::string help;
};

/// A row whose storage `ref(template, row)` names; one generic lambda serves reading and writing.
template <typename Ref>
Parameter row(ParameterType type, About about, Ref ref) {
  Parameter p;
  p.pattern = about.pattern.empty() ? about.path : std::move(about.pattern);
  p.path = std::move(about.path);
  p.type = type;
  p.unit = std::move(about.unit);
  p.min = about.min;
  p.max = about.max;
  p.help = std::move(about.help);
  p.get = [ref](const Template& t, size_t i) -> ParameterValue {
    using Value = std::remove_cvref_t<decltype(ref(t, i))>;
    if constexpr (std::is_arithmetic_v<Value>)
      return static_cast<double>(ref(t, i));
    else
      return ref(t, i);
  };
  p.set = [ref](Template& t, size_t i, const ParameterValue& value) {
    using Value = std::remove_cvref_t<decltype(ref(t, i))>;
    if constexpr (std::is_arithmetic_v<Value>)
      ref(t, i) = static_cast<Value>(std::get<double>(value));
    else
      ref(t, i) = std::get<Value>(value);
  };
  return p;
}

/// A row that holds an enum; slugs[k] is the word for value k. `first` hides words that mean "none".
template <typename Slugs, typename Ref>
Parameter choice_row(About about, const Slugs& slugs, size_t first, Ref ref) {
  Parameter p;
  p.pattern = about.pattern.empty() ? about.path : std::move(about.pattern);
  p.path = std::move(about.path);
  p.type = ParameterType::choice;
  p.help = std::move(about.help);
  const std::vector<std::string_view> words(slugs.begin(), slugs.end());
  p.choices.assign(words.begin() + static_cast<std::ptrdiff_t>(first), words.end());
  p.get = [ref, words](const Template& t, size_t i) -> ParameterValue {
    return std::string(words[static_cast<size_t>(ref(t, i))]);
  };
  p.set = [ref, words](Template& t, size_t i, const ParameterValue& value) {
    using Enum = std::remove_cvref_t<decltype(ref(t, i))>;
    const std::string& word = std::get<std::string>(value);
    for (size_t k = 0; k < words.size(); ++k)
      if (words[k] == word) ref(t, i) = static_cast<Enum>(k);
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

  void add(Parameter p) { rows.push_back(std::move(p)); }
  template <typename Ref>
  void number(About about, Ref ref) {
    rows.push_back(row(ParameterType::number, std::move(about), ref));
  }
  template <typename Ref>
  void integer(About about, Ref ref) {
    rows.push_back(row(ParameterType::integer, std::move(about), ref));
  }

  /// A value per class that is stated as one group: `group.slug`; a class left out of a stated group is 0.
  template <size_t N, typename Ref>
  void per_class(const std::string& group, const std::array<std::string_view, N>& slugs, double max,
                 const std::string& help, bool omit_zero, Ref ref) {
    for (size_t k = 0; k < N; ++k) {
      Parameter p = row(
          ParameterType::number, {group + "." + std::string(slugs[k]), group + ".*", "", 0, max, help},
          [ ref, k ](auto& t, size_t i) -> auto& { return ref(t, i)[k]; });
      p.zero_in_given_group = true;
      p.omit_zero = omit_zero;
      rows.push_back(std::move(p));
    }
  }
};

/// Identity, island, mixes, modes, noise.
void add_world_rows(Builder& table);
/// Own seeds of the three streams.
void add_stream_seed_rows(Builder& table);
/// Palette and layers of the window.
void add_view_rows(Builder& table);
/// Resources, wildlife, enemies, their strength, landmarks, spacing.
void add_content_rows(Builder& table);

}  // namespace fw::table
