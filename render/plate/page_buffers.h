#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "render/map/relief/ground_pixels.h"
#include "render/page/canvas.h"
#include "render/page/fonts.h"
#include "render/plate/plate.h"

namespace fw {

/// Memory and fonts of one page: fresh ones cost as much as a page's letters.
struct PageBuffer {
  PageMemory memory;
  std::optional<Typesetter> type;
};

/// The buffers that no page uses now, and the ground's pixels.
class PageBuffers::Pool {
 public:
  PageBuffer take();
  void give_back(PageBuffer buffer);
  GroundPixels ground;

 private:
  std::mutex mutex_;
  std::vector<PageBuffer> free_;
};

}  // namespace fw
