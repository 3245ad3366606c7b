#include <QElapsedTimer>
#include <QTest>
#include <QThread>
#include <atomic>
#include <cmath>
#include <thread>

#include "core/base/parallel/parallel.h"
#include "core/ecology/ecology.h"
#include "core/model/world/habitat.h"
#include "core/template/parameters/parameters.h"
#include "living.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// Sums over a run, by class.
struct Run {
  std::vector<double> mean, low, high, born;
  double worst_ledger = 0, asked = 0, unmet = 0;
  int extinct = 0, reseeded = 0;
  bool over_cap = false;
};

Run run(const Ecology& ecology, EcologyState& state, double players, int days, int from_d = 0) {
  const size_t classes = ecology.shown.size();
  Run out{std::vector<double>(classes), std::vector<double>(classes, 1e9), std::vector<double>(classes),
          std::vector<double>(classes)};
  double counted = 0;
  for (int quarter = 0; quarter < 4 * days; ++quarter) {
    std::vector<double> before;
    for (size_t c = 0; c < classes; ++c) before.push_back(state.stocks.total(c));
    const EcologyStep step = step_ecology(ecology, state, players);
    for (size_t c = 0; c < classes; ++c) {
      const StockFlow& f = step.animals[c].flow;
      out.worst_ledger =
          std::max(out.worst_ledger, std::fabs(f.born + f.seeded - f.eaten - f.starved - f.hunted -
                                               (step.animals[c].stock - before[c])));
      out.born[c] += f.born;
      out.over_cap = out.over_cap || static_cast<int64_t>(state.shown[c].size()) > ecology.shown[c].cap;
      if (quarter < 4 * from_d) continue;
      out.mean[c] += step.animals[c].stock;
      out.low[c] = std::min(out.low[c], step.animals[c].stock);
      out.high[c] = std::max(out.high[c], step.animals[c].stock);
    }
    if (quarter >= 4 * from_d) counted += 1;
    out.asked += step.asked[0], out.unmet += step.unmet[0];
    for (const EcologyEvent& event : step.events)
      (event.kind == EcologyEventKind::extinct ? out.extinct : out.reseeded) += 1;
  }
  for (double& one : out.mean) one /= counted;
  return out;
}

}  // namespace

class TestEcology : public QObject {
  Q_OBJECT

  Template tmpl_;
  std::shared_ptr<const World> world_;
  EcologyPtr ecology_;

 private slots:
  void initTestCase() {
    tmpl_ = test::living();
    world_ = test::living_world(tmpl_);
    ecology_ = bind_ecology(tmpl_, *world_);
    QVERIFY(has_ecology(tmpl_) && !has_ecology(test::tiny()));
  }

  void playersAtTheDesignLoadLeaveTheStocksWhereTheyAre() {
    EcologyState state = start_ecology(*ecology_);
    const Run r = run(*ecology_, state, tmpl_.ecology.players, 40);
    QVERIFY(!r.over_cap);
    QCOMPARE(r.extinct, 0);
    for (size_t c = 0; c < r.mean.size(); ++c) {
      const double quota = ecology_->stocks.web.classes[c].quota;
      QVERIFY2(r.worst_ledger <= 1e-9 * std::max(1.0, r.born[c] / 160),
               qPrintable(QString::number(r.worst_ledger)));
      QVERIFY2(r.mean[c] > 0.6 * quota && r.mean[c] < 1.4 * quota,
               qPrintable(QString::number(r.mean[c] / quota)));
    }
    QVERIFY2(r.unmet <= 0.05 * r.asked, qPrintable(QString::number(r.unmet / r.asked)));
  }

  void theSameBitsAtAnyNumberOfThreadsAndInterrupted() {
    const auto digest_at = [&](int threads) {
      const ThreadLimit limit(threads);
      EcologyState state = start_ecology(*ecology_);
      run(*ecology_, state, 30, 4);
      return state_digest(*ecology_, state);
    };
    const std::string one = digest_at(1);
    QCOMPARE(digest_at(2), one);
    QCOMPARE(digest_at(7), one);
    EcologyState state = start_ecology(*ecology_);
    for (int quarter = 0; quarter < 16; ++quarter) {
      step_ecology(*ecology_, state, 30);
      if (quarter % 5 == 3) state = read_state(*ecology_, state_bytes(*ecology_, state)).value();
    }
    QCOMPARE(state_digest(*ecology_, state), one);
  }

