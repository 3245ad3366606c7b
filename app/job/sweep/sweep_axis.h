#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/model/template/template.h"
#include "core/search/design.h"

namespace fw {

/// A parameter that varies: a range of numbers, or a list of values.
struct SweepAxis {
  std::string path;  ///< as --set takes it
  double low = 0, high = 0;
  bool whole = false;                ///< numbers are rounded
  std::vector<std::string> words{};  ///< a list; empty: the range
  size_t steps = 5;                  ///< of a range in a grid

  size_t levels() const { return words.empty() ? steps : words.size(); }
  /// The value at a coordinate in [0, 1]; the end of the range, or of the list, at 1.
  std::string word_at(double u) const;
  /// The coordinate of the value that word_at gives: differs from `u` by rounding.
  double settled(double u) const;
};

/// "PATH=LOW..HIGH", "PATH=LOW..HIGH/STEPS" or "PATH=a,b,c". ErrorKind::usage says what was found and what is
/// expected: unknown path (with the nearest), not a number, outside of what the parameter may be.
Result<SweepAxis> parse_axis(std::string_view text, const Template& tmpl);
/// A list of them; a path may stand once.
Result<std::vector<SweepAxis>> parse_axes(const std::vector<std::string>& texts, const Template& tmpl);

/// The template's own value of an axis of numbers, as a coordinate; within [0, 1].
double coordinate_of(const SweepAxis& axis, const Template& tmpl);

/// The template with these values, as its file would give it. Shares that sum to 1 (of factions, biomes,
/// danger bands, or a keyed group): the others of their group keep their proportions. Errors say what the
/// template refuses, or which contradiction check_feasibility finds.
using AxisWords = std::vector<std::pair<std::string, std::string>>;
Result<Template> template_with(const Template& tmpl, const AxisWords& values);
/// The values of axes at a point.
AxisWords words_at(const std::vector<SweepAxis>& axes, const UnitPoint& point);

}  // namespace fw
