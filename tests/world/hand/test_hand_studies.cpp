// The figures that paint must meet over many islands and strokes (docs/hand-acceptance.md). Three islands at
// 256 cells; with FIELDWRIGHT_HAND_STUDY set all eight at 512.

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/model/world/seam.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/world/hand/paint_rows.h"

using namespace fw;
using namespace fw::test;

namespace {

using WorldPtr = std::shared_ptr<const World>;

struct IslandName {
  const char* name;
  uint64_t seed;
};
constexpr std::array<IslandName, 8> kIslands{{{"WindswardLike", 42},
                                              {"ShatteredMountainLike", 7},
                                              {"EdengroveLike", 99},
                                              {"WindswardLike", 1},
                                              {"WindswardLike", 2},
                                              {"ShatteredMountainLike", 1},
                                              {"ShatteredMountainLike", 2},
                                              {"EdengroveLike", 1}}};

bool whole_study() {
  return qEnvironmentVariableIsSet("FIELDWRIGHT_HAND_STUDY");
}
size_t islands() {
  return whole_study() ? kIslands.size() : 3;
}
int resolution() {
  return whole_study() ? 512 : 256;
}

/// A natural world, made once, and worlds of other hands.
struct StudyIsland {
  Template tmpl;
  SeedBundle seeds;
  std::shared_ptr<StageCache> cache = std::make_shared<StageCache>();
  WorldPtr natural;

