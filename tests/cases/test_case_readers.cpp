// Files of shapes of other programs are read as their users expect, or refused by name.

#include <sqlite3.h>

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <cmath>
#include <csignal>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

/// A connection to a database on the disk.
class Database {
 public:
  explicit Database(const QString& path) { sqlite3_open(qPrintable(path), &database_); }
  ~Database() { sqlite3_close(database_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void run(const QByteArray& sql) {
    char* problem = nullptr;
    if (sqlite3_exec(database_, sql.constData(), nullptr, nullptr, &problem) != SQLITE_OK)
      qFatal("%s: %s", sql.constData(), problem);
  }
  /// The triggers of a layer call functions that only GIS programs have.
  void forget_triggers(const QByteArray& table) {
    sqlite3_stmt* found = nullptr;
    sqlite3_prepare_v2(
        database_,
        ("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = '" + table + "'").constData(),
        -1, &found, nullptr);
    QList<QByteArray> names;
    while (sqlite3_step(found) == SQLITE_ROW)
      names << QByteArray(reinterpret_cast<const char*>(sqlite3_column_text(found, 0)));
    sqlite3_finalize(found);
    for (const QByteArray& name : names) run("DROP TRIGGER \"" + name + "\"");
  }

 private:
  sqlite3* database_ = nullptr;
};

/// JSON with its quotes as apostrophes.
QByteArray json(QByteArray text) {
  return text.replace('\'', '"');
}

QByteArray feature(const QByteArray& properties, const QByteArray& geometry) {
  return json("{'type':'Feature','properties':") + properties + json(",'geometry':") + geometry + "}";
}
QByteArray collection(const QList<QByteArray>& features) {
  return json("{'type':'FeatureCollection','features':[") + features.join(",\n") + "]}";
}
QByteArray square(double x, double y, double side) {
  const auto place = [](double a, double b) {
    return "[" + QByteArray::number(a, 'g', 12) + "," + QByteArray::number(b, 'g', 12) + "]";
  };
  return json("{'type':'Polygon','coordinates':[[") + place(x, y) + "," + place(x + side, y) + "," +
         place(x + side, y + side) + "," + place(x, y + side) + "," + place(x, y) + "]]}";
}

QByteArray utf16(const QString& text, bool big, bool mark) {
  QByteArray bytes;
  const auto put = [&](char16_t unit) {
    const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xFF);
    bytes += big ? high : low;
    bytes += big ? low : high;
  };
  if (mark) put(0xFEFF);
  for (const QChar c : text) put(c.unicode());
  return bytes;
}

}  // namespace

class TestCaseReaders : public QObject, private OwnFolder {
  Q_OBJECT

  Outcome read(const QString& file, const QString& what, const QStringList& more = {}) {
    QFile::remove(path("O.json"));
    return run(QStringList{"hand", "import", path(file), "--what", what, "--into", path("Tiny.json"), "-o",
                           path("O.json"), "--force"} +
               more);
  }
  /// The rows of a list of the template that was written.
  QJsonArray rows(const QString& list, const QString& file = "O.json") {
    return QJsonDocument::fromJson(contents_of(file))["hand"][list].toArray();
  }
  QStringList column(const QString& list, const QString& name, const QString& file = "O.json") {
    QStringList values;
    for (const QJsonValue row : rows(list, file)) values << row[name].toVariant().toString();
    return values;
  }
  static QByteArray said(const Outcome& outcome) {
    return QByteArray::number(outcome.code) + ": " + outcome.out + outcome.err;
  }

  /// hand.gpkg of pins of the class beast, and H.json, which has them.
  void package(const QString& name = "hand.gpkg") {
    write("p.csv", "x_m,y_m,class\n1500,1500,beast\n1600,1500,beast\n");
    QCOMPARE(run({"hand", "import", path("p.csv"), "--what", "points", "--into", path("Tiny.json"), "-o",
                  path("H.json"), "--force"})
                 .code,
             0);
    for (const char* end : {"", "-wal", "-shm", "-journal"}) QFile::remove(path(name + end));
    QCOMPARE(run({"hand", "export", path("H.json"), "-o", path(name)}).code, 0);
  }
  Outcome rows_back(const QString& name = "hand.gpkg") {
    QFile::remove(path("After.json"));
    return run({"hand", "import", path(name), "--what", "rows", "--into", path("H.json"), "-o",
                path("After.json"), "--force"});
  }

