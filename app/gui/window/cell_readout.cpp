#include "app/gui/window/cell_readout.h"

#include <QLocale>

#include "app/gui/words/words.h"
#include "core/model/world/world_layers.h"

namespace fw {
namespace {

/// The label of a class code (row + 1; 0 = none).
template <typename Row>
QString class_label(const std::vector<Row>& rows, uint8_t code) {
  if (code == 0 || code > rows.size()) return QStringLiteral("\u2013");
  return row_label(rows[code - 1u]);
}

}  // namespace

CellReadout::CellReadout(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setAccessibleName(tr("Place under the cursor"));
  setMinimumWidth(1);  // long lines are cut instead of widening the window
}

void CellReadout::set_picture(const std::shared_ptr<const Picture>& picture) {
  picture_ = picture;
  refresh();
}

void CellReadout::set_place(std::optional<Vec2> place_m) {
  place_m_ = place_m;
  refresh();
}

void CellReadout::refresh() {
  setText(place_m_ && picture_ ? describe_place(*picture_->world, *place_m_) : QString());
}

QString describe_place(const World& world, Vec2 p) {
  const QLocale locale;
  const auto number = [&locale](double value, int decimals) { return locale.toString(value, 'f', decimals); };
  const QString position = CellReadout::tr("x %1 m, y %2 m").arg(number(p.x, 0), number(p.y, 0));
  if (!(p.x >= 0 && p.y >= 0 && p.x < world.grid.width_m() && p.y < world.grid.height_m())) return position;
  const size_t cell = world.grid.cell_at(p);
  if (!world.land[cell])
    return position + CellReadout::tr("   sea, %1 m from land").arg(number(world.sea_m[cell], 0));
  if (!world.on_island(cell)) return position + CellReadout::tr("   islet");
  const Region& region = world.regions[world.region[cell] - 1u];
  const Vocabulary& words = world.vocabulary;
  QString line =
      position + CellReadout::tr("   %1 (%2)   %3   danger %4 (d %5)")
                     .arg(QString::fromStdString(region.name),
                          class_label(words.factions, world.faction[cell]),
                          class_label(words.biomes, world.biome[cell]),
                          class_label(words.danger, world.danger[cell]), number(world.danger_field[cell], 2));
  for (const WorldLayer& layer : kWorldLayers) {
    if (layer.readout_decimals < 0 || !has_layer(layer, world)) continue;
    const QString value = number(told_value(layer, world, cell), layer.readout_decimals);
    line += QStringLiteral("   %1 %2").arg(table_text(layer.title).toLower(), value);
    if (!layer.unit.empty()) line += QStringLiteral(" ") + table_text(layer.unit);
  }
  return line;
}

}  // namespace fw
