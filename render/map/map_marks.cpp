#include "render/map/map_marks.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/parallel/parallel.h"
#include "core/base/rng.h"
#include "core/base/seed.h"
#include "render/map/symbols.h"
#include "render/page/painter.h"

namespace fw {
namespace {

constexpr int kStrip_px = 96;
constexpr int kPhases = 2;  // per axis: symbols stand on half pixels

/// Lower is more important.
int rank_of(const PointSet& set, const Point& p) {
  const PointClassInfo& c = set.class_of(p);
  switch (c.category) {
    case Category::resource:
      return static_cast<int>(Tier::rare) - static_cast<int>(c.tier);
    case Category::enemy:
      return static_cast<int>(Rarity::boss) - static_cast<int>(p.rarity);
    case Category::landmark: {
      constexpr std::array<int, kLandmarkKinds> kRank{0, 1, 4, 5, 2, 3, 6};
      return kRank[static_cast<size_t>(c.landmark)];
    }
    case Category::wildlife:
      break;
  }
  return 0;
}

double radius_of(const PointSet& set, const Point& p) {
  const PointClassInfo& c = set.class_of(p);
  switch (c.category) {
    case Category::resource:
      return c.tier == Tier::rare ? kRareRadius : c.tier == Tier::uncommon ? kUncommonRadius : kCommonRadius;
    case Category::enemy:
      return p.rarity == Rarity::boss    ? kBossRadius
             : p.rarity == Rarity::named ? kNamedRadius
             : p.rarity == Rarity::elite ? kEliteRadius
                                         : kOrdinaryRadius;
    case Category::landmark:
      return badge_radius(c.landmark);
    case Category::wildlife:
      break;
  }
  return kOrdinaryRadius;
}

/// How many units of the picture's side a symbol of the layer has for itself before some are left out.
double room_of(MapLayer layer) {
  switch (layer) {
    case MapLayer::rare_resources:
      return 34;
    case MapLayer::landmarks:
      return 30;
    default:
      return 18;
  }
}

/// Points that stay wherever they are.
bool always_shown(MapLayer layer, int rank) {
  return layer == MapLayer::strong_enemies || (layer == MapLayer::landmarks && rank == 0);
}

/// All that makes two symbols look alike.
struct Style {
  int class_index = 0;
  Rarity rarity = Rarity::none;
  Faction owner = Faction::neutral;  ///< landmarks alone
  auto operator<=>(const Style&) const = default;
};

Style style_of(const PointSet& set, const Point& p) {
  const bool landmark = set.class_of(p).category == Category::landmark;
  return {p.class_index, p.rarity, landmark ? p.faction : Faction::neutral};
}

/// A symbol at one place between pixels: premultiplied words around its middle.
struct Sprite {
  int half = 0;  ///< the middle lies in pixel (half, half)
  int side = 0;
  std::vector<uint32_t> words;
};

class SpriteMaker {
 public:
  SpriteMaker(const Atlas& atlas, const Palette& palette, double scale)
      : set_(atlas.world.points), palette_(palette), scale_(scale), families_(atlas.enemy_families()) {}

  Sprite make(const Point& p, double phase_x, double phase_y) const {
    Sprite s;
    s.half = static_cast<int>(std::ceil((radius_of(set_, p) * 1.35 + 4) * scale_)) + 1;
    s.side = 2 * s.half + 1;
    s.words.assign(static_cast<size_t>(s.side) * static_cast<size_t>(s.side), 0);
    cairo_surface_t* surface = cairo_image_surface_create_for_data(
        reinterpret_cast<unsigned char*>(s.words.data()), CAIRO_FORMAT_ARGB32, s.side, s.side, 4 * s.side);
    cairo_t* cr = cairo_create(surface);
    cairo_translate(cr, s.half + phase_x, s.half + phase_y);
    draw({cr, nullptr}, p);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    return s;
  }