 private slots:
  void initTestCase() {
    const Outcome tiny = run({"templates", "Tiny"});
    QCOMPARE(tiny.code, 0);
    write("Tiny.json", tiny.out);
  }

  void committedRowsOfAWriteAheadLogCountAndNoFileOfTheUserChanges() {
    package();
    Database open(path("hand.gpkg"));  // as a GIS that has the file open
    open.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
    open.forget_triggers("pins");
    open.run("UPDATE pins SET class = 'lost'");
    const QByteArray main = contents_of("hand.gpkg"), log = contents_of("hand.gpkg-wal"),
                     index = contents_of("hand.gpkg-shm");
    QVERIFY(!log.isEmpty());
    const QStringList files = files_in(folder_.path());
    const Outcome done = rows_back();
    QVERIFY2(done.code == 0, said(done).constData());
    QCOMPARE(column("pins", "class", "After.json"), (QStringList{"lost", "lost"}));
    QCOMPARE(contents_of("hand.gpkg"), main);
    QCOMPARE(contents_of("hand.gpkg-wal"), log);
    QCOMPARE(contents_of("hand.gpkg-shm"), index);
    // The layer by name, through a link, and what is not committed does not count.
    open.run("BEGIN; UPDATE pins SET class = 'fish'");
    QFile::link(path("hand.gpkg"), path("link.gpkg"));
    const Outcome points = read("link.gpkg", "points", {"--layer", "pins"});
    QVERIFY2(points.code == 0, said(points).constData());
    QCOMPARE(column("pins", "class"), (QStringList{"lost", "lost"}));
    open.run("ROLLBACK");
    // Nobody writes over a file that another program keeps changes of.
    const Outcome over = run({"hand", "export", path("H.json"), "-o", path("hand.gpkg"), "--force"});
    QVERIFY2(over.code == 4 && over.err.contains("hand.gpkg-wal"), said(over).constData());
    QCOMPARE(contents_of("hand.gpkg"), main);
    // Of a folder that cannot be written, and with a log whose program crashed.
    QVERIFY(QDir(folder_.path()).mkpath("locked"));
    write("locked/hand.gpkg", main);
    write("locked/hand.gpkg-wal", log);
    QFile::setPermissions(path("locked"), QFile::ReadOwner | QFile::ExeOwner);
    const Outcome locked = rows_back("locked/hand.gpkg");
    QFile::setPermissions(path("locked"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QVERIFY2(locked.code == 0, said(locked).constData());
    QCOMPARE(column("pins", "class", "After.json"), (QStringList{"lost", "lost"}));
    QCOMPARE(files_in(path("locked")), (QStringList{"hand.gpkg", "hand.gpkg-wal"}));
    QVERIFY(!files_in(folder_.path()).contains("link.gpkg-wal") && files.contains("hand.gpkg-wal"));
  }

  void aJournalOfAProgramThatCrashedIsRolledBack() {
    package();
    {
      Database open(path("hand.gpkg"));
      open.forget_triggers("pins");
      open.run("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; PRAGMA cache_spill = 1");
      open.run("BEGIN; UPDATE pins SET class = 'lost'");
      // Pages that do not fit the cache go to the file before the transaction ends.
      open.run(
          "CREATE TABLE filler(a); WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x "
          "< 400) INSERT INTO filler SELECT randomblob(4000) FROM c");
      const QByteArray main = contents_of("hand.gpkg"), journal = contents_of("hand.gpkg-journal");
      QVERIFY(!journal.isEmpty());
      write("crashed.gpkg", main);
      write("crashed.gpkg-journal", journal);
      open.run("ROLLBACK");
    }
    const QByteArray journal = contents_of("crashed.gpkg-journal");
    const Outcome done = rows_back("crashed.gpkg");
    QVERIFY2(done.code == 0, said(done).constData());
    QCOMPARE(column("pins", "class", "After.json"), (QStringList{"beast", "beast"}));
    QCOMPARE(contents_of("crashed.gpkg-journal"), journal);
  }

  void aLogThatCannotBeReadRefusesTheFile() {
    package();
    const QByteArray plain = contents_of("hand.gpkg");
    QByteArray log;
    {
      Database open(path("hand.gpkg"));
      open.forget_triggers("pins");
      open.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; UPDATE pins SET class = 'lost'");
      log = contents_of("hand.gpkg-wal");
    }
    const auto refused = [&](const QByteArray& part) {
      const Outcome done = rows_back("other.gpkg");
      return done.code == 4 && done.err.contains(part) && !QFile::exists(path("After.json"));
    };
    write("other.gpkg", plain);
    QVERIFY(QDir(folder_.path()).mkpath("other.gpkg-wal"));
    QVERIFY(refused("close the file in QGIS"));
    QVERIFY(QDir(path("other.gpkg-wal")).removeRecursively());
    write("other.gpkg-wal", "not a log at all, but something that lay there under this name");
    QVERIFY(refused("damaged"));
    write("other.gpkg-wal", log);  // of a file that this one replaced
    QVERIFY(refused("belongs to another file"));
    write("other.gpkg-wal", "");
    QCOMPARE(rows_back("other.gpkg").code, 0);
  }

  void textsKeepTheCharactersOfTheFile() {
    SKIP_BY_DAY();
    const QStringList texts{"007", "2024-01-05", "yes", "1e5", "TRUE", "12:30", "+7", "0x10", "1,5", "12.50"};
    const auto table = [&](const QByteArray& separator, bool quoted) {
      QByteArray out = QByteArrayList{"class", "x_m", "y_m", "name"}.join(separator) + "\n";
      for (int k = 0; k < texts.size(); ++k) {
        const QByteArray text =
            quoted || texts[k].contains(separator) ? '"' + texts[k].toUtf8() + '"' : texts[k].toUtf8();
        out +=
            QByteArrayList{"beast", QByteArray::number(1000 + 50 * k), "1500", text}.join(separator) + "\n";
      }
      return out;
    };
    for (const auto& [name, bytes] :
         {std::pair("a.csv", table(",", false)), std::pair("b.csv", table(",", true)),
          std::pair("c.tsv", table("\t", false)), std::pair("d.txt", table(";", true))}) {
      write(name, bytes);
      const Outcome done = read(name, "points");
      QVERIFY2(done.code == 0, said(done).constData());
      QCOMPARE(column("pins", "name"), texts);
    }
    QList<QByteArray> features;
    for (const QByteArray value :
         {"\"007\"", "\"2024-01-05\"", "1e5", "true", "12.50", "123456789012345678901", "7"})
      features << feature(json("{'class':'beast','name':") + value + "}",
                          json("{'type':'Point','coordinates':[") +
                              QByteArray::number(1000 + 50 * features.size()) + ",1500]}");
    for (const auto& [name, bytes] : {std::pair("a.geojson", collection(features)),
                                      std::pair("a.geojsonl", features.join("\n") + "\n")}) {
      write(name, bytes);
      const Outcome done = read(name, "points");
      QVERIFY2(done.code == 0, said(done).constData());
      QCOMPARE(column("pins", "name"),
               (QStringList{"007", "2024-01-05", "1e5", "true", "12.50", "123456789012345678901", "7"}));
    }
    package();
    {
      Database open(path("hand.gpkg"));
      open.forget_triggers("pins");
      open.run(
          "ALTER TABLE pins ADD COLUMN name TEXT; ALTER TABLE pins ADD COLUMN day DATE; UPDATE pins SET name "
          "= '007', day = '2024-01-05'");
    }
    QCOMPARE(read("hand.gpkg", "points", {"--layer", "pins"}).code, 0);
    QCOMPARE(column("pins", "name"), (QStringList{"007", "007"}));
    QCOMPARE(read("hand.gpkg", "points", {"--layer", "pins", "--fields", "name=day"}).code, 0);
    QCOMPARE(column("pins", "name"), (QStringList{"2024-01-05", "2024-01-05"}));
  }

  void formulasAndQueriesOfAPackageAreNotRun() {
    SKIP_BY_DAY();
    const auto changed = [&](const QByteArray& sql) {
      package("hostile.gpkg");
      Database open(path("hostile.gpkg"));
      open.forget_triggers("pins");
      open.run(sql);
    };
    const QByteArray endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) ";
    QElapsedTimer clock;
    clock.start();
    // A dear formula, a cheap one, and one that a rule of the table needs.
    for (const char* formula :
         {"hex(zeroblob(50000000))", "length(class)", "length(hex(zeroblob(20000000)))"}) {
      changed(QByteArray("ALTER TABLE pins ADD COLUMN g GENERATED ALWAYS AS (") + formula + ")");
      const Outcome done = read("hostile.gpkg", "points", {"--layer", "pins"});
      QVERIFY2(done.code == 0 && done.out.contains("formula"), said(done).constData());
      QCOMPARE(rows("pins").size(), 2);
    }
    changed("ALTER TABLE gpkg_contents RENAME TO contents; CREATE VIEW gpkg_contents AS " + endless +
            "SELECT 't' || x AS table_name, 'features' AS data_type, '' AS identifier, '' AS description, "
            "'' AS last_change, 0 AS min_x, 0 AS min_y, 1 AS max_x, 1 AS max_y, 0 AS srs_id FROM c");
    Outcome done = read("hostile.gpkg", "points", {"--layer", "pins"});
    QVERIFY2(done.code == 4 && done.err.contains("gpkg_contents"), said(done).constData());
    changed("ALTER TABLE gpkg_spatial_ref_sys RENAME TO srs; CREATE VIEW gpkg_spatial_ref_sys AS " + endless +
            "SELECT '' AS srs_name, x AS srs_id, '' AS organization, 0 AS organization_coordsys_id, '' AS "
            "definition, '' AS description FROM c");
    done = read("hostile.gpkg", "points", {"--layer", "pins"});
    QVERIFY2(done.code == 4 && done.err.contains("gpkg_spatial_ref_sys"), said(done).constData());
    QByteArray layers = "PRAGMA foreign_keys = 0; ";
    layers +=
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 2000) INSERT INTO "
        "gpkg_contents (table_name, data_type, identifier) SELECT 't' || x, 'attributes', 't' || x FROM c";
    changed(layers);
    done = read("hostile.gpkg", "points", {"--layer", "pins"});
    QVERIFY2(done.code == 4 && done.err.contains("layers"), said(done).constData());
    QVERIFY2(clock.elapsed() < 60000, "formulas or queries were run");
  }

