#include "core/world/regions/regions.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/exact/rng.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/model/template/frontier.h"
#include "core/world/land/island_outline.h"
#include "core/world/plan/cancel.h"
#include "core/world/regions/frontier.h"
#include "core/world/regions/hand_owners.h"
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

/// The regions of the template without the designer's rows, and the draw that they come from.
struct NaturalRegions {
  RegionPlan plan;
  PlanDraw draw;
  std::vector<uint8_t> code_of;  ///< by the draw's label
};

NaturalRegions natural_regions(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& ground,
                               const Progress& progress) {
  NaturalRegions out;
  out.draw = draw_plan_regions(tmpl, seeds, ground, progress);
  stop_if_cancelled(progress);
  out.plan.counted = tmpl;
  out.plan.code = out.draw.drawn.labels;
  out.plan.anchors = out.draw.drawn.anchors;
  out.code_of = order_by_anchors(out.plan.code, out.plan.anchors, out.plan.neutral());
  return out;
}

RegionOwners owners_of(const RegionPlan& plan) {
  return {plan.counted.vocabulary, plan.owner, plan.neutral()};
}

/// The owners' cells on the plan become exact; the cells that the hand decides stay.
void settle_plan(const Raster<uint8_t>& ground, const OwnerPaint* paint, RegionPlan& plan) {
  const RegionOwners of = owners_of(plan);
  FrontierBounds bounds{{}, region_cores(of, plan.code)};
  if (plan.held.size() != 0 || paint != nullptr) bounds.stated = Raster<uint8_t>(plan.code.grid);
  for (size_t cell = 0; cell < bounds.stated.size(); ++cell) {
    if (plan.held.size() != 0 && plan.held[cell] != 0 && plan.code[cell] != 0)
      bounds.stated[cell] = static_cast<uint8_t>(plan.owner[plan.code[cell] - 1u] + 1);
    if (paint != nullptr && paint->core[cell] != 0 && (plan.exact.size() == 0 || plan.exact[cell] == 0))
      bounds.stated[cell] = paint->core[cell];
  }
  settle_frontier(of, ground, owners_distances(of, plan.code), bounds, plan.code);
}

/// Owners hold their shares: each one's regions grow or shrink alike, then cells at the frontier change
/// hands.
void meet_shares(const Template& tmpl, const Raster<uint8_t>& ground, const NaturalRegions& natural,
                 RegionPlan& plan) {
  constexpr int kRounds = 3;  // regions that come to lie apart from their owner's others change hands
  const std::vector<int> piece = pieces_of_regions(natural.plan, ground);
  std::vector<double> by_label(natural.plan.anchors.size());
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> cells;
    for (const RegionAnchor& anchor : natural.plan.anchors) cells.push_back(anchor.cells);
    cells = areas_for_shares(owners_of(plan), cells, piece);
    for (size_t label = 1; label <= cells.size(); ++label)
      by_label[label - 1] = cells[natural.code_of[label] - 1u];
    PlanDraw draw = natural.draw;
    change_plan_areas(tmpl, ground, by_label, draw);
    plan.code = std::move(draw.drawn.labels);
    for (uint8_t& label : plan.code.cells) label = natural.code_of[label];
    for (size_t label = 1; label <= cells.size(); ++label)
      plan.anchors[natural.code_of[label] - 1u].cells = draw.drawn.anchors[label - 1].cells;
    if (!join_severed(plan.code, plan.neutral(), plan.owner)) break;
  }
  settle_plan(ground, nullptr, plan);
}

/// Painted cells go to the nearest region of their faction; whether one did.
bool place_paint(const OwnerPaint& paint, RegionPlan& plan) {
  const RegionOwners of = owners_of(plan);
  if (!give_to_owners(of, paint.want, plan.exact, plan.code)) return false;
  std::vector<uint8_t> exact(256, 0);
  Mask held = plan.held.size() != 0 ? plan.held : Mask(plan.code.grid);
  for (size_t cell = 0; cell < held.size(); ++cell) {
    if (plan.exact.size() != 0 && plan.exact[cell] != 0) exact[plan.code[cell]] = 1;
    if (paint.core[cell] != 0) held[cell] = 1;
  }
  join_cut_off(held, exact, plan.code);
  revive_lost_labels(plan.code, plan.count());
  settle_shares(plan.counted, plan.code, plan.count(), neutral_border_distance(plan.code, plan.neutral()),
                held);
  return true;
}

std::vector<size_t> search_owners(const RegionPlan& plan, const OwnerProblem& problem, const Template& tmpl) {
  return with_neutral_owners(plan, tmpl,
                             problem.free.empty() ? std::vector<size_t>{} : natural_owners(problem));
}

}  // namespace

