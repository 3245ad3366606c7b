#include "render/overlay/overlay_internal.h"

// The field in force as a translucent picture: one colour per value, looked up, and a crisp line at the
// front.
namespace fw::overlay {

namespace {

constexpr int kColours = 1024;
using Colours = std::array<uint32_t, kColours>;

constexpr Rgb kLow = Rgb::hex(0x1B3A6B), kHigh = Rgb::hex(0x4FB3C8);
/// A front's wake: the share of a cycle in which its light fades.
constexpr double kWake = 0.22;
/// Half the breadth of the line at the front or at a band's edge, px.
constexpr float kLine = 0.9f;

/// Share of the field's own strength at a value, and its colour.
uint32_t colour_of(const OverlayField& field, double value, double alpha) {
  const Rgb ground = mix(kLow, kHigh, value);
  switch (field.meaning) {
    case FieldMeaning::phase: {
      double passed = field.level - value;
      passed -= std::floor(passed);
      const double wake = passed < kWake ? (1 - passed / kWake) * (1 - passed / kWake) : 0;
      return ink(mix(ground, overlay_colour::kFront, wake), alpha * (0.45 + 0.4 * value + 0.55 * wake));
    }
    case FieldMeaning::band: {
      const bool open = std::fabs(value - field.level) <= field.half_width;
      return open ? ink(overlay_colour::kFront, alpha) : ink(ground, alpha * (0.4 + 0.4 * value));
    }
    case FieldMeaning::heads:
      return ink(heads_colour(value), std::min(1.0, 1.5 * alpha));
    case FieldMeaning::rate:
    case FieldMeaning::none:
      break;
  }
  return ink(ground, alpha * (0.15 + 1.1 * value));
}

Colours colours_of(const OverlayField& field, double alpha) {
  Colours colours{};
  for (int i = 0; i < kColours; ++i)
    colours[static_cast<size_t>(i)] = colour_of(field, (i + 0.5) / kColours, std::min(1.0, alpha));
  return colours;
}

/// Two neighbouring cells and how far between them, for every pixel along one axis of a raster.
struct Axis {
  std::vector<int> first, second;
  std::vector<float> rest;
};
Axis axis(int pixels, int cells, const auto& position) {
  Axis a;
  for (int i = 0; i < pixels; ++i) {
    const double at = position(i + 0.5);
    const double below = std::floor(at);
    a.first.push_back(static_cast<int>(std::clamp(below, 0.0, cells - 1.0)));
    a.second.push_back(static_cast<int>(std::clamp(below + 1, 0.0, cells - 1.0)));
    a.rest.push_back(static_cast<float>(at - below));
  }
  return a;
}

/// A raster read between its cell centres at the pixels of a window.
struct Reading {
  const Raster<float>& raster;
  Axis columns, rows;

  Reading(const Raster<float>& r, const MapWindow& w)
      : raster(r),
        columns(axis(w.width_px, r.grid.columns,
                     [&](double px) {
                       return r.grid.column_position(w.to_m({px, 0}).x);
                     })),
        rows(axis(w.height_px, r.grid.rows, [&](double px) {
          return r.grid.row_position(w.to_m({0, px}).y);
        })) {}

  struct Value {
    float value, across, down;  ///< and its differences between cells
  };
  Value at(int column, int row) const {
    const auto c = static_cast<size_t>(column), r = static_cast<size_t>(row);
    const float* upper = raster.cells.data() + static_cast<size_t>(rows.first[r]) * raster.grid.columns;
    const float* lower = raster.cells.data() + static_cast<size_t>(rows.second[r]) * raster.grid.columns;
    const int a = columns.first[c], b = columns.second[c];
    const float x = columns.rest[c], y = rows.rest[r];
    const float top = upper[a] + x * (upper[b] - upper[a]);
    const float bottom = lower[a] + x * (lower[b] - lower[a]);
    return {top + y * (bottom - top), (1 - y) * (upper[b] - upper[a]) + y * (lower[b] - lower[a]),
            bottom - top};
  }
};

/// Share of a line's ink on a pixel: 1 where the value is within kLine pixels of one of the levels.
float line_share(const Reading::Value& v, float cells_per_px, float low, float high) {
  const float away = std::min(std::fabs(v.value - low), std::fabs(v.value - high));
  const float slope = std::sqrt(v.across * v.across + v.down * v.down) * cells_per_px;
  // Flat ground has no line: a whole plain would light up.
  return slope > 1e-5f ? std::clamp(0.5f + kLine - away / slope, 0.0f, 1.0f) : 0.0f;
}

}  // namespace

void paint_field(const OverlayField& field, const Painting& painting) {
  if (field.meaning == FieldMeaning::none || !field.value || !painting.look.field) return;
  const Colours colours = colours_of(field, painting.look.field_alpha);
  const Reading value(*field.value, painting.window);
  const Raster<float> everywhere(GridSpec{1, 1, field.value->grid.width_m()}, 1.0f);
  const Reading ground(field.mask ? *field.mask : everywhere, painting.window);
  const auto cells_per_px = static_cast<float>(painting.window.metres_per_px / field.value->grid.cell_m);
  const auto low = static_cast<float>(field.level - field.half_width);
  const auto high = static_cast<float>(field.level + field.half_width);
  const bool lined = field.meaning == FieldMeaning::phase || field.meaning == FieldMeaning::band;
  const uint32_t line = ink(overlay_colour::kFront, 0.9);
  in_strips(painting.target, [&](const Strip& strip) {
    for (int row = strip.top; row < strip.bottom; ++row) {
      uint32_t* words = strip.target.row(static_cast<size_t>(row));
      for (int column = 0; column < strip.target.width; ++column) {
        const float share = ground.at(column, row).value;
        if (!(share > 0)) continue;
        const Reading::Value v = value.at(column, row);
        const auto cover = static_cast<uint32_t>(share * 255 + 0.5f);
        const int which = std::clamp(static_cast<int>(v.value * kColours), 0, kColours - 1);
        blend(words[column], scaled(colours[static_cast<size_t>(which)], cover));
        if (!lined || std::min(std::fabs(v.value - low), std::fabs(v.value - high)) > 0.05f) continue;
        const float on_line = line_share(v, cells_per_px, low, high) * share;
        if (on_line > 0) blend(words[column], scaled(line, static_cast<uint32_t>(on_line * 255 + 0.5f)));
      }
    }
  });
}

}  // namespace fw::overlay
