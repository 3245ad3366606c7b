#include "render/map/map_ground.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "render/map/class_rows.h"
#include "render/map/danger_hatch.h"
#include "render/map/ground_rows.h"
#include "render/page/row_kernel.h"

namespace fw {
namespace {

constexpr size_t kRowGrain = 32;

/// A value over the land as colour.
struct FieldRamp {
  const Raster<float>* field = nullptr;
  float low = 0, inverse_span = 1;
  bool ink = false;  ///< one colour that covers by the value, instead of a ramp
  std::vector<std::array<float, 3>> colours;
};

std::vector<std::array<float, 3>> ramp(std::initializer_list<uint32_t> stops) {
  constexpr int kSteps = 255;
  std::vector<Rgb> colours;
  for (const uint32_t s : stops) colours.push_back(Rgb::hex(s));
  std::vector<std::array<float, 3>> out;
  for (int i = 0; i <= kSteps; ++i) {
    const double at = static_cast<double>(i) / kSteps * static_cast<double>(colours.size() - 1);
    const auto k = std::min(static_cast<size_t>(at), colours.size() - 2);
    const Rgb c = mix(colours[k], colours[k + 1], at - static_cast<double>(k));
    out.push_back(
        {static_cast<float>(c.r * 255), static_cast<float>(c.g * 255), static_cast<float>(c.b * 255)});
  }
  return out;
}

FieldRamp field_ramp(const Atlas& atlas, MapLayer layer) {
  const World& w = atlas.world;
  switch (layer) {
    case MapLayer::height: {
      float highest = 1;
      for (size_t cell = 0; cell < w.height_m.size(); ++cell)
        if (w.on_island(cell)) highest = std::max(highest, w.height_m[cell]);
      return {&w.height_m, 0, 1 / highest, false,
              ramp({0xB7CFA2, 0xDFDCA6, 0xD6B680, 0xB08869, 0x8E7468, 0xF3F1EE})};
    }
    case MapLayer::feature:
      return {&w.feature, 0.2F, 1 / 0.6F, false, ramp({0xF6EFD9, 0xBFD6C0, 0x6FAFB0, 0x35758F, 0x233A5E})};
    case MapLayer::intensity_resource:
      return {&w.intensity_resource, 0, 1, true, ramp({0x1D7A46, 0x1D7A46})};
    case MapLayer::intensity_wildlife:
      return {&w.intensity_wildlife, 0, 1, true, ramp({0x8A4B12, 0x8A4B12})};
    default:
      return {&w.intensity_enemy, 0, 1, true, ramp({0xA3163A, 0xA3163A})};
  }
}

/// One pixel layer, ready to be read row by row.
struct Layer {
  MapLayer layer;
  float opacity = 1;
  std::unique_ptr<ClassRows> classes;
  FieldRamp field;
  std::unique_ptr<DangerHatch> hatch;
};

template <size_t N>
std::vector<Rgb> list_of(const std::array<Rgb, N>& colours, double on_paper = 1) {
  std::vector<Rgb> out;
  for (const Rgb& c : colours) out.push_back(mix(colour::kWashPaper, c, on_paper));
  return out;
}

Layer prepared(const Atlas& atlas, const Palette& palette, const ViewLayer& view, bool patterns,
               const MapWindow& window) {
  const double pixel_m = window.metres_per_px;
  Layer out{view.layer, static_cast<float>(std::clamp(view.opacity, 0.0, 1.0)), nullptr, {}, nullptr};
  switch (view.layer) {
    case MapLayer::biome:
      out.classes = std::make_unique<ClassRows>(atlas.biome.leaders, list_of(palette.biome), pixel_m);
      break;
    case MapLayer::danger:
      out.classes = std::make_unique<ClassRows>(atlas.danger.leaders, list_of(palette.danger), pixel_m);
      if (patterns) out.hatch = std::make_unique<DangerHatch>(atlas, window, HatchOf::every_band);
      break;
    case MapLayer::faction:  // a pale wash on paper, stronger along the borders
      out.classes =
          std::make_unique<ClassRows>(atlas.faction.leaders, list_of(palette.faction, 0.34), pixel_m);
      out.classes->set_band(atlas.faction_band, list_of(palette.faction, 0.80));
      break;
    case MapLayer::region: {
      std::vector<Rgb> colours;
      for (size_t k = 0; k < atlas.world.regions.size(); ++k)
        colours.push_back(region_colour(static_cast<int>(k) + 1, atlas.world.regions[k].neutral));
      out.classes = std::make_unique<ClassRows>(atlas.region, std::move(colours), pixel_m);
      break;
    }
    case MapLayer::relief:
      break;
    case MapLayer::danger_outline:
      out.hatch = std::make_unique<DangerHatch>(atlas, window, HatchOf::black_alone);
      break;
    default:
      out.field = field_ramp(atlas, view.layer);
      // A world of layers alone has no intensities yet.
      if (out.field.field->size() != atlas.terrain.grid.cells()) out.opacity = 0;
      break;
  }
  return out;
}

/// Lays colours over colours.
FW_ROW_KERNEL void mix_row(const float* __restrict over, float share, size_t from, size_t to,
                           float* __restrict under) {
  for (size_t x = from; x < to; ++x) under[x] += (over[x] - under[x]) * share;
}
FW_ROW_KERNEL void mix_row_by(float colour, const float* __restrict share, float opacity, size_t from,
                              size_t to, float* __restrict under) {
  for (size_t x = from; x < to; ++x) under[x] += (colour - under[x]) * share[x] * opacity;
}

/// Shadows multiply, lights lean to white: hues stay what a legend shows.
FW_ROW_KERNEL void light_row(const float* __restrict light, float strength, size_t from, size_t to,
                             float* __restrict under) {
  for (size_t x = from; x < to; ++x) {
    const float dark = std::min(std::max(1 - strength * (1 - light[x]), 0.0F), 1.0F);
    const float bright = std::max(std::min(1.1F * strength * (light[x] - 1), 0.35F), 0.0F);
    const float v = under[x] * dark;
    under[x] = v + (255 - v) * bright;
  }
}

/// The land's colours over the pixels that are there, by how much of a pixel is land.
FW_ROW_KERNEL void land_row(const float* __restrict r, const float* __restrict g, const float* __restrict b,
                            const float* __restrict shore, float per_pixel, size_t from, size_t to,
                            uint32_t* __restrict out) {
  for (size_t x = from; x < to; ++x) {
    const float a = std::min(std::max(shore[x] * per_pixel + 0.5F, 0.0F), 1.0F);
    const auto under = static_cast<int>(out[x]);
    const auto blend = [a](float land, int below) {
      const float v = static_cast<float>(below) + (land - static_cast<float>(below)) * a;
      return static_cast<int>(std::min(std::max(v, 0.0F), 255.0F) + 0.5F);
    };
    out[x] = static_cast<uint32_t>(blend(r[x], under >> 16 & 255) << 16 | blend(g[x], under >> 8 & 255) << 8 |
                                   blend(b[x], under & 255)) |
             0xFF000000U;
  }
}

uint32_t packed(const std::array<float, 3>& c) {
  return 0xFF000000U | static_cast<uint32_t>(c[0] + 0.5F) << 16 | static_cast<uint32_t>(c[1] + 0.5F) << 8 |
         static_cast<uint32_t>(c[2] + 0.5F);
}

struct Sea {
  std::vector<std::array<float, 3>> water;
  std::vector<uint32_t> word;
  float steps_per_m, per_pixel;

