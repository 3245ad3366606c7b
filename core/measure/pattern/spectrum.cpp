#include "core/measure/pattern/spectrum.h"

#include <cassert>

#include "core/measure/pattern/circle_internal.h"

namespace fw {
namespace {

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

}  // namespace fw
