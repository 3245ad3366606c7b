#include "core/measure/pattern/spectrum.h"

#include "core/base/exact/exact_math.h"

#include <cassert>
#include <cmath>
#include <cstddef>

namespace fw {
namespace {

/// cos and sin of 2 pi k / n for k = 0 .. n - 1.
struct Circle {
  std::vector<double> cos, sin;

  explicit Circle(size_t n) {
    constexpr double kTwoPi = 6.283185307179586;
    for (size_t k = 0; k < n; ++k) {
      const exact::SinCos sc = exact::sincos(kTwoPi * static_cast<double>(k) / static_cast<double>(n));
      cos.push_back(sc.cos);
      sin.push_back(sc.sin);
    }
  }
};

/// Squared modulus of the discrete Fourier transform at frequency k. Windows are a few hundred samples, so
/// the plain sum is quick, and its order is fixed.
double squared_modulus(std::span<const double> x, size_t k, const Circle& circle) {
  double re = 0, im = 0;
  size_t at = 0;  // k t mod n
  for (const double v : x) {
    re += v * circle.cos[at];
    im -= v * circle.sin[at];
    at += k;
    if (at >= x.size()) at -= x.size();
  }
  return re * re + im * im;
}

std::vector<double> taper_of(const WelchSetup& setup, const Circle& circle) {
  std::vector<double> taper;
  for (const double c : circle.cos) taper.push_back(setup.hann ? 0.5 - 0.5 * c : 1.0);
  return taper;
}

void cut_window(std::span<const double> part, const WelchSetup& setup, std::span<const double> taper,
                std::vector<double>& out) {
  double mean = 0;
  if (setup.remove_mean) {
    // Relative to a pivot, so that a constant window gives exact zeros.
    for (const double v : part) mean += v - part[0];
    mean = part[0] + mean / static_cast<double>(part.size());
  }
  for (size_t t = 0; t < part.size(); ++t) out[t] = (part[t] - mean) * taper[t];
}

}  // namespace

std::vector<double> welch_power(std::span<const double> series, const WelchSetup& setup) {
  assert(setup.window >= 2 && setup.hop >= 1);
  const size_t n = static_cast<size_t>(setup.window), hop = static_cast<size_t>(setup.hop);
  if (series.size() < n) return {};
  const Circle circle(n);
  const std::vector<double> taper = taper_of(setup, circle);
  double taper2 = 0;
  for (const double w : taper) taper2 += w * w;

  std::vector<double> power(n / 2 + 1, 0.0), x(n);
  size_t windows = 0;
  for (size_t begin = 0; begin + n <= series.size(); begin += hop, ++windows) {
    cut_window(series.subspan(begin, n), setup, taper, x);
    for (size_t k = 0; k < power.size(); ++k) power[k] += squared_modulus(x, k, circle);
  }
  const double scale = 1.0 / (static_cast<double>(n) * taper2 * static_cast<double>(windows));
  for (size_t k = 0; k < power.size(); ++k) power[k] *= k == 0 || 2 * k == n ? scale : 2 * scale;
  return power;
}

BandEnergy band_energy(std::span<const double> series, const WelchSetup& setup,
                       double cut_cycles_per_sample) {
  assert(cut_cycles_per_sample > 0 && cut_cycles_per_sample <= 0.5);
  const std::vector<double> power = welch_power(series, setup);
  BandEnergy energy;
  const auto n = static_cast<size_t>(setup.window);
  for (size_t k = 1; k < power.size(); ++k)
    (static_cast<double>(k) / setup.window <= cut_cycles_per_sample ? energy.low : energy.high) +=
        2 * k == n ? 2 * power[k] : power[k];
  return energy;
}

double kinetic_signal(std::span<const float> speed_mps) {
  double sum = 0;
  for (const float v : speed_mps) sum += static_cast<double>(v) * v;
  return sum;
}

namespace {

std::vector<double> tapered(const Raster<float>& values, const Circle& circle) {
  const size_t n = circle.cos.size();
  double mean = 0;
  for (const float v : values.cells) mean += static_cast<double>(v) - values.cells[0];
  mean = values.cells[0] + mean / static_cast<double>(n * n);
  std::vector<double> out(n * n);
  for (size_t row = 0; row < n; ++row)
    for (size_t column = 0; column < n; ++column)
      out[row * n + column] = (values.cells[row * n + column] - mean) * (0.5 - 0.5 * circle.cos[row]) *
                              (0.5 - 0.5 * circle.cos[column]);
  return out;
}

/// The transform of real rows at wave numbers 0 .. n / 2: [wave number][row].
struct RowLines {
  std::vector<double> re, im;
};

RowLines transform_rows(const std::vector<double>& x, const Circle& circle) {
  const size_t n = circle.cos.size(), lines = n / 2 + 1;
  RowLines out{std::vector<double>(lines * n), std::vector<double>(lines * n)};
  for (size_t k = 0; k < lines; ++k)
    for (size_t row = 0; row < n; ++row) {
      double re = 0, im = 0;
      size_t at = 0;  // k t mod n
      for (size_t t = 0; t < n; ++t) {
        re += x[row * n + t] * circle.cos[at];
        im -= x[row * n + t] * circle.sin[at];
        at += k;
        if (at >= n) at -= n;
      }
      out.re[k * n + row] = re;
      out.im[k * n + row] = im;
    }
  return out;
}

/// Squared modulus of one column's transform at wave number m.
double squared_modulus(const double* re_in, const double* im_in, size_t m, const Circle& circle) {
  const size_t n = circle.cos.size();
  double re = 0, im = 0;
  size_t at = 0;
  for (size_t t = 0; t < n; ++t) {
    re += re_in[t] * circle.cos[at] + im_in[t] * circle.sin[at];
    im += im_in[t] * circle.cos[at] - re_in[t] * circle.sin[at];
    at += m;
    if (at >= n) at -= n;
  }
  return re * re + im * im;
}

}  // namespace

RadialSpectrum radial_spectrum(const Raster<float>& values) {
  const auto n = static_cast<size_t>(values.grid.columns);
  if (values.grid.columns != values.grid.rows || values.grid.columns < 4) return {};
  const Circle circle(n);
  const RowLines rows = transform_rows(tapered(values, circle), circle);
  const size_t rings = n / 2;
  std::vector<double> power(rings + 1, 0.0), lines(rings + 1, 0.0);
  for (size_t k = 0; k <= n / 2; ++k)
    for (size_t m = 0; m < n; ++m) {
      const double across = static_cast<double>(m <= n / 2 ? m : n - m);
      const auto ring =
          static_cast<size_t>(std::floor(std::sqrt(static_cast<double>(k * k) + across * across) + 0.5));
      if (ring == 0 || ring > rings) continue;
      const double twice = k == 0 || 2 * k == n ? 1 : 2;  // the other half plane mirrors this one
      power[ring] += twice * squared_modulus(&rows.re[k * n], &rows.im[k * n], m, circle);
      lines[ring] += twice;
    }
  double taper2 = 0;
  for (size_t t = 0; t < n; ++t) taper2 += (0.5 - 0.5 * circle.cos[t]) * (0.5 - 0.5 * circle.cos[t]);
  const double side_m = values.grid.width_m(), cells = static_cast<double>(n * n);
  RadialSpectrum out;
  for (size_t ring = 1; ring <= rings; ++ring) {
    out.frequency_per_m.push_back(static_cast<double>(ring) / side_m);
    out.density_m2.push_back(power[ring] / lines[ring] / (cells * taper2 * taper2) * side_m * side_m);
  }
  return out;
}

}  // namespace fw
