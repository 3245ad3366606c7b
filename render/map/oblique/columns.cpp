#include "render/map/oblique/columns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"

namespace fw {
namespace {

/// A number in its range; the default for what is none.
double held(double value, double least, double most, double otherwise) {
  return std::isfinite(value) ? std::clamp(value, least, most) : otherwise;
}

std::array<Vec2, 4> corners(const GroundBox& b) {
  return {Vec2{b.west_m, b.south_m}, {b.east_m, b.south_m}, {b.west_m, b.north_m}, {b.east_m, b.north_m}};
}

}  // namespace

ObliqueCamera in_range(ObliqueCamera c) {
  const ObliqueCamera usual;
  constexpr double kTurn = 360, kFarthest_m = 1e7, kMostMetresPerPx = 1e5, kLeastMetresPerPx = 1e-3;
  c.azimuth_deg = std::isfinite(c.azimuth_deg) ? std::remainder(c.azimuth_deg, kTurn) : usual.azimuth_deg;
  c.elevation_deg = held(c.elevation_deg, kLeastElevation_deg, kMostElevation_deg, usual.elevation_deg);
  c.exaggeration = held(c.exaggeration, kLeastExaggeration, kMostExaggeration, usual.exaggeration);
  c.centre_m = {held(c.centre_m.x, -kFarthest_m, kFarthest_m, 0),
                held(c.centre_m.y, -kFarthest_m, kFarthest_m, 0)};
  c.metres_per_px = held(c.metres_per_px, kLeastMetresPerPx, kMostMetresPerPx, usual.metres_per_px);
  return c;
}

ObliqueProjection::ObliqueProjection(const ObliqueCamera& c)
    : centre_m_(c.centre_m),
      metres_per_px_(c.metres_per_px),
      middle_px_{0.5 * c.width_px, 0.5 * c.height_px} {
  const exact::SinCos turn = exact::sincos(c.azimuth_deg * kRadPerDegree),
                      tilt = exact::sincos(c.elevation_deg * kRadPerDegree);
  right_ = {turn.cos, -turn.sin};
  away_ = {turn.sin, turn.cos};
  sin_ = tilt.sin;
  cos_ = std::max(tilt.cos, 0.0);
  rows_away_ = sin_ / metres_per_px_;
  rows_up_ = c.exaggeration * cos_ / metres_per_px_;
}

Vec2 ObliqueProjection::to_px(Vec2 place_m, double height_m) const {
  return {middle_px_.x + dot(place_m - centre_m_, right_) / metres_per_px_,
          middle_px_.y - away_m(place_m) * rows_away_ - height_m * rows_up_};
}

Vec2 ObliqueProjection::place_at(double x_px, double away_m) const {
  return centre_m_ + right_ * ((x_px - middle_px_.x) * metres_per_px_) + away_ * away_m;
}

double ObliqueProjection::nearest_m(const GroundBox& box) const {
  double least = 1e300;
  for (const Vec2 corner : corners(box)) least = std::min(least, away_m(corner));
  return least;
}

double ObliqueProjection::farthest_m(const GroundBox& box) const {
  double most = -1e300;
  for (const Vec2 corner : corners(box)) most = std::max(most, away_m(corner));
  return most;
}

float ObliqueImage::away_at(Vec2 px) const {
  if (!(px.x >= 0 && px.y >= 0 && px.x < width_px && px.y < height_px)) return kNothing_m;
  return away_m[static_cast<size_t>(px.y) * static_cast<size_t>(width_px) + static_cast<size_t>(px.x)];
}

namespace {

constexpr uint32_t kOpaque = 0xFF000000U;

}  // namespace

uint32_t pixel_of(Rgb colour) {
  const auto byte = [](double v) { return static_cast<uint32_t>(std::lround(255 * v)); };
  return kOpaque | byte(colour.r) << 16 | byte(colour.g) << 8 | byte(colour.b);
}

namespace {

/// Red and blue, and green, side by side in words; `part` of 256.
inline uint32_t mixed(uint32_t a, uint32_t b, uint32_t part) {
  const uint32_t red_blue =
      ((a & 0xFF00FFU) * (256 - part) + (b & 0xFF00FFU) * part + 0x800080U) >> 8 & 0xFF00FFU;
  const uint32_t green = ((a & 0xFF00U) * (256 - part) + (b & 0xFF00U) * part + 0x8000U) >> 8 & 0xFF00U;
  return kOpaque | red_blue | green;
}

inline uint32_t part_of_256(float share) {
  return static_cast<uint32_t>(std::clamp(share, 0.0F, 1.0F) * 256);
}

/// A LandscapeLook's walls and air as pixels.
struct WallInks {
  uint32_t earth_top, earth_foot, stratum, sea_top, sea_foot, haze;

