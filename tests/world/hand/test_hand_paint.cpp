// Paint on a grid: core, want and rim of what later rows leave of earlier ones.

#include <QTest>
#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/field/shape.h"
#include "core/template/template_io.h"
#include "core/world/hand/hand_cells.h"
#include "core/world/hand/paint/hand_paint.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr double kSide_m = 2000;

/// A template with biomes "a", "b", "c" on a frame of 2 km.
Template small_template() {
  Template tmpl = dry_template("WindswardLike");
  tmpl.frame = {kSide_m, kSide_m};
  tmpl.vocabulary.biomes.resize(3);
  for (size_t k = 0; k < 3; ++k) tmpl.vocabulary.biomes[k].id = std::string(1, static_cast<char>('a' + k));
  return tmpl;
}

PaintRow row_of(const char* id, const char* cls, const char* shape, double radius_m = 0) {
  PaintRow row;
  row.id = id;
  row.cls = cls;
  row.place.shape = shape;
  row.place.radius_m = radius_m;
  return row;
}
PaintRow cells_of(const char* id, const char* key, const Runs& runs) {
  PaintRow row;
  row.id = id;
  row.place.runs = {runs.top, runs.left, runs.rows, key};
  return row;
}

struct Made {
  Paint paint;
  std::vector<HandOutcome> outcomes;
  Findings findings;
};
Made made_of(const Template& tmpl, const Raster<uint8_t>& ground) {
  Made made;
  made.paint = make_paint(tmpl, PaintLayer::biome, ground, made.outcomes, made.findings);
  return made;
}
Raster<uint8_t> all_land(int resolution = 200) {
  return Raster<uint8_t>(GridSpec::square(kSide_m, resolution), 1);
}

const char* const kSquare = "POLYGON((500 500,1500 500,1500 1500,500 1500,500 500))";

int64_t count(const Raster<uint8_t>& codes, uint8_t code) {
  return std::count(codes.cells.begin(), codes.cells.end(), code);
}

}  // namespace

class HandPaintTest : public QObject {
  Q_OBJECT

 private slots:
  void coreLiesInsideTheRimAndTheWantHoldsTheWholeShape() {
    Template tmpl = small_template();
    tmpl.hand.biome.push_back(row_of("r1", "b", kSquare));
    const Made made = made_of(tmpl, all_land());
    const Shape square = read_shape(kSquare).value();
    for (size_t cell = 0; cell < made.paint.core.size(); ++cell) {
      const double s = inside_m(square, 0, made.paint.core.grid.centre(cell));
      QCOMPARE(made.paint.want[cell], s > 0 ? 2 : 0);
      QCOMPARE(made.paint.core[cell], s > 60 ? 2 : 0);
      QCOMPARE(made.paint.rim[cell], s <= 60 && s > -60 ? 2 : 0);
      if (made.paint.rim[cell] == 0) continue;
      QVERIFY(std::fabs(static_cast<double>(made.paint.rim_inside_m[cell]) - s) < 1e-3);
      QCOMPARE(made.paint.rim_feather_m[cell], 60.0F);
    }
    QCOMPARE(made.outcomes.size(), size_t{1});
    QCOMPARE(made.outcomes[0].state, HandState::held);
    QCOMPARE(made.outcomes[0].got, static_cast<double>(count(made.paint.want, 2)));
    QVERIFY(made.findings.empty());
  }

  void aHardEdgeHasNoRimAndAThinStrokeHalfItsRadius() {
    Template tmpl = small_template();
    tmpl.hand.biome.push_back(row_of("r1", "b", kSquare));
    tmpl.hand.biome.edit(0).feather_m = 0;
    Made made = made_of(tmpl, all_land());
    QVERIFY(made.paint.core.cells == made.paint.want.cells);
    QCOMPARE(count(made.paint.rim, 0), static_cast<int64_t>(made.paint.rim.size()));

    tmpl = small_template();
    tmpl.hand.biome.push_back(row_of("r1", "a", "LINESTRING(200 1000,1800 1000)", 40));
    made = made_of(tmpl, all_land());
    QVERIFY(count(made.paint.core, 1) > 0);
    QCOMPARE(*std::max_element(made.paint.rim_feather_m.cells.begin(), made.paint.rim_feather_m.cells.end()),
             20.0F);
  }

