// Biomes and factions round paint: what is stated holds, what is there already changes nothing, and the rest
// moves as little as it can.

#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "core/base/exact/rng.h"
#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/measure/audit/audit.h"
#include "core/measure/audit/audit_json.h"
#include "core/model/world/digest.h"
#include "core/model/world/seam.h"
#include "core/template/check/feasibility.h"
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

constexpr uint64_t kSeed = 42;

using WorldPtr = std::shared_ptr<const World>;
WorldPtr layers_of(const Template& tmpl, int resolution = 256, StageCache* cache = nullptr) {
  return generate(tmpl, SeedBundle::from_master(kSeed), resolution, {}, cache, GenerateScope::layers).value();
}
const World& natural(int resolution = 256) {
  static std::map<int, WorldPtr> worlds;
  WorldPtr& world = worlds[resolution];
  if (!world) world = layers_of(dry_template("WindswardLike"), resolution);
  return *world;
}

const Raster<uint8_t>& layer_of(const World& world, PaintLayer layer) {
  return layer == PaintLayer::biome ? world.biome : world.faction;
}

PaintRow row_of(const std::string& id, const std::string& cls, const std::string& shape,
                double radius_m = 0) {
  PaintRow row;
  row.id = id;
  row.cls = cls;
  row.place.shape = shape;
  row.place.radius_m = radius_m;
  return row;
}

std::string blob(Vec2 at, double radius_m) {
  Shape out{Shape::Kind::polygons, {{}}};
  for (int i = 0; i < 32; ++i) {
    const double angle = 6.2831853 * i / 32, r = radius_m * (1 + 0.2 * std::sin(2 * angle));
    out.parts[0].push_back({std::floor((at.x + r * std::cos(angle)) * 1000) / 1000,
                            std::floor((at.y + r * std::sin(angle)) * 1000) / 1000});
  }
  return write_shape(out);
}

Vec2 land_place(const World& world, uint64_t stream) {
  for (uint64_t n = 0;; ++n) {
    const Vec2 at{world.grid.width_m() * random_uniform(stream, 2 * n),
                  world.grid.height_m() * random_uniform(stream, 2 * n + 1)};
    if (world.region[world.grid.cell_at(at)] != 0) return at;
  }
}

/// Blobs of random classes over about a share of the land.
void paint_randomly(Template& tmpl, PaintLayer layer, const World& world, double share, uint64_t stream) {
  const double land = static_cast<double>(std::count_if(world.region.cells.begin(), world.region.cells.end(),
                                                        [](uint8_t code) { return code != 0; }));
  const double blob_cells = 3.14 * 250 * 250 / world.grid.cell_area_m2();
  const auto count = static_cast<int>(share * land / blob_cells + 0.5);
  const size_t classes =
      layer == PaintLayer::biome ? tmpl.vocabulary.biomes.size() : tmpl.vocabulary.factions.size();
  for (int i = 0; i < count; ++i) {
    const auto n = static_cast<uint64_t>(i);
    const auto k = static_cast<size_t>(random_uniform(stream + n, 999) * static_cast<double>(classes));
    paint_rows(tmpl, layer)
        .push_back(
            row_of("r" + std::to_string(i) + "x",
                   layer == PaintLayer::biome ? tmpl.vocabulary.biomes[k].id : tmpl.vocabulary.factions[k].id,
                   blob(land_place(world, stream + 31 * n), 250)));
  }
}

/// A layer of a world as cells of the hand.
PaintRow frozen(const World& world, PaintLayer layer, const Vocabulary& vocabulary) {
  const std::string letters = "abcdefghijklmnopqrstuvwxyz";
  const Runs runs = write_runs(layer_of(world, layer), letters);
  PaintRow row;
  row.id = "frozen";
  row.place.runs = {runs.top, runs.left, runs.rows, ""};
  const size_t classes = layer == PaintLayer::biome ? vocabulary.biomes.size() : vocabulary.factions.size();
  for (size_t k = 0; k < classes; ++k)
    row.place.runs.key += (k == 0 ? "" : ", ") + letters.substr(k, 1) + " " +
                          (layer == PaintLayer::biome ? vocabulary.biomes[k].id : vocabulary.factions[k].id);
  return row;
}

/// Of everything in the world.
std::string world_digest(const World& world) {
  for (const auto& [name, digest] : world_digests(world))
    if (name == "world") return digest;
  return {};
}

bool rows_moved(const World& before, const World& after) {
  for (size_t r = 0; r < after.regions.size(); ++r)
    if (after.regions[r].biome_target != before.regions[r].biome_target) return true;
  return false;
}

double worst_regional_error(const World& world) {
  double worst = 0;
  for (const Region& region : world.regions)
    for (size_t k = 0; k < region.biome_target.size(); ++k)
      worst = std::max(worst, std::fabs(region.biome_actual[k] - region.biome_target[k]));
  return worst;
}

std::vector<double> cells_by_class(const Raster<uint8_t>& code, size_t classes) {
  std::vector<double> out(classes, 0.0);
  for (const uint8_t c : code.cells)
    if (c != 0) out[c - 1u] += 1;
  return out;
}