  explicit WallInks(const LandscapeLook& look)
      : earth_top(pixel_of(look.earth_top)),
        earth_foot(pixel_of(look.earth_foot)),
        stratum(pixel_of(look.stratum)),
        sea_top(pixel_of(look.sea_top)),
        sea_foot(pixel_of(look.sea_foot)),
        haze(pixel_of(look.haze)) {}
};
constexpr float kSeaPart = 0.30F;      // of the slab's depth under the sea's level
constexpr float kStrataOfSlab = 2.5F;  // layers in a slab's depth
constexpr uint32_t kStratumInk = 64;   // of 256, at the most
constexpr uint32_t kWallInShade = 40;  // of 256: how dark a wall is that looks away from the light
constexpr float kMostHaze = 0.10F;     // of the air between the eye and the far edge

/// Samples of one column of the picture, from the top; several for a row of pixels.
struct Column {
  std::vector<uint32_t> argb;
  std::vector<float> away_m;
};

/// A camera's picture of a ground with all that stays the same from column to column.
class ColumnWalker {
 public:
  ColumnWalker(const PaintedGround& ground, const GroundBox& box, const ObliqueCamera& camera, int samples,
               const WallInks& inks)
      : ground_(ground),
        box_(box),
        inks_(inks),
        view_(sampled(camera, samples)),
        projection_(view_),
        height_(view_.height_px),
        step_m_(std::max(kStepOfGround * ground.window.metres_per_px, kStepOfPicture * view_.metres_per_px)),
        up_(static_cast<float>(projection_.rows_per_m_up())),
        slab_rows_(static_cast<float>(kSlabShare * std::max(box.width_m(), box.height_m()) *
                                      projection_.rows_per_m_up() / camera.exaggeration)) {}

  int rows() const { return height_; }

  /// Walks column `x` of samples from near to far over what the column holds already.
  void walk(int x, Column& column) const {
    const Vec2 at_centre = projection_.place_at(x + 0.5, 0);
    double from = 0, to = 0;
    bool right_wall = false;
    if (!ends(at_centre, from, to, right_wall)) return;
    const Vec2 away = projection_.away(), start = at_centre + away * from;
    const MapWindow& w = ground_.window;
    const Vec2 px = w.to_px(start);
    Walk walk{.x = static_cast<float>(px.x - 0.5),
              .y = static_cast<float>(px.y - 0.5),
              .x_step = static_cast<float>(away.x * step_m_ / w.metres_per_px),
              .y_step = static_cast<float>(-away.y * step_m_ / w.metres_per_px),
              .row = static_cast<float>(0.5 * height_ - from * projection_.rows_per_m_away()),
              .row_step = static_cast<float>(step_m_ * projection_.rows_per_m_away()),
              .away_m = static_cast<float>(from),
              .steps = static_cast<int>((to - from) / step_m_),
              .right_wall = right_wall};
    climb(walk, column);
  }

 private:
  static constexpr double kStepOfGround = 0.7, kStepOfPicture = 0.9;

  struct Walk {
    float x, y, x_step, y_step;  ///< pixels of the ground, from its centres
    float row, row_step;         ///< of sea level; rows go up along the walk
    float away_m;
    int steps;
    bool right_wall;  ///< it begins at an edge that looks to the right
  };
  struct Sample {
    size_t at;
    float fx, fy, height_m;
  };