  void aCrsThatNobodyUnderstandsIsNamed() {
    package("crs.gpkg");
    {
      Database open(path("crs.gpkg"));
      open.forget_triggers("gpkg_geometry_columns");
      open.run(
          "INSERT INTO gpkg_spatial_ref_sys VALUES ('odd', 4711, 'NONE', 4711, 'GEOGCS WGS 84', ''); "
          "UPDATE gpkg_geometry_columns SET srs_id = 4711; UPDATE gpkg_contents SET srs_id = 4711");
    }
    const Outcome done = read("crs.gpkg", "points", {"--layer", "pins"});
    QVERIFY2(done.code == 4 && done.err.contains("the CRS of its layer pins"), said(done).constData());
  }

  void polygonsOfManyCrossingsAreTakenAsDrawnInSeconds() {
    // Random corners: two million crossings; and a comb over another, which a simplification cannot help.
    uint64_t state = 7;
    const auto random = [&] {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      return 100 + 2800 * (static_cast<double>(state >> 33) / 2147483648.0);
    };
    for (const int corners : {4000, 30000}) {
      QByteArray ring, first;
      for (int k = 0; k < corners; ++k) {
        const QByteArray at =
            "[" + QByteArray::number(random(), 'f', 2) + "," + QByteArray::number(random(), 'f', 2) + "]";
        if (k == 0) first = at;
        ring += at + ",";
      }
      write("zig.geojson",
            collection({feature("{}", json("{'type':'Polygon','coordinates':[[") + ring + first + "]]}"),
                        feature("{}", square(500, 500, 100))}));
      QElapsedTimer clock;
      clock.start();
      const Outcome done = read("zig.geojson", "areas", {"--fields", "of:=all,density:=0"});
      QVERIFY2(done.code == 0 && done.out.contains("too often to be mended"), said(done).constData());
      QVERIFY2(rows("areas").size() >= 1, said(done).constData());
      QVERIFY2(clock.elapsed() < 30000, QByteArray::number(clock.elapsed()).constData());
    }
  }

