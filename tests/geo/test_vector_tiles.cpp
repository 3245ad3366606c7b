// Vector tiles, read with GDAL's own reader of a single tile.

#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <set>

#include "core/base/exact/rng.h"
#include "render/geo/geo_export.h"
#include "tests/geo/geo_fixture.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr int kLeast = 12, kMost = 15;
constexpr size_t kPlaces = 2000;
constexpr double kHalf_m = std::numbers::pi * 6378137;  // of Web Mercator

std::vector<Vec2> places() {
  std::vector<Vec2> out;
  for (size_t i = 0; i < kPlaces; ++i)
    out.push_back({4000 * random_uniform(1, i), -5000 * random_uniform(2, i)});
  return out;
}

AttributeTable table() {
  AttributeTable out;
  out.columns = {
      {"uid", AttributeKind::text}, {"level", AttributeKind::integer}, {"height_m", AttributeKind::real}};
  for (size_t i = 0; i < kPlaces; ++i)
    out.rows.push_back(
        {"<u" + std::to_string(i) + ">", static_cast<int64_t>(i % 9), 0.5 * static_cast<double>(i)});
  return out;
}

/// The dataset of a tile alone, in metres.
class OneTile {
 public:
  explicit OneTile(const VectorTile& tile)
      : path_("/vsimem/one/" + std::to_string(tile.z) + "/" + std::to_string(tile.x) + "/" +
              std::to_string(tile.y) + ".pbf"),
        bytes_(tile.bytes) {
    VSIFCloseL(
        VSIFileFromMemBuffer(path_.c_str(), reinterpret_cast<GByte*>(bytes_.data()), bytes_.size(), FALSE));
    const char* const options[] = {"METADATA_FILE=", "CLIP=NO", nullptr};
    set_.reset(
        static_cast<GDALDataset*>(GDALOpenEx(path_.c_str(), GDAL_OF_VECTOR, nullptr, options, nullptr)));
  }
  ~OneTile() {
    set_.reset();
    VSIUnlink(path_.c_str());
  }
  OGRLayer* layer() { return set_ ? set_->GetLayerByName("things") : nullptr; }

 private:
  std::string path_, bytes_;
  geo_fixture::Dataset set_;
};

}  // namespace

class TestVectorTiles : public QObject {
  Q_OBJECT

 private slots:
  void everyPlaceStandsOnceOnEveryLevelWithItsValues() {
    GDALAllRegister();
    const auto made = make_vector_tiles("things", table(), places(), kLeast, kMost);
    QVERIFY2(bool(made), made ? "" : made.error().message.c_str());
    const std::vector<Vec2> at = places();
    for (int z = kLeast; z <= kMost; ++z) {
      const double side_m = 2 * kHalf_m / (1 << z);
      std::set<size_t> seen;
      for (const VectorTile& tile : made.value()) {
        if (tile.z != z) continue;
        OneTile one(tile);
        QVERIFY(one.layer() != nullptr);
        for (const auto& feature : one.layer()) {
          const std::string uid = feature->GetFieldAsString("uid");
          const size_t i = std::stoul(uid.substr(2));
          QCOMPARE(uid, "<u" + std::to_string(i) + ">");
          QVERIFY(seen.insert(i).second);
          QCOMPARE(feature->GetFieldAsInteger("level"), static_cast<int>(i % 9));
          QCOMPARE(feature->GetFieldAsDouble("height_m"), 0.5 * static_cast<double>(i));
          const OGRPoint& p = *feature->GetGeometryRef()->toPoint();
          QVERIFY(std::abs(p.getX() - at[i].x) <= side_m / 65536);
          QVERIFY(std::abs(p.getY() - at[i].y) <= side_m / 65536);
          QCOMPARE(static_cast<int>(std::floor((at[i].x + kHalf_m) / side_m)), tile.x);
          QCOMPARE(static_cast<int>(std::floor((kHalf_m - at[i].y) / side_m)), tile.y);
        }
      }
      QCOMPARE(seen.size(), kPlaces);
    }
  }

  void aSecondCallGivesTheSameBytesInTheSameOrder() {
    const auto a = make_vector_tiles("things", table(), places(), kLeast, kMost);
    const auto b = make_vector_tiles("things", table(), places(), kLeast, kMost);
    QVERIFY(a && b);
    QCOMPARE(a.value().size(), b.value().size());
    for (size_t i = 0; i < a.value().size(); ++i) {
      const VectorTile &p = a.value()[i], &q = b.value()[i];
      QVERIFY(p.z == q.z && p.x == q.x && p.y == q.y && p.bytes == q.bytes);
      if (i > 0) {
        const VectorTile& before = a.value()[i - 1];
        QVERIFY(std::tuple(before.z, before.x, before.y) < std::tuple(p.z, p.x, p.y));
      }
    }
  }

  void noPlacesAreNoTiles() {
    AttributeTable none = table();
    none.rows.clear();
    const auto made = make_vector_tiles("things", none, {}, kLeast, kMost);
    QVERIFY(bool(made));
    QVERIFY(made.value().empty());
  }
};

FW_TEST(TestVectorTiles)
#include "test_vector_tiles.moc"
