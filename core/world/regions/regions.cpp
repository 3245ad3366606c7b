#include "core/world/regions/regions.h"

#include <algorithm>
#include <numeric>

#include "core/base/exact/rng.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/world/land/island_outline.h"
#include "core/world/plan/cancel.h"
#include "core/world/regions/hand_regions.h"
#include "core/world/regions/names.h"
#include "core/world/regions/neutral_place.h"
#include "core/world/regions/regions_internal.h"
#include "core/world/regions/regions_plan.h"
#include "core/world/regions/regions_raster.h"
#include "core/world/regions/regions_share.h"

namespace fw {
namespace {

constexpr int kAttempts = 8;
constexpr double kSmallestShare = 0.55;  // of its part's mean; below it the draw is repeated
constexpr double kSmoothSigma_m = 31.25;
// Of many regions some are always small, and wide blurs of all of them take long.
constexpr int kFewOwnRegions = 60;
constexpr int kAttemptsOfMany = 3;
constexpr double kSmoothCellsOfMany = 3;

/// The smallest region over the mean of its own part: neutral and controllable regions need not be alike.
double smallest_share(const std::vector<RegionShape>& shapes, int neutral) {
  double smallest = 1;
  const auto n = static_cast<size_t>(neutral);
  for (const auto& [begin, end] : {std::pair{size_t{0}, n}, {n, shapes.size()}}) {
    int64_t sum = 0, least = INT64_MAX;
    for (size_t r = begin; r < end; ++r) {
      sum += shapes[r].cells;
      least = std::min(least, shapes[r].cells);
    }
    if (sum > 0)
      smallest = std::min(
          smallest, static_cast<double>(least) * static_cast<double>(end - begin) / static_cast<double>(sum));
  }
  return smallest;
}

/// How far every region lies towards where danger grows.
std::vector<double> tier_keys(const Template& tmpl, const Raster<uint8_t>& plan_code,
                              const std::vector<RegionShape>& plan) {
  const Towards towards = parse_towards(tmpl.regions.tier_towards).value_or(Towards{});
  const int neutral = neutral_regions(tmpl);
  std::vector<double> keys;
  if (neutral > 0 && (towards.kind == Towards::Kind::border || towards.kind == Towards::Kind::spread)) {
    Mask unowned(plan_code.grid);
    for (size_t cell = 0; cell < unowned.size(); ++cell)
      unowned[cell] = plan_code[cell] != 0 && plan_code[cell] <= neutral;
    const Raster<float> distance = distance_to(unowned);
    for (const RegionShape& s : plan) keys.push_back(-static_cast<double>(bilinear(distance, {s.x, s.y})));
  } else {
    const TowardsKey key(tmpl, towards);
    for (const RegionShape& s : plan) keys.push_back(key({s.x, s.y}));
  }
  return keys;
}

/// How hard a region is: grows to tier_towards with a little luck; neutral ground is beyond the scale.
void set_tiers(std::vector<Region>& regions, const std::vector<double>& keys, const RegionPlan& plan,
               uint64_t substream) {
  const RegionParams& p = plan.counted.regions;
  const auto [least, most] = std::ranges::minmax(keys);
  for (size_t r = 0; r < regions.size(); ++r) {
    const double along = most > least ? (keys[r] - least) / (most - least) : 0;
    const double luck = random_normal(substream, static_cast<uint64_t>(plan.drawn_as[r]));
    regions[r].tier =
        regions[r].neutral ? 1.05 : std::clamp(p.tier_weight * along + p.tier_noise * luck, 0.0, 0.85);
  }
}

/// Number of the piece of ground on which the first cell of every region lies.
void set_pieces(std::vector<Region>& regions, const Raster<uint8_t>& code, const Raster<uint8_t>& piece) {
  if (piece.size() != code.size()) return;
  std::vector<uint8_t> known(regions.size(), 0);
  for (size_t cell = 0; cell < code.size(); ++cell) {
    const size_t r = code[cell];
    if (r == 0 || known[r - 1] || piece[cell] == 0) continue;
    known[r - 1] = 1;
    regions[r - 1].piece = piece[cell];
  }
}

/// The regions of the template, without the designer's rows.
RegionPlan plan_regions(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& ground,
                        const Progress& progress) {
  RegionPlan plan;
  plan.counted = tmpl;
  plan.code = draw_plan_regions(tmpl, seeds, ground, progress);
  stop_if_cancelled(progress);
  order_by_north(plan.code, plan.neutral(), plan.count());
  plan.drawn_as.resize(static_cast<size_t>(plan.count()));
  std::iota(plan.drawn_as.begin(), plan.drawn_as.end(), 0);
  return plan;
}

/// The held cells of the plan on another grid.
Mask resample_held(const Mask& held, const GridSpec& grid) {
  return held.size() == 0 ? held : resample_nearest(held, grid);
}

}  // namespace

std::vector<RegionShape> shapes_of(const Raster<uint8_t>& labels, int count) {
  std::vector<RegionShape> shapes(static_cast<size_t>(count));
  const GridSpec& g = labels.grid;
  for (int row = 0; row < g.rows; ++row) {
    const double y = g.y_of(row);
    // Neighbours mostly share a label: its sums stay in registers.
    for (int column = 0; column < g.columns;) {
      const uint8_t label = labels.at(column, row);
      if (label == 0) {
        ++column;
        continue;
      }
      RegionShape s = shapes[label - 1u];
      for (; column < g.columns && labels.at(column, row) == label; ++column) {
        ++s.cells;
        s.x += g.x_of(column);
        s.y += y;
      }
      shapes[label - 1u] = s;
    }
  }
  for (RegionShape& s : shapes)
    if (s.cells > 0) {
      s.x /= static_cast<double>(s.cells);
      s.y /= static_cast<double>(s.cells);
    }
  return shapes;
}

void revive_lost_labels(Raster<uint8_t>& labels, int count) {
  std::vector<RegionShape> shapes = shapes_of(labels, count);
  for (int label = 1; label <= count; ++label) {
    if (shapes[static_cast<size_t>(label - 1)].cells > 0) continue;
    const auto largest =
        std::max_element(shapes.begin(), shapes.end(),
                         [](const RegionShape& a, const RegionShape& b) { return a.cells < b.cells; });
    if (largest->cells < 2) return;
    const auto from = static_cast<uint8_t>(largest - shapes.begin() + 1);
    // Its last cell in scan order: a corner, so what remains most likely stays one piece.
    for (size_t cell = labels.size(); cell-- > 0;)
      if (labels[cell] == from) {
        labels[cell] = static_cast<uint8_t>(label);
        break;
      }
    shapes = shapes_of(labels, count);
  }
}

/// Neutral ground holds its share; where it lies between the homes of all owners, every side holds its
/// owner's. Owners with one home, or without, belong to no side.
void settle_shares(const Template& tmpl, Raster<uint8_t>& labels, int count, const Raster<float>& distance,
                   const Mask& held) {
  const int neutral = neutral_regions(tmpl);
  const int64_t land =
      std::count_if(labels.cells.begin(), labels.cells.end(), [](uint8_t l) { return l != 0; });
  const int64_t unowned = neutral_cells(tmpl, land);
  settle_neutral_cells(labels, neutral, unowned, distance, held);
  if (tmpl.regions.neutral_at != "border" || neutral == 0) return;
  const std::vector<Vec2> homes = owner_homes(tmpl);
  std::vector<double> shares;
  for (const FactionRow& row : tmpl.vocabulary.factions)
    if (row.role == FactionRole::owner && row.share > 0) shares.push_back(row.share);
  if (homes.size() < 2 || shares.size() != homes.size()) return;
  std::vector<size_t> side;
  for (const RegionShape& s : shapes_of(labels, count)) side.push_back(nearest_home(homes, {s.x, s.y}));
  settle_sides(labels, neutral, side, largest_remainder(shares, land - unowned), distance, held);
}

Raster<uint8_t> draw_plan_regions(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& plan,
                                  const Progress& progress) {
  const int neutral = neutral_regions(tmpl), count = region_count(tmpl);
  const std::vector<RegionPart> parts = split_neutral(tmpl, seeds, plan);
  const bool many = count > kFewOwnRegions;
  const double smooth_m =
      many ? std::min(kSmoothSigma_m, kSmoothCellsOfMany * plan.grid.cell_m) : kSmoothSigma_m;
  Raster<uint8_t> best(plan.grid);
  double best_share = -1;
  for (int attempt = 0; attempt < (many ? kAttemptsOfMany : kAttempts); ++attempt) {
    stop_if_cancelled(progress);
    Raster<uint8_t> labels = draw_regions(parts, seeds, attempt, plan.grid);
    stop_if_cancelled(progress);
    label_rest(labels, plan);
    connect_labels(labels);
    for (int pass = 0; pass < 2; ++pass) smooth_labels(labels, count, smooth_m);
    connect_labels(labels);
    // A neutral piece on another headland, severed from its region, went to a controllable one (or the other
    // way round), and smoothing shifts bent borders: the share of the two groups is settled last.
    settle_shares(tmpl, labels, count, neutral_border_distance(labels, neutral));
    const double share = smallest_share(shapes_of(labels, count), neutral);
    if (share > best_share) {
      best_share = share;
      best = std::move(labels);
    }
    if (best_share > kSmallestShare) break;
  }
  revive_lost_labels(best, count);
  return best;
}

std::vector<uint8_t> order_by_north(Raster<uint8_t>& labels, int neutral, int count) {
  const std::vector<RegionShape> shapes = shapes_of(labels, count);
  std::vector<int> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  const auto further_north = [&](int a, int b) {
    const double ya = shapes[static_cast<size_t>(a)].y, yb = shapes[static_cast<size_t>(b)].y;
    return ya != yb ? ya > yb : a < b;
  };
  std::sort(order.begin(), order.begin() + neutral, further_north);
  std::sort(order.begin() + neutral, order.end(), further_north);
  std::vector<uint8_t> code(static_cast<size_t>(count) + 1, 0);
  for (size_t i = 0; i < order.size(); ++i)
    code[static_cast<size_t>(order[i]) + 1] = static_cast<uint8_t>(i + 1);
  for (uint8_t& label : labels.cells) label = code[label];
  return code;
}

RegionMap make_regions(const Template& tmpl, const SeedBundle& seeds, const Shores& shores,
                       const Progress& progress) {
  RegionMap map;
  map.code = Raster<uint8_t>(shores.main.grid);
  if (region_count(tmpl) == 0) return map;

  const GridSpec plan_spec = plan_grid(tmpl);
  const Raster<uint8_t> ground =
      shores.plan.grid == plan_spec ? shores.plan : resample_nearest(shores.main, plan_spec);
  const SeedBundle drawn = seeds.of(SeedPart::regions);
  RegionPlan plan = plan_regions(tmpl, drawn, ground, progress);
  if (!tmpl.hand.regions.empty()) adapt_regions(tmpl, drawn, ground, progress, plan);
  const int count = plan.count();
  stop_if_cancelled(progress);
  map.plan_code = plan.code;
  if (shores.main.grid == plan_spec &&
      (shores.main.cells == ground.cells || shores.piece.cells == ground.cells)) {
    map.code = map.plan_code;
  } else {
    map.code = rasterise_labels(map.plan_code, count, shores.main);
    if (!plan.natural) adopt_rest(map.plan_code, shores.main, map.code);
    settle_shares(plan.counted, map.code, count, neutral_border_distance(map.plan_code, plan.neutral()),
                  resample_held(plan.held, shores.main.grid));
    revive_lost_labels(map.code, count);
  }

  const std::vector<RegionShape> shapes = shapes_of(map.code, count);
  for (size_t r = 0; r < shapes.size(); ++r) {
    Region region;
    region.neutral = static_cast<int>(r) < plan.neutral();
    region.owner = region.neutral ? tmpl.vocabulary.neutral().value_or(Faction{}) : Faction{};
    region.area_m2 = static_cast<double>(shapes[r].cells) * map.code.grid.cell_area_m2();
    region.centre_m = {shapes[r].x, shapes[r].y};
    map.regions.push_back(std::move(region));
  }
  set_pieces(map.regions, map.code, shores.piece);
  set_tiers(map.regions, tier_keys(plan.counted, map.plan_code, shapes_of(map.plan_code, count)), plan,
            derive(seeds.of(SeedPart::danger).layout_stream(), "tier"));
  map.drawn_as = std::move(plan.drawn_as);
  map.stated_names = std::move(plan.names);
  map.stated_owners = std::move(plan.owners);
  map.stated_mixes = std::move(plan.mixes);
  map.hand = std::move(plan.told);
  return map;
}

void name_regions(RegionMap& map, const Template& tmpl, const SeedBundle& seeds) {
  static const NameRow kFirstRules;
  std::vector<const NameRow*> rules;
  for (size_t r = 0; r < map.regions.size(); ++r) {
    const auto listed = static_cast<size_t>(map.drawn_as[r]);
    if (listed >= rules.size()) rules.resize(listed + 1, &kFirstRules);
    rules[listed] = &names_of(tmpl.vocabulary, map.regions[r].owner);
  }
  const std::vector<std::string> names = name_places(seeds, "names.region", rules);
  for (size_t r = 0; r < map.regions.size(); ++r) {
    const bool stated = r < map.stated_names.size() && !map.stated_names[r].empty();
    map.regions[r].name = stated ? map.stated_names[r] : names[static_cast<size_t>(map.drawn_as[r])];
  }
}

}  // namespace fw