  void manyCrossedShapesAndLongTangledLinesTakeSeconds() {
    SKIP_BY_DAY();
    uint64_t state = 11;
    const auto places = [&](int corners) {
      QByteArrayList all;
      for (int k = 0; k < corners; ++k) {
        QByteArray at;
        for (int axis = 0; axis < 2; ++axis) {
          state = state * 6364136223846793005ULL + 1442695040888963407ULL;
          at += (axis ? "," : "[") + QByteArray::number(static_cast<double>(state >> 34) / 400000.0, 'f', 2);
        }
        all << at + "]";
      }
      return all;
    };
    // Each of them could be mended, all of them not in a minute.
    QByteArrayList crossed;
    for (int k = 0; k < 60; ++k) {
      QByteArrayList ring = places(90);
      ring << ring.front();
      crossed << feature("{}", json("{'type':'Polygon','coordinates':[[") + ring.join(",") + "]]}");
    }
    write("crossed.geojson", collection(crossed));
    QElapsedTimer clock;
    clock.start();
    Outcome done = read("crossed.geojson", "areas", {"--fields", "of:=all,density:=0"});
    QVERIFY2(done.code == 0 && rows("areas").size() == 60, said(done).constData());
    write("line.geojson", collection({feature("{}", json("{'type':'LineString','coordinates':[") +
                                                        places(30000).join(",") + "]}")}));
    done = read("line.geojson", "areas", {"--fields", "of:=all,density:=0,radius_m:=5"});
    QVERIFY2((done.out + done.err).contains("at most 4096 vertices"), said(done).constData());
    QVERIFY2(clock.elapsed() < 40000, QByteArray::number(clock.elapsed()).constData());
  }

