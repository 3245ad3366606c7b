#include "render/plate/page_layout.h"

#include <algorithm>
#include <cmath>

namespace fw {
namespace {

constexpr double kColumn = 470, kGutter = 30;
constexpr double kLeastHeight = 900;  // of a page, however flat its map
constexpr double kLeastBelow = 300;   // room below a map that is worth a column
constexpr double kTickRoom = 52;      // numbers below a map

/// As many columns as have room between two sides.
void add_between(std::vector<Box>& columns, double x0, double x1, double y0, double y1) {
  const double count = std::max(1.0, std::floor((x1 - x0 + kGutter) / (kColumn + kGutter) + 1e-9));
  const double width = (x1 - x0 - kGutter * (count - 1)) / count;
  for (double i = 0; i < count; ++i) {
    const double left = x0 + i * (width + kGutter);
    columns.push_back({left, y0, left + width, y1});
  }
}

}  // namespace

double PageLayout::width() const {
  double right = map.x;
  for (const Box& column : columns) right = std::max(right, column.x1);
  return right;
}

void PageLayout::add_column() {
  const double left = width() + kGutter;
  columns.push_back({left, 0, left + kColumn, height});
}

Vec2 map_units(const GridSpec& frame) {
  const double longer = std::max(frame.width_m(), frame.height_m());
  return {kMapUnits * (frame.width_m() / longer), kMapUnits * (frame.height_m() / longer)};
}

PageLayout page_layout(Vec2 map) {
  PageLayout page{map, std::max(map.y, kLeastHeight), {}};
  add_between(page.columns, map.x + kGutter, kMapUnits + kGutter + kColumn, 0, page.height);
  if (page.height - map.y >= kLeastBelow) add_between(page.columns, 0, map.x, map.y + kTickRoom, page.height);
  return page;
}

}  // namespace fw
