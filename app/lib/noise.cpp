#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "app/lib/lib_internal.h"
#include "app/lib/params_internal.h"
#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/base/per_thread.h"
#include "core/field/noise/noise.h"
#include "core/field/noise/noise_points.h"

namespace fw::lib {

/// A field and the phase to read it at.
struct FieldNow {
  const NoiseField* field;
  double phase;
  std::shared_ptr<const NoiseField> held = {};  ///< of a later cycle: `field`, as long as this lives
};

}  // namespace fw::lib

using namespace fw;
using namespace fw::lib;

struct fw_field {
  ContextPtr context;
  NoiseStack stack;
  uint64_t substream = 0;
  double period_m = 0;
  NoiseField field;  ///< cycle 0 of a resampled stack

  /// At a time. The thread keeps the memory of a resampled stack's later cycles for its next call; a call
  /// that a waiting thread makes inside this one gets its own.
  FieldNow at(double time_s) const {
    if (stack.update == FieldUpdate::drift) return {&field, stack.drift_per_s * time_s};
    const double cycle = stack.cycle_s > 0 ? std::floor(time_s / stack.cycle_s) : 0;
    if (cycle == 0) return {&field, 0};
    auto& of_cycle = per_thread<std::shared_ptr<NoiseField>, struct FieldOfCycle>();
    if (of_cycle == nullptr || of_cycle.use_count() > 1) of_cycle = std::make_shared<NoiseField>();
    bind_noise_into(stack, substream, 0, period_m, static_cast<int64_t>(cycle), *of_cycle);
    return {of_cycle.get(), 0, of_cycle};
  }
};

struct fw_moment {
  fw_field field;
  PointExtent extent_m;
  NoiseMoment moment;
};

namespace {

constexpr size_t kPiece = 512;
/// Below this many points, waking other threads costs more than it saves.
constexpr size_t kAlone = 4096;
/// A table of the lattice for so many points at most: it stays in the cache.
constexpr size_t kMostLattice = size_t{1} << 20;

bool is_place(double x_m, double y_m) {
  return std::abs(x_m) <= kFarthest_m && std::abs(y_m) <= kFarthest_m;
}

/// Points of the caller as arrays, piece by piece.
class PlacePiece {
 public:
  PlacePiece(const Column& x_m, const Column& y_m, size_t begin, size_t count)
      : span_{view(x_m, begin, count, x_), view(y_m, begin, count, y_)} {}
  const PointSpan& span() const { return span_; }

 private:
  static std::span<const double> view(const Column& column, size_t begin, size_t count,
                                      std::array<double, kPiece>& room) {
    const char* first = column.at(begin);
    if (column.type == FW_F64 && column.stride == sizeof(double) &&
        reinterpret_cast<uintptr_t>(first) % alignof(double) == 0)
      return {reinterpret_cast<const double*>(first), count};
    for (size_t i = 0; i < count; ++i) room[i] = column.number(begin + i);
    return {room.data(), count};
  }

  std::array<double, kPiece> x_, y_;
  PointSpan span_;
};

/// Calls read(begin, end) for pieces of points.
template <typename Read>
void in_pieces(size_t count, const Read& read) {
  if (count >= kAlone) return parallel_for(count, kPiece, std::cref(read));
  for (size_t begin = 0; begin < count; begin += kPiece) read(begin, std::min(count, begin + kPiece));
}

/// A moment whose memory the thread keeps for its next call. Copies share what was cut: a call that a waiting
/// thread makes inside this one gets memory of its own.
template <typename... Asked>
NoiseMoment own_moment(const Asked&... asked) {
  auto& kept = per_thread<NoiseMoment, struct KeptMoment>();
  cut_moment(asked..., kept);
  return kept;
}

struct Points {
  Column x_m, y_m;
  PointExtent extent_m;
};
/// The rectangle round all of them.
PointExtent extent_of(const Column& x_m, const Column& y_m, size_t count) {
  PointExtent all;
  for (size_t begin = 0; begin < count; begin += kPiece) {
    const PlacePiece places(x_m, y_m, begin, std::min(kPiece, count - begin));
    all = joined(all, fw::extent_of(places.span()));
  }
  return all;
}
Result<Points> points_of(const fw_column* x_m, const fw_column* y_m, size_t count, double time_s) {
  if (auto time = check_time(time_s); !time) return time.error();
  const auto x = column_of(x_m, "x_m", count, kPlaceTypes);
  if (!x) return x.error();
  const auto y = column_of(y_m, "y_m", count, kPlaceTypes);
  if (!y) return y.error();
  if (auto near = check_places(x.value(), y.value(), count); !near) return near.error();
  return Points{x.value(), y.value(), extent_of(x.value(), y.value(), count)};
}

/// Values and, where asked for, slopes at points.
void sample(const fw_field& field, double time_s, const Points& points, size_t count, float* out, float* dx,
            float* dy) {
  const FieldNow now = field.at(time_s);
  const NoiseMoment moment =
      own_moment(*now.field, now.phase, points.extent_m, std::min(count, kMostLattice));
  const auto read = [&](size_t begin, size_t end) {
    const size_t n = end - begin;
    const PlacePiece places(points.x_m, points.y_m, begin, n);
    if (dx == nullptr && dy == nullptr) return sample_noise(moment, places.span(), {out + begin, n});
    std::array<float, kPiece> room, room_x, room_y;
    const auto to = [&](float* given, std::array<float, kPiece>& spare) {
      return std::span<float>(given == nullptr ? spare.data() : given + begin, n);
    };
    sample_noise_gradient(moment, places.span(), to(out, room), to(dx, room_x), to(dy, room_y));
  };
  in_pieces(count, read);
}

}  // namespace

