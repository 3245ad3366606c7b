#include "core/ecology/ecology.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/exact/rng.h"
#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/model/world/habitat.h"
#include "core/spawn/habitats.h"

namespace fw {
namespace {

constexpr double kMostOverQuota = 1.25;  ///< shown over the quota, at most
constexpr double kWalkOverRoam = 2.4;
constexpr int kStartYears = 5;  ///< the seed says how many of them go before the start

const PointClass& class_of(const Template& tmpl, const WebClass& c) {
  return tmpl.wildlife[static_cast<size_t>(c.wildlife)];
}

/// Days over which a class's kills are averaged: of its predator's cycle, else of its own.
double memory_d(const FoodWeb& web, size_t cls) {
  for (const WebLink& link : web.links)
    if (link.prey == cls) return web.classes[link.predator].cycle_d;
  return web.classes[cls].cycle_d;
}

std::vector<ShownClass> shown_classes(const Template& tmpl, const World& world, const FoodWeb& web,
                                      std::vector<Habitat>& habitats) {
  const EcologyParams& params = tmpl.ecology;
  const double part_s = tmpl.calendar.day_s / kPartsADay;
  double quotas = 0;
  for (const WebClass& c : web.classes) quotas += c.quota;
  std::vector<ShownClass> out;
  for (size_t i = 0; i < web.classes.size(); ++i) {
    const WebClass& c = web.classes[i];
    const PointClass& cls = class_of(tmpl, c);
    ShownClass shown;
    shown.quota = c.quota, shown.refuge = params.refuge;
    shown.cap = static_cast<int64_t>(std::ceil(kMostOverQuota * c.quota));
    shown.step_m = kWalkOverRoam * cls.life.roam_m / std::sqrt(static_cast<double>(kPartsADay));
    shown.dates = cls.dates;
    shown.respawn_parts = static_cast<int64_t>(std::ceil(habitats[i].respawn_s / part_s));
    shown.kill_cost = web.hunting * c.turnover * c.unit;
    shown.expected_kills = params.players * tmpl.calendar.day_s / params.kill_every_s * c.quota / quotas;
    shown.memory_d = memory_d(web, i);
    shown.substream = derive(world.seeds.place_stream(), "ecology/" + tag_of(habitats[i]));
    shown.area = std::move(habitats[i].area);
    out.push_back(std::move(shown));
  }
  return out;
}

/// A predator whose ground has little of a prey's.
void check_reach(const Stocks& stocks, Findings& findings) {
  for (const WebLink& link : stocks.web.links) {
    const BlockGround& predator = stocks.classes[link.predator].ground;
    const BlockGround& prey = stocks.classes[link.prey].ground;
    std::vector<uint32_t> both;
    std::set_intersection(predator.cells.begin(), predator.cells.end(), prey.cells.begin(), prey.cells.end(),
                          std::back_inserter(both));
    const double least = static_cast<double>(std::min(predator.cells.size(), prey.cells.size()));
    const double common = least > 0 ? static_cast<double>(both.size()) / least : 0;
    if (common >= kLeastCommonGround) continue;
    const WebClass& hunter = stocks.web.classes[link.predator];
    findings.push_back({Severity::warning,
                        "prey_out_of_reach",
                        "wildlife[" + std::to_string(hunter.wildlife) + "].prey",
                        hunter.slug + " and its prey " + stocks.web.classes[link.prey].slug + " share " +
                            rounded_text(100 * common, 2) + " % of their ground, less than " +
                            number_text(100 * kLeastCommonGround) +
                            " %: give them biomes and bands in common, or take the row of prey out",
                        {}});
  }
}

std::vector<Vec2> playing(const Players& players, size_t count) {
  std::vector<Vec2> at;
  for (size_t i = 0; i < std::min(count, players.size()); ++i) at.push_back({players.x_m[i], players.y_m[i]});
  return at;
}

/// Homes of the quarter; read when the fields change.
const std::vector<StockHome>& homes_of(const Ecology& ecology, EcologyState& state) {
  const int64_t part = field_part(state.part());
  if (!state.homes || state.homes_part != part) {
    state.homes =
        std::make_shared<const std::vector<StockHome>>(read_homes(ecology.stocks, ecology.calendar, part));
    state.homes_part = part;
  }
  return *state.homes;
}

/// Weights of the spots by the front field; read when the fields change.
const SpotFronts& fronts_of(const Ecology& ecology, EcologyState& state) {
  const int64_t part = field_part(state.part());
  if (!state.fronts || state.fronts_part != part) {
    state.fronts = std::make_shared<const SpotFronts>(read_fronts(ecology.spots, ecology.calendar, part));
    state.fronts_part = part;
  }
  return *state.fronts;
}

/// Where each class's animals begin among all of them.
struct AllShown {
  Takeables places;
  std::vector<size_t> first;
};
AllShown all_shown(const std::vector<Individuals>& shown) {
  AllShown all;
  for (const Individuals& one : shown) {
    all.first.push_back(all.places.x_m.size());
    all.places.x_m.insert(all.places.x_m.end(), one.x_m.begin(), one.x_m.end());
    all.places.y_m.insert(all.places.y_m.end(), one.y_m.begin(), one.y_m.end());
  }
  return all;
}

/// What the kills of a part cost, in their order; then the killed are taken away.
void apply_kills(const Ecology& ecology, const std::vector<Take>& taken, const AllShown& all, int64_t part,
                 EcologyState& state, std::vector<AnimalRow>& rows) {
  std::vector<std::vector<size_t>> killed(state.shown.size());
  for (const Take& take : taken) {
    if (take.want != Want::kill) continue;
    const size_t c = static_cast<size_t>(
        std::upper_bound(all.first.begin(), all.first.end(), size_t{take.thing}) - all.first.begin() - 1);
    killed[c].push_back(take.thing - all.first[c]);
  }
  for (size_t c = 0; c < killed.size(); ++c) {
    const ShownClass& cls = ecology.shown[c];
    Individuals& shown = state.shown[c];
    for (const size_t animal : killed[c]) {
      const double heads = kill_cost(cls, ecology.params.give, state.stocks.total(c), shown.kills_a_day);
      const uint32_t block = ecology.stocks.classes[c].ground.block[shown.place[animal]];
      rows[c].flow.hunted +=
          take_heads(ecology.stocks.classes[c], ecology.blocks.grid, block, heads, state.stocks.heads[c]);
    }
    rows[c].kills += static_cast<int64_t>(killed[c].size());
    count_kills(cls, static_cast<int64_t>(killed[c].size()), shown);
    std::sort(killed[c].rbegin(), killed[c].rend());
    for (const size_t animal : killed[c]) remove_killed(cls, part, animal, shown);
  }
}

/// The share of a class's ground in a block that a mask of cells holds; of what it only crosses: by the
/// block's centre.
double share_inside(const Ecology& ecology, const BlockGround& ground, size_t place, const Mask& inside) {
  const uint32_t first = ground.first[place], end = ground.first[place + 1];
  if (first == end) {
    const uint32_t block = ground.block[place];
    return inside[inside.grid.cell_at({ecology.blocks.centre_x_m[block], ecology.blocks.centre_y_m[block]})];
  }
  uint32_t hit = 0;
  for (uint32_t k = first; k < end; ++k) hit += inside[ground.cells[k]] != 0 ? 1u : 0u;
  return static_cast<double>(hit) / (end - first);
}

/// Takes the nodes that players took, in their order.
void apply_harvests(const Ecology& ecology, const std::vector<Take>& taken, const Nodes& nodes, int64_t part,
                    EcologyState& state, std::vector<NodeRow>& rows) {
  for (const Take& take : taken)
    if (take.want == Want::harvest && harvest(ecology.spots, state.spots, nodes.refs[take.thing], part))
      ++rows[nodes.refs[take.thing].cls].harvested;
}

void add_nodes(const std::vector<SpotStep>& steps, std::vector<NodeRow>& rows) {
  for (size_t c = 0; c < rows.size(); ++c) {
    NodeRow& row = rows[c];
    const SpotStep& step = steps[c];
    row.target += step.target, row.standing += step.standing;
    row.opened += step.opened, row.closed += step.closed;
    row.rest_short += static_cast<double>(step.rest_short);
    row.player_short += static_cast<double>(step.player_short);
    row.over_cap += step.over_cap ? 1 : 0;
  }
}

/// Sums over the parts of a quarter become means.
void end_nodes(std::vector<NodeRow>& rows) {
  for (NodeRow& row : rows)
    for (double* sum : {&row.target, &row.standing, &row.rest_short, &row.player_short})
      *sum /= kPartsAQuarter;
}

}  // namespace

void step_part(const Ecology& ecology, EcologyState& state, int64_t part, double players, EcologyStep& out) {
  const auto count = static_cast<size_t>(std::floor(players + 0.5));
  const AllShown all = all_shown(state.shown);
  Nodes nodes;
  if (count > 0) nodes = standing_nodes(ecology.spots, state.spots);
  PlayerStep step;
  if (count > 0) step = step_players(ecology.players, count, part, {all.places, nodes.places}, state.players);
  for (size_t w = 0; w < kWants; ++w) out.asked[w] += step.asked[w], out.unmet[w] += step.unmet[w];
  apply_kills(ecology, step.taken, all, part, state, out.animals);
  apply_harvests(ecology, step.taken, nodes, part, state, out.nodes);
  const std::vector<Vec2> players_m = playing(state.players, count);
  const Watchers watchers = make_watchers(players_m, ecology.players.side_m, kSightOfPlayer_m);
  add_nodes(step_spots(ecology.spots, ecology.calendar, *state.fronts, players_m, part, state.spots),
            out.nodes);
  parallel_for(state.shown.size(), 1, [&](size_t begin, size_t end) {
    for (size_t c = begin; c < end; ++c)
      step_shown(ecology.shown[c], ecology.stocks.classes[c].ground, ecology.blocks.grid,
                 state.stocks.heads[c], ecology.calendar, part, watchers, state.shown[c]);
  });
  for (size_t c = 0; c < state.shown.size(); ++c)
    out.animals[c].shown += static_cast<double>(state.shown[c].size()) / kPartsAQuarter;
}

bool has_stocks(const Template& tmpl) {
  const EcologyParams none;
  const EcologyParams& e = tmpl.ecology;
  if (e.players != none.players || e.kill_every_s != none.kill_every_s ||
      e.hunting_share != none.hunting_share || e.refuge != none.refuge || e.extinct != none.extinct ||
      e.reseed_d != none.reseed_d || e.winter != none.winter)
    return true;
  const ClassLife life;
  for (const PointClass& cls : tmpl.wildlife)
    if (!cls.life.prey.empty() || cls.life.swing != life.swing || cls.life.cycle_d != life.cycle_d ||
        cls.life.roam_m != life.roam_m)
      return true;
  return false;
}

bool has_ecology(const Template& tmpl) {
  const EcologyParams none;
  if (has_stocks(tmpl) || tmpl.ecology.harvest_every_s != none.harvest_every_s ||
      tmpl.ecology.soil_d != none.soil_d)
    return true;
  return std::any_of(tmpl.resources.begin(), tmpl.resources.end(),
                     [](const PointClass& cls) { return cls.renewal.how == Renewal::moving; });
}

EcologyPtr bind_ecology(const Template& tmpl, const World& world, const Progress& progress) {
  auto out = std::make_shared<Ecology>();
  out->calendar = tmpl.calendar, out->params = tmpl.ecology, out->grid = world.grid;
  out->blocks = make_blocks(tmpl.frame, world);
  std::vector<Habitat> habitats = world_habitats(tmpl, world, Category::wildlife);
  std::vector<int> wildlife;
  std::vector<double> quotas;
  for (const Habitat& habitat : habitats)
    for (size_t i = 0; i < tmpl.wildlife.size(); ++i)
      if (tmpl.wildlife[i].slug == habitat.slug) {
        wildlife.push_back(static_cast<int>(i)), quotas.push_back(habitat.target);
      }
  FoodWeb web = make_food_web(tmpl, wildlife, quotas);
  std::vector<BlockGround> grounds(habitats.size());
  std::optional<FoodWeb> calibrated;
  Findings found;
  parallel_invoke({[&] {
                     parallel_for(grounds.size(), 1, [&](size_t begin, size_t end) {
                       for (size_t i = begin; i < end; ++i)
                         grounds[i] = block_ground(tmpl, world, out->blocks, class_of(tmpl, web.classes[i]),
                                                   habitats[i].area);
                     });
                   },
                   [&] {
                     calibrated = web;
                     calibrate(*calibrated, tmpl.calendar, static_cast<int>(world.seeds.place % kStartYears),
                               found, progress);
                   }});
  if (progress.cancelled()) return nullptr;
  out->shown = shown_classes(tmpl, world, *calibrated, habitats);
  out->stocks = make_stocks(tmpl, out->blocks, std::move(*calibrated), std::move(grounds), world.seeds);
  out->spots = bind_spots(tmpl, world, out->blocks);
  out->players = make_players(tmpl, world, out->blocks);
  out->findings = std::move(found);
  check_reach(out->stocks, out->findings);
  if (progress.cancelled()) return nullptr;
  return out;
}

FoodWeb template_web(const Template& tmpl, Findings& findings) {
  std::vector<int> wildlife;
  std::vector<double> quotas;
  for (size_t i = 0; i < tmpl.wildlife.size(); ++i)
    if (tmpl.wildlife[i].quota > 0)
      wildlife.push_back(static_cast<int>(i)), quotas.push_back(tmpl.wildlife[i].quota);
  FoodWeb web = make_food_web(tmpl, wildlife, quotas);
  calibrate(web, tmpl.calendar, 0, findings);
  return web;
}

EcologyState start_ecology(const Ecology& ecology) {
  EcologyState state;
  state.stocks = start_stocks(ecology.stocks, homes_of(ecology, state));
  state.shown.resize(ecology.shown.size());
  state.spots = start_spots(ecology.spots);
  const Watchers nobody = make_watchers({}, ecology.players.side_m, kSightOfPlayer_m);
  for (size_t c = 0; c < state.shown.size(); ++c) {
    state.shown[c].kills_a_day = ecology.shown[c].expected_kills;
    step_shown(ecology.shown[c], ecology.stocks.classes[c].ground, ecology.blocks.grid, state.stocks.heads[c],
               ecology.calendar, 0, nobody, state.shown[c]);
  }
  for (std::vector<double>& found : state.players.found) found.assign(ecology.blocks.size(), 0);
  return state;
}

EcologyStep begin_quarter(const Ecology& ecology, EcologyState& state) {
  EcologyStep out;
  out.animals.resize(state.shown.size());
  out.nodes.resize(state.spots.size());
  fronts_of(ecology, state);
  const std::vector<StockHome>& homes = homes_of(ecology, state);
  const std::vector<StockFlow> flows = step_stocks(ecology.stocks, homes, state.quarter, state.stocks);
  const int64_t end = state.part() + kPartsAQuarter;
  for (size_t c = 0; c < flows.size(); ++c) {
    out.animals[c].flow = flows[c];
    const auto cls = static_cast<uint32_t>(c);
    if (flows[c].extinct) out.events.push_back({EcologyEventKind::extinct, end, cls, 0});
    if (flows[c].reseeded) out.events.push_back({EcologyEventKind::reseed, end, cls, flows[c].seeded});
  }
  return out;
}

void end_quarter(EcologyState& state, EcologyStep& out) {
  end_nodes(out.nodes);
  for (size_t c = 0; c < out.animals.size(); ++c) out.animals[c].stock = state.stocks.total(c);
  ++state.quarter;
}

EcologyStep step_ecology(const Ecology& ecology, EcologyState& state, double players) {
  EcologyStep out = begin_quarter(ecology, state);
  const int64_t begin = state.part();
  for (int64_t part = begin; part < begin + kPartsAQuarter; ++part)
    step_part(ecology, state, part, players, out);
  end_quarter(state, out);
  return out;
}

std::vector<double> wipe_animals(const Ecology& ecology, EcologyState& state, const Mask& inside,
                                 double share, std::span<const uint32_t> classes) {
  std::vector<double> lost(state.shown.size());
  for (const uint32_t c : classes) {
    const BlockGround& ground = ecology.stocks.classes[c].ground;
    for (size_t p = 0; p < ground.size(); ++p) {
      const double part = share * share_inside(ecology, ground, p, inside);
      double& heads = state.stocks.heads[c][p];
      lost[c] += part * heads, heads -= part * heads;
    }
    Individuals& shown = state.shown[c];
    const uint64_t stream =
        random_bits(derive(ecology.shown[c].substream, "wipe"), static_cast<uint64_t>(state.part()));
    for (size_t k = shown.size(); k-- > 0;)
      if (inside[inside.grid.cell_at({shown.x_m[k], shown.y_m[k]})] != 0 &&
          random_uniform(stream, shown.serial[k]) < share)
        remove_killed(ecology.shown[c], state.part(), k, shown);
  }
  return lost;
}

std::vector<double> density_by_block(const Ecology& ecology, const EcologyState& state, size_t cls) {
  std::vector<double> density(ecology.blocks.size());
  const BlockGround& ground = ecology.stocks.classes[cls].ground;
  for (size_t p = 0; p < ground.size(); ++p)
    density[ground.block[p]] = state.stocks.heads[cls][p] / ecology.stocks.web.classes[cls].quota;
  return density;
}

}  // namespace fw
