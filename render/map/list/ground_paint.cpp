#include "render/map/list/ground_paint.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "core/base/vector_clones.h"
#include "render/map/relief/class_rows.h"

namespace fw {
namespace {

constexpr size_t kRowGrain = 32;

using Colour = std::array<float, 3>;

Colour scaled(Rgb c) {
  return {static_cast<float>(c.r * 255), static_cast<float>(c.g * 255), static_cast<float>(c.b * 255)};
}

/// A value over the land as colour.
struct FieldRamp {
  const Raster<float>* field = nullptr;
  float low = 0, inverse_span = 1;
  bool ink = false;
  std::vector<Colour> colours;  ///< 256 steps
};

FieldRamp field_ramp(const World& world, const FieldRow& row, const MapStyle& style) {
  constexpr int kSteps = 255;
  double high = row.high;
  const Raster<float>& field = world.*row.field;
  if (high == 0) {
    high = 1;
    for (size_t cell = 0; cell < field.size(); ++cell)
      if (world.on_island(cell)) high = std::max(high, static_cast<double>(field[cell]));
  }
  FieldRamp out{&field, static_cast<float>(row.low), static_cast<float>(1 / (high - row.low)), row.ink, {}};
  for (int i = 0; i <= kSteps; ++i)
    out.colours.push_back(scaled(colour_at(row, static_cast<double>(i) / kSteps, style)));
  return out;
}

/// Bands of danger as tints from their edges inward, the milder ones below.
struct DangerTints {
  struct Band {
    const Raster<float>* depth_m;
    Colour ink;
  };
  std::vector<Band> bands;
  float steps_per_m = 0;
  float px_per_m = 1;          ///< the edge is soft over a pixel
  std::vector<float> opacity;  ///< by steps inside
};

DangerTints danger_tints(const DisplayList& list) {
  constexpr int kSteps = 512;
  constexpr double kFades = 6;  // farther inside the edge adds nothing to see
  const Atlas& atlas = list.atlas;
  const size_t all = atlas.words().danger.size(), shown = tinted_bands(all, list.denominator);
  DangerTints out;
  for (size_t band = all - shown; band < all; ++band)
    out.bands.push_back({&atlas.ground->danger_depth[band - 1],
                         scaled(tint_ink(list.content.palette, list.content.style, band, list.denominator))});
  const double unit_m = list.window.metres_per_px * list.window.device_scale;
  const double fade_m = kDangerTint.fade_mm * medium_style(list.content.medium).mm() * unit_m;
  out.steps_per_m = static_cast<float>(kSteps / (kFades * fade_m));
  out.px_per_m = static_cast<float>(1 / list.window.metres_per_px);
  for (int i = 0; i <= kSteps; ++i)
    out.opacity.push_back(
        static_cast<float>(kDangerTint.inside + kDangerTint.edge * exact::exp(-kFades * i / double{kSteps})));
  return out;
}

/// One pixel layer, ready to be read row by row.
struct PixelLayer {
  MapLayerKind kind = MapLayerKind::relief;
  float opacity = 1;
  bool beach = false;
  std::optional<ClassRows> classes;
  std::optional<FieldRamp> field;
  std::optional<DangerTints> tints;
  std::optional<Hatch> hatch;
};

std::vector<Rgb> on_paper(const MapStyle& style, std::vector<Rgb> colours, double share) {
  for (Rgb& c : colours) c = mix(style.land, c, share);
  return colours;
}

/// What is drawn over a fill: the danger bands' patterns if asked for, the biomes' textures.
std::vector<Hatch::Entry> patterns_of(const DisplayList& list, MapLayer layer) {
  const Vocabulary& words = list.atlas.words();
  std::vector<Hatch::Entry> entries;
  if (layer == MapLayer::danger && list.content.danger_patterns)
    for (const HatchStyle& style : danger_hatches(words.danger.size()))
      entries.push_back({static_cast<uint8_t>(entries.size() + 1), style});
  const bool textures = shown_at(ScaleRow::textures, list.denominator).show != Show::none;
  for (size_t k = 0; k < words.biomes.size() && layer == MapLayer::biome && textures; ++k)
    if (const auto style = texture_hatch(words.biomes[k].texture))
      entries.push_back({static_cast<uint8_t>(k + 1), *style});
  return entries;
}

PixelLayer prepared(const DisplayList& list, const StyledLayer& layer, const GroundAxes& axes) {
  const Atlas& atlas = list.atlas;
  const MapContent& content = list.content;
  PixelLayer out;
  out.kind = kind_of(layer.layer);
  out.opacity = static_cast<float>(std::clamp(layer.opacity, 0.0, 1.0));
  const auto on_grid = [&](const Leaders& classes) { return classes.grid == atlas.ground->terrain.grid; };
  if (const FillRow* row = row_of(fill_rows(), layer.layer)) {
    if (!on_grid(row->classes(atlas))) {  // travel, of a world without points
      out.opacity = 0;
      return out;
    }
    out.classes.emplace(row->classes(atlas), axes, list.window.metres_per_px);
    const std::vector<Rgb> colours = row->colours(atlas, content.palette, content.style);
    out.classes->set_colours(on_paper(content.style, colours, row->on_paper));
    if (row->band != nullptr)
      out.classes->set_band(row->band(atlas), on_paper(content.style, colours, row->in_band));
    out.beach = row->beach && atlas.ground->beaches && content.style.beaches;
    if (auto patterns = patterns_of(list, layer.layer); !patterns.empty())
      out.hatch.emplace(row->classes(atlas), std::move(patterns), content.style.hatch, axes, list.window);
  } else if (const FieldRow* field = row_of(field_rows(), layer.layer)) {
    // A world of layers alone has no intensities yet.
    if ((atlas.world.*field->field).size() == atlas.ground->terrain.grid.cells())
      out.field = field_ramp(atlas.world, *field, content.style);
    else
      out.opacity = 0;
  }
  if (out.kind == MapLayerKind::tint) out.tints = danger_tints(list);
  if (const HatchRow* hatch = row_of(hatch_rows(), layer.layer);
      hatch != nullptr && (out.kind != MapLayerKind::tint || content.danger_patterns)) {
    if (const uint8_t code = hatch->code(atlas); code > 0 && on_grid(hatch->classes(atlas)))
      out.hatch.emplace(hatch->classes(atlas), std::vector{Hatch::Entry{code, hatch->style}},
                        content.style.hatch, axes, list.window);
    else if (!out.tints)
      out.opacity = 0;
  }
  return out;
}

/// Lays colours over colours.
FW_VECTOR_CLONES void mix_row(const float* __restrict over, float share, size_t from, size_t to,
                              float* __restrict under) {
  for (size_t x = from; x < to; ++x) under[x] += (over[x] - under[x]) * share;
}
FW_VECTOR_CLONES void mix_row_by(const float* __restrict over, const float* __restrict share, float opacity,
                                 size_t from, size_t to, float* __restrict under) {
  for (size_t x = from; x < to; ++x) under[x] += (over[x] - under[x]) * share[x] * opacity;
}

/// What light does to one component of a colour: shadows multiply, lights lean to a colour.
struct Shading {
  float strength = 0;
  float shadow = 1;  ///< what full shadow takes of it
  float bright = 255, gain = 1.1F, most = 0.35F;
};

/// Even light leans to white: hues stay what a legend shows. Turned light has air in it, as on painted
/// relief: shadows are cool, lights warm.
Shading shading(const MapStyle& style, GroundLight light, float opacity, size_t component) {
  opacity *= static_cast<float>(style.relief);
  const Colour warm = scaled(style.relief_light);
  if (light == GroundLight::even && style.dark)  // white would make fog of lit slopes
    return {.strength = opacity, .bright = warm[component], .gain = 0.5F, .most = 0.16F};
  if (light == GroundLight::even) return {.strength = opacity};
  constexpr float kTwice = 2;  // opacity 0.5 is the usual one
  const Colour cool = scaled(style.relief_shadow);
  return {.strength = std::min(kTwice * opacity, 1.0F),
          .shadow = 0.9F * (1 - cool[component] / 255),
          .bright = warm[component],
          .gain = 0.75F,
          .most = 0.75F};
}

inline float lit(float v, float light, const Shading& by) {
  const float dark = std::min(std::max(by.strength * (1 - light), 0.0F), 1.0F);
  const float bright = std::max(std::min(by.gain * by.strength * (light - 1), by.most), 0.0F);
  v -= v * dark * by.shadow;
  return v + (by.bright - v) * bright;
}

inline float light_of(uint16_t packed) {
  return static_cast<float>(static_cast<int>(packed)) * (1.0F / kLightOne);
}

FW_VECTOR_CLONES void light_row(const uint16_t* __restrict light, const Shading by, size_t from, size_t to,
                                float* __restrict under) {
  for (size_t x = from; x < to; ++x) under[x] = lit(under[x], light_of(light[x]), by);
}

FW_VECTOR_CLONES void sand_row(const uint8_t* __restrict beach, float sand, size_t from, size_t to,
                               float* __restrict under) {
  for (size_t x = from; x < to; ++x)
    under[x] += (sand - under[x]) * (static_cast<float>(static_cast<int>(beach[x])) * (1.0F / 255));
}

/// The land's colours under a last relief, over the pixels `below`, by how much of a pixel is land.
FW_VECTOR_CLONES void land_row(const float* __restrict r, const float* __restrict g,
                               const float* __restrict b, const GroundPixelRow in,
                               const std::array<Shading, 3> by, const uint32_t* below, uint32_t* out) {
  const uint32_t* const __restrict sea = in.sea;
  const uint16_t* const __restrict lights = in.light;
  for (size_t x = in.from; x < in.to; ++x) {
    const auto cover = static_cast<int>(sea[x] >> 24);
    const auto under = static_cast<int>(below[x]);
    const float light = light_of(lights[x]), a = static_cast<float>(cover) * (1.0F / 255);
    const auto blend = [&](float land, int other, const Shading& component) {
      const float v = lit(land, light, component) * a + static_cast<float>(other) * (1 - a);
      return static_cast<int>(std::min(std::max(v, 0.0F), 255.0F) + 0.5F);
    };
    const int mixed = blend(r[x], under >> 16 & 255, by[0]) << 16 |
                      blend(g[x], under >> 8 & 255, by[1]) << 8 | blend(b[x], under & 255, by[2]);
    out[x] = static_cast<uint32_t>(cover == 0 ? under : mixed) | 0xFF000000U;
  }
}

/// Everything that is the same for every row.
struct GroundJob {
  const DisplayList& list;
  const GroundPixels* pixels;
  GroundUnder under;
  GroundAxes axes;
  SeaColours sea;
  std::vector<PixelLayer> layers;
  GroundLight light = GroundLight::even;
  float last_relief = 0;  ///< strength of a relief above all layers

