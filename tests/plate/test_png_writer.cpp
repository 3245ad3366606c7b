#include <png.h>
#include <zlib.h>

#include <QTest>
#include <cstring>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "render/page/png_writer.h"
#include "render/page/run_deflate.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

std::vector<uint32_t> decoded(const std::string& bytes, int width, int height) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) return {};
  if (static_cast<int>(image.width) != width || static_cast<int>(image.height) != height) return {};
  image.format = PNG_FORMAT_BGRA;
  std::vector<uint32_t> words(static_cast<size_t>(width) * static_cast<size_t>(height));
  if (png_image_finish_read(&image, nullptr, words.data(), 0, nullptr) == 0) return {};
  for (uint32_t& w : words) w &= 0xFFFFFF;
  return words;
}

/// Like a plate: smooth ground with grain, flat paper, sharp symbols.
std::vector<uint32_t> map_like(int width, int height) {
  std::vector<uint32_t> words;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const uint64_t grain = random_bits(7, static_cast<uint64_t>(y) * 100003 + static_cast<uint64_t>(x)) % 3;
      const auto slope =
          static_cast<uint32_t>(90 + 40 * x / width + 30 * y / height + static_cast<int>(grain));
      const bool paper = 4 * x > 3 * width, symbol = (x / 7 + y / 5) % 41 == 0;
      words.push_back(symbol ? 0x1E2428 : paper ? 0xF7F3EA : slope << 16 | (slope + 20) << 8 | (slope - 9));
    }
  return words;
}

std::vector<uint8_t> inflated(const std::string& raw, size_t expected) {
  std::vector<uint8_t> out(expected + 1);
  z_stream stream{};
  if (inflateInit2(&stream, -15) != Z_OK) return {};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(raw.data()));
  stream.avail_in = static_cast<uInt>(raw.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  const int code = inflate(&stream, Z_FINISH);
  const size_t left = stream.avail_in;
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return code == Z_STREAM_END && left == 0 ? out : std::vector<uint8_t>{};
}

/// Runs of every length around the format's limits, noise, and counts so uneven that codes must be cut to 15
/// bits.
std::vector<uint8_t> hard_bytes(int kind) {
  std::vector<uint8_t> bytes;
  if (kind == 0)
    for (int length = 1; length < 800; ++length)
      bytes.insert(bytes.end(), static_cast<size_t>(length), static_cast<uint8_t>(length));
  if (kind == 1)
    for (uint64_t i = 0; i < 70000; ++i) bytes.push_back(static_cast<uint8_t>(random_bits(3, i)));
  if (kind == 2)
    for (int symbol = 0; symbol < 21; ++symbol)
      for (int i = 0; i < 1 << symbol; ++i) {
        bytes.push_back(static_cast<uint8_t>(symbol));
        if (i % 2 == 1) bytes.push_back(static_cast<uint8_t>(20 - symbol));
      }
  if (kind == 3) bytes.assign(100000, 0);
  if (kind == 4) bytes.assign(1, 77);
  return bytes;
}

}  // namespace

class PngWriterTest : public QObject {
  Q_OBJECT

