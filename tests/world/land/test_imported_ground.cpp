// Land and heights that files state.

#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "core/field/filter.h"
#include "core/model/template/plan_grid.h"
#include "core/model/world/digest.h"
#include "core/model/world/features.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/plan/stage_cache.h"
#include "imported.h"
#include "land_template.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

using WorldPointer = std::shared_ptr<const World>;

WorldPointer made(const Template& tmpl, const ImportSet& imports = {}, int resolution = 512,
                  StageCache* cache = nullptr) {
  return generate(tmpl, SeedBundle::from_master(5), resolution, {}, cache, GenerateScope::layers, imports)
      .value();
}

const HandOutcome& outcome(const World& world, const std::string& id) {
  for (const HandOutcome& o : world.hand)
    if (o.id == id) return o;
  qFatal("no outcome of %s", id.c_str());
}

bool finds(const World& world, const char* code) {
  return std::any_of(world.findings.begin(), world.findings.end(),
                     [&](const Finding& f) { return f.code == code; });
}

/// A frame with a disc of land of this radius about a place, in shares of the frame.
void add_disc(Raster<uint8_t>& land, double x, double y, double radius) {
  for (size_t cell = 0; cell < land.size(); ++cell) {
    const Vec2 p = land.grid.centre(cell) * (1 / land.grid.width_m());
    if (squared_distance(p, {x, y}) < radius * radius) land[cell] = 1;
  }
}

}  // namespace

class TestImportedGround : public QObject {
  Q_OBJECT

