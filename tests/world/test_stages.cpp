// A plan of stages: order, cache, cancellation and the life of values follow from its rows.

#include <QTest>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/world/plan/cancel.h"
#include "core/world/plan/plan.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// A context of its own for every plan.
struct Fixture {
  Template tmpl;
  SeedBundle seeds = SeedBundle::from_master(1);
  GridSpec grid = GridSpec::square(1000, 8);
  std::atomic<bool> cancel{false};
  Progress progress;
  StageContext context{tmpl, seeds, grid, progress};

  Fixture() { progress.cancel = &cancel; }
};

}  // namespace

class TestStages : public QObject {
  Q_OBJECT

 private slots:
  void aStageReadsTheValuesOfItsInputs() {
    Fixture f;
    Plan plan(f.context, nullptr);
    const auto two = plan.add({"two"}, [] { return 2; });
    const auto cells = plan.add({"cells"}, [](const StageContext& c) { return c.grid.columns; });
    const auto sum = plan.add(
        {"sum"}, [](int a, const int* b) { return a + *b; }, two, cells);
    const auto all = plan.add(
        {"all"}, [](const std::vector<std::shared_ptr<const int>>& v) { return *v[0] * *v[1]; },
        std::vector{two, sum});
    const auto none = plan.add(
        {"none"}, [](const int* b) { return b == nullptr; }, StageHandle<int>(Absence::not_asked));
    plan.run(all, none);
    QCOMPARE(plan.take(all), 20);
    QVERIFY(plan.take(none));
  }

  void onlyWhatAWantedStageNeedsIsMade() {
    Fixture f;
    Plan plan(f.context, nullptr);
    int made = 0;
    const auto base = plan.add({"base"}, [&] { return ++made; });
    const auto wanted = plan.add(
        {"wanted"}, [](int b) { return b; }, base);
    plan.add(
        {"other"}, [&](int b) { return b + ++made; }, base);
    plan.run(wanted);
    QCOMPARE(made, 1);
  }

  void aValueFromTheCacheIsNotMadeAndNeitherIsWhatOnlyItReads() {
    StageCache cache;
    int made = 0;
    for (int time = 0; time < 2; ++time) {
      Fixture f;
      Plan plan(f.context, &cache);
      const auto base = plan.add({"base", 0, {}, Keep::never}, [&] { return ++made; });
      const auto value = plan.add(
          {"value"}, [&](int b) { return b + ++made; }, base);
      plan.run(value);
      QCOMPARE(plan.take(value), 3);
      QCOMPARE(made, 2);
    }
  }

  void aChangedPathMakesItsReadersAgainAndNoOthers() {
    StageCache cache;
    std::vector<std::string> made;
    const auto generate = [&](double land) {
      Fixture f;
      f.tmpl.land.fraction = land;
      Plan plan(f.context, &cache);
      const auto log = [&](const char* name) {
        made.emplace_back(name);
        return 0;
      };
      const auto apart = plan.add({"apart", 0, {"regions."}}, [&] { return log("apart"); });
      const auto reader = plan.add({"reader", 0, {"land."}}, [&] { return log("reader"); });
      const auto after = plan.add(
          {"after"}, [&](int) { return log("after"); }, reader);
      plan.run(apart, after);
    };
    generate(0.5);
    made.clear();
    generate(0.4);
    QCOMPARE(made.size(), size_t{2});
    QCOMPARE(made[0], std::string("reader"));
    QCOMPARE(made[1], std::string("after"));
  }

  void aColumnOfAllRowsIsReadWithoutTheOthers() {
    StageCache cache;
    std::vector<std::string> made;
    const auto generate = [&](uint32_t colour, double share) {
      Fixture f;
      f.tmpl.vocabulary.biomes.resize(2);
      f.tmpl.vocabulary.biomes[1].colour = Rgb::hex(colour);
      f.tmpl.vocabulary.biomes[1].share = share;
      Plan plan(f.context, &cache);
      const auto log = [&](const char* name) {
        made.emplace_back(name);
        return 0;
      };
      const auto shares = plan.add({"shares", 0, {"biomes[].share"}}, [&] { return log("shares"); });
      const auto ids = plan.add({"ids", 0, {"biomes[].id"}}, [&] { return log("ids"); });
      plan.run(shares, ids);
    };
    generate(0x445566, 0.5);
    made.clear();
    generate(0x112233, 0.5);
    QVERIFY(made.empty());
    generate(0x112233, 0.4);
    QCOMPARE(made, std::vector<std::string>{"shares"});
  }