  void theNearPartsOfAFarShapeAreTaken() {
    SKIP_BY_DAY();
    // About the anchor (0, 0): a degree is 111 km.
    const auto part = [](const QByteArray& polygon) {
      return polygon.mid(polygon.indexOf("[["), polygon.size() - polygon.indexOf("[[") - 1);
    };
    const QByteArray near = part(square(-0.004, -0.004, 0.008)), far = part(square(12, -40, 0.5)),
                     behind = part(square(175, 60, 4));
    write("isles.geojson", collection({feature("{}", json("{'type':'MultiPolygon','coordinates':[") + near +
                                                         "," + far + "," + behind + "]}")}));
    Outcome done = read("isles.geojson", "land");
    QVERIFY2(done.code == 0 && done.out.contains("far off the frame"), said(done).constData());
    QCOMPARE(rows("land").size(), 1);
    // A country about the frame is cut, and covers all of it.
    write("country.geojson", collection({feature("{}", square(-20, -20, 40))}));
    done = read("country.geojson", "land");
    QVERIFY2(done.code == 0 && done.out.contains("far beyond the frame"), said(done).constData());
    QCOMPARE(rows("land").size(), 1);
    // A line round the world, and points at the antimeridian and the pole.
    write("line.geojson",
          collection({feature(
              json("{'kind':'wall'}"),
              json("{'type':'LineString','coordinates':[[-179,0],[-0.01,0],[0.01,0.001],[179,10]]}"))}));
    done = read("line.geojson", "lines");
    QVERIFY2(done.code == 0 && rows("lines").size() == 1, said(done).constData());
    write(
        "world.geojson",
        collection({feature(json("{'class':'beast'}"), json("{'type':'Point','coordinates':[0.001,0.001]}")),
                    feature(json("{'class':'beast'}"), json("{'type':'Point','coordinates':[179.99,-10]}")),
                    feature(json("{'class':'beast'}"), json("{'type':'Point','coordinates':[90,0]}"))}));
    done = read("world.geojson", "points");
    QVERIFY2(done.code == 0 && done.out.contains("2 points lie off the frame"), said(done).constData());
    QVERIFY(!(done.out + done.err).contains("projection"));
    QCOMPARE(rows("pins").size(), 1);
    // In metres too.
    write("metres.csv",
          "shape,is\n\"MULTIPOLYGON (((500 500,900 500,900 900,500 500)),((9e6 0,9.1e6 0,9.1e6 9e4,9e6 "
          "0)))\",sea\n");
    done = read("metres.csv", "land");
    QVERIFY2(done.code == 0 && rows("land").size() == 1, said(done).constData());
  }

