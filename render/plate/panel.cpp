#include "render/plate/panel.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>

namespace fw {
namespace {

constexpr double kHeadingHeight = 36;
constexpr double kLeastGap = 13, kMostGap = 44, kMostSpread = 60;  // between sections
constexpr double kMostStretch = 1.22;
constexpr double kLeastStretch = 0.8;
constexpr std::string_view kContinued = ", continued";  // behind a heading

std::vector<Box> in_panel_units(std::vector<Box> columns) {
  for (Box& box : columns)
    box = {box.x0 / kPanelUnit, box.y0 / kPanelUnit, box.x1 / kPanelUnit, box.y1 / kPanelUnit};
  return columns;
}

double rows_height(const std::vector<PanelSection>& sections) {
  double sum = 0;
  for (const PanelSection& s : sections)
    for (const PanelRow& r : s.rows) sum += r.height;
  return sum;
}

/// Rows [first, last) of a section in one column.
struct Piece {
  const PanelSection* section;
  size_t first, last;
  double height;  ///< with its heading

  bool goes_on() const { return first > 0; }
};
using Column = std::vector<Piece>;

double height_of(const PanelSection& section) {
  double sum = section.heading.empty() ? 0 : kHeadingHeight;
  for (const PanelRow& row : section.rows) sum += row.height;
  return sum;
}

/// The piece of a section from row `first` on that has room; without rows if no more than one of several has.
Piece piece_of(const PanelSection& section, size_t first, double room, double stretch) {
  Piece piece{&section, first, first, section.heading.empty() ? 0 : kHeadingHeight};
  for (size_t i = 0; first > 0 && i < section.header_rows; ++i)
    piece.height += stretch * section.rows[i].height;
  for (; piece.last < section.rows.size(); ++piece.last) {
    const double height = stretch * section.rows[piece.last].height;
    if (piece.height + height > room + 1e-6) break;
    piece.height += height;
  }
  const bool all = piece.last == section.rows.size();
  const size_t least = (first == 0 ? section.header_rows : 0) + 2;
  if (!all && piece.last - first < least) piece.last = first;
  return piece;
}

/// The sections in columns of which the share `fill` is used; nothing if they have no room there. Only a
/// section that is longer than a column goes on in the next one.
std::optional<std::vector<Column>> packed(const std::vector<Box>& boxes,
                                          const std::vector<PanelSection>& sections, double stretch,
                                          double fill) {
  double longest = 0;
  for (const Box& box : boxes) longest = std::max(longest, box.height());
  std::vector<Column> columns(1);
  double used = 0;
  for (const PanelSection& section : sections)
    for (size_t row = 0; row < section.rows.size();) {
      const double gap = columns.back().empty() ? 0 : kLeastGap;
      const double room = fill * boxes[columns.size() - 1].height() - used - gap;
      const Piece piece = piece_of(section, row, room, stretch);
      const bool all = piece.last == section.rows.size() || height_of(section) > longest;
      if (piece.last > piece.first && all) {
        used += gap + piece.height;
        row = piece.last;
        columns.back().push_back(piece);
      } else if (columns.size() < boxes.size()) {
        columns.emplace_back();
        used = 0;
      } else {
        return std::nullopt;
      }
    }
  return columns;
}

/// The most even way at the largest size that has room.
struct Packing {
  std::vector<Column> columns;
  double stretch = 1;
};
Packing best_packing(const std::vector<Box>& boxes, const std::vector<PanelSection>& sections) {
  constexpr int kSteps = 24;
  const bool roomy = packed(boxes, sections, 1, 1).has_value();
  // Roomy: the least fill at full size; else the largest size at full columns.
  double good = roomy ? 1 : kLeastStretch, bad = roomy ? 0 : 1;
  const auto at = [&](double v) {
    return roomy ? packed(boxes, sections, 1, v) : packed(boxes, sections, v, 1);
  };
  for (int step = 0; step < kSteps; ++step) {
    const double middle = (good + bad) / 2;
    (at(middle) ? good : bad) = middle;
  }
  auto columns = at(good);
  return {columns ? std::move(*columns) : std::vector<Column>(), roomy ? 1 : good};
}

void draw_heading(const Painter& pen, const std::string& heading, double x, double y, double width) {
  const TextStyle style{.bold = true, .size = 15, .letter_spacing = 1.4};
  pen.text(capitals(heading), x, y + 12, style, Align::left, width);
  pen.line(x, y + 21, x + width, y + 21, colour::kInk, 1.0, 0.55);
}

void draw_bar(const Painter& pen, const Box& box, const std::vector<double>& shares,
              const std::vector<Rgb>& colours) {
  // Fills of a dark map are hardly told from a dark page.
  const double lighter = pen.page.ink.g > pen.page.paper.g ? 0.22 : 0;
  const double sum = std::max(1e-9, std::accumulate(shares.begin(), shares.end(), 0.0));
  double at = box.x0;
  for (size_t i = 0; i < shares.size() && i < colours.size(); ++i) {
    const double width = box.width() * std::max(shares[i], 0.0) / sum;
    if (width > 0) pen.rectangle({at, box.y0, at + width, box.y1}, mix(colours[i], colour::kWhite, lighter));
    at += width;
  }
}

/// Rows [first, last) from y on; returns where they end.
double draw_rows(const Painter& pen, const std::vector<PanelRow>& rows, size_t first, size_t last,
                 const Box& box, double y, double stretch) {
  for (size_t i = first; i < last; ++i) {
    const double height = rows[i].height * stretch;
    rows[i].draw(pen, {box.x0, y + height / 2, box.width(), height, 1});
    y += height;
  }
  return y;
}

/// One column that holds everything.
void draw_spread(const Painter& pen, const Box& box, const std::vector<PanelSection>& sections) {
  double headings = 0;
  for (const PanelSection& s : sections) headings += s.heading.empty() ? 0 : kHeadingHeight;
  const auto gaps = static_cast<double>(sections.size() - 1);
  const double room = box.height() - headings - gaps * kLeastGap;
  const double natural = rows_height(sections);
  const double stretch = std::clamp(room / std::max(natural, 1.0), kLeastStretch, kMostStretch);
  const double left = gaps > 0 ? std::max(0.0, room - natural * stretch) / gaps : 0;
  const double gap = std::min(kLeastGap + left, kMostSpread);
  double y = box.y0;
  for (const PanelSection& section : sections) {
    if (!section.heading.empty()) {
      draw_heading(pen, section.heading, box.x0, y, box.width());
      y += kHeadingHeight;
    }
    y = draw_rows(pen, section.rows, 0, section.rows.size(), box, y, stretch) + gap;
  }
}

void draw_column(const Painter& pen, const Box& box, const Column& pieces, double stretch) {
  double used = 0;
  for (const Piece& piece : pieces) used += piece.height;
  const auto gaps = static_cast<double>(pieces.size()) - 1;
  const double gap = gaps > 0 ? std::clamp((box.height() - used) / gaps, kLeastGap, kMostGap) : 0;
  double y = box.y0;
  for (const Piece& piece : pieces) {
    const PanelSection& section = *piece.section;
    if (!section.heading.empty()) {
      draw_heading(pen, section.heading + std::string(piece.goes_on() ? kContinued : ""), box.x0, y,
                   box.width());
      y += kHeadingHeight;
    }
    if (piece.goes_on()) y = draw_rows(pen, section.rows, 0, section.header_rows, box, y, stretch);
    y = draw_rows(pen, section.rows, piece.first, piece.last, box, y, stretch) + gap;
  }
}

// Legends.
constexpr double kLegendSize = 15.5, kLegendGutter = 14, kLegendText = 34;  // where the text begins
constexpr double kTwoLines = kPanelType / kLegendSize;                      // size of letters on two lines
constexpr double kNarrower = kTwoLines;                                     // least size on one line
constexpr double kTwoLineHeight = 34;                                       // of a row

double legend_width(double panel, int columns) {
  return (panel - kLegendGutter * (columns - 1)) / columns;
}

constexpr double kLegendLetter = 0.5 * kLegendSize;  // mean width of a letter

/// Room of an item's label, estimated for a rather narrow column.
double label_room(const LegendItem& item, int columns) {
  constexpr double kFigure = 0.45 * kLegendSize, kNarrow = 0.94;
  return legend_width(kNarrow * kPanelWidth, columns) - kLegendText - 8 -
         kFigure * static_cast<double>(item.value.size());
}
bool needs_two_lines(const LegendItem& item, int columns) {
  return kNarrower * kLegendLetter * static_cast<double>(item.text.size()) > label_room(item, columns);
}

/// Whether labels have room in so many columns: on two lines in two columns, on one in more. An estimate,
/// since letters are measured only when they are drawn.
bool has_room(const std::vector<LegendItem>& items, int columns) {
  return std::all_of(items.begin(), items.end(), [&](const LegendItem& item) {
    const double room = label_room(item, columns);
    const double letters = kLegendLetter * static_cast<double>(item.text.size());
    const size_t at = middle_space(item.text);
    if (letters <= room || columns > 2 || at == std::string::npos) return letters <= room;
    const size_t longer = std::max(at, item.text.size() - at - 1);
    return kTwoLines * kLegendLetter * static_cast<double>(longer) <= room;
  });
}

/// A label of a legend about the height `y`, whole: on one line, of slightly smaller letters if need be, else
/// on two, which keep within the row.
void draw_label(const Painter& pen, const std::string& text, double x, const Slot& slot, double room,
                TextStyle style) {
  constexpr double kWidest = 0.7;  // em of a letter: a label that short needs no measuring
  const auto width = [&](const std::string& line) { return pen.type->measure(line, style).width; };
  std::vector<std::string> lines{text};
  double widest = 0;
  if (kWidest * style.size * static_cast<double>(text.size()) > room) widest = width(text);
  const size_t at = kNarrower * widest > room ? middle_space(text) : std::string::npos;
  if (at != std::string::npos) {
    lines = {text.substr(0, at), text.substr(at + 1)};
    style.size *= kTwoLines;
    widest = std::max(width(lines[0]), width(lines[1]));
  }
  if (widest > room) style.size = std::max(kPanelType, style.size * room / widest);
  const double pitch = 0.92 * style.size;
  double baseline = slot.y + 0.35 * style.size - pitch * static_cast<double>(lines.size() - 1) / 2;
  for (const std::string& line : lines) {
    pen.text(line, x, baseline, style, Align::left, room);
    baseline += pitch;
  }
}

}  // namespace

bool panel_fits(const std::vector<Box>& columns, std::vector<PanelSection> sections) {
  std::erase_if(sections, [](const PanelSection& s) { return s.rows.empty(); });
  if (columns.empty()) return sections.empty();
  return packed(in_panel_units(columns), sections, kLeastStretch, 1).has_value();
}

namespace {

/// As many first rows of a section as have room, which are taken out of it: one at least.
PanelSection take_rows(const std::vector<Box>& columns, PanelSection& section) {
  size_t rows = section.rows.size();
  PanelSection part = section;
  while (rows > section.header_rows + 1) {
    part.rows.resize(--rows);
    if (panel_fits(columns, {part})) break;
  }
  const bool all = rows == section.rows.size();
  const auto begin = section.rows.begin();
  section.rows.erase(all ? begin : begin + static_cast<long>(section.header_rows),
                     begin + static_cast<long>(rows));
  if (!section.heading.ends_with(kContinued)) section.heading += kContinued;
  return part;
}

}  // namespace

std::vector<PanelSection> take_fitting(const std::vector<Box>& columns, std::vector<PanelSection>& sections,
                                       bool fresh) {
  std::erase_if(sections, [](const PanelSection& s) { return s.rows.empty(); });
  std::vector<PanelSection> taken, left;
  for (PanelSection& section : sections) {
    taken.push_back(section);
    if (panel_fits(columns, taken)) continue;
    taken.pop_back();
    left.push_back(std::move(section));
  }
  if (taken.empty() && fresh && !left.empty()) {
    taken.push_back(take_rows(columns, left.front()));
    if (left.front().rows.empty()) left.erase(left.begin());
  }
  sections = std::move(left);
  return taken;
}

void draw_panel(const Painter& pen, const std::vector<Box>& columns, std::vector<PanelSection> sections) {
  std::erase_if(sections, [](const PanelSection& s) { return s.rows.empty(); });
  if (sections.empty() || columns.empty()) return;
  const std::vector<Box> boxes = in_panel_units(columns);
  if (pen.cr != nullptr) {
    cairo_save(pen.cr);
    cairo_scale(pen.cr, kPanelUnit, kPanelUnit);
  }
  if (boxes.size() == 1) {
    draw_spread(pen, boxes.front(), sections);
  } else {
    const Packing packing = best_packing(boxes, sections);
    for (size_t i = 0; i < packing.columns.size(); ++i)
      draw_column(pen, boxes[i], packing.columns[i], packing.stretch);
  }
  if (pen.cr != nullptr) cairo_restore(pen.cr);
}

std::vector<PanelRow> legend_rows(std::vector<LegendItem> items, int columns, double row_height) {
  while (columns > 1 && !has_room(items, columns)) --columns;
  std::vector<PanelRow> rows;
  for (size_t first = 0; first < items.size(); first += static_cast<size_t>(columns)) {
    const size_t last = std::min(items.size(), first + static_cast<size_t>(columns));
    std::vector<LegendItem> own(items.begin() + static_cast<long>(first),
                                items.begin() + static_cast<long>(last));
    const bool two_lines = std::any_of(
        own.begin(), own.end(), [columns](const LegendItem& item) { return needs_two_lines(item, columns); });
    rows.push_back(
        {two_lines ? std::max(row_height, kTwoLineHeight) : row_height,
         [own = std::move(own), columns](const Painter& pen, const Slot& slot) {
           const double width = legend_width(slot.width, columns);
           const TextStyle style{.size = kLegendSize * slot.scale};
           for (size_t i = 0; i < own.size(); ++i) {
             const double x = slot.x + static_cast<double>(i) * (width + kLegendGutter);
             if (own[i].symbol) own[i].symbol(pen, x + 14, slot.y, slot.scale);
             TextStyle soft = style;
             soft.colour = colour::kInkSoft;
             const double value = own[i].value.empty() ? 0 : pen.type->measure(own[i].value, soft).width;
             draw_label(pen, own[i].text, x + kLegendText, slot, width - kLegendText - value - 8, style);
             if (value > 0) pen.text(own[i].value, x + width, slot.y + 0.35 * soft.size, soft, Align::right);
           }
         }});
  }
  return rows;
}

PanelRow mix_bar(std::string caption, std::vector<double> target, std::vector<double> actual,
                 std::vector<Rgb> colours) {
  return {50, [=](const Painter& pen, const Slot& slot) {
            const TextStyle style{
                .italic = true, .size = kPanelType * slot.scale, .colour = colour::kInkSoft};
            // Rows that are not spread leave the caption less room under what stands above it.
            const double top = slot.y - (slot.height < 51 ? 20 : 23) * slot.scale;
            pen.text(caption, slot.x, top + 11 * slot.scale, style, Align::left, slot.width);
            const Box thin{slot.x, top + 18 * slot.scale, slot.x + slot.width, top + 24 * slot.scale};
            const Box thick{slot.x, top + 27 * slot.scale, slot.x + slot.width, top + 42 * slot.scale};
            draw_bar(pen, thin, target, colours);
            draw_bar(pen, thick, actual, colours);
            pen.outline(thin, colour::kInk, 0.6, 0.5);
            pen.outline(thick, colour::kInk, 0.7, 0.6);
          }};
}

namespace {

/// How much smaller a text of a cell is set so that it has room, down to the least size; what is longer still
/// is cut.
double fitting(const Painter& pen, const std::string& text, const TextStyle& style, double room) {
  if (room <= 0 || text.empty()) return 1;
  const double width = pen.type->measure(text, style).width;
  return width > room ? std::clamp(0.995 * room / width, std::min(1.0, kPanelType / style.size), 1.0) : 1;
}

/// A text in lines of so many units, broken between words, at most three.
std::vector<std::string> wrapped(const Painter& pen, const std::string& text, const TextStyle& style,
                                 double room) {
  constexpr size_t kMostLines = 3;
  std::vector<std::string> lines{""};
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    std::string& line = lines.back();
    const std::string longer = line.empty() ? word : line + " " + word;
    if (line.empty() || lines.size() == kMostLines || pen.type->measure(longer, style).width <= room)
      line = longer;
    else
      lines.push_back(word);
    at = end + 1;
  }
  return lines;
}

}  // namespace

