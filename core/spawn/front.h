#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/field/noise/noise.h"
#include "core/spawn/area.h"

namespace fw {

/// How field values become phases and levels in [0, 1): by the field's minimum and maximum over the area's
/// lattice (the paper), or by their empirical distribution there, so that every phase has the same area.
enum class Levelling : uint8_t { min_max, equalised };

/// The coherent-noise field that gives each place its time in the cycle.
struct FrontParams {
  NoiseStack stack{.wavelength_m = 1 / 0.06,
                   .octaves = 3,
                   .persistence = 0.55,
                   .lacunarity = 2.0,
                   .update = FieldUpdate::resample};
  double density_frequency = 0;  ///< > 0: wavelength = L / (this * sqrt(quota)), L = sqrt(eligible area)
  double phase_per_cycle = 0;    ///< noise phase added per cycle (drift); if 0, resample selects a new field
                                 ///< each
  double lattice_step_m = 3;     ///< step of the lattice whose values define the levels
  Levelling levelling = Levelling::min_max;
};

/// One cycle's field on one area, with the values that define its levels.
struct Front {
  NoiseField noise;
  double phase = 0;
  Levelling levelling = Levelling::min_max;
  std::vector<float> lattice;  ///< noise over the area's lattice, ascending
};

/// n(x) in [0, 1) at points; x_m, y_m and out of equal length.
void front_values(const Front& front, std::span<const double> x_m, std::span<const double> y_m,
                  std::span<double> out);
double front_value(const Front& front, Vec2 at);

/// The field of a cycle on a sub-stream; `wavelength_m` replaces the stack's.
Front make_front(const FrontParams& params, const SpawnArea& area, uint64_t substream, int64_t cycle,
                 double wavelength_m);

}  // namespace fw
