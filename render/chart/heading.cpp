#include <algorithm>

#include "render/chart/chart_sheet.h"
#include "render/page/numbers.h"

// Heading, legend and note around the plots.
namespace fw {
namespace {

constexpr double kMargin = 26, kTop = 40, kFoot = 22, kRow = 22, kKey = 24, kKeyGap = 22;

void draw_key(ChartSheet& sheet, const ChartKey& key, double x, double middle) {
  const double centre = x + 9;
  switch (key.look) {
    case ChartKey::Look::swatch:
      sheet.pen.rectangle({x, middle - 6, x + 18, middle + 6}, key.colour);
      break;
    case ChartKey::Look::marker:
      sheet.marker(key.marker, centre, middle, 11, key.colour);
      break;
    case ChartKey::Look::hollow_marker:
      sheet.marker(key.marker, centre, middle, 11, key.colour, true);
      break;
    case ChartKey::Look::line:
      sheet.pen.line(x, middle, x + 18, middle, key.colour, 2.6);
      break;
    case ChartKey::Look::whisker:
      sheet.pen.line(centre, middle - 8, centre, middle + 8, key.colour, 1.3);
      sheet.pen.line(centre - 4, middle - 8, centre + 4, middle - 8, key.colour, 1.3);
      sheet.pen.line(centre - 4, middle + 8, centre + 4, middle + 8, key.colour, 1.3);
      break;
  }
}

double key_width(const ChartSheet& sheet, const ChartKey& key, double most) {
  return kKey + std::min(sheet.width_of(key.name, label_style(sheet.colours)), most - kKey);
}

int rows_in(const ChartSheet& sheet, const std::vector<ChartKey>& legend, double width) {
  int rows = 1;
  double at = 0;
  for (const ChartKey& key : legend) {
    const double needed = key_width(sheet, key, width);
    if (at > 0 && (at + needed > width || key.breaks_before)) at = 0, ++rows;
    at += needed + kKeyGap;
  }
  return rows;
}

double heading(ChartSheet& sheet, const std::string& title, const std::string& subtitle,
               const std::vector<ChartKey>& legend, bool draw) {
  const double width = sheet.page.width() - 2 * kMargin;
  double y = sheet.page.y0 + kTop;
  if (draw && !title.empty()) sheet.text(title, kMargin, y, title_style(sheet.colours), Align::left, width);
  if (!subtitle.empty()) {
    y += 23;
    if (draw) sheet.text(subtitle, kMargin, y, subtitle_style(sheet.colours), Align::left, width);
  }
  y += 12;
  if (!legend.empty()) {
    const double height = flow_legend(sheet, legend, kMargin, y, width, draw);
    if (draw) sheet.trace.legends.push_back({kMargin, y, kMargin + width, y + height});
    y += height;
  }
  return y + 8 - sheet.page.y0;
}

}  // namespace

double flow_legend(ChartSheet& sheet, const std::vector<ChartKey>& legend, double x, double y, double width,
                   bool draw) {
  // The narrowest block with the same number of rows: avoids a single entry in the last row.
  const int rows = rows_in(sheet, legend, width);
  double narrow = width;
  while (rows > 1 && narrow > 60 && rows_in(sheet, legend, narrow - 10) == rows) narrow -= 10;
  const TextStyle style = label_style(sheet.colours);
  double at = x, row = y;
  for (const ChartKey& key : legend) {
    const double needed = key_width(sheet, key, width);
    if (at > x && (at + needed > x + narrow || key.breaks_before)) at = x, row += kRow;
    if (draw) {
      draw_key(sheet, key, at, row + kRow / 2);
      sheet.text(key.name, at + kKey, row + kRow / 2 + 5, style, Align::left, width - kKey);
    }
    at += needed + kKeyGap;
  }
  return row + kRow - y;
}

double heading_height(ChartSheet& sheet, const std::string& title, const std::string& subtitle,
                      const std::vector<ChartKey>& legend) {
  return heading(sheet, title, subtitle, legend, false) + kFoot;
}

Box draw_heading(ChartSheet& sheet, const std::string& title, const std::string& subtitle,
                 const std::vector<ChartKey>& legend) {
  const double used = heading(sheet, title, subtitle, legend, true);
  return {sheet.page.x0 + kMargin, sheet.page.y0 + used, sheet.page.x1 - kMargin, sheet.page.y1 - kFoot};
}

void draw_note(ChartSheet& sheet) {
  if (sheet.skipped == 0) return;
  const auto count = static_cast<int64_t>(sheet.skipped);
  const std::string words =
      count == 1 ? "1 value is left out: it is not a finite number, or not on the axis."
                 : grouped(count) + " values are left out: they are not finite numbers, or not on the axis.";
  sheet.text(words, sheet.page.x0 + kMargin, sheet.page.y1 - 8, small_style(sheet.colours), Align::left,
             sheet.page.width() - 2 * kMargin);
}

void draw_no_data(ChartSheet& sheet, const Box& plot) {
  sheet.text("No data to draw", (plot.x0 + plot.x1) / 2, (plot.y0 + plot.y1) / 2,
             subtitle_style(sheet.colours), Align::centre, plot.width());
}

}  // namespace fw
