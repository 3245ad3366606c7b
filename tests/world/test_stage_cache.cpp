// A cache of stages must never show: what it gives is what generating afresh gives.

#include <QTest>
#include <algorithm>
#include <atomic>
#include <optional>
#include <set>

#include "core/model/world/digest.h"
#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/nightly.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kCacheResolution = 48;
/// Landmarks and roads are decided on the plan grid, on layers of their own: those of the raster are others.
constexpr int kGrids = 2;
/// Stages that report an island. Dry ground on the plan is made for its wetness, and reports nothing.
int islands_of(const Template& tmpl) {
  return tmpl.water.rivers == Nature::none ? 1 : kGrids;
}
const SeedBundle kSeeds = SeedBundle::from_master(5);

Template tiny_with_rows() {
  Template tmpl = tiny();
  std::vector<double> biomes(tmpl.vocabulary.biomes.size(), 0.0);
  biomes[0] = biomes[1] = 0.3;
  biomes[2] = biomes[3] = 0.2;
  tmpl.region_mixes.push_back({2, std::vector<double>{0.4, 0.3, 0.2, 0.1}, biomes});
  NameRow names;
  names.id = names.label = "hill";
  names.epithets = {"", "Minor"};
  tmpl.vocabulary.names.push_back(names);
  for (FactionRow& row : tmpl.vocabulary.factions) row.names = names.id;
  tmpl.noise.danger.state_features.push_back({"threat", 0.1, 0.1, 0.1, 0.1});
  return tmpl;
}

Template watered() {
  Template tmpl = tiny_with_rows();
  tmpl.water.rivers = Nature::natural;
  return tmpl;
}

using Digests = std::vector<std::pair<std::string, std::string>>;

Digests digests(const Template& tmpl, const SeedBundle& seeds, StageCache* cache) {
  return world_digests(*generate(tmpl, seeds, kCacheResolution, {}, cache).value());
}

/// The first place of a parameter, if the template has a row for it.
std::optional<ParameterPlace> first_place(const Template& tmpl, const Parameter& p) {
  std::optional<ParameterPlace> first;
  each_place(p, tmpl, [&](ParameterPlace place) {
    if (!first) first = place;
  });
  return first;
}

/// Another text that the row allows.
std::string other_text(const Template& tmpl, const Parameter& p, ParameterPlace place,
                       const std::string& text) {
  if (p.type == ParameterType::colour) return text == "#112233" ? "#332211" : "#112233";
  std::vector<std::string> others(p.choices.begin(), p.choices.end());
  for (const std::string& id : table_ids(tmpl, referred_table(p, tmpl, place))) others.push_back(id);
  for (const std::string& other : others)
    if (other != text) return other;
  return text + "x";
}

/// Another value that the row allows.
ParameterValue changed(const Template& tmpl, const Parameter& p, ParameterPlace place,
                       const ParameterValue& value) {
  if (const bool* yes = std::get_if<bool>(&value)) return !*yes;
  if (const double* number = std::get_if<double>(&value)) {
    if (p.type == ParameterType::integer) return *number < p.max ? *number + 1 : *number - 1;
    const double up = *number == 0 ? std::min(0.05, p.max) : *number * 1.07;
    return up <= p.max ? up : *number * 0.93;
  }
  if (const auto* range = std::get_if<std::array<double, 2>>(&value))
    return std::array<double, 2>{(*range)[0], (*range)[1] * 0.9};
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
    std::vector<double> more = *numbers;
    more.push_back(p.min + 0.5 * (p.max - p.min));
    return more;
  }
  if (const auto* words = std::get_if<std::vector<std::string>>(&value)) {
    std::vector<std::string> fewer = *words;
    if (!fewer.empty())
      fewer.pop_back();
    else
      fewer.push_back(other_text(tmpl, p, place, "word"));
    return fewer;
  }
  return other_text(tmpl, p, place, std::get<std::string>(value));
}

/// How often generations began a stage that is reported.
class Begun {
 public:
  Progress progress() {
    Progress out;
    out.report = [this](std::string_view now, double) { stages_.emplace_back(now); };
    return out;
  }
  std::ptrdiff_t count(const char* stage) const { return std::count(stages_.begin(), stages_.end(), stage); }

 private:
  std::vector<std::string> stages_;
};

}  // namespace

class TestStageCache : public QObject {
  Q_OBJECT

