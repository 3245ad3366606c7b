#include "render/plate/panel.h"

#include <algorithm>
#include <numeric>

namespace fw {
namespace {

constexpr double kHeadingHeight = 36;
constexpr double kLeastGap = 13;
constexpr double kMostStretch = 1.22;
constexpr double kLeastStretch = 0.66;

double rows_height(const std::vector<PanelSection>& sections) {
  double sum = 0;
  for (const PanelSection& s : sections)
    for (const PanelRow& r : s.rows) sum += r.height;
  return sum;
}

/// Cuts the longest section until everything fits at the smallest scale.
void leave_out_rows(std::vector<PanelSection>& sections, double room) {
  std::vector<size_t> dropped(sections.size(), 0);
  while (rows_height(sections) * kLeastStretch > room) {
    const auto longest = std::max_element(sections.begin(), sections.end(), [](const auto& a, const auto& b) {
      return a.rows.size() < b.rows.size();
    });
    if (longest->rows.size() < 4) break;
    longest->rows.pop_back();
    ++dropped[static_cast<size_t>(longest - sections.begin())];
  }
  for (size_t i = 0; i < sections.size(); ++i)
    if (dropped[i] > 0) sections[i].rows.back() = note("and " + std::to_string(dropped[i] + 1) + " more");
}

void draw_heading(const Painter& pen, const std::string& heading, double x, double y, double width) {
  std::string capitals;
  for (const char c : heading) capitals += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  const TextStyle style{Face::sans, true, false, 15, 1.4, colour::kInk, 1, 0, 1};
  pen.text(capitals, x, y + 12, style, Align::left, width);
  pen.line(x, y + 21, x + width, y + 21, colour::kInk, 1.0, 0.55);
}

void draw_bar(const Painter& pen, const Box& box, const std::vector<double>& shares,
              const std::vector<Rgb>& colours) {
  const double sum = std::max(1e-9, std::accumulate(shares.begin(), shares.end(), 0.0));
  double at = box.x0;
  for (size_t i = 0; i < shares.size() && i < colours.size(); ++i) {
    const double width = box.width() * std::max(shares[i], 0.0) / sum;
    if (width > 0) pen.rectangle({at, box.y0, at + width, box.y1}, colours[i]);
    at += width;
  }
}

}  // namespace

void draw_panel(const Painter& pen, const Box& box, std::vector<PanelSection> sections) {
  std::erase_if(sections, [](const PanelSection& s) { return s.rows.empty(); });
  if (sections.empty()) return;
  double headings = 0;
  for (const PanelSection& s : sections) headings += s.heading.empty() ? 0 : kHeadingHeight;
  const auto gaps = static_cast<double>(sections.size() - 1);
  const double room = box.height() - headings - gaps * kLeastGap;
  leave_out_rows(sections, room);
  const double natural = rows_height(sections);
  const double stretch = std::clamp(room / std::max(natural, 1.0), kLeastStretch, kMostStretch);
  const double gap = kLeastGap + (gaps > 0 ? std::max(0.0, room - natural * stretch) / gaps : 0);
  const double scale = std::min(1.0, stretch * 1.04);
  double y = box.y0;
  for (const PanelSection& section : sections) {
    if (!section.heading.empty()) {
      draw_heading(pen, section.heading, box.x0, y, box.width());
      y += kHeadingHeight;
    }
    for (const PanelRow& row : section.rows) {
      const double height = row.height * stretch;
      row.draw(pen, {box.x0, y + height / 2, box.width(), height, scale});
      y += height;
    }
    y += gap;
  }
}

std::vector<PanelRow> legend_rows(std::vector<LegendItem> items, int columns, double row_height) {
  std::vector<PanelRow> rows;
  for (size_t first = 0; first < items.size(); first += static_cast<size_t>(columns)) {
    const size_t last = std::min(items.size(), first + static_cast<size_t>(columns));
    std::vector<LegendItem> own(items.begin() + static_cast<long>(first),
                                items.begin() + static_cast<long>(last));
    rows.push_back({row_height, [own = std::move(own), columns](const Painter& pen, const Slot& slot) {
                      const double gutter = 14, width = (slot.width - gutter * (columns - 1)) / columns;
                      TextStyle style{Face::sans, false, false, 16.5 * slot.scale, 0, colour::kInk, 1, 0, 1};
                      for (size_t i = 0; i < own.size(); ++i) {
                        const double x = slot.x + static_cast<double>(i) * (width + gutter);
                        const double baseline = slot.y + 0.35 * style.size;
                        if (own[i].symbol) own[i].symbol(pen, x + 14, slot.y, slot.scale);
                        TextStyle soft = style;
                        soft.colour = colour::kInkSoft;
                        const double value =
                            own[i].value.empty() ? 0 : pen.type->measure(own[i].value, soft).width;
                        pen.text(own[i].text, x + 34, baseline, style, Align::left, width - 34 - value - 8);
                        if (value > 0) pen.text(own[i].value, x + width, baseline, soft, Align::right);
                      }
                    }});
  }
  return rows;
}

PanelRow mix_bar(std::string caption, std::vector<double> target, std::vector<double> actual,
                 std::vector<Rgb> colours) {
  return {50, [=](const Painter& pen, const Slot& slot) {
            const TextStyle style{Face::sans, false, true, 13.5 * slot.scale, 0, colour::kInkSoft, 1, 0, 1};
            const double top = slot.y - 23 * slot.scale;
            pen.text(caption, slot.x, top + 11 * slot.scale, style, Align::left, slot.width);
            const Box thin{slot.x, top + 18 * slot.scale, slot.x + slot.width, top + 24 * slot.scale};
            const Box thick{slot.x, top + 27 * slot.scale, slot.x + slot.width, top + 42 * slot.scale};
            draw_bar(pen, thin, target, colours);
            draw_bar(pen, thick, actual, colours);
            pen.outline(thin, colour::kInk, 0.6, 0.5);
            pen.outline(thick, colour::kInk, 0.7, 0.6);
          }};
}

PanelRow table_row(std::vector<TableCell> cells, double height, double size) {
  return {
      height, [cells = std::move(cells), size](const Painter& pen, const Slot& slot) {
        for (const TableCell& cell : cells) {
          const double x = slot.x + cell.x * slot.width;
          if (cell.symbol) cell.symbol(pen, x, slot.y, slot.scale);
          if (!cell.bar.empty()) {
            const double half = std::min(5.5 * slot.scale, slot.height * 0.36);
            const Box bar{x, slot.y - half, x + cell.max_width * slot.width, slot.y + half};
            draw_bar(pen, bar, cell.bar, cell.bar_colours);
            pen.outline(bar, colour::kInk, 0.5, 0.5);
            continue;
          }
          TextStyle style{Face::sans, cell.strong, cell.soft, size * slot.scale, 0, colour::kInk, 1, 0, 1};
          if (cell.soft) style.colour = colour::kInkSoft;
          if (cell.soft) style.size *= 0.9;
          pen.text(cell.text, x, slot.y + 0.35 * style.size, style, cell.align, cell.max_width * slot.width);
        }
      }};
}

PanelRow key_value(std::string key, std::string value) {
  return table_row({{.x = 0, .text = std::move(key), .max_width = 0.66},
                    {.x = 1, .align = Align::right, .text = std::move(value), .strong = true}},
                   23, 15);
}

PanelRow note(std::string text) {
  return table_row({{.x = 0, .text = std::move(text), .soft = true, .max_width = 1}}, 22, 15);
}

SymbolDrawer swatch(Rgb fill, Rgb edge) {
  return [fill, edge](const Painter& pen, double x, double y, double scale) {
    const Box box{x - 12 * scale, y - 8 * scale, x + 12 * scale, y + 8 * scale};
    pen.rectangle(box, fill);
    pen.outline(box, edge, 1.1 * scale);
  };
}

}  // namespace fw
