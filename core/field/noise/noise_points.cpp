#include "core/field/noise/noise_points.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <functional>

#include "core/base/parallel/parallel.h"
#include "core/base/vector_clones.h"
#include "core/field/noise/noise_points_kernel.h"

namespace fw {

namespace {

using lattice::kBlock;
using lattice::kLanes;
using lattice::padded;
using lattice::PointBlock;
using lattice::PointOctave;

bool is_power_of_two(double factor) {
  constexpr uint64_t kMantissa = (uint64_t{1} << 52) - 1;
  return factor > 0 && (std::bit_cast<uint64_t>(factor) & kMantissa) == 0;
}

PointExtent scaled(const PointExtent& e, double factor) {
  return {e.west * factor, e.east * factor, e.south * factor, e.north * factor};
}

/// A block's coordinates in the units of one octave after another; the last point is repeated to fill a
/// vector.
class ScaledBlock {
 public:
  explicit ScaledBlock(const PointSpan& points) : points_(points) {}

  const PointBlock& in_units_of(double per_m) {
    if (per_m == per_m_) return block_;
    per_m_ = per_m;
    scale(points_.x_m, x_.data());
    scale(points_.y_m, y_.data());
    return block_;
  }

 private:
  void scale(std::span<const double> in, double* out) const {
    lattice::point_kernels().scale(in.data(), per_m_, in.size(), out);
    std::fill(out + in.size(), out + block_.count, out[in.size() - 1]);
  }

