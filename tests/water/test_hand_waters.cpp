// Lakes and rivers by hand (docs/hand-ground.md, Waters).
#include <QTest>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/field/shape.h"
#include "core/field/simd_level.h"
#include "core/model/world/digest.h"
#include "core/water/rivers/hand_rivers.h"
#include "core/world/generate.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/water/water_figures.h"

using namespace fw;

namespace {

constexpr uint64_t kSeed = 7;

std::string disc(Vec2 at) {
  return write_shape({Shape::Kind::points, {{at}}});
}
std::string line(std::vector<Vec2> places) {
  return write_shape({Shape::Kind::lines, {std::move(places)}});
}

WaterRow lake_row(const std::string& id, const std::string& shape, double radius_m,
                  std::optional<double> level_m = {}) {
  WaterRow row;
  row.id = id;
  row.place.shape = shape;
  row.place.radius_m = radius_m;
  row.level_m = level_m;
  return row;
}
WaterRow river_row(const std::string& id, std::vector<Vec2> places) {
  WaterRow row;
  row.id = id;
  row.kind = WaterIs::river;
  row.place.shape = line(std::move(places));
  return row;
}

const HandOutcome* outcome_of(const std::vector<HandOutcome>& all, const std::string& id) {
  const auto at = std::ranges::find(all, id, &HandOutcome::id);
  return at == all.end() ? nullptr : &*at;
}

const Lake* lake_of(const WateredPlan& plan, const std::string& id) {
  const auto at = std::ranges::find(plan.water->network.lakes, id, &Lake::hand);
  return at == plan.water->network.lakes.end() ? nullptr : &*at;
}

/// The dry inland cell of the plan, off all lakes, that lies farthest from the sea.
Vec2 inland_of(const WateredPlan& plan) {
  const Island& island = plan.relief.island;
  const Raster<float>& coast = island.coast_m;
  size_t best = 0;
  for (size_t cell = 0; cell < coast.size(); ++cell) {
    if (island.main[cell] == 0 || coast[cell] <= coast[best]) continue;
    bool dry = true;
    for (const Lake& lake : plan.water->network.lakes)
      dry = dry && std::sqrt(squared_distance(lake.outlet_m, coast.grid.centre(cell))) > 900;
    if (dry) best = cell;
  }
  return coast.grid.centre(best);
}

/// The way that water takes from a place to the sea or a lake, a vertex every few cells.
std::vector<Vec2> way_down(const WateredPlan& plan, Vec2 from) {
  const Drainage& drainage = plan.water->drainage;
  const GridSpec& g = drainage.receiver.grid;
  auto cell = static_cast<uint32_t>(g.cell_at(from));
  std::vector<Vec2> way{from};
  for (int k = 1; drainage.receiver[cell] != cell && plan.water->lakes.at(cell) == 0; ++k) {
    cell = drainage.receiver[cell];
    if (k % 5 == 0) way.push_back(g.centre(static_cast<size_t>(cell)));
  }
  way.push_back(g.centre(static_cast<size_t>(cell)));
  return way;
}

/// The place of a line outside lakes that lies farthest from the network's rivers, of every 10 m, and how
/// far.
std::pair<Vec2, double> farthest_from_rivers(const WaterPlan& plan, const std::vector<Vec2>& places) {
  std::pair<Vec2, double> farthest{{}, 0};
  for (size_t k = 0; k + 1 < places.size(); ++k)
    for (double t = 0; t < 1; t += 10 / (std::sqrt(squared_distance(places[k], places[k + 1])) + 1)) {
      const Vec2 at = places[k] + (places[k + 1] - places[k]) * t;
      if (plan.lakes.at(plan.height_m.grid.cell_at(at)) != 0) continue;
      double nearest = 1e9;
      for (const Reach& reach : plan.network.reaches)
        for (const Vec2 v : reach.vertices_m) nearest = std::min(nearest, squared_distance(v, at));
      if (std::sqrt(nearest) > farthest.second) farthest = {at, std::sqrt(nearest)};
    }
  return farthest;
}

void compare_falls(const WateredPlan& plan) {
  QCOMPARE(figure(plan_figures(plan), "uphill"), 0.0);
}

}  // namespace

class TestHandWaters : public QObject {
  Q_OBJECT

