#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/field/filter.h"
#include "core/water/plan/plan_ground.h"
#include "core/water/rivers/river_lines_internal.h"

namespace fw {
namespace {

constexpr double kWavelength = 11;  // channel widths (Leopold and Wolman 1960)
constexpr double kLeastWave_m = 70, kMostWave_m = 400;
constexpr double kMostAmplitude = 0.45;  // of the wavelength
constexpr double kFloor = 2.5;  // of the valley floor that the hillsides leave: meanders cut into them
constexpr double kBank_m = 4;
constexpr double kStraightSlope = 0.06;
constexpr double kEnd_m = 100, kEndFade_m = 80;
constexpr double kHeldRise_m = 3.5;   // of ground beside a bed that no river has shaped
constexpr double kHeldFall_m = 0.4;   // ground under a swung channel lies no deeper below its bed
constexpr double kWander_m = 13.5;    // of every channel from its axis
constexpr double kRoughWander = 0.1;  // of that on relief that no river has shaped
constexpr size_t kWanderStep = 2;     // times as fine as the noise of meanders
constexpr int kNoiseStep = 24;        // vertices
constexpr double kNoiseSpread = 1.5;
constexpr double kSmooth = 5;  // vertices
constexpr double kSettle = 1;  // vertices: of what is held within the basin

/// Smooth noise along a river, addressed by its mouth and vertex; about [-1.5, 1.5].
class AlongNoise {
 public:
  AlongNoise(uint64_t substream, uint32_t mouth) : substream_(substream), first_(uint64_t{mouth} << 20) {}
  double operator()(size_t vertex) const {
    const double x = static_cast<double>(vertex) / kNoiseStep, low = std::floor(x), t = x - low;
    const auto k = static_cast<uint64_t>(low);
    const double a = random_uniform(substream_, first_ + k), b = random_uniform(substream_, first_ + k + 1);
    return kNoiseSpread * (2 * (a + (b - a) * t * t * (3 - 2 * t)) - 1);
  }

 private:
  uint64_t substream_, first_;
};

/// How far along the line every vertex lies from the nearest end of the river or lake.
std::vector<double> distance_to_ends(const RiverLine& line) {
  const size_t count = line.size();
  std::vector<double> out(count, 0.0);
  for (size_t i = 1; i + 1 < count; ++i)
    out[i] =
        line.in_lake[i] != 0 ? 0 : out[i - 1] + std::sqrt(squared_distance(line.at_m[i], line.at_m[i - 1]));
  double back = 0;
  for (size_t i = count - 1; i-- > 0;) {
    back = line.in_lake[i] != 0 ? 0 : back + std::sqrt(squared_distance(line.at_m[i], line.at_m[i + 1]));
    out[i] = std::min(out[i], back);
  }
  return out;
}

/// The part of an amplitude on which ground on both sides stays near the bed.
double held(const RiverLineInputs& inputs, const RiverLine& line, size_t i, Vec2 normal, double amplitude) {
  for (double share = 1; share > 0.2; share -= 0.25) {
    const double most = static_cast<double>(line.bed_m[i]) + kHeldRise_m;
    const Vec2 aside = normal * (share * amplitude);
    if (static_cast<double>(bilinear(inputs.height_m, line.at_m[i] + aside)) < most &&
        static_cast<double>(bilinear(inputs.height_m, line.at_m[i] - aside)) < most)
      return share * amplitude;
  }
  return 0;
}

/// The part of an offset that leaves the line on ground that drains to the same end, not below its bed, and
/// in no lake beside it.
double within_basin(const RiverLineInputs& inputs, uint32_t end, const RiverLine& line, size_t i, Vec2 normal,
                    double aside_m) {
  const auto lake_at = [&inputs](Vec2 at) { return inputs.lakes.at(inputs.land.grid.cell_at(at)); };
  for (const double share : {1.0, 0.6, 0.3}) {
    const Vec2 at = line.at_m[i] + normal * (share * aside_m);
    if (lake_at(at) != 0 && lake_at(line.at_m[i]) == 0) continue;
    const uint32_t there = inputs.ends[inputs.land.grid.cell_at(at)];
    const double above_m =
        static_cast<double>(bilinear(inputs.height_m, at)) - static_cast<double>(line.bed_m[i]);
    if ((there == end || there == kOffLand) && above_m > -kHeldFall_m) return share * aside_m;
  }
  return 0;
}

}  // namespace

void meander(const Template& tmpl, const SeedBundle& seeds, const RiverLineInputs& inputs,
             const RiverPath& path, RiverLine& line) {
  const double scale = frame_factor(tmpl);
  const AlongNoise pace(derive(seeds.noise_stream(), "rivers.pace"), path.cells.back());
  const AlongNoise swing(derive(seeds.noise_stream(), "rivers.swing"), path.cells.back());
  const AlongNoise wander(derive(seeds.noise_stream(), "rivers.wander"), path.cells.back());
  const std::vector<double> to_end = distance_to_ends(line);
  const size_t count = line.size();
  std::vector<double> amplitude(count, 0.0), phase(count, 0.0);
  for (size_t i = 0; i < count; ++i) {
    const auto width = static_cast<double>(line.width_m[i]);
    const double wave = std::clamp(kWavelength * width, kLeastWave_m * scale, kMostWave_m * scale);
    if (i > 0)
      phase[i] = phase[i - 1] + 2 * std::numbers::pi *
                                    std::sqrt(squared_distance(line.at_m[i], line.at_m[i - 1])) / wave *
                                    std::clamp(1 + 0.35 * pace(i), 0.45, 1.7);
    const double room = kFloor * static_cast<double>(line.floor_m[i]) - width / 2 - kBank_m * scale;
    const double flat = std::clamp(1 - static_cast<double>(line.slope[i]) / kStraightSlope, 0.0, 1.0);
    const double inner = std::clamp((to_end[i] - kEnd_m * scale) / (kEndFade_m * scale), 0.0, 1.0);
    amplitude[i] = std::max(0.0, std::min(room, kMostAmplitude * wave)) * flat * inner *
                   std::clamp(0.65 + 0.35 * swing(i), 0.15, 1.2);
    if (amplitude[i] > 0 && tmpl.relief.erosion == Erosion::none)
      amplitude[i] = held(inputs, line, i, line_normal(line, i), amplitude[i]);
  }
  amplitude = smooth_path(amplitude, kSmooth);
  const double rough = tmpl.relief.erosion == Erosion::none ? kRoughWander : 1;
  const double wander_m = kWander_m * scale * rough;
  const uint32_t end = inputs.ends[path.cells.back()];
  std::vector<double> aside(count, 0.0);
  for (size_t i = 1; i + 1 < count; ++i) {
    const size_t k = std::min(static_cast<size_t>(line.place[i]), path.cells.size() - 1);
    const bool drawn = inputs.drawn_m.contains(path.cells[k]);
    if (line.in_lake[i] != 0 || drawn) continue;
    aside[i] = std::min(to_end[i] / (kEndFade_m * scale), 1.0) * wander_m * wander(kWanderStep * i) +
               std::max(amplitude[i], 0.0) * exact::sincos(phase[i]).sin;
    aside[i] = within_basin(inputs, end, line, i, line_normal(line, i), aside[i]);
  }
  aside = smooth_path(aside, kSettle);
  std::vector<Vec2> swung = line.at_m;
  for (size_t i = 1; i + 1 < count; ++i)
    if (line.in_lake[i] == 0) swung[i] = swung[i] + line_normal(line, i) * aside[i];
  line.axis_m = std::exchange(line.at_m, std::move(swung));
}

}  // namespace fw
