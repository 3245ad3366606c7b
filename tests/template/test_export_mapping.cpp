// Side files of the block `export`, whole and changed at random: each is a mapping or a sentence. The number
// of changed files is FIELDWRIGHT_MAPPINGS (20,000).
#include <QFile>
#include <QTest>

#include "core/template/export_mapping.h"
#include "core/template/template_io.h"
#include "tests/fuzz/mutations.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

class TestExportMapping : public QObject {
  Q_OBJECT

  Template tmpl_;
  std::string mapping_;

 private slots:
  void initTestCase() {
    tmpl_ = tiny();
    QFile file(FIELDWRIGHT_SOURCE_DIR "/tests/fuzz/corpus/mapping.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    mapping_ = file.readAll().toStdString();
  }

  void rowsOfASideFileComeBeforeTheTemplates() {
    const auto read = read_export_mapping(mapping_, "studio.json", tmpl_);
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read.value().exports.vertices, 505);
    QCOMPARE(read.value().exports.root, std::string("res://world"));
    QCOMPARE(read.value().exports.things.front().asset, std::string("res://mark.tscn"));
    QCOMPARE(read.value().findings.size(), size_t{1});  // the class that this world lacks
    QVERIFY(read.value().findings[0].message.find("no_such_class") != std::string::npos);
  }

  void twoRowsForOneClassAndTargetAreRefused() {
    const auto read = read_export_mapping(
        R"({"format": 1, "export": {"things": [{"class": "landmark"}, {"class": "landmark", "asset": "x"}]}})",
        "studio.json", tmpl_);
    QVERIFY(!read);
    QVERIFY2(read.error().message.find("studio.json:1:") != std::string::npos, read.error().message.c_str());
  }

  void everyChangedFileIsAMappingOrASentence() {
    bool given = false;
    const int asked = qEnvironmentVariableIntValue("FIELDWRIGHT_MAPPINGS", &given);
    const int count = given ? asked : 20000;
    int mappings = 0;
    for (int seed = 0; seed < count; ++seed) {
      const std::string text = mutated_bytes(mapping_, static_cast<uint64_t>(seed));
      const auto read = read_export_mapping(text, "studio.json", tmpl_);
      mappings += bool(read);
      if (read) continue;
      QVERIFY2(read.error().kind == ErrorKind::invalid_template &&
                   read.error().message.find("studio.json") != std::string::npos,
               (read.error().message + "\n" + text).c_str());
    }
    qInfo("%d mappings of %d changed files", mappings, count);
    QVERIFY(mappings > count / 1000 && mappings < count);
  }
};

FW_TEST(TestExportMapping)
#include "test_export_mapping.moc"
