#include "render/map/relief/ground_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/base/vector_clones.h"

namespace fw {
namespace {

constexpr float kNoIslet_m = -1e4F;

/// What a pixel row is made from: four grid rows' values and the weights between them.
struct RowInputs {
  const float* height[4];
  const float* rise_east[4];
  const float *shore[2], *ripple[2], *islet[2], *low[2], *slope[2];
  std::array<float, 4> weight, rise;
  float fraction;
  float per_cell;  ///< vertical factor over cell size
  float look;      ///< look metres per metre
};

inline float unit(float v) {
  return std::min(std::max(v, 0.0F), 1.0F);
}

FW_VECTOR_CLONES void lerp_rows(const float* __restrict a, const float* __restrict b, float f, size_t from,
                                size_t to, float* __restrict out) {
  for (size_t x = from; x < to; ++x) out[x] = a[x] + (b[x] - a[x]) * f;
}

FW_VECTOR_CLONES void leave_frame(float* __restrict shore, const float* __restrict beyond_x, float beyond_y,
                                  size_t n) {
  for (size_t x = 0; x < n; ++x) {
    const float d = std::sqrt(beyond_x[x] * beyond_x[x] + beyond_y * beyond_y);
    shore[x] = d > 0 ? std::min(shore[x], 0.0F) - d : shore[x];
  }
}

FW_VECTOR_CLONES void shade_row(const RowInputs in, const Lights lights, const float* __restrict shore,
                                size_t from, size_t to, float* __restrict islet_out,
                                float* __restrict light_out, float* __restrict sand_out) {
  const float f = in.fraction;
  for (size_t x = from; x < to; ++x) {
    float gx = 0, gs = 0;
    for (size_t i = 0; i < 4; ++i) {
      gx += in.weight[i] * in.rise_east[i][x];
      gs += in.rise[i] * in.height[i][x];
    }
    const float low = in.low[0][x] + (in.low[1][x] - in.low[0][x]) * f;
    const float slope = in.slope[0][x] + (in.slope[1][x] - in.slope[0][x]) * f;
    const float shade = lights.shade(gx * in.per_cell, -gs * in.per_cell);
    light_out[x] = unit((1 + 0.80F * (shade - low) + 0.18F * (low - 1)) * 0.25F) * 4;
    sand_out[x] = 0.65F * unit(1 - shore[x] * in.look / 55) * unit(1.15F - slope / 0.30F);
    islet_out[x] = in.islet[0][x] + (in.islet[1][x] - in.islet[0][x]) * f;
  }
}

/// Directions of the sun for a pixel row: two rows of its grid.
struct SunInputs {
  const float *east[2], *north[2];
  float fraction;
};

FW_VECTOR_CLONES void shade_row_turned(const RowInputs in, const SunInputs sun, const TurnedLights lights,
                                       size_t from, size_t to, float* __restrict light_out) {
  const float per_cell = in.per_cell * TurnedLights::kVertical, f = sun.fraction;
  for (size_t x = from; x < to; ++x) {
    float gx = 0, gs = 0, height = 0;
    for (size_t i = 0; i < 4; ++i) {
      gx += in.weight[i] * in.rise_east[i][x];
      gs += in.rise[i] * in.height[i][x];
      height += in.weight[i] * in.height[i][x];
    }
    const float east = sun.east[0][x] + (sun.east[1][x] - sun.east[0][x]) * f;
    const float north = sun.north[0][x] + (sun.north[1][x] - sun.north[0][x]) * f;
    const float strength =
        TurnedLights::kLow + (TurnedLights::kHigh - TurnedLights::kLow) * unit(height / lights.highest_m);
    const float shade = lights.shade(gx * per_cell, -gs * per_cell, east, north);
    light_out[x] = 1 + (shade - 1) * strength;
  }
}

std::vector<float> beyond(double first_m, double step_m, int count, double side_m) {
  std::vector<float> out;
  for (int i = 0; i < count; ++i) {
    const double at = first_m + (i + 0.5) * step_m;
    out.push_back(static_cast<float>(std::max({-at, at - side_m, 0.0})));
  }
  return out;
}

/// Pixels of the columns in which a grid row has land or an islet, with two cells of slack; { 0, 0 } if none.
/// Only the columns that the window needs are looked at.
std::array<int, 2> land_of_row(const MapTerrain& t, int row, const AxisSampling& columns,
                               const MapWindow& window) {
  const GridSpec& g = t.grid;
  const auto slack = static_cast<float>(2 * g.cell_m + window.metres_per_px);
  const size_t at = g.index(0, row);
  int first = g.columns, last = -1;
  const int from = std::max(columns.first.front() - 3, 0), to = std::min(columns.first.back() + 5, g.columns);
  for (int c = from; c < to; ++c) {
    const size_t i = at + static_cast<size_t>(c);
    if (t.shore_m[i] <= -slack && t.islet_m[i] <= -slack) continue;
    first = std::min(first, c);
    last = c;
  }
  if (last < 0) return {0, 0};
  const auto px = [&](double x_m) {
    const double p = std::clamp((x_m - window.west_m) / window.metres_per_px, -1.0, window.width_px + 1.0);
    return std::clamp(static_cast<int>(std::floor(p)), 0, window.width_px);
  };
  return {px((first - 1) * g.cell_m), px((last + 2) * g.cell_m + window.metres_per_px)};
}

std::array<int, 2> joined(std::array<int, 2> a, std::array<int, 2> b) {
  if (a[0] >= a[1]) return b;
  if (b[0] >= b[1]) return a;
  return {std::min(a[0], b[0]), std::max(a[1], b[1])};
}

}  // namespace

GroundAxes ground_axes(const MapTerrain& terrain, const MapWindow& w, double least_islet_m2) {
  const GridSpec& g = terrain.grid;
  GroundAxes axes;
  axes.least_islet_m2 = least_islet_m2;
  axes.columns = sample_columns(g, w);
  axes.rows = sample_rows(g, w);
  if (const TurnedSun& sun = terrain.sun; sun.east.size() > 0) {
    axes.sun_columns = sample_columns(g, w, sun.cells, sun.east.grid.columns);
    axes.sun_rows = sample_rows(g, w, sun.cells, sun.east.grid.rows);
  }
  axes.beyond_x_m = beyond(w.west_m, w.metres_per_px, w.width_px, g.width_m());
  axes.beyond_y_m = beyond(g.height_m() - w.north_m, w.metres_per_px, w.height_px, g.height_m());
  std::vector<std::array<int, 2>> own(static_cast<size_t>(g.rows), {0, 0});
  const int top = std::max(axes.rows.first.front() - 4, 0),
            bottom = std::min(axes.rows.first.back() + 5, g.rows);
  parallel_for(static_cast<size_t>(bottom - top), 64, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const int r = top + static_cast<int>(i);
      own[static_cast<size_t>(r)] = land_of_row(terrain, r, axes.columns, w);
    }
  });
  axes.land_px = axes.needed_px = own;
  for (int r = top; r < bottom; ++r) {
    const auto at = static_cast<size_t>(r);
    if (r + 1 < bottom) axes.land_px[at] = joined(own[at], own[at + 1]);
    for (int k = std::max(r - 2, 0); k <= std::min(r + 2, g.rows - 1); ++k)
      axes.needed_px[at] = joined(axes.needed_px[at], own[static_cast<size_t>(k)]);
  }
  return axes;
}

