// Danger with painted bands: what is painted holds, the rest is balanced round it, and what is far stays.

#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/model/world/digest.h"
#include "core/model/world/seam.h"
#include "core/template/template_io.h"
#include "core/world/fit/repair.h"
#include "core/world/generate.h"
#include "core/world/hand/paint/hand_bands.h"
#include "core/world/hand/paint/hand_danger.h"
#include "core/world/hand/paint/hand_danger_rows.h"
#include "core/world/hand/paint/hand_natural.h"
#include "core/world/layers/danger.h"
#include "core/world/layers/mixes.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// The natural danger of an island.
struct DangerGround {
  Template tmpl;
  RegionMap map;
  SampledBlocks blocks;
  DangerField field;
  DangerLayer danger;

  NaturalDanger natural() const { return {map, blocks.blocks, field, danger}; }
  const Raster<uint8_t>& region() const { return map.code; }
  size_t bands() const { return tmpl.vocabulary.danger.size(); }
};

DangerGround make_ground(Template tmpl, uint64_t seed, int resolution) {
  DangerGround g;
  g.tmpl = std::move(tmpl);
  const SeedBundle seeds = SeedBundle::from_master(seed);
  const Island island = make_island(g.tmpl, seeds, frame_grid(g.tmpl.frame, resolution));
  g.map = make_regions(g.tmpl, seeds, island);
  g.blocks = sampled_blocks(g.map.code, static_cast<int>(g.map.regions.size()), region_weights(g.map, 350));
  Findings findings;
  derive_danger_mixes(g.map, g.tmpl, findings);
  g.field = make_danger_field(g.map, g.tmpl, seeds);
  g.danger = make_danger(g.map, g.blocks, g.field, g.tmpl);
  return g;
}

const DangerGround& island(const char* name, uint64_t seed, int resolution = 512) {
  static std::map<std::string, DangerGround> made;
  const std::string key = name + std::to_string(seed) + "/" + std::to_string(resolution);
  const auto found = made.find(key);
  return found != made.end()
             ? found->second
             : made.emplace(key, make_ground(dry_template(name), seed, resolution)).first->second;
}
const DangerGround& windsward() {
  return island("WindswardLike", 42);
}

PaintRow disc(const DangerGround& g, size_t cell, double radius_m, size_t band) {
  const Vec2 at = g.region().grid.centre(cell);
  PaintRow row;
  row.id = "r" + std::to_string(cell) + "-" + std::to_string(band);
  row.cls = g.tmpl.vocabulary.danger[band].id;
  row.place.shape = "POINT(" + std::to_string(at.x) + " " + std::to_string(at.y) + ")";
  row.place.radius_m = radius_m;
  return row;
}

/// Cells of the ground for which `wanted` holds, spread over it by chance.
template <typename Wanted>
size_t some_cell(const DangerGround& g, RandomCursor& random, const Wanted& wanted) {
  for (;;)
    if (const size_t cell = random.below(g.region().size()); g.region()[cell] != 0 && wanted(cell))
      return cell;
}

/// The same, of ground with no sea within a distance.
template <typename Wanted>
size_t inland_cell(const DangerGround& g, RandomCursor& random, float sea_m, const Wanted& wanted) {
  Mask sea(g.region().grid, 0);
  for (size_t cell = 0; cell < sea.size(); ++cell) sea[cell] = g.region()[cell] == 0 ? 1 : 0;
  const Raster<float> to_sea_m = distance_to(sea);
  return some_cell(g, random, [&](size_t cell) { return to_sea_m[cell] > sea_m && wanted(cell); });
}

