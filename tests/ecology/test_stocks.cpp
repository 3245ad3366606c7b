#include <QTest>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/base/parallel/parallel.h"
#include "core/ecology/stocks.h"
#include "core/model/world/habitat.h"
#include "living.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

double sum_of_all(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// For every place the lowest one that movement joins it to.
std::vector<size_t> joined(const BlockGround& ground) {
  std::vector<size_t> root(ground.size());
  std::iota(root.begin(), root.end(), size_t{0});
  for (bool changed = true; changed;) {
    changed = false;
    for (const BlockBorder& border : ground.borders) {
      const size_t low = std::min(root[border.a], root[border.b]);
      changed = changed || root[border.a] != low || root[border.b] != low;
      root[border.a] = root[border.b] = low;
    }
  }
  return root;
}

}  // namespace

class TestStocks : public QObject {
  Q_OBJECT

  Template tmpl_;
  std::shared_ptr<const World> world_;
  EcologyPtr ecology_;

 private slots:
  void initTestCase() {
    tmpl_ = test::living();
    world_ = test::living_world(tmpl_);
    ecology_ = bind_ecology(tmpl_, *world_);
    QCOMPARE(ecology_->stocks.classes.size(), tmpl_.wildlife.size());
  }

  void blocksAreTheFramesAtEveryRaster() {
    const auto fine = test::living_world(tmpl_, 192);
    const Blocks coarse_blocks = make_blocks(tmpl_.frame, *world_),
                 fine_blocks = make_blocks(tmpl_.frame, *fine);
    QCOMPARE(coarse_blocks.grid, fine_blocks.grid);
    QCOMPARE(coarse_blocks.grid.columns, 64);
    for (const Vec2 at : {Vec2{1, 1}, Vec2{4000, 4321}, Vec2{7999, 3}})
      QCOMPARE(coarse_blocks.at(at), fine_blocks.at(at));
  }

  void aRasterOfFewerCellsThanBlocksDoes() {
    Template tmpl = tmpl_;
    for (PointClass& cls : tmpl.resources) cls.renewal = {};
    const auto coarse = test::living_world(tmpl, 48);
    const EcologyPtr ecology = bind_ecology(tmpl, *coarse);
    EcologyState state = start_ecology(*ecology);
    for (int quarter = 0; quarter < 4; ++quarter) step_ecology(*ecology, state, 3);
    for (size_t c = 0; c < state.shown.size(); ++c) QVERIFY(state.stocks.total(c) > 0);
  }

  void groundIsThatOfTheClassAndNothingCrossesWater() {
    for (const StockClass& cls : ecology_->stocks.classes) {
      const BlockGround& ground = cls.ground;
      QVERIFY(std::is_sorted(ground.block.begin(), ground.block.end()));
      for (size_t p = 0; p < ground.size(); ++p) {
        QVERIFY(ground.weight[p] > 0);
        for (uint32_t k = ground.first[p]; k < ground.first[p + 1]; ++k)
          QCOMPARE(ecology_->blocks.of_cell[ground.cells[k]], ground.block[p]);
      }
      for (const BlockBorder& border : ground.borders) {
        QVERIFY(border.a < border.b && border.open > 0 && border.open <= 1);
        // Some pair of open cells lies on both sides.
        const uint32_t a = ground.block[border.a], b = ground.block[border.b];
        bool open = false;
        const GridSpec& grid = world_->grid;
        for (size_t cell = 0; cell < grid.cells() && !open; ++cell)
          for (const int step : {1, grid.columns}) {
            const size_t other = cell + static_cast<size_t>(step);
            open = open || (other < grid.cells() && ecology_->blocks.of_cell[cell] == a &&
                            ecology_->blocks.of_cell[other] == b && is_open(*world_, cell) &&
                            is_open(*world_, other));
          }
        QVERIFY(open);
      }
    }
  }

  void movementAloneComesToRestAsTheHomesLie() {
    const size_t c = test::class_place(*ecology_, "deer");
    StockClass cls = ecology_->stocks.classes[c];
    cls.spread_per_d = 60;  // far in a day: 400 days do for the whole island
    const StockHome home = read_homes(ecology_->stocks, ecology_->calendar, 0)[c];
    const std::vector<size_t> part = joined(cls.ground);
    std::vector<double> heads(cls.ground.size());
    const size_t start = cls.ground.size() / 2;
    heads[start] = 1000;
    for (int day = 0; day < 400; ++day) move_stock(cls, home, 1, heads);
    QVERIFY(std::fabs(sum_of_all(heads) / 1000 - 1) <= 1e-12);
    double share = 0;
    for (size_t p = 0; p < heads.size(); ++p) share += part[p] == part[start] ? home.share[p] : 0;
    for (size_t p = 0; p < heads.size(); ++p) {
      const double wanted = part[p] == part[start] ? 1000 / share : 0;
      QVERIFY(heads[p] >= 0);
      QVERIFY2(std::fabs(heads[p] / home.share[p] - wanted) <= 1e-3 * wanted,
               qPrintable(QString::number(heads[p] / home.share[p] / (1000 / share))));
    }
  }