  static ObliqueCamera sampled(ObliqueCamera camera, int samples) {
    camera.metres_per_px /= samples;
    camera.width_px *= samples;
    camera.height_px *= samples;
    return camera;
  }

  /// How far away a column enters the box and leaves it, cut to what the picture shows; false if it does not.
  bool ends(Vec2 at_centre, double& from, double& to, bool& right_wall) const {
    from = -1e30;
    to = 1e30;
    const Vec2 away = projection_.away();
    const double lows[] = {box_.west_m, box_.south_m}, highs[] = {box_.east_m, box_.north_m};
    for (int axis = 0; axis < 2; ++axis) {
      const double at = axis == 0 ? at_centre.x : at_centre.y, rate = axis == 0 ? away.x : away.y;
      if (std::abs(rate) < 1e-9) {
        if (at < lows[axis] || at > highs[axis]) return false;
        continue;
      }
      const double first = ((rate > 0 ? lows : highs)[axis] - at) / rate,
                   last = ((rate > 0 ? highs : lows)[axis] - at) / rate;
      // The walls that the eye sees look to the side from which the walk comes.
      if (first > from)
        right_wall = (axis == 0 ? -std::copysign(1.0, rate) * projection_.right().x
                                : -std::copysign(1.0, rate) * projection_.right().y) > 0;
      from = std::max(from, first);
      to = std::min(to, last);
    }
    const double rows = projection_.rows_per_m_away(), half = 0.5 * height_;
    const double hidden_m = (half + ground_.highest_m * projection_.rows_per_m_up() + 1) / rows;
    from = std::max(from, -hidden_m);  // all ground before it lies below the picture
    to = std::min(to, half / rows);
    return to > from;
  }

  Sample sample(float x, float y) const {
    const int width = ground_.window.width_px, height = ground_.window.height_px;
    const float cx = std::clamp(x, 0.0F, static_cast<float>(width) - 1.001F),
                cy = std::clamp(y, 0.0F, static_cast<float>(height) - 1.001F);
    const int ix = static_cast<int>(cx), iy = static_cast<int>(cy);
    const float fx = cx - static_cast<float>(ix), fy = cy - static_cast<float>(iy);
    const size_t at = static_cast<size_t>(iy) * static_cast<size_t>(width) + static_cast<size_t>(ix);
    const float *upper = &ground_.height_m[at], *lower = upper + width;
    const float north = upper[0] + (upper[1] - upper[0]) * fx, south = lower[0] + (lower[1] - lower[0]) * fx;
    return {at, fx, fy, north + (south - north) * fy};
  }

  uint32_t colour_of(const Sample& s) const {
    const uint32_t *upper = &ground_.argb[s.at], *lower = upper + ground_.window.width_px;
    const uint32_t fx = part_of_256(s.fx), fy = part_of_256(s.fy);
    return mixed(mixed(upper[0], upper[1], fx), mixed(lower[0], lower[1], fx), fy);
  }

  /// The uppermost row whose middle lies below.
  static int first_row(float row) { return static_cast<int>(std::max(row + 0.5F, 0.0F)); }

  /// The first sample stands over the slab's wall; each later one that rises above all before it fills the
  /// rows between, with colours led from the sample before where that was seen too.
  void climb(Walk w, Column& column) const {
    Sample s = sample(w.x, w.y);
    float top = w.row - s.height_m * up_;
    int free = std::min(height_, wall(w, s, top, column));  // rows from here on are filled
    uint32_t colour = colour_of(s);
    float from_row = top;
    bool led = true;
    for (int i = 1; i <= w.steps && free > 0; ++i) {
      w.x += w.x_step;
      w.y += w.y_step;
      w.row -= w.row_step;
      w.away_m += static_cast<float>(step_m_);
      s = sample(w.x, w.y);
      const float row = w.row - s.height_m * up_;
      if (row >= top) {
        led = false;
        continue;
      }
      top = row;
      const int begin = first_row(row);
      if (begin >= free) continue;
      const uint32_t own = colour_of(s);
      const float rise = from_row - row;
      for (int y = begin; y < free; ++y) {
        const float back = led ? (static_cast<float>(y) + 0.5F - row) / rise : 0;
        column.argb[static_cast<size_t>(y)] = mixed(own, colour, part_of_256(back));
        column.away_m[static_cast<size_t>(y)] = w.away_m;
      }
      free = begin;
      colour = own;
      from_row = row;
      led = true;
    }
  }

