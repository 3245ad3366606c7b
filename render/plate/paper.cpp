#include "render/plate/paper.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/base/number_text.h"

namespace fw {
namespace {

/// ISO 216, with the panel's least width beside a map and height below it.
struct PaperRow {
  double shorter_mm, longer_mm, beside_mm, below_mm;
};
constexpr std::array<PaperRow, kPaperSlugs.size()> kPapers{
    {{210, 297, 54.3, 60}, {297, 420, 54.3, 60}, {420, 594, 112, 90}, {594, 841, 112, 90}}};
constexpr double kBesideGap_mm = 5.1, kBelowGap_mm = 6;  // between map and panel

const PaperRow& paper_of(const PlateStyle& style) {
  return kPapers[static_cast<size_t>(*style.sheet)];
}

/// In the order in which they are taken where they are alike.
std::vector<SheetPlan> ways_to_lie(const PaperRow& paper) {
  std::vector<SheetPlan> plans;
  for (const PanelSide side : {PanelSide::right, PanelSide::below, PanelSide::none})
    for (const bool landscape : {true, false}) {
      SheetPlan plan{.panel = side};
      plan.page_mm =
          landscape ? Vec2{paper.longer_mm, paper.shorter_mm} : Vec2{paper.shorter_mm, paper.longer_mm};
      plan.room_mm = {plan.page_mm.x - 2 * kSheetMargin_mm,
                      plan.page_mm.y - 2 * kSheetMargin_mm - kSheetTitle_mm - kSheetFooter_mm};
      plan.map_mm = plan.room_mm;
      if (side == PanelSide::right) plan.map_mm.x -= paper.beside_mm + kBesideGap_mm;
      if (side == PanelSide::below) plan.map_mm.y -= paper.below_mm + kBelowGap_mm;
      plans.push_back(plan);
    }
  std::stable_sort(plans.begin(), plans.end(), [](const SheetPlan& a, const SheetPlan& b) {
    const auto rank = [](const SheetPlan& p) {
      return (p.panel == PanelSide::none ? 2 : 0) + (p.page_mm.x > p.page_mm.y ? 0 : 1);
    };
    return rank(a) < rank(b);
  });
  return plans;
}

/// The least N at which a frame has room for its map there.
double least_scale(const SheetPlan& plan, Vec2 frame_m) {
  return 1000 * std::max(frame_m.x / plan.map_mm.x, frame_m.y / plan.map_mm.y);
}

/// "1:15000", as --scale takes it.
std::string plain_scale(double n) {
  return "1:" + decimal(n, n == std::floor(n) ? 0 : 2);
}

Error no_room(const PlateStyle& style, Vec2 frame_m, double best) {
  const auto page = [&](double map_m, double beside_mm) {
    return decimal(std::ceil(1000 * map_m / style.scale + beside_mm - 1e-6), 0);
  };
  const std::string asked = std::to_string(style.scale);
  return {ErrorKind::usage, "1:" + asked + " needs " + page(frame_m.x, 2 * kSheetMargin_mm) + " x " +
                                page(frame_m.y, 2 * kSheetMargin_mm + kSheetTitle_mm + kSheetFooter_mm) +
                                " mm; " + std::string(kPaperSlugs[static_cast<size_t>(*style.sheet)]) +
                                " shows " + plain_scale(best) + "; \"fieldwright atlas --scale " + asked +
                                "\" cuts sheets"};
}

}  // namespace

Vec2 paper_mm(PaperSize paper) {
  const PaperRow& row = kPapers[static_cast<size_t>(paper)];
  return {row.longer_mm, row.shorter_mm};
}

double round_scale(double n) {
  double power = 1;
  while (power * 10 <= n) power *= 10;
  constexpr double kJustUnder = 1 - 1e-9;  // what is wanted exactly is not missed by the last bit
  for (const double k : {1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.5})
    if (k * power >= n * kJustUnder) return k * power;
  return 10 * power;
}

Result<SheetPlan> plan_sheet(const PlateStyle& style, Vec2 frame_m) {
  std::optional<SheetPlan> best;
  for (SheetPlan& plan : ways_to_lie(paper_of(style))) {
    plan.scale = round_scale(least_scale(plan, frame_m));
    if (style.scale > 0 && least_scale(plan, frame_m) <= style.scale * (1 + 1e-9)) {
      plan.scale = style.scale;
      return plan;
    }
    if (plan.panel != PanelSide::none && (!best || plan.scale < best->scale)) best = plan;
  }
  if (style.scale > 0) return no_room(style, frame_m, best->scale);
  return *best;
}

SheetPlan plan_square(const PlateStyle& style, const SheetPlan& of_frame) {
  const auto side = [](const SheetPlan& plan) { return std::min(plan.map_mm.x, plan.map_mm.y); };
  std::optional<SheetPlan> best;
  for (const SheetPlan& plan : ways_to_lie(paper_of(style)))
    if (plan.panel != PanelSide::none && plan.page_mm.x == of_frame.page_mm.x)
      if (!best || side(plan) > side(*best)) best = plan;
  return best.value_or(of_frame);
}

Result<PlateStyle> on_paper(PlateStyle style, const GridSpec& frame) {
  if (!style.sheet && style.scale == 0) return style;
  if (style.scale != 0 && (style.scale < kLeastScale || style.scale > kMostScale))
    return Error{ErrorKind::usage, "scale " + std::to_string(style.scale) + ": expected " +
                                       std::to_string(kLeastScale) + " to " + std::to_string(kMostScale)};
  double scale = style.scale;
  if (style.sheet) {
    const auto plan = plan_sheet(style, {frame.width_m(), frame.height_m()});
    if (!plan) return plan.error();
    scale = plan.value().scale;
    if (scale < kLeastScale || scale > kMostScale)
      return Error{ErrorKind::usage, "the frame has no scale from 1:" + std::to_string(kLeastScale) +
                                         " to 1:" + std::to_string(kMostScale) + " on a sheet of that size"};
  }
  style.scale = static_cast<int>(std::lround(scale));
  const double longer_mm = 1000 * std::max(frame.width_m(), frame.height_m()) / style.scale;
  style.map_px = static_cast<int>(std::min(1e9, std::round(longer_mm * style.dpi / kMmPerInch)));
  return style;
}

std::string scale_text(const PlateStyle& style, double scale) {
  double n = style.scale;
  if (style.scale == 0) {
    double step = 1;
    while (scale / step >= 1000) step *= 10;
    n = step * std::round(scale / step);
  }
  std::string digits = decimal(n, 0);
  for (auto at = static_cast<int64_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<size_t>(at), ",");
  return "1:" + digits;
}

}  // namespace fw