  Sea(double pixel_m, double look_m)
      : water(sea_colours(pixel_m, look_m)),
        steps_per_m(static_cast<float>(2 / look_m)),
        per_pixel(static_cast<float>(1 / pixel_m)) {
    for (const auto& c : water) word.push_back(packed(c));
  }
  size_t step(float shore_m) const {
    return static_cast<size_t>(std::min(std::max(-shore_m * steps_per_m, 0.0F), 2048.0F));
  }
  void paint(const GroundRow& row, size_t width, uint32_t* out) const {
    for (size_t x = 0; x < width; ++x) out[x] = word[step(row.shore_m[x])];
    for (auto x = static_cast<size_t>(row.from); x < static_cast<size_t>(row.to); ++x) {
      const float on_islet = std::clamp(row.islet_m[x] * per_pixel + 0.5F, 0.0F, 1.0F);
      if (on_islet <= 0) continue;
      constexpr std::array<double, 3> kIslet{colour::kIslet.r, colour::kIslet.g, colour::kIslet.b};
      auto rgb = water[step(row.shore_m[x])];
      const float light = std::clamp(0.5F + 0.5F * row.light[x], 0.6F, 1.0F);
      for (size_t k = 0; k < 3; ++k)
        rgb[k] += (static_cast<float>(kIslet[k] * 255) * light - rgb[k]) * on_islet;
      out[x] = packed(rgb);
    }
  }
};

/// Everything that is the same for every row.
struct Ground {
  const Atlas& atlas;
  const MapWindow& window;
  GroundAxes axes;
  Sea sea;
  std::vector<Layer> layers;
  GroundUnder under;
};

/// Paints rows one after the other; one per thread.
class RowPainter {
 public:
  explicit RowPainter(const Ground& ground)
      : ground_(ground),
        reader_(ground.atlas.terrain, ground.axes, ground.window),
        land_(static_cast<size_t>(ground.window.width_px)),
        over_(static_cast<size_t>(ground.window.width_px)),
        share_(static_cast<size_t>(ground.window.width_px)) {}

  void paint(int y, uint32_t* out) {
    const GroundRow row = reader_.read(y);
    const auto width = static_cast<size_t>(ground_.window.width_px);
    const auto from = static_cast<size_t>(row.from), to = static_cast<size_t>(row.to);
    if (ground_.under == GroundUnder::sea) {
      ground_.sea.paint(row, width, out);
      for (size_t x = from; x < to; ++x) land_.set(x, kBareLand);
    } else {
      for (size_t x = from; x < to; ++x)
        land_.set(x, {static_cast<float>(out[x] >> 16 & 255), static_cast<float>(out[x] >> 8 & 255),
                      static_cast<float>(out[x] & 255)});
    }
    for (const Layer& layer : ground_.layers) lay(layer, row, y);
    land_row(land_.plane[0].data(), land_.plane[1].data(), land_.plane[2].data(), row.shore_m,
             ground_.sea.per_pixel, from, to, out);
  }

