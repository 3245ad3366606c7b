#include <algorithm>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "render/map/figures/figures_internal.h"

namespace fw::figures {
namespace {

// A lattice of places, mm of paper: what stands there is drawn from north to south.
constexpr double kAcross_mm = 4.6, kDown_mm = 3.7;
constexpr double kHillRank = 0.82, kMoundRank = 0.64;  // of the place's height among the land's
constexpr double kHillFrom_mm = 1.6, kHillGrows_mm = 1.9, kMound_mm = 1.3, kTree_mm = 0.8;  // half widths
constexpr double kLine_mm = 0.13;

enum class Sign { hill, mound, tree };

struct DrawnSign {
  Sign sign;
  Vec2 foot_px;
  double half_px;
  uint64_t bits;
};

/// Share of the land that is lower.
double rank_of(const std::vector<float>& heights, float height) {
  if (heights.empty()) return 0;
  const auto below = std::lower_bound(heights.begin(), heights.end(), height) - heights.begin();
  return static_cast<double>(below) / static_cast<double>(heights.size());
}

/// A cubic curve in steps; its first point is there.
void curve(std::vector<Vec2>& line, Vec2 b, Vec2 c, Vec2 d) {
  constexpr int kSteps = 8;
  const Vec2 a = line.back();
  for (int i = 1; i <= kSteps; ++i) {
    const double t = static_cast<double>(i) / kSteps, u = 1 - t;
    line.push_back(a * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + d * (t * t * t));
  }
}

class SignPainter {
 public:
  explicit SignPainter(Collector& to) : to_(to), width_(print_units(kLine_mm)) {}

  void draw(const DrawnSign& s) {
    switch (s.sign) {
      case Sign::hill:
        return hill(s);
      case Sign::mound:
        return mound(s);
      case Sign::tree:
        return tree(s);
    }
  }

 private:
  /// A peak that leans a little, hatched on its eastern side.
  void hill(const DrawnSign& s) {
    const double r = s.half_px;
    const Vec2 foot = s.foot_px;
    const double lean = (static_cast<double>(s.bits >> 8 & 7) / 7 - 0.5) * 0.4 * r;
    const Vec2 top = foot + Vec2{lean, -1.25 * r};
    std::vector<Vec2> outline{foot - Vec2{r, 0}};
    curve(outline, foot + Vec2{-0.6 * r, -0.5 * r}, top + Vec2{-0.3 * r, 0.3 * r}, top);
    curve(outline, top + Vec2{0.25 * r, 0.4 * r}, foot + Vec2{0.5 * r, -0.45 * r}, foot + Vec2{r, 0});
    to_.fill({outline}, to_.style().hill, 0.96);
    to_.line(outline, to_.style().hill_ink, width_, 0.95);
    const Vec2 east = foot + Vec2{r, 0};
    for (int k = 1; k <= 4; ++k) {
      const double f = k / 5.0, down = std::min(1.0, f + 0.28);
      to_.line({{top.x + (east.x - top.x) * f * 0.9, top.y + (foot.y - top.y) * f},
                {top.x + (east.x - top.x) * f * 0.55, top.y + (foot.y - top.y) * down}},
               to_.style().hill_ink, width_, 0.7);
    }
  }

  void mound(const DrawnSign& s) {
    const double r = s.half_px;
    std::vector<Vec2> outline{s.foot_px - Vec2{r, 0}};
    curve(outline, s.foot_px + Vec2{-0.5 * r, -0.8 * r}, s.foot_px + Vec2{0.5 * r, -0.8 * r},
          s.foot_px + Vec2{r, 0});
    to_.fill({outline}, to_.style().hill, 0.8);
    to_.line(outline, to_.style().hill_ink, width_, 0.8);
  }

  void tree(const DrawnSign& s) {
    const double r = s.half_px, unit = to_.scale().unit_px;
    to_.line({s.foot_px + Vec2{0, 0.7 * r}, s.foot_px}, to_.style().hill_ink, width_, 0.9);
    const Vec2 crown = s.foot_px - Vec2{0, 0.2 * r};
    to_.disc(crown, 0.62 * r / unit + width_ / 2, to_.style().hill_ink, 0.85);
    to_.disc(crown, 0.62 * r / unit - width_ / 2, to_.style().tree, 0.95);
  }

