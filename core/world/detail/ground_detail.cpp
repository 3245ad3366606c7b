#include "core/world/detail/ground_detail.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/hash.h"
#include "core/base/vector_clones.h"
#include "core/model/template/plan_grid.h"

namespace fw {
namespace {

constexpr double kPlanCells = 16;  // of octave 0, as plan cells go into the longer side
constexpr double kShortest_m = 2;
constexpr double kRounding = 1 - 1e-9;  // of wavelengths that are as long as two spacings
constexpr double kHeight = 0.13;        // of octave 0 over its wavelength, on a slope of 1 before it is eased
constexpr double kSteepEase = 0.5;      // steep ground gets less than its slope's share
constexpr double kDecay = 0.42044820762685725;  // 2^-1.25: from octave to octave, as in measured ground
constexpr double kLeastFade_m = 15, kFadeWaves = 0.5;
constexpr float kReach2 = 1.5625F;  // square of how far a pivot reaches, lattice cells
constexpr size_t kBlock = 256;      // places that the octaves pass over one after the other

/// Wellons' low-bias 32-bit finaliser.
FW_INLINE uint32_t mixed(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7FEB352Du;
  x = (x ^ (x >> 15)) * 0x846CA68Bu;
  return x ^ (x >> 16);
}

/// The whole number below, and the rest.
FW_INLINE int32_t floor_of(double position) {
  const auto whole = static_cast<int32_t>(position);
  return whole - (position < whole ? 1 : 0);
}

FW_INLINE float low_half(uint32_t word) {
  return static_cast<float>(static_cast<int32_t>(word & 0xFFFFu));
}

/// Sums over pivots.
struct Waves {
  float weights = 0, heights = 0, slopes = 0;
};

/// Adds the wave of a pivot that lies `from` away, `across` of it along the wave: a cosine of + - * alone,
/// c(u) = 1 - 24 u^2 + 32 |u|^3 for u in [-1/2, 1/2], and its slope.
FW_INLINE void add_wave(float from_x, float from_y, float across, Waves& waves) {
  constexpr float kToWhole = 12582912;  // 1.5 * 2^23: adding it rounds to a whole number
  const float near = 1 - (from_x * from_x + from_y * from_y) * (1 / kReach2);
  const float some = near > 0 ? near : 0;
  const float weight = some * some * some;
  const float u = across - ((across + kToWhole) - kToWhole);
  const float a = std::fabs(u);
  waves.heights += weight * (1 + u * u * (32 * a - 24));
  waves.slopes += weight * (u * (96 * a - 48));
  waves.weights += weight;
}

/// Of an octave: what all places of a row share.
struct OctaveRow {
  double per_m = 0;                   ///< lattice cells
  float y = 0;                        ///< within the cell
  std::array<uint32_t, 3> row_key{};  ///< of the lattice rows south of it, its own and north of it
  float height = 0;                   ///< of its waves over those of octave 0
  float rise = 0;                     ///< the same by its wavelength
  float per_fade = 0;                 ///< 1 / octave_fade_m
};

/// Places of a block while octaves pass over them.
struct Block {
  alignas(64) std::array<float, kBlock> east, north, amplitude, away_m, sum;
};

/// Adds an octave to heights and slopes. Around a place the nine pivots of the lattice cells about it each
/// carry a wave across the present slope; their mean by weights that end within reach of a pivot has no seam.
FW_VECTOR_CLONES void add_octave(const OctaveRow& octave, const double* x_m, size_t count, Block& block) {
  float *const east = block.east.data(), *const north = block.north.data(), *const sum = block.sum.data();
  const float *const amplitude = block.amplitude.data(), *const away_m = block.away_m.data();
  FW_INDEPENDENT_LOOP
  for (size_t i = 0; i < count; ++i) {
    const double position = x_m[i] * octave.per_m;
    const int32_t cell = floor_of(position);
    const auto x = static_cast<float>(position - cell);
    const float length = std::sqrt(east[i] * east[i] + north[i] * north[i]) + 1e-6F;
    const float along_x = -north[i] / length, along_y = east[i] / length;
    Waves waves;
    const auto pivot = [&](int j, int k) {
      const uint32_t word =
          mixed((static_cast<uint32_t>(cell + k) * 0x9E3779B1u) ^ octave.row_key[static_cast<size_t>(j)]);
      // Pivots stand between a quarter and three quarters of their cell.
      const float from_x = x - (static_cast<float>(k - 1) + 0.25F) - low_half(word) * (0.5F / 65536);
      const float from_y =
          octave.y - (static_cast<float>(j - 1) + 0.25F) - low_half(word >> 16) * (0.5F / 65536);
      add_wave(from_x, from_y, from_x * along_x + from_y * along_y, waves);
    };
    pivot(0, 0), pivot(0, 1), pivot(0, 2);
    pivot(1, 0), pivot(1, 1), pivot(1, 2);
    pivot(2, 0), pivot(2, 1), pivot(2, 2);
    const float share = std::min(away_m[i] * octave.per_fade, 1.0F);
    const float most = amplitude[i] * (share * share * (3 - 2 * share));
    sum[i] += most * octave.height * (waves.heights / waves.weights);
    const float rise = most * octave.rise * (waves.slopes / waves.weights);
    east[i] += rise * along_x;
    north[i] += rise * along_y;
  }
}

uint32_t salt_of(const GroundDetail& detail, int octave) {
  return static_cast<uint32_t>(splitmix64(detail.seed + static_cast<uint64_t>(octave)));
}

std::array<OctaveRow, 16> rows_of(const GroundDetail& detail, OctaveRange octaves, double y_m) {
  std::array<OctaveRow, 16> rows;
  double height = 1;
  for (int k = 0; k < octaves.end; ++k, height *= kDecay) {
    OctaveRow& row = rows[static_cast<size_t>(k)];
    row.per_m = 1 / octave_wavelength_m(detail, k);
    const double position = y_m * row.per_m;
    const int32_t cell = floor_of(position);
    row.y = static_cast<float>(position - cell);
    for (int j = 0; j < 3; ++j)
      row.row_key[static_cast<size_t>(j)] =
          mixed((static_cast<uint32_t>(cell + j) * 0x85EBCA77u) ^ salt_of(detail, k));
    row.height = static_cast<float>(height);
    row.rise = static_cast<float>(height * row.per_m);
    row.per_fade = static_cast<float>(1 / octave_fade_m(detail, k));
  }
  return rows;
}

}  // namespace

GroundDetail ground_detail(const Template& tmpl, const SeedBundle& seeds) {
  return {kPlanCells * plan_grid(tmpl.frame).cell_m, tmpl.relief.detail,
          derive(seeds.of(SeedPart::land).noise_stream(), "ground.detail")};
}

double octave_wavelength_m(const GroundDetail& detail, int octave) {
  return detail.longest_m / static_cast<double>(uint64_t{1} << octave);
}

double octave_fade_m(const GroundDetail& detail, int octave) {
  return std::max(kLeastFade_m, kFadeWaves * octave_wavelength_m(detail, octave));
}

OctaveRange octaves_at(const GroundDetail& detail, double spacing_m) {
  const double least_m = std::max(2 * spacing_m, kShortest_m) * kRounding;
  int end = 0;
  while (end < 16 && octave_wavelength_m(detail, end) >= least_m) ++end;
  return {0, end};
}

void detail_row(const GroundDetail& detail, OctaveRange octaves, const DetailPlaces& at,
                std::span<float> out_m) {
  const std::array<OctaveRow, 16> rows = rows_of(detail, octaves, at.y_m);
  const auto most = static_cast<float>(kHeight * detail.strength * detail.longest_m);
  Block block;
  for (size_t begin = 0; begin < out_m.size(); begin += kBlock) {
    const size_t count = std::min(kBlock, out_m.size() - begin);
    bool any = false;
    for (size_t i = 0; i < count; ++i) {
      const float east = at.rise_east[begin + i], north = at.rise_north[begin + i];
      const float slope = std::sqrt(east * east + north * north);
      block.east[i] = east;
      block.north[i] = north;
      block.amplitude[i] =
          most * (slope / (1 + slope * static_cast<float>(kSteepEase))) * at.share[begin + i];
      block.away_m[i] = at.away_m[begin + i];
      block.sum[i] = 0;
      any = any || block.amplitude[i] > 0;
    }
    if (any)
      for (int k = octaves.first; k < octaves.end; ++k)
        add_octave(rows[static_cast<size_t>(k)], at.x_m.data() + begin, count, block);
    std::copy_n(block.sum.begin(), count, out_m.begin() + static_cast<std::ptrdiff_t>(begin));
  }
}

}  // namespace fw