int64_t differing(const Raster<uint8_t>& a, const Raster<uint8_t>& b) {
  int64_t count = 0;
  for (size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
  return count;
}

int64_t lost_cores(const Paint& paint, const Raster<uint8_t>& code) {
  int64_t lost = 0;
  for (size_t i = 0; i < code.size(); ++i) lost += paint.core[i] != 0 && paint.core[i] != code[i] ? 1 : 0;
  return lost;
}

/// A place whose surroundings have one class as far as possible, and how far.
std::pair<Vec2, double> middle_of(const Raster<uint8_t>& code, const Raster<uint8_t>& region, uint8_t cls) {
  Mask other(code.grid, 0);
  for (size_t i = 0; i < code.size(); ++i) other[i] = code[i] != cls || region[i] == 0 ? 1 : 0;
  const Raster<float> d = distance_to(other);
  const auto best = std::max_element(d.cells.begin(), d.cells.end());
  return {code.grid.centre(static_cast<size_t>(best - d.cells.begin())), static_cast<double>(*best)};
}

/// What the reader and the check say of a template with all changes of shares that a sentence proposes; "" if
/// they take them.
QString refusal_of_advice(const Template& tmpl, const QString& told) {
  static const QRegularExpression kChange("(?:raise|lower) (\\S+) to ([0-9.]+) %");
  std::vector<std::string> settings;
  for (auto match = kChange.globalMatch(told); match.hasNext();) {
    const QRegularExpressionMatch change = match.next();
    settings.push_back(change.captured(1).toStdString() + "=" +
                       number_text(change.captured(2).toDouble() / 100));
  }
  if (settings.size() < 2) return "one change alone: " + told;
  const auto read = parse_template_with(write_template(tmpl), "t", settings);
  if (!read) return QString::fromStdString(read.error().message);
  for (const Finding& finding : check_feasibility(read.value()))
    if (finding.severity == Severity::error) return QString::fromStdString(finding.message);
  return {};
}

}  // namespace

class HandClassesTest : public QObject {
  Q_OBJECT

 private slots:
  void paintingWhatIsThereChangesNoBit_data() {
    QTest::addColumn<int>("layer");
    QTest::addColumn<bool>("strict");
    QTest::newRow("biome") << 0 << false;
    QTest::newRow("faction") << 2 << false;
    QTest::newRow("biome, one field") << 0 << true;
    QTest::newRow("faction, one field") << 2 << true;
  }
  void paintingWhatIsThereChangesNoBit() {
    QFETCH(int, layer);
    QFETCH(bool, strict);
    const auto of = static_cast<PaintLayer>(layer);
    Template tmpl = dry_template("WindswardLike");
    if (strict) tmpl.layer_mode = LayerMode::strict_quantile;
    const WorldPtr before = layers_of(tmpl, 512);
    paint_rows(tmpl, of).push_back(frozen(*before, of, tmpl.vocabulary));
    const WorldPtr after = layers_of(tmpl, 512);
    QCOMPARE(world_digest(*after), world_digest(*before));
    QVERIFY(after->biome_fit.offsets == before->biome_fit.offsets);
    QVERIFY(after->faction_fit.offsets == before->faction_fit.offsets);
    QCOMPARE(after->hand.size(), size_t{1});
    QCOMPARE(after->hand[0].state, HandState::held);
    for (size_t r = 0; r < after->regions.size(); ++r)
      QVERIFY(after->regions[r].biome_target == before->regions[r].biome_target);
  }

  void featheredPaintInsideItsOwnClassChangesNoBit() {
    const World& before = natural();
    Template tmpl = dry_template("WindswardLike");
    for (const char* id : {"forest", "grassland"}) {
      const auto k = static_cast<uint8_t>(*find_row(tmpl.vocabulary.biomes, id) + 1);
      const auto [at, far_m] = middle_of(before.biome, before.region, k);
      tmpl.hand.biome.push_back(row_of(std::string("x") + id, id, blob(at, 0.7 * far_m)));
    }
    QCOMPARE(world_digest(*layers_of(tmpl)), world_digest(before));
  }

  void aPaintedWorldsOtherLayersKeepEveryBit() {
    const World& before = natural();
    for (const PaintLayer layer : {PaintLayer::biome, PaintLayer::faction}) {
      Template tmpl = dry_template("WindswardLike");
      paint_randomly(tmpl, layer, before, 0.05, 7);
      const WorldPtr after = layers_of(tmpl);
      QVERIFY(differing(layer_of(*after, layer), layer_of(before, layer)) > 0);
      QVERIFY(after->danger.cells == before.danger.cells);
      QVERIFY(after->danger_field.cells == before.danger_field.cells);
      QCOMPARE(differing(after->biome, before.biome) > 0, layer == PaintLayer::biome);
      QCOMPARE(differing(after->faction, before.faction) > 0, layer == PaintLayer::faction);
      QVERIFY(after->height_m.cells == before.height_m.cells);
    }
  }