  std::array<Shading, 3> shading_of(float opacity) const {
    const MapStyle& style = list.content.style;
    return {shading(style, light, opacity, 0), shading(style, light, opacity, 1),
            shading(style, light, opacity, 2)};
  }
};

/// Paints rows one after the other; one per thread.
class RowPainter {
 public:
  explicit RowPainter(const GroundJob& job)
      : job_(job),
        land_(static_cast<size_t>(job.list.window.width_px)),
        over_(static_cast<size_t>(job.list.window.width_px)),
        share_(static_cast<size_t>(job.list.window.width_px)) {
    if (job.pixels == nullptr || job.light != GroundLight::even)
      reader_.emplace(job.list.atlas.ground->terrain, job.axes, job.sea, job.list.window, job.light);
  }

  void paint(int y, uint32_t* out) {
    const GroundPixelRow row = reader_ ? reader_->row(y) : job_.pixels->row(y);
    const bool sea = job_.under == GroundUnder::sea;
    const auto width = static_cast<size_t>(job_.list.window.width_px);
    if (sea) {
      for (size_t x = 0; x < row.from; ++x) out[x] = row.sea[x] | 0xFF000000U;
      for (size_t x = row.to; x < width; ++x) out[x] = row.sea[x] | 0xFF000000U;
    }
    const bool covered = !job_.layers.empty() && fills_all(job_.layers.front());
    for (size_t k = 0; k < 3 && sea && !covered; ++k)
      std::fill(&land_.plane[k][row.from], &land_.plane[k][0] + row.to, bare_land_[k]);
    for (size_t x = row.from; x < row.to && !sea; ++x)
      land_.set(x, {static_cast<float>(out[x] >> 16 & 255), static_cast<float>(out[x] >> 8 & 255),
                    static_cast<float>(out[x] & 255)});
    for (const PixelLayer& layer : job_.layers) lay(layer, row, y);
    land_row(land_.plane[0].data(), land_.plane[1].data(), land_.plane[2].data(), row,
             job_.shading_of(job_.last_relief), sea ? row.sea : out, out);
    if (sea && style_.grain > 0) add_grain(y, out, width);
  }