  void damagedStatesAreRefused() {
    EcologyState state = start_ecology(*ecology_);
    run(*ecology_, state, 5, 1);
    const std::string bytes = state_bytes(*ecology_, state);
    QVERIFY(read_state(*ecology_, bytes));
    for (size_t cut = 0; cut < bytes.size(); cut += 997)
      QVERIFY(!read_state(*ecology_, bytes.substr(0, cut)));
    QVERIFY(!read_state(*ecology_, bytes + "x"));
    for (size_t at = 0; at < 4000; at += 61) {
      std::string bad = bytes;
      bad[at] = static_cast<char>(bad[at] ^ 0x7F);
      if (const auto read = read_state(*ecology_, bad)) {  // a number that another one would do for
        EcologyState copy = read.value();
        if (copy.quarter < 1000000) step_ecology(*ecology_, copy, 5);
      }
    }
  }

  void aBindingThatIsCancelledEndsSoonAndIsNothing() {
    Template tmpl = tmpl_;
    for (PointClass& cls : tmpl.wildlife) cls.life.cycle_d = 400;  // seconds of a core to calibrate
    std::atomic<bool> cancel{false};
    Progress progress;
    progress.cancel = &cancel;
    std::thread later([&] {
      QThread::msleep(50);
      cancel = true;
    });
    QElapsedTimer clock;
    clock.start();
    QVERIFY(bind_ecology(tmpl, *world_, progress) == nullptr);
    later.join();
    QVERIFY2(clock.elapsed() < 2000, qPrintable(QString::number(clock.elapsed())));
  }

  void theLengthOfTheDayDoesNotTouchStocks() {
    Template tmpl = tmpl_;
    tmpl.ecology.players = 0;
    const EcologyPtr slow = bind_ecology(tmpl, *world_);
    tmpl.calendar.day_s = 1200;
    const EcologyPtr quick = bind_ecology(tmpl, *world_);
    EcologyState a = start_ecology(*slow), b = start_ecology(*quick);
    run(*slow, a, 0, 10), run(*quick, b, 0, 10);
    QCOMPARE(a.stocks.heads, b.stocks.heads);
  }

  void whatIsShownFollowsTheStockOnItsOwnGround() {
    EcologyState state = start_ecology(*ecology_);
    run(*ecology_, state, 0, 6);
    for (size_t c = 0; c < state.shown.size(); ++c) {
      const Individuals& shown = state.shown[c];
      QCOMPARE(static_cast<int64_t>(shown.size()), shown_count(ecology_->shown[c], state.stocks.total(c)));
      for (size_t k = 0; k < shown.size(); ++k) {
        const Vec2 at{shown.x_m[k], shown.y_m[k]};
        QVERIFY(in_area(ecology_->shown[c].area, at));
        QCOMPARE(ecology_->stocks.classes[c].ground.block[shown.place[k]], ecology_->blocks.at(at));
      }
    }
  }

  void theTemplateThatItBeganAsHasTheSamePointsOfTheSameClasses() {
    const auto beside = test::living_world(
        test::without_water(test::builtin("WindswardLike", {"relief.erosion=none", "land.drowned=0"})));
    const auto points_of = [](const World& world, Category category, const std::string& slug) {
      std::vector<Vec2> at;
      for (const Point& p : world.points.points) {
        const PointClassInfo& cls = world.points.class_of(p);
        if (cls.category == category && cls.slug == slug) at.push_back(p.position_m);
      }
      return at;
    };
    size_t seen = 0;
    for (const PointClassInfo& cls : beside->points.classes) {
      const std::vector<Vec2> at = points_of(*beside, cls.category, cls.slug);
      QVERIFY2(points_of(*world_, cls.category, cls.slug) == at, cls.slug.c_str());
      seen += cls.category == Category::wildlife ? at.size() : 0;
    }
    QVERIFY(seen > 100);
  }