RegionPlan plan_regions(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& ground,
                        const OwnerPaint* paint, const Progress& progress) {
  if (region_count(tmpl) == 0) return {.code = Raster<uint8_t>(ground.grid), .counted = tmpl};
  const SeedBundle drawn_by = seeds.of(SeedPart::regions), owned_by = seeds.of(SeedPart::owners);
  const NaturalRegions natural = natural_regions(tmpl, drawn_by, ground, progress);
  RegionPlan plan = natural.plan;
  const bool by_hand = !tmpl.hand.regions.empty();
  const bool one_frontier = has_one_frontier(tmpl);
  if (!one_frontier) {
    if (by_hand) adapt_regions(tmpl, drawn_by, ground, progress, plan);
    const OwnerProblem problem = pose_owners(plan, ground, tmpl, owned_by);
    plan.owner = search_owners(plan, problem, tmpl);
    if (by_hand) plan.owner = hold_owners(problem, plan.owners, std::move(plan.owner));
    return plan;
  }
  const OwnerProblem problem = pose_owners(plan, ground, tmpl, owned_by);
  plan.owner = search_owners(plan, problem, tmpl);
  std::vector<double> cells;
  for (const RegionAnchor& anchor : plan.anchors) cells.push_back(anchor.cells);
  plan.owner = roomy_owners(problem, owners_of(plan), cells);
  meet_shares(tmpl, ground, natural, plan);
  stop_if_cancelled(progress);
  if (!by_hand && paint == nullptr) return plan;
  const std::vector<size_t> natural_owner = plan.owner;
  if (by_hand) adapt_regions(tmpl, drawn_by, ground, progress, plan);
  if (plan.redrawn) {
    const OwnerProblem anew = pose_owners(plan, ground, tmpl, owned_by);
    plan.owner = hold_owners(anew, plan.owners, search_owners(plan, anew, tmpl));
  } else if (by_hand) {
    plan.owner = hold_owners(problem, plan.owners, natural_owner);
  }
  const bool given_away = !plan.redrawn && plan.owner != natural_owner;
  const bool placed = std::ranges::any_of(plan.held.cells, [](uint8_t held) { return held != 0; });
  bool settled = plan.natural;
  if (given_away && placed)
    settled = false;  // regions with cells of their own keep their shape
  else if (given_away)
    meet_shares(tmpl, ground, natural, plan);
  if (paint != nullptr && place_paint(*paint, plan)) settled = false;
  if (!settled) settle_plan(ground, paint, plan);
  plan.natural = plan.natural && settled && !given_away;
  return plan;
}

namespace {

/// The held cells of the plan on another grid.
Mask resample_held(const Mask& held, const GridSpec& grid) {
  return held.size() == 0 ? held : resample_nearest(held, grid);
}

}  // namespace

int RegionPlan::neutral() const {
  return neutral_regions(counted);
}
int RegionPlan::count() const {
  return region_count(counted);
}

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

namespace {

double smoothing_m(const Template& tmpl, const GridSpec& plan) {
  return region_count(tmpl) > kFewOwnRegions ? std::min(kSmoothSigma_m, kSmoothCellsOfMany * plan.cell_m)
                                             : kSmoothSigma_m;
}

/// Every region in one piece with smooth borders, none starved, and the neutral ones with their share.
void clean_draw(const Template& tmpl, const Raster<uint8_t>& plan, bool apart, RegionDraw& drawn) {
  const int neutral = neutral_regions(tmpl), count = region_count(tmpl);
  const double smooth_m = smoothing_m(tmpl, plan.grid);
  Raster<uint8_t>& labels = drawn.labels;
  label_rest(labels, plan);
  if (apart)
    tidy_apart(labels, neutral, count, smooth_m);
  else
    tidy_labels(labels, count, smooth_m);
  label_rest(labels, plan);
  feed_starved(drawn.anchors, neutral, labels);
  // Without groups a neutral piece on another headland, severed from its region, went to a controllable one
  // (or the other way round), and smoothing shifts bent borders: the share of the two is settled last.
  settle_shares(tmpl, labels, count, neutral_border_distance(labels, neutral));
}

}  // namespace

