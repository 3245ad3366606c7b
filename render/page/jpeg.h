#pragma once

#include <string>

#include "core/base/result.h"
#include "render/page/png_writer.h"

namespace fw {

/// Opaque pixels as a baseline JPEG; quality 1 to 100. The bytes depend on nothing but the pixels, the
/// quality and the library. ErrorKind::internal where the library refuses.
Result<std::string> encode_jpeg(const PixelView& pixels, int quality);

}  // namespace fw
