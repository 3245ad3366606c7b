#include <QTest>

#include "core/template/parameters/parameters.h"
#include "core/template/path.h"
#include "core/template/template_io.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/template/each_parameter.h"

using namespace fw;
using namespace fw::test;

class TestPath : public QObject {
  Q_OBJECT

 private slots:
  void aRowIsTakenOutOfAPathAndPutBack() {
    const RowPath split = split_row("resources[3].quota");
    QCOMPARE(split.pattern, std::string("resources[].quota"));
    QVERIFY(split.row == 3u);
    QCOMPARE(with_row(split.pattern, *split.row), std::string("resources[3].quota"));
    QCOMPARE(with_row("island.name", 3), std::string("island.name"));
  }
  void whatHasNoRowHasNone() {
    for (const char* path :
         {"", "danger.black", "resources[].quota", "resources[x].quota", "]0[", "a[-1]", "a[1"})
      QVERIFY2(!split_row(path).row, path);
    QCOMPARE(split_row("danger.black").pattern, std::string("danger.black"));
    QVERIFY(!split_row("a[99999999999999999999].b").row);
  }
  void aPathHasSteps() {
    QCOMPARE(path_steps("noise.danger.state_features[0].gain"),
             (std::vector<std::string>{"noise", "danger", "state_features", "0", "gain"}));
    QCOMPARE(first_step("resources[3].quota"), std::string_view("resources"));
    QCOMPARE(group_of("resources[].biomes.arid"), std::string("resources[].biomes"));
    QCOMPARE(group_of("island"), std::string());
    QCOMPARE(member_of("island"), std::string("island"));
    QCOMPARE(member_of("biomes.arid"), std::string("arid"));
  }
  void everyScalarOfATemplateIsFoundAtItsPath() {
    const Template t = builtin("WindswardLike");
    size_t scalars = 0;
    test::each_parameter(t, [&](const std::string& path, const Parameter& p, ParameterPlace at) {
      ++scalars;
      const auto found = find_parameter(t, path);
      QVERIFY2(found && found->first == &p && found->second.same(at), path.c_str());
    });
    QVERIFY(scalars > 1000);
  }
  void aRowIsFoundByItsIdToo() {
    const Template t = builtin("Tiny");
    const auto by_id = find_parameter(t, "landmarks.shrine.site.require[1].below");
    QVERIFY(by_id);
    QCOMPARE(concrete_path(*by_id->first, t, by_id->second),
             std::string("landmarks[6].site.require[1].below"));
    QVERIFY(find_parameter(t, "resources.timber.biomes.forest"));
    for (const char* path : {"", "factions", "factions.mauve.share", "factions[4].share", "seed.x",
                             "resources[0].biomes.tundra", "landmarks[0].site"})
      QVERIFY2(!find_parameter(t, path), path);
  }
};

FW_TEST(TestPath)
#include "test_path.moc"