  void laterRowsReplaceEarlierOnesWhereTheyLie() {
    Template tmpl = small_template();
    tmpl.hand.biome.push_back(row_of("r1", "a", kSquare));
    tmpl.hand.biome.push_back(row_of("r2", "c", "POINT(1000 1000)", 200));
    const Made made = made_of(tmpl, all_land());
    const Shape disc = read_shape("POINT(1000 1000)").value(), square = read_shape(kSquare).value();
    for (size_t cell = 0; cell < made.paint.core.size(); ++cell) {
      const Vec2 at = made.paint.core.grid.centre(cell);
      const double of_disc = inside_m(disc, 200, at), of_square = inside_m(square, 0, at);
      const uint8_t want = of_disc > 0 ? 3 : of_square > 0 ? 1 : 0;
      QCOMPARE(made.paint.want[cell], want);
      QCOMPARE(made.paint.row[cell], want == 3 ? 2 : want == 1 ? 1 : 0);
      // The disc's rim reaches outwards only where nothing is decided: here the square is.
      const uint8_t core = of_disc > 60 ? 3 : of_disc > 0 ? 0 : of_square > 60 ? 1 : 0;
      QCOMPARE(made.paint.core[cell], core);
    }
    QCOMPARE(made.outcomes[0].state, HandState::part);
    QVERIFY(made.outcomes[0].reason.find("painted over by later rows") != std::string::npos);
    QCOMPARE(made.outcomes[0].got + made.outcomes[1].got,
             static_cast<double>(made.paint.want.size() - count(made.paint.want, 0)));
  }

  void noneTakesEarlierPaintAway() {
    Template tmpl = small_template();
    tmpl.hand.biome.push_back(row_of("r1", "a", kSquare));
    tmpl.hand.biome.push_back(row_of("r2", "none", "POLYGON((900 0,2000 0,2000 2000,900 2000,900 0))"));
    const Made made = made_of(tmpl, all_land());
    for (size_t cell = 0; cell < made.paint.core.size(); ++cell)
      if (made.paint.core.grid.centre(cell).x > 900) {
        QCOMPARE(made.paint.want[cell], 0);
        QCOMPARE(made.paint.core[cell], 0);
        QCOMPARE(made.paint.rim[cell], 0);
      }
    QVERIFY(count(made.paint.core, 1) > 0);
  }

  void biasPaintHasNeitherCoreNorWant() {
    Template tmpl = small_template();
    PaintRow row = row_of("r1", "b", kSquare);
    row.force = PaintForce::bias;
    row.strength_sd = -2;
    tmpl.hand.biome.push_back(row);
    const Made made = made_of(tmpl, all_land());
    QCOMPARE(count(made.paint.want, 0), static_cast<int64_t>(made.paint.want.size()));
    const GridSpec& grid = made.paint.bias.grid;
    const size_t middle = grid.cell_at({1000, 1000}), edge = grid.cell_at({500, 1000});
    QCOMPARE(made.paint.bias[middle], 2);
    QCOMPARE(made.paint.bias_sd[middle], -2.0F);
    QVERIFY(made.paint.bias_sd[edge] < -0.7F && made.paint.bias_sd[edge] > -1.3F);  // half way up
    QCOMPARE(made.paint.bias[grid.cell_at({430, 1000})], 0);
    QCOMPARE(made.outcomes[0].state, HandState::held);
  }

