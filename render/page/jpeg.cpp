#include "render/page/jpeg.h"

#include <gdk-pixbuf/gdk-pixbuf.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace fw {
namespace {

constexpr size_t kChannels = 3;

/// Red, green and blue bytes, row by row without padding.
std::vector<uint8_t> channels_of(const PixelView& pixels) {
  std::vector<uint8_t> out;
  const auto width = static_cast<size_t>(pixels.width), height = static_cast<size_t>(pixels.height);
  out.reserve(width * height * kChannels);
  for (size_t row = 0; row < height; ++row)
    for (size_t c = 0; c < width; ++c)
      for (const int shift : {16, 8, 0})
        out.push_back(static_cast<uint8_t>(pixels.words[row * pixels.stride + c] >> shift & 255));
  return out;
}

}  // namespace

Result<std::string> encode_jpeg(const PixelView& pixels, int quality) {
  const std::vector<uint8_t> bytes = channels_of(pixels);
  const std::unique_ptr<GdkPixbuf, decltype(&g_object_unref)> picture(
      gdk_pixbuf_new_from_data(bytes.data(), GDK_COLORSPACE_RGB, FALSE, 8, pixels.width, pixels.height,
                               pixels.width * static_cast<int>(kChannels), nullptr, nullptr),
      g_object_unref);
  const std::string stated = std::to_string(quality);
  gchar* made = nullptr;
  gsize size = 0;
  GError* problem = nullptr;
  if (picture != nullptr && gdk_pixbuf_save_to_buffer(picture.get(), &made, &size, "jpeg", &problem,
                                                      "quality", stated.c_str(), nullptr)) {
    std::string out(made, size);
    g_free(made);
    return out;
  }
  const std::string why = problem == nullptr ? "no picture" : problem->message;
  g_clear_error(&problem);
  return Error{ErrorKind::internal, "JPEG: gdk-pixbuf could not write it (" + why + ")"};
}

}  // namespace fw
