#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/seed.h"
#include "core/model/template/template.h"

// Gullies and crests below the plan grid (docs/world.md, 2.4): a function of place that is added to finished
// heights. Whatever is decided is decided without it.
namespace fw {

/// Octaves of waves across the slope, each with half the wavelength of the one before; their lattice is fixed
/// in metres from the frame's south-west corner.
struct GroundDetail {
  double longest_m = 0;  ///< wavelength of octave 0: 16 plan cells
  double strength = 0;   ///< relief.detail
  uint64_t seed = 0;     ///< of the noise stream
};
GroundDetail ground_detail(const Template& tmpl, const SeedBundle& seeds);

/// Octaves [first, end).
struct OctaveRange {
  int first = 0, end = 0;
  bool empty() const { return first >= end; }
};
/// Those that places `spacing_m` apart can show: of two spacings or more, and of 2 m or more.
OctaveRange octaves_at(const GroundDetail& detail, double spacing_m);
double octave_wavelength_m(const GroundDetail& detail, int octave);
/// How far from ways and pads an octave has its full height: as long as half a wave, so that long waves leave
/// no bank beside them.
double octave_fade_m(const GroundDetail& detail, int octave);

/// Places in a row from west to east.
struct DetailPlaces {
  std::span<const double> x_m;
  double y_m = 0;
  std::span<const float> rise_east, rise_north;  ///< slope of the ground that the first octave lies on
  std::span<const float> share;                  ///< [0, 1]: 0 where the ground stays as it is
  std::span<const float> away_m;                 ///< from ways and pads, where no octave has any height
};
/// The height of these octaves, metres, above and below 0. An octave runs down the slopes of the ones before
/// it, so that gullies branch; flat ground stays flat. Each place by itself: the same bits in any row.
void detail_row(const GroundDetail& detail, OctaveRange octaves, const DetailPlaces& at,
                std::span<float> out_m);

}  // namespace fw
