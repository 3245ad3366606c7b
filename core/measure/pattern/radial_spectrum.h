#pragma once

#include <vector>

#include "core/field/raster.h"

namespace fw {

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