  void coresHoldAndRegionsAndLandHaveTheirCells_data() {
    QTest::addColumn<double>("share");
    for (const double share : {0.02, 0.05, 0.1, 0.3})
      QTest::newRow(qPrintable(QString::number(share))) << share;
  }
  void coresHoldAndRegionsAndLandHaveTheirCells() {
    QFETCH(double, share);
    const World& before = natural();
    for (uint64_t stream : {3, 1000}) {
      Template tmpl = dry_template("WindswardLike");
      paint_randomly(tmpl, PaintLayer::biome, before, share, stream);
      const WorldPtr after = layers_of(tmpl);
      QCOMPARE(lost_cores(paint_of(tmpl, PaintLayer::biome, before), after->biome), int64_t{0});
      const double error = worst_regional_error(*after);
      QVERIFY2(error <= 0.005, qPrintable(QString::number(error)));
      const bool over = std::any_of(after->findings.begin(), after->findings.end(),
                                    [](const Finding& f) { return f.code == "paint_over_mix"; });
      const std::vector<double> had = cells_by_class(before.biome, 8), has = cells_by_class(after->biome, 8);
      double land = 0, worst = 0;
      for (const double n : had) land += n;
      for (size_t k = 0; k < had.size(); ++k) worst = std::max(worst, std::fabs(has[k] - had[k]) / land);
      QVERIFY2(over || worst <= 0.0015, qPrintable(QString::number(worst)));
      const double seam = seam_score(count_seam(after->biome, after->region));
      if (share <= 0.05) QVERIFY2(seam <= 2.2, qPrintable(QString::number(seam)));
    }
  }

  void nothingChangesBeyondOneKilometreIfNoRowMoved() {
    const World& before = natural();
    int unmoved = 0;
    for (uint64_t stream = 0; stream < 12; ++stream) {
      Template tmpl = dry_template("WindswardLike");
      const Vec2 at = land_place(before, 100 + stream);
      // The class that its region has most of round there: it gives back nearby what the paint takes.
      std::vector<int64_t> near(tmpl.vocabulary.biomes.size(), 0);
      for (size_t cell = 0; cell < before.biome.size(); ++cell)
        if (before.region[cell] == before.region[before.grid.cell_at(at)] &&
            squared_distance(before.grid.centre(cell), at) < 1000.0 * 1000)
          ++near[before.biome[cell] - 1u];
      const auto most = static_cast<size_t>(std::ranges::max_element(near) - near.begin());
      tmpl.hand.biome.push_back(row_of("r1", tmpl.vocabulary.biomes[most].id, blob(at, 150)));
      const WorldPtr after = layers_of(tmpl);
      if (rows_moved(before, *after)) continue;
      ++unmoved;
      const Raster<float> to_paint_m = distance_to(paint_of(tmpl, PaintLayer::biome, before).want);
      for (size_t cell = 0; cell < after->biome.size(); ++cell)
        if (to_paint_m[cell] > 1000) {
          QCOMPARE(after->biome[cell], before.biome[cell]);
          QCOMPARE(after->biome_field[cell], before.biome_field[cell]);
        }
    }
    QVERIFY(unmoved >= 8);
  }

  void followLeavesRegionsWithoutPaintTheirRows() {
    const World& before = natural();
    Template tmpl = dry_template("WindswardLike");
    tmpl.hand.mix = HandMix::follow;
    const Vec2 at = land_place(before, 5);
    tmpl.hand.biome.push_back(row_of("r1", "snow", blob(at, 300)));
    const WorldPtr after = layers_of(tmpl);
    const Paint paint = paint_of(tmpl, PaintLayer::biome, before);
    std::vector<bool> painted(after->regions.size(), false);
    for (size_t cell = 0; cell < paint.want.size(); ++cell)
      if (paint.want[cell] != 0) painted[after->region[cell] - 1u] = true;
    int moved = 0;
    for (size_t r = 0; r < after->regions.size(); ++r) {
      const bool same = after->regions[r].biome_target == before.regions[r].biome_target;
      QVERIFY(same || painted[r]);
      moved += same ? 0 : 1;
    }
    QVERIFY(moved > 0);
    QCOMPARE(lost_cores(paint, after->biome), int64_t{0});
    QVERIFY(worst_regional_error(*after) <= 0.005);
  }

  void aFeatheredOutlineDoesNotShowAndAHardOneDoes() {
    const World& before = natural(512);
    StageCache cache;
    const auto shown = [&](std::optional<double> feather_m) {
      std::vector<double> of_stroke;
      for (uint64_t stream = 0; stream < 7; ++stream) {
        double pairs = 0, changes = 0;
        Template tmpl = dry_template("WindswardLike");
        PaintRow row = row_of("r1", "forest", blob(land_place(before, 300 + stream), 300));
        row.feather_m = feather_m;
        tmpl.hand.biome.push_back(row);
        const WorldPtr after = layers_of(tmpl, 512, &cache);
        const Paint paint = paint_of(tmpl, PaintLayer::biome, before);
        const GridSpec& g = after->grid;
        for (int y = 0; y + 1 < g.rows; ++y)
          for (int x = 0; x + 1 < g.columns; ++x)
            for (const size_t next : {g.index(x + 1, y), g.index(x, y + 1)}) {
              const size_t cell = g.index(x, y);
              if (after->region[cell] == 0 || after->region[next] == 0) continue;
              if ((paint.want[cell] != 0) == (paint.want[next] != 0)) continue;
              pairs += 1;
              changes += after->biome[cell] != after->biome[next] ? 1 : 0;
            }
        of_stroke.push_back(changes / pairs);
      }
      std::sort(of_stroke.begin(), of_stroke.end());
      return of_stroke[of_stroke.size() / 2];
    };
    const double feathered = shown(std::nullopt), hard = shown(0);
    qInfo("share of the outline that shows: feathered %.3f, hard %.3f", feathered, hard);
    QVERIFY(feathered <= 0.12);
    QVERIFY(hard > 2 * feathered);
  }

