#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "render/page/canvas.h"
#include "render/page/fonts.h"
#include "render/plate/plate.h"
#include "render/map/terrain.h"

namespace fw {

/// What one page after the other is drawn with: fresh memory and fonts cost as much as a page's letters.
struct Desk {
  PageMemory memory;
  std::optional<Typesetter> type;
};

/// Desks that nobody draws at, and the ground's memory for the first who wants it.
class PlateDesks::Spare {
 public:
  Desk take();
  void give(Desk desk);
  PixelBase ground;

 private:
  std::mutex mutex_;
  std::vector<Desk> spare_;
};

}  // namespace fw
