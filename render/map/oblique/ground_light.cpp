#include "render/map/oblique/ground_light.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "render/map/oblique/columns.h"

namespace fw {
namespace {

constexpr double kSoftShadow = 6, kSoftShadow_px = 1.5;  // metres of look, pixels

/// Sweeps rows from one end to the other: a pixel's shadow comes from the pixel one step towards the sun,
/// between two of them that were done before.
class ShadowSweep {
 public:
  explicit ShadowSweep(const LightInput& in)
      : in_(in), width_(in.window.width_px), height_(in.window.height_px) {
    const exact::SinCos way = exact::sincos(in.sun_azimuth_deg * kRadPerDegree),
                        up = exact::sincos(in.sun_elevation_deg * kRadPerDegree);
    const double x = way.sin, y = -way.cos;  // towards the sun, pixels
    along_rows_ = std::abs(x) >= std::abs(y);
    const double longer = along_rows_ ? std::abs(x) : std::abs(y);
    side_ = static_cast<float>(std::abs(along_rows_ ? y : x) / longer);
    x_ = x > 0 ? 1 : -1;
    y_ = y > 0 ? 1 : -1;
    drop_m_ = static_cast<float>(in.window.metres_per_px / longer * (up.sin / std::max(up.cos, 1e-6)) /
                                 in.exaggeration);
  }

  std::vector<uint8_t> run() const {
    const double look_m = in_.terrain.look_m;
    const auto soft_m = static_cast<float>(kSoftShadow * look_m + kSoftShadow_px * in_.window.metres_per_px);
    std::vector<uint8_t> out(in_.top_m.size());
    std::vector<float> before, here(static_cast<size_t>(width_));
    for (int k = 0; k < height_; ++k) {
      const int y = y_ > 0 ? height_ - 1 - k : k;
      const float* tops = &in_.top_m[static_cast<size_t>(y) * static_cast<size_t>(width_)];
      along_rows_ ? sweep_along(tops, before, here) : sweep_across(tops, before, here);
      uint8_t* row = &out[static_cast<size_t>(y) * static_cast<size_t>(width_)];
      for (int x = 0; x < width_; ++x) {
        const float dark = std::min((here[static_cast<size_t>(x)] - tops[x]) / soft_m, 1.0F);
        row[x] = static_cast<uint8_t>(255 * (1 - dark) + 0.5F);
      }
      before.swap(here);
      here.resize(static_cast<size_t>(width_));
    }
    return out;
  }

 private:
  /// The sun stands more to the side: the step leads along the row, partly into the row before.
  void sweep_along(const float* tops, const std::vector<float>& before, std::vector<float>& here) const {
    for (int k = 0; k < width_; ++k) {
      const int x = x_ > 0 ? width_ - 1 - k : k;
      float shadow = tops[x];
      if (k > 0) {
        const auto sunward = static_cast<size_t>(x + x_);
        const float own = here[sunward], other = before.empty() ? own : before[sunward];
        shadow = std::max(shadow, own + (other - own) * side_ - drop_m_);
      }
      here[static_cast<size_t>(x)] = shadow;
    }
  }
  /// The step leads into the row before, partly sidewards.
  void sweep_across(const float* tops, const std::vector<float>& before, std::vector<float>& here) const {
    for (int x = 0; x < width_; ++x) {
      float shadow = tops[x];
      if (!before.empty()) {
        const float straight = before[static_cast<size_t>(x)],
                    aside = before[static_cast<size_t>(std::clamp(x + x_, 0, width_ - 1))];
        shadow = std::max(shadow, straight + (aside - straight) * side_ - drop_m_);
      }
      here[static_cast<size_t>(x)] = shadow;
    }
  }

