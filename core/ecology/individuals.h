#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/cell_list.h"
#include "core/ecology/stocks.h"
#include "core/spawn/area.h"

// The animals that are shown of a stock, and what killing one of them costs it (docs/ecology.md, 3).
namespace fw {

/// How a class's animals show; constant.
struct ShownClass {
  SpawnArea area;  ///< class_area()
  double quota = 0;
  double refuge = 0;  ///< share of the quota that keeps out of sight
  int64_t cap = 0;    ///< never more shown
  double step_m = 0;  ///< of a walker in a part, at mean activity
  ClassDates dates;
  int64_t respawn_parts = 0;  ///< after which the place of a killed one is taken again
  double kill_cost = 0;       ///< heads a day that hunting takes at the design load; 0: a kill is a head
  double expected_kills = 0;  ///< a day at the design load
  double memory_d = 0;        ///< of the running mean of kills
  uint64_t substream = 0;
};

/// Animals of a class, in the order in which they appeared.
struct Individuals {
  std::vector<double> x_m, y_m;
  std::vector<uint32_t> serial;    ///< its number in the class: addresses its draws
  std::vector<uint32_t> place;     ///< of its block in the class's ground
  std::vector<int64_t> back_part;  ///< of killed ones: when their places are taken again, ascending
  uint32_t next_serial = 0;
  double kills_a_day = 0;  ///< running mean

  size_t size() const { return x_m.size(); }
};

/// Players near places: nothing appears or leaves within a distance of one.
struct Watchers {
  std::vector<double> x_m, y_m;
  CellList cells;
};
Watchers make_watchers(std::span<const Vec2> players_m, double side_m, double within_m);
bool watched(const Watchers& watchers, Vec2 at, double within_m);

/// How many show of a stock: floor(S - min(S, refuge quota) + .5), at most the cap.
int64_t shown_count(const ShownClass& cls, double stock);

/// One part: places of killed ones come free, walkers take a step scaled by their activity, then the count
/// follows the stock: new ones appear by a systematic draw over the blocks' excess of stock over count,
/// surplus leaves where the count exceeds the stock most. Who is watched waits. `heads` = the class's stock
/// by place. `cells` of `ground` are those of `area`.
void step_shown(const ShownClass& cls, const BlockGround& ground, const GridSpec& blocks,
                const std::vector<double>& heads, const Calendar& calendar, int64_t part,
                const Watchers& watchers, Individuals& shown);

/// Heads that a kill costs a stock: kw min(2, v(S / quota)), kw = the design load's heads a day over the
/// kills a day, these at most kGive times more or fewer than expected.
double kill_cost(const ShownClass& cls, double give, double stock, double kills_a_day);
/// The animal is gone; its place is taken again after respawn_parts. Indices of later ones move down by one.
void remove_killed(const ShownClass& cls, int64_t part, size_t animal, Individuals& shown);
/// The running mean of kills after a part with so many.
void count_kills(const ShownClass& cls, int64_t kills, Individuals& shown);

}  // namespace fw
