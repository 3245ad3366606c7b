#include "core/world/regions/regions.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/exact/rng.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/world/land/island_outline.h"
#include "core/world/plan/cancel.h"
#include "core/world/regions/hand_regions.h"
#include "core/world/regions/neutral_groups.h"
#include "core/world/regions/neutral_place.h"
#include "core/world/regions/regions_internal.h"
#include "core/world/regions/regions_plan.h"
#include "core/world/regions/regions_raster.h"
#include "core/world/regions/regions_share.h"

namespace fw {
namespace {

constexpr int kAttempts = 3;
constexpr double kSmallestShare = 0.3;  // of what a region is to hold; below it the draw is repeated
constexpr double kClearly = 0.1;        // so much more replaces an earlier draw: equals would take turns
constexpr double kSmoothSigma_m = 31.25;
// Of many regions some are always small, and wide blurs of all of them take long.
constexpr int kFewOwnRegions = 60;
constexpr double kSmoothCellsOfMany = 3;

/// The least that a region holds of what it is to hold: small islands have small regions whatever the draw.
double smallest_share(const std::vector<RegionShape>& shapes, const std::vector<RegionAnchor>& anchors) {
  double smallest = 1;
  for (size_t r = 0; r < shapes.size(); ++r)
    smallest = std::min(smallest, static_cast<double>(shapes[r].cells) / std::max(anchors[r].cells, 1.0));
  return smallest;
}

/// Regions that hold less than half of what they are to hold, because a coast or another region cut them
/// short, grow to that at the cost of those of their kind that have most of theirs.
void feed_starved(const std::vector<RegionAnchor>& anchors, int neutral, Raster<uint8_t>& labels) {
  constexpr double kLeast = 0.5, kGives = 0.7;  // of what a region is to hold
  const std::vector<RegionShape> shapes = shapes_of(labels, static_cast<int>(anchors.size()));
  const auto part = [&](size_t r) { return static_cast<double>(shapes[r].cells) / anchors[r].cells; };
  for (size_t r = 0; r < anchors.size(); ++r) {
    if (shapes[r].cells == 0 || anchors[r].cells <= 0 || part(r) >= kLeast) continue;
    std::array<uint8_t, 256> givers{};
    for (size_t s = 0; s < anchors.size(); ++s)
      givers[s + 1] = (s < static_cast<size_t>(neutral)) == (r < static_cast<size_t>(neutral)) &&
                      anchors[s].cells > 0 && part(s) > kGives;
    grow_label(labels, static_cast<uint8_t>(r + 1), givers,
               static_cast<int64_t>(kLeast * anchors[r].cells) - shapes[r].cells);
  }
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
    const double luck = random_normal(substream, plan.anchors[r].id);
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
  RegionDraw drawn = draw_plan_regions(tmpl, seeds, ground, progress);
  stop_if_cancelled(progress);
  plan.code = std::move(drawn.labels);
  plan.anchors = std::move(drawn.anchors);
  order_by_anchors(plan.code, plan.anchors, plan.neutral());
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

namespace {

/// Every label in one piece with smooth borders.
void tidy_labels(Raster<uint8_t>& labels, int count, double smooth_m) {
  connect_labels(labels);
  for (int pass = 0; pass < 2; ++pass) smooth_labels(labels, count, smooth_m);
  connect_labels(labels);
}

/// The same on either side of the border of neutral ground, which stays where it is.
void tidy_apart(Raster<uint8_t>& labels, int neutral, int count, double smooth_m) {
  Raster<uint8_t> unowned = labels, owned = labels;
  for (size_t cell = 0; cell < labels.size(); ++cell) (labels[cell] <= neutral ? owned : unowned)[cell] = 0;
  tidy_labels(unowned, count, smooth_m);
  tidy_labels(owned, count, smooth_m);
  for (size_t cell = 0; cell < labels.size(); ++cell)
    labels[cell] = unowned[cell] != 0 ? unowned[cell] : owned[cell];
}

}  // namespace

RegionDraw draw_plan_regions(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& plan,
                             const Progress& progress) {
  const int neutral = neutral_regions(tmpl), count = region_count(tmpl);
  const double smooth_m = count > kFewOwnRegions
                              ? std::min(kSmoothSigma_m, kSmoothCellsOfMany * plan.grid.cell_m)
                              : kSmoothSigma_m;
  const std::vector<RegionPart> split = split_neutral(tmpl, seeds, plan);
  const std::optional<std::vector<RegionPart>> settled = settle_groups(tmpl, plan, smooth_m, split);
  RegionDraw best;
  double best_share = -1;
  for (int attempt = 0; attempt < kAttempts && best_share <= kSmallestShare; ++attempt) {
    stop_if_cancelled(progress);
    RegionDraw drawn = draw_regions(settled ? *settled : split, seeds, attempt, plan.grid);
    Raster<uint8_t>& labels = drawn.labels;
    drawn.anchors.resize(static_cast<size_t>(count));  // without land there are fewer
    stop_if_cancelled(progress);
    label_rest(labels, plan);
    if (settled)
      tidy_apart(labels, neutral, count, smooth_m);
    else
      tidy_labels(labels, count, smooth_m);
    label_rest(labels, plan);
    feed_starved(drawn.anchors, neutral, labels);
    // Without groups a neutral piece on another headland, severed from its region, went to a controllable one
    // (or the other way round), and smoothing shifts bent borders: the share of the two is settled last.
    settle_shares(tmpl, labels, count, neutral_border_distance(labels, neutral));
    const double share = smallest_share(shapes_of(labels, count), drawn.anchors);
    if (attempt > 0 && share <= best_share + kClearly) continue;
    best_share = share;
    best = std::move(drawn);
  }
  revive_lost_labels(best.labels, count);
  return best;
}

std::vector<uint8_t> order_by_anchors(Raster<uint8_t>& labels, std::vector<RegionAnchor>& anchors,
                                      int neutral) {
  std::vector<size_t> order(anchors.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto further_north = [&](size_t a, size_t b) {
    const double ya = anchors[a].at_m.y, yb = anchors[b].at_m.y;
    return ya != yb ? ya > yb : a < b;
  };
  std::sort(order.begin(), order.begin() + neutral, further_north);
  std::sort(order.begin() + neutral, order.end(), further_north);
  std::vector<uint8_t> code(order.size() + 1, 0);
  std::vector<RegionAnchor> ordered;
  for (size_t i = 0; i < order.size(); ++i) {
    code[order[i] + 1] = static_cast<uint8_t>(i + 1);
    ordered.push_back(anchors[order[i]]);
  }
  for (uint8_t& label : labels.cells) label = code[label];
  anchors = std::move(ordered);
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
  map.anchors = std::move(plan.anchors);
  map.stated_names = std::move(plan.names);
  map.stated_owners = std::move(plan.owners);
  map.stated_mixes = std::move(plan.mixes);
  map.hand = std::move(plan.told);
  return map;
}

}  // namespace fw
