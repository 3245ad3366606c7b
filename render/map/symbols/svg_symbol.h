#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "core/base/result.h"
#include "render/page/painter.h"

namespace fw {

/// A studio's own drawing, read and checked. Drawn as vectors where the context is one of SVG or PDF.
class SvgSymbol;

inline constexpr size_t kMostSvgBytes = 64 * 1024;

/// Reads a symbol. Refused, with a sentence: more than kMostSvgBytes, references to other files, scripts,
/// event attributes, entities, text, elements that are no plain drawing, far too many dashes, far too wide
/// strokes and far too distant places, and what nobody sees on the white disc of a symbol. A drawing without
/// viewBox, width and height has the box of what it draws.
Result<std::shared_ptr<const SvgSymbol>> load_svg_symbol(const std::filesystem::path& path);
/// The same from text; `name` is what messages call it.
Result<std::shared_ptr<const SvgSymbol>> svg_symbol(std::string_view text, std::string_view name);

/// The bytes that it was read from.
std::string_view svg_text(const SvgSymbol& symbol);

/// Draws it into a square of half side r round (x, y), its proportions kept.
void draw_svg_symbol(cairo_t* cr, const SvgSymbol& symbol, double x, double y, double r);

}  // namespace fw
