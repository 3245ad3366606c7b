#include "core/measure/audit/colocation.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "core/field/quantile/quantile.h"
#include "core/model/template/spacing_rules.h"

namespace fw {
namespace {

constexpr double kJunction_m = 150;
constexpr double kHomeAffinity = 0.9;

bool any_within(Vec2 p, std::span<const Vec2> sites, double radius2) {
  return std::any_of(sites.begin(), sites.end(),
                     [&](Vec2 site) { return squared_distance(p, site) <= radius2; });
}

double ratio(double part, double whole) {
  return whole > 0 ? part / whole : 0.0;
}

std::string metres_of(double value) {
  return std::to_string(static_cast<int>(value + 0.5)) + "m";
}

/// Some bands of the vocabulary, and what the rows call them.
struct Bands {
  std::string name;
  std::vector<bool> in;
  Mask ground;  ///< in these bands

  bool has(const Point& p) const { return p.region > 0 && in[static_cast<size_t>(p.danger)]; }
};

/// Collects the rows of one world; holds only references and the masks that the rows share.
class ColocationRows {
 public:
  ColocationRows(const World& world, const Template& tmpl)
      : world_(world), tmpl_(tmpl), words_(world.vocabulary) {
    const auto& bands = words_.danger;
    const auto unsafe = std::find_if(bands.begin(), bands.end(), [](const BandRow& b) { return !b.safe; });
    strong_ = bands_that([](const BandRow& b) { return b.strong; }, band_names(words_, &BandRow::strong));
    safe_ = bands_that([](const BandRow& b) { return b.safe; }, band_names(words_, &BandRow::safe));
    unsafe_ = bands_that([](const BandRow& b) { return !b.safe; },
                         unsafe == bands.end() ? std::string() : unsafe->id + "_plus");
    island_ = bands_that([](const BandRow&) { return true; }, {}).ground;
  }

  std::vector<AuditReport::Colocation> take() {
    add_strong_sites();
    add_bands();
    add_home_biomes();
    for (size_t k = 0; k < words_.landmarks.size(); ++k)
      if (reads_measure(words_.landmarks[k], "junction_m")) add_junctions(k);
    for (size_t k = 0; k < words_.landmarks.size(); ++k)
      if (reads_measure(words_.landmarks[k], "height_rank")) add_heights(k);
    return std::move(rows_);
  }

 private:
  using Chosen = std::function<bool(const Point&)>;

  Bands bands_that(const std::function<bool(const BandRow&)>& wanted, std::string name) const {
    Bands bands{std::move(name), {}, {}};
    for (const BandRow& band : words_.danger) bands.in.push_back(wanted(band));
    bands.ground = ground_in(bands.in);
    return bands;
  }

