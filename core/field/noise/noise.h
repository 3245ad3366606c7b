#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/field/raster.h"

namespace fw {

/// How a field moves in time (docs/coordinators.md, 1). Drift advances a global phase and advects
/// patterns smoothly; resample draws new offsets at every cycle boundary and holds the field within a cycle.
enum class FieldUpdate { drift, resample };

/// What a normalised state feature s_j in [0, 1] does to a stack: shifts the noise coordinates by
/// s * (offset_x, offset_y) wavelengths and s * offset_t in phase, and scales the value by 1 + gain * (s -
/// 0.5).
struct StateFeature {
  std::string name;
  double offset_x = 0;
  double offset_y = 0;
  double offset_t = 0;
  double gain = 0;

  friend bool operator==(const StateFeature&, const StateFeature&) = default;
};

/// One coherent-noise stack: n = sum p^k P(l^k x / wavelength, ...) / sum p^k over octaves k = 0 .. K-1.
struct NoiseStack {
  double wavelength_m = 1000;  ///< of the first octave; 1 / frequency
  int octaves = 4;             ///< K
  double persistence = 0.5;    ///< p in (0, 1]
  double lacunarity = 2.0;     ///< l > 1
  FieldUpdate update = FieldUpdate::drift;
  double drift_per_s = 0;  ///< phase added per second (drift mode)
  double cycle_s = 0;      ///< length of a cycle (resample mode); 0 = one endless cycle
  std::string seed_of{};   ///< tag of another layer whose seed this one takes; empty = its own
  std::vector<StateFeature> state_features{};
  int cells_t = 0;  ///< lattice cells of phase until every octave repeats; 0 = endless

  friend bool operator==(const NoiseStack&, const NoiseStack&) = default;
};

/// Octaves shorter than this are dropped at every raster resolution; a dropped octave keeps its address
/// and leaves sum p^k. 0 keeps all (crowd and action fields).
inline constexpr double kShortestWorldOctave_m = 31.25;

/// One octave ready to evaluate.
struct Octave {
  uint64_t lattice_seed = 0;
  double frequency_per_m = 0;
  double offset_x = 0;  ///< lattice units, from the seed
  double offset_y = 0;
  double offset_t = 0;
  float amplitude = 0;  ///< p^k / sum p^k, rounded once
  int period = 0;       ///< lattice cells until it repeats in x and y (torus); 0 = endless
  int cells_t = 0;      ///< lattice cells until it repeats in phase; 0 = endless
};

/// A stack bound to a sub-stream. Plain data; cheap to copy.
struct NoiseField {
  std::vector<Octave> octaves;
};

/// Binds a stack to a sub-stream. period_m > 0 makes the field periodic over period_m (torus): each octave's
/// frequency is rounded to a whole number of lattice cells per period. shortest_m drops finer octaves.
/// resample_cycle selects the offsets of that cycle (resample mode).
NoiseField bind_noise(const NoiseStack& stack, uint64_t substream, double shortest_m = kShortestWorldOctave_m,
                      double period_m = 0, int64_t resample_cycle = 0);

/// n in [-1, 1] over a grid (cell centres) at phase t. Parallel over rows; the same bits for any thread count
/// and SIMD level as sample_noise at the same points.
Raster<float> noise_raster(const NoiseField& field, const GridSpec& grid, double phase = 0);
/// The same into the caller's memory, grid.cells() floats. Allocating and clearing new pages costs up to a
/// third of the noise itself.
void fill_noise(const NoiseField& field, const GridSpec& grid, double phase, std::span<float> out);
/// Rows [first_row, first_row + rows) of the same raster, rows * grid.columns floats with the same bits: a
/// raster larger than memory can be made strip by strip.
void fill_noise_rows(const NoiseField& field, const GridSpec& grid, double phase, int first_row, int rows,
                     std::span<float> out);

/// n at scattered points; x_m, y_m, out of equal length.
void sample_noise(const NoiseField& field, std::span<const double> x_m, std::span<const double> y_m,
                  double phase, std::span<float> out);

/// The plain scalar path, the definition of the noise value: one point at a time, the same bits as the batch
/// calls.
float noise_value(const NoiseField& field, double x_m, double y_m, double phase);

/// n and its slopes along x and y (per metre) at scattered points; all spans of equal length. out_value has
/// the bits of sample_noise. The slopes are the analytic derivatives in float (within 2e-6 of
/// noise_gradient times the sum of amplitude * frequency); the same bits as noise_slope at every SIMD level.
void sample_noise_gradient(const NoiseField& field, std::span<const double> x_m, std::span<const double> y_m,
                           double phase, std::span<float> out_value, std::span<float> out_dx,
                           std::span<float> out_dy);

/// The plain scalar path of sample_noise_gradient, the definition of its bits.
struct NoiseSlope {
  float value;
  float d_dx;  ///< per metre
  float d_dy;  ///< per metre
};
NoiseSlope noise_slope(const NoiseField& field, double x_m, double y_m, double phase);

/// n and its analytic derivatives by x, y (per metre) and phase, computed in double from the same lattice.
struct NoiseGradient {
  double value;
  double d_dx;
  double d_dy;
  double d_dt;
};
NoiseGradient noise_gradient(const NoiseField& field, double x_m, double y_m, double phase);

/// The paper's decision context d = (x, y, t, c, s_1..s_k, seed) for many points at once. The class c and the
/// seed are already in `field` (a salted sub-stream); state[j] holds s_j of every point, one span per
/// stack.state_features entry.
void sample_context(const NoiseStack& stack, const NoiseField& field, std::span<const double> x_m,
                    std::span<const double> y_m, double phase, std::span<const std::span<const float>> state,
                    std::span<float> out);

/// (n + 1) / 2.
void normalise_half(std::span<float> values);

}  // namespace fw
