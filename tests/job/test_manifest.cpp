#include <QTest>

#include "app/job/folder/manifest.h"
#include "tests/measure/small_world.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

Manifest sample_manifest() {
  Manifest m;
  m.version = "0.1.0";
  m.template_name = "Small";
  m.template_digest = std::string(64, 'a');
  m.seeds = {1, 2, kMaxSeed};
  m.class_seeds = {{"resource.ore", 7}, {"enemy.wolf", kMaxSeed}};
  m.grid = GridSpec::square(8000, 512);
  m.height_max_m = 419.5;
  m.digests = {{"biome", "b1"}, {"points.resource", "b2"}, {"world", "b3"}};
  m.layers = manifest_layers(test::small_world());
  m.style.palette = "colour_blind_safe";
  m.style.danger_patterns = true;
  m.views = {"overview", "zoom_quadrants"};
  m.formats = {"png", "geojson"};
  m.files = {{"layers/biome.tif", 5, "c1"}, {"audit.json", 123456789012, "c2"}};
  return m;
}

}  // namespace

class TestManifest : public QObject {
  Q_OBJECT
 private slots:
  void whatIsWrittenReadsBackTheSame() {
    const Manifest m = sample_manifest();
    const std::string text = manifest_json(m);
    const auto back = parse_manifest(text, "manifest.json");
    QVERIFY2(bool(back), back ? "" : back.error().message.c_str());
    const Manifest& n = back.value();
    QCOMPARE(manifest_json(n), text);
    QVERIFY(n.seeds == m.seeds);
    QCOMPARE(n.class_seeds, m.class_seeds);
    QVERIFY(n.grid == m.grid);
    QVERIFY(n.layers == m.layers);
    QCOMPARE(n.height_max_m, m.height_max_m);
    QCOMPARE(n.digests, m.digests);
    QCOMPARE(n.style.palette, m.style.palette);
    QCOMPARE(n.style.danger_patterns, true);
    QCOMPARE(n.views, m.views);
    QCOMPARE(n.formats, m.formats);
    QCOMPARE(n.files.front().name, std::string("audit.json"));  // sorted
    QCOMPARE(n.files.front().size, uint64_t{123456789012});
  }

  void layerCodesAreThoseOfTheRasters() {
    const auto layers = manifest_layers(test::small_world());
    QCOMPARE(layers[1].name, std::string("region"));
    QCOMPARE(layers[1].codes[1].second, std::string("Dunwick"));
    QCOMPARE(layers[4].codes[3].first, 4);
    QCOMPARE(layers[4].codes[3].second, std::string("black"));
    QCOMPARE(layers[4].labels[3].second, std::string("black"));
    QCOMPARE(layers[5].codes.size(), size_t{3});  // no landmarks in the type raster
  }

  void aMissingOrWrongMemberIsNamed_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("message");
    QTest::newRow("missing") << "\"template_digest\""
                             << "\"template_digesx\""
                             << "template_digest: missing";
    QTest::newRow("type") << "\"version\": \"0.1.0\""
                          << "\"version\": 3"
                          << "version: expected a text";
    QTest::newRow("seed") << "\"layout\": 1"
                          << "\"layout\": -1"
                          << "layout: expected a whole number";
    QTest::newRow("format") << "\"format\": 1"
                            << "\"format\": 9"
                            << "format 9 is newer";
    QTest::newRow("escape") << "layers/biome.tif"
                            << "../biome.tif"
                            << "not a name a render writes";
    QTest::newRow("a key twice") << "\"format\": 1"
                                 << "\"format\": 1, \"format\": 1"
                                 << "format: stated twice";
    QTest::newRow("a key twice deeper") << "\"layout\": 1"
                                        << "\"layout\": 1, \"layout\": 2"
                                        << "layout: stated twice";
    QTest::newRow("syntax") << "\"views\": ["
                            << "\"views\": ("
                            << "not valid JSON";
  }
  void aMissingOrWrongMemberIsNamed() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, message);
    QString text = QString::fromStdString(manifest_json(sample_manifest()));
    QVERIFY(text.contains(from));
    text.replace(text.indexOf(from), from.size(), to);
    const auto back = parse_manifest(text.toStdString(), "m.json");
    QVERIFY(!back);
    QCOMPARE(back.error().kind, ErrorKind::io);
    QVERIFY2(QString::fromStdString(back.error().message).contains(message), back.error().message.c_str());
  }

  void aFolderWithoutManifestIsNoFinishedRender() {
    QTemporaryDir dir;
    const auto none = read_manifest(dir.path().toStdString());
    QVERIFY(!none);
    QVERIFY(none.error().message.find("not a finished render") != std::string::npos);
    QVERIFY(!read_manifest("/nonexistent/folder"));
  }

  void namesThatLeaveTheFolderAreNoRenderNames() {
    for (const char* name : {"overview.png", "layers/land.tif", "points.rfc7946.geojson"})
      QVERIFY2(is_render_file_name(name), name);
    for (const char* name : {"", "/etc/passwd", "../x", "a/../b", "a/..", "a//b", "a/b/c", ".hidden", "a/.b",
                             "a/", "a b", "a\\b", "con.tif", "layers/nul", "Com1/a.tif", "a.", "a./b"})
      QVERIFY2(!is_render_file_name(name), name);
  }
};

FW_TEST(TestManifest)
#include "test_manifest.moc"