  void paintOffTheLandIsToldWithItsRows() {
    Template tmpl = small_template();
    tmpl.hand.biome.push_back(row_of("wet", "a", "POINT(300 300)", 100));
    tmpl.hand.biome.push_back(row_of("half", "a", "POINT(1000 1000)", 100));
    tmpl.hand.biome.push_back(row_of("far", "a", "POINT(90000 1000)", 100));
    tmpl.hand.biome.push_back(row_of("dry", "a", "POINT(1500 1000)", 100));
    tmpl.hand.biome.push_back(row_of("tiny", "a", "POINT(1500 1000)", 0.001));
    Raster<uint8_t> ground = all_land();
    for (size_t cell = 0; cell < ground.size(); ++cell)
      if (ground.grid.centre(cell).x < 1000) ground[cell] = 0;
    const Made made = made_of(tmpl, ground);
    QCOMPARE(made.outcomes[0].state, HandState::suspended);
    QCOMPARE(made.outcomes[1].state, HandState::part);
    QCOMPARE(made.outcomes[2].state, HandState::suspended);
    QCOMPARE(made.outcomes[3].state, HandState::held);
    QCOMPARE(made.outcomes[4].state, HandState::suspended);
    QCOMPARE(made.findings.size(), size_t{2});  // rows without a cell are told as suspended ones
    QCOMPARE(made.findings[0].code, std::string("paint_off_land"));
    QCOMPARE(made.findings[0].severity, Severity::warning);
    QCOMPARE(made.findings[0].where, std::string("hand.biome.wet"));
    QVERIFY(made.findings[1].message.find("row half.") != std::string::npos);
    for (size_t cell = 0; cell < ground.size(); ++cell)
      if (ground[cell] == 0) QCOMPARE(made.paint.want[cell], 0);
  }

  void paintThatLeansByNothingOrTakesNothingAwayIsSuspended() {
    Template tmpl = small_template();
    PaintRow none = row_of("none", "none", "POINT(1000 1000)", 100);
    PaintRow lean = row_of("lean", "a", "POINT(1500 1000)", 100);
    lean.force = PaintForce::bias;
    lean.strength_sd = 0;
    tmpl.hand.biome.push_back(none);
    tmpl.hand.biome.push_back(lean);
    tmpl.hand.biome.push_back(row_of("hard", "a", "POINT(1000 1000)", 100));
    none.id = "over";
    tmpl.hand.biome.push_back(none);
    const Made made = made_of(tmpl, all_land());
    QCOMPARE(made.outcomes[0].state, HandState::suspended);
    QVERIFY(made.outcomes[0].reason.find("no earlier") != std::string::npos);
    QCOMPARE(made.outcomes[1].state, HandState::suspended);
    QVERIFY(made.outcomes[1].reason.find("strength is 0") != std::string::npos);
    QCOMPARE(made.outcomes[3].state, HandState::held);
  }

  void rowsThatAreOffAndUnknownClassesPaintNothing() {
    Template tmpl = small_template();
    tmpl.hand.biome.push_back(row_of("r1", "a", kSquare));
    tmpl.hand.biome.edit(0).on = false;
    tmpl.hand.biome.push_back(row_of("r2", "swamp", kSquare));
    tmpl.hand.biome.push_back(row_of("r3", "a", "POLYGON((0 0,1"));
    const Made made = made_of(tmpl, all_land());
    QCOMPARE(count(made.paint.want, 0), static_cast<int64_t>(made.paint.want.size()));
    QCOMPARE(made.outcomes.size(), size_t{2});  // nothing is told of a row that is off
    QCOMPARE(made.outcomes[0].state, HandState::suspended);
    QCOMPARE(made.outcomes[0].reason, std::string("biomes has no row \"swamp\""));
    QVERIFY(made.outcomes[1].reason.find("expected") != std::string::npos);
  }

  void cellsOfThePlanGridStayAsTheyAreAndKeepTheirPlaceElsewhere() {
    Template tmpl = small_template();
    Raster<uint8_t> plan(GridSpec::square(kSide_m, 512), 0);
    for (size_t cell = 0; cell < plan.size(); ++cell) {
      const Vec2 at = plan.grid.centre(cell);
      if (std::hypot(at.x - 700, at.y - 900) < 300) plan[cell] = 1;
      if (std::hypot(at.x - 1300, at.y - 900) < 350) plan[cell] = 2;
    }
    tmpl.hand.biome.push_back(cells_of("r1", "x a, y c", write_runs(plan, "xy")));
    const Made own = made_of(tmpl, all_land(512));
    for (size_t cell = 0; cell < plan.size(); ++cell)
      QCOMPARE(own.paint.core[cell], plan[cell] == 2 ? 3 : plan[cell]);
    QVERIFY(own.paint.want.cells == own.paint.core.cells);
    for (const int resolution : {128, 256, 700, 1024}) {
      const Made other = made_of(tmpl, all_land(resolution));
      int64_t wrong = 0;
      for (size_t cell = 0; cell < other.paint.core.size(); ++cell) {
        const uint8_t code = plan[plan.grid.cell_at(other.paint.core.grid.centre(cell))];
        wrong += other.paint.core[cell] != (code == 2 ? 3 : code) ? 1 : 0;
      }
      QVERIFY2(static_cast<double>(wrong) < 0.01 * static_cast<double>(other.paint.core.size()),
               qPrintable(QString("%1: %2").arg(resolution).arg(wrong)));
    }
  }

