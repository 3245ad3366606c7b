#include "render/page/webp_still.h"

#include <webp/encode.h>

#include <memory>
#include <vector>

#include "render/page/animation.h"

namespace fw {
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
