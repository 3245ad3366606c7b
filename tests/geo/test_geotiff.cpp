#include <QTest>
#include <array>
#include <fstream>

#include "core/model/world/world_layers.h"
#include "geo_fixture.h"
#include "tests/support/test_main.h"

using namespace geo_fixture;

namespace {

std::array<std::pair<const char*, const fw::Raster<uint8_t>*>, 6> layers_of(const fw::World& w) {
  return {{{"land", &w.land},
           {"region", &w.region},
           {"faction", &w.faction},
           {"biome", &w.biome},
           {"danger", &w.danger},
           {"type", &w.type}}};
}

}  // namespace

class TestGeoTiff : public QObject {
  Q_OBJECT
  Render r;

 private slots:
  void initTestCase() {
    const auto names = fw::write_geotiff(r.request());
    QVERIFY2(names, names ? "" : names.error().message.c_str());
    auto sorted = names.value();
    std::sort(sorted.begin(), sorted.end());
    QCOMPARE(files_below(r.path()), sorted);
    QCOMPARE(sorted.size(), size_t{7});
    QVERIFY(fw::write_height16(r.request()));
  }

  void everyClassLayerReadsBackCellByCell() {
    for (const auto& [name, codes] : layers_of(r.world)) {
      const auto layer = fw::read_layer(r.path(std::string("layers/") + name + ".tif"));
      QVERIFY2(layer, layer ? "" : layer.error().message.c_str());
      QVERIFY(layer.value().grid == r.world.grid);
      QCOMPARE(layer.value().cells, codes->cells);
      // The same through GDAL alone.
      const Dataset file = open(r.path(std::string("layers/") + name + ".tif"));
      std::vector<uint8_t> cells(codes->size());
      QCOMPARE(file->GetRasterBand(1)->RasterIO(GF_Read, 0, 0, 16, 16, cells.data(), 16, 16, GDT_Byte, 0, 0,
                                                nullptr),
               CE_None);
      QCOMPARE(cells, codes->cells);
    }
  }

  void northIsUpAndTheUnitIsTheMetre() {
    for (const char* name : {"layers/danger.tif", "fields.tif"}) {
      const Dataset file = open(r.path(name));
      std::array<double, 6> t{};
      QCOMPARE(file->GetGeoTransform(t.data()), CE_None);
      QCOMPARE(t, (std::array<double, 6>{0, 62.5, 0, 1000, 0, -62.5}));
      QVERIFY(file->GetSpatialRef() != nullptr);
      QVERIFY(file->GetSpatialRef()->IsLocal());
      QCOMPARE(file->GetSpatialRef()->GetLinearUnits(), 1.0);
    }
  }

  void everyCodeHasANameAndAColour() {
    const Dataset file = open(r.path("layers/danger.tif"));
    QCOMPARE(file->GetMetadataItem("layer"), "danger");
    QCOMPARE(file->GetMetadataItem("code_0"), "none");
    QCOMPARE(file->GetMetadataItem("code_4"), "black");
    QCOMPARE(file->GetMetadataItem("label_3"), "Red alert");
    const GDALColorTable* colours = file->GetRasterBand(1)->GetColorTable();
    QVERIFY(colours != nullptr);
    const GDALColorEntry red = *colours->GetColorEntry(3);
    QCOMPARE((std::array<int, 3>{red.c1, red.c2, red.c3}), (std::array<int, 3>{0xDE, 0x8A, 0x70}));
    const Dataset regions = open(r.path("layers/region.tif"));
    QCOMPARE(std::string(regions->GetMetadataItem("code_2")), r.world.regions[1].name);
    for (const auto& [name, codes] : layers_of(r.world)) {
      const Dataset layer = open(r.path(std::string("layers/") + name + ".tif"));
      const int most = *std::max_element(codes->cells.begin(), codes->cells.end());
      for (int code = 0; code <= most; ++code) {
        QVERIFY(layer->GetMetadataItem(("code_" + std::to_string(code)).c_str()) != nullptr);
        const GDALColorEntry* entry = layer->GetRasterBand(1)->GetColorTable()->GetColorEntry(code);
        QVERIFY(entry->c1 + entry->c2 + entry->c3 > 0);
      }
    }
  }