  void quickStocksStayPositive() {
    const size_t c = test::class_place(*ecology_, "deer");
    StockClass cls = ecology_->stocks.classes[c];
    const StockHome home = read_homes(ecology_->stocks, ecology_->calendar, 0)[c];
    for (const double roam_m : {1.0, 300.0, 2000.0, 20000.0}) {
      cls.spread_per_d = roam_m * roam_m / (4 * 125.0 * 125.0);
      std::vector<double> heads(cls.ground.size());
      heads[0] = 1;
      move_stock(cls, home, 0.25, heads);
      for (const double one : heads) QVERIFY(one >= 0);
      QVERIFY(std::fabs(sum_of_all(heads) - 1) <= 1e-12);
    }
  }

  void restStaysRestInEveryBlock() {
    Template tmpl = tmpl_;
    tmpl.ecology.winter = tmpl.ecology.wander = tmpl.ecology.uphill = tmpl.ecology.players = 0;
    Ecology still = *bind_ecology(tmpl, *world_);
    for (WebClass& c : still.stocks.web.classes) {
      c.unit = c.quota, c.start = 1;
      if (c.predator) c.sigma = 1.2 * hopf_territory(still.stocks.web);
    }
    const auto homes = read_homes(still.stocks, still.calendar, 0);
    StockState state = start_stocks(still.stocks, homes);
    const StockState before = state;
    for (int64_t quarter = 0; quarter < 4 * 360; ++quarter) step_stocks(still.stocks, homes, quarter, state);
    for (size_t c = 0; c < state.heads.size(); ++c) {
      QVERIFY(std::fabs(state.total(c) / before.total(c) - 1) <= 1e-9);
    }
  }

  void everyLossHasACauseAndStocksFollowTheTotals() {
    StockState state;
    auto homes = read_homes(ecology_->stocks, ecology_->calendar, 0);
    state = start_stocks(ecology_->stocks, homes);
    const FoodWeb& web = ecology_->stocks.web;
    std::vector<double> x;
    for (const WebClass& c : web.classes) x.push_back(c.start);
    double turnover = 0, worst = 0, closure = 0, steps = 0;
    for (int64_t quarter = 0; quarter < 4 * 120; ++quarter) {
      if (quarter % 12 == 0)
        homes = read_homes(ecology_->stocks, ecology_->calendar, quarter * kPartsAQuarter);
      std::vector<double> before;
      for (size_t c = 0; c < x.size(); ++c) before.push_back(state.total(c));
      const std::vector<StockFlow> flows = step_stocks(ecology_->stocks, homes, quarter, state);
      for (size_t c = 0; c < x.size(); ++c) {
        const StockFlow& f = flows[c];
        worst = std::max(worst, std::fabs(f.born + f.seeded - f.eaten - f.starved - f.hunted -
                                          (state.total(c) - before[c])));
        turnover += f.born;
        if (web.classes[c].eaten && f.raw_born > 0) closure += f.born / f.raw_born, steps += 1;
      }
      step_web(web, quarter * 6, 6, false, x);
      for (size_t c = 0; c < x.size(); ++c)
        QVERIFY(std::fabs(state.total(c) / (x[c] * web.classes[c].unit) - 1) <= 1e-6);
    }
    QVERIFY(worst <= 1e-9 * turnover / (4 * 120));
    QVERIFY2(closure / steps >= 1 && closure / steps <= 1.4, qPrintable(QString::number(closure / steps)));
  }

  void whoDiesOutIsSeededAgainOrStaysAway() {
    for (const AfterExtinction after : {AfterExtinction::reseed, AfterExtinction::stays}) {
      Stocks stocks = ecology_->stocks;
      stocks.after = after;
      const size_t c = test::class_place(*ecology_, "rabbit");
      const auto homes = read_homes(stocks, ecology_->calendar, 0);
      StockState state = start_stocks(stocks, homes);
      for (double& heads : state.heads[c]) heads *= 0.3 / static_cast<double>(state.heads[c].size());
      int extinct = -1, back = -1;
      for (int quarter = 0; quarter < 80; ++quarter) {
        const std::vector<StockFlow> flows = step_stocks(stocks, homes, quarter, state);
        if (flows[c].extinct) extinct = quarter;
        if (flows[c].reseeded) {
          back = quarter;
          QVERIFY(std::fabs(flows[c].seeded - 4) <= 1e-12);  // a tenth of the quota
        }
      }
      QCOMPARE(extinct, 0);
      QCOMPARE(back, after == AfterExtinction::reseed ? 40 : -1);
      QCOMPARE(state.total(c) > 0, after == AfterExtinction::reseed);
    }
  }

  void whatIsTakenComesFromTheBlockAndThenFromAround() {
    const StockClass& cls = ecology_->stocks.classes[0];
    const GridSpec& grid = ecology_->blocks.grid;
    std::vector<double> heads(cls.ground.size(), 1);
    const size_t middle = cls.ground.size() / 2;
    QCOMPARE(take_heads(cls, grid, cls.ground.block[middle], 0.5, heads), 0.5);
    QCOMPARE(heads[middle], 0.5);
    QCOMPARE(take_heads(cls, grid, cls.ground.block[middle], 2, heads), 2.0);
    QCOMPARE(heads[middle], 0.0);
    const double all = sum_of_all(heads);
    QVERIFY(std::fabs(take_heads(cls, grid, cls.ground.block[middle], 1e9, heads) - all) <= 1e-9);
    QCOMPARE(sum_of_all(heads), 0.0);
  }
};

FW_TEST(TestStocks)
#include "test_stocks.moc"
