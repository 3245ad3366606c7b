#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/template/vocabulary.h"
#include "render/map/symbols/svg_symbol.h"
#include "render/page/painter.h"

namespace fw {

/// A drawing of our own in a box from (-1, -1) to (1, 1), y down: closed paths, holes anticlockwise.
struct Pictogram;

/// Names in the order in which rows without a symbol get them.
std::span<const std::string_view> pictogram_names();
/// nullptr if there is none of that name.
const Pictogram* find_pictogram(std::string_view name);

/// What a row of `landmarks` or `families` is drawn as: a pictogram, or a studio's own drawing where `svg` is
/// set.
struct Symbol {
  const Pictogram* pictogram = nullptr;
  std::shared_ptr<const SvgSymbol> svg{};
};

/// The symbols of a vocabulary's rows, by row.
struct SymbolSet {
  std::vector<Symbol> landmarks;
  std::vector<Symbol> families;
  std::map<std::string, std::shared_ptr<const SvgSymbol>> files{};  ///< the SVG files among them, by name
};

/// The symbols that rows name. A row that names none, or none that is known, gets the first free pictogram in
/// the order of rows: landmarks a picture, families a plain shape. The same at every run.
SymbolSet assign_symbols(const Vocabulary& vocabulary);

/// The same, with SVG files from `folder`, each read once. Fails where a row names an unknown pictogram, or a
/// file that is missing or refused (load_svg_symbol).
Result<SymbolSet> load_symbols(const Vocabulary& vocabulary, const std::filesystem::path& folder);

/// Makes the outline of a symbol of radius r round (x, y) the context's path: a
/// pictogram's own, a disc for an SVG symbol.
void symbol_path(cairo_t* cr, const Symbol& symbol, double x, double y, double r);

/// The symbol alone, without halo or badge: a pictogram in `ink`, an SVG symbol in its own colours.
void draw_symbol(const Painter& pen, const Symbol& symbol, double x, double y, double r, Rgb ink);

/// White halo, symbol, edge: points of resources, wildlife and enemies. `halo` and `edge` are widths, 0:
/// none.
struct MarkLook {
  Rgb fill;
  double halo = 0;
  double edge = 0;
};
void draw_mark(const Painter& pen, const Symbol& symbol, double x, double y, double r, const MarkLook& look);

/// A landmark's badge: outline, ground and picture. `ink` is the kind's colour, or its owner's.
void draw_badge(const Painter& pen, const Symbol& symbol, double x, double y, Rgb ink, double scale);
/// Its radius at scale 1, units.
double badge_radius(const Symbol& symbol);

}  // namespace fw
