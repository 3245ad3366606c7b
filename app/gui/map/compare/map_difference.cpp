#include "app/gui/map/compare/map_difference.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <QStringList>
#include <array>
#include <map>
#include <utility>

#include "app/gui/map/map_paint.h"

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

namespace {

namespace ink {
const QColor kMoved(0x14, 0x5D, 0xA0), kAdded(0x1B, 0x7A, 0x3D), kGone(0xA3, 0x21, 0x2B),
    kCells(0xC8, 0x1E, 0x5B);
}  // namespace ink

/// A shift that one can follow; beyond it the point was placed anew.
constexpr double kLongestShift_m = 400;

void paint_sign(QPainter& p, QPointF at, const QColor& colour, bool plus) {
  p.setPen(QPen(Qt::white, 1.2));
  p.setBrush(colour);
  p.drawEllipse(at, 5.2, 5.2);
  p.setPen(QPen(Qt::white, 1.6, Qt::SolidLine, Qt::RoundCap));
  p.drawLine(at - QPointF(2.4, 0), at + QPointF(2.4, 0));
  if (plus) p.drawLine(at - QPointF(0, 2.4), at + QPointF(0, 2.4));
}

void paint_moved(QPainter& p, const MapDifference::Move& m, const ToWidget& to_widget, const QRectF& reach) {
  const QPointF a = to_widget(m.from_m), b = to_widget(m.to_m);
  const bool shifted = squared_distance(m.from_m, m.to_m) < kLongestShift_m * kLongestShift_m;
  if (!reach.contains(b) && !(shifted && reach.contains(a))) return;
  if (shifted) {
    p.setPen(QPen(map_ink::casing(), 3));
    p.drawLine(a, b);
    p.setPen(QPen(ink::kMoved, 1.4));
    p.drawLine(a, b);
  }
  p.setBrush(ink::kMoved);
  p.setPen(QPen(Qt::white, 1));
  p.drawEllipse(b, 3, 3);
}

QString legend_text(const char* text) {
  return QCoreApplication::translate("fw::MapDifference", text);
}

void paint_legend(QPainter& p, const QRectF& in) {
  const QStringList texts{legend_text("cells differ"), legend_text("point moved"), legend_text("new"),
                          legend_text("gone")};
  const QFontMetricsF metrics(p.font());
  double width = 10;
  for (const QString& text : texts) width += 30 + metrics.horizontalAdvance(text);
  const double height = metrics.height() + 10;
  const QRectF box((in.width() - width) / 2, in.bottom() - height - 14, width, height);
  p.setPen(QPen(QColor(0, 0, 0, 40), 1));
  p.setBrush(map_ink::card());
  p.drawRoundedRect(box, 4, 4);
  double x = box.left() + 10;
  for (int i = 0; i < texts.size(); ++i) {
    const QPointF at(x + 6, box.center().y());
    if (i == 0) {
      p.fillRect(QRectF(at.x() - 5, at.y() - 5, 10, 10), ink::kCells);
    } else if (i == 1) {
      p.setPen(QPen(Qt::white, 1));
      p.setBrush(ink::kMoved);
      p.drawEllipse(at, 3.6, 3.6);
    } else {
      paint_sign(p, at, i == 2 ? ink::kAdded : ink::kGone, i == 2);
    }
    p.setPen(map_ink::ink());
    p.drawText(QRectF(x + 17, box.top(), 400, height), Qt::AlignVCenter | Qt::AlignLeft, texts[i]);
    x += 30 + metrics.horizontalAdvance(texts[i]);
  }
}

/// Where a window lies on the widget.
QRectF ground_of(const MapWindow& w, const ToWidget& to_widget) {
  return {to_widget({w.west_m, w.north_m}), to_widget({w.west_m + w.width_m(), w.north_m - w.height_m()})};
}

void paint_signs(QPainter& p, const MapDifference& d, const ToWidget& to_widget, const QRectF& in) {
  p.fillRect(in, QColor(255, 255, 255, 120));
  p.setRenderHint(QPainter::SmoothPixmapTransform, false);
  if (!d.cells.isNull()) p.drawImage(ground_of(d.window, to_widget), d.cells);
  p.setRenderHint(QPainter::Antialiasing);
  const QRectF reach = in.adjusted(-10, -10, 10, 10);
  for (const MapDifference::Move& m : d.moved) paint_moved(p, m, to_widget, reach);
  for (const Vec2& v : d.gone_m)
    if (reach.contains(to_widget(v))) paint_sign(p, to_widget(v), ink::kGone, false);
  for (const Vec2& v : d.added_m)
    if (reach.contains(to_widget(v))) paint_sign(p, to_widget(v), ink::kAdded, true);
  paint_legend(p, in);
}

/// A difference as it was last painted, and where.
struct Painted {
  QImage image;
  QRectF ground;  ///< of the difference's cells on the widget
  QRectF in;
};

}  // namespace

MapDecoration difference_decoration(std::shared_ptr<const MapDifference> difference) {
  return [difference = std::move(difference), painted = std::make_shared<Painted>()](
             QPainter& p, const ToWidget& to_widget, const QRectF& in) {
    const double scale = p.device()->devicePixelRatioF();
    const QRectF ground = ground_of(difference->window, to_widget);
    if (painted->image.devicePixelRatio() != scale || painted->ground != ground || painted->in != in) {
      QImage image((in.size() * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
      image.setDevicePixelRatio(scale);
      image.fill(Qt::transparent);
      QPainter onto(&image);
      onto.setFont(p.font());
      onto.translate(-in.topLeft());
      paint_signs(onto, *difference, to_widget, in);
      onto.end();
      *painted = {std::move(image), ground, in};
    }
    p.drawImage(in.topLeft(), painted->image);
  };
}

}  // namespace fw
