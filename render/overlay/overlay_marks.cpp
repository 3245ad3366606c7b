#include "render/overlay/overlay_marks.h"

#include <algorithm>

#include "render/map/marks/point_symbol.h"

namespace fw {

ClassMarks class_marks(const World& world, const SymbolSet& symbols, const Palette& palette) {
  const PointSymbols looks(world, symbols, palette);
  ClassMarks marks;
  for (size_t c = 0; c < world.points.classes.size(); ++c) {
    const PointClassInfo& info = world.points.classes[c];
    if (info.category == Category::resource || info.category == Category::wildlife)
      marks.push_back({info.category, info.slug, looks.of_class(static_cast<int>(c)), info.tier});
  }
  return marks;
}

const ClassMark* find_mark(const ClassMarks& marks, Category category, std::string_view slug) {
  const auto at = std::ranges::find_if(
      marks, [&](const ClassMark& mark) { return mark.category == category && mark.slug == slug; });
  return at == marks.end() ? nullptr : &*at;
}

void draw_class_mark(const Painter& pen, const ClassMark& mark, double x, double y, double scale) {
  if (mark.category == Category::wildlife) return draw_wildlife(pen, x, y, mark.family, scale);
  draw_resource(pen, x, y, mark.family, mark.tier, scale);
}

}  // namespace fw
