#include "core/ecology/individuals.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/ecology/players.h"
#include "core/ecology/sums_internal.h"

namespace fw {
namespace {

constexpr int kTries = 8;  ///< places looked at for a new one

std::vector<double> counts_of(const Individuals& shown, size_t places) {
  std::vector<double> counts(places);
  for (const uint32_t place : shown.place) counts[place] += 1;
  return counts;
}

void erase_at(Individuals& shown, size_t k) {
  const auto at = static_cast<std::ptrdiff_t>(k);
  shown.x_m.erase(shown.x_m.begin() + at), shown.y_m.erase(shown.y_m.begin() + at);
  shown.serial.erase(shown.serial.begin() + at), shown.place.erase(shown.place.begin() + at);
}

/// The place in the ground of a position on the class's ground; nothing off it.
std::optional<uint32_t> place_of(const ShownClass& cls, const BlockGround& ground, const GridSpec& blocks,
                                 Vec2 at) {
  if (!in_area(cls.area, at)) return std::nullopt;
  const int32_t place = ground.place[blocks.cell_at(at)];
  return place < 0 ? std::nullopt : std::optional(static_cast<uint32_t>(place));
}

class ShownStep {
 public:
  ShownStep(const ShownClass& cls, const BlockGround& ground, const GridSpec& blocks,
            const std::vector<double>& heads, const Watchers& watchers, Individuals& shown)
      : cls_(cls), ground_(ground), blocks_(blocks), heads_(heads), watchers_(watchers), shown_(shown) {}

  void walk(double activity, int64_t part) {
    const uint64_t stream = derive(cls_.substream, "walk");
    const double step_m = cls_.step_m * activity;
    if (!(step_m > 0)) return;
    for (size_t k = 0; k < shown_.size(); ++k) {
      const uint64_t own = random_bits(stream, shown_.serial[k]);
      const auto first = static_cast<uint64_t>(part) * 2;
      const auto turn = exact::sincos(2 * std::numbers::pi * random_uniform(own, first));
      const Vec2 to{shown_.x_m[k] + step_m * turn.cos, shown_.y_m[k] + step_m * turn.sin};
      std::optional<uint32_t> place = place_of(cls_, ground_, blocks_, to);
      if (!place) continue;
      const Vec2 stands = settled(cls_.area, to);
      if (!(stands == to)) place = place_of(cls_, ground_, blocks_, stands);
      if (!place) continue;
      const double here = heads_[shown_.place[k]], there = heads_[*place];
      if (*place != shown_.place[k] && there < here && random_uniform(own, first + 1) * here >= there)
        continue;
      shown_.x_m[k] = stands.x, shown_.y_m[k] = stands.y, shown_.place[k] = *place;
    }
  }

  /// New ones, as many as are missing; who finds no place out of sight waits.
  void appear(int64_t missing, double scale, int64_t part) {
    std::vector<double> counts = counts_of(shown_, ground_.size());
    std::vector<double> until(ground_.size());
    double sum = 0;
    for (size_t p = 0; p < until.size(); ++p) {
      const bool has_cells = ground_.first[p + 1] > ground_.first[p];
      if (has_cells) sum += std::max(0.0, heads_[p] * scale - counts[p]);
      until[p] = sum;
    }
    if (!(sum > 0)) return;
    const double u = random_uniform(derive(cls_.substream, "appear"), static_cast<uint64_t>(part));
    for (int64_t k = 0; k < missing; ++k) {
      const double at = (static_cast<double>(k) + u) / static_cast<double>(missing) * sum;
      const auto p = static_cast<size_t>(std::upper_bound(until.begin(), until.end(), at) - until.begin());
      if (p < until.size()) appear_in(static_cast<uint32_t>(p));
    }
  }

  void leave(int64_t surplus, double scale) {
    std::vector<double> counts = counts_of(shown_, ground_.size());
    for (; surplus > 0; --surplus) {
      size_t worst = shown_.size();
      double most = -1e300;
      for (size_t k = 0; k < shown_.size(); ++k) {
        const double excess = counts[shown_.place[k]] - heads_[shown_.place[k]] * scale;
        if (excess <= most || watched(watchers_, {shown_.x_m[k], shown_.y_m[k]}, kSightOfPlayer_m)) continue;
        most = excess, worst = k;
      }
      if (worst == shown_.size()) return;  // all of them are watched
      counts[shown_.place[worst]] -= 1;
      erase_at(shown_, worst);
    }
  }

