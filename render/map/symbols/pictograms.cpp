#include "render/map/symbols/pictograms.h"

#include <cairo.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <string>

#include "core/base/suggest.h"
#include "render/map/style/map_style.h"
#include "render/map/symbols/pictogram_table.h"
#include "render/map/symbols/symbol_files.h"

namespace fw {
namespace {

constexpr double kPi = 3.14159265358979323846;
using symbol_colour::kEdge;

/// The numbers and letters of a path, one after the other.
class PathReader {
 public:
  explicit PathReader(std::string_view text) : text_(text) {}
  /// The next letter, or 0 where a number or the end is next.
  char letter() {
    skip();
    if (text_.empty() || !std::isalpha(static_cast<unsigned char>(text_.front()))) return 0;
    const char c = text_.front();
    text_.remove_prefix(1);
    return c;
  }
  double number() {
    skip();
    double value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    text_.remove_prefix(static_cast<size_t>(end - text_.data()));
    return error == std::errc() ? value : 0;
  }
  bool at_number() {
    skip();
    return !text_.empty() && !std::isalpha(static_cast<unsigned char>(text_.front()));
  }
  bool done() {
    skip();
    return text_.empty();
  }

 private:
  void skip() {
    while (!text_.empty() && text_.front() == ' ') text_.remove_prefix(1);
  }
  std::string_view text_;
};

double radians(double degrees) {
  return degrees * kPi / 180;
}

/// A regular polygon or star with one corner up; `flip` -1: down; `turn` -1: anticlockwise.
void polygon(cairo_t* cr, double x, double y, int corners, double outer, double inner, int flip, int turn) {
  const int steps = inner > 0 ? corners * 2 : corners;
  for (int i = 0; i < steps; ++i) {
    const double r = inner > 0 && i % 2 == 1 ? inner : outer;
    const double a = turn * 2 * kPi * i / steps;
    cairo_line_to(cr, x + r * std::sin(a), y - flip * r * std::cos(a));
  }
  cairo_close_path(cr);
}

/// A line of round ends.
void capsule(cairo_t* cr, double x0, double y0, double x1, double y1, double width, bool hole) {
  const double a = std::atan2(y1 - y0, x1 - x0), r = width / 2;
  if (hole) {
    cairo_arc_negative(cr, x1, y1, r, a + kPi / 2, a - kPi / 2);
    cairo_arc_negative(cr, x0, y0, r, a - kPi / 2, a - 3 * kPi / 2);
  } else {
    cairo_arc(cr, x1, y1, r, a - kPi / 2, a + kPi / 2);
    cairo_arc(cr, x0, y0, r, a + kPi / 2, a + 3 * kPi / 2);
  }
  cairo_close_path(cr);
}

/// Adds a path of `unit` round (x, y) to the context's.
class PathDrawer {
 public:
  PathDrawer(cairo_t* cr, std::string_view path, double x, double y, double unit)
      : cr_(cr), in_(path), x_(x), y_(y), unit_(unit) {}
  void draw() {
    bool open = false;
    while (!in_.done()) {
      const char letter = in_.letter();
      if (letter == 0) return;
      const bool goes_on = letter == 'L' || letter == 'C' || letter == 'A' || letter == 'a';
      if (open && !goes_on) cairo_close_path(cr_);
      if (!goes_on) cairo_new_sub_path(cr_);
      open = goes_on || letter == 'M';
      part(letter);
    }
    if (open) cairo_close_path(cr_);
  }

 private:
  double x() { return x_ + unit_ * in_.number(); }
  double y() { return y_ + unit_ * in_.number(); }
  double length() { return unit_ * in_.number(); }

  void part(char letter) {
    switch (letter) {
      case 'M':
      case 'L':
        while (in_.at_number()) {
          const double px = x(), py = y();
          cairo_line_to(cr_, px, py);
        }
        return;
      case 'C': {
        const double ax = x(), ay = y(), bx = x(), by = y(), cx = x(), cy = y();
        return cairo_curve_to(cr_, ax, ay, bx, by, cx, cy);
      }
      default:
        return figure(letter);
    }
  }