 private slots:
  void theNaturalLandAsAFileChangesNoBit_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"Tiny", "ArchipelagoLike", "FrontierLike"}) QTest::newRow(name) << QString(name);
  }
  void theNaturalLandAsAFileChangesNoBit() {
    QFETCH(QString, name);
    Template tmpl = builtin(name.toUtf8().constData());
    const WorldPointer natural = made(tmpl);
    ImportSet imports;
    add_import(tmpl, imports, "land", class_pixels(natural->land), "1 land");
    const WorldPointer again = made(tmpl, imports);
    QVERIFY(again->land.cells == natural->land.cells);
    QCOMPARE(world_digests(*again), world_digests(*natural));
    QCOMPARE(outcome(*again, "land0").state, HandState::held);
    QVERIFY(!finds(*again, "import_land_fraction"));
  }

  void naturalLandOfAnotherGridChangesNoBitAtAnyResolution() {
    const Template tmpl = builtin("Tiny");
    for (const int of_file : {256, 700}) {
      Template edited = tmpl;
      ImportSet imports;
      add_import(edited, imports, "land", class_pixels(made(tmpl, {}, of_file)->land), "1 land");
      for (const int resolution : {256, 512})
        QCOMPARE(world_digests(*made(edited, imports, resolution)),
                 world_digests(*made(tmpl, {}, resolution)));
      // A cell of land more, and the file counts.
      ImportPixels pixels = *imports.begin()->second;
      const auto sea = std::find(pixels.values.begin() + 100 * pixels.columns, pixels.values.end(), 1);
      *(sea - 1) = 1;
      Template other = tmpl;
      add_import(other, imports, "land", pixels, "1 land");
      QVERIFY(made(other, imports, of_file)->land.cells != made(tmpl, {}, of_file)->land.cells);
    }
  }

  void heightsMakeTheLandWithoutAFileOfItAndAreNaturalWithinTheSixteenBitStep() {
    Template plain = dry_template("Tiny");
    plain.land.islets = 0;
    const WorldPointer natural = made(plain);
    const auto with = [&](float raised_m) {
      Raster<float> stated = natural->height_m;
      for (size_t cell = 0; cell < stated.size(); ++cell)
        stated[cell] = natural->land[cell] ? std::max(stated[cell], 0.01F) + raised_m : 0;  // as height16.png
      Template tmpl = plain;
      ImportSet imports;
      add_import(tmpl, imports, "height", height_pixels(stated, 0, 600)).high_m = 600;
      return made(tmpl, imports);
    };
    QCOMPARE(world_digests(*with(0)), world_digests(*natural));
    const WorldPointer raised = with(25);
    QVERIFY(raised->land.cells == natural->land.cells);
    for (size_t cell = 0; cell < natural->land.size(); ++cell)
      if (natural->on_island(cell))
        QVERIFY(std::fabs(raised->height_m[cell] - natural->height_m[cell] - 25) <= 600.0 / 65535 / 2 + 1e-4);
      else if (!natural->land[cell])
        QCOMPARE(raised->height_m[cell], natural->height_m[cell]);
  }

  void riversRunOverImportedHeightsAndCutNothingElse() {
    Template tmpl = builtin("WindswardLike");
    // A mountain with spurs and valleys in between.
    Raster<float> stated(plan_grid(tmpl.frame));
    for (size_t cell = 0; cell < stated.size(); ++cell) {
      const Vec2 p = stated.grid.centre(cell) - Vec2{4000, 4000};
      const double r = std::sqrt(p.x * p.x + p.y * p.y);
      const double spurs = 60 * std::cos(5 * std::atan2(p.y, p.x)) * std::clamp(r / 1500, 0.0, 1.0);
      stated[cell] = r < 3300 ? static_cast<float>(std::max(3.0, 0.15 * (3300 - r) + spurs)) : 0.0F;
    }
    ImportSet imports;
    add_import(tmpl, imports, "height", height_pixels(stated, 0, 600)).high_m = 600;
    std::vector<std::string> rivers;
    for (const int resolution : {256, 512}) {
      const WorldPointer world = made(tmpl, imports, resolution);
      const Water& water = world->water_network;
      QVERIFY(water.rivers.size() > 10);
      QCOMPARE(water.lakes.size(), size_t{6});
      for (const Reach& reach : water.reaches)
        QVERIFY(std::is_sorted(reach.bed_m.rbegin(), reach.bed_m.rend()));
      const FeatureIndex wet = feature_index("water_m", feature_sources(*world));
      size_t dry = 0, kept = 0;
      for (size_t cell = 0; cell < world->height_m.size(); ++cell) {
        const Vec2 at = world->grid.centre(cell);
        if (!world->on_island(cell) || world->coast_m[cell] < 100 || wet.distance_m(at) < 250) continue;
        ++dry;
        kept += std::fabs(world->height_m[cell] - bilinear(stated, at)) < 3;
      }
      QVERIFY(dry > 1000);
      QVERIFY2(static_cast<double>(kept) > 0.97 * static_cast<double>(dry),
               qPrintable(QString("%1 of %2").arg(kept).arg(dry)));
      for (const auto& [name, digest] : world_digests(*world))
        if (name == "rivers") rivers.push_back(digest);
    }
    QCOMPARE(rivers[0], rivers[1]);
  }

  void theLandIsTheFilesAtEveryResolution() {
    Template tmpl = builtin("Tiny");
    Raster<uint8_t> land(frame_grid(tmpl.frame, 1000));
    add_disc(land, 0.45, 0.5, 0.33);
    ImportSet imports;
    add_import(tmpl, imports, "land", class_pixels(land), "1 land");
    for (const int resolution : {128, 256, 512, 777, 1024}) {
      const WorldPointer world = made(tmpl, imports, resolution);
      int64_t ground = 0, other = 0;
      for (size_t cell = 0; cell < world->land.size(); ++cell) {
        ground += world->on_island(cell);
        const Vec2 p = world->grid.centre(cell) * (1 / world->grid.width_m());
        other += world->on_island(cell) != (squared_distance(p, {0.45, 0.5}) < 0.33 * 0.33);
      }
      const double area = static_cast<double>(ground) / static_cast<double>(world->land.size());
      QVERIFY2(std::fabs(area - 0.3421) < 0.002, qPrintable(QString::number(area)));
      QVERIFY(static_cast<double>(other) / static_cast<double>(ground) < 0.012);
      QVERIFY(finds(*world, "import_land_fraction"));
    }
  }

  void lakesAreFilledAndCrumbsLeftOutAndBothAreTold() {
    Template tmpl = builtin("Tiny");
    Raster<uint8_t> land(frame_grid(tmpl.frame, 512));
    add_disc(land, 0.5, 0.5, 0.35);
    int64_t lake = 0;
    for (size_t cell = 0; cell < land.size(); ++cell) {
      const Vec2 p = land.grid.centre(cell) * (1 / land.grid.width_m());
      if (squared_distance(p, {0.5, 0.5}) < 0.05 * 0.05) lake += land[cell], land[cell] = 0;
    }
    for (int c = 20; c < 23; ++c) land.at(c, 20) = 1;
    ImportSet imports;
    add_import(tmpl, imports, "land", class_pixels(land), "1 land");
    const WorldPointer world = made(tmpl, imports);
    const HandOutcome& o = outcome(*world, "land0");
    QCOMPARE(o.state, HandState::part);
    QVERIFY2(o.reason.starts_with(std::to_string(lake) + " cells of lakes"), o.reason.c_str());
    QVERIFY2(o.reason.find(" 3 cells of pieces") != std::string::npos, o.reason.c_str());
    QCOMPARE(o.asked - o.got, 3.0);
    QVERIFY(finds(*world, "import_land_cleaned"));
  }

  void anArchipelagoHasTheFilesLargestPieces() {
    Template tmpl = builtin("ArchipelagoLike");
    tmpl.land.islands = 3;
    Raster<uint8_t> land(frame_grid(tmpl.frame, 512));
    add_disc(land, 0.25, 0.3, 0.2);
    add_disc(land, 0.75, 0.3, 0.17);
    add_disc(land, 0.3, 0.75, 0.15);
    add_disc(land, 0.75, 0.75, 0.05);
    ImportSet imports;
    add_import(tmpl, imports, "land", class_pixels(land), "1 land");
    for (const int resolution : {256, 512, 900}) {
      const WorldPointer world = made(tmpl, imports, resolution);
      Mask ground = world->region;
      for (uint8_t& c : ground.cells) c = c != 0;
      QCOMPARE(list_components(ground).cells.size(), size_t{3});
      QVERIFY(world->land.at(world->grid.columns * 3 / 4, world->grid.rows / 4));  // an islet
      QVERIFY(!ground.at(world->grid.columns * 3 / 4, world->grid.rows / 4));
    }
  }

  void heightsAreAddedAndBlendedAndGapsKeepTheNaturalOnes() {
    Template tmpl = dry_template("Tiny");
    const WorldPointer natural = made(tmpl);
    const GridSpec grid = frame_grid(tmpl.frame, 512);
    const auto with = [&](ImportMode mode, double blend_m, const Raster<float>& stated, const char* map) {
      Template other = tmpl;
      ImportSet imports;
      ImportPixels pixels = height_pixels(stated, 0, 655.35);
      for (size_t i = 0; i < pixels.values.size(); ++i)
        if (std::isnan(stated[i])) pixels.values[i] = 0;
      ImportRow& row = add_import(other, imports, "height", pixels, map);
      row.high_m = 655.35;
      row.mode = mode;
      row.blend_m = blend_m;
      return made(other, imports);
    };
    const WorldPointer added = with(ImportMode::add, 0, Raster<float>(grid, 25), "");
    QVERIFY(added->land.cells == natural->land.cells);
    for (size_t cell = 0; cell < grid.cells(); ++cell)
      if (natural->land[cell])
        QVERIFY(std::fabs(added->height_m[cell] - natural->height_m[cell] - 25) < 0.01);

    Raster<float> patch(grid, std::numeric_limits<float>::quiet_NaN());
    for (int r = 200; r < 300; ++r)
      for (int c = 200; c < 300; ++c) patch.at(c, r) = 400;
    const WorldPointer blended = with(ImportMode::blend, 200, patch, "0 none");
    QVERIFY(std::fabs(blended->height_m.at(250, 250) - 400) < 0.01);
    QCOMPARE(blended->height_m.at(190, 250), natural->height_m.at(190, 250));
    const double edge = blended->height_m.at(201, 250);
    QVERIFY(std::fabs(edge - natural->height_m.at(201, 250)) < 0.2 * (400 - natural->height_m.at(201, 250)));
  }

  void aRowWithoutPixelsIsSuspendedAndTheRestGoesOn() {
    Template tmpl = builtin("Tiny");
    const WorldPointer natural = made(tmpl);
    ImportSet imports;
    add_import(tmpl, imports, "land", class_pixels(natural->land), "1 land");
    const WorldPointer world = made(tmpl, {});
    QCOMPARE(world_digests(*world), world_digests(*natural));
    QCOMPARE(outcome(*world, "land0").state, HandState::suspended);
    tmpl.hand.imports.edit(0).on = false;
    QCOMPARE(outcome(*made(tmpl, imports), "land0").state, HandState::off);
  }

  void tooLittleLandIsToldAndTheNaturalOneStands() {
    Template tmpl = builtin("Tiny");
    const WorldPointer natural = made(tmpl);
    Raster<uint8_t> land(frame_grid(tmpl.frame, 512));
    add_disc(land, 0.5, 0.5, 0.02);
    ImportSet imports;
    add_import(tmpl, imports, "land", class_pixels(land), "1 land");
    const WorldPointer world = made(tmpl, imports);
    QVERIFY(world->land.cells == natural->land.cells);
    QCOMPARE(outcome(*world, "land0").state, HandState::suspended);
    QVERIFY(finds(*world, "import_land_too_small"));
  }

  void aCacheKnowsTheFilesApart() {
    Template tmpl = builtin("Tiny");
    StageCache cache;
    const WorldPointer natural = made(tmpl, {}, 256, &cache);
    Raster<uint8_t> land(frame_grid(tmpl.frame, 256));
    add_disc(land, 0.5, 0.5, 0.3);
    Template with = tmpl;
    ImportSet imports;
    add_import(with, imports, "land", class_pixels(land), "1 land");
    const WorldPointer first = made(with, imports, 256, &cache);
    QVERIFY(first->land.cells != natural->land.cells);
    QCOMPARE(world_digests(*first), world_digests(*made(with, imports, 256)));
    QCOMPARE(world_digests(*made(with, {}, 256, &cache)), world_digests(*natural));  // the file is gone
    QCOMPARE(world_digests(*made(with, imports, 256, &cache)), world_digests(*first));
    with.hand.imports.edit(0).on = false;
    QCOMPARE(world_digests(*made(with, imports, 256, &cache)), world_digests(*natural));
  }
};

FW_TEST(TestImportedGround)
#include "test_imported_ground.moc"
