// The coast: where land is, and what moves it.

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/template/template_io.h"
#include "core/world/land/island_outline.h"
#include "land_template.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// Land as the built-in islands, archipelagos and coasts state it.
Template land_of(LandShape shape) {
  Template t = land_template();
  t.land.shape = shape;
  t.land.fraction = shape == LandShape::archipelago ? 0.34 : shape == LandShape::coast ? 0.72 : 0.44;
  return t;
}

PlanOutline plan_of(const Template& t, uint64_t seed) {
  const SeedBundle seeds = SeedBundle::from_master(seed);
  return make_plan_outline(t, seeds, make_valley_field(t, seeds));
}

/// Cells where one has ground and the other none.
int64_t differing(const Raster<uint8_t>& a, const Raster<uint8_t>& b) {
  int64_t cells = 0;
  for (size_t cell = 0; cell < a.size(); ++cell) cells += (a[cell] != 0) != (b[cell] != 0);
  return cells;
}

/// Common ground over joint ground, on the finer of the two grids.
double overlap(const Raster<uint8_t>& a, const Raster<uint8_t>& b) {
  const GridSpec& grid = a.size() > b.size() ? a.grid : b.grid;
  const Raster<uint8_t> one = resample_nearest(a, grid), other = resample_nearest(b, grid);
  double common = 0, joint = 0;
  for (size_t cell = 0; cell < one.size(); ++cell) {
    common += one[cell] != 0 && other[cell] != 0;
    joint += one[cell] != 0 || other[cell] != 0;
  }
  return common / joint;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// A key of the land and one tick of its slider.
struct LandKey {
  const char* name;
  double LandParams::*member;
  double tick;
};

const std::vector<LandKey> kSliders{{"fraction", &LandParams::fraction, 0.002},
                                    {"roughness", &LandParams::roughness, 0.004},
                                    {"detail", &LandParams::detail, 0.004},
                                    {"drowned", &LandParams::drowned, 0.002},
                                    {"superellipse", &LandParams::superellipse, 0.038},
                                    {"stretch", &LandParams::stretch, 0.01}};

}  // namespace

class TestOutline : public QObject {
  Q_OBJECT

 private slots:
  void oddFramesAndExtremesKeepTheShareAndThePieces_data() {
    QTest::addColumn<int>("shape");
    QTest::addColumn<double>("width_m");
    QTest::addColumn<double>("height_m");
    QTest::addColumn<double>("fraction");
    QTest::addColumn<double>("roughness");
    QTest::addColumn<double>("detail");
    QTest::addColumn<double>("drowned");
    const std::vector<std::pair<const char*, LandShape>> shapes{
        {"island", LandShape::island}, {"archipelago", LandShape::archipelago}, {"coast", LandShape::coast}};
    for (const auto& [name, shape] : shapes) {
      const auto row = [&, kind = static_cast<int>(shape), of = std::string(name)](
                           const char* what, double width, double height, double fraction, double rough,
                           double detail, double drowned) {
        QTest::newRow((of + ", " + what).c_str())
            << kind << width << height << fraction << rough << detail << drowned;
      };
      row("4 : 1, little land", 16000, 4000, 0.05, 0.5, 0.3, 0.3);
      row("4 : 1, much land", 16000, 4000, 0.9, 0.5, 0.3, 0.3);
      row("1 : 3, 500 m", 500, 1500, 0.45, 0.5, 0.3, 0.3);
      row("wild", 8000, 8000, 0.4, 1.5, 1, 1);
      row("wild, 4 : 1", 3000, 12000, 0.4, 1.5, 1, 1);
      row("wild, much land", 64000, 64000, 0.88, 1.5, 1, 1);
      row("smooth", 8000, 8000, 0.5, 0, 0, 0);
    }
  }
  void oddFramesAndExtremesKeepTheShareAndThePieces() {
    QFETCH(int, shape);
    QFETCH(double, width_m);
    QFETCH(double, height_m);
    QFETCH(double, fraction);
    QFETCH(double, roughness);
    QFETCH(double, detail);
    QFETCH(double, drowned);
    Template t = land_template();
    t.frame = {width_m, height_m};
    t.land.shape = static_cast<LandShape>(shape);
    t.land.sea_sides = {"south", "east"};
    t.land.fraction = fraction;
    t.land.roughness = roughness;
    t.land.detail = detail;
    t.land.drowned = drowned;
    t.land.stretch = 3;
    t.land.islets = 1;
    const SeedBundle seeds = SeedBundle::from_master(3);
    const ValleyField valleys = make_valley_field(t, seeds);
    const PlanOutline plan = make_plan_outline(t, seeds, valleys);
    const Outline other =
        make_outline(t, seeds, valleys, plan.shift, frame_grid(t.frame, 200), plan.outline.piece);
    const size_t pieces =
        t.land.shape == LandShape::archipelago ? static_cast<size_t>(t.land.islands) : size_t{1};
    for (const Outline* outline : {&plan.outline, &other}) {
      const auto cells = static_cast<double>(outline->piece.size());
      QCOMPARE(count(outline->piece), static_cast<int64_t>(std::floor(fraction * cells + 0.5)));
      QCOMPARE(label_components(outline->piece).cells.size(), pieces);
      for (size_t cell = 0; cell < outline->piece.size(); ++cell)
        QVERIFY(outline->piece[cell] == 0 || outline->islets[cell] == 0);
    }
  }