  void snowPaintedOverItsShareHoldsAndTheOthersKeepTheirRatios() {
    const World& before = natural();
    Template tmpl = dry_template("WindswardLike");
    const size_t snow = *find_row(tmpl.vocabulary.biomes, "snow");
    const auto land =
        static_cast<double>(std::ranges::count_if(before.region.cells, [](uint8_t c) { return c != 0; }));
    Paint paint;
    double painted = 0;
    for (int i = 0; painted / land < 0.066; ++i) {
      PaintRow row = row_of("s" + std::to_string(i) + "k", "snow",
                            blob(land_place(before, 600 + static_cast<uint64_t>(i)), 300));
      row.feather_m = 0;
      tmpl.hand.biome.push_back(row);
      paint = paint_of(tmpl, PaintLayer::biome, before);
      painted = static_cast<double>(std::ranges::count(paint.core.cells, static_cast<uint8_t>(snow + 1)));
    }
    const WorldPtr after = layers_of(tmpl);
    QCOMPARE(lost_cores(paint, after->biome), int64_t{0});
    const std::vector<double> had = cells_by_class(before.biome, 8), has = cells_by_class(after->biome, 8);
    double low = 10, high = 0;
    for (size_t k = 0; k < had.size(); ++k) {
      if (k == snow) continue;
      low = std::min(low, has[k] / had[k]);
      high = std::max(high, has[k] / had[k]);
    }
    QVERIFY(high / low < 1.01);
    QVERIFY(std::fabs(has[snow] - painted) / land < 0.001);
    const auto finding = std::find_if(after->findings.begin(), after->findings.end(),
                                      [](const Finding& f) { return f.code == "paint_over_mix"; });
    QVERIFY(finding != after->findings.end());
    const QString told = QString::fromStdString(finding->message);
    const auto over = static_cast<int64_t>(painted - had[snow]);
    QVERIFY2(told.contains(QString("take away %1 cells").arg(over)), qPrintable(told));
    QVERIFY2(told.contains("raise biomes.snow.share to"), qPrintable(told));
    QVERIFY2(told.contains("rows s0k, s1k"), qPrintable(told));
    QCOMPARE(refusal_of_advice(tmpl, told), QString());
  }

  void mixesThatGoWithPaintPassTheAuditAndAreTold_data() {
    QTest::addColumn<int>("layer");
    QTest::addColumn<QString>("cls");
    QTest::addColumn<bool>("follow");
    QTest::addColumn<QString>("told");
    QTest::newRow("neutral paint") << 1 << "neutral" << false << "mix_by_hand";
    QTest::newRow("owner's paint over its share") << 1 << "purple" << false << "mix_error";
    QTest::newRow("follow") << 0 << "snow" << true << "mix_by_hand";
    QTest::newRow("hold") << 0 << "snow" << false << "mix_error";
    QTest::newRow("neutral paint, follow") << 1 << "neutral" << true << "mix_by_hand";
  }
  void mixesThatGoWithPaintPassTheAuditAndAreTold() {
    QFETCH(int, layer);
    QFETCH(QString, cls);
    QFETCH(bool, follow);
    QFETCH(QString, told);
    const bool over = told == "mix_error" && layer == 1;
    Template tmpl = dry_template("WindswardLike");
    PaintRow row = row_of("r1", cls.toStdString(), "POINT (4000 3600)");
    row.place.radius_m = over ? 2600 : 800;
    paint_rows(tmpl, layer == 0 ? PaintLayer::biome : PaintLayer::faction).push_back(row);
    tmpl.hand.mix = follow ? HandMix::follow : HandMix::hold;
    const WorldPtr world =
        generate(tmpl, SeedBundle::from_master(kSeed), 256, {}, nullptr, GenerateScope::whole).value();
    const AuditReport report = audit(*world, tmpl);
    const std::string where = layer == 0 ? "biome.island" : "faction.island";
    QVERIFY(std::ranges::any_of(
        report.findings, [&](const Finding& f) { return f.code == told.toStdString() && f.where == where; }));
    QCOMPARE(report.passed, told == "mix_by_hand");
  }