 private:
  void appear_in(uint32_t p) {
    const uint64_t own = random_bits(derive(cls_.substream, "place"), shown_.next_serial);
    const GridSpec& grid = cls_.area.mask->open.grid;
    RandomCursor cursor{own};
    const uint32_t first = ground_.first[p], count = ground_.first[p + 1] - first;
    for (int tries = 0; tries < kTries; ++tries) {
      const uint32_t cell = ground_.cells[first + cursor.below(count)];
      constexpr double kInside = 1 - 1e-9;
      Vec2 at = grid.centre(cell);
      at.x += (cursor.uniform() - 0.5) * kInside * grid.cell_m;
      at.y += (cursor.uniform() - 0.5) * kInside * grid.cell_m;
      at = settled(cls_.area, at);
      const std::optional<uint32_t> place = place_of(cls_, ground_, blocks_, at);
      if (!place || watched(watchers_, at, kSightOfPlayer_m)) continue;
      shown_.x_m.push_back(at.x), shown_.y_m.push_back(at.y);
      shown_.serial.push_back(shown_.next_serial++), shown_.place.push_back(*place);
      return;
    }
    ++shown_.next_serial;  // other dice the next time
  }

  const ShownClass& cls_;
  const BlockGround& ground_;
  const GridSpec& blocks_;
  const std::vector<double>& heads_;
  const Watchers& watchers_;
  Individuals& shown_;
};

}  // namespace

Watchers make_watchers(std::span<const Vec2> players_m, double side_m, double within_m) {
  Watchers watchers;
  for (const Vec2 at : players_m) watchers.x_m.push_back(at.x), watchers.y_m.push_back(at.y);
  watchers.cells = bin_points(watchers.x_m, watchers.y_m, side_m, within_m, false);
  return watchers;
}

bool watched(const Watchers& watchers, Vec2 at, double within_m) {
  if (watchers.x_m.empty()) return false;
  bool found = false;
  visit_within(watchers.cells, watchers.x_m, watchers.y_m, at.x, at.y, within_m,
               [&](uint32_t, double, double, double) { found = true; });
  return found;
}

int64_t shown_count(const ShownClass& cls, double stock) {
  const double hidden = std::min(stock, cls.refuge * cls.quota);
  return std::min(cls.cap, static_cast<int64_t>(std::floor(stock - hidden + 0.5)));
}

void step_shown(const ShownClass& cls, const BlockGround& ground, const GridSpec& blocks,
                const std::vector<double>& heads, const Calendar& calendar, int64_t part,
                const Watchers& watchers, Individuals& shown) {
  const auto still_away = std::upper_bound(shown.back_part.begin(), shown.back_part.end(), part);
  shown.back_part.erase(shown.back_part.begin(), still_away);
  ShownStep step(cls, ground, blocks, heads, watchers, shown);
  step.walk(day_factor(calendar, cls.dates, date_of_part(calendar, part)), part);
  const double stock = sum_of(heads);
  const int64_t wanted =
      std::max<int64_t>(0, shown_count(cls, stock) - static_cast<int64_t>(shown.back_part.size()));
  const auto there = static_cast<int64_t>(shown.size());
  const double scale = stock > 0 ? static_cast<double>(wanted) / stock : 0;
  if (there < wanted) step.appear(wanted - there, scale, part);
  if (there > wanted) step.leave(there - wanted, scale);
}

double kill_cost(const ShownClass& cls, double give, double stock, double kills_a_day) {
  constexpr double kMost = 2;
  const double over = std::min(kMost, huntable(stock / cls.quota, cls.refuge));
  if (!(cls.kill_cost > 0)) return over;
  return over * cls.kill_cost / std::clamp(kills_a_day, cls.expected_kills / give, cls.expected_kills * give);
}

void remove_killed(const ShownClass& cls, int64_t part, size_t animal, Individuals& shown) {
  erase_at(shown, animal);
  shown.back_part.push_back(part + cls.respawn_parts);
}

void count_kills(const ShownClass& cls, int64_t kills, Individuals& shown) {
  const double a_day = static_cast<double>(kills) * kPartsADay;
  shown.kills_a_day += (a_day - shown.kills_a_day) / (kPartsADay * cls.memory_d);
}

}  // namespace fw