 private slots:
  void aLakeHasItsShapeToTheCellItsLevelAndAWayOut() {
    for (const char* name : {"WindswardLike", "EdengroveLike"})
      for (const Erosion erosion : {Erosion::fluvial, Erosion::none}) {
        Template tmpl = with_water(name, erosion);
        const WateredPlan natural = make_watered_plan(tmpl, kSeed);
        const Vec2 middle = inland_of(natural);
        tmpl.hand.waters.push_back(lake_row("w1", disc(middle), 160));
        const WateredPlan free = make_watered_plan(tmpl, kSeed);
        tmpl.hand.waters.edit(0).level_m = std::floor(lake_of(free, "w1")->level_m) + 8;
        const WateredPlan stated = make_watered_plan(tmpl, kSeed);
        for (const WateredPlan* plan : {&free, &stated}) {
          const HandOutcome* told = outcome_of(plan->water->hand.outcomes, "w1");
          QVERIFY(told != nullptr);
          QVERIFY2(told->state == HandState::held, told->reason.c_str());
          const Lake* lake = lake_of(*plan, "w1");
          QVERIFY(lake != nullptr);
          if (plan == &stated) QVERIFY(std::fabs(lake->level_m - *tmpl.hand.waters[0].level_m) < 0.005);
          QVERIFY(std::fabs(lake->area_m2 / (3.14159265 * 160 * 160) - 1) < 0.02);
          // It counts: another one made room.
          QCOMPARE(plan->water->network.lakes.size(), natural.water->network.lakes.size());
          QCOMPARE(figure(plan_figures(*plan), "drained_share"), 1.0);
          compare_falls(*plan);
          double way_out_m = 1e9;
          for (const Reach& reach : plan->water->network.reaches)
            if (reach.form != ReachForm::lake_path)
              for (const Vec2 at : reach.vertices_m)
                way_out_m = std::min(way_out_m, std::sqrt(squared_distance(at, lake->outlet_m)));
          QVERIFY2(way_out_m < 3 * plan->water->height_m.grid.cell_m, qPrintable(QString::number(way_out_m)));
          for (const int resolution : {256, 512}) {
            const Island island = island_on(*plan, resolution);
            for (size_t cell = 0; cell < island.water.size(); ++cell) {
              const double away_m = std::sqrt(squared_distance(island.water.grid.centre(cell), middle));
              if (away_m > 200) continue;
              const bool water = island.water[cell] == static_cast<uint8_t>(WaterCode::lake);
              QCOMPARE(water, away_m <= 160);
              if (!water) continue;
              QCOMPARE(island.surface_m[cell], static_cast<float>(lake->level_m));
              QVERIFY(island.bed_m[cell] < island.surface_m[cell]);
            }
          }
        }
      }
  }

  void aRiverKeepsToItsLineAndFallsAlongIt() {
    for (const char* name : {"WindswardLike", "EdengroveLike"})
      for (const Erosion erosion : {Erosion::fluvial, Erosion::none}) {
        Template tmpl = with_water(name, erosion);
        const WateredPlan natural = make_watered_plan(tmpl, kSeed);
        // Beside the way that the water takes by itself: 70 m to the east of it but at its end.
        std::vector<Vec2> places = way_down(natural, inland_of(natural));
        for (size_t k = 0; k + 2 < places.size(); ++k) places[k].x += 70;
        tmpl.hand.waters.push_back(river_row("w1", places));
        tmpl.hand.waters.edit(0).name = "Handwater";
        const WateredPlan plan = make_watered_plan(tmpl, kSeed);
        const HandOutcome* told = outcome_of(plan.water->hand.outcomes, "w1");
        QVERIFY(told != nullptr);
        QVERIFY2(told->state != HandState::suspended, told->reason.c_str());
        const Water& water = plan.water->network;
        const double cell_m = plan.water->height_m.grid.cell_m;
        const auto [off, off_m] = farthest_from_rivers(*plan.water, {places.begin(), places.end() - 2});
        QVERIFY2(off_m < cell_m,
                 qPrintable(QString("%1: %2 m at %3, %4").arg(name).arg(off_m).arg(off.x).arg(off.y)));
        compare_falls(plan);
        QCOMPARE(figure(plan_figures(plan), "drained_share"), 1.0);
        const auto river = std::ranges::find(water.rivers, std::string("w1"), &River::hand);
        QVERIFY(river != water.rivers.end());
        QCOMPARE(river->name, std::string("Handwater"));
        for (const int resolution : {256, 512}) {
          const Island island = island_on(plan, resolution);
          for (size_t k = 0; k + 3 < places.size(); ++k) {
            bool wet = false;
            const size_t at = island.water.grid.cell_at(places[k]);
            for (int dr = -1; dr <= 1; ++dr)
              for (int dc = -1; dc <= 1; ++dc)
                wet = wet || island.water.at(island.water.grid.column_of(at) + dc,
                                             island.water.grid.row_of(at) + dr) >=
                                 static_cast<uint8_t>(WaterCode::lake);
            QVERIFY2(wet, qPrintable(QString("%1 at %2, vertex %3").arg(name).arg(resolution).arg(k)));
          }
        }
      }
  }

