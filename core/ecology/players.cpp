#include "core/ecology/players.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/base/cell_list.h"
#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/model/world/habitat.h"

namespace fw {
namespace {

constexpr double kClock_s = 86400;
constexpr int kRounds = 4;         ///< decisions of a player in a part
constexpr int kDrawn = 32;         ///< blocks that a player thinks of
constexpr double kNear_m = 1500;   ///< a block that far away is half as likely
constexpr double kKeptADay = 0.9;  ///< of what players remember
constexpr double kStrange = 0.1;   ///< what a block is worth that nobody remembers, over the mean

/// Counters of a player's numbers in a part: the rounds, then kDrawn + 3 each.
constexpr uint64_t kNumbersARound = kDrawn + 3;

Vec2 draw_place(const PlayerGround& ground, size_t open_block, double u) {
  const uint32_t first = ground.first[open_block], count = ground.first[open_block + 1] - first;
  const auto at = static_cast<uint32_t>(u * count);
  return ground.places_m[first + std::min(at, count - 1)];
}

/// The player's numbers of a round.
struct Numbers {
  uint64_t stream;
  uint64_t first;
  double operator()(uint64_t k) const { return random_uniform(stream, first + k); }
};

void add_player(const PlayerGround& ground, Players& players) {
  const uint64_t stream = derive(ground.substream, "start");
  const uint64_t number = players.size();
  const size_t all = ground.places_m.size();
  const Vec2 at = all == 0 ? Vec2{} : ground.places_m[random_below(stream, 2 * number, all)];
  players.x_m.push_back(at.x), players.y_m.push_back(at.y);
  players.to_x_m.push_back(at.x), players.to_y_m.push_back(at.y);
  players.free_s.push_back(0);
  // Wants begin spread out, so that players do not act in step.
  for (size_t w = 0; w < kWants; ++w)
    players.wants[w].push_back(random_uniform(derive(stream, kWantSlugs[w]), number));
}

/// A block of kDrawn drawn ones, likelier where players found much and near.
Vec2 choose_place(const PlayerGround& ground, const std::vector<double>& found, double mean, Vec2 from,
                  const Numbers& numbers) {
  std::array<size_t, kDrawn> drawn{};
  std::array<double, kDrawn> until{};
  double sum = 0;
  const size_t open = ground.open_blocks.size();
  for (size_t k = 0; k < kDrawn; ++k) {
    drawn[k] = std::min(open - 1, static_cast<size_t>(numbers(k) * static_cast<double>(open)));
    const uint32_t block = ground.open_blocks[drawn[k]];
    const double way = std::sqrt(squared_distance(ground.blocks.centre(block), from)) / kNear_m;
    sum += (found[block] + kStrange * mean + 1e-6) / (1 + way * way);
    until[k] = sum;
  }
  const double at = numbers(kDrawn) * sum;
  const auto k = static_cast<size_t>(std::lower_bound(until.begin(), until.end(), at) - until.begin());
  return draw_place(ground, drawn[std::min<size_t>(k, kDrawn - 1)], numbers(kDrawn + 1));
}

/// What a player decides in a round.
struct Decision {
  bool takes = false;
  Want want = Want::kill;
  uint32_t thing = 0;
  double way_m = 0;
};

/// The things of one kind, those taken left out.
struct Offer {
  const Takeables& things;
  CellList cells;
  std::vector<uint8_t> gone;

  Offer(const Takeables& of, double side_m)
      : things(of), cells(bin_points(of.x_m, of.y_m, side_m, kReach_m, false)), gone(of.x_m.size()) {}

