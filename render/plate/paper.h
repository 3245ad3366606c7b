#pragma once

#include <cstdint>
#include <string>

#include "core/base/geometry.h"
#include "core/base/result.h"
#include "core/field/raster.h"
#include "render/map/scene/plate_style.h"

namespace fw {

/// Bounds of the N of a scale 1:N that a person may ask for.
inline constexpr int kLeastScale = 500, kMostScale = 10'000'000;

/// Free round a sheet's content, and above and below it for title and footer.
inline constexpr double kSheetMargin_mm = 10, kSheetTitle_mm = 14, kSheetFooter_mm = 8;

/// Where the panel of a plate stands on a sheet; it has none where the map takes all of it.
enum class PanelSide : uint8_t { right, below, none };

/// How a map of the whole frame lies on a sheet.
struct SheetPlan {
  double scale = 0;  ///< N
  PanelSide panel = PanelSide::right;
  Vec2 page_mm{};  ///< width and height
  Vec2 room_mm{};  ///< of map and panel: the page without margins, title and footer
  Vec2 map_mm{};   ///< at most so much is the map's
};

/// A sheet's width and height, the longer side across.
Vec2 paper_mm(PaperSize paper);

/// The least of 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5 times a power of ten that is at least `n` (> 0).
double round_scale(double n);

/// The plan of style.sheet: the orientation and the side of the panel that show the frame at the largest
/// round scale, or that have room for style.scale where one is asked for, landscape and right before the
/// others. ErrorKind::usage where the frame does not fit.
Result<SheetPlan> plan_sheet(const PlateStyle& style, Vec2 frame_m);

/// The same sheet with the panel where it leaves the largest square.
SheetPlan plan_square(const PlateStyle& style, const SheetPlan& of_frame);

/// The style with the scale and the pixels of the map that its sheet and scale mean; as it is without them.
/// ErrorKind::usage for a scale that is out of range, does not fit or leaves too few pixels.
Result<PlateStyle> on_paper(PlateStyle style, const GridSpec& frame);

/// "1:50,000"; of a scale that nobody asked for three figures: "1:46,100".
std::string scale_text(const PlateStyle& style, double scale);

}  // namespace fw