 private:
  void draw(const Painter& pen, const Point& p) const {
    const PointClassInfo& c = set_.class_of(p);
    switch (c.category) {
      case Category::resource:
        draw_resource(pen, 0, 0, resource_symbol(palette_, c.family), c.tier, scale_);
        break;
      case Category::enemy: {
        const auto at = std::find(families_.begin(), families_.end(), c.family);
        draw_enemy(pen, 0, 0, enemy_symbol(palette_, c.family, static_cast<int>(at - families_.begin())),
                   p.rarity, scale_);
        break;
      }
      case Category::wildlife: {
        constexpr std::array kShapes{SymbolShape::dot,     SymbolShape::square, SymbolShape::triangle,
                                     SymbolShape::diamond, SymbolShape::bar,    SymbolShape::pentagon};
        const SymbolShape shape = kShapes[static_cast<size_t>(p.class_index) % kShapes.size()];
        draw_resource(pen, 0, 0, {shape, Rgb::hex(0xE6C896)}, Tier::uncommon, 0.82 * scale_);
        break;
      }
      case Category::landmark:
        draw_badge(pen, 0, 0, c.landmark, palette_.faction_dark[static_cast<size_t>(p.faction)], scale_);
        break;
    }
  }

  const PointSet& set_;
  const Palette& palette_;
  double scale_;
  std::vector<std::string> families_;
};

/// dst = src over dst, for premultiplied words over opaque ones.
inline uint32_t over(uint32_t src, uint32_t dst, uint32_t opacity) {
  const uint32_t alpha = (src >> 24) * opacity / 255;
  const auto channel = [&](int shift) {
    const uint32_t s = (src >> shift & 255) * opacity / 255, d = dst >> shift & 255;
    return std::min(s + (d * (255 - alpha) + 127) / 255, 255U) << shift;
  };
  return 0xFF000000U | channel(16) | channel(8) | channel(0);
}

void blit(const Sprite& s, int left, int top, uint32_t opacity, const MapWindow& window, int first_row,
          int last_row, std::span<uint32_t> argb) {
  const int y0 = std::max(top, first_row), y1 = std::min(top + s.side, last_row);
  const int x0 = std::max(left, 0), x1 = std::min(left + s.side, window.width_px);
  for (int y = y0; y < y1; ++y) {
    const uint32_t* from = &s.words[static_cast<size_t>(y - top) * static_cast<size_t>(s.side)];
    uint32_t* to = &argb[static_cast<size_t>(y) * static_cast<size_t>(window.width_px)];
    for (int x = x0; x < x1; ++x)
      if (const uint32_t word = from[x - left]; word != 0) to[x] = over(word, to[x], opacity);
  }
}

/// Side of the ground's tiles: a power of two of metres, so that tiles keep their points over a range of
/// scales.
double tile_m(const MapWindow& window) {
  return std::exp2(std::ceil(std::log2(96 * window.device_scale * window.metres_per_px)));
}

}  // namespace

MapLayer layer_of(const PointSet& set, const Point& point) {
  const PointClassInfo& c = set.class_of(point);
  switch (c.category) {
    case Category::resource:
      return c.tier == Tier::rare ? MapLayer::rare_resources : MapLayer::resources;
    case Category::wildlife:
      return MapLayer::wildlife;
    case Category::enemy:
      return point.rarity >= Rarity::named ? MapLayer::strong_enemies : MapLayer::enemies;
    case Category::landmark:
      break;
  }
  return MapLayer::landmarks;
}

bool is_marks(MapLayer layer) {
  return layer >= MapLayer::resources && layer <= MapLayer::landmarks;
}

double mark_scale(const MapWindow& window) {
  const double per_unit = window.metres_per_px * window.device_scale;
  return std::clamp(0.82 * std::pow(9 / std::max(per_unit, 1e-6), 0.22), 0.55, 1.35);
}

std::vector<MapMark> marks_of(const Atlas& atlas, MapLayer layer, const MapWindow& window) {
  const PointSet& set = atlas.world.points;
  const double scale = mark_scale(window) * window.device_scale;
  const double tile = tile_m(window);
  // Whole tiles are judged, also those that the window cuts.
  const double west = std::floor(window.west_m / tile) * tile - tile,
               east = window.west_m + window.width_m() + 2 * tile,
               south = std::floor((window.north_m - window.height_m()) / tile) * tile - tile,
               north = window.north_m + 2 * tile;
  struct Candidate {
    const Point* point;
    int rank;
    uint64_t hash;
  };
  const uint64_t substream = derive(atlas.world.seeds.place_stream(), "place/cap");
  std::vector<Candidate> candidates;
  for (const Point& p : set.points) {
    const Vec2 m = p.position_m;
    if (m.x < west || m.x > east || m.y < south || m.y > north || layer_of(set, p) != layer) continue;
    candidates.push_back({&p, rank_of(set, p), random_bits(substream, atlas.world.grid.cell_at(m))});
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.hash < b.hash;
  });
  const double room = room_of(layer) * window.device_scale * window.metres_per_px;
  const int cap = std::max(1, static_cast<int>(tile * tile / (room * room)));
  std::map<std::pair<int64_t, int64_t>, int> in_tile;
  std::vector<MapMark> marks;
  for (const Candidate& c : candidates) {
    const Vec2 m = c.point->position_m;
    int& count =
        in_tile[{static_cast<int64_t>(std::floor(m.x / tile)), static_cast<int64_t>(std::floor(m.y / tile))}];
    if (!always_shown(layer, c.rank) && count >= cap) continue;
    ++count;
    const MapMark mark{c.point, window.to_px(m), radius_of(set, *c.point) * scale};
    const double reach = 1.5 * mark.radius_px + 4 * scale;
    if (mark.at_px.x > -reach && mark.at_px.y > -reach && mark.at_px.x < window.width_px + reach &&
        mark.at_px.y < window.height_px + reach)
      marks.push_back(mark);
  }
  std::reverse(marks.begin(), marks.end());
  return marks;
}

