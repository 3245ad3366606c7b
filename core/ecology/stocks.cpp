#include "core/ecology/stocks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/exact/exact_batch.h"
#include "core/base/parallel/parallel.h"
#include "core/ecology/sums_internal.h"

namespace fw {
namespace {

constexpr double kQuarter_d = 1.0 / kQuartersADay;
constexpr double kLeastBirths = 0.02;  ///< of the raw births where the land carries no more
constexpr double kArrivals = 0.01;     ///< of the stock at rest that breeds wherever a class is at home
constexpr double kCrowded = 4;         ///< densities count up to this, over those at rest
constexpr double kMostLost = 0.9;      ///< of a block's stock in a quarter of a day

/// Pairs of places: for each place in `from` that in `to`.
std::vector<int32_t> places_in(const BlockGround& from, const BlockGround& to) {
  std::vector<int32_t> places;
  for (const uint32_t block : from.block) places.push_back(to.place[block]);
  return places;
}

/// What one class's blocks gain and lose in a step.
struct Changes {
  std::vector<double> density;  ///< heads over those at rest, at most kCrowded
  std::vector<double> born, lost, raw;
};

/// Deals a total out as `raw` has it: every block gets its part of it.
void deal_births(double total, Changes& c) {
  const double sum = sum_of(c.raw);
  if (!(sum > 0)) return;
  const double factor = total / sum;
  for (size_t p = 0; p < c.raw.size(); ++p) c.born[p] += factor * c.raw[p];
}

/// The same for losses: a block loses at most kMostLost of its stock, the rest goes on to the next in row
/// order, round to the first. Where `raw` is nothing anywhere the stock itself is taken for it. Returns what
/// was lost.
double deal_losses(double total, const std::vector<double>& heads, Changes& c) {
  if (!(total > 0)) return 0;
  double sum = sum_of(c.raw);
  if (!(sum > 0)) c.raw = heads, sum = sum_of(heads);
  if (!(sum > 0)) return 0;
  const double factor = total / sum;
  double carried = 0, taken = 0;
  const auto lose = [&](size_t p, double wanted) {
    const double most = std::max(0.0, kMostLost * heads[p] - c.lost[p]);
    const double got = std::min(wanted, most);
    c.lost[p] += got, taken += got;
    carried = wanted - got;
  };
  for (size_t p = 0; p < heads.size(); ++p) lose(p, factor * c.raw[p] + carried);
  for (size_t p = 0; p < heads.size() && carried > 0; ++p) lose(p, carried);
  return taken;
}

/// One quarter of a day of the local rates of all classes.
class LocalStep {
 public:
  LocalStep(const Stocks& stocks, const std::vector<StockHome>& homes, StockState& state)
      : stocks_(stocks), homes_(homes), state_(state), changes_(stocks.classes.size()) {
    for (size_t c = 0; c < changes_.size(); ++c) {
      const std::vector<double>& heads = state.heads[c];
      changes_[c].born.assign(heads.size(), 0), changes_[c].lost.assign(heads.size(), 0);
      changes_[c].raw.resize(heads.size());
      const double unit = stocks.web.classes[c].unit;
      for (size_t p = 0; p < heads.size(); ++p)
        changes_[c].density.push_back(std::min(kCrowded, heads[p] / (unit * homes[c].share[p])));
    }
    for (size_t l = 0; l < stocks.links.size(); ++l) {
      const WebLink& link = stocks.web.links[l];
      if (food_.size() <= link.predator) food_.resize(link.predator + 1);
      std::vector<double>& food = food_[link.predator];
      food.resize(state.heads[link.predator].size());
      for (size_t p = 0; p < food.size(); ++p)
        if (const int32_t q = stocks.links[l].of_prey[p]; q >= 0) {
          const double prey = changes_[link.prey].density[static_cast<size_t>(q)];
          food[p] += link.diet * prey * prey;
        }
    }
  }

  void births(size_t c, double season, double total, StockFlow& flow) {
    const WebClass& cls = stocks_.web.classes[c];
    const std::vector<double>& heads = state_.heads[c];
    Changes& change = changes_[c];
    if (total < 0) {
      change.raw = heads;
      flow.starved += deal_losses(-total, heads, change);
      return;
    }
    for (size_t p = 0; p < heads.size(); ++p) {
      // Some come from afar, so that ground which nothing joins to the rest fills again too.
      const double breeding = heads[p] + kArrivals * cls.unit * homes_[c].share[p];
      if (cls.predator) {
        change.raw[p] = breeding * food_[c][p] / (kHalfFull + food_[c][p]);
        continue;
      }
      if (!cls.eaten) {
        change.raw[p] = breeding;
        continue;
      }
      const double carried = cls.unit * homes_[c].share[p] * season * stocks_.web.most;
      const double full = std::min(1.0, heads[p] / carried);
      change.raw[p] = breeding * std::max(kLeastBirths, 1 - eighth_power(full));
    }
    flow.raw_born = kQuarter_d * cls.growth * sum_of(change.raw);
    deal_births(total, change);
    flow.born = sum_of(change.born);
  }