GroundReader::GroundReader(const MapTerrain& terrain, const GroundAxes& axes, const MapWindow& window,
                           GroundLight light)
    : terrain_(terrain), axes_(axes), pixel_m_(window.metres_per_px), light_kind_(light) {
  turned_lights_.highest_m = static_cast<float>(std::max(terrain.highest_m, 1.0));
  const auto n = static_cast<size_t>(window.width_px);
  for (auto* values : {&shore_, &islet_, &light_, &sand_}) values->resize(n);
  ripple_.assign(n, 1);
  for (GridRow& row : held_)
    for (auto* values :
         {&row.shore, &row.ripple, &row.islet, &row.low, &row.slope, &row.height, &row.rise_east})
      values->resize(n);
}

const GroundReader::GridRow& GroundReader::grid_row(int r) {
  GridRow& row = held_[static_cast<size_t>(r) & 3];
  if (row.row == r) return row;
  row.row = r;
  const MapTerrain& t = terrain_;
  const AxisSampling& columns = axes_.columns;
  const size_t at = t.grid.index(0, r), n = columns.first.size();
  const auto lerp = [&](const Raster<float>& in, std::vector<float>& out, size_t from, size_t to) {
    const float* v = &in.cells[at];
    for (size_t x = from; x < to; ++x) {
      const float* left = v + columns.first[x];
      out[x] = left[0] + (left[1] - left[0]) * columns.fraction[x];
    }
  };
  lerp(t.shore_m, row.shore, 0, n);
  if (t.ripple.size() > 0) lerp(t.ripple, row.ripple, 0, n);
  const auto [from, to] = axes_.needed_px[static_cast<size_t>(r)];
  const auto begin = static_cast<size_t>(from), end = static_cast<size_t>(to);
  lerp(t.islet_m, row.islet, begin, end);
  if (axes_.least_islet_m2 > 0 && t.islet_m2.size() > 0) {
    const float *area = &t.islet_m2.cells[at], least = static_cast<float>(axes_.least_islet_m2);
    for (size_t x = begin; x < end; ++x)
      if (area[columns.first[x]] < least) row.islet[x] = kNoIslet_m;
  }
  lerp(t.low_light, row.low, begin, end);
  lerp(t.slope, row.slope, begin, end);
  const float* h = &t.height_m.cells[at];
  for (size_t x = begin; x < end; ++x) {
    float sum = 0, rise = 0;
    for (size_t i = 0; i < 4; ++i) {
      const float v = h[columns.taps[x][i]];
      sum += columns.weight[x][i] * v;
      rise += columns.slope[x][i] * v;
    }
    row.height[x] = sum;
    row.rise_east[x] = rise;
  }
  return row;
}