 private slots:
  void anEditOfAnyParameterGivesTheWorldThatGeneratingAfreshGives_data() {
    QTest::addColumn<int>("parameter");
    const Template base = tiny_with_rows();
    const size_t every = nightly() ? 1 : 20;
    std::set<std::string> seen;  // rows of one pattern are alike, but every noise stack feeds another stage
    for (size_t i = 0; i < parameters().size(); ++i) {
      const Parameter& p = parameters()[i];
      const std::optional<ParameterPlace> place = first_place(base, p);
      if (!place || std::holds_alternative<std::monostate>(p.get(base, *place))) continue;
      if (!seen.insert(p.path.starts_with("noise.") ? p.path : p.pattern).second) continue;
      if (seen.size() % every == 0) QTest::newRow(p.path.c_str()) << int(i);
    }
    QVERIFY(seen.size() > 100);
  }
  void anEditOfAnyParameterGivesTheWorldThatGeneratingAfreshGives() {
    QFETCH(int, parameter);
    const Parameter& p = parameters()[static_cast<size_t>(parameter)];
    static StageCache cache;  // warm with the base and with the edits before this one
    Template edited = tiny_with_rows();
    const ParameterPlace place = *first_place(edited, p);
    const ParameterValue value = p.get(edited, place);
    p.set(edited, place, changed(edited, p, place, value));
    QVERIFY(p.get(edited, place) != value);
    QVERIFY(digests(edited, kSeeds, &cache) == digests(edited, kSeeds, nullptr));
  }

  void anEditOfTheRowsGivesTheWorldThatGeneratingAfreshGives_data() {
    QTest::addColumn<int>("edit");
    QTest::newRow("biomes in another order") << 0;
    QTest::newRow("a faction of another id") << 1;
    QTest::newRow("a kind less") << 2;
    QTest::newRow("rarities in another order") << 3;
  }
  void anEditOfTheRowsGivesTheWorldThatGeneratingAfreshGives() {
    QFETCH(int, edit);
    StageCache cache;
    digests(tiny_with_rows(), kSeeds, &cache);
    Template edited = tiny_with_rows();
    Vocabulary& rows = edited.vocabulary;
    if (edit == 0) std::swap(rows.biomes[0], rows.biomes[1]);
    if (edit == 1) rows.factions[0].id = "newcomers";
    if (edit == 2) rows.landmarks.pop_back();
    if (edit == 3) std::swap(rows.rarities[1], rows.rarities[2]);
    QVERIFY(digests(edited, kSeeds, &cache) == digests(edited, kSeeds, nullptr));
  }

  void undoingAnEditGivesTheFirstWorldAgain() {
    StageCache cache;
    const Digests reference = digests(tiny_with_rows(), kSeeds, &cache);
    Template edited = tiny_with_rows();
    edited.vocabulary.danger[0].share = 0.4;
    edited.vocabulary.danger[1].share = 0.25;
    QVERIFY(digests(edited, kSeeds, &cache) != reference);
    QVERIFY(digests(tiny_with_rows(), kSeeds, &cache) == reference);
  }

  void aCancelledGenerationLeavesAValidCache_data() {
    QTest::addColumn<QString>("stage");
    for (const char* stage : {"island", "regions", "danger", "biomes", "landmarks and tracks", "points"})
      QTest::newRow(stage) << stage;
  }
  /// Cancelled when a stage begins, so that the stage itself has to notice.
  void aCancelledGenerationLeavesAValidCache() {
    QFETCH(QString, stage);
    StageCache cache;
    std::atomic<bool> cancel{false};
    Progress progress;
    progress.cancel = &cancel;
    progress.report = [&](std::string_view now, double) {
      if (now == stage.toStdString()) cancel = true;
    };
    const auto ended = generate(tiny_with_rows(), kSeeds, kCacheResolution, progress, &cache);
    QVERIFY(!ended);
    QCOMPARE(ended.error().kind, ErrorKind::cancelled);
    QVERIFY(digests(tiny_with_rows(), kSeeds, &cache) == digests(tiny_with_rows(), kSeeds, nullptr));
  }

  void everyStreamOfTheSeedIsPartOfTheKeys() {
    StageCache cache;
    const Template tmpl = tiny_with_rows();
    digests(tmpl, kSeeds, &cache);
    for (const SeedBundle& seeds : {SeedBundle{6, 5, 5}, SeedBundle{5, 6, 5}, SeedBundle{5, 5, 6}})
      QVERIFY(digests(tmpl, seeds, &cache) == digests(tmpl, seeds, nullptr));
  }

