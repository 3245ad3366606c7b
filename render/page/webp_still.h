#pragma once

#include <string>

#include "core/base/result.h"
#include "render/page/png_writer.h"

namespace fw {

/// A lossless WebP of an opaque 0xXXRRGGBB picture. The bytes depend on the pixels and the library alone.
/// ErrorKind::limit for a picture of no or too many pixels.
Result<std::string> webp_still(const PixelView& pixels);

}  // namespace fw