  void paintOverAllLandAdvisesSharesThatTheCheckTakes_data() {
    QTest::addColumn<int>("layer");
    QTest::addColumn<QString>("cls");
    QTest::newRow("biome") << 0 << "grassland";
    QTest::newRow("danger") << 1 << "green";
  }
  void paintOverAllLandAdvisesSharesThatTheCheckTakes() {
    QFETCH(int, layer);
    QFETCH(QString, cls);
    Template tmpl = dry_template("WindswardLike");
    PaintRow row = row_of("b1", cls.toStdString(), "POLYGON ((-10 -10, 9000 -10, 9000 9000, -10 9000))");
    row.feather_m = 0;
    (layer == 0 ? tmpl.hand.biome : tmpl.hand.danger).push_back(row);
    const WorldPtr world = layers_of(tmpl, 128);
    const auto finding = std::ranges::find(world->findings, "paint_over_mix", &Finding::code);
    QVERIFY(finding != world->findings.end());
    const QString told = QString::fromStdString(finding->message);
    QVERIFY2(told.contains("raise " + QString(layer == 0 ? "biomes." : "danger.") + cls + ".share to 99."),
             qPrintable(told));
    QVERIFY2(!told.contains(" to 0 %"), qPrintable(told));
    QCOMPARE(refusal_of_advice(tmpl, told), QString());
  }

  void paintOverTheStatedMixOfARegionHoldsAndTellsItsCells() {
    Template tmpl = dry_template("WindswardLike");
    const size_t classes = tmpl.vocabulary.biomes.size();
    const size_t snow = *find_row(tmpl.vocabulary.biomes, "snow");
    std::vector<double> mix(classes, 0.99 / static_cast<double>(classes - 1));
    mix[snow] = 0.01;
    tmpl.region_mixes.push_back({1, {}, mix});
    const WorldPtr before = layers_of(tmpl);
    PaintRow row = row_of("s1k", "snow", blob(before->regions[0].centre_m, 300));
    row.feather_m = 0;
    tmpl.hand.biome.push_back(row);
    const Paint paint = paint_of(tmpl, PaintLayer::biome, *before);
    int64_t painted = 0, had = 0, cells = 0;
    for (size_t cell = 0; cell < before->region.size(); ++cell) {
      if (before->region[cell] != 1) continue;
      painted += paint.core[cell] == snow + 1;
      had += before->biome[cell] == snow + 1;
      ++cells;
    }
    const WorldPtr after = layers_of(tmpl);
    QCOMPARE(lost_cores(paint, after->biome), int64_t{0});
    const auto finding = std::find_if(after->findings.begin(), after->findings.end(),
                                      [](const Finding& f) { return f.code == "paint_over_region_mix"; });
    QVERIFY(finding != after->findings.end());
    QCOMPARE(finding->where, std::string("region_mixes[0].biomes"));
    const QString told = QString::fromStdString(finding->message);
    const double share = std::ceil(1000.0 * static_cast<double>(painted) / static_cast<double>(cells)) / 10;
    QVERIFY2(told.contains(QString("take away %1 cells: row s1k").arg(painted - had)), qPrintable(told));
    QVERIFY2(told.contains(QString("raise region_mixes[0].biomes.snow to %1 %").arg(share, 0, 'f', 1)),
             qPrintable(told));
    QCOMPARE(refusal_of_advice(tmpl, told), QString());
  }

  void paintOverTheMixOfARowOfRegionsNamesThatRow_data() {
    QTest::addColumn<int>("layer");
    QTest::newRow("biome") << static_cast<int>(PaintLayer::biome);
    QTest::newRow("danger") << static_cast<int>(PaintLayer::danger);
  }
  void paintOverTheMixOfARowOfRegionsNamesThatRow() {
    QFETCH(const int, layer);
    const bool biomes = layer == static_cast<int>(PaintLayer::biome);
    const World& before = natural();
    const size_t first = static_cast<size_t>(std::ranges::find(before.regions, false, &Region::neutral) -
                                             before.regions.begin());
    const Vec2 at = before.regions[first].centre_m;
    Template tmpl = dry_template("WindswardLike");
    RegionRow region;
    region.id = "r1";
    region.x_m = at.x;
    region.y_m = at.y;
    const std::string cls = biomes ? "snow" : "green";
    const size_t classes = biomes ? tmpl.vocabulary.biomes.size() : tmpl.vocabulary.danger.size();
    const size_t row =
        biomes ? *find_row(tmpl.vocabulary.biomes, cls) : *find_row(tmpl.vocabulary.danger, cls);
    std::vector<double> mix(classes, 0.99 / static_cast<double>(classes - 1));
    mix[row] = 0.01;
    (biomes ? region.biomes : region.danger) = mix;
    tmpl.hand.regions.push_back(region);
    (biomes ? tmpl.hand.biome : tmpl.hand.danger).push_back(row_of("s1k", cls, blob(at, 400)));
    const WorldPtr after = layers_of(tmpl);
    const auto finding = std::ranges::find(after->findings, "paint_over_region_mix", &Finding::code);
    QVERIFY(finding != after->findings.end());
    const std::string path = biomes ? "hand.regions.r1.biomes" : "hand.regions.r1.danger";
    QCOMPARE(finding->where, path);
    QVERIFY2(finding->message.find("raise " + path + "." + cls + " to ") != std::string::npos,
             finding->message.c_str());
    QCOMPARE(refusal_of_advice(tmpl, QString::fromStdString(finding->message)), QString());
  }