  void noKeyOfTheHeightsMovesTheCoast() {
    for (const char* name : {"WindswardLike", "ArchipelagoLike", "ContinentLike"}) {
      const Template before = builtin(name);
      const SeedBundle seeds = before.seeds();
      const ValleyField valleys = make_valley_field(before, seeds);
      const PlanOutline natural = make_plan_outline(before, seeds, valleys);
      const Template after =
          builtin(name, {"relief.height_max_m=333", "relief.ridge=0.77", "relief.massif.weight=0.9",
                         "relief.massif.towards=south", "relief.cliffs=0.2", "relief.valley_m=80",
                         "relief.plains=0.6", "relief.grain=0.5", "noise.height.wavelength_m=2100",
                         "noise.height.octaves=3", "noise.height.persistence=0.6", "land.scale_m=300"});
      const ValleyField same = make_valley_field(after, seeds);
      QCOMPARE(same.height.cells, valleys.height.cells);
      QCOMPARE(same.depth.cells, valleys.depth.cells);
      const PlanOutline again = make_plan_outline(after, seeds, same);
      QCOMPARE(again.outline.piece.cells, natural.outline.piece.cells);
      QCOMPARE(again.outline.islets.cells, natural.outline.islets.cells);
    }
  }

  void noSliderOfTheCoastMovesTheValleys() {
    for (const LandShape shape : {LandShape::island, LandShape::archipelago, LandShape::coast}) {
      Template t = land_of(shape);
      const SeedBundle seeds = SeedBundle::from_master(5);
      const ValleyField before = make_valley_field(t, seeds);
      for (const LandKey& key : kSliders) t.land.*key.member += 20 * key.tick;
      t.land.islets = 0.7;
      t.land.strait_m += 90;
      const ValleyField after = make_valley_field(t, seeds);
      QCOMPARE(after.draw, before.draw);
      QCOMPARE(after.height.cells, before.height.cells);
      QCOMPARE(after.depth.cells, before.depth.cells);
    }
  }

  void valleysHaveOneSummitAndDepthsOfBothSigns() {
    for (const LandShape shape :
         {LandShape::island, LandShape::archipelago, LandShape::coast, LandShape::inland}) {
      const Template t = land_of(shape);
      const ValleyField valleys = make_valley_field(t, SeedBundle::from_master(2));
      const auto [low, high] = std::ranges::minmax(valleys.height.cells);
      QCOMPARE(high, 1.0F);
      QVERIFY(low >= 0);
      const auto [shallow, deep] = std::ranges::minmax(valleys.depth.cells);
      if (shape == LandShape::inland) {
        QVERIFY(shallow == 0 && deep == 0);
        continue;
      }
      QVERIFY(shallow < -1 && shallow >= -2.5F);
      QVERIFY(deep > 1 && deep <= 2.5F);
    }
  }

