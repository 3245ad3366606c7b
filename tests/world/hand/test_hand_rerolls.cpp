// Rerolls: other dice inside a shape move what is inside it, and next to nothing else.

#include <QTest>
#include <algorithm>
#include <map>
#include <set>

#include "core/field/shape.h"
#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/support/worlds.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kRerollResolution = 256;
constexpr uint64_t kRerollSeed = 42, kOther = 777;
using Shared = std::shared_ptr<const World>;

Template showcase(std::string_view name) {
  Template tmpl = dry_template(name);
  tmpl.seed = kRerollSeed;
  return tmpl;
}

RerollRow reroll(const std::string& of, const std::string& wkt, uint64_t seed, double blend_m = 0) {
  RerollRow row;
  row.id = "q1";
  row.of = of;
  row.place.shape = wkt;
  row.seed = seed;
  row.blend_m = blend_m;
  return row;
}

std::string rectangle(const Template& t, double x0, double y0, double x1, double y1) {
  const auto corner = [&](double x, double y) {
    return std::to_string(static_cast<int>(x * t.frame.width_m)) + " " +
           std::to_string(static_cast<int>(y * t.frame.height_m));
  };
  return "POLYGON ((" + corner(x0, y0) + ", " + corner(x1, y0) + ", " + corner(x1, y1) + ", " +
         corner(x0, y1) + ", " + corner(x0, y0) + "))";
}

std::string whole(const Template& t) {
  return rectangle(t, 0, 0, 1, 1);
}

std::map<std::string, std::string> digests(const World& world) {
  const auto list = world_digests(world);
  return {list.begin(), list.end()};
}

std::vector<const Point*> points_of(const World& world, size_t cls) {
  std::vector<const Point*> out;
  for (const Point& p : world.points.points)
    if (static_cast<size_t>(p.class_index) == cls) out.push_back(&p);
  return out;
}

/// Where a point stands and what it is called.
auto spot(const World& world, const Point& p) {
  return std::tuple(p.position_m.x, p.position_m.y, world.points.id_of(p), p.region);
}

/// Everything of a point that a digest holds, and its id.
auto everything_of(const World& world, const Point& p) {
  return std::tuple(spot(world, p), p.faction, p.biome, p.danger, p.rarity, p.intensity, p.hp_mult,
                    p.dps_mult, p.level, p.loot, p.respawn_s, p.height_m, p.name);
}

double spacing_of(const World& world, size_t cls) {
  double most = 0;
  for (const QuotaLedger& row : world.ledger)
    if (static_cast<size_t>(row.class_index) == cls) most = std::max(most, row.spacing_m);
  return most;
}

/// Not a bit of any class but one differs.
void expect_others_same(const World& before, const World& after, size_t rolled) {
  for (size_t k = 0; k < before.points.classes.size(); ++k) {
    if (k == rolled) continue;
    const auto a = points_of(before, k), b = points_of(after, k);
    const bool same = std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const Point* p, const Point* q) {
      return everything_of(before, *p) == everything_of(after, *q);
    });
    if (!same) QTest::qFail((before.points.classes[k].slug + " changed").c_str(), __FILE__, __LINE__);
  }
}

std::vector<int> counts_by_region(const World& world, size_t cls) {
  std::vector<int> out(world.regions.size() + 1, 0);
  for (const Point* p : points_of(world, cls)) ++out[p->region];
  return out;
}

}  // namespace

class TestHandRerolls : public QObject {
  Q_OBJECT

  std::map<std::string, Shared> natural_;
  std::shared_ptr<StageCache> cache_ = std::make_shared<StageCache>();

  Shared with(const Template& tmpl) const {
    return generate(tmpl, tmpl.seeds(), kRerollResolution, {}, cache_.get()).value();
  }
  Shared natural(const Template& tmpl) {
    Shared& world = natural_[tmpl.name];
    if (!world) world = with(tmpl);
    return world;
  }

