#include <QTest>

#include "core/template/parameters.h"
#include "core/template/path.h"

using namespace fw;

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
  void everyPathOfTheTableSurvivesTheWayThereAndBack() {
    for (const Parameter& p : parameters()) {
      const std::string path = with_row(p.path, 7);
      const RowPath split = split_row(path);
      QCOMPARE(split.pattern, p.path);
      QCOMPARE(split.row.has_value(), p.path.find("[]") != std::string::npos);
    }
  }
};

QTEST_APPLESS_MAIN(TestPath)
#include "test_path.moc"
