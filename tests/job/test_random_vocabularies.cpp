// Templates of random words, rules and shapes: every one ends in a world or in a sentence. The number of
// templates is FIELDWRIGHT_RANDOM_TEMPLATES (40).
#include <QTest>
#include <ctime>
#include <set>

#include "app/job/build/build.h"
#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "tests/random_template.h"
#include "tests/support/processor_time.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr double kMost_s = 5;  ///< of processor time for one world

}  // namespace

class TestRandomVocabularies : public QObject {
  Q_OBJECT

 private slots:
  void everyTemplateEndsInAWorldOrInASentence_data() {
    bool given = false;
    const int asked = qEnvironmentVariableIntValue("FIELDWRIGHT_RANDOM_TEMPLATES", &given);
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= (given ? asked : 10); ++seed)
      QTest::newRow(("template " + std::to_string(seed)).c_str()) << seed;
  }
  void everyTemplateEndsInAWorldOrInASentence() {
    QFETCH(int, seed);
    ++templates_;
    const std::string text = test::random_template(static_cast<uint64_t>(seed));
    const Result<Template> tmpl = parse_template(text, "random.json");
    QVERIFY2(tmpl, ((tmpl ? "" : tmpl.error().message) + "\n" + text).c_str());
    QCOMPARE(write_template(parse_template(write_template(tmpl.value()), "again").value()),
             write_template(tmpl.value()));
    const BuildRequest request{tmpl.value(), {}, tmpl.value().seeds(), 128, {}};
    const double begin_s = processor_s();
    const Result<Build> built = build(request);
    const double used_s = processor_s() - begin_s;
    longest_s_ = std::max(longest_s_, used_s);
    QVERIFY2(used_s < kMost_s, ("takes " + std::to_string(used_s) + " s").c_str());
    if (!built) {
      QVERIFY2(built.error().kind == ErrorKind::invalid_template && built.error().message.size() > 20,
               built.error().message.c_str());
      return;
    }
    ++worlds_;
    std::set<std::string> called;
    for (const Region& region : built.value().world->regions) called.insert(region.name);
    QCOMPARE(called.size(), built.value().world->regions.size());
    const Result<Build> again = build(request);
    QVERIFY2(again && world_digests(*again.value().world) == world_digests(*built.value().world),
             "differs at the second time");
  }
  void manyOfThemAreWorlds() {
    qInfo("%d worlds of %d templates, the longest %.2f s of processor time", worlds_, templates_, longest_s_);
    QVERIFY(worlds_ > templates_ / 3);
  }

 private:
  int templates_ = 0, worlds_ = 0;
  double longest_s_ = 0;
};

FW_TEST(TestRandomVocabularies)
#include "test_random_vocabularies.moc"
