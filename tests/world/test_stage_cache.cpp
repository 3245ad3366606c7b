// A cache of stages must never show: what it gives is what generating afresh gives.

#include <QTest>
#include <atomic>
#include <set>

#include "core/model/digest.h"
#include "core/template/parameters.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/stage_cache.h"

using namespace fw;

namespace {

constexpr int kResolution = 48;
const SeedBundle kSeeds = SeedBundle::from_master(5);

Template tiny() {
  const BuiltinTemplate* found = find_builtin("Tiny");
  Template tmpl = parse_template(found->text, found->name).value();
  tmpl.region_mixes.push_back({2, DangerMix{0.4, 0.3, 0.2, 0.1}, BiomeMix{0.3, 0.3, 0.2, 0.2}});
  tmpl.noise.danger.state_features.push_back({"threat", 0.1, 0.1, 0.1, 0.1});
  return tmpl;
}

using Digests = std::vector<std::pair<std::string, std::string>>;

Digests digests(const Template& tmpl, const SeedBundle& seeds, StageCache* cache) {
  return world_digests(*generate(tmpl, seeds, kResolution, {}, cache).value());
}

bool has_a_row(const Template& tmpl, const Parameter& p) {
  const size_t brackets = p.path.find("[]");
  if (brackets == std::string::npos) return true;
  for (const ParameterList& list : parameter_lists())
    if (list.path == p.path.substr(0, brackets)) return list.size(tmpl) > 0;
  return false;
}

/// Another value that the row allows.
ParameterValue changed(const Parameter& p, const ParameterValue& value) {
  if (const double* number = std::get_if<double>(&value)) {
    if (p.type == ParameterType::integer) return *number < p.max ? *number + 1 : *number - 1;
    const double up = *number == 0 ? std::min(0.05, p.max) : *number * 1.07;
    return up <= p.max ? up : *number * 0.93;
  }
  if (const auto* range = std::get_if<std::array<double, 2>>(&value))
    return std::array<double, 2>{(*range)[0], (*range)[1] * 0.9};
  if (std::holds_alternative<std::monostate>(value))  // not stated
    return p.type == ParameterType::integer ? ParameterValue(1.0) : ParameterValue(std::string("stated"));
  const std::string& text = std::get<std::string>(value);
  if (p.type == ParameterType::choice)
    return std::string(p.choices[0] == text ? p.choices.back() : p.choices[0]);
  return text + "x";
}

}  // namespace

class TestStageCache : public QObject {
  Q_OBJECT

 private slots:
  void anEditOfAnyParameterGivesTheWorldThatGeneratingAfreshGives_data() {
    QTest::addColumn<int>("parameter");
    const Template base = tiny();
    std::set<std::string> seen;  // rows of one pattern are alike, but every noise stack feeds another stage
    for (size_t i = 0; i < parameters().size(); ++i) {
      const Parameter& p = parameters()[i];
      if (!has_a_row(base, p) || std::holds_alternative<std::monostate>(p.get(base, 0))) continue;
      if (!seen.insert(p.path.starts_with("noise.") ? p.path : p.pattern).second) continue;
      QTest::newRow(p.path.c_str()) << int(i);
    }
    QVERIFY(seen.size() > 100);
  }
  void anEditOfAnyParameterGivesTheWorldThatGeneratingAfreshGives() {
    QFETCH(int, parameter);
    const Parameter& p = parameters()[static_cast<size_t>(parameter)];
    static StageCache cache;  // warm with the base and with the edits before this one
    Template edited = tiny();
    const ParameterValue value = p.get(edited, 0);
    p.set(edited, 0, changed(p, value));
    QVERIFY(p.get(edited, 0) != value);
    QVERIFY(digests(edited, kSeeds, &cache) == digests(edited, kSeeds, nullptr));
  }

  void undoingAnEditGivesTheFirstWorldAgain() {
    StageCache cache;
    const Digests reference = digests(tiny(), kSeeds, &cache);
    Template edited = tiny();
    edited.danger = {0.4, 0.3, 0.2, 0.1};
    QVERIFY(digests(edited, kSeeds, &cache) != reference);
    QVERIFY(digests(tiny(), kSeeds, &cache) == reference);
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
    const auto ended = generate(tiny(), kSeeds, kResolution, progress, &cache);
    QVERIFY(!ended);
    QCOMPARE(ended.error().kind, ErrorKind::cancelled);
    QVERIFY(digests(tiny(), kSeeds, &cache) == digests(tiny(), kSeeds, nullptr));
  }

  void everyStreamOfTheSeedIsPartOfTheKeys() {
    StageCache cache;
    const Template tmpl = tiny();
    digests(tmpl, kSeeds, &cache);
    for (const SeedBundle seeds : {SeedBundle{6, 5, 5}, SeedBundle{5, 6, 5}, SeedBundle{5, 5, 6}})
      QVERIFY(digests(tmpl, seeds, &cache) == digests(tmpl, seeds, nullptr));
  }

  void theResolutionIsPartOfTheKeys() {
    StageCache cache;
    digests(tiny(), kSeeds, &cache);
    const auto cached = generate(tiny(), kSeeds, 64, {}, &cache).value();
    const auto fresh = generate(tiny(), kSeeds, 64).value();
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

QTEST_APPLESS_MAIN(TestStageCache)
#include "test_stage_cache.moc"
