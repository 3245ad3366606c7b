// What strangers hand over: folders with forged manifests and links, templates with odd names, full disks.

#include <sys/resource.h>

#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <functional>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

QStringList small_render(const QString& folder) {
  return {"render",    "Tiny",    "--seed",  "3",  "--resolution", "32",
          "--formats", "geojson", "--quiet", "-o", folder};
}

/// Nothing that a terminal would obey.
bool isPlain(const QByteArray& text) {
  for (const QChar c : QString::fromUtf8(text))
    if ((c < QChar(0x20) && c != '\n') || (c >= QChar(0x7F) && c <= QChar(0x9F)) ||
        (c >= QChar(0x2028) && c <= QChar(0x202E)) || (c >= QChar(0x2066) && c <= QChar(0x2069)))
      return false;
  return true;
}

}  // namespace

class TestHostile : public QObject, private OwnFolder {
  Q_OBJECT

  /// A render whose manifest says other things: text replaced, and the files' hashes made to fit again.
  QString forged(const QString& name, const std::function<void(QByteArray& manifest)>& change) {
    if (run(small_render(path(name))).code != 0) return {};
    QByteArray text = contents(path(name + "/manifest.json"));
    change(text);
    write_file(path(name + "/manifest.json"), text);
    return path(name);
  }