  void biasPaintShiftsAClassAndKeepsTheRows() {
    const World& before = natural();
    const size_t forest = *find_row(dry_template("WindswardLike").vocabulary.biomes, "forest");
    double cells = 0, had = 0, more = 0, less = 0;
    const auto share = [&](const World& world, const Mask& inside) {
      double n = 0;
      for (size_t cell = 0; cell < inside.size(); ++cell)
        n += inside[cell] != 0 && world.biome[cell] == forest + 1 ? 1 : 0;
      return n;
    };
    const auto cells_of = [](const Mask& inside) {
      return static_cast<double>(std::ranges::count(inside.cells, uint8_t{1}));
    };
    for (uint64_t stream = 0; stream < 8; ++stream) {
      // Where the class is at home and has room to grow in the shape.
      std::string shape;
      Mask inside;
      for (uint64_t n = 0;; ++n) {
        const Vec2 at = land_place(before, 800 + 100 * stream + n);
        if (before.regions[before.region[before.grid.cell_at(at)] - 1u].biome_actual[forest] <= 0.25)
          continue;
        shape = blob(at, 450);
        inside = Mask(before.grid, 0);
        visit_shape(read_shape(shape).value(), 0, before.grid, 0,
                    [&](uint32_t cell, double) { inside[cell] = before.region[cell] != 0 ? 1 : 0; });
        const double now = share(before, inside) / cells_of(inside);
        if (now > 0.25 && now < 0.6) break;
      }
      cells += cells_of(inside);
      had += share(before, inside);
      for (const double strength : {1.5, -1.5}) {
        Template tmpl = dry_template("WindswardLike");
        PaintRow row = row_of("r1", "forest", shape);
        row.force = PaintForce::bias;
        row.strength_sd = strength;
        tmpl.hand.biome.push_back(row);
        const WorldPtr after = layers_of(tmpl);
        (strength > 0 ? more : less) += share(*after, inside);
        QVERIFY(worst_regional_error(*after) <= 0.005);
        for (size_t r = 0; r < after->regions.size(); ++r)
          QVERIFY(after->regions[r].biome_target == before.regions[r].biome_target);
      }
    }
    qInfo("forest in the shapes: %.2f; 1.5 sd: %.2f; -1.5 sd: %.2f", had / cells, more / cells, less / cells);
    QVERIFY(more / cells >= had / cells + 0.25);
    QVERIFY(less / cells <= had / cells - 0.2);
  }

  void aClassWithoutAShareCanBePainted() {
    const World& before = natural();
    Template tmpl = dry_template("WindswardLike");
    std::vector<BiomeRow>& biomes = tmpl.vocabulary.biomes;
    BiomeRow swamp = biomes[0];
    swamp.id = "swamp";
    swamp.share = 0;
    biomes.push_back(swamp);
    QVERIFY(layers_of(tmpl)->biome.cells == before.biome.cells);
    tmpl.hand.biome.push_back(row_of("r1", "swamp", blob(land_place(before, 5), 300)));
    const WorldPtr after = layers_of(tmpl);
    const Paint paint = paint_of(tmpl, PaintLayer::biome, before);
    QCOMPARE(lost_cores(paint, after->biome), int64_t{0});
    const auto core = std::count(paint.core.cells.begin(), paint.core.cells.end(), 9);
    const auto has = std::count(after->biome.cells.begin(), after->biome.cells.end(), 9);
    QVERIFY(core > 0 && has >= core && has <= core + core / 2);
    QVERIFY(worst_regional_error(*after) <= 0.005);
  }

  void paintedFactionsCountForTheirFactionOverTheWholeGround() {
    const World& before = natural();
    const Vocabulary& words = before.vocabulary;
    const auto neutral = static_cast<size_t>(*words.neutral());
    Template tmpl = dry_template("WindswardLike");
    // A faction in neutral ground, and neutral ground elsewhere.
    for (uint64_t n = 0, in = 0, out = 0; in < 2 || out < 2; ++n) {
      const Vec2 at = land_place(before, 900 + n);
      const bool nobodys = before.regions[before.region[before.grid.cell_at(at)] - 1u].neutral;
      uint64_t& count = nobodys ? in : out;
      if (count == 2) continue;
      ++count;
      tmpl.hand.faction.push_back(
          row_of("f" + std::to_string(n) + "x", words.factions[nobodys ? 0 : neutral].id, blob(at, 200)));
    }
    const WorldPtr after = layers_of(tmpl);
    const Paint paint = paint_of(tmpl, PaintLayer::faction, before);
    QCOMPARE(lost_cores(paint, after->faction), int64_t{0});
    const std::vector<double> had = cells_by_class(before.faction, words.factions.size()),
                              has = cells_by_class(after->faction, words.factions.size());
    double owned_before = 0, owned_after = 0;
    for (size_t k = 0; k < had.size(); ++k) {
      owned_before += k == neutral ? 0 : had[k];
      owned_after += k == neutral ? 0 : has[k];
    }
    for (size_t k = 0; k < had.size(); ++k)
      if (k != neutral) QVERIFY(std::fabs(has[k] / owned_after - had[k] / owned_before) < 2e-3);
    QVERIFY(std::fabs(owned_after - owned_before) > 0);
  }