/// Strokes and blobs of any band over about `share` of the land.
std::vector<PaintRow> strokes_and_blobs(const DangerGround& g, double share, uint64_t seed) {
  const GridSpec& grid = g.region().grid;
  RandomCursor random{seed, 0};
  std::vector<PaintRow> rows;
  const auto land =
      static_cast<double>(std::ranges::count_if(g.region().cells, [](uint8_t r) { return r != 0; }));
  for (double area = 0; area < share * land * grid.cell_area_m2();) {
    const size_t cell = some_cell(g, random, [](size_t) { return true; });
    PaintRow row = disc(g, cell, random.uniform(40, 140), random.below(g.bands()));
    if (random.uniform() < 0.5) {
      row.place.radius_m = random.uniform(80, 350);
      area += 3.14 * row.place.radius_m * row.place.radius_m;
    } else {
      Vec2 at = grid.centre(cell);
      double heading = random.uniform(0, 6.28);
      row.place.shape = "LINESTRING(" + std::to_string(at.x) + " " + std::to_string(at.y);
      for (int i = 0; i < 3; ++i) {
        const double length_m = random.uniform(100, 350);
        heading += random.uniform(-0.8, 0.8);
        at = {at.x + length_m * std::cos(heading), at.y + length_m * std::sin(heading)};
        row.place.shape += "," + std::to_string(at.x) + " " + std::to_string(at.y);
        area += 2 * row.place.radius_m * length_m;
      }
      row.place.shape += ")";
    }
    rows.push_back(row);
  }
  return rows;
}

Template with_rows(const DangerGround& g, const std::vector<PaintRow>& rows) {
  Template tmpl = g.tmpl;
  for (const PaintRow& row : rows) tmpl.hand.danger.push_back(row);
  return tmpl;
}

Paint danger_paint_of(const DangerGround& g, const Template& tmpl) {
  std::vector<HandOutcome> outcomes;
  Findings findings;
  return make_paint(tmpl, PaintLayer::danger, g.region(), outcomes, findings);
}

struct Adapted {
  Paint paint;
  HandDanger made;
  const Raster<uint8_t>& band() const { return made.layer.band; }
};
Adapted adapt(const DangerGround& g, const Template& tmpl) {
  Adapted out{danger_paint_of(g, tmpl), {}};
  out.made = adapt_danger(g.natural(), out.paint, tmpl);
  return out;
}
Adapted adapt(const DangerGround& g, const std::vector<PaintRow>& rows) {
  return adapt(g, with_rows(g, rows));
}

/// Paint that decides the natural bands of the cells for which `held` holds.
template <typename Held>
Paint paint_of_natural(const DangerGround& g, const Held& held) {
  Template tmpl = g.tmpl;
  tmpl.hand.danger.push_back(disc(g, 0, 1, 0));
  Paint paint = danger_paint_of(g, tmpl);
  for (size_t cell = 0; cell < g.region().size(); ++cell)
    if (g.region()[cell] != 0 && held(cell)) paint.core[cell] = paint.want[cell] = g.danger.band[cell];
  return paint;
}

int64_t cores_lost(const Adapted& a) {
  int64_t lost = 0;
  for (size_t cell = 0; cell < a.band().size(); ++cell)
    lost += a.paint.core[cell] != 0 && a.paint.core[cell] != a.band()[cell] ? 1 : 0;
  return lost;
}

/// The largest |share - target| of a region, and of the ground, in per cent.
double region_error(const DangerGround& g, const Adapted& a) {
  RegionMap map = g.map;
  map.regions = a.made.regions;
  const ZoneCounts counts = count_codes(g.region(), map.regions.size(), a.band(), g.bands());
  const std::vector<int64_t> cells = region_cell_counts(map);
  double worst = 0;
  for (size_t r = 0; r < counts.size(); ++r)
    for (size_t k = 0; k < g.bands(); ++k)
      worst = std::max(worst, std::fabs(static_cast<double>(counts[r][k]) / static_cast<double>(cells[r]) -
                                        map.regions[r].danger_target[k]));
  return 100 * worst;
}
double ground_error(const DangerGround& g, const Adapted& a) {
  double worst = 0, land = 0;
  for (const int64_t n : region_cell_counts(g.map)) land += static_cast<double>(n);
  for (uint8_t code = 1; code <= g.bands(); ++code)
    worst = std::max(worst, std::fabs(static_cast<double>(std::ranges::count(a.band().cells, code) -
                                                          std::ranges::count(g.danger.band.cells, code))));
  return 100 * worst / land;
}

