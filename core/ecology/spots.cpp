#include "core/ecology/spots.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "core/base/exact/exact_batch.h"
#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"

namespace fw {
namespace {

constexpr double kMostWear = 0.5;    ///< of the soil that one harvest takes
constexpr double kBiasADay = 0.25;   ///< of what was missing in the mean goes into the bias in a day
constexpr double kLeastPull = 1e-9;  ///< a spot of bare ground opens when nothing else is free
constexpr double kCapOverTarget = 1.25;

std::string tag_of(const SpotClass& cls) {
  return "resource." + cls.slug;
}

/// Nodes that a class is to have: of every row of its ledger, less what bans took off for good.
int64_t asked_nodes(const World& world, int class_index) {
  int64_t nodes = 0;
  for (const QuotaLedger& row : world.ledger)
    if (row.class_index == class_index) nodes += row.quota - row.banned;
  return nodes;
}

/// Spots of the world: points, then spare spots; `stays` says which never move.
void add_places(const World& world, const PointClass& row, SpotClass& cls) {
  const bool moves = row.renewal.how == Renewal::moving;
  for (const Point& point : world.points.points) {
    if (point.class_index != cls.class_index) continue;
    cls.at_m.push_back(point.position_m);
    cls.stays.push_back(!moves || !point.hand.empty() ? 1 : 0);
  }
  cls.own = cls.at_m.size();
  for (const SpareSpots& spare : world.spare_spots) {
    if (!moves || spare.class_index != cls.class_index) continue;
    cls.at_m.insert(cls.at_m.end(), spare.spots_m.begin(), spare.spots_m.end());
    cls.stays.resize(cls.at_m.size(), 0);
  }
}

/// Spots by block, blocks in the order of their first spot.
void add_plots(const Blocks& blocks, SpotClass& cls) {
  constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> plot_of(blocks.size(), kNone);
  for (const Vec2 at : cls.at_m) {
    const uint32_t block = blocks.at(at);
    if (plot_of[block] == kNone) {
      plot_of[block] = static_cast<uint32_t>(cls.block.size());
      cls.block.push_back(block);
      cls.plot_spots.push_back(0);
    }
    cls.plot.push_back(plot_of[block]);
    ++cls.plot_spots[plot_of[block]];
  }
}

/// Harvests of one class a day at the design load, which is dealt by quotas.
double expected_harvests(const Template& tmpl, double quota, double all_quotas) {
  const EcologyParams& params = tmpl.ecology;
  return params.players * tmpl.calendar.day_s / params.harvest_every_s * quota / all_quotas;
}

bool beside_player(std::span<const Vec2> players_m, Vec2 at) {
  return std::any_of(players_m.begin(), players_m.end(), [at](Vec2 player) {
    return squared_distance(player, at) < kSightOfPlayer_m * kSightOfPlayer_m;
  });
}

/// A closed spot that may open: the least key first, ties by number.
struct Candidate {
  double key;
  uint32_t spot;
  bool operator>(const Candidate& other) const {
    return key != other.key ? key > other.key : spot > other.spot;
  }
};

/// By spot and use.
double clock_of(const SpotClass& cls, uint32_t uses, size_t spot) {
  return -exact::log(random_uniform(cls.substream, (uint64_t{uses} << 32) | spot));
}

/// Closes an open spot until a part.
void close_until(const SpotClass& cls, SpotState& state, size_t spot, int64_t rested) {
  state.open[spot] = 0;
  state.rested[spot] = rested;
  ++state.uses[spot];
  state.clock[spot] = clock_of(cls, state.uses[spot], spot);
  --state.standing;
}

/// One class in one part of the day.
struct ClassStep {
  const SpotClass& cls;
  const std::vector<double>& front;
  std::span<const Vec2> players_m;
  int64_t part;
  SpotState& state;
  SpotStep& out;

  void run(double target) {
    out.target = target;
    out.standing = 0.5 * static_cast<double>(state.standing_after + state.standing);
    for (double& soil : state.soil) soil += (1 - soil) * cls.recovery;
    open_those_that_stay();
    const double lack = target + state.bias - static_cast<double>(state.standing);
    state.bias = std::clamp(state.bias + kBiasADay * (target - out.standing) / kPartsADay, -0.05 * target - 1,
                            0.5 * target + 1);
    const int64_t cap = spot_cap(target);
    const int64_t room = cap - state.standing;
    const auto wanted = std::min(static_cast<int64_t>(std::floor(lack)), room);
    if (wanted > 0) open(wanted);
    if (state.standing > cap) close(state.standing - cap);
    state.standing_after = state.standing;
    out.over_cap = state.standing - staying() > cap;
  }