  WorldPtr with(const Template& edited, GenerateScope scope = GenerateScope::layers) const {
    return generate(edited, seeds, resolution(), {}, cache.get(), scope).value();
  }
};

const StudyIsland& ground(size_t island) {
  static std::map<size_t, StudyIsland> made;
  StudyIsland& g = made[island];
  if (g.natural) return g;
  g.tmpl = dry_template(kIslands[island].name);
  g.seeds = SeedBundle::from_master(kIslands[island].seed);
  g.natural = g.with(g.tmpl);
  return g;
}

size_t classes_of(const StudyIsland& g, PaintLayer layer) {
  return layer == PaintLayer::biome ? g.tmpl.vocabulary.biomes.size() : g.tmpl.vocabulary.danger.size();
}
std::string class_id(const StudyIsland& g, PaintLayer layer, size_t k) {
  return layer == PaintLayer::biome ? g.tmpl.vocabulary.biomes[k].id : g.tmpl.vocabulary.danger[k].id;
}
const Raster<uint8_t>& codes_of(const World& world, PaintLayer layer) {
  return layer == PaintLayer::biome ? world.biome : world.danger;
}
const std::vector<double>& target_of(const Region& region, PaintLayer layer) {
  return layer == PaintLayer::biome ? region.biome_target : region.danger_target;
}
const std::vector<double>& actual_of(const Region& region, PaintLayer layer) {
  return layer == PaintLayer::biome ? region.biome_actual : region.danger_actual;
}

Vec2 land_place(const World& world, RandomCursor& random) {
  for (;;)
    if (const size_t cell = random.below(world.region.size()); world.region[cell] != 0)
      return world.grid.centre(cell);
}

std::string text_of(Vec2 p) {
  return std::to_string(p.x) + " " + std::to_string(p.y);
}

/// Strokes of a brush (40 to 140 m) and discs (80 to 350 m), half of each, of any class.
PaintRow random_row(const StudyIsland& g, PaintLayer layer, RandomCursor& random, double& area_m2) {
  PaintRow row;
  row.cls = class_id(g, layer, random.below(classes_of(g, layer)));
  Vec2 at = land_place(*g.natural, random);
  if (random.uniform() < 0.5) {
    row.place.radius_m = random.uniform(80, 350);
    row.place.shape = "POINT(" + text_of(at) + ")";
    area_m2 += 3.14159 * row.place.radius_m * row.place.radius_m;
    return row;
  }
  row.place.radius_m = random.uniform(40, 140);
  row.place.shape = "LINESTRING(" + text_of(at);
  double heading = random.uniform(0, 6.283);
  for (int i = 0; i < 3; ++i) {
    const double length_m = random.uniform(100, 350);
    heading += random.uniform(-0.8, 0.8);
    at = {at.x + length_m * std::cos(heading), at.y + length_m * std::sin(heading)};
    row.place.shape += "," + text_of(at);
    area_m2 += 2 * row.place.radius_m * length_m;
  }
  row.place.shape += ")";
  return row;
}

double land_m2(const World& world) {
  return static_cast<double>(std::ranges::count_if(world.region.cells, [](uint8_t r) { return r != 0; })) *
         world.grid.cell_area_m2();
}

/// Rows over about a share of the land; at least one.
Template painted(const StudyIsland& g, PaintLayer layer, double share, uint64_t dice) {
  Template tmpl = g.tmpl;
  RandomCursor random{dice, 0};
  const double wanted_m2 = share * land_m2(*g.natural);
  for (double area_m2 = 0; area_m2 < wanted_m2 || paint_rows(tmpl, layer).empty();) {
    PaintRow row = random_row(g, layer, random, area_m2);
    row.id = "r" + std::to_string(paint_rows(tmpl, layer).size()) + "x";
    paint_rows(tmpl, layer).push_back(row);
  }
  return tmpl;
}

/// Shares in per cent.
struct Figures {
  int64_t lost_cores = 0;
  double regional = 0;   ///< the worst error of a region
  double untouched = 0;  ///< the same of regions without paint whose row did not move
  double island = 0;     ///< of the island's mix against the natural one
  double seam = 0;
  double far = 0;      ///< of the land beyond 1 km of paint: changed
  double outline = 0;  ///< of the drawn outline: shows
  bool rows_moved = false, over_mix = false;
};

Figures measure(const StudyIsland& g, const Template& tmpl, PaintLayer layer) {
  const WorldPtr after = g.with(tmpl);
  const World& before = *g.natural;
  const Raster<uint8_t>&was = codes_of(before, layer), &is = codes_of(*after, layer);
  const Paint paint = paint_of(tmpl, layer, before);
  Figures f;
  const size_t classes = classes_of(g, layer);
  std::vector<int64_t> more(classes + 1, 0);
  Mask want(was.grid, 0);
  std::vector<bool> has_paint(after->regions.size(), false);
  int64_t land = 0;
  for (size_t cell = 0; cell < was.size(); ++cell) {
    if (before.region[cell] == 0) continue;
    ++land;
    --more[was[cell]];
    ++more[is[cell]];
    f.lost_cores += paint.core[cell] != 0 && paint.core[cell] != is[cell] ? 1 : 0;
    want[cell] = paint.want[cell] != 0 ? 1 : 0;
    if (want[cell] != 0) has_paint[before.region[cell] - 1u] = true;
  }
  for (const int64_t n : more)
    f.island = std::max(f.island, 100 * std::fabs(static_cast<double>(n)) / static_cast<double>(land));
  for (size_t r = 0; r < after->regions.size(); ++r) {
    const bool moved = target_of(after->regions[r], layer) != target_of(before.regions[r], layer);
    f.rows_moved = f.rows_moved || moved;
    for (size_t k = 0; k < classes; ++k) {
      const double error =
          100 * std::fabs(actual_of(after->regions[r], layer)[k] - target_of(after->regions[r], layer)[k]);
      f.regional = std::max(f.regional, error);
      if (!moved && !has_paint[r]) f.untouched = std::max(f.untouched, error);
    }
  }
  f.over_mix = std::ranges::any_of(after->findings,
                                   [](const Finding& finding) { return finding.code == "paint_over_mix"; });
  f.seam = seam_score(count_seam(is, after->region));
  const Raster<float> away_m = distance_to(want);
  int64_t far = 0, changed = 0;
  for (size_t cell = 0; cell < was.size(); ++cell)
    if (before.region[cell] != 0 && away_m[cell] > 1000) {
      ++far;
      changed += was[cell] != is[cell] ? 1 : 0;
    }
  f.far = far == 0 ? 0 : 100 * static_cast<double>(changed) / static_cast<double>(far);
  double pairs = 0, shown = 0;
  const auto see = [&](size_t a, size_t b) {
    if (before.region[a] == 0 || before.region[b] == 0 || want[a] == want[b]) return;
    pairs += 1;
    shown += is[a] != is[b] ? 1 : 0;
  };
  for (int y = 0; y + 1 < was.grid.rows; ++y)
    for (int x = 0; x + 1 < was.grid.columns; ++x) {
      see(was.grid.index(x, y), was.grid.index(x + 1, y));
      see(was.grid.index(x, y), was.grid.index(x, y + 1));
    }
  f.outline = shown / std::max(pairs, 1.0);
  return f;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}
double worst(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}
std::vector<double> column(const std::vector<Figures>& all, double Figures::*of) {
  std::vector<double> out;
  for (const Figures& f : all) out.push_back(f.*of);
  return out;
}
/// A limit in percentage points; at 256 cells a whole cell of a region is more.
double one_cell_or(double limit) {
  return whole_study() ? limit : 0.1;
}
void tell(const char* what, const std::vector<double>& values) {
  qInfo("  %s: median %.3f, worst %.3f", what, median(values), worst(values));
}

constexpr std::array kLayers{PaintLayer::biome, PaintLayer::danger};

void add_layers() {
  QTest::addColumn<int>("layer");
  QTest::newRow("biome") << static_cast<int>(PaintLayer::biome);
  QTest::newRow("danger") << static_cast<int>(PaintLayer::danger);
}

}  // namespace