  /// docs/world.md, 2.1: what decides is decided once, so a slider that creeps moves a coast that creeps.
  void aTickOfASliderMovesTheCoastALittle_data() {
    QTest::addColumn<int>("shape");
    QTest::addColumn<uint64_t>("seed");
    QTest::newRow("island 42") << static_cast<int>(LandShape::island) << uint64_t{42};
    QTest::newRow("island 101") << static_cast<int>(LandShape::island) << uint64_t{101};
    QTest::newRow("archipelago 7") << static_cast<int>(LandShape::archipelago) << uint64_t{7};
    QTest::newRow("coast 7") << static_cast<int>(LandShape::coast) << uint64_t{7};
  }
  void aTickOfASliderMovesTheCoastALittle() {
    QFETCH(int, shape);
    QFETCH(uint64_t, seed);
    const Template t = land_of(static_cast<LandShape>(shape));
    const SeedBundle seeds = SeedBundle::from_master(seed);
    const ValleyField valleys = make_valley_field(t, seeds);
    for (const LandKey& key : kSliders) {
      Template moved = t;
      Raster<uint8_t> last = make_plan_outline(t, seeds, valleys).outline.piece;
      const auto land = static_cast<double>(count(last));
      // What must change with the share, then what any tick may change.
      const bool share = key.member == &LandParams::fraction;
      const double must = share ? 100 * key.tick / t.land.fraction : 0;
      const double most = key.member == &LandParams::superellipse || key.member == &LandParams::stretch ? 2
                          : share                                                                       ? 0.4
                                                                                                        : 0.7;
      for (int tick = 1; tick <= 5; ++tick) {
        moved.land.*key.member = t.land.*key.member + tick * key.tick;
        const Raster<uint8_t> now = make_plan_outline(moved, seeds, valleys).outline.piece;
        const double percent = 100 * static_cast<double>(differing(last, now)) / land;
        QVERIFY2(percent <= must + most,
                 qPrintable(QString("%1, tick %2: %3 % of the land").arg(key.name).arg(tick).arg(percent)));
        last = now;
      }
    }
  }

