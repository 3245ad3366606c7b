#include "render/map/oblique/scenery.h"

#include <cairo.h>
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/exact/exact_math.h"
#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/base/smooth_step.h"
#include "render/map/figures/figures.h"
#include "render/map/list/back_ends.h"
#include "render/map/oblique/columns.h"

namespace fw {
namespace {

constexpr int kStrip_px = 96;

/// Calls draw(cairo, first, last) for strips of rows of an image, side by side.
template <typename Draw>
void each_strip(unsigned char* pixels, cairo_format_t format, const MapWindow& window, int stride,
                const Progress& progress, const Draw& draw) {
  const auto strips = static_cast<size_t>((window.height_px + kStrip_px - 1) / kStrip_px);
  parallel_for(strips, 1, [&](size_t begin, size_t end) {
    for (size_t strip = begin; strip < end && !progress.cancelled(); ++strip) {
      const int first = static_cast<int>(strip) * kStrip_px,
                last = std::min(first + kStrip_px, window.height_px);
      cairo_surface_t* surface = cairo_image_surface_create_for_data(
          pixels + static_cast<size_t>(first) * static_cast<size_t>(stride), format, window.width_px,
          last - first, stride);
      cairo_t* cr = cairo_create(surface);
      cairo_translate(cr, 0, -first);
      draw(cr, first, last);
      cairo_destroy(cr);
      cairo_surface_finish(surface);
      cairo_surface_destroy(surface);
    }
  });
}

/// Rivers and lakes as they are drawn, without the ways that cross them.
void draw_water(cairo_t* cr, const std::vector<MapFigure>& water, const std::vector<MapFigure>& ways,
                int first, int last) {
  for (const MapFigure& figure : water)
    if (figure.width_px == 0) draw_figure(cr, figure, first, last);
  cairo_set_operator(cr, CAIRO_OPERATOR_DEST_OUT);
  for (const MapFigure& figure : ways) draw_figure(cr, figure, first, last);
}

}  // namespace

GroundLines ground_lines(const DisplayList& list, const Progress& progress) {
  const MapWindow& window = list.window;
  const size_t pixels = static_cast<size_t>(window.width_px) * static_cast<size_t>(window.height_px);
  GroundLines out{std::vector<uint32_t>(pixels), std::vector<uint8_t>(pixels)};
  each_strip(reinterpret_cast<unsigned char*>(out.argb.data()), CAIRO_FORMAT_ARGB32, window,
             4 * window.width_px, progress, [&](cairo_t* cr, int first, int last) {
               for (const MapItem& item : list.items) {
                 for (const MapStroke& stroke : item.strokes) draw_stroke(cr, stroke, first, last);
                 draw_figures(cr, item, first, last);
               }
             });
  std::vector<MapFigure> water, ways;
  for (const StyledLayer& layer : list.content.layers) {
    if (layer.layer != MapLayer::water && layer.layer != MapLayer::roads) continue;
    const MediumStyle& medium = medium_style(list.content.medium);
    (layer.layer == MapLayer::water ? water : ways) =
        layer_figures(list.atlas, layer.layer,
                      {.window = window,
                       .unit_px = medium.line_width * layer.size * window.device_scale,
                       .denominator = list.denominator,
                       .mm_px = medium.mm() * window.device_scale});
  }
  if (water.empty()) return out;
  const int stride = cairo_format_stride_for_width(CAIRO_FORMAT_A8, window.width_px);
  std::vector<uint8_t> mask(static_cast<size_t>(stride) * static_cast<size_t>(window.height_px));
  each_strip(mask.data(), CAIRO_FORMAT_A8, window, stride, progress,
             [&](cairo_t* cr, int first, int last) { draw_water(cr, water, ways, first, last); });
  for (int y = 0; y < window.height_px; ++y)
    std::copy_n(&mask[static_cast<size_t>(y) * static_cast<size_t>(stride)], window.width_px,
                &out.water[static_cast<size_t>(y) * static_cast<size_t>(window.width_px)]);
  return out;
}

void read_shore(const MapTerrain& terrain, const AxisSampling& columns, const AxisSampling& rows, size_t y,
                ShoreRow& out) {
  for (std::vector<float>* values : {&out.ground_m, &out.islet_m}) values->resize(columns.first.size());
  read_row(terrain.shore_m, columns, rows, y, out.ground_m.data());
  read_row(terrain.islet_m, columns, rows, y, out.islet_m.data());
}

std::vector<float> ground_heights(const MapTerrain& terrain, const MapWindow& window,
                                  const Progress& progress) {
  std::vector<float> out = std::move(surface_heights(terrain, window, progress).cells);
  const AxisSampling columns = sample_columns(terrain.grid, window), rows = sample_rows(terrain.grid, window);
  const auto width = static_cast<size_t>(window.width_px);
  const auto pixel = static_cast<float>(window.metres_per_px);
  parallel_for(static_cast<size_t>(window.height_px), 16, [&](size_t begin, size_t end) {
    ShoreRow shore;
    for (size_t y = begin; y < end && !progress.cancelled(); ++y) {
      read_shore(terrain, columns, rows, y, shore);
      for (size_t x = 0; x < width; ++x) {
        const float off_m = std::max(shore.ground_m[x], shore.islet_m[x]);
        const auto ashore = static_cast<float>(smooth_step(0.5 * (off_m / pixel + 1)));
        out[y * width + x] = std::max(out[y * width + x], kLeastGround_m) * ashore;
      }
    }
  });
  return out;
}

namespace {

// Lengths of looks, metres in a frame of 8 km.
constexpr double kLattice = 26, kJitter = 0.7;
constexpr double kTreeRadius = 15, kLeastRadius = 0.7, kRadiusSpan = 0.5;
constexpr double kTreeHeight = 17, kLeastHeight = 0.7, kHeightSpan = 0.6;
constexpr double kTreeLine = 0.8;  // of the highest ground
constexpr int kSeatHouses = 26, kGuardHouses = 7;
constexpr double kSeatRadius = 95, kGuardRadius = 45;
constexpr double kLeastHouse = 11, kHouseSpan = 7,
                 kHouseDepth = 0.62;  // half a side, and its other side's share
constexpr double kEaves = 12, kGable = 9;
constexpr uint32_t kLineAlpha = 40;  // of 255: fainter ones do not hold trees off

/// Numbers in [0, 1] of one address, as many as asked for.
class Draws {
 public:
  explicit Draws(uint64_t address) : word_(splitmix64(address)) {}
  double next() {
    const double value = static_cast<double>(word_ >> 40) / static_cast<double>((1 << 24) - 1);
    word_ = splitmix64(word_);
    return value;
  }