 private:
  static bool fills_all(const PixelLayer& layer) { return layer.classes && layer.opacity == 1; }

  void lay(const PixelLayer& layer, const GroundPixelRow& row, int y) {
    if (layer.kind == MapLayerKind::relief) {
      for (size_t k = 0; k < 3; ++k)
        light_row(row.light, shading(style_, job_.light, layer.opacity, k), row.from, row.to,
                  land_.plane[k].data());
    } else if (layer.tints) {
      for (const DangerTints::Band& band : layer.tints->bands)
        lay_tint(*layer.tints, band, layer.opacity, row, y);
      if (layer.hatch) layer.hatch->row(y, row.from, row.to, layer.opacity, land_);
    } else if (layer.kind == MapLayerKind::lines) {
      layer.hatch->row(y, row.from, row.to, layer.opacity, land_);
    } else if (layer.field) {
      lay_field(layer, row, y);
    } else {
      ColourRow& target = fills_all(layer) ? land_ : over_;
      layer.classes->colours(y, row.sea, row.from, row.to, target);
      for (size_t k = 0; k < 3 && layer.beach; ++k)
        sand_row(row.beach, sand_[k], row.from, row.to, target.plane[k].data());
      if (layer.hatch) layer.hatch->row(y, row.from, row.to, 1, target);
      for (size_t k = 0; k < 3 && !fills_all(layer); ++k)
        mix_row(over_.plane[k].data(), layer.opacity, row.from, row.to, land_.plane[k].data());
    }
  }

