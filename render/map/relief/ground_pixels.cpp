#include "render/map/relief/ground_pixels.h"

#include <algorithm>
#include <iterator>

#include "core/base/parallel/parallel.h"
#include "core/base/vector_clones.h"
#include "render/map/scene/ground_light.h"

namespace fw {
namespace {

inline float unit(float v) {
  return std::min(std::max(v, 0.0F), 1.0F);
}

/// Packs one row: coverage by the ground, relief, sand.
FW_VECTOR_CLONES void pack_row(const float* __restrict shore, const float* __restrict light,
                               const float* __restrict sand, float per_pixel, size_t n,
                               uint32_t* __restrict cover_out, uint16_t* __restrict light_out,
                               uint8_t* __restrict beach_out) {
  constexpr float kMostLight = 3.9F;  // what 16 bits hold
  for (size_t x = 0; x < n; ++x) {
    const int cover = static_cast<int>(unit(shore[x] * per_pixel + 0.5F) * 255 + 0.5F);
    cover_out[x] = static_cast<uint32_t>(cover) << 24;
    light_out[x] = static_cast<uint16_t>(static_cast<int>(std::min(light[x], kMostLight) * kLightOne));
    beach_out[x] = static_cast<uint8_t>(static_cast<int>(sand[x] * 255 + 0.5F));
  }
}

uint32_t packed(const std::array<float, 3>& c) {
  return static_cast<uint32_t>(c[0] + 0.5F) << 16 | static_cast<uint32_t>(c[1] + 0.5F) << 8 |
         static_cast<uint32_t>(c[2] + 0.5F);
}

}  // namespace

SeaColours::SeaColours(const MapStyle& style, double pixel_m, double look_m)
    : style_(style),
      water_(sea_colours(style, pixel_m, look_m)),
      plain_(sea_colours(style, pixel_m, look_m, false)),
      steps_per_m_(static_cast<float>(2 / look_m)) {
  for (const auto& c : water_) packed_.push_back(packed(c));
}

size_t SeaColours::step_at(float shore_m) const {
  return static_cast<size_t>(std::clamp(-shore_m * steps_per_m_, 0.0F, 2048.0F));
}

uint32_t SeaColours::at(float shore_m, float ripple, float on_islet, float light) const {
  const std::array<double, 3> islet{style_.islet.r, style_.islet.g, style_.islet.b};
  const size_t step = step_at(shore_m);
  auto rgb = plain_[step];
  for (size_t k = 0; k < 3; ++k) rgb[k] += (water_[step][k] - rgb[k]) * std::min(ripple, 1.0F);
  for (size_t k = 0; k < 3; ++k) {
    const float lit = static_cast<float>(islet[k] * 255) * std::clamp(0.5F + 0.5F * light, 0.6F, 1.0F);
    rgb[k] += (lit - rgb[k]) * on_islet;
  }
  return packed(rgb);
}

GroundPixelReader::GroundPixelReader(const MapTerrain& terrain, const GroundAxes& axes, const SeaColours& sea,
                                     const MapWindow& window, GroundLight light)
    : ground_(terrain, axes, window, light),
      axes_(axes),
      colours_(sea),
      meets_frame_(terrain.meets_frame),
      per_pixel_(static_cast<float>(1 / window.metres_per_px)),
      sea_(static_cast<size_t>(window.width_px)),
      light_(sea_.size()),
      beach_(sea_.size()) {}

GroundPixelRow GroundPixelReader::row(int y) {
  return row(y, sea_.data(), light_.data(), beach_.data());
}

GroundPixelRow GroundPixelReader::row(int y, uint32_t* sea, uint16_t* light, uint8_t* beach) {
  const GroundRow in = ground_.read(y);
  const auto from = static_cast<size_t>(in.from), to = static_cast<size_t>(in.to);
  for (size_t x = 0; x < from; ++x) sea[x] = colours_.open(in.shore_m[x], in.ripple[x]);
  for (size_t x = to; x < sea_.size(); ++x) sea[x] = colours_.open(in.shore_m[x], in.ripple[x]);
  pack_row(in.shore_m + from, in.light + from, in.sand + from, per_pixel_, to - from, sea + from,
           light + from, beach + from);
  for (size_t x = from; x < to; ++x)
    if (sea[x] >> 24 != 255)
      sea[x] |= colours_.at(in.shore_m[x], in.ripple[x], unit(in.islet_m[x] * per_pixel_ + 0.5F),
                            static_cast<float>(light[x]) / kLightOne);
  if (meets_frame_) clear_beyond(y, sea);
  return {from, to, sea, light, beach};
}

void GroundPixelReader::clear_beyond(int y, uint32_t* sea) const {
  const Rgb beyond = colours_.style().beyond;
  const uint32_t paper = packed({static_cast<float>(beyond.r * 255), static_cast<float>(beyond.g * 255),
                                 static_cast<float>(beyond.b * 255)});
  const bool whole_row = axes_.beyond_y_m[static_cast<size_t>(y)] > 0;
  for (size_t x = 0; x < sea_.size(); ++x)
    if (whole_row || axes_.beyond_x_m[x] > 0) sea[x] = paper;
}

GroundPixelRow GroundPixels::row(int y) const {
  const auto n = static_cast<size_t>(window.width_px), at = static_cast<size_t>(y) * n;
  const uint32_t* const words = &sea[at];
  const auto is_land = [](uint32_t word) { return word >> 24 != 0; };
  const auto from = static_cast<size_t>(std::find_if(words, words + n, is_land) - words);
  const auto to = static_cast<size_t>(
      std::find_if(std::reverse_iterator(words + n), std::reverse_iterator(words + from), is_land).base() -
      words);
  return {from, to, words, &light[at], &beach[at]};
}

void reserve_ground(GroundPixels& ground, size_t pixels) {
  if (pixels <= ground.room) return;
  ground = {};  // never both at once
  ground.sea = make_large<uint32_t>(pixels);
  ground.light = make_large<uint16_t>(pixels);
  ground.beach = make_large<uint8_t>(pixels);
  ground.room = pixels;
}

void render_ground(GroundPixels& ground, const MapTerrain& terrain, const MapWindow& window,
                   const MapStyle& style, double least_islet_m2, const Progress& progress) {
  const auto width = static_cast<size_t>(window.width_px), height = static_cast<size_t>(window.height_px);
  reserve_ground(ground, width * height);
  ground.window = window;
  const GroundAxes axes = ground_axes(terrain, window, least_islet_m2);
  const SeaColours sea(style, window.metres_per_px, terrain.look_m);
  parallel_for(height, 64, [&](size_t begin, size_t end) {
    GroundPixelReader reader(terrain, axes, sea, window);
    for (size_t y = begin; y < end && !progress.cancelled(); ++y)
      reader.row(static_cast<int>(y), &ground.sea[y * width], &ground.light[y * width],
                 &ground.beach[y * width]);
  });
}

}  // namespace fw