  void tablesAreReadAsSpreadsheetsAndReceiversWriteThem() {
    SKIP_BY_DAY();
    const QString text = "class\tx_m\ty_m\tname\r\nbeast\t1500,5\t+1300\tKöln 東\r\n";
    const auto taken = [&](const QString& name, const QByteArray& bytes, const QStringList& more = {}) {
      write(name, bytes);
      const Outcome done = read(name, "points", more);
      if (done.code != 0 || rows("pins").size() != 1) return said(done);
      const QJsonValue pin = rows("pins")[0];
      return QByteArray::number(pin["x_m"].toDouble()) + " " + QByteArray::number(pin["y_m"].toDouble()) +
             " " + pin["name"].toString().toUtf8();
    };
    const QByteArray expected = QString("1500.5 1300 Köln 東").toUtf8();
    QCOMPARE(taken("le.csv", utf16(text, false, true)), expected);
    QCOMPARE(taken("be.txt", utf16(text, true, true)), expected);
    QCOMPARE(taken("bare.csv", utf16(text, false, false), {"--encoding", "utf-16le"}), expected);
    QCOMPARE(taken("bom.tsv", "\xEF\xBB\xBF" + text.toUtf8()), expected);
    QCOMPARE(taken("sep.csv", "sep=;\r\n" + QString(text).replace('\t', ';').toUtf8()), expected);
    QCOMPARE(taken("quoted.csv", QString("class,x_m,y_m,name\nbeast,\"1500,5\",+1300,Köln 東\n").toUtf8()),
             expected);
    QCOMPARE(taken("latin.csv", "class;x_m;y_m;name\nbeast;1500,5;1300;K\xF6ln\n", {"--encoding", "latin1"}),
             QString("1500.5 1300 Köln").toUtf8());
    Outcome done = read("latin.csv", "points");
    QVERIFY2(done.code == 4 && done.err.contains("0xF6 in line 2") && done.err.contains("--encoding"),
             said(done).constData());
    done = read("latin.csv", "points", {"--encoding", "klingon"});
    QVERIFY2(done.code == 2 && done.err.contains("--encoding klingon"), said(done).constData());
    done = read("bare.csv", "points");
    QVERIFY2(done.code == 4 && done.err.contains("UTF-16"), said(done).constData());
    write("thousands.csv", "class,x_m,y_m\nbeast,\"1,300\",5\nbeast,900,5\n");
    done = read("thousands.csv", "points");
    QVERIFY2(done.code == 0 && rows("pins").size() == 1 && done.out.contains("1,300"),
             said(done).constData());
    write("open.csv", "class,x_m,y_m\nbeast,\"5,5\n");
    done = read("open.csv", "points");
    QVERIFY2(done.code == 4 && done.err.contains("line 2"), said(done).constData());
  }

