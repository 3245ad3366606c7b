#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "render/page/png_writer.h"

namespace fw {

/// WebP's limit for either side of an image.
inline constexpr int kMaxWebpSide_px = 16383;

/// A lossless animated WebP that grows frame by frame. Frames are opaque 0xXXRRGGBB pictures of one size;
/// each stores only what changed since the one before. The bytes depend on nothing but the pixels, the times
/// and the library: not on how many threads ran or how frames came in batches.
class Animation {
 public:
  /// Limit error above kMaxWebpSide_px.
  static Result<Animation> create(int width_px, int height_px);
  Animation(Animation&&) noexcept;
  Animation& operator=(Animation&&) noexcept;
  ~Animation();

  /// Adds frames in order; they are encoded side by side. duration_ms > 0 is how long each one stands.
  Result<Done> add(std::span<const PixelView> frames, std::span<const int> duration_ms);
  /// Bytes held so far.
  size_t bytes() const;
  /// The file; it plays for ever. Internal error without a frame. The animation is spent.
  Result<std::string> finish();

 private:
  struct State;
  explicit Animation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A lossless WebP of an opaque 0xXXRRGGBB picture. The bytes depend on the pixels and the library alone.
/// ErrorKind::limit for a picture of no or too many pixels.
Result<std::string> webp_still(const PixelView& pixels);

}  // namespace fw