fw_status fw_field_open(fw_context* context, const fw_params* stack, const char* tag, const fw_seeds* seeds,
                        double period_m, fw_field** out, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (context == nullptr) return null_argument("fw_field_open", "context");
    if (tag == nullptr) return null_argument("fw_field_open", "tag");
    if (out == nullptr) return null_argument("fw_field_open", "out");
    const auto params = params_of<NoiseStack>(stack, "stack");
    if (!params) return params.error();
    if (auto fits = check_finest(params.value(), "stack"); !fits) return fits;
    const auto streams = seeds_of(seeds);
    if (!streams) return streams.error();
    // A period holds whole waves: one too short would make them finer than the lattice can count.
    if (!(period_m == 0 || (period_m >= 0.1 && period_m <= kFarthest_m)))
      return usage("period_m: expected 0 (endless), or 0.1 to 1e7 m");
    auto made = std::make_unique<fw_field>();
    made->context = context->shared;
    made->stack = params.value();
    made->substream = derive(streams.value().noise_stream(), tag);
    made->period_m = period_m;
    made->field = bind_noise(made->stack, made->substream, 0, period_m);
    *out = made.release();
    return Done{};
  });
}

void fw_field_close(fw_field* field) {
  delete field;
}

fw_status fw_field_points(const fw_field* field, double time_s, size_t count, const fw_column* x_m,
                          const fw_column* y_m, float* out, float* dx, float* dy, fw_error* error) {
  return guarded(field ? field->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (field == nullptr) return null_argument("fw_field_points", "field");
    if (out == nullptr && count > 0) return null_argument("fw_field_points", "out");
    const auto points = points_of(x_m, y_m, count, time_s);
    if (!points) return points.error();
    if (count > 0) sample(*field, time_s, points.value(), count, out, dx, dy);
    return Done{};
  });
}

fw_status fw_field_curl(const fw_field* field, double time_s, size_t count, const fw_column* x_m,
                        const fw_column* y_m, float* out_x, float* out_y, fw_error* error) {
  return guarded(field ? field->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (field == nullptr) return null_argument("fw_field_curl", "field");
    if ((out_x == nullptr || out_y == nullptr) && count > 0)
      return null_argument("fw_field_curl", "out_x or out_y");
    const auto points = points_of(x_m, y_m, count, time_s);
    if (!points) return points.error();
    if (count == 0) return Done{};
    // The slopes along y into out_x and along x into out_y, then turned and made unit vectors.
    sample(*field, time_s, points.value(), count, nullptr, out_y, out_x);
    for (size_t i = 0; i < count; ++i) {
      const float x = out_x[i], y = -out_y[i];
      const float length = std::sqrt(x * x + y * y);
      out_x[i] = length > 0 ? x / length : 0, out_y[i] = length > 0 ? y / length : 0;
    }
    return Done{};
  });
}

fw_status fw_field_context(const fw_field* field, double time_s, size_t count, const fw_column* x_m,
                           const fw_column* y_m, const fw_column* state, uint32_t states, float* out,
                           fw_error* error) {
  return guarded(field ? field->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (field == nullptr) return null_argument("fw_field_context", "field");
    if (out == nullptr && count > 0) return null_argument("fw_field_context", "out");
    const size_t features = field->stack.state_features.size();
    if (states != features)
      return usage("states: found " + std::to_string(states) + ", expected the stack's " +
                   std::to_string(features) + " state features");
    if (states > 0 && state == nullptr) return null_argument("fw_field_context", "state");
    const auto points = points_of(x_m, y_m, count, time_s);
    if (!points) return points.error();
    std::array<Column, 16> columns;
    for (uint32_t j = 0; j < states; ++j) {
      const auto column = column_of(state + j, "state", count, std::span(kFloatTypes).first(1));
      if (!column) return column.error();
      columns[j] = column.value();
      for (size_t i = 0; i < count; ++i)
        if (const double s = columns[j].number(i); !(s >= 0 && s <= 1))
          return usage("state[" + std::to_string(j) + "][" + std::to_string(i) +
                       "]: expected a number from 0 to 1");
    }
    const FieldNow now = field->at(time_s);
    const auto read = [&](size_t begin, size_t end) {
      const size_t n = end - begin;
      const PlacePiece places(points.value().x_m, points.value().y_m, begin, n);
      std::array<std::array<float, kPiece>, 16> values;
      std::array<std::span<const float>, 16> spans;
      for (uint32_t j = 0; j < states; ++j) {
        for (size_t i = 0; i < n; ++i) values[j][i] = static_cast<float>(columns[j].number(begin + i));
        spans[j] = {values[j].data(), n};
      }
      sample_context(field->stack, *now.field, places.span().x_m, places.span().y_m, now.phase,
                     std::span(spans).first(states), {out + begin, n});
    };
    in_pieces(count, read);
    return Done{};
  });
}