 private:
  uint64_t word_;
};

uint64_t address(int64_t a, int64_t b) {
  return splitmix64(static_cast<uint64_t>(a)) ^ (static_cast<uint64_t>(b) * 0x9E3779B97F4A7C15U);
}

/// Puts trees and houses into pixels; rows [first, last) of them.
class SceneryMaker {
 public:
  SceneryMaker(const Atlas& atlas, const MapWindow& window, const GroundLines& lines, Scenery& out)
      : world_(atlas.world),
        window_(window),
        lines_(lines),
        out_(out),
        look_m_(atlas.ground->terrain.look_m) {
    for (size_t cell = 0; cell < world_.height_m.size(); ++cell)
      if (world_.on_island(cell)) highest_m_ = std::max(highest_m_, world_.height_m[cell]);
    for (const BiomeRow& row : world_.vocabulary.biomes) any_tree_ = any_tree_ || row.canopy > 0;
  }

  void trees(int first, int last) const {
    if (!any_tree_) return;
    const double pitch = kLattice * look_m_,
                 reach = kTreeRadius * (kLeastRadius + kRadiusSpan) * look_m_ + window_.metres_per_px;
    const auto lattice = [&](double metres) { return static_cast<int>(std::floor(metres / pitch)); };
    const Vec2 nw = window_.to_m({0, static_cast<double>(first)}),
               se = window_.to_m({static_cast<double>(window_.width_px), static_cast<double>(last)});
    for (int j = lattice(se.y - reach); j <= lattice(nw.y + reach); ++j)
      for (int i = lattice(nw.x - reach); i <= lattice(se.x + reach); ++i) tree(i, j, pitch, first, last);
  }