  void figure(char letter) {
    const double px = x(), py = y();
    switch (letter) {
      case 'A':
      case 'a': {
        const double r = length(), from = radians(in_.number()), to = radians(in_.number());
        return letter == 'A' ? cairo_arc(cr_, px, py, r, from, to)
                             : cairo_arc_negative(cr_, px, py, r, from, to);
      }
      case 'O':
        return cairo_arc(cr_, px, py, length(), 0, 2 * kPi);
      case 'o':
        return cairo_arc_negative(cr_, px, py, length(), 2 * kPi, 0);
      case 'R':
      case 'r': {
        const double width = length(), height = length();
        return letter == 'R' ? cairo_rectangle(cr_, px, py, width, height)
                             : cairo_rectangle(cr_, px + width, py, -width, height);
      }
      case 'P':
      case 'p':
      case 'D': {
        const auto corners = static_cast<int>(in_.number());
        const double outer = length(), inner = length();
        return polygon(cr_, px, py, corners, outer, inner, letter == 'D' ? -1 : 1, letter == 'p' ? -1 : 1);
      }
      case 'W':
      case 'w': {
        const double qx = x(), qy = y(), width = length();
        return capsule(cr_, px, py, qx, qy, width, letter == 'w');
      }
      case 'T': {
        const double r = length(), from = radians(in_.number()), to = radians(in_.number());
        const double width = length();
        cairo_arc(cr_, px, py, r + width / 2, from, to);
        if (to - from >= 2 * kPi) cairo_close_path(cr_), cairo_new_sub_path(cr_);
        cairo_arc_negative(cr_, px, py, r - width / 2, to, from);
        return cairo_close_path(cr_);
      }
      default:
        return;
    }
  }