  void columnsOfDegreesAndOfPixelsSayWhereRowsLie() {
    SKIP_BY_DAY();
    const auto place = [&](const QByteArray& bytes, const QStringList& more = {},
                           const QString& what = "points", const QString& list = "pins") {
      write("places.csv", bytes);
      const Outcome done = read("places.csv", what, more);
      if (done.code != 0 || rows(list).size() != 1) return said(done);
      const QJsonValue row = rows(list)[0];
      if (!row["shape"].isUndefined()) return row["shape"].toString().toUtf8();
      return QByteArray::number(std::round(row["x_m"].toDouble())) + " " +
             QByteArray::number(std::round(row["y_m"].toDouble()));
    };
    const QByteArray expected = "1611 1611";  // a thousandth of a degree from the middle of 3000 m
    for (const char* head :
         {"class,Lon,lat", "class,lng,LAT", "class,longitude,latitude", "class,x,lon,y,lat"}) {
      const bool both = QByteArray(head).contains("x,");
      QCOMPARE(
          place(QByteArray(head) + (both ? "\nbeast,500000,0.001,4200000,0.001\n" : "\nbeast,0.001,0.001\n")),
          expected);
    }
    QCOMPARE(place("class,x,y\nbeast,0.001,0.001\n", {"--fields", "lon=x,lat=y"}), expected);
    QCOMPARE(place("class,x,y\nbeast,100,200\n"), QByteArray("100 200"));
    QCOMPARE(place("class,x,y\nbeast,100,200\n", {"--xy-from", "top"}), QByteArray("100 2800"));
    QCOMPARE(place("class,x_px,y_px\nbeast,512,256\n", {"--xy-from", "top", "--place", "0,0,3000,1024x1024"}),
             QByteArray("1500 2250"));
    QVERIFY(place("class,x_px,y_px\nbeast,512,256\n").contains("--place"));
    QVERIFY(place("class,lon,lat\nbeast,500,3\n").contains("500"));
    // Areas and paint take places with a radius.
    QCOMPARE(place("x_m,y_m,of,density,radius_m\n700,800,all,0,40\n", {}, "areas", "areas"),
             QByteArray("POINT(700 800)"));
    // Shapes of a drawing.
    write("drawing.geojson", collection({feature(json("{'is':'sea'}"), square(100, 100, 50))}));
    Outcome done = read("drawing.geojson", "land", {"--place", "0,0,3000,300x300", "--xy-from", "top"});
    QVERIFY2(done.code == 0 && done.out.contains("--place"), said(done).constData());
    const QString shape = rows("land").at(0)["shape"].toString();
    QVERIFY2(shape.contains("1000 2000") && shape.contains("1500 1500"), qPrintable(shape));
  }

  void valuesWithLabelsBecomeRowsByMapByCaseAndByDissolving() {
    QList<QByteArray> cells;
    for (int k = 0; k < 10000; ++k)
      cells << feature(json("{'kind':'") + QByteArray(k % 100 < 50 ? "Wald" : "Meer") + json("'}"),
                       square(30.0 * (k % 100), 30.0 * (k / 100), 30));
    write("cells.geojson", collection(cells));
    QElapsedTimer clock;
    clock.start();
    Outcome done = read("cells.geojson", "biome",
                        {"--fields", "class=kind", "--map", "Wald=forest, Meer=none", "--dissolve", "kind"});
    QVERIFY2(done.code == 0 && done.out.contains("none by --map"), said(done).constData());
    QCOMPARE(rows("biome").size(), 1);
    QVERIFY2(clock.elapsed() < 20000, QByteArray::number(clock.elapsed()).constData());
    write("case.csv", "class,x_m,y_m\n Beast ,500,500\nBEAST,900,500\n");
    done = read("case.csv", "points");
    QVERIFY2(done.code == 0 && rows("pins").size() == 2, said(done).constData());
    done = read("case.csv", "points", {"--map", "Beast"});
    QVERIFY2(done.code == 2 && done.err.contains("VALUE=ROW"), said(done).constData());
    done = read("case.csv", "points", {"--dissolve", "kind"});
    QVERIFY2(done.code == 2 && done.err.contains("--dissolve kind"), said(done).constData());
  }

