#pragma once

#include <string>
#include <string_view>

// Reads a studio's drawing: what is checked is what is drawn, for librsvg gets the text that is written here,
// not the file's own. Private to this folder.
namespace fw {

/// A drawing that may be drawn.
struct SvgRead {
  std::string refused;  ///< why the file is refused; "" if it is not
  std::string text;     ///< plain elements alone, with their attributes: for librsvg
  size_t root_end = 0;  ///< in `text`, behind the name of the root element: more attributes may stand here
  bool bounded = true;  ///< false: its root states no size, so its reach is not known
};

/// Elements that are no plain drawing, references to other files, scripts and event attributes, entities, too
/// much depth, too many copies, and strokes, dashes or places that are far too large or too many for the box.
SvgRead read_svg(std::string_view text);

}  // namespace fw
