#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/colour/palette.h"
#include "core/model/world/world.h"
#include "render/map/marks/symbols.h"
#include "render/page/painter.h"

namespace fw {

/// What the map marks the points of a class of resources or wildlife with.
struct ClassMark {
  Category category = Category::wildlife;
  std::string slug;
  FamilySymbol family;
  Tier tier = Tier::common;  ///< of resources
};
using ClassMarks = std::vector<ClassMark>;

/// Of all such classes of a world.
ClassMarks class_marks(const World& world, const SymbolSet& symbols, const Palette& palette);
/// nullptr where there is none.
const ClassMark* find_mark(const ClassMarks& marks, Category category, std::string_view slug);
/// `scale` in the painter's units per unit of the map's marks.
void draw_class_mark(const Painter& pen, const ClassMark& mark, double x, double y, double scale);

}  // namespace fw