  void aValueOfTheSecondRequestIsAbsentInTheFirst() {
    StageCache cache;
    std::vector<int> seen;
    for (int time = 0; time < 3; ++time) {
      Fixture f;
      Plan plan(f.context, &cache);
      const auto slow = plan.add({"slow", 0, {}, Keep::second_request}, [] { return 7; });
      const auto reader = plan.add(
          {"reader", 0, {}, Keep::never}, [](const int* v) { return v == nullptr ? 0 : *v; }, slow);
      plan.run(reader);
      seen.push_back(plan.take(reader));
    }
    QVERIFY((seen == std::vector<int>{0, 7, 7}));
  }

  void whatIsAbsentSaysWhy() {
    StageCache cache;
    Fixture f;
    Plan plan(f.context, &cache);
    const auto why = [](StageInput<int> value) {
      return value.value == nullptr ? value.absence : Absence::unlisted;
    };
    const auto slow = plan.add({"slow", 0, {}, Keep::second_request}, [] { return 7; });
    const auto first = plan.add({"of the first request"}, why, slow);
    const auto asked = plan.add({"of the template"}, why, StageHandle<int>(Absence::not_asked));
    const auto hand = plan.add({"of the hand"}, why, StageHandle<int>(Absence::no_hand));
    plan.run(first, asked, hand);
    QCOMPARE(plan.take(first), Absence::not_kept);
    QCOMPARE(plan.take(asked), Absence::not_asked);
    QCOMPARE(plan.take(hand), Absence::no_hand);
  }

  void aStageIsThereTwiceWhereTheHandMovesAnInput() {
    Fixture f;
    Plan plan(f.context, nullptr);
    const StageList list{plan, f.context};
    const auto one = list.add({"one"}, [] { return 1; });
    const Both<int> moved{one, list.add({"two"}, [] { return 2; })};
    std::atomic<int> made{0};
    const auto add = [&made](int a, int b) {
      ++made;
      return a + b;
    };
    const auto same = list.both({"same"}, add, one, Both<int>(one));
    const auto other = list.both({"other"}, add, one, moved);
    const auto after = list.both({"after"}, add, same, other);
    QVERIFY(!same.moved());
    QVERIFY(other.moved() && after.moved());
    plan.run(after.natural, after.by_hand);
    QCOMPARE(int(made), 5);
    QCOMPARE(plan.take(after.natural), 4);
    QCOMPARE(plan.take(after.by_hand), 5);
  }

  void aListOnThePlanGridStandsBesideTheRasters() {
    Fixture f;
    Plan plan(f.context, nullptr);
    std::atomic<int> made{0};
    const auto list_stages = [&made](const StageList& list) {
      const auto cells = [](const StageContext& c) { return c.grid.columns; };
      const auto once =
          list.add({.name = "once", .grid = StageGrid::plan}, [&made, cells](const StageContext& c) {
            ++made;
            return cells(c);
          });
      return std::pair(once, list.add({"cells"}, cells));
    };
    const auto [once, on_raster] = list_stages({plan, f.context});
    const auto [again, on_plan] = list_stages({plan, f.context, StageGrid::plan});
    QCOMPARE(again.index, once.index);
    QVERIFY(on_plan.index != on_raster.index);
    plan.run(once, on_raster, on_plan);
    QCOMPARE(int(made), 1);
    QCOMPARE(plan.take(on_raster), 8);
    QCOMPARE(plan.take(on_plan), 512);
    QCOMPARE(plan.take(once), 512);
  }