  const LightInput& in_;
  int width_, height_;
  bool along_rows_ = true;
  float side_ = 0;     ///< share of the pixel beside
  int x_ = 1, y_ = 1;  ///< steps towards the sun
  float drop_m_ = 0;   ///< how far the edge of a shadow falls in a step
};

}  // namespace

std::vector<uint8_t> cast_shadow(const LightInput& in) {
  return ShadowSweep(in).run();
}

float SkyView::at(int x, int y) const {
  const auto place = [](int px, int count, float& part) {
    const float at =
        std::clamp((static_cast<float>(px) + 0.5F) / kSkyStep - 0.5F, 0.0F, static_cast<float>(count - 1));
    const int cell = std::min(static_cast<int>(at), std::max(count - 2, 0));
    part = at - static_cast<float>(cell);
    return cell;
  };
  float fx = 0, fy = 0;
  const int c = place(x, columns, fx), r = place(y, rows, fy);
  const int right = std::min(c + 1, columns - 1), below = std::min(r + 1, rows - 1);
  const auto value = [&](int column, int row) {
    return open[static_cast<size_t>(row) * static_cast<size_t>(columns) + static_cast<size_t>(column)];
  };
  const float upper = value(c, r) + (value(right, r) - value(c, r)) * fx,
              lower = value(c, below) + (value(right, below) - value(c, below)) * fx;
  return upper + (lower - upper) * fy;
}

namespace {

struct SkyRay {
  int x, y;          ///< pixels from the place
  float rise_per_m;  ///< exaggeration over its length
};

constexpr int kSkyWays = 12;
constexpr double kSkyFirst = 1, kSkyGrowth = 1.55, kSkyLast = 26;  // in steps of the sky's grid

std::array<std::vector<SkyRay>, kSkyWays> sky_rays(const LightInput& in) {
  std::array<std::vector<SkyRay>, kSkyWays> ways;
  for (int k = 0; k < kSkyWays; ++k) {
    const exact::SinCos way = exact::sincos(k * 360.0 / kSkyWays * kRadPerDegree);
    for (double reach = kSkyFirst; reach < kSkyLast; reach *= kSkyGrowth)
      ways[static_cast<size_t>(k)].push_back(
          {static_cast<int>(std::lround(reach * kSkyStep * way.cos)),
           static_cast<int>(std::lround(reach * kSkyStep * way.sin)),
           static_cast<float>(in.exaggeration / (reach * kSkyStep * in.window.metres_per_px))});
  }
  return ways;
}

}  // namespace

SkyView sky_view(const LightInput& in, const Progress& progress) {
  const int width = in.window.width_px, height = in.window.height_px;
  const auto ways = sky_rays(in);
  SkyView sky{(width + kSkyStep - 1) / kSkyStep, (height + kSkyStep - 1) / kSkyStep, {}};
  sky.open.resize(static_cast<size_t>(sky.columns) * static_cast<size_t>(sky.rows));
  const auto height_at = [&](int x, int y) {
    return in.ground_m[static_cast<size_t>(std::clamp(y, 0, height - 1)) * static_cast<size_t>(width) +
                       static_cast<size_t>(std::clamp(x, 0, width - 1))];
  };
  parallel_for(static_cast<size_t>(sky.rows), 4, [&](size_t begin, size_t end) {
    for (size_t row = begin; row < end && !progress.cancelled(); ++row)
      for (int c = 0; c < sky.columns; ++c) {
        const int x = c * kSkyStep + kSkyStep / 2, y = static_cast<int>(row) * kSkyStep + kSkyStep / 2;
        const float own = height_at(x, y);
        float sum = 0;
        for (const std::vector<SkyRay>& way : ways) {
          float steepest = 0;
          for (const SkyRay& ray : way)
            steepest = std::max(steepest, (height_at(x + ray.x, y + ray.y) - own) * ray.rise_per_m);
          sum += 1 / std::sqrt(1 + steepest * steepest);
        }
        sky.open[row * static_cast<size_t>(sky.columns) + static_cast<size_t>(c)] = sum / kSkyWays;
      }
  });
  return sky;
}

namespace {

/// A colour, 0 to 255 a component.
struct Tone {
  float r, g, b;