fw_status fw_field_grid(const fw_field* field, double time_s, double west_m, double south_m, double cell_m,
                        uint32_t columns, uint32_t rows, float* out, fw_error* error) {
  return guarded(field ? field->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (field == nullptr) return null_argument("fw_field_grid", "field");
    if (auto time = check_time(time_s); !time) return time;
    constexpr uint32_t kMost = 65536;
    if (columns > kMost || rows > kMost)
      return Error{ErrorKind::limit, "grid: found " + std::to_string(columns) + " x " + std::to_string(rows) +
                                         " cells, expected at most 65536 a side"};
    if (columns == 0 || rows == 0) return Done{};
    if (out == nullptr) return null_argument("fw_field_grid", "out");
    if (!(cell_m > 0)) return usage("cell_m: expected more than 0 m");
    if (!is_place(west_m, south_m) || !is_place(west_m + columns * cell_m, south_m + rows * cell_m))
      return usage("grid: reaches farther than 1e7 m from the origin");
    const FieldNow now = field->at(time_s);
    const GridSpec grid{static_cast<int>(columns), static_cast<int>(rows), cell_m};
    if (west_m == 0 && south_m == 0) {
      fill_noise(*now.field, grid, now.phase, {out, grid.cells()});
      return Done{};
    }
    const PointExtent extent{west_m, west_m + grid.width_m(), south_m, south_m + grid.height_m()};
    const NoiseMoment moment =
        own_moment(*now.field, now.phase, extent, std::min(grid.cells(), kMostLattice));
    const auto row = [&](size_t begin, size_t end) {
      std::array<double, kPiece> x, y;
      for (size_t r = begin; r < end; ++r) {
        y.fill(south_m + grid.y_of(static_cast<int>(r)));
        for (size_t first = 0; first < columns; first += kPiece) {
          const size_t n = std::min<size_t>(kPiece, columns - first);
          for (size_t i = 0; i < n; ++i) x[i] = west_m + grid.x_of(static_cast<int>(first + i));
          sample_noise(moment, {{x.data(), n}, {y.data(), n}}, {out + r * columns + first, n});
        }
      }
    };
    parallel_for(rows, 8, std::cref(row));
    return Done{};
  });
}

float fw_field_value(const fw_field* field, double time_s, double x_m, double y_m) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  const DefaultFloats floats;
  if (field == nullptr || !is_place(x_m, y_m) || !(std::abs(time_s) <= 1e12)) return kNone;
  if (field->stack.update == FieldUpdate::drift)
    return noise_value(field->field, x_m, y_m, field->stack.drift_per_s * time_s);
  try {
    const FieldNow now = field->at(time_s);
    return noise_value(*now.field, x_m, y_m, now.phase);
  } catch (...) {
    return kNone;
  }
}

fw_status fw_moment_open(const fw_field* field, double west_m, double south_m, double east_m, double north_m,
                         fw_moment** out, fw_error* error) {
  return guarded(field ? field->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (field == nullptr) return null_argument("fw_moment_open", "field");
    if (out == nullptr) return null_argument("fw_moment_open", "out");
    if (!is_place(west_m, south_m) || !is_place(east_m, north_m) || !(west_m <= east_m && south_m <= north_m))
      return usage("moment: expected west <= east and south <= north within 1e7 m of the origin");
    auto made = std::make_unique<fw_moment>();
    made->field = *field;
    made->extent_m = {west_m, east_m, south_m, north_m};
    cut_moment(made->field.field, 0, made->extent_m, 0, made->moment);
    *out = made.release();
    return Done{};
  });
}

void fw_moment_close(fw_moment* moment) {
  delete moment;
}

fw_status fw_moment_set(fw_moment* moment, double time_s, fw_error* error) {
  return guarded(moment ? moment->field.context.get() : nullptr, error, [&]() -> Result<Done> {
    if (moment == nullptr) return null_argument("fw_moment_set", "moment");
    if (auto time = check_time(time_s); !time) return time;
    const FieldNow now = moment->field.at(time_s);
    cut_moment(*now.field, now.phase, moment->extent_m, 0, moment->moment);
    return Done{};
  });
}

float fw_moment_value(const fw_moment* moment, double x_m, double y_m) {
  const DefaultFloats floats;
  if (moment == nullptr || !is_place(x_m, y_m)) return std::numeric_limits<float>::quiet_NaN();
  return noise_value(moment->moment, x_m, y_m);
}