class TestHandStudies : public QObject {
  Q_OBJECT

 private slots:
  void randomPaintHoldsAndTheMixesToo_data() {
    QTest::addColumn<int>("layer");
    QTest::addColumn<double>("share");
    for (const PaintLayer layer : kLayers)
      for (const double share : {0.02, 0.05, 0.1})
        QTest::addRow("%s, %g %%", layer == PaintLayer::biome ? "biome" : "danger", 100 * share)
            << static_cast<int>(layer) << share;
  }
  void randomPaintHoldsAndTheMixesToo() {
    QFETCH(int, layer);
    QFETCH(double, share);
    std::vector<Figures> all;
    for (size_t i = 0; i < islands(); ++i) {
      const StudyIsland& g = ground(i);
      const auto of = static_cast<PaintLayer>(layer);
      all.push_back(measure(g, painted(g, of, share, 11 + i), of));
      const Figures& f = all.back();
      QCOMPARE(f.lost_cores, int64_t{0});
      QVERIFY2(f.island <= 0.15 || f.over_mix, qPrintable(QString::number(f.island)));
    }
    tell("worst regional error, pp", column(all, &Figures::regional));
    tell("of regions without paint and move, pp", column(all, &Figures::untouched));
    tell("the island's error, pp", column(all, &Figures::island));
    tell("seam score", column(all, &Figures::seam));
    tell("outline that shows", column(all, &Figures::outline));
    tell("cells beyond 1 km that change, %", column(all, &Figures::far));
    QVERIFY(median(column(all, &Figures::regional)) <= one_cell_or(0.02));
    QVERIFY(worst(column(all, &Figures::regional)) <= 0.5);
    QVERIFY(worst(column(all, &Figures::untouched)) <= 0.1);
    if (share <= 0.05) {
      QVERIFY(median(column(all, &Figures::seam)) <= 1.5);
      QVERIFY(worst(column(all, &Figures::seam)) <= 2.2);
    }
  }

  void followMovesLittleBeyondOneKilometre_data() { add_layers(); }
  void followMovesLittleBeyondOneKilometre() {
    QFETCH(int, layer);
    const auto of = static_cast<PaintLayer>(layer);
    std::vector<double> far;
    for (size_t i = 0; i < islands(); ++i) {
      const StudyIsland& g = ground(i);
      Template tmpl = painted(g, of, 0.02, 31 + i);
      tmpl.hand.mix = HandMix::follow;
      far.push_back(measure(g, tmpl, of).far);
    }
    tell("cells beyond 1 km that change, %", far);
    QVERIFY(median(far) <= 0.5);
    QVERIFY(worst(far) <= 3);  // one fit of the land: its prices move a little everywhere
  }