  static constexpr Tone of(uint32_t word) {
    return {static_cast<float>(word >> 16 & 255), static_cast<float>(word >> 8 & 255),
            static_cast<float>(word & 255)};
  }
  constexpr Tone operator*(float k) const { return {r * k, g * k, b * k}; }
  constexpr Tone operator*(const Tone& o) const { return {r * o.r, g * o.g, b * o.b}; }
};
constexpr Tone led(const Tone& a, const Tone& b, float part) {
  return {a.r + (b.r - a.r) * part, a.g + (b.g - a.g) * part, a.b + (b.b - a.b) * part};
}

inline float smooth(float from, float to, float v) {
  const float t = std::clamp((v - from) / (to - from), 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

constexpr Tone kFillShare{0.82F, 0.86F, 0.82F};                        // of a fill's colour: paper's are pale
constexpr float kMostRock = 0.75F, kRockFrom = 0.55F, kRockTo = 1.0F;  // rise over run
constexpr float kRockOnIslets = 0.4F;
constexpr float kForestShare = 0.85F, kFillInForest = 0.35F;
constexpr float kWaterShare = 0.62F, kDeep = 900;  // metres of look from the shore
constexpr float kAmbient = 0.30F, kOfSky = 0.26F, kOfSun = 0.62F, kMostLight = 1.24F;
constexpr float kSunInShadow = 0.25F, kSeaInShadow = 0.80F;
constexpr Tone kInShade{0.86F, 0.93F, 1.10F}, kInSun{1.06F, 1.02F, 0.93F};

/// Lights pixel after pixel; one per thread.
class Lighter {
 public:
  Lighter(const LightInput& in, const std::vector<uint8_t>& shadow, const SkyView& sky)
      : in_(in),
        shadow_(shadow),
        sky_(sky),
        columns_(sample_columns(in.terrain.grid, in.window)),
        rows_(sample_rows(in.terrain.grid, in.window)),
        pixel_m_(static_cast<float>(in.window.metres_per_px)),
        rock_(tone(in.look.rock)),
        forest_(tone(in.look.forest)),
        fresh_water_(tone(in.look.fresh_water)),
        sea_near_(tone(in.look.sea_near)),
        sea_far_(tone(in.look.sea_far)) {
    std::ranges::transform(in.look.roofs, roofs_.begin(), tone);
    const exact::SinCos way = exact::sincos(in.sun_azimuth_deg * kRadPerDegree),
                        up = exact::sincos(in.sun_elevation_deg * kRadPerDegree);
    sun_x_ = static_cast<float>(way.sin * up.cos);
    sun_y_ = static_cast<float>(way.cos * up.cos);
    sun_z_ = static_cast<float>(up.sin);
  }

  void row(int y, uint32_t* out) {
    read_shore(in_.terrain, columns_, rows_, static_cast<size_t>(y), shore_);
    const int width = in_.window.width_px;
    for (int x = 0; x < width; ++x) {
      const size_t at = index(x, y);
      const float shore = shore_.ground_m[static_cast<size_t>(x)],
                  islet = shore_.islet_m[static_cast<size_t>(x)];
      const float ashore = smooth(-pixel_m_, pixel_m_, std::max(shore, islet));
      const Tone fill = Tone::of(out[x]);
      Tone colour = ashore < 1 ? sea(at, fill, shore) : fill;
      if (ashore > 0) {
        const Tone ground = islet > shore ? led(fill, rock_, kRockOnIslets) : fill;
        colour = led(colour, land(x, y, at, ground), ashore);
      }
      out[x] = packed(colour);
    }
  }

 private:
  size_t index(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(in_.window.width_px) + static_cast<size_t>(x);
  }

  /// Rises of a surface to the east and to the north, in metres a metre.
  std::array<float, 2> slopes(const std::vector<float>& surface, int x, int y) const {
    const int left = std::max(x - 1, 0), right = std::min(x + 1, in_.window.width_px - 1),
              up = std::max(y - 1, 0), down = std::min(y + 1, in_.window.height_px - 1);
    return {(surface[index(right, y)] - surface[index(left, y)]) /
                (static_cast<float>(std::max(right - left, 1)) * pixel_m_),
            (surface[index(x, up)] - surface[index(x, down)]) /
                (static_cast<float>(std::max(down - up, 1)) * pixel_m_)};
  }

  Tone with_lines(const Tone& under, size_t at) const {
    const uint32_t word = in_.lines.argb[at];
    const float rest = 1 - static_cast<float>(word >> 24) / 255;
    const Tone line = Tone::of(word);
    return {under.r * rest + line.r, under.g * rest + line.g, under.b * rest + line.b};
  }

  Tone ground(int x, int y, size_t at, const Tone& fill) const {
    Tone colour = fill * kFillShare;
    const auto [east, north] = slopes(in_.ground_m, x, y);
    const float steep = std::sqrt(east * east + north * north);
    colour = led(colour, rock_, kMostRock * smooth(kRockFrom, kRockTo, steep));
    const Cover cover = in_.cover[at];
    if (cover == Cover::tree) colour = led(colour, led(forest_, fill, kFillInForest), kForestShare);
    if (cover >= Cover::roof) return roofs_[static_cast<size_t>(cover) - static_cast<size_t>(Cover::roof)];
    colour = with_lines(colour, at);
    return led(colour, fresh_water_, kWaterShare * static_cast<float>(in_.lines.water[at]) / 255);
  }

  Tone land(int x, int y, size_t at, const Tone& fill) const {
    const Tone colour = ground(x, y, at, fill);
    const auto exaggeration = static_cast<float>(in_.exaggeration);
    const auto [east, north] = slopes(in_.top_m, x, y);
    const float gx = east * exaggeration, gy = north * exaggeration;
    const float sun =
        std::max((sun_z_ - gx * sun_x_ - gy * sun_y_) / std::sqrt(1 + gx * gx + gy * gy), 0.0F) / sun_z_;
    const float lit = static_cast<float>(shadow_[at]) / 255, open = sky_.at(x, y);
    const float light =
        kAmbient + kOfSky * open * open + kOfSun * sun * (kSunInShadow + (1 - kSunInShadow) * lit);
    return colour * led(kInShade, kInSun, std::min(sun * lit, 1.0F)) * std::min(light, kMostLight);
  }

  Tone sea(size_t at, const Tone& fill, float shore_m) const {
    const Tone deep =
        led(sea_near_, sea_far_, smooth(0, kDeep, -shore_m / static_cast<float>(in_.terrain.look_m)));
    const float lit = static_cast<float>(shadow_[at]) / 255;
    return led(with_lines(fill, at), deep, kWaterShare) * (kSeaInShadow + (1 - kSeaInShadow) * lit);
  }

  static Tone tone(Rgb colour) { return Tone::of(pixel_of(colour)); }
  static uint32_t packed(const Tone& c) {
    const auto byte = [](float v) { return static_cast<uint32_t>(std::clamp(v, 0.0F, 255.0F) + 0.5F); };
    return 0xFF000000U | byte(c.r) << 16 | byte(c.g) << 8 | byte(c.b);
  }

  const LightInput& in_;
  const std::vector<uint8_t>& shadow_;
  const SkyView& sky_;
  AxisSampling columns_, rows_;
  ShoreRow shore_;
  float pixel_m_;
  Tone rock_, forest_, fresh_water_, sea_near_, sea_far_;
  std::array<Tone, kRoofColours> roofs_{};
  float sun_x_ = 0, sun_y_ = 0, sun_z_ = 1;
};

}  // namespace

void light_ground(const LightInput& in, std::vector<uint32_t>& argb, const Progress& progress) {
  const std::vector<uint8_t> shadow = cast_shadow(in);
  const SkyView sky = sky_view(in, progress);
  const auto width = static_cast<size_t>(in.window.width_px);
  parallel_for(static_cast<size_t>(in.window.height_px), 64, [&](size_t begin, size_t end) {
    Lighter lighter(in, shadow, sky);
    for (size_t y = begin; y < end && !progress.cancelled(); ++y)
      lighter.row(static_cast<int>(y), &argb[y * width]);
  });
}

}  // namespace fw