 private:
  static constexpr std::array<float, 3> kBareLand{0xF4, 0xEF, 0xE2};

  void lay(const Layer& layer, const GroundRow& row, int y) {
    const auto from = static_cast<size_t>(row.from), to = static_cast<size_t>(row.to);
    if (layer.layer == MapLayer::relief) {
      for (auto& plane : land_.plane) light_row(row.light, layer.opacity, from, to, plane.data());
      return;
    }
    if (layer.layer == MapLayer::danger_outline)
      return layer.hatch->row(ground_.axes, y, from, to, layer.opacity, land_);
    if (layer.classes == nullptr) return lay_field(layer, from, to, y);
    const AxisSampling& rows = ground_.axes.rows;
    const auto at = static_cast<size_t>(y);
    layer.classes->colours(ground_.axes.columns, rows.first[at], rows.fraction[at], from, to, over_);
    if (layer.layer == MapLayer::biome)
      for (size_t k = 0; k < 3; ++k) mix_row_by(kSand[k], row.sand, 1, from, to, over_.plane[k].data());
    if (layer.hatch) layer.hatch->row(ground_.axes, y, from, to, 1, over_);
    for (size_t k = 0; k < 3; ++k)
      mix_row(over_.plane[k].data(), layer.opacity, from, to, land_.plane[k].data());
  }

  void lay_field(const Layer& layer, size_t from, size_t to, int y) {
    const FieldRamp& f = layer.field;
    const AxisSampling &columns = ground_.axes.columns, &rows = ground_.axes.rows;
    const auto at = static_cast<size_t>(y), stride = static_cast<size_t>(f.field->grid.columns);
    const size_t line = f.field->grid.index(0, rows.first[at]);
    const float fy = rows.fraction[at];
    for (size_t x = from; x < to; ++x) {
      const float* v = &f.field->cells[line + static_cast<size_t>(columns.first[x])];
      const float fx = columns.fraction[x];
      const float upper = v[0] + (v[1] - v[0]) * fx, lower = v[stride] + (v[stride + 1] - v[stride]) * fx;
      const float value = std::clamp((upper + (lower - upper) * fy - f.low) * f.inverse_span, 0.0F, 1.0F);
      share_[x] = f.ink ? value : 1;
      over_.set(x, f.colours[static_cast<size_t>(value * 255)]);
    }
    for (size_t k = 0; k < 3; ++k)
      for (size_t x = from; x < to; ++x)
        land_.plane[k][x] += (over_.plane[k][x] - land_.plane[k][x]) * share_[x] * layer.opacity;
  }

  static constexpr std::array<float, 3> kSand{0xF2, 0xE6, 0xC2};

  const Ground& ground_;
  GroundReader reader_;
  ColourRow land_, over_;
  std::vector<float> share_;
};

void paint_rows(const Ground& ground, std::span<uint32_t> argb, const Progress& progress) {
  const auto width = static_cast<size_t>(ground.window.width_px),
             height = static_cast<size_t>(ground.window.height_px);
  parallel_for(height, kRowGrain, [&](size_t begin, size_t end) {
    RowPainter painter(ground);
    for (size_t y = begin; y < end && !progress.cancelled(); ++y)
      painter.paint(static_cast<int>(y), &argb[y * width]);
  });
}

}  // namespace

bool is_ground(MapLayer layer) {
  return layer <= MapLayer::relief;
}

Rgb region_colour(int code, bool neutral) {
  if (neutral) return mix(Rgb::hex(0xC9C7C1), colour::kWhite, 0.12 * (code % 4));
  // Steps of the golden section round the circle of hues.
  const double hue = std::fmod(0.08 + 0.6180339887 * code, 1.0) * 6;
  const auto part = [hue](double shift) {
    const double k = std::fmod(hue + shift, 6.0);
    return std::clamp(std::min(k, 4 - k), 0.0, 1.0);
  };
  const double lightness = code % 2 == 0 ? 0.90 : 0.83, saturation = 0.24;
  const auto channel = [&](double p) { return lightness - saturation * p; };
  return {channel(part(5)), channel(part(3)), channel(part(1))};
}

void paint_ground(const Atlas& atlas, const Palette& palette, std::span<const ViewLayer> layers,
                  bool patterns, const MapWindow& window, GroundUnder under, std::span<uint32_t> argb,
                  const Progress& progress) {
  Ground ground{
      atlas, window, ground_axes(atlas.terrain, window), Sea(window.metres_per_px, atlas.terrain.look_m),
      {},    under};
  for (const ViewLayer& layer : layers)
    if (Layer made = prepared(atlas, palette, layer, patterns, window); made.opacity > 0)
      ground.layers.push_back(std::move(made));
  paint_rows(ground, argb, progress);
}

}  // namespace fw
