#include <sys/resource.h>
#include <unistd.h>

#include <QTest>
#include <array>
#include <csignal>
#include <fstream>
#include <limits>
#include <thread>

#include "geo_fixture.h"
#include "tests/support/test_main.h"

using namespace geo_fixture;

namespace {

using Writer = fw::Result<std::vector<std::string>> (*)(const fw::GeoRequest&);
constexpr std::array<Writer, 5> kWriters{fw::write_geojson, fw::write_geopackage, fw::write_geotiff,
                                         fw::write_height16, fw::write_flatgeobuf};

std::map<std::string, std::string> contents(const std::filesystem::path& folder) {
  std::map<std::string, std::string> out;
  for (const std::string& name : files_below(folder)) out[name] = file_text(folder / name);
  return out;
}

}  // namespace

class TestGeoFiles : public QObject {
  Q_OBJECT

 private slots:
  void equalWorldsMakeEqualBytesAndNoSideFiles() {
    const Render first, second;
    std::vector<std::string> named;
    for (const Writer write : kWriters) {
      const auto names = write(first.request());
      QVERIFY2(names, names ? "" : names.error().message.c_str());
      named.insert(named.end(), names.value().begin(), names.value().end());
    }
    // The clock must not show: a GeoPackage stamps seconds by default.
    QTest::qSleep(1100);
    for (const Writer write : kWriters) QVERIFY(write(second.request()));
    std::sort(named.begin(), named.end());
    QCOMPARE(files_below(first.path()), named);
    const auto a = contents(first.path()), b = contents(second.path());
    QCOMPARE(a.size(), size_t{19});
    for (const auto& [name, bytes] : a) QVERIFY2(bytes == b.at(name), name.c_str());
  }

  void zonesAndNotesOfTheHandAreLayers() {
    Render render;
    fw::ZoneRow zone;
    zone.id = "z1";
    zone.shape =
        "POLYGON ((100 100, 300 100, 300 300), (150 110, 250 110, 250 200), (500 500, 600 500, 600 600))";
    render.tmpl.hand.zones.push_back(zone);
    zone.id = "z2";
    zone.shape = "LINESTRING (100 700, 400 700)";
    zone.radius_m = 10;
    zone.is = fw::ZoneIs::wall;
    render.tmpl.hand.zones.push_back(zone);
    zone.id = "z3";
    zone.on = false;
    render.tmpl.hand.zones.push_back(zone);
    fw::NoteRow note;
    note.id = "o1";
    note.x_m = 250.5;
    note.y_m = 400;
    note.note = "Too \"narrow\" here";
    render.tmpl.hand.notes.push_back(note);
    QVERIFY(fw::write_geojson(render.request()));
    QVERIFY(fw::write_geopackage(render.request()));
    for (const bool package : {false, true}) {
      const Dataset zones = open(render.path(package ? "territory.gpkg" : "zones.geojson"));
      OGRLayer* layer = zones->GetLayerByName("zones");
      QVERIFY(layer);
      std::map<std::string, double> areas;
      for (const auto& feature : layer) {
        areas[feature->GetFieldAsString("id")] = feature->GetGeometryRef()->toPolygon()->get_Area();
        QCOMPARE(ring_fault(*feature->GetGeometryRef()), std::string());
        QVERIFY(std::string(feature->GetFieldAsString("is")) ==
                (feature->GetFieldAsString("row") == std::string("z2") ? "wall" : "zone"));
      }
      QCOMPARE(areas.size(), size_t{3});  // a part of its own has a feature of its own; off is not there
      QCOMPARE(areas.at("z1"), 20000.0 - 4500);
      QCOMPARE(areas.at("z1/2"), 5000.0);
      QVERIFY(std::fabs(areas.at("z2") - (300 * 20 + 314.2)) < 5);
      const Dataset notes = open(render.path(package ? "territory.gpkg" : "notes.geojson"));
      OGRLayer* flags = notes->GetLayerByName("notes");
      QCOMPARE(flags->GetFeatureCount(), GIntBig{1});
      const std::unique_ptr<OGRFeature> flag(flags->GetNextFeature());
      QCOMPARE(std::string(flag->GetFieldAsString("note")), note.note);
      QCOMPARE(flag->GetGeometryRef()->toPoint()->getX(), 250.5);
    }
  }

  void writersSideBySideMakeTheSameBytes() {
    const Render alone, together;
    for (const Writer write : kWriters) QVERIFY(write(alone.request()));
    std::array<int, kWriters.size()> good{};
    std::vector<std::thread> threads;
    for (size_t i = 0; i < kWriters.size(); ++i)
      threads.emplace_back([&, i] { good[i] = bool(kWriters[i](together.request())); });
    for (auto& thread : threads) thread.join();
    for (const int ok : good) QVERIFY(ok);
    QVERIFY(contents(alone.path()) == contents(together.path()));
  }

