#include "render/page/webp.h"

#include <webp/encode.h>
#include <webp/mux.h>
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/parallel/parallel.h"

namespace fw {
namespace {

/// libwebp's dial from 0 (fast) to 9 (small). For dots that wander over a map, 3 takes 1.6 times as long for
/// a tenth less, and what lies above gains nothing.
constexpr int kEffort = 2;

/// What a frame adds to the one before: the smallest rectangle that holds every changed pixel, clear where
/// nothing changed. WebP wants even offsets.
struct Change {
  int left = 0, top = 0, width = 1, height = 1;
  std::vector<uint32_t> words;
};

Change change_of(const PixelView& frame, const PixelView& before) {
  int left = frame.width, right = -1, top = frame.height, bottom = -1;
  for (int y = 0; y < frame.height; ++y) {
    const uint32_t* now = frame.words + static_cast<size_t>(y) * frame.stride;
    const uint32_t* then = before.words + static_cast<size_t>(y) * before.stride;
    for (int x = 0; x < frame.width; ++x)
      if (((now[x] ^ then[x]) & 0x00FFFFFFu) != 0) {
        left = std::min(left, x), right = std::max(right, x);
        top = std::min(top, y), bottom = y;
      }
  }
  Change change;
  if (right >= 0) {
    change.left = left & ~1, change.top = top & ~1;
    change.width = right - change.left + 1, change.height = bottom - change.top + 1;
  }
  change.words.reserve(static_cast<size_t>(change.width) * static_cast<size_t>(change.height));
  for (int y = change.top; y < change.top + change.height; ++y) {
    const uint32_t* now = frame.words + static_cast<size_t>(y) * frame.stride;
    const uint32_t* then = before.words + static_cast<size_t>(y) * before.stride;
    for (int x = change.left; x < change.left + change.width; ++x)
      change.words.push_back(((now[x] ^ then[x]) & 0x00FFFFFFu) != 0 ? now[x] | 0xFF000000u : 0);
  }
  return change;
}

Change whole(const PixelView& frame) {
  Change change{0, 0, frame.width, frame.height, {}};
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x)
      change.words.push_back(frame.words[static_cast<size_t>(y) * frame.stride + static_cast<size_t>(x)] |
                             0xFF000000u);
  return change;
}

Error webp_problem(const std::string& what) {
  return {ErrorKind::internal, "WebP: " + what};
}

/// One still picture as a WebP file.
Result<std::string> encode(Change change) {
  WebPConfig config;
  WebPPicture picture;
  if (WebPConfigInit(&config) == 0 || WebPPictureInit(&picture) == 0)
    return webp_problem("the library is of another version than its headers");
  WebPConfigLosslessPreset(&config, kEffort);
  picture.use_argb = 1;
  picture.width = change.width;
  picture.height = change.height;
  picture.argb = change.words.data();
  picture.argb_stride = change.width;
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  const bool done = WebPEncode(&config, &picture) != 0;
  std::string bytes(reinterpret_cast<const char*>(writer.mem), writer.size);
  WebPMemoryWriterClear(&writer);
  if (!done) return webp_problem("encoding failed with code " + std::to_string(picture.error_code));
  return bytes;
}

struct Encoded {
  std::string bytes;
  int left = 0, top = 0, duration_ms = 0;
};

}  // namespace

struct Animation::State {
  int width = 0, height = 0;
  std::vector<uint32_t> last;  ///< the newest frame; empty before the first
  std::vector<Encoded> frames;
  size_t bytes = 0;

  PixelView newest() const { return {last.data(), width, height, static_cast<size_t>(width)}; }
  void remember(const PixelView& frame) {
    last.resize(static_cast<size_t>(width) * static_cast<size_t>(height));
    for (int y = 0; y < height; ++y)
      std::copy_n(frame.words + static_cast<size_t>(y) * frame.stride, width,
                  last.begin() + static_cast<std::ptrdiff_t>(y) * width);
  }
};

Animation::Animation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Animation::Animation(Animation&&) noexcept = default;
Animation& Animation::operator=(Animation&&) noexcept = default;
Animation::~Animation() = default;

Result<Animation> Animation::create(int width_px, int height_px) {
  if (width_px < 1 || height_px < 1 || width_px > kMaxWebpSide_px || height_px > kMaxWebpSide_px)
    return Error{ErrorKind::limit, "a WebP picture of " + std::to_string(width_px) + " x " +
                                       std::to_string(height_px) + " pixels: the limit is " +
                                       std::to_string(kMaxWebpSide_px)};
  auto state = std::make_unique<State>();
  state->width = width_px, state->height = height_px;
  return Animation(std::move(state));
}