  void anotherLayoutKeepsTheGround() {
    for (const Template& tmpl : {tiny_with_rows(), watered()}) {
      StageCache cache;
      Begun begun;
      const auto before = generate(tmpl, {5, 5, 5}, kCacheResolution, begun.progress(), &cache).value();
      QCOMPARE(begun.count("island"), islands_of(tmpl));
      const auto after = generate(tmpl, {6, 5, 5}, kCacheResolution, begun.progress(), &cache).value();
      QCOMPARE(begun.count("island"), islands_of(tmpl));
      QCOMPARE(begun.count("water"), tmpl.water.rivers == Nature::none ? 0 : 1);
      QCOMPARE(begun.count("regions"), 2);  // planned once for every grid
      QVERIFY(after->height_m.cells == before->height_m.cells);
      QVERIFY(world_digests(*after) == digests(tmpl, {6, 5, 5}, nullptr));
      (void)generate(tmpl, {6, 7, 5}, kCacheResolution, begun.progress(), &cache);
      QCOMPARE(begun.count("island"), 2 * islands_of(tmpl));
    }
  }

  void editsOfLakesAndRoadsRepeatNoErosionAndRoadsMoveNoRiver() {
    Template tmpl = watered();
    tmpl.relief.erosion = Erosion::fluvial;
    StageCache cache;
    Begun begun;
    (void)generate(tmpl, kSeeds, kCacheResolution, begun.progress(), &cache);
    QCOMPARE(begun.count("relief"), 1);
    QCOMPARE(begun.count("water"), 1);
    ++tmpl.lakes.count;
    const auto lakes = generate(tmpl, kSeeds, kCacheResolution, begun.progress(), &cache).value();
    QCOMPARE(begun.count("relief"), 1);
    QCOMPARE(begun.count("water"), 2);
    QVERIFY(world_digests(*lakes) == digests(tmpl, kSeeds, nullptr));
    tmpl.roads.grade = 0.2;
    const auto roads = generate(tmpl, kSeeds, kCacheResolution, begun.progress(), &cache).value();
    QCOMPARE(begun.count("relief"), 1);
    QCOMPARE(begun.count("water"), 2);
    QVERIFY(world_digests(*roads) == digests(tmpl, kSeeds, nullptr));
  }

  void editsOfHeightsKeepTheRegions() {
    for (Template tmpl : {tiny_with_rows(), watered()}) {
      StageCache cache;
      Begun begun;
      (void)generate(tmpl, kSeeds, kCacheResolution, begun.progress(), &cache);
      tmpl.relief.height_max_m *= 1.5;
      const auto higher = generate(tmpl, kSeeds, kCacheResolution, begun.progress(), &cache).value();
      QCOMPARE(begun.count("island"), 2 * islands_of(tmpl));
      QCOMPARE(begun.count("regions"), 1);
      QCOMPARE(begun.count("danger"), kGrids);
      QVERIFY(world_digests(*higher) == digests(tmpl, kSeeds, nullptr));
    }
  }

  void theResolutionIsPartOfTheKeys() {
    StageCache cache;
    digests(tiny_with_rows(), kSeeds, &cache);
    const auto cached = generate(tiny_with_rows(), kSeeds, 64, {}, &cache).value();
    const auto fresh = generate(tiny_with_rows(), kSeeds, 64).value();
    QVERIFY(world_digests(*cached) == world_digests(*fresh));
  }

  void theValuesUsedLastStayAndTheOldestLeaves() {
    StageCache cache(2);
    cache.keep("stage", "a", std::make_shared<int>(1));
    cache.keep("stage", "b", std::make_shared<int>(2));
    QVERIFY(cache.find("stage", "a") != nullptr);  // used again, so b is the oldest now
    cache.keep("stage", "c", std::make_shared<int>(3));
    QCOMPARE(*std::static_pointer_cast<int>(cache.find("stage", "a")), 1);
    QVERIFY(cache.find("stage", "b") == nullptr);
    QVERIFY(cache.find("stage", "c") != nullptr);
    QVERIFY(cache.find("another stage", "c") == nullptr);
  }

  void textsOfAKeyDoNotRunTogether() {
    QVERIFY(stage_key({"ab", "c"}) != stage_key({"a", "bc"}));
    QVERIFY(stage_key({"ab"}) != stage_key({"ab", ""}));
  }
};

FW_TEST(TestStageCache)
#include "test_stage_cache.moc"