  void aRepeatedValueIsKeptFromTheSecondRequestOn() {
    StageCache cache;
    int made = 0;
    for (int time = 0; time < 4; ++time) {
      Fixture f;
      Plan plan(f.context, &cache);
      const auto often = plan.add({"often", 0, {}, Keep::repeated}, [&made] { return ++made; });
      plan.run(often);
      QCOMPARE(plan.take(often), std::min(time + 1, 2));
    }
  }

  void aValueIsDroppedAfterItsLastReader() {
    Fixture f;
    Plan plan(f.context, nullptr);
    std::weak_ptr<const std::vector<int>> watched;
    using Values = std::vector<int>;
    const auto value = plan.add({"value"}, [] { return Values{1, 2}; });
    const auto reader = plan.add(
        {"reader"},
        [&](std::shared_ptr<const Values> v) {
          watched = v;
          return v->size();
        },
        value);
    bool alive = true;
    const auto last = plan.add(
        {"last"},
        [&](size_t) {
          alive = !watched.expired();
          return 0;
        },
        reader);
    plan.run(last);
    QVERIFY(!alive);
  }

  void aValueThatTheCacheHoldsIsCopiedNotMoved() {
    StageCache cache;
    for (int time = 0; time < 2; ++time) {
      Fixture f;
      Plan plan(f.context, &cache);
      const auto value = plan.add({"value"}, [] { return std::vector<int>{1, 2}; });
      plan.run(value);
      QCOMPARE(plan.take(value).size(), size_t{2});
    }
  }

  void theLongestChainGoesFirst() {
    const ThreadLimit one(1);
    Fixture f;
    Plan plan(f.context, nullptr);
    std::vector<int> order;
    const auto stage = [&](int name) {
      return [&order, name] {
        order.push_back(name);
        return name;
      };
    };
    const auto heavy = plan.add({"heavy", 5}, stage(0));
    const auto light = plan.add({"light", 1}, stage(1));
    const auto after = plan.add(
        {"after light", 9},
        [&order](int) {
          order.push_back(2);
          return 2;
        },
        light);
    plan.run(heavy, after);
    QVERIFY((order == std::vector<int>{1, 2, 0}));
  }

  void stagesWithoutACommonInputRunSideBySideOnTwoThreads() {
    if (worker_threads() < 2) QSKIP("one thread");
    const ThreadLimit two(2);
    Fixture f;
    Plan plan(f.context, nullptr);
    std::atomic<int> inside{0};
    // Each waits for the other: one after the other they would never end.
    const auto meet = [&] {
      ++inside;
      while (inside < 2) {
      }
      return 0;
    };
    const auto a = plan.add({"a"}, meet);
    const auto b = plan.add({"b"}, meet);
    plan.run(a, b);
    QCOMPARE(int(inside), 2);
  }

  void cancellationLeavesOutWhatHasNotBegun() {
    Fixture f;
    Plan plan(f.context, nullptr);
    bool made = false;
    const auto first = plan.add({"first"}, [&] {
      f.cancel = true;
      return 0;
    });
    const auto second = plan.add(
        {"second"},
        [&](int) {
          made = true;
          return 0;
        },
        first);
    QVERIFY_EXCEPTION_THROWN(plan.run(second), Cancelled);
    QVERIFY(!made);
  }

  void phasesAreReportedWithTheShareOfTheWorkDone() {
    const ThreadLimit one(1);
    Fixture f;
    std::vector<std::pair<std::string, double>> told;
    f.progress.report = [&](std::string_view phase, double done) { told.emplace_back(phase, done); };
    Plan plan(f.context, nullptr);
    const auto a = plan.add({"a", 1, {}, Keep::recent, "first"}, [] { return 0; });
    const auto b = plan.add(
        {"b", 3, {}, Keep::recent, "second"}, [](int) { return 0; }, a);
    plan.run(b);
    QCOMPARE(told.size(), size_t{2});
    QCOMPARE(told[0].first, std::string("first"));
    QCOMPARE(told[0].second, 0.0);
    QCOMPARE(told[1].first, std::string("second"));
    QCOMPARE(told[1].second, 0.25);
  }
};

FW_TEST(TestStages)
#include "test_stages.moc"
