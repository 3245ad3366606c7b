#include <gdal_priv.h>

#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <fstream>
#include <iterator>
#include <memory>

#include "app/job/fields/fields.h"
#include "core/base/parallel/parallel.h"
#include "core/template/template_io.h"
#include "tests/support/files.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;
namespace fs = std::filesystem;

namespace {

/// Not a multiple of a strip or of a tile.
constexpr int kResolution = 300;

size_t entries(const fs::path& folder) {
  return static_cast<size_t>(std::distance(fs::directory_iterator(folder), {}));
}

}  // namespace

class TestFields : public QObject {
  Q_OBJECT
  std::unique_ptr<QTemporaryDir> folder_;
  fs::path path(const char* name = "") const { return fs::path(folder_->path().toStdString()) / name; }

  FieldsRequest request() const {
    FieldsRequest made;
    made.tmpl = dry_template("EdengroveLike");
    made.tmpl.noise.phase = 0.21;
    made.seeds = {3, 4, 5};
    made.resolution = kResolution;
    made.strip_rows = 16;
    made.file = path("fields.tif");
    return made;
  }

 private slots:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void everyBandIsItsStacksRasterExactly() {
    FieldsRequest asked = request();
    asked.layers = {StackLayer::faction, StackLayer::height,  StackLayer::type,
                    StackLayer::biome,   StackLayer::feature, StackLayer::danger};
    const auto done = write_fields(asked);
    QVERIFY2(done, done ? "" : done.error().message.c_str());
    QCOMPARE(done.value().bands.size(), size_t{15});
    QCOMPARE(done.value().file_bytes, uint64_t{fs::file_size(asked.file)});
    QCOMPARE(entries(path()), size_t{1});

    GDALAllRegister();
    const std::unique_ptr<GDALDataset> file(
        GDALDataset::Open(asked.file.c_str(), GDAL_OF_READONLY, nullptr, nullptr, nullptr));
    const GridSpec grid = frame_grid(asked.tmpl.frame, kResolution);
    int band = 0;
    for (const StackLayer layer : asked.layers)
      for (const WorldStack& stack : world_stacks(layer, asked.tmpl, asked.seeds)) {
        Raster<float> whole = noise_raster(stack.field, grid, asked.tmpl.noise.phase);
        normalise_half(whole.cells);
        std::vector<float> cells(whole.size());
        QCOMPARE(file->GetRasterBand(++band)->GetDescription(), stack.name.c_str());
        QCOMPARE(file->GetRasterBand(band)->RasterIO(GF_Read, 0, 0, kResolution, kResolution, cells.data(),
                                                     kResolution, kResolution, GDT_Float32, 0, 0, nullptr),
                 CE_None);
        QVERIFY(cells == whole.cells);
        QVERIFY(*std::min_element(cells.begin(), cells.end()) >= 0);
        QVERIFY(*std::max_element(cells.begin(), cells.end()) <= 1);
      }
    QCOMPARE(band, file->GetRasterCount());
  }

  void theBytesAreTheSameAtAnyThreadCount() {
    std::string first;
    for (const int threads : {1, 2, 5}) {
      const ThreadLimit limit(threads);
      FieldsRequest asked = request();
      asked.threads = threads;
      asked.overwrite = true;
      QVERIFY(write_fields(asked));
      if (first.empty()) first = file_text(asked.file);
      QVERIFY(file_text(asked.file) == first);
    }
  }

  void aFileInTheWayStaysUnlessItMayBeReplaced() {
    std::ofstream(path("fields.tif")) << "mine";
    FieldsRequest asked = request();
    const auto refused = write_fields(asked);
    QVERIFY(!refused);
    QVERIFY(refused.error().kind == ErrorKind::io);
    QCOMPARE(file_text(asked.file), std::string("mine"));
    asked.overwrite = true;
    QVERIFY(write_fields(asked));
    QVERIFY(file_text(asked.file).starts_with("II"));
    QCOMPARE(entries(path()), size_t{1});
  }

  void whatIsCancelledLeavesTheFolderAsItWas() {
    std::ofstream(path("fields.tif")) << "mine";
    FieldsRequest asked = request();
    asked.overwrite = true;
    std::atomic<bool> cancel{false};
    Progress progress;
    progress.cancel = &cancel;
    progress.report = [&](std::string_view, double fraction) { cancel = fraction > 0.5; };
    const auto done = write_fields(asked, progress);
    QVERIFY(!done);
    QVERIFY(done.error().kind == ErrorKind::cancelled);
    QCOMPARE(file_text(asked.file), std::string("mine"));
    QCOMPARE(entries(path()), size_t{1});
  }

  void memoryGrowsWithTheWidthAndNotWithTheCells() {
    FieldsRequest asked = request();
    asked.strip_rows = 256;
    asked.resolution = 4096;
    const double small = fields_bytes(asked);
    asked.resolution = 16384;
    const double large = fields_bytes(asked);
    QVERIFY(large > small);
    QVERIFY2(large < 2.0 * small && large < 128.0 * (1 << 20), qPrintable(QString::number(large)));
    asked.limits.max_bytes = large - 1;
    const auto refused = write_fields(asked);
    QVERIFY(!refused);
    QVERIFY(refused.error().kind == ErrorKind::limit);
    QVERIFY(refused.error().message.find("--max-memory") != std::string::npos);
    asked.resolution = kMaxFieldsResolution + 1;
    QVERIFY(write_fields(asked).error().kind == ErrorKind::limit);
    QCOMPARE(entries(path()), size_t{0});
  }
};

FW_TEST(TestFields)
#include "test_fields.moc"
