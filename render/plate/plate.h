#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"
#include "core/model/world/world.h"
#include "render/map/scene/plate_style.h"
#include "render/page/page.h"
#include "render/plate/plate_figures.h"

namespace fw {

/// Size in pixels of a sheet, or of a page of a square map with one column of panel, the least there is but
/// for flat frames. Fails with ErrorKind::limit naming the number if a side exceeds Cairo's, and as
/// on_paper() does.
Result<PageSize> page_size(const PlateStyle& style, const GridSpec& frame);

/// A file of views[index]: its only one, or its page from 1 where the panel goes on on further ones. A PDF
/// has all pages.
struct PlateFile {
  size_t index = 0;
  int page = 1;
  std::string bytes;
};
/// Called by several threads at once, with each page as soon as it is there.
using PlateSink = std::function<Result<Done>(PlateFile file)>;

/// Takes the figures of the maps of views[index] (plate_figures.h); called by several threads at once.
using FiguresSink = std::function<void(size_t index, std::vector<PlateFigures> figures)>;

/// Memory and fonts that PNG plates are drawn with, kept from call to call.
class PageBuffers {
 public:
  PageBuffers();
  PageBuffers(PageBuffers&&) noexcept;
  PageBuffers& operator=(PageBuffers&&) noexcept;
  ~PageBuffers();
  /// Prepares what so many pages at once need, unless it is a lot: fresh memory takes the system as long as a
  /// page takes the painter, and can be had while a world is made. Throws std::bad_alloc.
  void reserve(const PlateStyle& style, const GridSpec& frame, int pages);

  class Pool;
  Pool& pool() { return *pool_; }

 private:
  std::unique_ptr<Pool> pool_;
};

/// Draws several views side by side as below and hands them on one by one. An error of `take` ends it.
Result<Done> draw_plates(const World& world, const Template& tmpl, const AuditReport& audit,
                         const std::vector<View>& views, const PlateStyle& style, PageFormat format,
                         const PlateSink& take, const Progress& progress = {}, PageBuffers* buffers = nullptr,
                         const FiguresSink& told = {});

/// Draws several views side by side, sharing what they have in common (relief, sea, outlines); one file per
/// view, or page of it, in the order asked. Same inputs, same bytes on one build, whatever the number of
/// threads.
Result<std::vector<std::string>> draw_plates(const World& world, const Template& tmpl,
                                             const AuditReport& audit, const std::vector<View>& views,
                                             const PlateStyle& style, PageFormat format,
                                             const Progress& progress = {});

}  // namespace fw