  /// Fills the rows of the wall below a first sample; returns the uppermost.
  int wall(const Walk& w, const Sample& s, float top, Column& column) const {
    const float ground_rows = w.row - top, foot = w.row + slab_rows_;
    const int begin = first_row(top), end = std::min(height_, static_cast<int>(foot));
    const bool sea = s.height_m < kLeastGround_m / 2;
    for (int y = begin; y < end; ++y) {
      const float depth = (static_cast<float>(y) + 0.5F - w.row) / std::max(slab_rows_, 1e-3F);
      uint32_t colour = mixed(inks_.sea_top, inks_.sea_foot, part_of_256(depth / kSeaPart));
      if (!sea || depth >= kSeaPart) {
        colour = mixed(inks_.earth_top, inks_.earth_foot, part_of_256(depth));
        // Layers lie along the ground: they rise with it.
        const float layer = std::abs(
            std::remainder((depth + ground_rows / std::max(slab_rows_, 1e-3F)) * kStrataOfSlab, 2.0F));
        colour = mixed(colour, inks_.stratum, static_cast<uint32_t>(layer * layer * kStratumInk));
      }
      if (w.right_wall) colour = mixed(colour, kOpaque, kWallInShade);
      column.argb[static_cast<size_t>(y)] = colour;
      column.away_m[static_cast<size_t>(y)] = w.away_m;
    }
    return begin;
  }

  const PaintedGround& ground_;
  const GroundBox& box_;
  const WallInks& inks_;
  ObliqueCamera view_;
  ObliqueProjection projection_;
  int height_;
  double step_m_;
  float up_, slab_rows_;
};

/// The pixels of a column of the picture from its columns of samples: mean colours, the nearest distance, the
/// air before it.
class PixelColumn {
 public:
  PixelColumn(int height_px, int samples, float near_m, float far_m, uint32_t haze)
      : samples_(samples),
        haze_(haze),
        near_m_(near_m),
        haze_per_m_(far_m > near_m ? kMostHaze / (far_m - near_m) : 0),
        red_(static_cast<size_t>(height_px)),
        green_(red_.size()),
        blue_(red_.size()),
        away_m_(red_.size()) {}

  void begin() {
    std::fill(red_.begin(), red_.end(), 0U);
    std::fill(green_.begin(), green_.end(), 0U);
    std::fill(blue_.begin(), blue_.end(), 0U);
    std::fill(away_m_.begin(), away_m_.end(), kNothing_m);
  }

  void add(const Column& column) {
    const auto samples = static_cast<size_t>(samples_);
    for (size_t y = 0; y < red_.size(); ++y)
      for (size_t k = y * samples; k < (y + 1) * samples; ++k) {
        const uint32_t word = column.argb[k];
        red_[y] += word >> 16 & 255;
        green_[y] += word >> 8 & 255;
        blue_[y] += word & 255;
        away_m_[y] = std::min(away_m_[y], column.away_m[k]);
      }
  }

  void write(ObliqueImage& out, int x) const {
    const auto count = static_cast<uint32_t>(samples_ * samples_);
    size_t at = static_cast<size_t>(x);
    for (size_t y = 0; y < red_.size(); ++y, at += static_cast<size_t>(out.width_px)) {
      const auto mean = [&](uint32_t sum) { return (sum + count / 2) / count; };
      uint32_t word = kOpaque | mean(red_[y]) << 16 | mean(green_[y]) << 8 | mean(blue_[y]);
      if (away_m_[y] < kNothing_m)
        word = mixed(word, haze_, part_of_256((away_m_[y] - near_m_) * haze_per_m_));
      out.argb[at] = word;
      out.away_m[at] = away_m_[y];
    }
  }