  void aRiverOutOfALakeIsItsWayOut() {
    Template tmpl = with_water("WindswardLike", Erosion::fluvial);
    const WateredPlan natural = make_watered_plan(tmpl, kSeed);
    const std::vector<Vec2> places = way_down(natural, inland_of(natural));
    tmpl.hand.waters.push_back(lake_row("lake", disc(places[0]), 130, 167));
    tmpl.hand.waters.push_back(river_row("out", places));
    tmpl.hand.waters.push_back(river_row("second", {places[0], places[0] + Vec2{0, 600}}));
    const WateredPlan plan = make_watered_plan(tmpl, kSeed);
    QVERIFY2(outcome_of(plan.water->hand.outcomes, "out")->state != HandState::suspended,
             outcome_of(plan.water->hand.outcomes, "out")->reason.c_str());
    const HandOutcome* second = outcome_of(plan.water->hand.outcomes, "second");
    QCOMPARE(second->state, HandState::suspended);
    QVERIFY2(second->reason.find("has its way out by row out") != std::string::npos ||
                 second->reason.find("uphill") != std::string::npos,
             second->reason.c_str());
    const Lake* lake = lake_of(plan, "lake");
    QVERIFY(lake != nullptr);
    QVERIFY2(std::fabs(lake->level_m - 167) < 0.01, qPrintable(QString::number(lake->level_m)));
    double nearest = 1e9;
    for (size_t k = 0; k + 1 < places.size(); ++k)
      for (double t = 0; t < 1; t += 0.05)
        nearest =
            std::min(nearest, squared_distance(places[k] + (places[k + 1] - places[k]) * t, lake->outlet_m));
    QVERIFY(std::sqrt(nearest) < 2 * plan.water->height_m.grid.cell_m);
  }

  void whatCannotBeIsToldWithItsReason() {
    Template tmpl = with_water("WindswardLike", Erosion::fluvial);
    const WateredPlan natural = make_watered_plan(tmpl, kSeed);
    const Vec2 middle = inland_of(natural);
    std::vector<Vec2> up = way_down(natural, middle);
    std::reverse(up.begin(), up.end());
    const Raster<float>& height_m = natural.water->height_m;
    const auto summit = static_cast<size_t>(std::max_element(height_m.cells.begin(), height_m.cells.end()) -
                                            height_m.cells.begin());
    std::vector<Vec2> over{up.back(), height_m.grid.centre(summit), up.front()};
    const struct {
      WaterRow row;
      const char* reason;
    } rows[] = {
        {lake_row("sea", disc({100, 100}), 80), "lie at sea"},
        {lake_row("off", disc({-9000, 0}), 80), "no cell's centre"},
        {lake_row("small", disc(middle + Vec2{0, 700}), 9), "a lake needs 4"},
        {lake_row("first", disc(middle), 120), ""},
        {lake_row("over", disc(middle + Vec2{150, 0}), 120), "lies over or beside the lake of row first"},
        {lake_row("high", disc(middle + Vec2{0, 500}), 60, 9000), "state at most"},
        {lake_row("low", disc(middle + Vec2{0, 500}), 60, 0), "that of the sea"},
        {lake_row("two",
                  "MULTIPOLYGON (((3900 4600, 4000 4600, 4000 4700, 3900 4700)), ((4300 4600, 4400 "
                  "4600, 4400 4700, 4300 4700)))",
                  0),
         "falls into 2 pieces"},
        {river_row("broken", {}), ""},
        {river_row("up", up), ""},
        {river_row("over_top", over), "uphill"},
        {river_row("short", {middle + Vec2{400, 300}, middle + Vec2{430, 300}}), "a river needs 6"},
        {river_row("loop", {middle + Vec2{400, 0}, middle + Vec2{900, 0}, middle + Vec2{900, 300},
                            middle + Vec2{600, 300}, middle + Vec2{600, -300}}),
         "crosses itself"},
        {river_row("at_sea", {{50, 50}, {200, 50}}), "none of it lies on the main ground"},
    };
    for (const auto& one : rows)
      if (one.row.id != "broken") tmpl.hand.waters.push_back(one.row);
    WaterRow broken = river_row("broken", {{1, 1}, {2, 2}});
    broken.place.shape = "LINESTRING (1 1";
    tmpl.hand.waters.push_back(broken);
    const WateredPlan plan = make_watered_plan(tmpl, kSeed);
    for (const auto& one : rows) {
      const HandOutcome* told = outcome_of(plan.water->hand.outcomes, one.row.id);
      QVERIFY2(told != nullptr, one.row.id.c_str());
      if (one.row.id == "first") {
        QVERIFY2(told->state == HandState::held, told->reason.c_str());
        continue;
      }
      QVERIFY2(told->state == HandState::suspended, one.row.id.c_str());
      QVERIFY2(told->reason.find(one.reason) != std::string::npos,
               (one.row.id + ": " + told->reason).c_str());
    }
  }