  /// The nearest within reach; ties to the lower number.
  std::optional<Decision> nearest(Want want, double x_m, double y_m) const {
    double best = kReach_m * kReach_m;
    std::optional<Decision> out;
    visit_within(cells, things.x_m, things.y_m, x_m, y_m, kReach_m,
                 [&](uint32_t k, double, double, double d2) {
                   if (gone[k] != 0 || d2 > best || (out && d2 == best && k > out->thing)) return;
                   best = d2;
                   out = Decision{true, want, k, 0};
                 });
    if (out) out->way_m = std::sqrt(best);
    return out;
  }
};

class Step {
 public:
  Step(const PlayerGround& ground, size_t count, int64_t part, const std::array<Takeables, kWants>& things,
       Players& players)
      : ground_(ground),
        count_(count),
        part_(part),
        players_(players),
        offers_{Offer(things[0], ground.side_m), Offer(things[1], ground.side_m)} {}

  PlayerStep run() {
    come_up();
    for (size_t w = 0; w < kWants; ++w) {
      double sum = 0;
      for (const uint32_t block : ground_.open_blocks) sum += players_.found[w][block];
      mean_[w] = sum / static_cast<double>(ground_.open_blocks.size());
    }
    for (int round = 0; round < kRounds; ++round) one_round(round);
    for (size_t i = 0; i < count_; ++i) players_.free_s[i] = std::min(players_.free_s[i], 0.0);
    forget();
    return std::move(out_);
  }

 private:
  void come_up() {
    const double busy = evening(ground_.start_s + ground_.part_s * static_cast<double>(part_));
    for (size_t w = 0; w < kWants; ++w)
      for (size_t i = 0; i < count_; ++i) {
        const double more = busy * ground_.part_s / ground_.every_s[w];
        double& waiting = players_.wants[w][i];
        waiting += more;
        out_.asked[w] += more;
        if (waiting <= kMostWaiting) continue;
        out_.unmet[w] += waiting - kMostWaiting;
        waiting = kMostWaiting;
      }
    for (size_t i = 0; i < count_; ++i) players_.free_s[i] += ground_.part_s;
  }

  bool acts(size_t i) const {
    return players_.free_s[i] > 0 && (players_.wants[0][i] >= 1 || players_.wants[1][i] >= 1);
  }

  void one_round(int round) {
    std::vector<Decision> decided(count_);
    for (size_t i = 0; i < count_; ++i)
      if (acts(i)) decided[i] = decide(i);
    for (size_t i = 0; i < count_; ++i) {
      if (!acts(i)) continue;
      if (decided[i].takes)
        take(i, decided[i]);
      else
        walk(i, round);
    }
  }

  Want first_want(size_t i) const {
    return players_.wants[0][i] >= players_.wants[1][i] ? Want::kill : Want::harvest;
  }

  Decision decide(size_t i) const {
    const Want first = first_want(i);
    const Want second = first == Want::kill ? Want::harvest : Want::kill;
    for (const Want want : {first, second}) {
      if (players_.wants[static_cast<size_t>(want)][i] < 1) continue;
      if (const auto found =
              offers_[static_cast<size_t>(want)].nearest(want, players_.x_m[i], players_.y_m[i]))
        return *found;
    }
    return {};
  }

  void take(size_t i, const Decision& decision) {
    Offer& offer = offers_[static_cast<size_t>(decision.want)];
    if (offer.gone[decision.thing] != 0) return;  // a lower number was there first
    offer.gone[decision.thing] = 1;
    players_.x_m[i] = players_.to_x_m[i] = offer.things.x_m[decision.thing];
    players_.y_m[i] = players_.to_y_m[i] = offer.things.y_m[decision.thing];
    players_.free_s[i] -= decision.way_m / ground_.speed_mps + kWork_s;
    players_.wants[static_cast<size_t>(decision.want)][i] -= 1;
    const size_t block = ground_.blocks.cell_at({players_.x_m[i], players_.y_m[i]});
    players_.found[static_cast<size_t>(decision.want)][block] += 1;
    out_.taken.push_back({decision.want, static_cast<uint32_t>(i), decision.thing});
  }