/// Share of the contacts between bands that skip one.
double skipping_share(const Raster<uint8_t>& band) {
  int64_t contacts = 0, skips = 0;
  const auto see = [&](uint8_t a, uint8_t b) {
    if (a == 0 || b == 0 || a == b) return;
    ++contacts;
    skips += std::abs(a - b) > 1 ? 1 : 0;
  };
  for (int row = 0; row < band.grid.rows; ++row)
    for (int column = 0; column < band.grid.columns; ++column) {
      if (column + 1 < band.grid.columns) see(band.at(column, row), band.at(column + 1, row));
      if (row + 1 < band.grid.rows) see(band.at(column, row), band.at(column, row + 1));
    }
  return static_cast<double>(skips) / static_cast<double>(std::max<int64_t>(contacts, 1));
}

/// Cells that changed, of those farther than a distance from what is painted.
int64_t changes_beyond(const DangerGround& g, const Adapted& a, float distance_m) {
  Mask painted(g.region().grid, 0);
  for (size_t cell = 0; cell < painted.size(); ++cell)
    painted[cell] = a.paint.want[cell] != 0 || a.paint.bias[cell] != 0 ? 1 : 0;
  const Raster<float> distance = distance_to(painted);
  int64_t changes = 0;
  for (size_t cell = 0; cell < painted.size(); ++cell)
    changes += distance[cell] > distance_m && a.band()[cell] != g.danger.band[cell] ? 1 : 0;
  return changes;
}

bool equal(const HandDanger& a, const HandDanger& b) {
  for (size_t r = 0; r < a.regions.size(); ++r)
    if (a.regions[r].danger_target != b.regions[r].danger_target) return false;
  return a.layer.band.cells == b.layer.band.cells && a.layer.calibrated.cells == b.layer.calibrated.cells &&
         a.layer.fit.offsets == b.layer.fit.offsets;
}

}  // namespace

class TestHandDanger : public QObject {
  Q_OBJECT

 private slots:
  void paintOfWhatIsThereChangesNoBit_data() {
    QTest::addColumn<int>("what");
    QTest::newRow("all") << 0;
    QTest::newRow("a half") << 1;
    QTest::newRow("a region") << 2;
    QTest::newRow("the worst band") << 3;
  }
  void paintOfWhatIsThereChangesNoBit() {
    QFETCH(int, what);
    const DangerGround& g = windsward();
    const Paint paint = paint_of_natural(g, [&](size_t cell) {
      return what == 0 || (what == 1 && g.region().grid.column_of(cell) < 256) ||
             (what == 2 && g.region()[cell] == 5) || (what == 3 && g.danger.band[cell] == g.bands());
    });
    QVERIFY(std::ranges::count_if(paint.core.cells, [](uint8_t c) { return c != 0; }) > 100);
    const HandDanger made = adapt_danger(g.natural(), paint, g.tmpl);
    QVERIFY(equal(made, {g.danger, g.map.regions, {}}));
    QVERIFY(made.findings.empty());
  }

