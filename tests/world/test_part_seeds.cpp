// Own seeds of parts and classes: each moves its part and what is made from it, nothing else.
#include <QTest>
#include <algorithm>
#include <map>

#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr int kPartResolution = 128;
constexpr uint64_t kSeed = 42, kOther = 777;

Template showcase() {
  Template tmpl = test::dry_template("WindswardLike");
  tmpl.stream_seeds.salt.clear();
  return tmpl;
}

using DigestsByName = std::map<std::string, std::string>;

DigestsByName digests_of(const Template& tmpl, const SeedBundle& seeds, StageCache* cache = nullptr) {
  const auto world = generate(tmpl, seeds, kPartResolution, {}, cache).value();
  const auto list = world_digests(*world);
  return {list.begin(), list.end()};
}

SeedBundle with_part(SeedPart part, uint64_t seed) {
  SeedBundle seeds = SeedBundle::from_master(kSeed);
  seeds.parts[static_cast<size_t>(part)] = seed;
  return seeds;
}

}  // namespace

class TestPartSeeds : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    tmpl_ = showcase();
    natural_ = digests_of(tmpl_, SeedBundle::from_master(kSeed));
  }

  void partsOfTheMastersSeedGiveTheSameWorld() {
    SeedBundle seeds = SeedBundle::from_master(kSeed);
    for (auto& part : seeds.parts) part = kSeed;
    QVERIFY(digests_of(tmpl_, seeds) == natural_);
  }

  void aPartsSeedMovesItAndNothingBeforeIt_data() {
    QTest::addColumn<int>("part");
    QTest::addColumn<QString>("moved");
    QTest::addColumn<QStringList>("kept");
    const auto row = [](SeedPart part, const char* moved, const QStringList& kept) {
      QTest::newRow(kSeedPartSlugs[static_cast<size_t>(part)].data())
          << static_cast<int>(part) << moved << kept;
    };
    row(SeedPart::land, "land", {"feature"});
    row(SeedPart::regions, "region", {"land", "height_m", "feature"});
    row(SeedPart::owners, "faction", {"land", "height_m", "region", "danger", "biome"});
    row(SeedPart::danger, "danger", {"land", "height_m", "region", "faction", "type"});
    row(SeedPart::biomes, "biome", {"land", "height_m", "region", "danger", "faction", "type"});
    row(SeedPart::factions, "faction", {"land", "height_m", "region", "danger", "biome", "type"});
    row(SeedPart::landmarks, "points.landmark",
        {"land", "height_m", "region", "danger", "biome", "faction", "type"});
    row(SeedPart::points, "points.resource",
        {"land", "height_m", "region", "danger", "biome", "faction", "points.landmark"});
  }
  void aPartsSeedMovesItAndNothingBeforeIt() {
    QFETCH(int, part);
    QFETCH(QString, moved);
    QFETCH(QStringList, kept);
    const DigestsByName other = digests_of(tmpl_, with_part(static_cast<SeedPart>(part), kOther));
    const auto same = [&](const QString& layer) {
      const auto found = natural_.find(layer.toStdString());
      if (found == natural_.end()) qFatal("no digest of %s", qPrintable(layer));
      return other.at(found->first) == found->second;
    };
    QVERIFY2(!same(moved), qPrintable(moved));
    for (const QString& layer : kept) QVERIFY2(same(layer), qPrintable(layer));
  }

  void aClassOfItsOwnSeedMovesAlone() {
    Template own = tmpl_;
    own.resources[2].seed = kOther;
    const auto before = generate(tmpl_, SeedBundle::from_master(kSeed), kPartResolution).value();
    const auto after = generate(own, SeedBundle::from_master(kSeed), kPartResolution).value();
    const auto places = [](const World& world, bool of_class, const std::string& slug) {
      std::vector<std::pair<std::string, Vec2>> all;
      for (const Point& p : world.points.points)
        if ((world.points.class_of(p).slug == slug) == of_class)
          all.emplace_back(world.points.id_of(p), p.position_m);
      return all;
    };
    const std::string slug = own.resources[2].slug;
    QVERIFY(places(*before, false, slug) == places(*after, false, slug));
    QVERIFY(places(*before, true, slug) != places(*after, true, slug));
    QCOMPARE(places(*before, true, slug).size(), places(*after, true, slug).size());
  }

  void aLockedPartStandsUnderAnotherMastersSeed() {
    Template locked = tmpl_;
    for (const SeedPart part : {SeedPart::land, SeedPart::regions, SeedPart::owners, SeedPart::danger})
      locked.stream_seeds.parts[static_cast<size_t>(part)] = kSeed;
    locked.seed = kOther;
    const DigestsByName other = digests_of(locked, locked.seeds());
    for (const char* layer : {"land", "height_m", "region", "danger"})
      QCOMPARE(other.at(layer), natural_.at(layer));
    QVERIFY(other.at("biome") != natural_.at("biome"));
  }

  void aSaltMovesEverythingAndAnEmptyOneNothing() {
    Template salted = tmpl_;
    salted.stream_seeds.salt = "Northern Reach";
    const SeedBundle seeds = SeedBundle::from_master(kSeed);
    const DigestsByName other = digests_of(salted, seeds);
    for (const char* layer : {"land", "height_m", "region", "faction", "biome", "danger", "feature",
                              "points.resource", "points.landmark", "world"})
      QVERIFY2(other.at(layer) != natural_.at(layer), layer);
    // It is the template's, whatever the bundle says, and its name has no part in it.
    salted.name = "Another";
    QVERIFY(digests_of(salted, seeds.salted(7)) == other);
    salted.stream_seeds.salt.clear();
    QVERIFY(digests_of(salted, seeds) == natural_);
  }

  void aPartsSeedIsSaltedToo() {
    Template salted = tmpl_;
    salted.stream_seeds.salt = "Northern Reach";
    SeedBundle seeds = SeedBundle::from_master(kSeed);
    const DigestsByName natural = digests_of(salted, seeds);
    for (auto& part : seeds.parts) part = kSeed;
    QVERIFY(digests_of(salted, seeds) == natural);
  }

  void theSaltBelongsToTheTemplatesDigestAndToItsStages() {
    Template salted = tmpl_;
    salted.stream_seeds.salt = "Northern Reach";
    QVERIFY(template_digest(salted) != template_digest(tmpl_));
    salted.stream_seeds.noise = 7;  // other seeds do not
    Template again = tmpl_;
    again.stream_seeds.noise = 7;
    QCOMPARE(template_digest(again), template_digest(tmpl_));
    StageCache cache;
    const SeedBundle seeds = SeedBundle::from_master(kSeed);
    const DigestsByName fresh = digests_of(salted, seeds);
    digests_of(tmpl_, seeds, &cache);
    QVERIFY(digests_of(salted, seeds, &cache) == fresh);
    QVERIFY(digests_of(tmpl_, seeds, &cache) == natural_);
  }

  void whatRunsOnAWorldKnowsNoSalt() {
    Template salted = tmpl_;
    salted.stream_seeds.salt = "Northern Reach";
    const auto world = generate(salted, salted.seeds(), kPartResolution).value();
    QVERIFY(world->seeds == tmpl_.seeds());
  }

  void theCacheKnowsTheSeedsOfParts() {
    StageCache cache;
    for (size_t part = 0; part < kSeedPartSlugs.size(); ++part) {
      const SeedBundle seeds = with_part(static_cast<SeedPart>(part), kOther);
      QVERIFY2(digests_of(tmpl_, seeds, &cache) == digests_of(tmpl_, seeds), kSeedPartSlugs[part].data());
    }
    QVERIFY(digests_of(tmpl_, SeedBundle::from_master(kSeed), &cache) == natural_);
  }

 private:
  Template tmpl_;
  DigestsByName natural_;
};

FW_TEST(TestPartSeeds)
#include "test_part_seeds.moc"