  cairo_t* cr_;
  PathReader in_;
  double x_, y_, unit_;
};

void badge_outline(cairo_t* cr, BadgeOutline outline, double x, double y, double r) {
  cairo_new_path(cr);
  const auto path = [&](std::string_view text) { PathDrawer(cr, text, x, y, r).draw(); };
  switch (outline) {
    case BadgeOutline::circle:
      return cairo_arc(cr, x, y, r, 0, 2 * kPi);
    case BadgeOutline::square:
      return path("R -.9 -.9 1.8 1.8");
    case BadgeOutline::diamond:
      return path("P 0 0 4 1.12 0");
    case BadgeOutline::octagon:
      for (int i = 0; i < 8; ++i) {
        const double a = kPi / 8 + i * kPi / 4;
        cairo_line_to(cr, x + r * std::sin(a), y - r * std::cos(a));
      }
      return cairo_close_path(cr);
    case BadgeOutline::arch:
      return path("M -.82 .95 -.82 -.15 A 0 -.15 .82 180 360 L .82 .95");
    case BadgeOutline::shield:
      return path("M -.88 -.95 .88 -.95 .88 .15 C .85 .65 .35 .95 0 1.12 C -.35 .95 -.85 .65 -.88 .15");
  }
}

/// Of a row that has no pictogram at all: never drawn by rows that assign_symbols() saw.
const Pictogram& pictogram_of(const Symbol& symbol) {
  return symbol.pictogram != nullptr ? *symbol.pictogram : pictogram_table().front();
}

constexpr BadgeLook kSvgBadge{
    .outline = BadgeOutline::circle, .radius = 11.5, .ground = symbol_colour::kPale, .ink_edge = true};

const BadgeLook& badge_of(const Symbol& symbol) {
  return symbol.svg ? kSvgBadge : pictogram_of(symbol).badge;
}

bool is_svg(std::string_view symbol) {
  return symbol.ends_with(".svg");
}

/// Gives rows without a known symbol a free one; of `plain` shapes, or of pictures.
template <typename Row>
std::vector<Symbol> assigned(const std::vector<Row>& rows, bool plain) {
  std::vector<Symbol> symbols;
  std::vector<const Pictogram*> taken;
  for (const Row& row : rows) {
    symbols.push_back({find_pictogram(row.symbol), nullptr});
    if (symbols.back().pictogram != nullptr) taken.push_back(symbols.back().pictogram);
  }
  std::vector<const Pictogram*> pool;
  for (const bool kind : {plain, !plain})
    for (const Pictogram& p : pictogram_table())
      if (p.plain == kind) pool.push_back(&p);
  auto next = pool.begin();
  for (Symbol& symbol : symbols) {
    if (symbol.pictogram != nullptr) continue;
    while (std::find(taken.begin(), taken.end(), *next) != taken.end()) ++next;  // 40 rows, more pictograms
    symbol.pictogram = *next++;
  }
  return symbols;
}

std::vector<std::string> name_list() {
  return {pictogram_names().begin(), pictogram_names().end()};
}

/// The files that the rows of a table name.
template <typename Row>
void collect_files(const std::vector<Row>& rows, std::set<std::string>& names) {
  for (const Row& row : rows)
    if (is_svg(row.symbol) && find_pictogram(row.symbol) == nullptr) names.insert(row.symbol);
}

/// The path of a file that a row names, in a folder of the user's or in one that holds copies.
std::filesystem::path path_of_symbol(const std::filesystem::path& folder, const std::string& name,
                                     const std::set<std::string>& all) {
  const std::vector<std::string> names(all.begin(), all.end());
  const auto at = static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  std::vector<std::string> copies;
  for (const FileLetters letters : {FileLetters::plain, FileLetters::all})
    copies.push_back(copied_file_names(names, letters).at(at));
  if (copies[0] == name) return folder / name;
  return folder / listed_name(folder, name, copies);
}

template <typename Row>
Result<Done> load_files(const std::string& table, const std::vector<Row>& rows,
                        const std::filesystem::path& folder, const std::set<std::string>& all,
                        std::vector<Symbol>& symbols,
                        std::map<std::string, std::shared_ptr<const SvgSymbol>>& files) {
  for (size_t k = 0; k < rows.size(); ++k) {
    const std::string& name = rows[k].symbol;
    const std::string where = table + "." + rows[k].id + ".symbol: ";
    if (name.empty() || find_pictogram(name) != nullptr) continue;
    if (!is_svg(name))
      return Error{ErrorKind::invalid_template, where + "no pictogram is called \"" + name +
                                                    "\"; expected one of those that docs/vocabulary.md "
                                                    "lists, or an SVG file beside the template" +
                                                    did_you_mean(name, name_list())};
    if (name.find('/') != std::string::npos || name.find('\\') != std::string::npos)
      return Error{ErrorKind::invalid_template,
                   where + "\"" + name + "\" names a folder; put the file beside the template"};
    std::shared_ptr<const SvgSymbol>& file = files[name];
    if (!file) {
      auto svg = load_svg_symbol(path_of_symbol(folder, name, all));
      if (!svg) return Error{svg.error().kind, where + svg.error().message};
      file = std::move(svg).value();
    }
    symbols[k].svg = file;
  }
  return Done{};
}

}  // namespace

std::span<const std::string_view> pictogram_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const Pictogram& p : pictogram_table()) all.push_back(p.name);
    return all;
  }();
  return names;
}

const Pictogram* find_pictogram(std::string_view name) {
  for (const Pictogram& p : pictogram_table())
    if (p.name == name) return &p;
  return nullptr;
}

SymbolSet assign_symbols(const Vocabulary& vocabulary) {
  return {.landmarks = assigned(vocabulary.landmarks, false),
          .families = assigned(vocabulary.families, true)};
}

Result<SymbolSet> load_symbols(const Vocabulary& vocabulary, const std::filesystem::path& folder) {
  SymbolSet set = assign_symbols(vocabulary);
  std::set<std::string> all;
  collect_files(vocabulary.landmarks, all);
  collect_files(vocabulary.families, all);
  auto done = load_files("landmarks", vocabulary.landmarks, folder, all, set.landmarks, set.files);
  if (done) done = load_files("families", vocabulary.families, folder, all, set.families, set.files);
  if (!done) return done.error();
  return set;
}