  /// Nodes whose places are fixed: the quota of the moment does not close them.
  int64_t staying() const {
    int64_t count = 0;
    for (size_t spot = 0; spot < cls.size(); ++spot)
      count += cls.stays[spot] != 0 && state.open[spot] != 0 ? 1 : 0;
    return count;
  }
  bool may_open(size_t spot) const { return state.open[spot] == 0 && state.rested[spot] <= part; }
  void open_spot(size_t spot) {
    state.open[spot] = 1;
    ++state.standing;
    ++out.opened;
  }
  /// They are no player's surprise: they always come at their places.
  void open_those_that_stay() {
    for (size_t spot = 0; spot < cls.size(); ++spot)
      if (cls.stays[spot] != 0 && may_open(spot)) open_spot(spot);
  }
  void open(int64_t wanted) {
    std::vector<Candidate> free;
    for (size_t spot = 0; spot < cls.size(); ++spot) {
      if (cls.stays[spot] != 0 || !may_open(spot)) continue;
      const double soil = state.soil[cls.plot[spot]];
      free.push_back(
          {state.clock[spot] / (soil * soil * front[spot] + kLeastPull), static_cast<uint32_t>(spot)});
    }
    const auto later = std::greater<Candidate>();
    std::make_heap(free.begin(), free.end(), later);
    int64_t near = 0;
    while (wanted > 0 && !free.empty()) {
      std::pop_heap(free.begin(), free.end(), later);
      const uint32_t spot = free.back().spot;
      free.pop_back();
      if (beside_player(players_m, cls.at_m[spot])) {
        ++near;
        continue;
      }
      open_spot(spot);
      --wanted;
    }
    out.player_short = std::min(wanted, near);
    out.rest_short = wanted - out.player_short;
  }
  /// The quota fell: nodes that would open last go, out of sight, and their spots may open again at once.
  void close(int64_t surplus) {
    std::vector<Candidate> standing;
    for (size_t spot = 0; spot < cls.size(); ++spot) {
      if (state.open[spot] == 0 || cls.stays[spot] != 0) continue;
      const double soil = state.soil[cls.plot[spot]];
      standing.push_back(
          {-state.clock[spot] / (soil * soil * front[spot] + kLeastPull), static_cast<uint32_t>(spot)});
    }
    const auto later = std::greater<Candidate>();
    std::make_heap(standing.begin(), standing.end(), later);
    while (surplus > 0 && !standing.empty()) {
      std::pop_heap(standing.begin(), standing.end(), later);
      const uint32_t spot = standing.back().spot;
      standing.pop_back();
      if (beside_player(players_m, cls.at_m[spot])) continue;
      close_until(cls, state, spot, part);
      ++out.closed;
      --surplus;
    }
  }
};

}  // namespace

Spots bind_spots(const Template& tmpl, const World& world, const Blocks& blocks) {
  Spots spots;
  double all_quotas = 0;
  for (size_t c = 0; c < world.points.classes.size(); ++c) {
    const PointClassInfo& info = world.points.classes[c];
    if (info.category != Category::resource) continue;
    const auto row = std::find_if(tmpl.resources.begin(), tmpl.resources.end(),
                                  [&info](const PointClass& cls) { return cls.slug == info.slug; });
    SpotClass cls;
    cls.class_index = static_cast<int>(c);
    cls.slug = info.slug;
    cls.quota = asked_nodes(world, cls.class_index);
    all_quotas += static_cast<double>(cls.quota);
    if (row == tmpl.resources.end() || cls.quota <= 0) continue;
    cls.dates = row->dates;
    cls.rest_parts = std::max<int64_t>(
        1, static_cast<int64_t>(std::ceil(row->renewal.rest_s / tmpl.calendar.day_s * kPartsADay - 1e-9)));
    cls.recovery = std::min(1.0, 1 / (tmpl.ecology.soil_d * kPartsADay));
    cls.front = tmpl.ecology.front;
    add_places(world, *row, cls);
    add_plots(blocks, cls);
    for (const Vec2 at : cls.at_m) cls.x_m.push_back(at.x), cls.y_m.push_back(at.y);
    cls.substream = derive(world.seeds.place_stream(), "ecology/spots/" + tag_of(cls));
    cls.front_field = front_field(tmpl.calendar, world.seeds, tag_of(cls));
    spots.classes.push_back(std::move(cls));
  }
  for (SpotClass& cls : spots.classes) {
    const double expected = expected_harvests(tmpl, static_cast<double>(cls.quota), all_quotas);
    cls.wear = expected > 0
                   ? tmpl.ecology.wear * static_cast<double>(cls.size()) / (tmpl.ecology.soil_d * expected)
                   : std::numeric_limits<double>::infinity();
  }
  return spots;
}

std::vector<SpotState> start_spots(const Spots& spots) {
  std::vector<SpotState> states;
  for (const SpotClass& cls : spots.classes) {
    SpotState state;
    state.open.assign(cls.size(), 0);
    state.rested.assign(cls.size(), 0);
    state.uses.assign(cls.size(), 0);
    state.soil.assign(cls.block.size(), 1);
    std::fill_n(state.open.begin(), cls.own, uint8_t{1});
    state.standing = state.standing_after = static_cast<int64_t>(cls.own);
    states.push_back(std::move(state));
  }
  restore_spots(spots, states);
  return states;
}

void restore_spots(const Spots& spots, std::vector<SpotState>& states) {
  for (size_t c = 0; c < spots.classes.size(); ++c) {
    SpotState& state = states[c];
    state.clock.resize(spots.classes[c].size());
    for (size_t spot = 0; spot < state.clock.size(); ++spot)
      state.clock[spot] = clock_of(spots.classes[c], state.uses[spot], spot);
  }
}

SpotFronts read_fronts(const Spots& spots, const Calendar& calendar, int64_t part) {
  SpotFronts fronts(spots.classes.size());
  std::vector<float> n;
  for (size_t c = 0; c < fronts.size(); ++c) {
    const SpotClass& cls = spots.classes[c];
    n.resize(cls.size());
    read_year_field(cls.front_field, calendar, part, cls.x_m, cls.y_m, n);
    std::vector<double> exponent(n.size());
    for (size_t i = 0; i < n.size(); ++i) exponent[i] = cls.front * static_cast<double>(n[i]);
    fronts[c].resize(n.size());
    exact::exp(exponent, fronts[c]);
  }
  return fronts;
}

int64_t spot_cap(double target) {
  return static_cast<int64_t>(std::ceil(kCapOverTarget * target));
}

double quota_at(const SpotClass& cls, const Calendar& calendar, int64_t part) {
  return static_cast<double>(cls.quota) * quota_factor(calendar, cls.dates, date_of_part(calendar, part));
}

std::vector<SpotStep> step_spots(const Spots& spots, const Calendar& calendar, const SpotFronts& fronts,
                                 std::span<const Vec2> players_m, int64_t part,
                                 std::vector<SpotState>& state) {
  std::vector<SpotStep> out(spots.classes.size());
  parallel_for(spots.classes.size(), 1, [&](size_t begin, size_t end) {
    for (size_t c = begin; c < end; ++c)
      ClassStep{spots.classes[c], fronts[c], players_m, part, state[c], out[c]}.run(
          quota_at(spots.classes[c], calendar, part));
  });
  return out;
}

Nodes standing_nodes(const Spots& spots, const std::vector<SpotState>& state) {
  Nodes nodes;
  for (uint32_t c = 0; c < spots.classes.size(); ++c)
    for (uint32_t s = 0; s < spots.classes[c].size(); ++s) {
      if (state[c].open[s] == 0) continue;
      nodes.refs.push_back({c, s});
      nodes.places.x_m.push_back(spots.classes[c].at_m[s].x);
      nodes.places.y_m.push_back(spots.classes[c].at_m[s].y);
    }
  return nodes;
}

bool harvest(const Spots& spots, std::vector<SpotState>& states, SpotRef node, int64_t part) {
  const SpotClass& cls = spots.classes[node.cls];
  SpotState& state = states[node.cls];
  if (state.open[node.spot] == 0) return false;
  close_until(cls, state, node.spot, part + cls.rest_parts);
  const uint32_t plot = cls.plot[node.spot];
  state.soil[plot] *= 1 - std::min(kMostWear, cls.wear / cls.plot_spots[plot]);
  return true;
}

int64_t wipe_spots(const SpotClass& cls, SpotState& state, std::span<const uint8_t> inside, double share,
                   int64_t part) {
  std::vector<Candidate> standing;
  for (size_t spot = 0; spot < cls.size(); ++spot)
    if (state.open[spot] != 0 && inside[spot] != 0)
      standing.push_back({state.clock[spot], static_cast<uint32_t>(spot)});
  std::sort(standing.begin(), standing.end(), [](const Candidate& a, const Candidate& b) { return b > a; });
  const auto taken = static_cast<size_t>(std::floor(share * static_cast<double>(standing.size()) + 0.5));
  for (size_t i = 0; i < taken; ++i) close_until(cls, state, standing[i].spot, part + cls.rest_parts);
  return static_cast<int64_t>(taken);
}

double worn_soil(const SpotClass& cls, const SpotState& state) {
  double worn = 0;
  for (const uint32_t plot : cls.plot) worn += 1 - state.soil[plot];
  return cls.size() > 0 ? worn / static_cast<double>(cls.size()) : 0;
}

std::vector<double> soil_by_block(const SpotClass& cls, const SpotState& state, size_t blocks) {
  std::vector<double> out(blocks);
  for (size_t plot = 0; plot < cls.block.size(); ++plot) out[cls.block[plot]] = state.soil[plot];
  return out;
}

std::vector<double> uses_by_block(const SpotClass& cls, const SpotState& state, size_t blocks) {
  std::vector<double> out(blocks);
  for (size_t spot = 0; spot < cls.size(); ++spot) out[cls.block[cls.plot[spot]]] += state.uses[spot];
  return out;
}

}  // namespace fw