  void starved(size_t c, double total, StockFlow& flow) {
    const WebClass& cls = stocks_.web.classes[c];
    Changes& change = changes_[c];
    for (size_t p = 0; p < change.raw.size(); ++p)
      change.raw[p] = state_.heads[c][p] *
                      (cls.predator ? 1 - cls.sigma + cls.sigma * change.density[p] : change.density[p]);
    flow.starved += deal_losses(total, state_.heads[c], change);
  }

  void eaten(size_t l, double total, StockFlow& flow) {
    const WebLink& link = stocks_.web.links[l];
    Changes& change = changes_[link.prey];
    for (size_t p = 0; p < change.raw.size(); ++p) {
      const int32_t q = stocks_.links[l].of_predator[p];
      change.raw[p] =
          q < 0 ? 0
                : state_.heads[link.prey][p] * changes_[link.predator].density[static_cast<size_t>(q)] *
                      change.density[p] / (kHalfFull + food_[link.predator][static_cast<size_t>(q)]);
    }
    flow.eaten += deal_losses(total, state_.heads[link.prey], change);
  }

  void apply() {
    for (size_t c = 0; c < changes_.size(); ++c)
      for (size_t p = 0; p < state_.heads[c].size(); ++p)
        state_.heads[c][p] = state_.heads[c][p] + changes_[c].born[p] - changes_[c].lost[p];
  }