  void aFactionPaintedDeepInAnothersGroundKeepsAllShares_data() {
    QTest::addColumn<QString>("faction");
    QTest::addColumn<QString>("other");
    QTest::addColumn<double>("radius_m");
    for (const auto& [faction, other] : {std::pair{"green", "yellow"}, {"yellow", "green"}})
      for (const double radius_m : {100.0, 200.0, 300.0, 400.0})
        QTest::addRow("%s in %s within %.0f m", faction, other, radius_m)
            << QString(faction) << QString(other) << radius_m;
  }
  void aFactionPaintedDeepInAnothersGroundKeepsAllShares() {
    QFETCH(const QString, faction);
    QFETCH(const QString, other);
    QFETCH(const double, radius_m);
    const World& before = natural();
    Template tmpl = dry_template("WindswardLike");
    const auto ground = static_cast<uint8_t>(*find_row(tmpl.vocabulary.factions, other.toStdString()) + 1);
    const Vec2 at = middle_of(before.faction, before.region, ground).first;
    tmpl.hand.faction.push_back(row_of("f1", faction.toStdString(),
                                       "POINT (" + std::to_string(at.x) + " " + std::to_string(at.y) + ")",
                                       radius_m));
    const WorldPtr after = generate(tmpl, SeedBundle::from_master(kSeed), 256).value();
    const size_t classes = before.vocabulary.factions.size();
    QCOMPARE(lost_cores(paint_of(tmpl, PaintLayer::faction, before), after->faction), int64_t{0});
    QVERIFY(differing(before.faction, after->faction) > 0);
    const std::vector<double> had = cells_by_class(before.faction, classes),
                              has = cells_by_class(after->faction, classes);
    const double land = std::accumulate(had.begin(), had.end(), 0.0);
    for (size_t k = 0; k < classes; ++k)
      QVERIFY2(std::fabs(has[k] - had[k]) <= 3e-4 * land, qPrintable(QString::number(has[k] - had[k])));
    for (const Finding& finding : audit(*after, tmpl).findings)
      QVERIFY2(finding.where.rfind("faction.", 0) != 0, finding.message.c_str());
  }

  void theAuditSaysWhatPaintHolds() {
    Template tmpl = dry_template("WindswardLike");
    const World& before = natural();
    tmpl.hand.biome.push_back(row_of("b1", "snow", blob(land_place(before, 6), 300)));
    tmpl.hand.danger.push_back(row_of("d1", "black", blob(land_place(before, 8), 200)));
    tmpl.hand.faction.push_back(row_of("f1", "green", blob(land_place(before, 10), 200)));
    const WorldPtr world = generate(tmpl, SeedBundle::from_master(kSeed), 256).value();
    const AuditReport report = audit(*world, tmpl);
    const std::map<std::string, std::pair<PaintLayer, std::string>> painted{
        {"biome", {PaintLayer::biome, "snow"}},
        {"danger", {PaintLayer::danger, "black"}},
        {"faction", {PaintLayer::faction, "green"}}};
    int by_hand = 0;
    for (const AuditReport::Mix& row : report.mix) {
      const auto& [layer, cls] = painted.at(row.layer);
      const Paint paint = paint_of(tmpl, layer, *world);
      double held = 0, cells = 0;
      for (size_t i = 0; i < paint.core.size(); ++i) {
        if (world->region[i] == 0) continue;
        if (!row.region.empty() && world->regions[world->region[i] - 1u].name != row.region) continue;
        cells += 1;
        held += row.cls == cls && paint.core[i] != 0 ? 1 : 0;
      }
      QCOMPARE(row.by_hand, held / cells);
      QCOMPARE(mix_origin(row) == "hand", held > 0);
      by_hand += held > 0 ? 1 : 0;
    }
    QVERIFY(by_hand >= 5);  // every layer's island, and regions of danger and biomes
  }

  void onlyRegionsThatPaintConcernsAreJudgedMoreGently() {
    const World& before = natural();
    Template tmpl = dry_template("WindswardLike");
    tmpl.hand.mix = HandMix::follow;
    tmpl.hand.biome.push_back(row_of("b1", "snow", blob(land_place(before, 6), 300)));
    const WorldPtr after = layers_of(tmpl);
    QVERIFY(before.biome_held.eased.empty());
    QVERIFY(after->danger_held.eased.empty());
    const Paint paint = paint_of(tmpl, PaintLayer::biome, before);
    for (size_t r = 0; r < after->regions.size(); ++r) {
      bool concerned = before.regions[r].biome_target != after->regions[r].biome_target;
      for (size_t i = 0; i < paint.want.size(); ++i)
        concerned = concerned || (paint.want[i] != 0 && before.region[i] == r + 1);
      QCOMPARE(static_cast<bool>(after->biome_held.eased[r]), concerned);
    }
    QVERIFY(std::count(after->biome_held.eased.begin(), after->biome_held.eased.end(), false) > 0);
  }