void paint_marks(const Atlas& atlas, const Palette& palette, const std::vector<MapMark>& marks,
                 double opacity, const MapWindow& window, std::span<uint32_t> argb,
                 const Progress& progress) {
  struct Placed {
    const Sprite* sprite;
    int left, top;
  };
  const PointSet& set = atlas.world.points;
  const SpriteMaker maker(atlas, palette, mark_scale(window) * window.device_scale);
  std::map<std::tuple<Style, int, int>, Sprite> sprites;
  std::vector<Placed> placed;
  for (const MapMark& mark : marks) {
    if (progress.cancelled()) return;
    // In steps of a phase from the left upper corner of the picture.
    const auto sx = static_cast<int>(std::lround(mark.at_px.x * kPhases)),
               sy = static_cast<int>(std::lround(mark.at_px.y * kPhases));
    const int px = (sx % kPhases + kPhases) % kPhases, py = (sy % kPhases + kPhases) % kPhases;
    const auto [at, fresh] = sprites.try_emplace({style_of(set, *mark.point), px, py});
    if (fresh)
      at->second =
          maker.make(*mark.point, static_cast<double>(px) / kPhases, static_cast<double>(py) / kPhases);
    placed.push_back(
        {&at->second, (sx - px) / kPhases - at->second.half, (sy - py) / kPhases - at->second.half});
  }
  const auto strength = static_cast<uint32_t>(std::lround(std::clamp(opacity, 0.0, 1.0) * 255));
  const auto strips = static_cast<size_t>((window.height_px + kStrip_px - 1) / kStrip_px);
  parallel_for(strips, 1, [&](size_t begin, size_t end) {
    for (size_t strip = begin; strip < end && !progress.cancelled(); ++strip) {
      const int first = static_cast<int>(strip) * kStrip_px,
                last = std::min(first + kStrip_px, window.height_px);
      for (const Placed& p : placed)
        if (p.top < last && p.top + p.sprite->side > first)
          blit(*p.sprite, p.left, p.top, strength, window, first, last, argb);
    }
  });
}

std::optional<size_t> mark_at(const Atlas& atlas, std::span<const ViewLayer> layers, const MapWindow& window,
                              Vec2 px, double slack_px) {
  const Point* best = nullptr;
  double nearest = 0;
  for (const ViewLayer& layer : layers) {
    if (!layer.shown || layer.opacity <= 0 || !is_marks(layer.layer)) continue;
    for (const MapMark& mark : marks_of(atlas, layer.layer, window)) {
      const double d2 = squared_distance(mark.at_px, px), reach = mark.radius_px + slack_px;
      if (d2 > reach * reach || (best != nullptr && d2 > nearest)) continue;
      best = mark.point;  // of two at one place the upper
      nearest = d2;
    }
  }
  if (best == nullptr) return std::nullopt;
  return static_cast<size_t>(best - atlas.world.points.points.data());
}

}  // namespace fw