 private slots:
  void rowsComeBackWhateverTheyAreMadeOf_data() {
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("bits");
    QTest::newRow("grey") << 1 << 8;
    QTest::newRow("grey of 16 bits") << 1 << 16;
    QTest::newRow("RGB") << 3 << 8;
    QTest::newRow("RGBA") << 4 << 8;
  }
  void rowsComeBackWhateverTheyAreMadeOf() {
    QFETCH(int, channels);
    QFETCH(int, bits);
    const PngShape shape{91, 3 * PngRows::kStripRows + 17, channels, bits};
    const size_t line = 91 * static_cast<size_t>(channels * bits / 8);
    const auto byte = [&](int row, size_t i) {  // runs, slopes and noise
      const auto r = static_cast<size_t>(row);
      return static_cast<uint8_t>(i % 7 < 3 ? r : i % 7 < 5 ? r * 3 + i : random_bits(9, r * line + i));
    };
    const auto fill = [&](int row, uint8_t* out) {
      for (size_t i = 0; i < line; ++i) out[i] = byte(row, i);
    };
    const std::string png = png_of(shape, fill).value();
    PngRows bands(shape), taken(shape);
    std::string pieces;
    for (const int end : {PngRows::kStripRows, 3 * PngRows::kStripRows, shape.rows}) {
      bands.add(end, fill);
      taken.add(end, fill);
      pieces += taken.bytes().value();
    }
    QVERIFY(bands.bytes().value() == png);
    QVERIFY(pieces == png);
    {
      const ThreadLimit one(1);
      QVERIFY(png_of(shape, fill).value() == png);
    }
    // By libpng's own reader, rows as they are stored.
    struct Source {
      const std::string& bytes;
      size_t at = 0;
    } source{png};
    png_structp reader = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(reader);
    png_set_read_fn(reader, &source, [](png_structp from, png_bytep out, size_t count) {
      auto* const s = static_cast<Source*>(png_get_io_ptr(from));
      std::memcpy(out, s->bytes.data() + s->at, count);
      s->at += count;
    });
    png_read_info(reader, info);
    QCOMPARE(png_get_rowbytes(reader, info), line);
    QCOMPARE(static_cast<int>(png_get_image_height(reader, info)), shape.rows);
    std::vector<uint8_t> row(line);
    int wrong = 0;
    for (int r = 0; r < shape.rows; ++r) {
      png_read_row(reader, row.data(), nullptr);
      for (size_t i = 0; i < line; ++i) wrong += row[i] != byte(r, i);
    }
    png_destroy_read_struct(&reader, &info, nullptr);
    QCOMPARE(wrong, 0);
  }
  void missingRowsAreNoPicture() {
    const auto blank = [](int, uint8_t* out) { std::memset(out, 0, 4); };
    PngRows rows({4, 2 * PngRows::kStripRows});
    rows.add(PngRows::kStripRows, blank);
    const std::string half = rows.bytes().value();
    QVERIFY(decoded(half, 4, 2 * PngRows::kStripRows).empty());
    rows.add(2 * PngRows::kStripRows, blank);
    QVERIFY(!decoded(half + rows.bytes().value(), 4, 2 * PngRows::kStripRows).empty());
  }
  void libpngReadsBackEveryPixel_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    for (const auto& [w, h] : {std::pair{1, 1}, {3, 64}, {5, 65}, {640, 200}, {1, 300}, {331, 128}})
      QTest::addRow("%d x %d", w, h) << w << h;
  }
  void libpngReadsBackEveryPixel() {
    QFETCH(int, width);
    QFETCH(int, height);
    const auto words = map_like(width, height);
    const auto bytes = encode_png({words.data(), width, height, static_cast<size_t>(width)}, 300);
    QVERIFY(bool(bytes));
    QVERIFY(decoded(bytes.value(), width, height) == words);
  }
  void theUnusedByteAndTheStrideLeaveNoTrace() {
    const auto words = map_like(200, 90);
    std::vector<uint32_t> dirty(210 * 90, 0xDEADBEEF);
    for (size_t y = 0; y < 90; ++y)
      for (size_t x = 0; x < 200; ++x)
        dirty[y * 210 + x] = words[y * 200 + x] | static_cast<uint32_t>((x * 31 + y) & 255) << 24;
    QVERIFY(encode_png({dirty.data(), 200, 90, 210}, 96).value() ==
            encode_png({words.data(), 200, 90, 200}, 96).value());
  }
  void theBytesDoNotDependOnThreads() {
    const auto words = map_like(500, 700);
    const PixelView view{words.data(), 500, 700, 500};
    const std::string many = encode_png(view, 300).value();
    const ThreadLimit one(1);
    QVERIFY(encode_png(view, 300).value() == many);
  }
  void piecesOneBehindTheOtherAreOneStream() {
    std::vector<uint8_t> all;
    std::string stream;
    for (int kind = 0; kind < 5; ++kind) {
      const auto bytes = hard_bytes(kind);
      all.insert(all.end(), bytes.begin(), bytes.end());
      stream += deflate_runs(bytes, false);
    }
    stream += deflate_runs({}, true);
    QVERIFY(inflated(stream, all.size()) == all);
  }
  void everyPieceIsAStreamOfItsOwn() {
    for (int kind = 0; kind < 5; ++kind) {
      const auto bytes = hard_bytes(kind);
      const std::string stream = deflate_runs(bytes, true);
      QVERIFY2(inflated(stream, bytes.size()) == bytes, qPrintable(QString::number(kind)));
      QVERIFY(stream.size() < bytes.size() + bytes.size() / 50 + 300);
    }
    QVERIFY(deflate_runs(hard_bytes(3), true).size() < 700);
  }
};

FW_TEST(PngWriterTest)
#include "test_png_writer.moc"