 private:
  int samples_;
  uint32_t haze_;
  float near_m_, haze_per_m_;
  std::vector<uint32_t> red_, green_, blue_;
  std::vector<float> away_m_;
};

}  // namespace

void draw_columns(const PaintedGround& ground, const GroundBox& box, const ObliqueCamera& camera, int samples,
                  const LandscapeLook& look, uint32_t background, ObliqueImage& out,
                  const Progress& progress) {
  constexpr size_t kSideBySide = 16;  // their samples of the ground lie together
  const auto width = static_cast<size_t>(camera.width_px), height = static_cast<size_t>(camera.height_px);
  out.width_px = camera.width_px;
  out.height_px = camera.height_px;
  out.argb.resize(width * height);
  out.away_m.resize(width * height);
  const WallInks inks(look);
  const ColumnWalker walker(ground, box, camera, samples, inks);
  const ObliqueProjection projection(camera);
  const auto near_m = static_cast<float>(projection.nearest_m(box)),
             far_m = static_cast<float>(projection.farthest_m(box));
  parallel_for((width + kSideBySide - 1) / kSideBySide, 1, [&](size_t begin, size_t end) {
    const auto rows = static_cast<size_t>(walker.rows());
    Column column{std::vector<uint32_t>(rows), std::vector<float>(rows)};
    PixelColumn pixels(camera.height_px, samples, near_m, far_m, inks.haze);
    for (size_t x = begin * kSideBySide; x < std::min(end * kSideBySide, width); ++x) {
      if (progress.cancelled()) return;
      pixels.begin();
      for (int k = 0; k < samples; ++k) {
        std::fill(column.argb.begin(), column.argb.end(), background);
        std::fill(column.away_m.begin(), column.away_m.end(), kNothing_m);
        walker.walk(static_cast<int>(x) * samples + k, column);
        pixels.add(column);
      }
      pixels.write(out, static_cast<int>(x));
    }
  });
}

MapWindow ground_window(const GroundBox& box, const ObliqueCamera& camera, double highest_m, int most_px) {
  const ObliqueProjection projection(camera);
  const double half = 0.5 * camera.height_px, rows = projection.rows_per_m_away();
  const double near_m = -(half + highest_m * projection.rows_per_m_up() + 1) / rows, far_m = half / rows;
  GroundBox seen{1e300, 1e300, -1e300, -1e300};
  for (const double x : {0.0, static_cast<double>(camera.width_px)})
    for (const double away_m : {near_m, far_m}) {
      const Vec2 p = projection.place_at(x, away_m);
      seen = {std::min(seen.west_m, p.x), std::min(seen.south_m, p.y), std::max(seen.east_m, p.x),
              std::max(seen.north_m, p.y)};
    }
  // A window of something, however far the camera looks past the box.
  const double least = 2 * camera.metres_per_px;
  const auto cut = [least](double& low, double& high, double from, double to) {
    low = std::clamp(low, from, std::max(to - least, from));
    high = std::clamp(high, low + std::min(least, to - from), to);
  };
  cut(seen.west_m, seen.east_m, box.west_m, box.east_m);
  cut(seen.south_m, seen.north_m, box.south_m, box.north_m);
  const double longer = std::max(seen.width_m(), seen.height_m());
  const double metres_per_px = std::max(camera.metres_per_px, longer / most_px);
  const auto pixels = [&](double metres) {
    return std::clamp(static_cast<int>(std::ceil(metres / metres_per_px)), 2, most_px);
  };
  return {seen.west_m, seen.north_m, metres_per_px, pixels(seen.width_m()), pixels(seen.height_m()), 1};
}

}  // namespace fw