  void factionsOfRandomPaintHold() {
    const World& before = natural();
    for (const double share : {0.05, 0.2}) {
      Template tmpl = dry_template("WindswardLike");
      paint_randomly(tmpl, PaintLayer::faction, before, share, 17);
      const WorldPtr after = layers_of(tmpl);
      QCOMPARE(lost_cores(paint_of(tmpl, PaintLayer::faction, before), after->faction), int64_t{0});
      QVERIFY(std::find_if(after->faction.cells.begin(), after->faction.cells.end(), [&](const uint8_t& c) {
                return (c == 0) !=
                       (before.faction[static_cast<size_t>(&c - after->faction.cells.data())] == 0);
              }) == after->faction.cells.end());
    }
  }

  void theOneFieldModeCutsRoundPaint() {
    Template tmpl = dry_template("WindswardLike");
    tmpl.layer_mode = LayerMode::strict_quantile;
    const WorldPtr before = layers_of(tmpl);
    paint_randomly(tmpl, PaintLayer::biome, *before, 0.05, 23);
    paint_randomly(tmpl, PaintLayer::faction, *before, 0.05, 29);
    for (size_t k = 0; k < tmpl.hand.faction.size(); ++k) tmpl.hand.faction.edit(k).id += "f";
    const WorldPtr after = layers_of(tmpl);
    for (const PaintLayer layer : {PaintLayer::biome, PaintLayer::faction})
      QCOMPARE(lost_cores(paint_of(tmpl, layer, *before), layer_of(*after, layer)), int64_t{0});
    QVERIFY(worst_regional_error(*after) <= 1e-3);  // a cell of a small region
  }

  void biasThatTheOneFieldModeIgnoresIsSuspended() {
    Template tmpl = dry_template("WindswardLike");
    tmpl.layer_mode = LayerMode::strict_quantile;
    for (const PaintLayer layer : {PaintLayer::biome, PaintLayer::faction}) {
      PaintRow row = row_of(layer == PaintLayer::biome ? "b1k" : "f1k",
                            layer == PaintLayer::biome ? "arid" : "green", "POINT (4800 3500)", 600);
      row.force = PaintForce::bias;
      paint_rows(tmpl, layer).push_back(row);
    }
    const WorldPtr world = layers_of(tmpl, 128);
    QCOMPARE(world->hand.size(), size_t{2});
    for (const HandOutcome& outcome : world->hand) {
      QCOMPARE(outcome.state, HandState::suspended);
      QVERIFY2(outcome.reason.find("strict_quantile") != std::string::npos, outcome.reason.c_str());
    }
  }

  void threadsCachesAndNamesOfRowsChangeNoBit() {
    const World& before = natural();
    Template tmpl = dry_template("WindswardLike");
    paint_randomly(tmpl, PaintLayer::biome, before, 0.08, 41);
    paint_randomly(tmpl, PaintLayer::faction, before, 0.08, 43);
    for (size_t k = 0; k < tmpl.hand.faction.size(); ++k) tmpl.hand.faction.edit(k).id += "f";
    std::vector<std::string> digests;
    for (const int threads : {1, 2, 7}) {
      const ThreadLimit limit(threads);
      digests.push_back(world_digest(*layers_of(tmpl)));
    }
    StageCache cache;
    layers_of(dry_template("WindswardLike"), 256, &cache);
    digests.push_back(world_digest(*layers_of(tmpl, 256, &cache)));
    // The same edits reached by way of others, and with other names.
    Template other = tmpl;
    other.hand.biome.edit(0).cls = "arid";
    layers_of(other, 256, &cache);
    other.hand.biome.edit(0).cls = tmpl.hand.biome[0].cls;
    for (size_t k = 0; k < other.hand.biome.size(); ++k) {
      other.hand.biome.edit(k).id = "z" + std::to_string(1000 - k);
      other.hand.biome.edit(k).group = "shore";
      other.hand.biome.edit(k).note = "by the artist";
    }
    PaintRow off = tmpl.hand.biome[0];
    off.id = "off1";
    off.cls = "snow";
    off.on = false;
    other.hand.biome.push_back(off);
    digests.push_back(world_digest(*layers_of(other, 256, &cache)));
    for (const std::string& digest : digests) QCOMPARE(digest, digests[0]);
  }

  void aPaintedWorldTellsWhatBecameOfEveryRow() {
    const World& before = natural();
    Template tmpl = dry_template("WindswardLike");
    tmpl.hand.biome.push_back(row_of("b1", "forest", blob(land_place(before, 5), 200)));
    tmpl.hand.biome.push_back(row_of("b2", "forest", "POINT(-50000 0)", 50));
    tmpl.hand.faction.push_back(
        row_of("f1", before.vocabulary.factions[0].id, blob(land_place(before, 6), 200)));
    const WorldPtr after = layers_of(tmpl);
    QCOMPARE(after->hand.size(), size_t{3});
    QCOMPARE(after->hand[0].id, std::string("b1"));
    QVERIFY(after->hand[0].got > 0);
    QCOMPARE(after->hand[1].state, HandState::suspended);
    QCOMPARE(after->hand[2].list, std::string("faction"));
    QVERIFY(std::any_of(after->findings.begin(), after->findings.end(), [](const Finding& f) {
      return f.where == "hand.biome.b2" && f.code == "row_suspended";
    }));
  }
};

FW_TEST(HandClassesTest)
#include "test_hand_classes.moc"