  void walk(size_t i, int round) {
    double &x = players_.x_m[i], &y = players_.y_m[i];
    if (players_.to_x_m[i] == x && players_.to_y_m[i] == y) {
      const Want want = first_want(i);
      const Numbers numbers{
          random_bits(ground_.substream, i),
          (static_cast<uint64_t>(part_) * kRounds + static_cast<uint64_t>(round)) * kNumbersARound};
      const Vec2 to = choose_place(ground_, players_.found[static_cast<size_t>(want)],
                                   mean_[static_cast<size_t>(want)], {x, y}, numbers);
      players_.to_x_m[i] = to.x, players_.to_y_m[i] = to.y;
    }
    const Vec2 way = Vec2{players_.to_x_m[i], players_.to_y_m[i]} - Vec2{x, y};
    const double far_m = std::sqrt(way.x * way.x + way.y * way.y);
    const double reach_m = players_.free_s[i] * ground_.speed_mps;
    if (far_m <= reach_m) {
      x = players_.to_x_m[i], y = players_.to_y_m[i];
      players_.free_s[i] -= far_m / ground_.speed_mps;
    } else {
      x += way.x * (reach_m / far_m), y += way.y * (reach_m / far_m);
      players_.free_s[i] = 0;
    }
  }

  void forget() {
    const double kept = exact::pow(kKeptADay, 1.0 / kPartsADay);
    for (std::vector<double>& found : players_.found)
      for (double& one : found) one *= kept;
  }

  const PlayerGround& ground_;
  size_t count_;
  int64_t part_;
  Players& players_;
  std::array<Offer, kWants> offers_;
  std::array<double, kWants> mean_{};
  PlayerStep out_;
};

}  // namespace

double evening(double clock_s) {
  constexpr double kPeak_h = 20, kDepth = 0.8;
  const double turn = std::fmod(clock_s, kClock_s) / kClock_s - kPeak_h / 24;
  return 1 + kDepth * exact::sincos(2 * std::numbers::pi * turn).cos;
}

PlayerGround make_players(const Template& tmpl, const World& world, const Blocks& blocks) {
  PlayerGround ground;
  ground.part_s = tmpl.calendar.day_s / kPartsADay;
  ground.start_s = tmpl.calendar.start_d * tmpl.calendar.day_s;
  ground.speed_mps = tmpl.play.speed_mps;
  ground.every_s = {tmpl.ecology.kill_every_s, tmpl.ecology.harvest_every_s};
  ground.side_m = std::max(world.grid.width_m(), world.grid.height_m());
  ground.blocks = blocks.grid;
  ground.substream = derive(world.seeds.place_stream(), "ecology/players");
  std::vector<uint32_t> cells(blocks.size() + 1);
  for (size_t cell = 0; cell < world.grid.cells(); ++cell)
    if (is_open(world, cell)) ++cells[blocks.of_cell[cell] + 1];
  for (uint32_t block = 0; block < blocks.size(); ++block) {
    if (cells[block + 1] > 0) ground.open_blocks.push_back(block);
    cells[block + 1] += cells[block];
  }
  ground.places_m.resize(cells.back());
  std::vector<uint32_t> next(cells.begin(), cells.end() - 1);
  for (size_t cell = 0; cell < world.grid.cells(); ++cell)
    if (is_open(world, cell)) ground.places_m[next[blocks.of_cell[cell]]++] = world.grid.centre(cell);
  for (const uint32_t block : ground.open_blocks) ground.first.push_back(cells[block]);
  ground.first.push_back(cells.back());
  return ground;
}

PlayerStep step_players(const PlayerGround& ground, size_t count, int64_t part,
                        const std::array<Takeables, kWants>& things, Players& players) {
  if (ground.open_blocks.empty()) return {};
  for (std::vector<double>& found : players.found) found.resize(ground.blocks.cells());
  while (players.size() < count) add_player(ground, players);
  return Step(ground, count, part, things, players).run();
}

}  // namespace fw
