#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ecology/blocks.h"
#include "core/ecology/food_web.h"

// The totals of a food web dealt out over blocks (docs/ecology.md, 2): local births and losses are scaled so
// that each family's sum is the totals'; then stocks move, conservative and positive.
namespace fw {

/// Where one class lives, and how far it moves; constant.
struct StockClass {
  BlockGround ground;
  double spread_per_d = 0;                     ///< k: roam^2 / (4 block^2)
  std::vector<double> centre_x_m, centre_y_m;  ///< by place in the ground
};
/// Places of a link's predator and prey in each other's ground; -1 = not there.
struct LinkPlaces {
  std::vector<int32_t> of_prey;      ///< by the predator's place: the prey's
  std::vector<int32_t> of_predator;  ///< by the prey's place: the predator's
};

/// A food web on a world; constant.
struct Stocks {
  FoodWeb web;
  std::vector<StockClass> classes;  ///< as web.classes
  std::vector<LinkPlaces> links;    ///< as web.links
  YearField season;                 ///< what moves animals over the year
  double uphill = 0, wander = 0;    ///< EcologyParams
  AfterExtinction after = AfterExtinction::reseed;
  double reseed_d = 0, reseed_share = 0;
};
Stocks make_stocks(const Template& tmpl, const Blocks& blocks, FoodWeb web, std::vector<BlockGround> grounds,
                   const SeedBundle& seeds);

/// H of a class while the fields of the year hold, and what moves along its borders.
struct StockHome {
  std::vector<double> share;   ///< H by place, > 0, sum 1
  std::vector<double> border;  ///< c m by border: share of open pairs times the harmonic mean of H
};
/// The homes in force at a part; field_part() says for how long.
std::vector<StockHome> read_homes(const Stocks& stocks, const Calendar& calendar, int64_t part);

struct StockState {
  std::vector<std::vector<double>> heads;  ///< by class, by place in its ground
  std::vector<int64_t> extinct_part;       ///< by class: since when it is extinct, -1 = it lives

  double total(size_t cls) const;
};
/// Stocks on the attractor, lying as the homes do.
StockState start_stocks(const Stocks& stocks, const std::vector<StockHome>& homes);

/// What happened to a class's stock in a step, heads: the ledger. Change = born + seeded - eaten - starved -
/// hunted.
struct StockFlow {
  double born = 0, seeded = 0, eaten = 0, starved = 0, hunted = 0;
  double raw_born = 0;  ///< births before they were scaled; closure = born / raw_born
  bool extinct = false, reseeded = false;
};

/// A quarter of a day from the quarter's beginning: totals, their families of rates dealt out, movement,
/// extinction. Hunting is not in it. Parallel by class; the same bits at any number of threads.
std::vector<StockFlow> step_stocks(const Stocks& stocks, const std::vector<StockHome>& homes, int64_t quarter,
                                   StockState& state);

/// Movement alone, for `days` days in steps of k dt <= 0.1; at most kMostMoves a quarter of a day, so that a
/// stock that could cross the frame in a day is no quicker than that.
void move_stock(const StockClass& cls, const StockHome& home, double days, std::vector<double>& heads);
inline constexpr double kMostMoves = 1024;

/// Takes heads from a block of the grid, then from the rings around it; returns what was there to take.
double take_heads(const StockClass& cls, const GridSpec& grid, uint32_t block, double heads,
                  std::vector<double>& of);

/// A stock below this is nobody: extinct.
inline constexpr double kLeastStock = 0.5;

}  // namespace fw