  void damagedTextsAndShapesWithoutAreaAreNamed() {
    write("bad.geojson", "{\"type\": \"FeatureCollection\",\n \"features\": [\n  {\"type\": \"Feature\",}]}");
    Outcome done = read("bad.geojson", "points");
    QVERIFY2(done.code == 4 && done.err.contains("line 3, column 22"), said(done).constData());
    write("other.json", "{\"type\": \"Topology\"}");
    done = read("other.json", "points");
    QVERIFY2(done.code == 4 && done.err.contains("FeatureCollection"), said(done).constData());
    write("dot.geojson",
          collection({feature(json("{'name':'dot'}"), square(500, 500, 0)),
                      feature(json("{'name':'flat'}"),
                              json("{'type':'Polygon','coordinates':[[[1,1],[900,1],[400,1],[1,1]]]}")),
                      feature(json("{'name':'good'}"), square(600, 600, 90))}));
    done = read("dot.geojson", "regions");
    QVERIFY2(done.code == 0 && done.out.contains("2 polygons have no area"), said(done).constData());
    QCOMPARE(column("regions", "name"), QStringList{"good"});
    write("a.geojson", collection({feature("{}", square(600, 600, 90))}));
    done = read("a.geojson", "areas");
    QVERIFY2((done.out + done.err).contains("\"of\""), said(done).constData());
  }

  void filesOfReceiversAndMapsAreRead() {
    SKIP_BY_DAY();
    write("way.gpx",
          "<?xml version='1.0'?><gpx version='1.1' creator='t' xmlns='http://www.topografix.com/GPX/1/1'>"
          "<wpt lat='0.001' lon='0.001'><ele>12</ele><name>007</name><type>beast</type></wpt>"
          "<trk><name>Road</name><trkseg><trkpt lat='0' lon='0'/><trkpt lat='0.002' "
          "lon='0.001'/></trkseg></trk></gpx>");
    Outcome done = read("way.gpx", "points");
    QVERIFY2(done.code == 0 && done.out.contains("tracks"), said(done).constData());
    QCOMPARE(column("pins", "name"), QStringList{"007"});
    done = read("way.gpx", "lines", {"--fields", "kind:=wall"});
    QVERIFY2(done.code == 0 && rows("lines").size() == 1, said(done).constData());
    write("place.kml",
          "<?xml version='1.0' encoding='UTF-8'?><kml xmlns='http://www.opengis.net/kml/2.2'><Document>"
          "<Placemark><name>Old ford</name><ExtendedData><Data "
          "name='class'><value>beast</value></Data></ExtendedData>"
          "<Point><coordinates>0.001,0.001,0</coordinates></Point></Placemark></Document></kml>");
    done = read("place.kml", "points");
    QVERIFY2(done.code == 0, said(done).constData());
    QCOMPARE(column("pins", "name"), QStringList{"Old ford"});
    write(
        "lines.txt",
        feature(json("{'class':'beast','name':'1'}"), json("{'type':'Point','coordinates':[500,500]}")) +
            "\n" +
            feature(json("{'class':'beast','name':'2'}"), json("{'type':'Point','coordinates':[600,500]}")) +
            "\n");
    done = read("lines.txt", "points");
    QVERIFY2(done.code == 0 && rows("pins").size() == 2, said(done).constData());
  }
};

FW_TEST(TestCaseReaders)
#include "test_case_readers.moc"