 private:
  const Stocks& stocks_;
  const std::vector<StockHome>& homes_;
  StockState& state_;
  std::vector<Changes> changes_;
  std::vector<std::vector<double>> food_;  ///< y by predator and place
};

/// Extinct classes, and those that come back at the quarter's end.
void end_or_reseed(const Stocks& stocks, const std::vector<StockHome>& homes, int64_t part, size_t c,
                   StockState& state, StockFlow& flow) {
  std::vector<double>& heads = state.heads[c];
  const double total = sum_of(heads);
  int64_t& since = state.extinct_part[c];
  if (since < 0 && total < kLeastStock) {
    std::fill(heads.begin(), heads.end(), 0.0);
    flow.starved += total;
    flow.extinct = true;
    since = part;
  } else if (since >= 0 && stocks.after == AfterExtinction::reseed &&
             static_cast<double>(part - since) >= stocks.reseed_d * kPartsADay) {
    const double back = std::max(1.0, stocks.reseed_share * stocks.web.classes[c].quota);
    for (size_t p = 0; p < heads.size(); ++p) heads[p] = back * homes[c].share[p];
    flow.seeded += back;
    flow.reseeded = true;
    since = -1;
  }
}

}  // namespace

double StockState::total(size_t cls) const {
  return sum_of(heads[cls]);
}

Stocks make_stocks(const Template& tmpl, const Blocks& blocks, FoodWeb web, std::vector<BlockGround> grounds,
                   const SeedBundle& seeds) {
  Stocks stocks;
  const EcologyParams& params = tmpl.ecology;
  stocks.season = season_field(tmpl.calendar, seeds);
  stocks.uphill = params.uphill, stocks.wander = params.wander;
  stocks.after = params.extinct, stocks.reseed_d = params.reseed_d, stocks.reseed_share = params.reseed_share;
  for (size_t c = 0; c < grounds.size(); ++c) {
    StockClass cls;
    const double roam_m = tmpl.wildlife[static_cast<size_t>(web.classes[c].wildlife)].life.roam_m;
    cls.spread_per_d = roam_m * roam_m / (4 * blocks.grid.cell_m * blocks.grid.cell_m);
    for (const uint32_t block : grounds[c].block) {
      cls.centre_x_m.push_back(blocks.centre_x_m[block]);
      cls.centre_y_m.push_back(blocks.centre_y_m[block]);
    }
    cls.ground = std::move(grounds[c]);
    stocks.classes.push_back(std::move(cls));
  }
  for (const WebLink& link : web.links) {
    const BlockGround& predator = stocks.classes[link.predator].ground;
    const BlockGround& prey = stocks.classes[link.prey].ground;
    stocks.links.push_back({places_in(predator, prey), places_in(prey, predator)});
  }
  stocks.web = std::move(web);
  return stocks;
}

std::vector<StockHome> read_homes(const Stocks& stocks, const Calendar& calendar, int64_t part) {
  const double season = date_of_part(calendar, field_part(part)).season;
  std::vector<StockHome> homes(stocks.classes.size());
  parallel_for(homes.size(), 1, [&](size_t begin, size_t end) {
    for (size_t c = begin; c < end; ++c) {
      const StockClass& cls = stocks.classes[c];
      const BlockGround& ground = cls.ground;
      std::vector<float> noise(ground.size());
      read_year_field(stocks.season, calendar, part, cls.centre_x_m, cls.centre_y_m, noise);
      std::vector<double> bend(ground.size());
      for (size_t p = 0; p < bend.size(); ++p)
        bend[p] =
            stocks.wander * static_cast<double>(noise[p]) - stocks.uphill * (1 - season) * ground.height[p];
      std::vector<double>& share = homes[c].share;
      share.resize(bend.size());
      exact::exp(bend, share);
      for (size_t p = 0; p < share.size(); ++p) share[p] *= ground.weight[p];
      const double sum = sum_of(share);
      for (double& one : share) one /= sum;
      for (const BlockBorder& border : ground.borders) {
        const double a = share[border.a], b = share[border.b];
        homes[c].border.push_back(border.open * 2 * a * b / (a + b));
      }
    }
  });
  return homes;
}

StockState start_stocks(const Stocks& stocks, const std::vector<StockHome>& homes) {
  StockState state;
  for (size_t c = 0; c < stocks.classes.size(); ++c) {
    const WebClass& cls = stocks.web.classes[c];
    std::vector<double> heads = homes[c].share;
    for (double& one : heads) one *= cls.unit * cls.start;
    state.heads.push_back(std::move(heads));
  }
  state.extinct_part.assign(stocks.classes.size(), -1);
  return state;
}

std::vector<StockFlow> step_stocks(const Stocks& stocks, const std::vector<StockHome>& homes, int64_t quarter,
                                   StockState& state) {
  const FoodWeb& web = stocks.web;
  std::vector<double> x(web.classes.size());
  for (size_t c = 0; c < x.size(); ++c) x[c] = state.total(c) / web.classes[c].unit;
  const int64_t hour = quarter * (kHoursADay / kQuartersADay);
  WebFlows totals(web);
  step_web(web, hour, kHoursADay / kQuartersADay, false, x, &totals);

  std::vector<StockFlow> flows(x.size());
  LocalStep local(stocks, homes, state);
  for (size_t c = 0; c < x.size(); ++c) {
    local.births(c, web.season_at(hour), totals.grown[c] * web.classes[c].unit, flows[c]);
    if (!web.classes[c].eaten) local.starved(c, totals.starved[c] * web.classes[c].unit, flows[c]);
  }
  for (size_t l = 0; l < web.links.size(); ++l) {
    const uint32_t prey = web.links[l].prey;
    local.eaten(l, totals.eaten[l] * web.classes[prey].unit, flows[prey]);
  }
  local.apply();
  parallel_for(x.size(), 1, [&](size_t begin, size_t end) {
    for (size_t c = begin; c < end; ++c) {
      move_stock(stocks.classes[c], homes[c], kQuarter_d, state.heads[c]);
      end_or_reseed(stocks, homes, (quarter + 1) * kPartsAQuarter, c, state, flows[c]);
    }
  });
  return flows;
}

void move_stock(const StockClass& cls, const StockHome& home, double days, std::vector<double>& heads) {
  constexpr double kStep = 0.1;
  const double most = kMostMoves * std::max(1.0, std::ceil(days / kQuarter_d));
  const double steps = std::clamp(std::ceil(cls.spread_per_d * days / kStep), 1.0, most);
  const double along = std::min(kStep, cls.spread_per_d * days / steps);
  if (!(along > 0)) return;
  std::vector<double> per_home(heads.size()), density(heads.size());
  for (size_t p = 0; p < heads.size(); ++p) per_home[p] = 1 / home.share[p];
  for (int64_t step = 0; step < static_cast<int64_t>(steps); ++step) {
    for (size_t p = 0; p < heads.size(); ++p) density[p] = heads[p] * per_home[p];
    for (size_t e = 0; e < home.border.size(); ++e) {
      const BlockBorder& border = cls.ground.borders[e];
      const double moved = along * home.border[e] * (density[border.a] - density[border.b]);
      heads[border.a] -= moved, heads[border.b] += moved;
    }
  }
}

double take_heads(const StockClass& cls, const GridSpec& grid, uint32_t block, double heads,
                  std::vector<double>& of) {
  const int column = grid.column_of(block), row = grid.row_of(block);
  double taken = 0;
  const auto take = [&](int c, int r) {
    if (!grid.contains(c, r)) return;
    const int32_t place = cls.ground.place[grid.index(c, r)];
    if (place < 0) return;
    double& there = of[static_cast<size_t>(place)];
    const double got = std::min(there, heads - taken);
    there -= got, taken += got;
  };
  const int widest = std::max(grid.columns, grid.rows);
  take(column, row);
  for (int ring = 1; ring < widest && taken < heads; ++ring)
    for (int r = row - ring; r <= row + ring && taken < heads; ++r) {
      const bool edge = r == row - ring || r == row + ring;
      for (int c = column - ring; c <= column + ring && taken < heads; c += edge ? 1 : 2 * ring) take(c, r);
    }
  return taken;
}

}  // namespace fw
