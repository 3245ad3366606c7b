#pragma once

#include <string>

#include "core/base/parallel/progress.h"
#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"
#include "render/plate/book/book_plan.h"

namespace fw {

/// Dots an inch of a book's ground, and the quality of the JPEG files that keep it.
inline constexpr int kBookGround_dpi = 200, kBookGroundQuality = 88;

/// A book of maps.
struct MapBook {
  std::string pdf;
  int pages = 0;
};

/// Draws an index, the sheets, the regions and the list of places, page after page into one PDF: ground as
/// pixels, all else as lines and text. `style`: its palette, danger_patterns, symbols and template_digest
/// count. The same bytes for any number of threads. ErrorKind::cancelled, or ErrorKind::limit as
/// draw_plates().
Result<MapBook> draw_book(const World& world, const Template& tmpl, const AuditReport& audit,
                          const BookPlan& plan, const PlateStyle& style, const Progress& progress = {});

}  // namespace fw