  void featheredCellsHaveARimOnBothSides() {
    Template tmpl = small_template();
    Raster<uint8_t> plan(GridSpec::square(kSide_m, 512), 0);
    for (size_t cell = 0; cell < plan.size(); ++cell)
      if (std::fabs(plan.grid.centre(cell).x - 1000) < 400) plan[cell] = 1;
    PaintRow row = cells_of("r1", "", write_runs(plan, "q"));
    row.cls = "b";
    row.feather_m = 100;
    tmpl.hand.biome.push_back(row);
    const Made made = made_of(tmpl, all_land(512));
    const GridSpec& grid = made.paint.core.grid;
    for (size_t cell = 0; cell < grid.cells(); ++cell) {
      const double s = 400 - std::fabs(grid.centre(cell).x - 1000);
      if (std::fabs(s) < 4 || std::fabs(std::fabs(s) - 100) < 4) continue;
      QCOMPARE(made.paint.want[cell], s > 0 ? 2 : 0);
      QCOMPARE(made.paint.core[cell], s > 100 ? 2 : 0);
      QCOMPARE(made.paint.rim[cell], std::fabs(s) < 100 ? 2 : 0);
    }
  }

  void badCellsAreToldNotPainted() {
    Template tmpl = small_template();
    tmpl.hand.biome.push_back(cells_of("r1", "a a", {0, 510, {"9a"}}));
    tmpl.hand.biome.push_back(cells_of("r2", "a a", {0, 0, {"9a 3z"}}));
    tmpl.hand.biome.push_back(cells_of("r3", "a moss", {0, 0, {"9a"}}));
    const Made made = made_of(tmpl, all_land(512));
    for (const HandOutcome& outcome : made.outcomes) QCOMPARE(outcome.state, HandState::suspended);
    QVERIFY(made.outcomes[0].reason.find("512 columns") != std::string::npos);
    QCOMPARE(made.outcomes[1].reason, std::string("its key has no letter \"z\""));
    QCOMPARE(made.outcomes[2].reason, std::string("biomes has no row \"moss\""));
    QCOMPARE(count(made.paint.want, 0), static_cast<int64_t>(made.paint.want.size()));
  }

  void aThousandStrokesTakeMilliseconds() {
    Template tmpl = small_template();
    tmpl.frame = {8000, 8000};
    for (int i = 0; i < 1000; ++i) {
      const auto stream = static_cast<uint64_t>(i);
      Vec2 at{8000 * random_uniform(stream, 0), 8000 * random_uniform(stream, 1)};
      double heading = 6.28 * random_uniform(stream, 2);
      std::string wkt = "LINESTRING(";
      for (uint64_t k = 0; k < 10; ++k) {
        wkt += (k > 0 ? "," : "") + std::to_string(at.x) + " " + std::to_string(at.y);
        heading += 1.2 * (random_uniform(stream, 3 + k) - 0.5);
        at = at + Vec2{std::cos(heading), std::sin(heading)} * 50;
      }
      tmpl.hand.biome.push_back(row_of(("r" + std::to_string(i) + "x").c_str(), i % 2 == 0 ? "a" : "b",
                                       (wkt + ")").c_str(), 50 + 100 * random_uniform(stream, 20)));
    }
    for (const int resolution : {512, 2048}) {
      const Raster<uint8_t> ground(GridSpec::square(8000, resolution), 1);
      const auto begin = std::chrono::steady_clock::now();
      const Made made = made_of(tmpl, ground);
      const double ms =
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
      qInfo("%d: %.0f ms", resolution, ms);
      QVERIFY(count(made.paint.want, 0) < static_cast<int64_t>(made.paint.want.size()) / 2);
    }
  }
};

FW_TEST(HandPaintTest)
#include "test_hand_paint.moc"