  /// No tree on a line or beside it.
  void clear_lines(int first, int last) const {
    const int width = window_.width_px;
    const auto is_line = [&](int x, int y) { return lines_.argb[index(x, y)] >> 24 > kLineAlpha; };
    for (int y = first; y < last; ++y)
      for (int x = 0; x < width; ++x) {
        if (out_.cover[index(x, y)] != Cover::tree) continue;
        bool near = false;
        for (int j = std::max(y - 1, 0); j <= std::min(y + 1, window_.height_px - 1) && !near; ++j)
          for (int i = std::max(x - 1, 0); i <= std::min(x + 1, width - 1) && !near; ++i)
            near = is_line(i, j);
        if (!near) continue;
        out_.cover[index(x, y)] = Cover::open;
        out_.height_m[index(x, y)] = 0;
      }
  }

  void houses() const {
    for (const Point& point : world_.points.points) {
      const PointClassInfo& of = world_.points.class_of(point);
      if (of.category != Category::landmark) continue;
      const LandmarkRole role = world_.vocabulary.landmarks[static_cast<size_t>(of.landmark)].role;
      if (role == LandmarkRole::site) continue;
      const bool seat = role == LandmarkRole::seat;
      std::vector<House> built;
      for (int k = 0; k < (seat ? kSeatHouses : kGuardHouses); ++k)
        if (const auto house = house_of(point.position_m, (seat ? kSeatRadius : kGuardRadius) * look_m_, k);
            house && has_room(*house, built)) {
          built.push_back(*house);
          build(*house);
        }
    }
  }

 private:
  size_t index(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(window_.width_px) + static_cast<size_t>(x);
  }
  double px(double look) const { return look * look_m_ / window_.metres_per_px; }

  bool on_water(size_t cell) const { return world_.water.size() > 0 && world_.water[cell] != 0; }

  void tree(int i, int j, double pitch, int first, int last) const {
    Draws draw(address(i, j));
    const auto along = [&](int k) { return (k + (1 - kJitter) / 2 + kJitter * draw.next()) * pitch; };
    const double x_m = along(i), y_m = along(j), lot = draw.next();
    if (!world_.grid.contains(Vec2{x_m, y_m})) return;
    const size_t cell = world_.grid.cell_at({x_m, y_m});
    if (!world_.on_island(cell) || world_.biome[cell] == 0 || on_water(cell)) return;
    if (!(lot < world_.vocabulary.biomes[world_.biome[cell] - 1U].canopy)) return;
    if (world_.height_m[cell] > static_cast<float>(kTreeLine) * highest_m_) return;
    const double radius = px(kTreeRadius * (kLeastRadius + kRadiusSpan * draw.next()));
    const auto tall = static_cast<float>(kTreeHeight * (kLeastHeight + kHeightSpan * draw.next()) * look_m_);
    const Vec2 at = window_.to_px({x_m, y_m});
    const int y0 = std::max(first, static_cast<int>(std::floor(at.y - radius))),
              y1 = std::min(last, static_cast<int>(std::ceil(at.y + radius)) + 1),
              x0 = std::max(0, static_cast<int>(std::floor(at.x - radius))),
              x1 = std::min(window_.width_px, static_cast<int>(std::ceil(at.x + radius)) + 1);
    for (int y = y0; y < y1; ++y)
      for (int x = x0; x < x1; ++x) {
        const double off2 = squared_distance({x + 0.5, y + 0.5}, at) / (radius * radius);
        if (off2 >= 1) continue;
        const float height = tall * static_cast<float>(std::sqrt(1 - off2));
        float& here = out_.height_m[index(x, y)];
        here = std::max(here, height);
        out_.cover[index(x, y)] = Cover::tree;
      }
  }