  void openNodesStandOnTheGroundOfTheirClassAndPinsStay() {
    Template tmpl = test::builtin("WindswardLiving", {"relief.erosion=none"});
    const auto natural = test::living_world(tmpl);
    PinRow pin;
    pin.id = "p1", pin.cls = tmpl.resources[0].slug;
    for (const Point& p : natural->points.points)
      if (natural->points.class_of(p).slug == pin.cls) pin.x_m = p.position_m.x, pin.y_m = p.position_m.y;
    tmpl.hand.pins.push_back(pin);
    const auto world = test::living_world(tmpl);
    const EcologyPtr wet = bind_ecology(tmpl, *world);
    EcologyState state = start_ecology(*wet);
    size_t seen = 0;
    for (int day = 0; day < 6; ++day) {
      run(*wet, state, 200, 1);
      for (size_t c = 0; c < state.spots.size(); ++c) {
        const SpotClass& cls = wet->spots.classes[c];
        const auto row = std::ranges::find(tmpl.resources, cls.slug, &PointClass::slug);
        for (size_t s = 0; s < cls.size(); ++s) {
          if (state.spots[c].open[s] == 0 || cls.stays[s] != 0) continue;
          const size_t cell = world->grid.cell_at(cls.at_m[s]);
          QVERIFY(world->on_island(cell) && world->water[cell] != static_cast<uint8_t>(WaterCode::lake));
          QVERIFY2(habitat_weight(tmpl.vocabulary, Category::resource, *row,
                                  static_cast<Biome>(world->biome[cell] - 1),
                                  static_cast<Danger>(world->danger[cell] - 1)) > 0,
                   cls.slug.c_str());
          ++seen;
        }
      }
    }
    QVERIFY(seen > 2000);
    const SpotClass& pinned = wet->spots.classes[0];
    size_t pins = 0;
    for (size_t s = 0; s < pinned.size(); ++s)
      if (pinned.stays[s] != 0) {
        ++pins;
        QVERIFY(squared_distance(pinned.at_m[s], {pin.x_m, pin.y_m}) < 1);
      }
    QCOMPARE(pins, size_t{1});
  }

  void whatLivesInWaterStaysThereAndNothingElseEntersIt() {
    const Template tmpl = test::builtin("WindswardLiving");
    const auto world = test::living_world(tmpl);
    const EcologyPtr wet = bind_ecology(tmpl, *world);
    EcologyState state = start_ecology(*wet);
    run(*wet, state, 20, 5);
    size_t seen = 0;
    for (size_t c = 0; c < state.shown.size(); ++c) {
      const WebClass& cls = wet->stocks.web.classes[c];
      const GroundKind ground = tmpl.wildlife[static_cast<size_t>(cls.wildlife)].conditions.ground;
      for (size_t k = 0; k < state.shown[c].size(); ++k, ++seen) {
        const size_t cell = world->grid.cell_at({state.shown[c].x_m[k], state.shown[c].y_m[k]});
        const bool lake = world->water[cell] == static_cast<uint8_t>(WaterCode::lake);
        QVERIFY(world->on_island(cell));
        QCOMPARE(lake, ground == GroundKind::lake);
      }
      for (const BlockBorder& border : wet->stocks.classes[c].ground.borders) QVERIFY(border.open > 0);
    }
    QVERIFY(seen > 60);
  }

  void waterThatIsCutOffFillsAgain() {
    const Template tmpl = test::builtin("WindswardLiving", {"ecology.players=0"});
    const auto world = test::living_world(tmpl);
    const EcologyPtr wet = bind_ecology(tmpl, *world);
    EcologyState state = start_ecology(*wet);
    const size_t c = test::class_place(*wet, "lake_fish");
    const BlockGround& ground = wet->stocks.classes[c].ground;
    // One lake's stock: a block and whatever it is joined to.
    std::vector<uint8_t> lake(ground.size());
    lake[0] = 1;
    for (size_t round = 0; round < ground.size(); ++round)
      for (const BlockBorder& border : ground.borders)
        lake[border.a] = lake[border.b] = lake[border.a] | lake[border.b];
    const auto in_lake = [&] {
      double sum = 0;
      for (size_t p = 0; p < lake.size(); ++p) sum += lake[p] != 0 ? state.stocks.heads[c][p] : 0;
      return sum;
    };
    const double before = in_lake();
    QVERIFY(before < 0.9 * state.stocks.total(c));  // there are others
    for (size_t p = 0; p < lake.size(); ++p) state.stocks.heads[c][p] *= lake[p] != 0 ? 0 : 1;
    run(*wet, state, 0, 60);
    QVERIFY2(in_lake() > 0.7 * before, qPrintable(QString::number(in_lake() / before)));
  }