std::vector<SymbolFile> symbol_files(const SymbolSet& symbols, FileLetters letters) {
  std::vector<std::string> names;
  for (const auto& [name, svg] : symbols.files) names.push_back(name);
  names = copied_file_names(names, letters);
  std::vector<SymbolFile> out;
  for (const auto& [name, svg] : symbols.files) out.push_back({names[out.size()], svg});
  return out;
}

void symbol_path(cairo_t* cr, const Symbol& symbol, double x, double y, double r) {
  cairo_new_path(cr);
  if (symbol.svg) return cairo_arc(cr, x, y, r, 0, 2 * kPi);
  const Pictogram& p = pictogram_of(symbol);
  PathDrawer(cr, p.path, x, y, r * p.in_mark).draw();
}

void draw_symbol(const Painter& pen, const Symbol& symbol, double x, double y, double r, Rgb ink) {
  if (symbol.svg) return draw_svg_symbol(pen.cr, *symbol.svg, x, y, r);
  symbol_path(pen.cr, symbol, x, y, r);
  pen.colour(ink);
  cairo_fill(pen.cr);
}

void draw_mark(const Painter& pen, const Symbol& symbol, double x, double y, double r, const MarkLook& look) {
  const auto edge = [&] {
    pen.colour(kEdge);
    cairo_set_line_width(pen.cr, look.edge);
    cairo_stroke_preserve(pen.cr);
  };
  symbol_path(pen.cr, symbol, x, y, r);
  cairo_set_line_join(pen.cr, CAIRO_LINE_JOIN_ROUND);
  if (look.halo > 0) {
    pen.colour(symbol_colour::kRim, 0.9);
    cairo_set_line_width(pen.cr, 2 * (look.halo + look.edge / 2));
    cairo_set_antialias(pen.cr, CAIRO_ANTIALIAS_FAST);  // the symbol itself covers the inner edge
    cairo_stroke_preserve(pen.cr);
    cairo_set_antialias(pen.cr, CAIRO_ANTIALIAS_DEFAULT);
  }
  const bool plain = symbol.svg || pictogram_of(symbol).plain;
  if (look.edge > 0 && !plain) edge();  // parts of a picture overlap: no edges inside
  pen.colour(symbol.svg ? symbol_colour::kRim : look.fill);
  cairo_fill_preserve(pen.cr);
  if (look.edge > 0 && plain) edge();
  cairo_new_path(pen.cr);
  if (symbol.svg) draw_svg_symbol(pen.cr, *symbol.svg, x, y, 0.8 * r);
}

double badge_radius(const Symbol& symbol) {
  return badge_of(symbol).radius;
}

void draw_badge(const Painter& pen, const Symbol& symbol, double x, double y, Rgb ink, double scale) {
  const BadgeLook& look = badge_of(symbol);
  const double r = look.radius * scale;
  badge_outline(pen.cr, look.outline, x, y, r);
  cairo_set_line_join(pen.cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width(pen.cr, std::max(2.2 * scale, 0.34 * r));
  pen.colour(symbol_colour::kRim, 0.95);
  cairo_stroke_preserve(pen.cr);
  pen.colour(look.ground.value_or(ink));
  cairo_fill_preserve(pen.cr);
  cairo_set_line_width(pen.cr, std::max(0.8 * scale, 0.11 * r));
  pen.colour(look.ink_edge ? ink : kEdge);
  cairo_stroke(pen.cr);
  if (symbol.svg) return draw_svg_symbol(pen.cr, *symbol.svg, x, y, 0.66 * r);
  const Pictogram& p = pictogram_of(symbol);
  PathDrawer(pen.cr, p.path, x, y, r * p.in_badge).draw();
  pen.colour(look.picture.value_or(ink));
  cairo_fill(pen.cr);
}

}  // namespace fw
