#include "app/gui/map/compare/map_difference.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <array>
#include <map>

namespace fw {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("fw::MapDifference", text);
}

/// Ink by how many of the layers differ in a cell.
QImage cell_ink(const Raster<uint8_t>& layers_differing) {
  constexpr std::array<int, 7> kAlpha{0, 80, 105, 130, 150, 165, 175};
  const GridSpec& grid = layers_differing.grid;
  QImage image(grid.columns, grid.rows, QImage::Format_ARGB32_Premultiplied);
  for (int r = 0; r < grid.rows; ++r) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(r));
    for (int c = 0; c < grid.columns; ++c)
      line[c] = qPremultiply(qRgba(0xC8, 0x1E, 0x5B, kAlpha[layers_differing.at(c, r)]));
  }
  return image;
}

std::map<std::string, Vec2> places(const PointSet& set) {
  std::map<std::string, Vec2> out;
  for (const Point& p : set.points)
    out.emplace(
        std::string(kCategorySlugs[static_cast<size_t>(set.class_of(p).category)]) + "/" + set.id_of(p),
        p.position_m);
  return out;
}

}  // namespace

MapDifference map_difference(const World& before, const World& after, const WorldLayer* only) {
  MapDifference out;
  out.figures = diff_worlds(before, after);
  out.comparable = out.figures.layers_comparable;
  if (!out.comparable) return out;
  const GridSpec& grid = before.grid;
  out.cells = cell_ink(differing_layers(before, after, only));
  out.window = {0, grid.height_m(), grid.cell_m, grid.columns, grid.rows, 1};
  const auto was = places(before.points), is = places(after.points);
  for (const WorldDiff::Class& cls : out.figures.classes) {
    const auto key = [&cls](const std::string& id) { return cls.category + "/" + id; };
    for (const std::string& id : cls.gone) out.gone_m.push_back(was.at(key(id)));
    for (const std::string& id : cls.added) out.added_m.push_back(is.at(key(id)));
    for (const WorldDiff::Moved& moved : cls.moved)
      out.moved.push_back({was.at(key(moved.id)), is.at(key(moved.id))});
  }
  return out;
}

QString difference_text(const MapDifference& d) {
  const QLocale locale;
  if (!d.comparable) return tr("The frames differ in size: there is nothing to compare cell by cell.");
  if (d.figures.same()) return tr("The worlds are the same.");
  QStringList parts;
  for (const WorldDiff::Layer& layer : d.figures.layers)
    if (layer.classes && layer.cells > 0)
      parts << tr("%1 %2 %").arg(QString::fromStdString(layer.name),
                                 locale.toString(100 * layer.share, 'f', layer.share < 0.1 ? 1 : 0));
  const auto count = [&](size_t n) { return locale.toString(static_cast<qulonglong>(n)); };
  const QString points = tr("points: %1 moved, %2 new, %3 gone")
                             .arg(count(d.moved.size()), count(d.added_m.size()), count(d.gone_m.size()));
  if (parts.isEmpty()) return tr("No class layer differs; %1").arg(points);
  return tr("Cells that differ: %1; %2").arg(parts.join(tr(", ")), points);
}

}  // namespace fw
