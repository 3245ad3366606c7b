// Animated WebP, read back by libwebp's own decoder.

#include <webp/demux.h>

#include <QTest>
#include <string>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "render/page/webp.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr int kWidth = 97, kHeight = 61;  // odd, so that even offsets matter

using Frame = std::vector<uint32_t>;

/// A still ground with a few dots that wander; every third frame is like the one before.
std::vector<Frame> film(int count) {
  std::vector<Frame> frames;
  for (int f = 0; f < count; ++f) {
    if (f % 3 == 2) {
      frames.push_back(frames.back());
      continue;
    }
    Frame frame(size_t{kWidth} * kHeight);
    for (size_t i = 0; i < frame.size(); ++i)
      frame[i] = static_cast<uint32_t>(random_bits(1, i / 7)) & 0xFFFFFF;
    for (uint64_t dot = 0; dot < 5; ++dot)
      frame[random_below(2, 10 * static_cast<uint64_t>(f) + dot, frame.size())] = 0xFF0000;
    frames.push_back(std::move(frame));
  }
  return frames;
}

PixelView view(const Frame& frame) {
  return {frame.data(), kWidth, kHeight, kWidth};
}

std::string encoded(const std::vector<Frame>& frames, size_t per_batch) {
  auto animation = Animation::create(kWidth, kHeight);
  if (!animation) return {};
  for (size_t first = 0; first < frames.size(); first += per_batch) {
    std::vector<PixelView> views;
    std::vector<int> times;
    for (size_t i = first; i < std::min(frames.size(), first + per_batch); ++i) {
      views.push_back(view(frames[i]));
      times.push_back(30 + static_cast<int>(i));
    }
    if (!animation.value().add(views, times)) return {};
  }
  auto bytes = animation.value().finish();
  return bytes ? bytes.value() : std::string();
}

struct Decoded {
  std::vector<Frame> frames;
  std::vector<int> end_ms;
  int width = 0, height = 0, loops = -1;
};
Decoded decoded(const std::string& bytes) {
  WebPAnimDecoderOptions options;
  WebPAnimDecoderOptionsInit(&options);
  options.color_mode = MODE_BGRA;
  const WebPData data{reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()};
  WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, &options);
  Decoded out;
  if (decoder == nullptr) return out;
  WebPAnimInfo info;
  WebPAnimDecoderGetInfo(decoder, &info);
  out.width = static_cast<int>(info.canvas_width), out.height = static_cast<int>(info.canvas_height);
  out.loops = static_cast<int>(info.loop_count);
  while (WebPAnimDecoderHasMoreFrames(decoder)) {
    uint8_t* pixels = nullptr;
    int end_ms = 0;
    if (!WebPAnimDecoderGetNext(decoder, &pixels, &end_ms)) break;
    Frame frame;
    for (size_t i = 0; i < size_t{kWidth} * kHeight; ++i)
      frame.push_back(pixels[4 * i] | static_cast<uint32_t>(pixels[4 * i + 1]) << 8 |
                      static_cast<uint32_t>(pixels[4 * i + 2]) << 16 |
                      static_cast<uint32_t>(pixels[4 * i + 3]) << 24);
    out.frames.push_back(std::move(frame));
    out.end_ms.push_back(end_ms);
  }
  WebPAnimDecoderDelete(decoder);
  return out;
}

}  // namespace

class TestAnimation : public QObject {
  Q_OBJECT

 private slots:
  void aFilmDecodesToExactlyItsFramesAndTimes() {
    const std::vector<Frame> frames = film(12);
    const Decoded back = decoded(encoded(frames, 5));
    QCOMPARE(back.width, kWidth);
    QCOMPARE(back.height, kHeight);
    QCOMPARE(back.loops, 0);
    QCOMPARE(back.frames.size(), frames.size());
    int end_ms = 0;
    for (size_t i = 0; i < frames.size(); ++i) {
      end_ms += 30 + static_cast<int>(i);
      QCOMPARE(back.end_ms[i], end_ms);
      for (size_t k = 0; k < frames[i].size(); ++k) QCOMPARE(back.frames[i][k], frames[i][k] | 0xFF000000u);
    }
  }

  void theBytesDependNeitherOnBatchesNorOnThreads() {
    const std::vector<Frame> frames = film(9);
    const std::string one = [&] {
      const ThreadLimit limit(1);
      return encoded(frames, 9);
    }();
    QVERIFY(!one.empty());
    QVERIFY(encoded(frames, 1) == one);
    QVERIFY(encoded(frames, 4) == one);
  }

  void whatDoesNotChangeCostsNextToNothing() {
    const std::vector<Frame> still(20, film(1).front());
    const size_t first = encoded({still.front()}, 1).size();
    QVERIFY(encoded(still, 20).size() < first + 19 * 100);
  }

  void aTopByteThatIsNoColourDoesNotMatter() {
    // Cairo leaves the unused byte of its words as it happens to be.
    std::vector<Frame> frames = film(4);
    const std::string bytes = encoded(frames, 4);
    for (Frame& frame : frames)
      for (size_t i = 0; i < frame.size(); ++i) frame[i] |= static_cast<uint32_t>(random_bits(3, i)) << 24;
    QVERIFY(encoded(frames, 4) == bytes);
  }

  void aPictureOverWebpsLimitIsALimitError() {
    const auto refused = Animation::create(kMaxWebpSide_px + 1, 10);
    QVERIFY(!refused);
    QVERIFY(refused.error().kind == ErrorKind::limit);
    auto empty = Animation::create(10, 10);
    QVERIFY(!empty.value().finish());
  }
};

FW_TEST(TestAnimation)
#include "test_animation.moc"