  void aSwingThatSeasonsExceedIsAFindingBeforeThereIsAWorld() {
    Template tmpl = tmpl_;
    for (PointClass& cls : tmpl.wildlife) cls.life.swing = cls.life.prey.empty() ? cls.life.swing : 0.1;
    Findings findings;
    const FoodWeb web = template_web(tmpl, findings);
    QCOMPARE(findings.size(), size_t{2});
    for (const Finding& finding : findings) {
      QCOMPARE(finding.code, std::string("season_exceeds_swing"));
      QVERIFY(find_parameter(tmpl, finding.where) && find_parameter(tmpl, finding.cures.at(0).at(0).path));
    }
    findings.clear();
    template_web(tmpl_, findings);
    QVERIFY(findings.empty());
  }

  void nothingAppearsBesideAPlayer() {
    EcologyState state = start_ecology(*ecology_);
    const ShownClass& cls = ecology_->shown[0];
    Individuals none;
    std::vector<Vec2> players;
    for (int x = 0; x < 80; ++x)
      for (int y = 0; y < 80; ++y) players.push_back({x * 100.0 + 50, y * 100.0 + 50});
    const Watchers watchers = make_watchers(players, ecology_->players.side_m, kSightOfPlayer_m);
    step_shown(cls, ecology_->stocks.classes[0].ground, ecology_->blocks.grid, state.stocks.heads[0],
               ecology_->calendar, 0, watchers, none);
    QCOMPARE(none.size(), size_t{0});
  }

  void aWipedRegionFillsAgainWithinAMonth() {
    Template tmpl = tmpl_;
    tmpl.ecology.players = 0;
    const EcologyPtr quiet = bind_ecology(tmpl, *world_);
    EcologyState state = start_ecology(*quiet);
    Mask inside(world_->grid);
    for (size_t cell = 0; cell < inside.size(); ++cell) inside[cell] = world_->region[cell] == 5 ? 1 : 0;
    std::vector<uint32_t> all(quiet->shown.size());
    for (uint32_t c = 0; c < all.size(); ++c) all[c] = c;
    const size_t deer = test::class_place(*quiet, "deer");
    const auto in_region = [&](const EcologyState& s) {
      const BlockGround& ground = quiet->stocks.classes[deer].ground;
      double sum = 0;
      for (size_t p = 0; p < ground.size(); ++p)
        if (inside[inside.grid.cell_at(
                {quiet->blocks.centre_x_m[ground.block[p]], quiet->blocks.centre_y_m[ground.block[p]]})] != 0)
          sum += s.stocks.heads[deer][p];
      return sum;
    };
    EcologyState without = state;
    const double before = state.stocks.total(deer);
    const std::vector<double> lost = wipe_animals(*quiet, state, inside, 1, all);
    QVERIFY(lost[deer] > 0);
    QVERIFY(std::fabs(before - state.stocks.total(deer) - lost[deer]) <= 1e-9);
    QVERIFY(in_region(state) < 0.4 * in_region(without));  // blocks on the border keep the part outside
    int days = 0;
    for (; days < 60 && in_region(state) < 0.9 * in_region(without); ++days)
      run(*quiet, state, 0, 1), run(*quiet, without, 0, 1);
    QVERIFY2(days >= 2 && days <= 30, qPrintable(QString::number(days)));
  }

  void withoutARefugeHuntersEndAClassAndItComesBack() {
    Template tmpl = tmpl_;
    tmpl.ecology.players = 0, tmpl.ecology.refuge = 0, tmpl.ecology.reseed_d = 3;
    const EcologyPtr open = bind_ecology(tmpl, *world_);
    EcologyState state = start_ecology(*open);
    const size_t c = test::class_place(*open, "rabbit");
    int extinct = -1, back = -1;
    for (int quarter = 0; quarter < 4 * 40 && back < 0; ++quarter) {
      // All that are shown are killed, as often as the clock allows.
      for (int part = 0; part < 36 && extinct < 0; ++part)
        while (state.shown[c].size() > 0) {
          const uint32_t block = open->stocks.classes[c].ground.block[state.shown[c].place[0]];
          take_heads(open->stocks.classes[c], open->blocks.grid, block, 1, state.stocks.heads[c]);
          remove_killed(open->shown[c], state.part(), 0, state.shown[c]);
        }
      for (const EcologyEvent& event : step_ecology(*open, state, 0).events) {
        if (event.cls != c) continue;
        if (event.kind == EcologyEventKind::extinct) extinct = quarter;
        if (event.kind == EcologyEventKind::reseed) back = quarter;
      }
    }
    QVERIFY(extinct >= 0);
    QCOMPARE(back - extinct, 12);
    QVERIFY(std::fabs(state.stocks.total(c) - 4) <= 1);
  }
};

FW_TEST(TestEcology)
#include "test_ecology.moc"