  Collector& to_;
  double width_;
};

/// What stands at a place, if anything does.
bool sign_at(const Atlas& atlas, size_t cell, uint64_t bits, double mm_px, DrawnSign& out) {
  const World& world = atlas.world;
  if (!world.on_island(cell) || (world.water.size() != 0 && world.water[cell] != 0)) return false;
  const double rank = rank_of(atlas.ground->height_ranks, world.height_m[cell]);
  if (rank > kHillRank && (bits & 7) < 6) {
    out.sign = Sign::hill;
    out.half_px = (kHillFrom_mm + kHillGrows_mm * (rank - kHillRank) / (1 - kHillRank)) * mm_px;
    return true;
  }
  if (rank > kMoundRank && (bits >> 3 & 3) == 0) {
    out.sign = Sign::mound;
    out.half_px = kMound_mm * mm_px;
    return true;
  }
  // As many trees as the biome has ground under them.
  const size_t biome = world.biome.size() != 0 ? world.biome[cell] : 0;
  const double canopy =
      biome > 0 && biome <= world.vocabulary.biomes.size() ? world.vocabulary.biomes[biome - 1].canopy : 0;
  if (static_cast<double>(bits >> 32 & 255) < 256 * canopy) {
    out.sign = Sign::tree;
    out.half_px = kTree_mm * mm_px;
    return true;
  }
  return false;
}

/// Whether two hills stand too near each other: the larger ones need more room.
bool is_crowding(const DrawnSign& a, const DrawnSign& b) {
  constexpr double kApart = 2.3, kFlat = 1.25;  // half widths; rows may stand closer
  const Vec2 off = a.foot_px - b.foot_px;
  const double apart = kApart * std::max(a.half_px, b.half_px);
  return off.x * off.x + kFlat * kFlat * off.y * off.y < apart * apart;
}

/// Of hills that stand too near each other the one whose bits are greatest, whatever becomes of it: what the
/// map shows does not depend on where its window ends.
std::vector<DrawnSign> with_room(const std::vector<DrawnSign>& signs) {
  std::vector<DrawnSign> kept;
  for (const DrawnSign& sign : signs) {
    const bool crowded =
        sign.sign == Sign::hill && std::ranges::any_of(signs, [&](const DrawnSign& other) {
          return other.sign == Sign::hill && other.bits > sign.bits && is_crowding(sign, other);
        });
    if (!crowded) kept.push_back(sign);
  }
  return kept;
}

}  // namespace

void add_hills(const Atlas& atlas, Collector& to) {
  const FigureScale& scale = to.scale();
  const World& world = atlas.world;
  const double mm_px = print_units(1) * scale.unit_px, mm_m = mm_px * scale.window.metres_per_px;
  const double across_m = kAcross_mm * mm_m, down_m = kDown_mm * mm_m;
  constexpr int64_t kBeyond = 2;  // places whose hills may keep one of the window's away
  const uint64_t stream = derive(world.seeds.place_stream(), "map/hills");
  const MapWindow& w = scale.window;
  const auto first = [](double low_m, double step_m) {
    return static_cast<int64_t>(std::floor(std::max(low_m, 0.0) / step_m)) - 1 - kBeyond;
  };
  const auto last = [](double high_m, double step_m) {
    return static_cast<int64_t>(std::ceil(high_m / step_m)) + kBeyond;
  };
  std::vector<DrawnSign> signs;
  for (int64_t j = first(w.north_m - w.height_m(), down_m); j < last(w.north_m, down_m); ++j)
    for (int64_t i = first(w.west_m, across_m); i < last(w.west_m + w.width_m(), across_m); ++i) {
      if (i < -1 || j < -1) continue;
      const uint64_t bits =
          random_bits(stream, static_cast<uint64_t>(j + 1) << 32 | static_cast<uint64_t>(i + 1));
      const auto off = [bits](int shift) {
        return 0.2 + 0.6 * static_cast<double>(bits >> shift & 255) / 255;
      };
      const Vec2 at{(static_cast<double>(i) + off(16)) * across_m,
                    (static_cast<double>(j) + off(24)) * down_m};
      if (!world.grid.contains(at)) continue;
      DrawnSign sign{Sign::hill, scale.px(at), 0, bits};
      if (sign_at(atlas, world.grid.cell_at(at), bits, mm_px, sign)) signs.push_back(sign);
    }
  signs = with_room(signs);
  std::stable_sort(signs.begin(), signs.end(),
                   [](const DrawnSign& a, const DrawnSign& b) { return a.foot_px.y < b.foot_px.y; });
  SignPainter painter(to);
  for (const DrawnSign& sign : signs) painter.draw(sign);
}

}  // namespace fw::figures