  Mask ground_in(const std::vector<bool>& bands) const {
    Mask mask(world_.grid);
    for (size_t i = 0; i < mask.size(); ++i) {
      const size_t code = world_.danger[i];
      mask[i] = world_.on_island(i) && code >= 1 && code <= bands.size() && bands[code - 1];
    }
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

  Chosen landmark(size_t kind) const {
    return [this, kind](const Point& p) {
      const PointClassInfo& info = world_.points.class_of(p);
      return info.category == Category::landmark && info.landmark == static_cast<LandmarkKind>(kind);
    };
  }

  static Chosen rarity_from(size_t least, size_t most) {
    return [least, most](const Point& p) {
      const auto rarity = static_cast<size_t>(p.rarity);
      return rarity >= least && rarity <= most;
    };
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

  /// Rarities with a count, the rarest first, near strong sites: as near as any ladder asks for.
  void add_strong_sites() {
    double reach_m = 0;
    for (const RarityRow& rarity : words_.rarities)
      for (const LadderStep& step : rarity.ladder)
        if (!step.near.empty()) reach_m = std::max(reach_m, step.within_m);
    if (reach_m <= 0) return;
    const std::vector<Vec2> sites = positions([this](const Point& p) {
      const PointClassInfo& info = world_.points.class_of(p);
      return info.category == Category::landmark &&
             words_.landmarks[static_cast<size_t>(info.landmark)].strong;
    });
    const auto near_site = [&](const Point& p) { return any_within(p.position_m, sites, reach_m * reach_m); };
    for (size_t k = words_.rarities.size(); k > 1; --k) {
      const RarityRow& rarity = words_.rarities[k - 1];
      const std::vector<const Point*> members = pick(rarity_from(k, k));
      if (!rarity.count || members.empty()) continue;
      std::vector<bool> bands(words_.danger.size());
      for (size_t band = static_cast<size_t>(least_band(rarity, words_)); band < bands.size(); ++band)
        bands[band] = true;
      add_share(rarity.id, "strong_site_" + metres_of(reach_m), members, near_site,
                expected_share_within(ground_in(bands), sites, reach_m));
    }
  }

  void add_bands() {
    const auto in = [](const Bands& bands) { return [&bands](const Point& p) { return bands.has(p); }; };
    const double strong = share_of_island(strong_.ground);
    const double unsafe = share_of_island(unsafe_.ground);
    const size_t rarest = words_.rarities.size();
    const auto rare = pick([this](const Point& p) {
      const PointClassInfo& info = world_.points.class_of(p);
      return info.category == Category::resource && info.tier == Tier::rare;
    });
    if (!strong_.name.empty() && rarest > 1) {
      add_share(words_.rarities.back().id, strong_.name, pick(rarity_from(rarest, rarest)), in(strong_),
                strong);
      add_share(words_.rarities[1].id + "_plus", strong_.name, pick(rarity_from(2, rarest)), in(strong_),
                strong);
    }
    if (!unsafe_.name.empty()) add_share("rare_node", unsafe_.name, rare, in(unsafe_), unsafe);
    if (!strong_.name.empty()) add_share("rare_node", strong_.name, rare, in(strong_), strong);
    for (size_t k = 0; k < words_.landmarks.size(); ++k)
      if (words_.landmarks[k].role == LandmarkRole::seat && !safe_.name.empty())
        add_share(words_.landmarks[k].id, safe_.name, pick(landmark(k)), in(safe_), 1 - unsafe);
  }

  void add_home_biomes() {
    std::vector<double> land(words_.biomes.size());
    double all = 0;
    for (size_t i = 0; i < world_.biome.size(); ++i) {
      if (!world_.on_island(i)) continue;
      ++all;
      const size_t code = world_.biome[i];
      if (code >= 1 && code <= land.size()) ++land[code - 1];
    }
    for (const PointClass& family : tmpl_.enemies) {
      double home = 0;
      for (size_t b = 0; b < land.size(); ++b)
        if (family.biome_affinity[b] >= kHomeAffinity) home += land[b];
      const auto members = pick([&](const Point& p) {
        const PointClassInfo& info = world_.points.class_of(p);
        return info.category == Category::enemy && info.slug == family.slug;
      });
      const auto at_home = [&](const Point& p) {
        return p.region > 0 && family.biome_affinity[static_cast<size_t>(p.biome)] >= kHomeAffinity;
      };
      if (home > 0) add_share(family.slug, "home_biome", members, at_home, ratio(home, all));
    }
  }

  void add_junctions(size_t kind) {
    const std::vector<const Point*> members = pick(landmark(kind));
    if (members.empty()) return;
    const auto near_junction = [&](const Point& p) {
      return any_within(p.position_m, world_.junctions_m, kJunction_m * kJunction_m);
    };
    add_share(words_.landmarks[kind].id, "junction_" + metres_of(kJunction_m), members, near_junction,
              expected_share_within(island_, world_.junctions_m, kJunction_m));
  }

  void add_heights(size_t kind) {
    const std::vector<Vec2> sites = positions(landmark(kind));
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
    add(words_.landmarks[kind].id, "height_rank_min", least, 1 / (n + 1));
    add(words_.landmarks[kind].id, "height_rank_mean", sum / n, 0.5);
  }

  const World& world_;
  const Template& tmpl_;
  const Vocabulary& words_;
  Mask island_;
  Bands strong_;
  Bands unsafe_;
  Bands safe_;
  std::vector<AuditReport::Colocation> rows_;
};

}  // namespace

std::string band_names(const Vocabulary& vocabulary, bool BandRow::*column) {
  std::string names;
  for (const BandRow& band : vocabulary.danger)
    if (band.*column) names += (names.empty() ? "" : "_") + band.id;
  return names;
}

bool reads_measure(const LandmarkRow& kind, std::string_view measure) {
  const auto same = [measure](const auto& rule) { return rule.measure == measure; };
  return std::any_of(kind.site.require.begin(), kind.site.require.end(), same) ||
         std::any_of(kind.site.prefer.begin(), kind.site.prefer.end(), same);
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