  void nothingChangesBeyondOneKilometreWhereNoRowMoves_data() { add_layers(); }
  void nothingChangesBeyondOneKilometreWhereNoRowMoves() {
    QFETCH(int, layer);
    const auto of = static_cast<PaintLayer>(layer);
    int unmoved = 0;
    for (size_t i = 0; i < islands(); ++i) {
      const StudyIsland& g = ground(i);
      RandomCursor random{71 + i, 0};
      for (int k = 0; k < 4; ++k) {
        Template tmpl = g.tmpl;
        paint_rows(tmpl, of).push_back(stroke_of_plenty(g, of, random));
        const Figures f = measure(g, tmpl, of);
        if (f.rows_moved) continue;
        ++unmoved;
        QVERIFY2(f.far <= (of == PaintLayer::danger ? 0.2 : 0.0), qPrintable(QString::number(f.far)));
        QCOMPARE(f.island, 0.0);
      }
    }
    QVERIFY2(unmoved * 2 >= static_cast<int>(islands()) * 3, qPrintable(QString::number(unmoved)));
  }

  void featheredOutlinesDoNotShow_data() { add_layers(); }
  void featheredOutlinesDoNotShow() {
    QFETCH(int, layer);
    const auto of = static_cast<PaintLayer>(layer);
    std::vector<double> shown;
    for (size_t i = 0; i < islands(); ++i) {
      const StudyIsland& g = ground(i);
      RandomCursor random{51 + i, 0};
      std::vector<double> of_island;
      for (int k = 0; k < 5; ++k) {
        Template tmpl = g.tmpl;
        double area_m2 = 0;
        PaintRow row = random_row(g, of, random, area_m2);
        row.id = "r1";
        paint_rows(tmpl, of).push_back(row);
        of_island.push_back(measure(g, tmpl, of).outline);
      }
      shown.push_back(median(of_island));
    }
    tell("share of the outline that shows", shown);
    // A border between two cells of 31 m is seen twice as often along a line as one of 16 m.
    const double coarse = whole_study() ? 1 : 2;
    QVERIFY(median(shown) <= coarse * (of == PaintLayer::biome ? 0.12 : 0.25));
  }

  void biasPaintDrawsItsClassAndKeepsTheRows() {
    double cells = 0, had = 0, has = 0;
    std::vector<double> errors;
    for (size_t i = 0; i < islands(); ++i) {
      const StudyIsland& g = ground(i);
      RandomCursor random{111 + i, 0};
      for (int k = 0; k < (whole_study() ? 2 : 5); ++k) {
        const auto [at, cls] = place_with_room(g, random);
        Template tmpl = g.tmpl;
        PaintRow row;
        row.id = "r1";
        row.cls = class_id(g, PaintLayer::biome, cls);
        row.place.shape = "POINT(" + text_of(at) + ")";
        row.place.radius_m = 450;
        row.force = PaintForce::bias;
        tmpl.hand.biome.push_back(row);
        const WorldPtr after = g.with(tmpl);
        for (size_t cell = 0; cell < after->biome.size(); ++cell) {
          if (after->region[cell] == 0 || squared_distance(after->grid.centre(cell), at) > 450.0 * 450)
            continue;
          cells += 1;
          had += g.natural->biome[cell] == cls + 1 ? 1 : 0;
          has += after->biome[cell] == cls + 1 ? 1 : 0;
        }
        errors.push_back(measure(g, tmpl, PaintLayer::biome).regional);
      }
    }
    qInfo("share of the class in the shapes: %.3f, with bias %.3f", had / cells, has / cells);
    tell("worst regional error, pp", errors);
    QVERIFY(has / cells >= had / cells + 0.19);  // the ground says no here and there
    QVERIFY(worst(errors) <= one_cell_or(0.02));
  }