  void whatIsPaintedHoldsAndTheRowsAreMet_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("seed");
    QTest::addColumn<double>("share");
    for (const auto& [name, seed] :
         {std::pair{"WindswardLike", 42}, {"ShatteredMountainLike", 7}, {"EdengroveLike", 99}})
      for (const double share : {0.05, 0.3})
        QTest::addRow("%s %d, %g", name, seed, share) << name << seed << share;
  }
  void whatIsPaintedHoldsAndTheRowsAreMet() {
    QFETCH(QString, name);
    QFETCH(int, seed);
    QFETCH(double, share);
    const DangerGround& g = island(name.toLatin1().constData(), static_cast<uint64_t>(seed));
    const Adapted a = adapt(g, strokes_and_blobs(g, share, 3));
    QCOMPARE(cores_lost(a), 0);
    QVERIFY2(region_error(g, a) <= 0.5, qPrintable(QString::number(region_error(g, a))));
    const bool over_mix =
        std::ranges::any_of(a.made.findings, [](const Finding& f) { return f.code == "paint_over_mix"; });
    QVERIFY2(over_mix || ground_error(g, a) <= 0.15, qPrintable(QString::number(ground_error(g, a))));
    const double seam = seam_score(count_seam(a.band(), g.region()));
    QVERIFY2(share > 0.05 || seam <= 2.2, qPrintable(QString::number(seam)));
    for (size_t cell = 0; cell < a.band().size(); ++cell)
      QCOMPARE(a.band()[cell] != 0, g.region()[cell] != 0);
  }

  void bandsAreNestedRoundPaintOfTheFarthestBand_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("seed");
    QTest::addColumn<bool>("worst_in_first");
    for (const auto& [name, seed] :
         {std::pair{"WindswardLike", 42}, {"ShatteredMountainLike", 7}, {"EdengroveLike", 99}})
      for (const bool worst : {true, false})
        QTest::addRow("%s %d, %d", name, seed, worst) << name << seed << worst;
  }
  void bandsAreNestedRoundPaintOfTheFarthestBand() {
    QFETCH(QString, name);
    QFETCH(int, seed);
    QFETCH(bool, worst_in_first);
    const DangerGround& g = island(name.toLatin1().constData(), static_cast<uint64_t>(seed));
    RandomCursor random{5, 0};
    const size_t painted = worst_in_first ? g.bands() - 1 : 0, round = worst_in_first ? 0 : g.bands() - 1;
    const size_t cell = inland_cell(g, random, 250, [&](size_t c) { return g.danger.band[c] == round + 1; });
    const Adapted a = adapt(g, {disc(g, cell, 250, painted)});
    QCOMPARE(cores_lost(a), 0);
    QVERIFY(std::ranges::count_if(a.paint.core.cells, [](uint8_t c) { return c != 0; }) > 300);
    QVERIFY2(skipping_share(a.band()) <= 0.04, qPrintable(QString::number(skipping_share(a.band()))));
  }

  void nothingFarFromPaintChangesWhereNoRowHadToMove() {
    // A band in the region that has most of it, where there is another one now.
    int unmoved = 0;
    for (const auto& [name, seed] :
         {std::pair{"WindswardLike", 42}, {"ShatteredMountainLike", 7}, {"EdengroveLike", 99}}) {
      const DangerGround& g = island(name, static_cast<uint64_t>(seed));
      for (size_t r = 0; r < g.map.regions.size(); ++r) {
        const std::vector<double>& row = g.map.regions[r].danger_target;
        const auto band = static_cast<size_t>(std::ranges::max_element(row) - row.begin());
        RandomCursor random{r, 0};
        const size_t cell = some_cell(g, random, [&](size_t c) { return g.region()[c] == r + 1; });
        const Adapted a = adapt(g, {disc(g, cell, 90, band)});
        bool moved = false;
        for (size_t s = 0; s < g.map.regions.size(); ++s)
          moved = moved || a.made.regions[s].danger_target != g.map.regions[s].danger_target;
        if (moved) continue;
        ++unmoved;
        QCOMPARE(changes_beyond(g, a, 1000), 0);
        QCOMPARE(ground_error(g, a), 0.0);
      }
    }
    QVERIFY2(unmoved >= 10, qPrintable(QString::number(unmoved)));
  }

  void followLeavesTheRowsOfRegionsWithoutPaint() {
    const DangerGround& g = windsward();
    Template tmpl = with_rows(g, strokes_and_blobs(g, 0.05, 4));
    tmpl.hand.mix = HandMix::follow;
    const Adapted a = adapt(g, tmpl);
    const std::vector<bool> painted = painted_regions(a.paint, g.region(), g.map.regions.size());
    QVERIFY(std::ranges::count(painted, false) > 0);
    for (size_t r = 0; r < painted.size(); ++r)
      if (!painted[r]) QVERIFY(a.made.regions[r].danger_target == g.map.regions[r].danger_target);
    QCOMPARE(cores_lost(a), 0);
    QVERIFY(region_error(g, a) <= 0.5);
    QVERIFY(changes_beyond(g, a, 1000) * 50 <= g.blocks.blocks.cells());
  }

  void aRegionThatIsDecidedAltogetherSpoilsNoNeighbour() {
    const DangerGround& g = windsward();
    RandomCursor random{1, 0};
    for (uint8_t code : {uint8_t{4}, uint8_t{7}}) {
      const auto in_region = [&](size_t cell) { return g.region()[cell] == code; };
      Paint paint = paint_of_natural(g, in_region);
      // A spot that is not as it was, so that the paint is not passed over.
      const Vec2 spot = g.region().grid.centre(some_cell(g, random, in_region));
      for (size_t cell = 0; cell < paint.core.size(); ++cell)
        if (in_region(cell) && squared_distance(g.region().grid.centre(cell), spot) < 60.0 * 60)
          paint.core[cell] = paint.want[cell] =
              static_cast<uint8_t>(g.danger.band[cell] == 1 ? 2 : g.danger.band[cell] - 1);
      const HandDanger made = adapt_danger(g.natural(), paint, g.tmpl);
      Mask of_region(g.region().grid, 0);
      for (size_t cell = 0; cell < of_region.size(); ++cell) of_region[cell] = in_region(cell) ? 1 : 0;
      const Raster<float> distance = distance_to(of_region);
      int64_t near = 0, changed = 0;
      for (size_t cell = 0; cell < of_region.size(); ++cell) {
        if (in_region(cell)) QCOMPARE(made.layer.band[cell], paint.core[cell]);
        if (in_region(cell) || g.region()[cell] == 0 || distance[cell] > 250) continue;
        ++near;
        changed += made.layer.band[cell] != g.danger.band[cell] ? 1 : 0;
      }
      QVERIFY2(changed * 10 <= near, qPrintable(QString("%1 of %2").arg(changed).arg(near)));
      const double before = seam_score(count_seam(g.danger.band, g.region())),
                   after = seam_score(count_seam(made.layer.band, g.region()));
      QVERIFY2(after <= before + 0.5, qPrintable(QString("%1 -> %2").arg(before).arg(after)));
    }
  }

  void whatIsThereAlreadyStaysBesidesPaintFarOff() {
    // A frozen half, and a stroke in the other one.
    const DangerGround& g = windsward();
    RandomCursor random{2, 0};
    const GridSpec& grid = g.region().grid;
    const size_t cell = some_cell(g, random, [&](size_t c) { return grid.column_of(c) > 330; });
    const Template tmpl = with_rows(g, {disc(g, cell, 150, 2)});
    Paint paint = danger_paint_of(g, tmpl);
    for (size_t c = 0; c < paint.core.size(); ++c)
      if (g.region()[c] != 0 && grid.column_of(c) < 256) paint.core[c] = paint.want[c] = g.danger.band[c];
    const HandDanger made = adapt_danger(g.natural(), paint, tmpl);
    for (size_t c = 0; c < paint.core.size(); ++c)
      if (grid.column_of(c) < 256) QCOMPARE(made.layer.band[c], g.danger.band[c]);
    QVERIFY(made.layer.band.cells != g.danger.band.cells);
  }

  void dangerLiesWithinItsBandAndStaysWhereTheBandStays() {
    const DangerGround& g = windsward();
    const Adapted a = adapt(g, strokes_and_blobs(g, 0.1, 6));
    const std::vector<double> limits = band_limits(g.tmpl.vocabulary);
    for (size_t cell = 0; cell < a.band().size(); ++cell) {
      const uint8_t code = a.band()[cell];
      const float d = a.made.layer.calibrated[cell];
      if (code == g.danger.band[cell])
        QCOMPARE(d, g.danger.calibrated[cell]);
      else
        QVERIFY(static_cast<double>(d) >= limits[code - 1u] && static_cast<double>(d) < limits[code]);
    }
  }

  void biasDrawsABandWithoutHoldingIt() {
    const DangerGround& g = windsward();
    RandomCursor random{8, 0};
    const size_t band = g.bands() - 2;
    // In a region that has the band, or its row would let none come.
    const size_t middle = some_cell(g, random, [&](size_t c) {
      return g.danger.band[c] == band && g.map.regions[g.region()[c] - 1u].danger_target[band] > 0.25;
    });
    PaintRow row = disc(g, middle, 450, band);
    row.force = PaintForce::bias;
    const Adapted a = adapt(g, {row});
    int64_t cells = 0, before = 0, after = 0;
    for (size_t cell = 0; cell < a.band().size(); ++cell) {
      if (a.paint.bias[cell] == 0 || a.paint.bias_sd[cell] < 1) continue;
      ++cells;
      before += g.danger.band[cell] == band + 1 ? 1 : 0;
      after += a.band()[cell] == band + 1 ? 1 : 0;
    }
    QVERIFY(cells > 1000);
    QVERIFY2(static_cast<double>(after - before) >= 0.25 * static_cast<double>(cells),
             qPrintable(QString("%1 -> %2 of %3").arg(before).arg(after).arg(cells)));
    QVERIFY(region_error(g, a) <= 0.02);
    QCOMPARE(ground_error(g, a), 0.0);
  }

  void bandsThatCannotFollowEachOtherAreTold() {
    const DangerGround& g = windsward();
    RandomCursor random{9, 0};
    const size_t cell = some_cell(g, random, [&](size_t c) {
      const int column = g.region().grid.column_of(c);
      return column > 60 && column < 450 && g.region()[c - 40] != 0 && g.region()[c + 40] != 0;
    });
    PaintRow worst = disc(g, cell - 13, 200, g.bands() - 1), first = disc(g, cell + 13, 200, 0);
    worst.feather_m = first.feather_m = 0;
    const Adapted touching = adapt(g, {worst, first});
    QCOMPARE(cores_lost(touching), 0);
    const auto found = std::ranges::find(touching.made.findings, "paint_skips_band", &Finding::code);
    QVERIFY(found != touching.made.findings.end());
    QVERIFY2(found->message.find(worst.id) != std::string::npos &&
                 found->message.find(first.id) != std::string::npos,
             found->message.c_str());
    // With room between them the bands between fit in.
    const Adapted apart = adapt(g, {disc(g, cell - 25, 200, g.bands() - 1), disc(g, cell + 25, 200, 0)});
    QVERIFY(std::ranges::find(apart.made.findings, "paint_skips_band", &Finding::code) ==
            apart.made.findings.end());
  }

  void otherWaysToCutBandsHoldThePaintToo_data() {
    QTest::addColumn<bool>("raw");
    QTest::newRow("raw thresholds") << true;
    QTest::newRow("strict quantiles") << false;
  }
  void otherWaysToCutBandsHoldThePaintToo() {
    QFETCH(bool, raw);
    Template tmpl = dry_template("WindswardLike");
    if (raw)
      tmpl.danger_mode = DangerMode::raw_thresholds;
    else
      tmpl.layer_mode = LayerMode::strict_quantile;
    const DangerGround g = make_ground(tmpl, 42, 256);
    const Adapted a = adapt(g, strokes_and_blobs(g, 0.05, 3));
    QCOMPARE(cores_lost(a), 0);
    if (!raw) QVERIFY(region_error(g, a) <= 0.5);
    const Paint same = paint_of_natural(g, [&](size_t cell) { return g.region()[cell] < 4; });
    QVERIFY(equal(adapt_danger(g.natural(), same, tmpl), {g.danger, g.map.regions, {}}));
    QVERIFY(changes_beyond(g, a, 0) < static_cast<int64_t>(a.band().size()) / 10);
  }

  void threadsDoNotShow() {
    const DangerGround& g = windsward();
    const Template tmpl = with_rows(g, strokes_and_blobs(g, 0.1, 7));
    HandDanger first;
    for (const int threads : {1, 2, 7}) {
      const ThreadLimit limit(threads);
      HandDanger made = adapt(g, tmpl).made;
      if (threads == 1)
        first = std::move(made);
      else
        QVERIFY(equal(made, first));
    }
  }

  void theOrderOfRowsThatDoNotOverlapDoesNotShow() {
    const DangerGround& g = windsward();
    RandomCursor random{4, 0};
    std::vector<PaintRow> rows{
        disc(g, some_cell(g, random, [&](size_t c) { return g.region()[c] == 3; }), 120, 1),
        disc(g, some_cell(g, random, [&](size_t c) { return g.region()[c] == 9; }), 120, 2)};
    const HandDanger one = adapt(g, rows).made;
    std::swap(rows[0], rows[1]);
    QVERIFY(equal(one, adapt(g, rows).made));
  }

  void paintedDangerMovesNoBiomeAndIsCached() {
    Template tmpl = builtin("Tiny");
    const SeedBundle seeds = SeedBundle::from_master(5);
    StageCache cache;
    const auto natural = generate(tmpl, seeds, 96, {}, &cache).value();
    Vec2 centre = natural->regions[0].centre_m;
    PaintRow row;
    row.id = "r1";
    row.cls = tmpl.vocabulary.danger.back().id;
    row.place.shape = "POINT(" + std::to_string(centre.x) + " " + std::to_string(centre.y) + ")";
    row.place.radius_m = tmpl.frame.width_m / 12;
    tmpl.hand.danger.push_back(row);
    const auto painted = generate(tmpl, seeds, 96, {}, &cache).value();
    QVERIFY(painted->danger.cells != natural->danger.cells);
    QVERIFY(painted->biome.cells == natural->biome.cells);
    QVERIFY(painted->faction.cells == natural->faction.cells);
    QCOMPARE(painted->hand.size(), size_t{1});
    QCOMPARE(painted->hand[0].list, std::string("danger"));
    QVERIFY(world_digests(*painted) == world_digests(*generate(tmpl, seeds, 96, {}, nullptr).value()));
    tmpl.hand.belt_m = 0;
    QVERIFY(world_digests(*generate(tmpl, seeds, 96, {}, &cache).value()) ==
            world_digests(*generate(tmpl, seeds, 96, {}, nullptr).value()));
  }

  void theNaturalLayerAsCellsIsTheNaturalWorld() {
    // On the plan grid, where rows of cells are taken as they are.
    Template tmpl = builtin("Tiny");
    const SeedBundle seeds = SeedBundle::from_master(5);
    const auto natural = generate(tmpl, seeds, 512, {}, nullptr).value();
    std::string letters, key;
    for (size_t k = 0; k < tmpl.vocabulary.danger.size(); ++k) {
      letters.push_back(static_cast<char>('a' + k));
      key += (k == 0 ? "" : ", ") + letters.substr(k, 1) + " " + tmpl.vocabulary.danger[k].id;
    }
    const Runs runs = write_runs(natural->danger, letters);
    PaintRow row;
    row.id = "frozen";
    row.place.runs = {runs.top, runs.left, runs.rows, key};
    tmpl.hand.danger.push_back(row);
    const auto frozen = generate(tmpl, seeds, 512, {}, nullptr).value();
    QVERIFY(world_digests(*frozen) == world_digests(*natural));
    QCOMPARE(frozen->hand[0].state, HandState::held);
  }
};

FW_TEST(TestHandDanger)
#include "test_hand_danger.moc"