 private slots:
  void verifyMakesEverythingAgainThatTheManifestSays_data() {
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* from, const char* to, const char* says) {
      QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QString(says);
    };
    row("a layer's code", "\"1\": \"green\"", "\"1\": \"black\"", "danger.1");
    row("a code more", "\"1\": \"green\"", "\"9\": \"blue\", \"1\": \"green\"", "danger.9");
    row("the height", "\"height_max_m\": 180", "\"height_max_m\": 1800", "height_max_m");
    row("the template's name", "\"template\": \"Tiny\"", "\"template\": \"Huge\"", "Huge");
    row("a cell's size", "\"cell_m\": 93.75", "\"cell_m\": 94", "grid");
    row("odd cells", "\"columns\": 32", "\"columns\": 7", "manifest.json: grid");
    row("no cells", "\"columns\": 32", "\"columns\": 0", "manifest.json: grid");
    row("rows", "\"rows\": 32", "\"rows\": 31", "grid");
    row("the frame's side", "\"side_m\": 3000", "\"side_m\": 3001", "manifest.json");
    row("an unknown plate", "\"overview\"", "\"overveiw\"", "overveiw");
    row("a plate twice", "\"overview\"", "\"overview\", \"overview\"", "overview");
    row("an unknown format", "\"geojson\"", "\"geojsom\"", "geojsom");
    row("a palette", "\"palette\": \"atlas\"", "\"palette\": \"neon\"", "palette");
    row("another seed", "\"noise\": 3", "\"noise\": 4", "digest");
    row("a member more", "\"format\": 1", "\"format\": 1, \"x\": 1", "manifest.json");
  }
  void verifyMakesEverythingAgainThatTheManifestSays() {
    SKIP_BY_DAY();
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, says);
    const QString folder = forged("forged", [&](QByteArray& text) {
      QVERIFY2(text.contains(from), text.constData());
      text.replace(from, to);
    });
    const Outcome found = run({"verify", folder});
    QVERIFY2(found.code == 6, (found.out + found.err).constData());
    QVERIFY2(QString::fromUtf8(found.out + found.err).contains(says), (found.out + found.err).constData());
    QVERIFY(QDir(folder).removeRecursively());
  }

  void aFileThatIsSealedAnewIsFoundAndOneListedTwiceToo() {
    for (const bool twice : {false, true}) {
      const QString folder = forged("sealed", [&](QByteArray& text) {
        QJsonObject manifest = QJsonDocument::fromJson(text).object();
        QJsonArray files = manifest["files"].toArray();
        for (int i = 0; i < files.size(); ++i) {
          QJsonObject file = files[i].toObject();
          if (file["name"] != "points.geojson") continue;
          QByteArray points = contents(path("sealed/points.geojson"));
          points.replace("\"level\": 1", "\"level\": 7");
          if (!twice) write_file(path("sealed/points.geojson"), points);
          file["sha256"] =
              QString::fromLatin1(QCryptographicHash::hash(points, QCryptographicHash::Sha256).toHex());
          if (twice)
            files.append(files[i]);
          else
            files[i] = file;
          break;
        }
        manifest["files"] = files;
        text = QJsonDocument(manifest).toJson();
      });
      const Outcome found = run({"verify", folder});
      QCOMPARE(found.code, 6);
      QVERIFY2(found.out.contains("points.geojson"), found.out.constData());
      QVERIFY(QDir(folder).removeRecursively());
    }
  }

  void aSymbolThatCannotBeDrawnIsRefusedWithItsPlaceAndNothingIsWritten() {
    const Outcome tiny = run({"templates", "Tiny"});
    QByteArray text = tiny.out;
    QVERIFY(text.contains("{\"id\": \"fort\","));
    text.replace("{\"id\": \"fort\",", "{\"id\": \"fort\", \"symbol\": \"overview.svg\",");
    write_file(path("symbol.json"), text);
    const auto refused = [&](const QByteArray& svg, const char* says) {
      if (svg.isEmpty())
        QFile::remove(path("overview.svg"));
      else
        write_file(path("overview.svg"), svg);
      const Outcome found =
          run({"render", path("symbol.json"), "--resolution", "32", "--formats", "svg", "-o", path("drawn")});
      QVERIFY2(found.code == 3 && found.err.contains(says), found.err.constData());
      QVERIFY(!QFile::exists(path("drawn")));
    };
    refused({}, "symbol.json:");
    refused("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>1</script></svg>", "script");
    refused("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M1 1h7v7z\"/></svg>",
            "has the name of a file of this render");
  }

  void verifyFollowsNoLinkOutOfTheFolder() {
    QCOMPARE(run(small_render(path("linked"))).code, 0);
    QVERIFY(QFile::rename(path("linked/audit.csv"), path("elsewhere.csv")));
    QVERIFY(QFile::link(path("elsewhere.csv"), path("linked/audit.csv")));
    const Outcome found = run({"verify", path("linked")});
    QCOMPARE(found.code, 6);
    QVERIFY2(found.out.contains("audit.csv: ") && found.out.contains("symbolic link"), found.out.constData());
  }

  void whatAManifestSaysReachesTheTerminalWrittenOut() {
    const QByteArray bad[] = {"\\u001b]0;owned\\u0007", "a\\nverified", "\\u202egpj", "\\u2028", "\\u009b2J"};
    for (const QByteArray& text : bad) {
      const QString folder = forged("raw", [&](QByteArray& manifest) {
        manifest.replace("\"Tiny\"", "\"" + text + "\"");
        manifest.replace("\"audit.csv\"", "\"" + text + "\"");
      });
      for (const char* command : {"verify", "audit"}) {
        const Outcome outcome = run({command, folder});
        QCOMPARE(outcome.code, 4);
        QVERIFY2(isPlain(outcome.out + outcome.err), outcome.err.constData());
        QVERIFY(outcome.err.contains("manifest.json"));
        QCOMPARE(outcome.err.count('\n'), 1);
      }
      QVERIFY(QDir(folder).removeRecursively());
    }
  }

  void namesThatWouldMisleadAreRefused() {
    const QByteArray tiny = run({"templates", "Tiny"}).out;
    for (const char* name : {"\\u202egpj.exe", "a\\u2028b", "..", ".", "a\\u0085b", "\\u2066x"}) {
      QByteArray text = tiny;
      QVERIFY(text.contains("\"name\": \"Tiny\""));
      text.replace("\"name\": \"Tiny\"", "\"name\": \"" + QByteArray(name) + "\"");
      write_file(path("named.json"), text);
      const Outcome checked = run({"check", path("named.json")});
      QVERIFY2(checked.code == 3, name);
      QVERIFY2(checked.err.contains("named.json:") && checked.err.contains("name: found"),
               checked.err.constData());
      QVERIFY(isPlain(checked.err));
    }
  }

  void checkRefusesAPaletteThatRenderRefuses() {
    QByteArray text = run({"templates", "Tiny"}).out;
    text.replace(text.indexOf('{'), 1, "{\n  \"view\": {\"palette\": \"atlass\"},");
    write_file(path("palette.json"), text);
    for (const QStringList& arguments : {QStringList{"check", path("palette.json")},
                                         QStringList{"render", path("palette.json"), "-o", path("never")}}) {
      const Outcome outcome = run(arguments);
      QCOMPARE(outcome.code, 3);
      QVERIFY2(outcome.err.contains("palette.json:2:23: view.palette: found \"atlass\"") &&
                   outcome.err.contains("did you mean atlas?"),
               outcome.err.constData());
    }
    QVERIFY(!QFile::exists(path("never")));
  }

  void aPlannedPartFileOfSomeoneElseSurvivesAnOutput() {
    write_file(path("victim.txt"), "precious");
    QVERIFY(QFile::link(path("victim.txt"), path("audit.csv.part")));
    const QStringList command{"audit", "Tiny",    "--resolution", "32",
                              "--csv", "--quiet", "-o",           path("audit.csv")};
    QCOMPARE(run(command).code, 0);
    QCOMPARE(contents(path("victim.txt")), QByteArray("precious"));
    QVERIFY(contents(path("audit.csv")).startsWith("section,"));
    QVERIFY(QFile::remove(path("audit.csv.part")));
    write_file(path("audit.csv.part"), "mine");
    QCOMPARE(run(command).code, 4);
    QCOMPARE(run(command + QStringList{"--force"}).code, 0);
    QCOMPARE(contents(path("audit.csv.part")), QByteArray("mine"));
    QVERIFY(QFile::link(path("victim.txt"), path("linked.csv")));
    QCOMPARE(run({"audit", "Tiny", "--resolution", "32", "--force", "-o", path("linked.csv")}).code, 4);
    QCOMPARE(contents(path("victim.txt")), QByteArray("precious"));
  }

  void aSizeLimitIsToldAndTheOlderRenderStays() {
    QCOMPARE(run(small_render(path("limited"))).code, 0);
    const QByteArray manifest = contents(path("limited/manifest.json"));
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit tight = before;
    tight.rlim_cur = 20000;
    setrlimit(RLIMIT_FSIZE, &tight);
    QStringList more = small_render(path("limited"));
    more.replaceInStrings("geojson", "geojson,gpkg,geotiff");
    const Outcome outcome = run(more);
    setrlimit(RLIMIT_FSIZE, &before);
    QVERIFY2(outcome.code == 4, outcome.err.constData());
    QVERIFY2(outcome.err.startsWith("fieldwright: "), outcome.err.constData());
    QCOMPARE(contents(path("limited/manifest.json")), manifest);
    QCOMPARE(run({"verify", path("limited")}).code, 0);
  }

  void aFolderOfSomeoneElsesFilesIsRefusedAndNamed() {
    SKIP_BY_DAY();
    for (const char* name : {"manifest.json", "template.json", "points.geojson"}) {
      QVERIFY(QDir().mkpath(path("theirs")));
      write_file(path(QString("theirs/") + name), "{\"name\": \"mine\"}");
      const Outcome refused = run(small_render(path("theirs")));
      QCOMPARE(refused.code, 4);
      QVERIFY2(refused.err.contains(name) && refused.err.contains("--force"), refused.err.constData());
      QCOMPARE(files_in(path("theirs")), QStringList{name});
      QCOMPARE(run(small_render(path("theirs")) << "--force").code, 0);
      QCOMPARE(run({"verify", path("theirs")}).code, 0);
      QVERIFY(QDir(path("theirs")).removeRecursively());
    }
  }

  void fieldsOfNoCellsAreAWrongUse() {
    for (const char* cells : {"0", "-5"})
      QCOMPARE(run({"fields", "Tiny", "--resolution", cells, "-o", path("none.tif")}).code, 2);
  }

  void oneMoreInAQuotaMovesNothing() {
    SKIP_BY_DAY();
    const QByteArray text = run({"templates", "Tiny"}).out;
    // Not the first: so coarse a raster has no room for one more of it.
    const QJsonObject resource = QJsonDocument::fromJson(text).object()["resources"].toArray()[1].toObject();
    const QString setting = QString("resources[%1].quota=%2")
                                .arg(resource["class"].toString())
                                .arg(resource["quota"].toInt() + 1);
    QCOMPARE(run(small_render(path("before"))).code, 0);
    QCOMPARE(run(small_render(path("after")) << "--set" << setting).code, 0);
    const Outcome difference = run({"diff", path("before"), path("after"), "--json"});
    QCOMPARE(difference.code, 0);
    int64_t added = 0;
    for (const auto cls : QJsonDocument::fromJson(difference.out).object()["classes"].toArray()) {
      QVERIFY2(cls.toObject()["moved"].toArray().isEmpty(), difference.out.constData());
      added += cls.toObject()["added"].toArray().size();
    }
    QVERIFY(added > 0);
  }
};

FW_TEST(TestHostile)
#include "test_hostile.moc"