  void aBiomeStrokeMovesFewPointsBeyondOneKilometre() {
    int tried = 0;
    std::vector<double> moved;
    for (size_t i = 0; i < islands(); ++i) {
      const StudyIsland& g = ground(i);
      const WorldPtr before = g.with(g.tmpl, GenerateScope::whole);
      RandomCursor random{91 + i, 0};
      for (int k = 0; k < 3; ++k) {
        Template tmpl = g.tmpl;
        tmpl.hand.biome.push_back(stroke_of_plenty(g, PaintLayer::biome, random));
        const WorldPtr after = g.with(tmpl, GenerateScope::whole);
        bool rows_moved = false;
        for (size_t r = 0; r < after->regions.size(); ++r)
          rows_moved = rows_moved || after->regions[r].biome_target != before->regions[r].biome_target;
        if (rows_moved) continue;
        ++tried;
        moved.push_back(moved_beyond_1_km(*before, *after, paint_of(tmpl, PaintLayer::biome, *before)));
      }
    }
    tell("points beyond 1 km that change, %", moved);
    QVERIFY(tried >= 3);
    // Quotas are the island's: what a class gains or loses under the stroke it gives or takes anywhere. One
    // stroke in ten does so with a little over 1 % of the points.
    QVERIFY(median(moved) <= 1);
    QVERIFY(std::ranges::count_if(moved, [](double share) { return share > 1; }) * 8 <= tried);
    QVERIFY(worst(moved) <= 1.5);
  }

 private:
  /// A place, and a biome that has from 25 to 50 % of its region: bias moves no row, so a blob can only
  /// gather what the region has.
  static std::pair<Vec2, size_t> place_with_room(const StudyIsland& g, RandomCursor& random) {
    for (;;) {
      const Vec2 at = land_place(*g.natural, random);
      const Region& region = g.natural->regions[g.natural->region[g.natural->grid.cell_at(at)] - 1u];
      for (size_t k = 0; k < region.biome_actual.size(); ++k)
        if (region.biome_actual[k] >= 0.25 && region.biome_actual[k] <= 0.5) return {at, k};
    }
  }

  /// A stroke of the class that its region has most of round there: no row has to move, and what the stroke
  /// takes is given back nearby.
  static PaintRow stroke_of_plenty(const StudyIsland& g, PaintLayer layer, RandomCursor& random) {
    double area_m2 = 0;
    PaintRow row = random_row(g, layer, random, area_m2);
    row.id = "r1";
    const Shape shape = read_shape(row.place.shape).value();
    const Vec2 at = shape.parts.front().front();
    row.place.radius_m = std::min(row.place.radius_m, 120.0);
    const Raster<uint8_t>&region = g.natural->region, &code = codes_of(*g.natural, layer);
    std::vector<int64_t> near(classes_of(g, layer), 0);
    for (size_t cell = 0; cell < code.size(); ++cell)
      if (region[cell] == region[region.grid.cell_at(at)] &&
          squared_distance(region.grid.centre(cell), at) < 1000.0 * 1000)
        ++near[code[cell] - 1u];
    row.cls = class_id(g, layer, static_cast<size_t>(std::ranges::max_element(near) - near.begin()));
    return row;
  }

  static double moved_beyond_1_km(const World& before, const World& after, const Paint& paint) {
    Mask want(paint.want.grid, 0);
    for (size_t cell = 0; cell < want.size(); ++cell) want[cell] = paint.want[cell] != 0 ? 1 : 0;
    const Raster<float> away_m = distance_to(want);
    const auto places = [&](const World& world) {
      std::set<std::tuple<int, double, double>> out;
      for (const Point& p : world.points.points)
        if (away_m[world.grid.cell_at(p.position_m)] > 1000)
          out.insert({p.class_index, p.position_m.x, p.position_m.y});
      return out;
    };
    const auto was = places(before), is = places(after);
    const auto gone = std::ranges::count_if(was, [&](const auto& p) { return !is.contains(p); });
    const auto came = std::ranges::count_if(is, [&](const auto& p) { return !was.contains(p); });
    return 100 * static_cast<double>(std::max(gone, came)) / static_cast<double>(was.size());
  }
};

FW_TEST(TestHandStudies)
#include "test_hand_studies.moc"