const GroundReader::SunRow& GroundReader::sun_row(int r) {
  SunRow& row = held_suns_[static_cast<size_t>(r) & 1];
  if (row.row == r) return row;
  row.row = r;
  const AxisSampling& columns = axes_.sun_columns;
  for (const auto& [in, out] :
       {std::pair(&terrain_.sun.east, &row.east), std::pair(&terrain_.sun.north, &row.north)}) {
    out->resize(columns.first.size());
    const float* v = &in->cells[in->grid.index(0, r)];
    for (size_t x = 0; x < out->size(); ++x) {
      const float* left = v + columns.first[x];
      (*out)[x] = left[0] + (left[1] - left[0]) * columns.fraction[x];
    }
  }
  return row;
}

GroundRow GroundReader::read(int y) {
  const AxisSampling& rows = axes_.rows;
  const auto at = static_cast<size_t>(y);
  RowInputs in{};
  in.weight = rows.weight[at];
  in.rise = rows.slope[at];
  in.fraction = rows.fraction[at];
  in.per_cell = static_cast<float>(terrain_.vertical_factor / terrain_.grid.cell_m);
  in.look = static_cast<float>(1 / terrain_.look_m);
  for (size_t i = 0; i < 4; ++i) {
    const GridRow& row = grid_row(rows.taps[at][i]);
    in.height[i] = row.height.data();
    in.rise_east[i] = row.rise_east.data();
  }
  for (size_t i = 0; i < 2; ++i) {
    const GridRow& row = grid_row(rows.first[at] + static_cast<int>(i));
    in.shore[i] = row.shore.data();
    in.ripple[i] = row.ripple.data();
    in.islet[i] = row.islet.data();
    in.low[i] = row.low.data();
    in.slope[i] = row.slope.data();
  }
  const size_t n = shore_.size();
  lerp_rows(in.shore[0], in.shore[1], in.fraction, 0, n, shore_.data());
  if (terrain_.ripple.size() > 0) lerp_rows(in.ripple[0], in.ripple[1], in.fraction, 0, n, ripple_.data());
  if (axes_.beyond_x_m.front() > 0 || axes_.beyond_x_m.back() > 0 || axes_.beyond_y_m[at] > 0)
    leave_frame(shore_.data(), axes_.beyond_x_m.data(), axes_.beyond_y_m[at], n);
  GroundRow out;
  const auto [from, to] = axes_.land_px[static_cast<size_t>(rows.first[at])];
  out.from = from;
  out.to = to;
  shade_row(in, lights_, shore_.data(), static_cast<size_t>(out.from), static_cast<size_t>(out.to),
            islet_.data(), light_.data(), sand_.data());
  if (light_kind_ == GroundLight::turned) {
    const SunRow &above = sun_row(axes_.sun_rows.first[at]), &below = sun_row(axes_.sun_rows.first[at] + 1);
    const SunInputs sun{{above.east.data(), below.east.data()},
                        {above.north.data(), below.north.data()},
                        axes_.sun_rows.fraction[at]};
    shade_row_turned(in, sun, turned_lights_, static_cast<size_t>(out.from), static_cast<size_t>(out.to),
                     light_.data());
  }
  out.shore_m = shore_.data();
  out.ripple = ripple_.data();
  out.islet_m = islet_.data();
  out.light = light_.data();
  out.sand = sand_.data();
  return out;
}

}  // namespace fw