  void fieldsHoldTheirFloatsOnLandAndNoDataAtSea() {
    const fw::World& w = r.world;
    const fw::Raster<float> sum = fw::told_values(fw::layer_of(&fw::World::height_m), w);
    QVERIFY(sum.cells != w.height_m.cells);
    const std::array<std::pair<const char*, const fw::Raster<float>*>, 10> bands{
        {{"height_m", &sum},
         {"feature", &w.feature},
         {"type_field", &w.type_field},
         {"danger_field", &w.danger_field},
         {"biome_field", &w.biome_field},
         {"faction_field", &w.faction_field},
         {"intensity_resource", &w.intensity_resource},
         {"intensity_wildlife", &w.intensity_wildlife},
         {"intensity_enemy", &w.intensity_enemy},
         {"detail_m", &w.detail_m}}};
    const Dataset file = open(r.path("fields.tif"));
    QCOMPARE(file->GetRasterCount(), 10);
    for (size_t b = 0; b < bands.size(); ++b) {
      GDALRasterBand* band = file->GetRasterBand(int(b) + 1);
      QCOMPARE(band->GetDescription(), bands[b].first);
      QCOMPARE(band->GetRasterDataType(), GDT_Float32);
      int has = 0;
      const double none = band->GetNoDataValue(&has);
      QVERIFY(has);
      std::vector<float> cells(w.grid.cells());
      QCOMPARE(band->RasterIO(GF_Read, 0, 0, 16, 16, cells.data(), 16, 16, GDT_Float32, 0, 0, nullptr),
               CE_None);
      for (size_t i = 0; i < cells.size(); ++i)
        QVERIFY(cells[i] == (w.land[i] != 0 ? (*bands[b].second)[i] : static_cast<float>(none)));
    }
  }

  void theHeightMapIsSixteenBitWithTheSeaAtZero() {
    const Dataset file = open(r.path("height16.png"));
    QVERIFY(file);
    QCOMPARE(file->GetRasterCount(), 1);
    QCOMPARE(file->GetRasterBand(1)->GetRasterDataType(), GDT_UInt16);
    std::vector<uint16_t> cells(r.world.grid.cells());
    QCOMPARE(file->GetRasterBand(1)->RasterIO(GF_Read, 0, 0, 16, 16, cells.data(), 16, 16, GDT_UInt16, 0, 0,
                                              nullptr),
             CE_None);
    const fw::Raster<float> sum = fw::told_values(fw::layer_of(&fw::World::height_m), r.world);
    float highest = 0;
    for (size_t i = 0; i < cells.size(); ++i)
      if (r.world.land[i] != 0) highest = std::max(highest, sum[i]);
    int at_top = 0;
    for (size_t i = 0; i < cells.size(); ++i) {
      if (r.world.land[i] == 0) {
        QCOMPARE(cells[i], uint16_t{0});
        continue;
      }
      QVERIFY(cells[i] > 0);
      QVERIFY(std::fabs(cells[i] / 65535.0 * highest - sum[i]) <= 0.5001 * highest / 65535.0);
      at_top += cells[i] == 65535;
    }
    QVERIFY(at_top > 0);
  }

  void readingRefusesWhatIsNotAClassLayer() {
    const auto refused = [&](const std::filesystem::path& file, fw::ErrorKind kind) {
      const auto layer = fw::read_layer(file);
      return !layer && layer.error().kind == kind &&
             layer.error().message.find(file.filename().string()) != std::string::npos;
    };
    QVERIFY(refused(r.path("absent.tif"), fw::ErrorKind::io));
    QVERIFY(refused(r.path("fields.tif"), fw::ErrorKind::io));
    QVERIFY(refused(r.path("height16.png"), fw::ErrorKind::io));
    QVERIFY(refused(r.path("layers"), fw::ErrorKind::io));
    const std::string good = file_text(r.path("layers/biome.tif"));
    for (const size_t keep : {size_t{0}, size_t{7}, good.size() / 2}) {
      const auto cut = r.path("cut.tif");
      std::ofstream(cut, std::ios::binary) << good.substr(0, keep);
      QVERIFY(refused(cut, fw::ErrorKind::io));
    }
    std::filesystem::remove(r.path("cut.tif"));
  }
};

FW_TEST(TestGeoTiff)
#include "test_geotiff.moc"
