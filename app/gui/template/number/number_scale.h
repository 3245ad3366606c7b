#pragma once

#include <QString>
#include <optional>

#include "core/template/parameters/parameters.h"

namespace fw {

/// Mapping of a number's range to a slider: linear, logarithmic, or finer around 0, so that every part of a
/// wide range can be reached.
class NumberScale {
 public:
  /// Chooses the mapping from a row's type and bounds.
  static NumberScale of(const Parameter& parameter);
  static NumberScale linear(double min, double max, bool whole = false);

  double min() const { return min_; }
  double max() const { return max_; }
  bool whole() const { return whole_; }
  /// False for ranges too wide for a slider (seeds).
  bool has_slider() const { return max_ - min_ < 1e9; }

  /// Position in [0, 1] of a value, which may lie outside the range.
  double position(double value) const;
  /// The value at a position in [0, 1], rounded to the digits that `steps` steps can distinguish; the ends
  /// are exactly the bounds.
  double value(double position, int steps) const;
  /// Keyboard step at a value: 1, 2 or 5 times a power of ten.
  double step(double value) const;
  /// value + count steps, on whole multiples of the step, inside the range.
  double stepped(double value, int count) const;
  double clamp(double value) const;

 private:
  enum class Kind { linear, logarithmic, around_zero, square };
  double raw(double position) const;

  Kind kind_ = Kind::linear;
  double min_ = 0;
  double max_ = 1;
  double knee_ = 1;  ///< around_zero: below this the scale is even
  bool whole_ = false;
};

/// A number in the user's locale without group separators; at most `digits` significant digits.
QString shown_number(double value, int digits);
/// With all digits.
QString full_number(double value);
/// Parses a typed number with the locale's decimal point or a plain one.
std::optional<double> typed_number(const QString& text);

}  // namespace fw