  void withoutRiversRowsAreToldAndRowsThatAreOffChangeNothing() {
    Template dry = test::tiny();
    dry.hand.waters.push_back(lake_row("w1", disc({1000, 1000}), 80));
    const auto world = generate(dry, SeedBundle::from_master(1), 96).value();
    const HandOutcome* told = outcome_of(world->hand, "w1");
    QVERIFY(told != nullptr);
    QCOMPARE(told->state, HandState::suspended);
    QVERIFY2(told->reason.find("water.rivers") != std::string::npos, told->reason.c_str());
    dry.hand.waters.edit(0).on = false;
    const auto off = generate(dry, SeedBundle::from_master(1), 96).value();
    dry.hand.waters = {};
    const auto none = generate(dry, SeedBundle::from_master(1), 96).value();
    QVERIFY(world_digests(*off) == world_digests(*none));
  }

  void threadsAndSimdLevelsChangeNoBit() {
    Template tmpl = with_water("WindswardLike", Erosion::none);
    const WateredPlan natural = make_watered_plan(tmpl, kSeed);
    const std::vector<Vec2> places = way_down(natural, inland_of(natural));
    tmpl.hand.waters.push_back(lake_row("lake", disc(places[0]), 130));
    tmpl.hand.waters.push_back(river_row("out", places));
    const auto bits_of = [&] {
      const WateredPlan plan = make_watered_plan(tmpl, kSeed);
      std::vector<double> bits(plan.water->height_m.cells.begin(), plan.water->height_m.cells.end());
      for (const Reach& reach : plan.water->network.reaches) {
        bits.push_back(reach.discharge_m3_s);
        for (const Vec2 v : reach.vertices_m) bits.insert(bits.end(), {v.x, v.y});
      }
      for (const HandOutcome& told : plan.water->hand.outcomes)
        bits.insert(bits.end(), {told.asked, told.got});
      return bits;
    };
    const std::vector<double> reference = bits_of();
    for (const int threads : {1, 7}) {
      const ThreadLimit limit(threads);
      QVERIFY(bits_of() == reference);
    }
    const auto levels = simd_levels();
    for (const auto& level : levels) {
      QVERIFY(set_simd_level(level));
      QVERIFY(bits_of() == reference);
    }
    QVERIFY(set_simd_level(levels.front()));
  }