  const PointSpan& points_;
  double per_m_ = 0;
  /// Longer than a block: at a power-of-two distance, loads would wait for stores to similar addresses.
  alignas(64) std::array<double, kBlock + kLanes> x_, y_;
  PointBlock block_{x_.data(), y_.data(), padded(points_.size())};
};

/// Runs `sample(octave, block, first)` for every octave.
template <typename Sample>
void in_octaves(const NoiseMoment& moment, const PointSpan& points, const Sample& sample) {
  ScaledBlock scaled(points);
  bool first = true;
  for (const PointOctave& octave : *moment.octaves) {
    sample(octave, scaled.in_units_of(octave.per_m), first);
    first = false;
  }
}

/// Calls read(points, begin) for blocks of points.
template <typename Read>
void in_blocks(const PointSpan& points, const Read& read) {
  for (size_t begin = 0; begin < points.size(); begin += kBlock) {
    read(points.part(begin, std::min(kBlock, points.size() - begin)), begin);
  }
}

/// octave_value(); where the point's corners are in the octave's table, they are read from it.
[[gnu::always_inline]] inline float tabled_value(const PointOctave& octave, double x, double y) {
  const lattice::Slice& s = octave.slice;
  const lattice::LatticeTable& table = octave.table;
  const lattice::Cut cx = lattice::cut(x * s.frequency + s.offset_x);
  const lattice::Cut cy = lattice::cut(y * s.frequency + s.offset_y);
  const int64_t column = int64_t{cx.cell} - table.from_x, row = int64_t{cy.cell} - table.from_y;
  const bool inside = column >= 0 && column + 1 < table.columns && row >= 0 && row + 1 < table.rows;
  if (!inside) return lattice::octave_value(s, x, y);
  const uint16_t* south = table.codes.data() + row * table.columns + column;
  const uint16_t* north = south + table.columns;
  const auto blend = [&octave](size_t code) {
    return lattice::Blend{octave.blend_xy[code & 15], octave.blend_xy[code >> 4 & 15],
                          octave.blend_z[code >> 8]};
  };
  return lattice::value_at({blend(south[0]), blend(north[0]), blend(south[1]), blend(north[1]),
                            static_cast<float>(cx.from_centre), static_cast<float>(cy.from_centre)});
}

/// `out` if whole vectors fit into it, else `room`.
float* whole_vectors(std::span<float> out, std::array<float, kBlock>& room) {
  return out.size() % kLanes == 0 ? out.data() : room.data();
}

}  // namespace

PointExtent joined(const PointExtent& a, const PointExtent& b) {
  return {std::min(a.west, b.west), std::max(a.east, b.east), std::min(a.south, b.south),
          std::max(a.north, b.north)};
}

PointExtent extent_of(const PointSpan& points) {
  // At most so many pieces as have room here: bounds are the same however the points are cut.
  std::array<PointExtent, 64> pieces;
  const size_t piece = std::max<size_t>(16384, (points.size() + pieces.size() - 1) / pieces.size());
  const lattice::PointKernels& kernels = lattice::point_kernels();
  const auto measure = [&](size_t begin, size_t end) {
    PointExtent& e = pieces[begin / piece];
    kernels.measure(points.x_m.data() + begin, end - begin, e.west, e.east);
    kernels.measure(points.y_m.data() + begin, end - begin, e.south, e.north);
  };
  parallel_for(points.size(), piece, std::cref(measure));
  PointExtent all;
  for (const PointExtent& e : pieces) all = joined(all, e);
  return all;
}

NoiseMoment noise_moment(const NoiseField& field, double phase, const PointExtent& extent_m, size_t count) {
  NoiseMoment moment;
  cut_moment(field, phase, extent_m, count, moment);
  return moment;
}

void cut_moment(const NoiseField& field, double phase, const PointExtent& extent_m, size_t count,
                NoiseMoment& moment) {
  if (!moment.octaves || moment.octaves.use_count() > 1)
    moment.octaves = std::make_shared<std::vector<PointOctave>>();
  std::vector<PointOctave>& octaves = *moment.octaves;
  octaves.resize(field.octaves.size());
  double per_m = 0;
  for (size_t i = 0; i < octaves.size(); ++i) {
    const Octave& octave = field.octaves[i];
    const double ratio = octave.frequency_per_m / per_m;
    const bool same_units = per_m > 0 && is_power_of_two(ratio) && per_m * ratio == octave.frequency_per_m;
    if (!same_units) per_m = octave.frequency_per_m;
    octaves[i].per_m = per_m;
    octaves[i].slice = lattice::slice_at(octave, phase);
    octaves[i].slice.frequency = same_units ? ratio : 1.0;
    const lattice::Slice& slice = octaves[i].slice;
    lattice::cut_table(slice, scaled(extent_m, per_m), count, octaves[i].table);
    octaves[i].blend_xy = lattice::coded_blends(slice.w0, slice.w1);
    octaves[i].blend_z = lattice::coded_blends(slice.z0, slice.z1);
  }
}

FW_VECTOR_CLONES
float noise_value(const NoiseMoment& moment, double x_m, double y_m) {
  float n = 0;
  bool first = true;
  for (const PointOctave& octave : *moment.octaves) {
    const float value = tabled_value(octave, x_m * octave.per_m, y_m * octave.per_m);
    n = first ? value : n + value;
    first = false;
  }
  return n;
}

FW_VECTOR_CLONES
std::array<float, 2> noise_values(const std::array<PlaceInMoment, 2>& places) {
  // Side by side: neither waits for the other's sums.
  std::array<float, 2> n{};
  const auto &of_0 = *places[0].moment->octaves, &of_1 = *places[1].moment->octaves;
  for (size_t i = 0; i < of_0.size(); ++i) {
    const float value_0 = tabled_value(of_0[i], places[0].x_m * of_0[i].per_m, places[0].y_m * of_0[i].per_m);
    const float value_1 = tabled_value(of_1[i], places[1].x_m * of_1[i].per_m, places[1].y_m * of_1[i].per_m);
    n[0] = i == 0 ? value_0 : n[0] + value_0;
    n[1] = i == 0 ? value_1 : n[1] + value_1;
  }
  return n;
}

void sample_noise(const NoiseMoment& moment, const PointSpan& points, std::span<float> out) {
  assert(out.size() == points.size());
  if (moment.octaves->empty()) {
    std::ranges::fill(out, 0.0f);
    return;
  }
  const lattice::PointKernels& kernels = lattice::point_kernels();
  in_blocks(points, [&](const PointSpan& block_points, size_t begin) {
    const std::span<float> to = out.subspan(begin, block_points.size());
    std::array<float, kBlock> room;
    float* value = whole_vectors(to, room);
    in_octaves(moment, block_points, [&](const PointOctave& octave, const PointBlock& block, bool first) {
      kernels.sample(octave.slice, octave.table, block, first, value);
    });
    if (value == room.data()) std::copy_n(value, to.size(), to.begin());
  });
}

void sample_noise_gradient(const NoiseMoment& moment, const PointSpan& points, std::span<float> out_value,
                           std::span<float> out_dx, std::span<float> out_dy) {
  assert(out_value.size() == points.size() && out_dx.size() == points.size() &&
         out_dy.size() == points.size());
  const std::array<std::span<float>, 3> out{out_value, out_dx, out_dy};
  if (moment.octaves->empty()) {
    for (const std::span<float>& to : out) std::ranges::fill(to, 0.0f);
    return;
  }
  const lattice::PointKernels& kernels = lattice::point_kernels();
  in_blocks(points, [&](const PointSpan& block_points, size_t begin) {
    std::array<std::array<float, kBlock>, 3> room;
    const auto to = [&](size_t i) {
      return whole_vectors(out[i].subspan(begin, block_points.size()), room[i]);
    };
    const lattice::SlopeBlock slopes{to(0), to(1), to(2)};
    in_octaves(moment, block_points, [&](const PointOctave& octave, const PointBlock& block, bool first) {
      kernels.sample_slope(octave.slice, octave.table, block, first, slopes);
    });
    if (slopes.value != room[0].data()) return;
    for (size_t i = 0; i < out.size(); ++i)
      std::copy_n(room[i].begin(), block_points.size(), out[i].begin() + static_cast<std::ptrdiff_t>(begin));
  });
}

}  // namespace fw
