#include "core/measure/audit/colocation.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>

#include "core/field/quantile/quantile.h"

namespace fw {
namespace {

constexpr double kStrongSite_m = 400;
constexpr double kJunction_m = 150;
constexpr double kHomeAffinity = 0.9;

bool any_within(Vec2 p, std::span<const Vec2> sites, double radius2) {
  return std::any_of(sites.begin(), sites.end(),
                     [&](Vec2 site) { return squared_distance(p, site) <= radius2; });
}

double ratio(double part, double whole) {
  return whole > 0 ? part / whole : 0.0;
}

/// Collects the rows of one world; holds only references and the masks that the rows share.
class ColocationRows {
 public:
  ColocationRows(const World& world, const Template& tmpl)
      : world_(world),
        tmpl_(tmpl),
        island_(band_mask(Danger::green)),
        yellow_plus_(band_mask(Danger::yellow)),
        red_plus_(band_mask(Danger::red)) {}

  std::vector<AuditReport::Colocation> take() {
    add_strong_sites();
    add_bands();
    add_home_biomes();
    add_shrines();
    add_expedition_heights();
    return std::move(rows_);
  }

 private:
  using Chosen = std::function<bool(const Point&)>;

  Mask band_mask(Danger least) const {
    Mask mask(world_.grid);
    for (size_t i = 0; i < mask.size(); ++i)
      mask[i] = world_.on_island(i) && (least == Danger::green || world_.danger[i] > static_cast<int>(least));
    return mask;
  }

  double share_of_island(const Mask& mask) const {
    double part = 0;
    double whole = 0;
    for (size_t i = 0; i < mask.size(); ++i) {
      part += mask[i];
      whole += island_[i];
    }
    return ratio(part, whole);
  }

  std::vector<const Point*> pick(const Chosen& chosen) const {
    std::vector<const Point*> out;
    for (const Point& p : world_.points.points)
      if (chosen(p)) out.push_back(&p);
    return out;
  }

  std::vector<Vec2> positions(const Chosen& chosen) const {
    std::vector<Vec2> out;
    for (const Point* p : pick(chosen)) out.push_back(p->position_m);
    return out;
  }

  Chosen landmark(LandmarkKind kind) const {
    return [this, kind](const Point& p) {
      const PointClassInfo& info = world_.points.class_of(p);
      return info.category == Category::landmark && info.landmark == kind;
    };
  }

  static Chosen rarity_from(Rarity least, Rarity most) {
    return [least, most](const Point& p) { return p.rarity >= least && p.rarity <= most; };
  }

  void add(std::string_view a, std::string_view b, double share, double expected) {
    rows_.push_back({std::string(a), std::string(b), share, expected});
  }

  /// Adds a row only if points of kind a exist.
  void add_share(std::string_view a, std::string_view b, const std::vector<const Point*>& points,
                 const Chosen& inside, double expected) {
    if (points.empty()) return;
    const auto hits = std::count_if(points.begin(), points.end(), [&](const Point* p) { return inside(*p); });
    add(a, b, ratio(static_cast<double>(hits), static_cast<double>(points.size())), expected);
  }

  void add_strong_sites() {
    std::vector<Vec2> sites = positions(landmark(LandmarkKind::expedition));
    const std::vector<Vec2> zones = positions(landmark(LandmarkKind::elite_zone));
    sites.insert(sites.end(), zones.begin(), zones.end());
    const auto near_site = [&](const Point& p) {
      return any_within(p.position_m, sites, kStrongSite_m * kStrongSite_m);
    };
    add_share("boss", "strong_site_400m", pick(rarity_from(Rarity::boss, Rarity::boss)), near_site,
              expected_share_within(red_plus_, sites, kStrongSite_m));
    add_share("named", "strong_site_400m", pick(rarity_from(Rarity::named, Rarity::named)), near_site,
              expected_share_within(yellow_plus_, sites, kStrongSite_m));
  }