  /// Of every row that acts: the cells told as got are those from which the water runs along the line.
  void whatIsToldOfARiverIsWhereItsWaterRuns() {
    Template tmpl = with_water("WindswardLike", Erosion::fluvial);
    const WateredPlan natural = make_watered_plan(tmpl, kSeed);
    std::vector<Vec2> places = way_down(natural, inland_of(natural));
    for (size_t k = 0; k + 2 < places.size(); ++k) places[k].x += 70;
    tmpl.hand.waters.push_back(river_row("w1", places));
    const WateredPlan plan = make_watered_plan(tmpl, kSeed);
    const HandOutcome& told = *outcome_of(plan.water->hand.outcomes, "w1");
    const Drainage& drainage = plan.water->drainage;
    const GridSpec& g = drainage.receiver.grid;
    const double off_m = g.cell_m;  // a cell that the line runs through, and the one that its water runs to
    size_t along = 0;
    const Shape shape = read_shape(tmpl.hand.waters[0].place.shape).value();
    for (uint32_t cell = 0; cell < drainage.receiver.size(); ++cell) {
      const uint32_t next = drainage.receiver[cell];
      if (next == cell || inside_m(shape, 0, g.centre(cell)) < -off_m) continue;
      along += inside_m(shape, 0, g.centre(next)) >= -off_m;
    }
    QVERIFY2(told.got > 20 && told.got <= static_cast<double>(along), told.reason.c_str());
    QVERIFY(told.got <= told.asked);
    if (told.state == HandState::held) QVERIFY(told.got > 0.9 * told.asked);  // the rest lies in a lake

    // Told of a ground that goes another way, it is part of the line.
    LedRivers led;
    HandReach reach;
    reach.row = &tmpl.hand.waters[0];
    reach.cells = {10, 11, 12, 13};
    reach.at_m.assign(4, Vec2{5, 5});
    led.reaches.push_back(reach);
    led.rows.push_back({reach.row, 4, ""});
    Drainage other;
    other.receiver = Raster<uint32_t>(GridSpec{8, 4, 10});
    for (uint32_t cell = 0; cell < other.receiver.size(); ++cell) other.receiver[cell] = cell + 1;
    HandTold all, some;
    tell_rivers(led, other, all);
    QCOMPARE(all.outcomes.front().state, HandState::held);
    other.receiver[11] = 3;
    tell_rivers(led, other, some);
    QCOMPARE(some.outcomes.front().state, HandState::part);
    QCOMPARE(some.outcomes.front().got, 3.0);
    QVERIFY(some.outcomes.front().reason.find("drains another way") != std::string::npos);
  }

  void oddRowsGiveAWorldThatDrainsAndAWordOnEach() {
    for (const int round : {1, 2, 3}) {
      Template tmpl = with_water(round == 2 ? "EdengroveLike" : "WindswardLike",
                                 round == 3 ? Erosion::none : Erosion::fluvial);
      uint64_t drawn = 0;
      const auto draw = [&](double low, double high) {
        return low + (high - low) * random_uniform(static_cast<uint64_t>(round), drawn++);
      };
      const auto place = [&] { return Vec2{draw(-500, 8500), draw(-500, 8500)}; };
      for (int k = 0; k < 60; ++k) {
        const std::string id = "w" + std::to_string(k);
        if (k % 2 == 0) {
          std::vector<Vec2> places{place()};
          const int more = static_cast<int>(draw(1, 7));
          for (int i = 0; i < more; ++i)
            places.push_back(k % 6 == 0 ? place() : places.back() + Vec2{draw(-900, 900), draw(-900, 900)});
          tmpl.hand.waters.push_back(river_row(id, places));
          continue;
        }
        tmpl.hand.waters.push_back(lake_row(id, k % 3 == 0 ? line({place(), place()}) : disc(place()),
                                            draw(1, k % 9 == 0 ? 900 : 200),
                                            k % 4 == 1 ? std::optional(draw(0, 300)) : std::nullopt));
      }
      const WateredPlan plan = make_watered_plan(tmpl, static_cast<uint64_t>(round));
      QCOMPARE(plan.water->hand.outcomes.size(), size_t{60});
      for (const HandOutcome& told : plan.water->hand.outcomes)
        QVERIFY(told.state == HandState::held || !told.reason.empty());
      QVERIFY(std::ranges::count(plan.water->hand.outcomes, HandState::suspended, &HandOutcome::state) < 60);
      QCOMPARE(figure(plan_figures(plan), "drained_share"), 1.0);
      compare_falls(plan);
      island_on(plan, 128);
    }
  }
};

FW_TEST(TestHandWaters)
#include "test_hand_waters.moc"