 private slots:
  void theSeedThatIsThereAnywayChangesNoBit_data() {
    QTest::addColumn<QString>("of");
    for (const char* of : {"points", "danger", "biomes", "factions", "danger, biomes, factions, points"})
      QTest::newRow(of) << of;
  }
  void theSeedThatIsThereAnywayChangesNoBit() {
    QFETCH(QString, of);
    Template tmpl = showcase("WindswardLike");
    const Shared before = natural(tmpl);
    tmpl.hand.rerolls.push_back(reroll(of.toStdString(), rectangle(tmpl, .3, .3, .7, .7), kRerollSeed, 300));
    const Shared after = with(tmpl);
    QCOMPARE(differing(*before, *after), QString());
    QCOMPARE(after->hand.size(), size_t{1});
    QVERIFY(after->hand[0].state == HandState::held || after->hand[0].state == HandState::part);
    QVERIFY(after->hand[0].got > 0);
  }

  void aLaterRowWithTheOldSeedTakesARollBack() {
    Template tmpl = showcase("WindswardLike");
    const Shared before = natural(tmpl);
    const std::string all = "danger, biomes, factions, points";
    tmpl.hand.rerolls.push_back(reroll(all, rectangle(tmpl, .4, .4, .6, .6), kOther, 0));
    const Shared rolled = with(tmpl);
    QVERIFY(differing(*before, *rolled) != "");
    RerollRow back = reroll(all, rectangle(tmpl, .3, .3, .7, .7), kRerollSeed, 0);
    back.id = "q2";
    tmpl.hand.rerolls.push_back(back);
    QCOMPARE(differing(*before, *with(tmpl)), QString());
  }

