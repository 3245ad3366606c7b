#include "app/gui/template/number/number_scale.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "app/gui/template/place.h"
#include "core/base/number_text.h"

namespace fw {
namespace {

constexpr double kWideRatio = 100;  // ranges with a larger ratio, and above 1, are logarithmic
constexpr double kWideSpan = 100;   // larger spans that contain 0 are finer around 0

/// Rounded to a multiple of 10^power, as the nearest double of the decimal text.
double rounded_to(double value, int power) {
  const double unit = std::pow(10.0, std::abs(power));
  return power >= 0 ? std::round(value / unit) * unit : std::round(value * unit) / unit;
}

QString localised(const std::string& text) {
  QString shown = QString::fromStdString(text);
  return shown.replace(QLatin1Char('.'), QLocale().decimalPoint());
}

}  // namespace

NumberScale NumberScale::linear(double min, double max, bool whole) {
  NumberScale scale;
  scale.min_ = min;
  scale.max_ = max;
  scale.whole_ = whole;
  return scale;
}

NumberScale NumberScale::of(const Parameter& p) {
  NumberScale scale = linear(p.min, p.max, p.type == ParameterType::integer);
  const double span = p.max - p.min;
  if (is_weight(p)) {
    scale.kind_ = Kind::square;  // weights beyond 1 are allowed and rare
  } else if (p.min > 0 && p.max > 1 && p.max / p.min > kWideRatio) {
    scale.kind_ = Kind::logarithmic;
  } else if (p.min <= 0 && span > kWideSpan) {
    scale.kind_ = Kind::around_zero;
    scale.knee_ = std::max(span / (span > 1e5 ? 1e6 : 1e3), scale.whole_ ? 1.0 : 0.0);
  }
  return scale;
}

double NumberScale::clamp(double value) const {
  return std::clamp(value, min_, max_);
}

double NumberScale::position(double value) const {
  const double v = clamp(value);
  const double linear_position = (v - min_) / (max_ - min_);
  switch (kind_) {
    case Kind::linear:
      return linear_position;
    case Kind::square:
      return std::sqrt(linear_position);
    case Kind::logarithmic:
      return std::log(v / min_) / std::log(max_ / min_);
    case Kind::around_zero:
      break;
  }
  const double low = std::asinh(min_ / knee_), high = std::asinh(max_ / knee_);
  return (std::asinh(v / knee_) - low) / (high - low);
}

double NumberScale::raw(double position) const {
  switch (kind_) {
    case Kind::linear:
      return min_ + position * (max_ - min_);
    case Kind::square:
      return min_ + position * position * (max_ - min_);
    case Kind::logarithmic:
      return min_ * std::pow(max_ / min_, position);
    case Kind::around_zero:
      break;
  }
  const double low = std::asinh(min_ / knee_), high = std::asinh(max_ / knee_);
  return knee_ * std::sinh(low + position * (high - low));
}

double NumberScale::value(double position, int steps) const {
  if (position <= 0) return min_;
  if (position >= 1) return max_;
  const double here = raw(position);
  if (whole_) return clamp(std::round(here));
  const double apart = std::fabs(raw(position + 1.0 / steps) - raw(position - 1.0 / steps)) / 2;
  return clamp(rounded_to(here, static_cast<int>(std::floor(std::log10(apart)))));
}

double NumberScale::step(double value) const {
  double fine = (max_ - min_) / 100;
  if (kind_ != Kind::linear)
    fine = std::max(std::fabs(value) / 20, kind_ == Kind::logarithmic ? min_ / 20 : knee_);
  if (kind_ == Kind::square) fine = (max_ - min_) / 200;
  const double power = std::pow(10.0, std::floor(std::log10(fine)));
  const double times = fine / power;
  const double nice = power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
  return whole_ ? std::max(1.0, std::round(nice)) : nice;
}

double NumberScale::stepped(double value, int count) const {
  const double by = step(value);
  if (max_ - min_ >= 1e9) return clamp(value + count);  // seeds: steps of 1
  const int power = static_cast<int>(std::floor(std::log10(by)));
  // A value between two multiples first steps to the next multiple.
  const double at = value / by;
  const double from = count > 0 ? std::floor(at + 1e-9) : std::ceil(at - 1e-9);
  return clamp(rounded_to((from + count) * by, std::min(power, 0)));
}

QString shown_number(double value, int digits) {
  return localised(rounded_text(value, digits));
}

QString full_number(double value) {
  return localised(number_text(value));
}

std::optional<double> typed_number(const QString& text) {
  QString plain = text.trimmed();
  plain.replace(QLocale().decimalPoint(), QLatin1String("."));
  plain.replace(QChar(0x2212), QLatin1Char('-'));
  bool good = false;
  const double value = QLocale::c().toDouble(plain, &good);
  return good && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace fw