  /// The paper's own unevenness, in patches of two pixels.
  void add_grain(int y, uint32_t* out, size_t width) const {
    const auto span = static_cast<uint32_t>(2 * style_.grain + 1);
    for (size_t x = 0; x < width; ++x) {
      uint32_t bits = static_cast<uint32_t>(x / 2) * 0x9E3779B1u ^ static_cast<uint32_t>(y / 2) * 0x85EBCA6Bu;
      bits ^= bits >> 15;
      bits *= 0x2C1B3C6Du;
      bits ^= bits >> 13;
      const int off = static_cast<int>(bits % span) - static_cast<int>(span / 2);
      uint32_t word = 0xFF000000u;
      for (const int shift : {16, 8, 0})
        word |= static_cast<uint32_t>(std::clamp(static_cast<int>(out[x] >> shift & 255) + off, 0, 255))
                << shift;
      out[x] = word;
    }
  }

  void lay_field(const PixelLayer& layer, const GroundPixelRow& row, int y) {
    const FieldRamp& f = *layer.field;
    const AxisSampling &columns = job_.axes.columns, &rows = job_.axes.rows;
    const auto at = static_cast<size_t>(y), stride = static_cast<size_t>(f.field->grid.columns);
    const size_t line = f.field->grid.index(0, rows.first[at]);
    const float fy = rows.fraction[at];
    for (size_t x = row.from; x < row.to; ++x) {
      const float* v = &f.field->cells[line + static_cast<size_t>(columns.first[x])];
      const float fx = columns.fraction[x];
      const float upper = v[0] + (v[1] - v[0]) * fx, lower = v[stride] + (v[stride + 1] - v[stride]) * fx;
      const float value = std::clamp((upper + (lower - upper) * fy - f.low) * f.inverse_span, 0.0F, 1.0F);
      share_[x] = f.ink ? value : 1;
      over_.set(x, f.colours[static_cast<size_t>(value * 255)]);
    }
    for (size_t k = 0; k < 3; ++k)
      mix_row_by(over_.plane[k].data(), share_.data(), layer.opacity, row.from, row.to,
                 land_.plane[k].data());
  }