Result<Done> Animation::add(std::span<const PixelView> frames, std::span<const int> duration_ms) {
  // Each frame against the one before it, whichever thread comes to it first.
  std::vector<std::optional<Result<Encoded>>> made(frames.size());
  parallel_for(frames.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const bool first = i == 0 && state_->last.empty();
      Change change =
          first ? whole(frames[i]) : change_of(frames[i], i == 0 ? state_->newest() : frames[i - 1]);
      Encoded out{{}, change.left, change.top, duration_ms[i]};
      auto bytes = encode(std::move(change));
      if (!bytes) {
        made[i].emplace(bytes.error());
        continue;
      }
      out.bytes = std::move(bytes).value();
      made[i].emplace(std::move(out));
    }
  });
  for (auto& one : made) {
    if (!*one) return one->error();
    state_->bytes += one->value().bytes.size();
    state_->frames.push_back(std::move(*one).value());
  }
  if (!frames.empty()) state_->remember(frames.back());
  return Done{};
}

size_t Animation::bytes() const {
  return state_->bytes;
}

Result<std::string> Animation::finish() {
  const std::unique_ptr<WebPMux, decltype(&WebPMuxDelete)> mux(WebPMuxNew(), WebPMuxDelete);
  if (!mux) return webp_problem("out of memory");
  WebPMuxSetCanvasSize(mux.get(), state_->width, state_->height);
  const WebPMuxAnimParams params{0xFF000000u, 0};  // opaque black behind it, and it plays for ever
  WebPMuxSetAnimationParams(mux.get(), &params);
  for (const Encoded& frame : state_->frames) {
    WebPMuxFrameInfo info{};
    info.bitstream = {reinterpret_cast<const uint8_t*>(frame.bytes.data()), frame.bytes.size()};
    info.x_offset = frame.left, info.y_offset = frame.top;
    info.duration = frame.duration_ms;
    info.id = WEBP_CHUNK_ANMF;
    info.dispose_method = WEBP_MUX_DISPOSE_NONE;
    info.blend_method = WEBP_MUX_BLEND;
    const WebPMuxError pushed = WebPMuxPushFrame(mux.get(), &info, 0);  // 0: the bytes stay ours
    if (pushed != WEBP_MUX_OK) return webp_problem("a frame was refused with code " + std::to_string(pushed));
  }
  if (state_->frames.empty()) return webp_problem("a film without a frame");
  WebPData data{nullptr, 0};
  const WebPMuxError assembled = WebPMuxAssemble(mux.get(), &data);
  if (assembled != WEBP_MUX_OK)
    return webp_problem("the film could not be assembled, code " + std::to_string(assembled));
  std::string bytes(reinterpret_cast<const char*>(data.bytes), data.size);
  WebPDataClear(&data);
  return bytes;
}

namespace {

/// libwebp's dial from 0 (fast) to 9 (small).
constexpr int kStillEffort = 6;

}  // namespace

Result<std::string> webp_still(const PixelView& pixels) {
  const Error limit{ErrorKind::limit, "a picture of " + std::to_string(pixels.width) + " x " +
                                          std::to_string(pixels.height) + " pixels does not fit a WebP"};
  if (pixels.width < 1 || pixels.height < 1 || pixels.width > kMaxWebpSide_px ||
      pixels.height > kMaxWebpSide_px)
    return limit;
  WebPConfig config;
  WebPPicture picture;
  WebPMemoryWriter writer;
  if (!WebPConfigInit(&config) || !WebPConfigLosslessPreset(&config, kStillEffort) ||
      !WebPPictureInit(&picture))
    return Error{ErrorKind::internal, "libwebp has another version than its headers"};
  std::vector<uint32_t> words;
  words.reserve(static_cast<size_t>(pixels.width) * static_cast<size_t>(pixels.height));
  for (int y = 0; y < pixels.height; ++y)
    for (int x = 0; x < pixels.width; ++x)
      words.push_back(pixels.words[static_cast<size_t>(y) * pixels.stride + static_cast<size_t>(x)] |
                      0xFF000000u);
  WebPMemoryWriterInit(&writer);
  picture.use_argb = 1;
  picture.width = pixels.width;
  picture.height = pixels.height;
  picture.argb = words.data();
  picture.argb_stride = pixels.width;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  const bool done = WebPEncode(&config, &picture) != 0;
  std::string bytes(reinterpret_cast<const char*>(writer.mem), done ? writer.size : 0);
  WebPMemoryWriterClear(&writer);
  if (!done) return limit;
  return bytes;
}

}  // namespace fw
