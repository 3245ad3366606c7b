#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "render/map/relief/ground_pixels.h"
#include "render/map/scene/atlas.h"
#include "render/page/canvas.h"
#include "render/page/fonts.h"
#include "render/page/page.h"
#include "render/plate/plate_figures.h"

namespace fw {

/// Memory and fonts of one page: fresh ones cost as much as a page's letters.
struct PageBuffer {
  PageMemory memory;
  std::optional<Typesetter> type;
};

/// What the pages of a view are drawn from.
struct ViewPages {
  const Atlas& atlas;
  View view;
  PageFormat format;
  const GroundPixels& ground;                    ///< of the whole frame
  const Progress& progress;                      ///< for its `cancel`
  std::vector<PlateFigures>* figures = nullptr;  ///< takes those of the view's maps; null = nobody asks
};

/// Takes a finished file: page 1, 2 ... of a view, or all of them as one PDF.
using PageSink = std::function<Result<Done>(int page, std::string bytes)>;

/// Draws a view: its map with the panel, then pages of tables for what has no room there. `drawn` is called
/// when the map is there, before it is encoded.
Result<Done> draw_view(const ViewPages& what, PageBuffer& buffer, const PageSink& take,
                       const std::function<void()>& drawn);

}  // namespace fw