  void lay_tint(const DangerTints& tints, const DangerTints::Band& band, float strength,
                const GroundPixelRow& row, int y) {
    const AxisSampling &columns = job_.axes.columns, &rows = job_.axes.rows;
    const auto at = static_cast<size_t>(y);
    const float fy = rows.fraction[at];
    const size_t line = band.depth_m->grid.index(0, rows.first[at]),
                 stride = static_cast<size_t>(band.depth_m->grid.columns);
    const auto last = static_cast<float>(tints.opacity.size() - 1);
    for (size_t x = row.from; x < row.to; ++x) {
      const float* v = &band.depth_m->cells[line + static_cast<size_t>(columns.first[x])];
      const float fx = columns.fraction[x];
      const float upper = v[0] + (v[1] - v[0]) * fx, lower = v[stride] + (v[stride + 1] - v[stride]) * fx;
      const float depth_m = upper + (lower - upper) * fy;
      if (depth_m <= 0) {
        share_[x] = 0;
        continue;
      }
      const auto step = static_cast<size_t>(std::min(depth_m * tints.steps_per_m, last));
      share_[x] = tints.opacity[step] * std::min(depth_m * tints.px_per_m, 1.0F);
    }
    for (size_t k = 0; k < 3; ++k) {
      std::fill(&over_.plane[k][row.from], &over_.plane[k][0] + row.to, band.ink[k]);
      mix_row_by(over_.plane[k].data(), share_.data(), strength, row.from, row.to, land_.plane[k].data());
    }
  }

  const GroundJob& job_;
  const MapStyle& style_ = job_.list.content.style;
  const Colour bare_land_ = scaled(style_.land), sand_ = scaled(style_.beach);
  std::optional<GroundPixelReader> reader_;
  ColourRow land_, over_;
  std::vector<float> share_;
};

}  // namespace

void paint_ground(const DisplayList& list, std::span<const StyledLayer> layers, GroundUnder under,
                  const GroundPixels* pixels, const PixelTarget& target, const Progress& progress) {
  assert(target.width == list.window.width_px && target.height == list.window.height_px);
  assert(pixels == nullptr || pixels->window == list.window);
  const MapTerrain& terrain = list.atlas.ground->terrain;
  GroundJob job{list,
                pixels,
                under,
                ground_axes(terrain, list.window, least_islet_m2(list.content.medium, list.denominator)),
                SeaColours(list.content.style, list.window.metres_per_px, terrain.look_m),
                {},
                list.content.light()};
  for (const StyledLayer& layer : layers)
    if (PixelLayer made = prepared(list, layer, job.axes); made.opacity > 0)
      job.layers.push_back(std::move(made));
  if (!job.layers.empty() && job.layers.back().kind == MapLayerKind::relief) {
    job.last_relief = job.layers.back().opacity;
    job.layers.pop_back();
  }
  parallel_for(static_cast<size_t>(target.height), kRowGrain, [&](size_t begin, size_t end) {
    RowPainter painter(job);
    for (size_t y = begin; y < end && !progress.cancelled(); ++y)
      painter.paint(static_cast<int>(y), target.row(y));
  });
}

}  // namespace fw