  void aMissingFolderIsAnError() {
    const Render r;
    for (const Writer write : kWriters) {
      const fw::GeoRequest request{r.world, r.tmpl, r.audit, r.path("absent/deeper")};
      const auto names = write(request);
      QVERIFY(!names);
      QCOMPARE(names.error().kind, fw::ErrorKind::io);
      QVERIFY(names.error().message.find("absent/deeper") != std::string::npos);
    }
    QVERIFY(files_below(r.path()).empty());
  }

  void aPlaceThatCannotBeWrittenIsAnError() {
    const Render r;
    // A folder has the file's name: refused for root as well.
    for (const char* name : {"points.geojson", "territory.gpkg", "fields.tif", "height16.png", "points.fgb"})
      std::filesystem::create_directory(r.path(name));
    for (const Writer write : kWriters) {
      const auto names = write(r.request());
      QVERIFY(!names);
      QCOMPARE(names.error().kind, fw::ErrorKind::io);
    }
  }

  void aLinkInTheFolderIsNotFollowed() {
    const Render r, elsewhere;
    for (const char* name : {"points.geojson", "territory.gpkg", "fields.tif", "height16.png", "points.fgb"})
      std::filesystem::create_symlink(elsewhere.path(name), r.path(name));
    for (const Writer write : kWriters) {
      const auto names = write(r.request());
      QVERIFY(!names);
      QCOMPARE(names.error().kind, fw::ErrorKind::io);
    }
    QVERIFY(files_below(elsewhere.path()).empty());
  }

  void aFullDiskIsAnErrorAndLeavesNoPartOfAFile() {
    const Render whole, cut;
    for (const Writer write : kWriters) QVERIFY(write(whole.request()));
    const auto complete = contents(whole.path());
    // A limit on file size fails in the middle of a write, as a full disk does.
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    std::vector<std::string> messages;
    for (const rlim_t limit : {rlim_t{0}, rlim_t{700}, rlim_t{5000}}) {
      const rlimit small{limit, before.rlim_max};
      setrlimit(RLIMIT_FSIZE, &small);
      for (const Writer write : kWriters) {
        const auto names = write(cut.request());
        if (!names) messages.push_back(names.error().message);
      }
      setrlimit(RLIMIT_FSIZE, &before);
      for (const auto& [name, bytes] : contents(cut.path()))
        QVERIFY2(bytes == complete.at(name), name.c_str());
    }
    QVERIFY(messages.size() >= 10);
    for (const std::string& message : messages)
      QVERIFY2(message.starts_with("could not write"), message.c_str());
  }

  void anOddFolderNameIsOnlyAName() {
    const Render r;
    for (const char* name : {"{\"type\":\"Point\"}", "%2e%2e", "vsizip"}) {
      const std::filesystem::path folder = r.path(name);
      std::filesystem::create_directory(folder);
      QVERIFY(fw::write_geojson({r.world, r.tmpl, r.audit, folder}));
      QCOMPARE(files_below(folder).size(), size_t{7});
    }
    QVERIFY(!fw::write_geojson({r.world, r.tmpl, r.audit, "/vsimem/here"}));
  }

  void aNumberThatIsNotFiniteIsRefused() {
    Render r;
    r.world.points.points[3].intensity = std::numeric_limits<double>::quiet_NaN();
    for (const Writer write : {fw::write_geojson, fw::write_geopackage, fw::write_flatgeobuf}) {
      const auto names = write(r.request());
      QVERIFY(!names);
      QCOMPARE(names.error().kind, fw::ErrorKind::internal);
      QVERIFY(names.error().message.find("intensity") != std::string::npos);
    }
    QVERIFY(files_below(r.path()).empty());
  }

  void nothingIsSaidOnStandardError() {
    const Render r;
    const auto log = r.path("stderr.txt");
    fflush(stderr);
    const int kept = dup(2);
    QVERIFY(freopen(log.c_str(), "w", stderr) != nullptr);
    for (const Writer write : kWriters) {
      (void)write(r.request());
      (void)write({r.world, r.tmpl, r.audit, r.path("absent")});
    }
    (void)fw::read_layer(r.path("absent.tif"));
    (void)fw::read_layer(r.path("fields.tif"));
    fflush(stderr);
    dup2(kept, 2);
    close(kept);
    QCOMPARE(file_text(log), "");
  }

  void aWorldWithoutPointsOrTracksStillWrites() {
    Render r;
    r.world.points.points.clear();
    r.world.tracks.clear();
    for (const Writer write : kWriters) {
      const auto names = write(r.request());
      QVERIFY2(names, names ? "" : names.error().message.c_str());
    }
    const Dataset points = open(r.path("points.geojson"));
    QVERIFY(points);
    QCOMPARE(int(points->GetLayer(0)->GetFeatureCount()), 0);
  }
};

FW_TEST(TestGeoFiles)
#include "test_geo_files.moc"