  void isletsAreTheirOwnRoughnessAndMoveNoGround() {
    Template t = land_of(LandShape::island);
    std::vector<double> pieces;
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      t.land.islets = 0.25;
      const Outline some = plan_of(t, seed).outline;
      pieces.push_back(static_cast<double>(label_components(some.islets).cells.size()));
      t.land.islets = 0.6;
      const Outline many = plan_of(t, seed).outline;
      t.land.islets = 0;
      const Outline none = plan_of(t, seed).outline;
      QCOMPARE(none.piece.cells, some.piece.cells);
      QCOMPARE(none.piece.cells, many.piece.cells);
      QCOMPARE(count(none.islets), int64_t{0});
      QVERIFY(count(many.islets) > count(some.islets));
    }
    QVERIFY2(median(pieces) >= 4 && median(pieces) <= 40, qPrintable(QString::number(median(pieces))));
  }

  void aLargeFrameHasNoMoreSpecksThanASmallOne() {
    const auto islets = [](double side_m) {
      Template t = land_of(LandShape::island);
      t.frame = {side_m, side_m};
      double pieces = 0;
      for (uint64_t seed = 1; seed <= 4; ++seed)
        pieces += static_cast<double>(label_components(plan_of(t, seed).outline.islets).cells.size());
      return pieces;
    };
    QVERIFY(islets(64000) <= 1.3 * islets(8000));
  }

  void drownedValleysRoughnessAndDetailFrayTheCoast() {
    const auto shore = [](double LandParams::*member, double value) {
      Template t = land_of(LandShape::island);
      t.land.*member = value;
      double cells = 0;
      for (uint64_t seed = 1; seed <= 6; ++seed) {
        const Mask land = plan_of(t, seed).outline.piece;
        cells += static_cast<double>(count(land) - count(erode(land)));
      }
      return cells;
    };
    const auto grows = [&](double LandParams::*member, double low, double high, double least) {
      const double before = shore(member, low), after = shore(member, high);
      QVERIFY2(after > least * before, qPrintable(QString("%1 after %2").arg(after).arg(before)));
    };
    grows(&LandParams::drowned, 0, 0.3, 1.05);
    grows(&LandParams::drowned, 0.3, 0.6, 1.05);
    grows(&LandParams::detail, 0, 0.5, 1.1);
    grows(&LandParams::roughness, 0, 1.5, 1.04);
  }

  void stretchMakesIslandsLonger() {
    const auto length_over_width = [](double stretch) {
      std::vector<double> ratios;
      for (uint64_t seed = 1; seed <= 7; ++seed) {
        Template t = land_of(LandShape::island);
        t.land.fraction = 0.2;
        t.land.stretch = stretch;
        const Raster<uint8_t> land = plan_of(t, seed).outline.piece;
        Vec2 mean;
        const auto cells = static_cast<double>(count(land));
        for (size_t cell = 0; cell < land.size(); ++cell)
          if (land[cell]) mean = mean + land.grid.centre(cell) * (1 / cells);
        double xx = 0, xy = 0, yy = 0;
        for (size_t cell = 0; cell < land.size(); ++cell) {
          if (!land[cell]) continue;
          const Vec2 d = land.grid.centre(cell) - mean;
          xx += d.x * d.x, xy += d.x * d.y, yy += d.y * d.y;
        }
        const double half = (xx + yy) / 2, root = std::sqrt(half * half - xx * yy + xy * xy);
        ratios.push_back(std::sqrt((half + root) / (half - root)));
      }
      return median(ratios);
    };
    QVERIFY(length_over_width(3) > 1.25 * length_over_width(1));
  }

  void otherResolutionsHaveThePlansShore() {
    for (const LandShape shape : {LandShape::island, LandShape::archipelago, LandShape::coast})
      for (uint64_t seed = 1; seed <= 3; ++seed) {
        const Template t = land_of(shape);
        const SeedBundle seeds = SeedBundle::from_master(seed);
        const ValleyField valleys = make_valley_field(t, seeds);
        const PlanOutline plan = make_plan_outline(t, seeds, valleys);
        const Raster<uint8_t>& piece = plan.outline.piece;
        Mask land = piece, sea = piece;
        for (uint8_t& c : land.cells) c = c != 0;
        for (uint8_t& c : sea.cells) c = c == 0;
        const Raster<float> to_land = distance_to(land), to_sea = distance_to(sea);
        for (const int resolution : {256, 1024}) {
          const GridSpec grid = frame_grid(t.frame, resolution);
          const Raster<uint8_t> other = make_outline(t, seeds, valleys, plan.shift, grid, piece).piece;
          const double same = overlap(piece, other);
          // Cells of 256 to a side cannot follow the long shore of an archipelago better than 0.982.
          QVERIFY2(same >= (shape == LandShape::archipelago ? 0.975 : 0.985),
                   qPrintable(QString("seed %1 at %2: %3").arg(seed).arg(resolution).arg(same)));
          const double coarser = std::max(grid.cell_m, piece.grid.cell_m);
          int64_t far = 0;
          for (size_t cell = 0; cell < other.size(); ++cell) {
            const size_t at = piece.grid.cell_at(grid.centre(cell));
            if ((other[cell] != 0) != (piece[at] != 0))
              far += std::max(to_land[at], to_sea[at]) > 1.001 * coarser;
          }
          // What an island has no room for within that the others grow by; a cell in ten thousand.
          QVERIFY(static_cast<double>(far) <= 1e-4 * static_cast<double>(other.size()));
        }
      }
  }

  void seedsGiveOtherIslands() {
    for (const auto& [shape, most] : {std::pair{LandShape::island, 0.75}, {LandShape::coast, 0.88}}) {
      std::vector<Raster<uint8_t>> lands;
      for (uint64_t seed = 1; seed <= 8; ++seed) lands.push_back(plan_of(land_of(shape), seed).outline.piece);
      std::vector<double> overlaps;
      for (size_t a = 0; a < lands.size(); ++a)
        for (size_t b = 0; b < a; ++b) overlaps.push_back(overlap(lands[a], lands[b]));
      QVERIFY2(median(overlaps) <= most, qPrintable(QString::number(median(overlaps))));
    }
  }

  void threadsDoNotChangeAByte() {
    for (const LandShape shape : {LandShape::island, LandShape::archipelago}) {
      const auto with_threads = [&](int threads) {
        const ThreadLimit limit(threads);
        return plan_of(land_of(shape), 9);
      };
      const PlanOutline one = with_threads(1), many = with_threads(4);
      QCOMPARE(one.outline.piece.cells, many.outline.piece.cells);
      QCOMPARE(one.outline.islets.cells, many.outline.islets.cells);
      QVERIFY(one.shift.cells == many.shift.cells);
    }
  }
};

FW_TEST(TestOutline)
#include "test_outline.moc"
