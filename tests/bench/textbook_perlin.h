#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "core/base/exact/rng.h"
#include "core/field/noise/noise.h"

namespace fw {

/// Perlin's improved noise as published in 2002: a 256-entry permutation, double, eight corners per sample.
class TextbookPerlin {
 public:
  TextbookPerlin() {
    std::iota(permutation_.begin(), permutation_.begin() + 256, 0);
    for (size_t i = 255; i > 0; --i) std::swap(permutation_[i], permutation_[random_below(3, i, i + 1)]);
    std::copy_n(permutation_.begin(), 256, permutation_.begin() + 256);
  }

  double octaves(const NoiseStack& stack, double x, double y, double z) const {
    double sum = 0, weight = 0, amplitude = 1, frequency = 1 / stack.wavelength_m;
    for (int k = 0; k < stack.octaves; ++k) {
      sum += amplitude * noise(x * frequency, y * frequency, z);
      weight += amplitude;
      amplitude *= stack.persistence;
      frequency *= stack.lacunarity;
    }
    return sum / weight;
  }

 private:
  static double fade(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }
  static double lerp(double t, double a, double b) { return a + t * (b - a); }
  static double grad(int hash, double x, double y, double z) {
    const int h = hash & 15;
    const double u = h < 8 ? x : y, v = h < 4 ? y : h == 12 || h == 14 ? x : z;
    return ((h & 1) == 0 ? u : -u) + ((h & 2) == 0 ? v : -v);
  }
  int p(int i) const { return permutation_[static_cast<size_t>(i)]; }

  double noise(double x, double y, double z) const {
    const int cx = static_cast<int>(std::floor(x)) & 255, cy = static_cast<int>(std::floor(y)) & 255,
              cz = static_cast<int>(std::floor(z)) & 255;
    x -= std::floor(x), y -= std::floor(y), z -= std::floor(z);
    const double u = fade(x), v = fade(y), w = fade(z);
    const int a = p(cx) + cy, aa = p(a) + cz, ab = p(a + 1) + cz;
    const int b = p(cx + 1) + cy, ba = p(b) + cz, bb = p(b + 1) + cz;
    return lerp(w,
                lerp(v, lerp(u, grad(p(aa), x, y, z), grad(p(ba), x - 1, y, z)),
                     lerp(u, grad(p(ab), x, y - 1, z), grad(p(bb), x - 1, y - 1, z))),
                lerp(v, lerp(u, grad(p(aa + 1), x, y, z - 1), grad(p(ba + 1), x - 1, y, z - 1)),
                     lerp(u, grad(p(ab + 1), x, y - 1, z - 1), grad(p(bb + 1), x - 1, y - 1, z - 1))));
  }

  std::array<int, 512> permutation_;
};

}  // namespace fw