  /// A box with a gable along its longer side.
  struct House {
    Vec2 place_m;
    exact::SinCos side;
    double length_m;  ///< half a side
    uint8_t roof;
  };

  /// The k-th of a settlement; nothing where there is no ground for it.
  std::optional<House> house_of(Vec2 centre_m, double within_m, int k) const {
    Draws draw(address(std::llround(centre_m.x * 1000), std::llround(centre_m.y * 1000)) +
               static_cast<uint64_t>(k));
    constexpr double kTurn = 6.283185307179586;
    const exact::SinCos way = exact::sincos(kTurn * draw.next()), side = exact::sincos(kTurn * draw.next());
    const Vec2 place = centre_m + Vec2{way.cos, way.sin} * (within_m * std::sqrt(draw.next()));
    if (!world_.grid.contains(place)) return std::nullopt;
    const size_t cell = world_.grid.cell_at(place);
    if (!world_.on_island(cell) || on_water(cell)) return std::nullopt;
    const double length_m = (kLeastHouse + kHouseSpan * draw.next()) * look_m_;
    return House{place, side, length_m, static_cast<uint8_t>(draw.next() * (kRoofColours - 1e-6))};
  }

  static bool has_room(const House& house, const std::vector<House>& built) {
    constexpr double kApart = 0.8;  // of the sum of half sides
    return std::ranges::none_of(built, [&](const House& other) {
      const double apart_m = kApart * (house.length_m + other.length_m);
      return squared_distance(house.place_m, other.place_m) < apart_m * apart_m;
    });
  }

  void build(const House& house) const {
    const double length = house.length_m / window_.metres_per_px, depth = kHouseDepth * length;
    const Vec2 at = window_.to_px(house.place_m);
    const int reach = static_cast<int>(length * 1.2) + 1, cx = static_cast<int>(std::floor(at.x)),
              cy = static_cast<int>(std::floor(at.y));
    for (int y = std::max(0, cy - reach); y <= std::min(window_.height_px - 1, cy + reach); ++y)
      for (int x = std::max(0, cx - reach); x <= std::min(window_.width_px - 1, cx + reach); ++x) {
        const Vec2 d = Vec2{x + 0.5, y + 0.5} - at;
        const double along = std::abs(d.x * house.side.cos + d.y * house.side.sin),
                     across = std::abs(d.y * house.side.cos - d.x * house.side.sin);
        if (along >= length || across >= depth || lines_.water[index(x, y)] > kLineAlpha) continue;
        out_.height_m[index(x, y)] = static_cast<float>((kEaves + kGable * (1 - across / depth)) * look_m_);
        out_.cover[index(x, y)] = static_cast<Cover>(static_cast<uint8_t>(Cover::roof) + house.roof);
      }
  }

  const World& world_;
  const MapWindow& window_;
  const GroundLines& lines_;
  Scenery& out_;
  double look_m_;
  float highest_m_ = 0;
  bool any_tree_ = false;
};

}  // namespace

double most_scenery_m(double look_m) {
  return std::max(kTreeHeight * (kLeastHeight + kHeightSpan), kEaves + kGable) * look_m;
}

Scenery scenery_of(const Atlas& atlas, const MapWindow& window, const GroundLines& lines,
                   const Progress& progress) {
  const size_t pixels = static_cast<size_t>(window.width_px) * static_cast<size_t>(window.height_px);
  Scenery out{std::vector<float>(pixels), std::vector<Cover>(pixels)};
  const SceneryMaker maker(atlas, window, lines, out);
  const auto strips = static_cast<size_t>((window.height_px + kStrip_px - 1) / kStrip_px);
  parallel_for(strips, 1, [&](size_t begin, size_t end) {
    for (size_t strip = begin; strip < end && !progress.cancelled(); ++strip) {
      const int first = static_cast<int>(strip) * kStrip_px,
                last = std::min(first + kStrip_px, window.height_px);
      maker.trees(first, last);
      maker.clear_lines(first, last);
    }
  });
  if (!progress.cancelled()) maker.houses();
  return out;
}

}  // namespace fw