PanelRow table_row(std::vector<TableCell> cells, double height, double size) {
  return {height, [cells = std::move(cells), size](const Painter& pen, const Slot& slot) {
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
              TextStyle style{.bold = cell.strong,
                              .italic = cell.soft,
                              .size = (cell.size > 0 ? cell.size : size) * slot.scale};
              if (cell.soft) style.colour = colour::kInkSoft;
              if (cell.soft) style.size = std::max(kPanelType, 0.9 * style.size);
              style.size *= fitting(pen, cell.text, style, cell.max_width * slot.width);
              pen.text(cell.text, x, slot.y + 0.35 * style.size, style, cell.align,
                       cell.max_width * slot.width);
            }
          }};
}

PanelRow key_value(std::string key, std::string value) {
  return table_row({{.x = 0, .text = std::move(key), .max_width = 0.66},
                    {.x = 1, .align = Align::right, .text = std::move(value), .strong = true}},
                   23, 15);
}

PanelRow note(std::string text) {
  constexpr double kLetter = 0.46 * kPanelType, kLine = 18;
  const double lines =
      std::clamp(std::ceil(kLetter * static_cast<double>(text.size()) / kPanelWidth), 1.0, 3.0);
  return {kLine * lines + 4, [text = std::move(text)](const Painter& pen, const Slot& slot) {
            const TextStyle style{.italic = true, .size = kPanelType, .colour = colour::kInkSoft};
            const std::vector<std::string> lines = wrapped(pen, text, style, slot.width);
            double y = slot.y + 0.35 * style.size - 0.5 * kLine * static_cast<double>(lines.size() - 1);
            for (const std::string& line : lines) {
              pen.text(line, slot.x, y, style, Align::left, slot.width);
              y += kLine;
            }
          }};
}

SymbolDrawer swatch(Rgb fill, Rgb edge) {
  return [fill, edge](const Painter& pen, double x, double y, double scale) {
    const Box box{x - 12 * scale, y - 8 * scale, x + 12 * scale, y + 8 * scale};
    pen.rectangle(box, fill);
    pen.outline(box, edge, 1.1 * scale);
  };
}

}  // namespace fw