PlanDraw draw_plan_regions(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& plan,
                           const Progress& progress) {
  const int count = region_count(tmpl);
  PlanDraw out;
  out.parts = split_neutral(tmpl, seeds, plan);
  if (std::optional<std::vector<RegionPart>> settled =
          settle_groups(tmpl, plan, smoothing_m(tmpl, plan.grid), out.parts)) {
    out.parts = std::move(*settled);
    out.apart = true;
  }
  double best_share = -1;
  for (int attempt = 0; attempt < kAttempts && best_share <= kSmallestShare; ++attempt) {
    stop_if_cancelled(progress);
    RegionDraw drawn = draw_regions(out.parts, seeds, attempt, plan.grid);
    drawn.anchors.resize(static_cast<size_t>(count));  // without land there are fewer
    stop_if_cancelled(progress);
    clean_draw(tmpl, plan, out.apart, drawn);
    const double share = smallest_share(shapes_of(drawn.labels, count), drawn.anchors);
    if (attempt > 0 && share <= best_share + kClearly) continue;
    best_share = share;
    out.drawn = std::move(drawn);
  }
  revive_lost_labels(out.drawn.labels, count);
  return out;
}

void change_plan_areas(const Template& tmpl, const Raster<uint8_t>& plan, const std::vector<double>& cells,
                       PlanDraw& draw) {
  change_areas(draw.parts, cells, plan.grid, draw.drawn);
  clean_draw(tmpl, plan, draw.apart, draw.drawn);
  revive_lost_labels(draw.drawn.labels, region_count(tmpl));
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

namespace {

/// The plan's regions on another grid.
Raster<uint8_t> codes_on_raster(const RegionPlan& plan, const Shores& shores, const Raster<uint8_t>& painted,
                                bool one_frontier) {
  const GridSpec& grid = shores.main.grid;
  const int count = plan.count();
  Raster<uint8_t> code = rasterise_labels(plan.code, count, shores.main);
  if (!plan.natural) adopt_rest(plan.code, shores.main, code);
  Mask held = plan.natural ? Mask() : resample_held(plan.held, grid);
  Raster<uint8_t> stated;
  const RegionOwners of = owners_of(plan);
  if (one_frontier && painted.size() != 0 &&
      give_to_owners(of, painted, resample_held(plan.exact, grid), code)) {
    stated = painted;
    if (held.size() == 0) held = Mask(grid);
    for (size_t cell = 0; cell < held.size(); ++cell)
      if (painted[cell] != 0) held[cell] = 1;
  }
  settle_shares(plan.counted, code, count, neutral_border_distance(plan.code, plan.neutral()), held);
  if (one_frontier) {
    if (held.size() != 0 && stated.size() == 0) stated = Raster<uint8_t>(grid);
    for (size_t cell = 0; cell < stated.size(); ++cell)
      if (held[cell] != 0 && code[cell] != 0)
        stated[cell] = static_cast<uint8_t>(plan.owner[code[cell] - 1u] + 1);
    bridge_severed(of, plan.code, held, code);
    const Raster<uint8_t>& ground = shores.piece.size() == code.size() ? shores.piece : shores.main;
    settle_frontier(of, ground, owners_distances(of, plan.code),
                    {std::move(stated), region_cores(of, plan.code)}, code);
  }
  revive_lost_labels(code, count);
  return code;
}

}  // namespace

RegionMap make_regions(const Template& tmpl, const SeedBundle& seeds, const Shores& shores,
                       const RegionPlan& plan, const Raster<uint8_t>& painted) {
  RegionMap map;
  map.code = Raster<uint8_t>(shores.main.grid);
  if (region_count(tmpl) == 0) return map;

  const int count = plan.count();
  if (shores.main.grid == shores.plan.grid &&
      (shores.main.cells == shores.plan.cells || shores.piece.cells == shores.plan.cells))
    map.code = plan.code;
  else
    map.code = codes_on_raster(plan, shores, painted, has_one_frontier(tmpl));
  map.plan_code = plan.code;

  const std::vector<RegionShape> shapes = shapes_of(map.code, count);
  for (size_t r = 0; r < shapes.size(); ++r) {
    Region region;
    region.neutral = static_cast<int>(r) < plan.neutral();
    region.owner = static_cast<Faction>(plan.owner[r]);
    region.area_m2 = static_cast<double>(shapes[r].cells) * map.code.grid.cell_area_m2();
    region.centre_m = {shapes[r].x, shapes[r].y};
    map.regions.push_back(std::move(region));
  }
  set_pieces(map.regions, map.code, shores.piece);
  set_tiers(map.regions, tier_keys(plan.counted, map.plan_code, shapes_of(map.plan_code, count)), plan,
            derive(seeds.of(SeedPart::danger).layout_stream(), "tier"));
  map.anchors = plan.anchors;
  map.stated_names = plan.names;
  map.stated_mixes = plan.mixes;
  map.hand = plan.told;
  return map;
}

RegionMap make_regions(const Template& tmpl, const SeedBundle& seeds, const Shores& shores,
                       const Progress& progress) {
  return make_regions(tmpl, seeds, shores, plan_regions(tmpl, seeds, shores.plan, nullptr, progress), {});
}

}  // namespace fw
