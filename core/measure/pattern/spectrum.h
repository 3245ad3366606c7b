#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/field/raster.h"

namespace fw {

/// Averaged periodograms (Welch 1967) over full windows; what is left over at the end is not used.
struct WelchSetup {
  int window = 256;         ///< samples, >= 2
  int hop = 128;            ///< samples between window starts, >= 1
  bool hann = true;         ///< periodic Hann taper; false = rectangular
  bool remove_mean = true;  ///< each window's own mean, before the taper
};

/// Settings that reproduce the action study's HF/LF.
inline constexpr WelchSetup kActionSpectrum{100, 50, true, true};
/// The crowd study's FFT window, on the kinetic signal sum v_i^2.
inline constexpr WelchSetup kCrowdSpectrum{256, 128, true, true};

/// One-sided power at frequencies k / window cycles per sample, k = 0 .. window / 2, mean over windows,
/// scaled so that the powers of k >= 1 sum to the signal's variance (white noise, any taper): inner
/// frequencies count twice, the Nyquist frequency once. Empty when the series is shorter than a window.
std::vector<double> welch_power(std::span<const double> series, const WelchSetup& setup);

/// Energy below and above a cut, in the signal's unit squared: sums of |X_k|^2 over the lines of the
/// one-sided spectrum, each counted once, as the action study does (docs/coordinators.md, 3.4). The Nyquist
/// line of an even window therefore counts twice its power in welch_power.
struct BandEnergy {
  double low = 0;   ///< 0 < f <= cut
  double high = 0;  ///< f > cut
  /// High / low; 0 when there is no low energy.
  double ratio() const { return low > 0 ? high / low : 0.0; }
};

/// Spectrum energies of a series; the cut in cycles per sample, (0, 0.5]. Zeros when the series is shorter
/// than a window. A ratio alone can mislead: an exact draw empties the low band, so look at the energies as
/// well.
BandEnergy band_energy(std::span<const double> series, const WelchSetup& setup,
                       double cut_cycles_per_sample = 0.25);

/// The crowd study's signal at one tick: sum of squared speeds, (m/s)^2.
double kinetic_signal(std::span<const float> speed_mps);

/// Power of a square raster by wavelength, whatever the direction.
struct RadialSpectrum {
  std::vector<double> frequency_per_m;  ///< centre of each ring, k / side for k = 1 .. n / 2
  std::vector<double> density_m2;       ///< mean power density on the ring, (value)^2 m^2
};

/// Periodogram of the raster about its mean under a periodic Hann taper in x and y, averaged over rings of
/// whole wave numbers. Scaled so that the densities of all lines of the plane, each times 1 / side^2, sum to
/// the variance (white noise, on average). Empty unless the raster is square with at least 4 cells a side.
/// Direct sums of n^3 products: for rasters of a few hundred cells a side.
RadialSpectrum radial_spectrum(const Raster<float>& values);

}  // namespace fw