  void add_bands() {
    const auto at_least = [](Danger least) { return [least](const Point& p) { return p.danger >= least; }; };
    const double red = share_of_island(red_plus_);
    const double yellow = share_of_island(yellow_plus_);
    const auto rare = pick([this](const Point& p) {
      const PointClassInfo& info = world_.points.class_of(p);
      return info.category == Category::resource && info.tier == Tier::rare;
    });
    add_share("boss", "red_black", pick(rarity_from(Rarity::boss, Rarity::boss)), at_least(Danger::red), red);
    add_share("elite_plus", "red_black", pick(rarity_from(Rarity::elite, Rarity::boss)),
              at_least(Danger::red), red);
    add_share("rare_node", "yellow_plus", rare, at_least(Danger::yellow), yellow);
    add_share("rare_node", "red_black", rare, at_least(Danger::red), red);
    add_share(
        "settlement", "green", pick(landmark(LandmarkKind::settlement)),
        [](const Point& p) { return p.danger == Danger::green; }, 1 - yellow);
  }

  void add_home_biomes() {
    std::array<double, kBiomes> land{};
    double all = 0;
    for (size_t i = 0; i < world_.biome.size(); ++i) {
      if (!world_.on_island(i)) continue;
      ++all;
      const int code = world_.biome[i];
      if (code >= 1 && code <= kBiomes) ++land[static_cast<size_t>(code - 1)];
    }
    for (const PointClass& family : tmpl_.enemies) {
      double home = 0;
      for (size_t b = 0; b < kBiomes; ++b)
        if (family.biome_affinity[b] >= kHomeAffinity) home += land[b];
      const auto members = pick([&](const Point& p) {
        const PointClassInfo& info = world_.points.class_of(p);
        return info.category == Category::enemy && info.slug == family.slug;
      });
      const auto at_home = [&](const Point& p) {
        return family.biome_affinity[static_cast<size_t>(p.biome)] >= kHomeAffinity;
      };
      if (home > 0) add_share(family.slug, "home_biome", members, at_home, ratio(home, all));
    }
  }

  void add_shrines() {
    const auto near_junction = [&](const Point& p) {
      return any_within(p.position_m, world_.junctions_m, kJunction_m * kJunction_m);
    };
    add_share("shrine", "junction_150m", pick(landmark(LandmarkKind::shrine)), near_junction,
              expected_share_within(island_, world_.junctions_m, kJunction_m));
  }

  void add_expedition_heights() {
    const std::vector<Vec2> sites = positions(landmark(LandmarkKind::expedition));
    if (sites.empty()) return;
    const Raster<float> height_rank = rank_on(world_.height_m, island_);
    double least = 1;
    double sum = 0;
    for (const Vec2 p : sites) {
      const double r = height_rank[world_.grid.cell_at(p)];
      least = std::min(least, r);
      sum += r;
    }
    const double n = static_cast<double>(sites.size());
    add("expedition", "height_rank_min", least, 1 / (n + 1));
    add("expedition", "height_rank_mean", sum / n, 0.5);
  }

  const World& world_;
  const Template& tmpl_;
  Mask island_;
  Mask yellow_plus_;
  Mask red_plus_;
  std::vector<AuditReport::Colocation> rows_;
};

}  // namespace

double share_within(std::span<const Vec2> points, std::span<const Vec2> sites, double radius_m) {
  const auto hits = std::count_if(points.begin(), points.end(),
                                  [&](Vec2 p) { return any_within(p, sites, radius_m * radius_m); });
  return ratio(static_cast<double>(hits), static_cast<double>(points.size()));
}

double expected_share_within(const Mask& mask, std::span<const Vec2> sites, double radius_m) {
  const GridSpec& grid = mask.grid;
  Mask reached(grid);
  for (const Vec2 site : sites) {
    const int row0 = grid.row_at(site.y + radius_m);
    const int row1 = grid.row_at(site.y - radius_m);
    const int column0 = grid.column_at(site.x - radius_m);
    const int column1 = grid.column_at(site.x + radius_m);
    for (int row = row0; row <= row1; ++row)
      for (int column = column0; column <= column1; ++column)
        if (squared_distance(grid.centre(column, row), site) <= radius_m * radius_m)
          reached.at(column, row) = 1;
  }
  double hits = 0;
  double all = 0;
  for (size_t i = 0; i < mask.size(); ++i) {
    if (mask[i] == 0) continue;
    ++all;
    hits += reached[i];
  }
  return ratio(hits, all);
}

std::vector<AuditReport::Colocation> measure_colocation(const World& world, const Template& tmpl) {
  return ColocationRows(world, tmpl).take();
}

}  // namespace fw