  void aClassRolledAloneMovesNoOtherClass_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"WindswardLike", "ShatteredMountainLike", "EdengroveLike"})
      QTest::newRow(name) << name;
  }
  void aClassRolledAloneMovesNoOtherClass() {
    QFETCH(QString, name);
    const Template tmpl = showcase(name.toStdString());
    const Shared before = natural(tmpl);
    int rolled = 0;
    for (size_t c = 0; c < before->points.classes.size(); c += 5) {
      const PointClassInfo& info = before->points.classes[c];
      if (info.category == Category::landmark || points_of(*before, c).empty()) continue;
      Template edited = tmpl;
      edited.hand.rerolls.push_back(reroll(info.slug, whole(tmpl), kOther));
      const Shared after = with(edited);
      expect_others_same(*before, *after, c);
      const auto a = points_of(*before, c), b = points_of(*after, c);
      QCOMPARE(a.size(), b.size());
      size_t stood = 0;
      for (size_t i = 0; i < a.size(); ++i) stood += a[i]->position_m == b[i]->position_m ? 1 : 0;
      QVERIFY2(stood * 20 < points_of(*before, c).size() + 20, info.slug.c_str());
      QVERIFY(counts_by_region(*before, c) == counts_by_region(*after, c));
      for (const char* part : {"land", "height_m", "region", "biome", "danger", "faction", "tracks"})
        QCOMPARE(digests(*after)[part], digests(*before)[part]);
      ++rolled;
    }
    QVERIFY(rolled >= 3);
  }

  void aClassWithASeedOfItsOwnMovesNoOtherClass_data() { aClassRolledAloneMovesNoOtherClass_data(); }
  void aClassWithASeedOfItsOwnMovesNoOtherClass() {
    QFETCH(QString, name);
    Template tmpl = showcase(name.toStdString());
    tmpl.stream_seeds.salt.clear();  // a seed of a class takes none
    const Shared before = with(tmpl);
    const auto count_of = [](const World& world, uint8_t rarity) {
      return std::count_if(world.points.points.begin(), world.points.points.end(),
                           [&](const Point& p) { return static_cast<uint8_t>(p.rarity) == rarity; });
    };
    for (size_t k = 0; k < tmpl.enemies.size(); ++k) {
      Template edited = tmpl;
      edited.enemies[k].seed = kOther;
      const Shared after = with(edited);
      const size_t cls = tmpl.resources.size() + tmpl.wildlife.size() + k;
      expect_others_same(*before, *after, cls);
      QVERIFY(points_of(*before, cls).front()->position_m != points_of(*after, cls).front()->position_m);
      // Rarities with a count have it still, or it is told that they are short of it.
      for (size_t r = 1; r < tmpl.vocabulary.rarities.size(); ++r)
        if (tmpl.vocabulary.rarities[r].count) {
          const auto was = count_of(*before, static_cast<uint8_t>(r + 1)),
                     is = count_of(*after, static_cast<uint8_t>(r + 1));
          const bool told =
              std::any_of(after->findings.begin(), after->findings.end(), [&](const Finding& f) {
                return f.code == "rarity_shortfall" && f.where.ends_with(tmpl.vocabulary.rarities[r].id);
              });
          QVERIFY2(is == was || (is < was && told), qPrintable(QString("%1 of %2").arg(is).arg(was)));
        }
      edited.enemies[k].seed = kRerollSeed;  // the one that it has anyway
      QCOMPARE(differing(*before, *with(edited)), QString());
    }
  }

  void pointsOfAnAreaRolledLeaveTheOthersAndTheCountsOfRegions_data() {
    aClassRolledAloneMovesNoOtherClass_data();
  }
  void pointsOfAnAreaRolledLeaveTheOthersAndTheCountsOfRegions() {
    QFETCH(QString, name);
    const Template tmpl = showcase(name.toStdString());
    const Shared before = natural(tmpl);
    Template edited = tmpl;
    const std::string wkt = rectangle(tmpl, .3, .35, .65, .7);
    edited.hand.rerolls.push_back(reroll("points", wkt, kOther));
    const Shared after = with(edited);
    const Shape shape = read_shape(wkt).value();
    size_t inside = 0, moved_inside = 0;
    for (size_t c = 0; c < before->points.classes.size(); ++c) {
      const PointClassInfo& info = before->points.classes[c];
      if (info.category == Category::landmark) continue;
      std::set<std::tuple<double, double, std::string, uint8_t>> now;
      for (const Point* p : points_of(*after, c)) now.insert(spot(*after, *p));
      QVERIFY2(counts_by_region(*before, c) == counts_by_region(*after, c), info.slug.c_str());
      const double spacing_m = spacing_of(*before, c);
      size_t outside = 0, stands = 0;
      for (const Point* p : points_of(*before, c)) {
        const double in_m = inside_m(shape, 0, p->position_m);
        const bool same = now.contains(spot(*before, *p));
        inside += in_m > 0 ? 1 : 0;
        moved_inside += in_m > 0 && !same ? 1 : 0;
        if (in_m > -2 * spacing_m) continue;
        ++outside;
        stands += same ? 1 : 0;
      }
      QVERIFY2(static_cast<double>(stands) >= 0.98 * static_cast<double>(outside), info.slug.c_str());
    }
    QVERIFY(inside > 50);
    QVERIFY2(moved_inside * 10 > inside * 9, qPrintable(QString::number(moved_inside)));
  }

  void aLayerRolledInAnAreaIsAnotherInsideAndTheSameFarAway_data() {
    QTest::addColumn<QString>("of");
    QTest::newRow("danger") << "danger";
    QTest::newRow("biome") << "biomes";
    QTest::newRow("faction") << "factions";
  }
  void aLayerRolledInAnAreaIsAnotherInsideAndTheSameFarAway() {
    QFETCH(QString, of);
    const std::string layer = QTest::currentDataTag();
    const Template tmpl = showcase("WindswardLike");
    const Shared before = natural(tmpl);
    Template edited = tmpl;
    const std::string wkt = rectangle(tmpl, .4, .35, .6, .55);
    edited.hand.rerolls.push_back(reroll(of.toStdString(), wkt, kOther, 300));
    const Shared after = with(edited);
    const Shape shape = read_shape(wkt).value();
    const auto& a = layer == "danger" ? before->danger : layer == "biome" ? before->biome : before->faction;
    const auto& b = layer == "danger" ? after->danger : layer == "biome" ? after->biome : after->faction;
    double in = 0, in_changed = 0, far = 0, far_changed = 0;
    for (uint32_t cell = 0; cell < a.size(); ++cell) {
      if (a[cell] == 0) continue;
      const double in_m = inside_m(shape, 0, a.grid.centre(cell));
      const bool changed = a[cell] != b[cell];
      in += in_m > 0 ? 1 : 0;
      in_changed += in_m > 0 && changed ? 1 : 0;
      far += in_m < -1300 ? 1 : 0;
      far_changed += in_m < -1300 && changed ? 1 : 0;
    }
    qInfo("%s: %.3f of the inside changed, %.4f beyond 1,300 m", layer.c_str(), in_changed / in,
          far_changed / far);
    QVERIFY(far > 1000);
    // Biomes: noise counts a quarter there, the ground the rest.
    QVERIFY(in_changed / in > (layer == "faction" ? 0.02 : layer == "biome" ? 0.08 : 0.15));
    // Of bands: aRollOfBandsChangesLittleFarAway.
    if (layer != "danger") QVERIFY(far_changed / far <= (layer == "biome" ? 0 : 0.02));
    const std::map<std::string, std::string> was = digests(*before), is = digests(*after);
    for (const char* other : {"land", "height_m", "region", "danger", "faction"})
      if (layer != other && !(layer == "danger" && std::string(other) == "danger"))
        QCOMPARE(is.at(other), was.at(other));
  }

  /// The fit of bands is one of the whole land: single rolls differ.
  void aRollOfBandsChangesLittleFarAway() {
    std::vector<double> changed;
    for (const char* name : {"WindswardLike", "ShatteredMountainLike", "EdengroveLike"}) {
      const Template tmpl = showcase(name);
      const Shared before = natural(tmpl);
      const std::string wkt = rectangle(tmpl, .4, .35, .6, .55);
      const Shape shape = read_shape(wkt).value();
      for (const uint64_t seed : {kOther, kOther + 1, kOther + 2}) {
        Template edited = tmpl;
        edited.hand.rerolls.push_back(reroll("danger", wkt, seed, 300));
        const Shared after =
            generate(edited, edited.seeds(), kRerollResolution, {}, nullptr, GenerateScope::layers).value();
        double far = 0, far_changed = 0;
        for (uint32_t cell = 0; cell < after->danger.size(); ++cell) {
          if (before->danger[cell] == 0 || inside_m(shape, 0, before->grid.centre(cell)) >= -1300) continue;
          ++far;
          far_changed += after->danger[cell] != before->danger[cell] ? 1 : 0;
        }
        changed.push_back(far_changed / far);
      }
    }
    std::ranges::sort(changed);
    qInfo("beyond 1,300 m: median %.4f, worst %.4f", changed[changed.size() / 2], changed.back());
    QVERIFY(changed[changed.size() / 2] <= 0.02);
    QVERIFY(changed.back() <= 0.05);
  }

  void rowsThatCannotActAreSuspendedWithAReason() {
    Template tmpl = showcase("WindswardLike");
    const Shared before = natural(tmpl);
    tmpl.hand.rerolls.push_back(reroll("nothing_known", whole(tmpl), kOther));
    RerollRow away = reroll("points", "POLYGON ((-500 -500, -100 -500, -100 -100, -500 -500))", kOther);
    away.id = "q2";
    tmpl.hand.rerolls.push_back(away);
    RerollRow off = reroll("points", whole(tmpl), kOther);
    off.id = "q3";
    off.on = false;
    tmpl.hand.rerolls.push_back(off);
    RerollRow landmarks = reroll("landmark", whole(tmpl), kOther);
    landmarks.id = "q4";
    tmpl.hand.rerolls.push_back(landmarks);
    const Shared after = with(tmpl);
    QCOMPARE(differing(*before, *after), QString());
    QCOMPARE(after->hand.size(), size_t{4});
    QVERIFY(after->hand[3].state == HandState::suspended);
    QVERIFY(after->hand[3].reason.find("landmarks are not rolled") != std::string::npos);
    QVERIFY(after->hand[0].state == HandState::suspended);
    QVERIFY(after->hand[0].reason.find("nothing_known") != std::string::npos);
    QVERIFY(after->hand[1].state == HandState::suspended);
    QVERIFY(!after->hand[1].reason.empty());
    QVERIFY(after->hand[2].state == HandState::off);
  }

  void aCacheGivesTheSameWorldsAsNone() {
    Template tmpl = showcase("WindswardLike");
    (void)natural(tmpl);
    for (const uint64_t seed : {kOther, kOther + 1}) {
      Template edited = tmpl;
      edited.hand.rerolls.push_back(
          reroll("danger, biomes, factions, points", rectangle(tmpl, .2, .2, .6, .6), seed, 200));
      const Shared cached = with(edited);
      const Shared fresh = generate(edited, edited.seeds(), kRerollResolution).value();
      QCOMPARE(differing(*cached, *fresh), QString());
    }
  }
};

FW_TEST(TestHandRerolls)
#include "test_hand_rerolls.moc"
