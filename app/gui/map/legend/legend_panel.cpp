#include "app/gui/map/legend/legend_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QShortcut>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>
#include <utility>

#include "app/gui/icons/icons.h"
#include "app/gui/map/map_view.h"
#include "app/gui/preview/picture.h"

namespace fw {
namespace {

constexpr int kRest_ms = 120;  ///< after the map came to rest
constexpr int kWidth_px = 196, kLeastWidth_px = 110;
constexpr int kNarrow_px = 150;  ///< below it names need the counts' place
constexpr int kIndentation_px = 10, kNarrowIndentation_px = 2;
constexpr int kNarrowSymbol_px = 24;
constexpr int kSection = Qt::UserRole, kRow = Qt::UserRole + 1, kKey = Qt::UserRole + 2;

/// The middle of a symbol, at most so wide.
QIcon icon_of(const MapImage& image, double scale, int width_px) {
  const QImage pixels(reinterpret_cast<const uchar*>(image.argb.data()), image.width_px, image.height_px,
                      4 * image.width_px, QImage::Format_ARGB32_Premultiplied);
  const int most = std::min(image.width_px, static_cast<int>(width_px * scale));
  QPixmap pixmap = QPixmap::fromImage(pixels.copy((image.width_px - most) / 2, 0, most, image.height_px));
  pixmap.setDevicePixelRatio(scale);
  return pixmap;
}

QString text_of(const std::string& text) {
  return QString::fromStdString(text);
}

template <typename Row>
MapHighlight cells_of(const Raster<uint8_t>& codes, const std::vector<Row>& rows, const std::string& id,
                      bool and_worse = false) {
  MapHighlight found;
  const auto at = std::ranges::find(rows, id, &Row::id);
  if (at == rows.end()) return found;
  const auto code = static_cast<uint8_t>(at - rows.begin() + 1);
  for (size_t cell = 0; cell < codes.size(); ++cell)
    if (codes[cell] == code || (and_worse && codes[cell] > code)) found.cells.push_back(cell);
  return found;
}

/// Rivers, lakes, roads, crossings and shores by the words of water_items().
MapHighlight water_or_road(const World& world, const std::string& word) {
  MapHighlight found;
  const auto cells = [&](auto is_meant) {
    for (size_t cell = 0; cell < world.water.size(); ++cell)
      if (is_meant(world.water[cell])) found.cells.push_back(cell);
  };
  const auto line = [&](const std::vector<Vec2>& vertices_m, bool closed) {
    found.outlines.push_back({vertices_m, closed});
  };
  if (word == "River") {
    cells([](uint8_t code) { return is_river(code); });
    for (const Reach& reach : world.water_network.reaches)
      if (reach.form != ReachForm::lake_path) line(reach.vertices_m, false);
  }
  if (word == "Lake") {
    cells([](uint8_t code) { return code == static_cast<uint8_t>(WaterCode::lake); });
    for (const Lake& lake : world.water_network.lakes)
      for (const std::vector<Vec2>& ring : lake.rings_m) line(ring, true);
  }
  if (word == "Waterfall")
    for (const Waterfall& fall : world.water_network.falls) found.points_m.push_back(fall.position_m);
  constexpr std::pair<std::string_view, RoadClass> kRoads[] = {
      {"Road", RoadClass::road}, {"Track", RoadClass::track}, {"Trail", RoadClass::trail}};
  for (const auto& [name, type] : kRoads)
    for (const RoadPiece& piece : world.roads.pieces)
      if (word == name && piece.type == type) line(piece.vertices_m, false);
  for (const auto& [name, type] : {std::pair("Bridge", CrossingType::bridge), {"Ford", CrossingType::ford}})
    for (const Crossing& crossing : world.roads.crossings)
      if (word == name && crossing.type == type) found.points_m.push_back(crossing.position_m);
  for (const auto& [name, type] :
       {std::pair("Cliff", ShoreType::cliff), {"Beach", ShoreType::beach}, {"Salt marsh", ShoreType::marsh}})
    for (const ShoreStretch& stretch : world.coast.stretches)
      if (word == name && stretch.type == type) line(stretch.vertices_m, false);
  if (word == "Ground plan")
    for (const Footprint& plan : world.footprints) line(plan.outline_m, true);
  return found;
}

}  // namespace

LegendPanel::LegendPanel(MapView& view, QWidget* parent) : QWidget(parent), view_(view) {
  fold_ = new QToolButton;
  fold_->setAutoRaise(true);
  fold_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
  fold_->setFixedWidth(16);
  fold_->setObjectName(QStringLiteral("fold_legend"));
  rows_ = new QTreeWidget;
  rows_->setHeaderHidden(true);
  rows_->setColumnCount(2);
  rows_->setRootIsDecorated(true);
  rows_->setIconSize({kLegendSymbol[0], kLegendSymbol[1]});
  rows_->setFrameShape(QFrame::NoFrame);
  rows_->setMinimumWidth(kLeastWidth_px);
  rows_->setMaximumWidth(kWidth_px);
  rows_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  rows_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  rows_->setTextElideMode(Qt::ElideRight);
  rows_->setWordWrap(true);
  rows_->header()->setStretchLastSection(false);
  rows_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  rows_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  rows_->setAccessibleName(tr("Legend of the map"));
  rows_->setWhatsThis(
      tr("What the map shows now. Click an owner, a kind of ground, a line or a symbol to see it "
         "alone on the map, all else dimmed; click again to see everything."));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(fold_);
  row->addWidget(rows_);
  connect(fold_, &QToolButton::clicked, this, [this] { set_folded(!folded()); });
  connect(rows_, &QTreeWidget::itemClicked, this, &LegendPanel::choose);
  for (const int key : {Qt::Key_Return, Qt::Key_Enter})
    connect(new QShortcut(key, rows_, nullptr, nullptr, Qt::WidgetShortcut), &QShortcut::activated, this,
            [this] { choose(rows_->currentItem()); });
  connect(rows_, &QTreeWidget::itemCollapsed, this,
          [this](QTreeWidgetItem* item) { closed_.insert(item->text(0)); });
  connect(rows_, &QTreeWidget::itemExpanded, this,
          [this](QTreeWidgetItem* item) { closed_.erase(item->text(0)); });
  due_.setSingleShot(true);
  due_.setInterval(kRest_ms);
  connect(&due_, &QTimer::timeout, this, &LegendPanel::refresh);
  connect(&view, &MapView::repainted, &due_, qOverload<>(&QTimer::start));
  connect(&view, &MapView::look_changed, &due_, qOverload<>(&QTimer::start));
  set_folded(false);
}

bool LegendPanel::folded() const {
  return rows_->isHidden();
}

void LegendPanel::set_folded(bool folded) {
  rows_->setVisible(!folded);
  fold_->setArrowType(folded ? Qt::LeftArrow : Qt::RightArrow);
  fold_->setToolTip(folded ? tr("Show the legend") : tr("Fold the legend"));
  fold_->setAccessibleName(fold_->toolTip());
  if (!folded) due_.start();
  emit folded_changed(folded);
}

void LegendPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool narrow = width() - fold_->width() < kNarrow_px;
  rows_->setColumnHidden(1, narrow);  // the counts stand in the tooltips, too
  rows_->setIndentation(narrow ? kNarrowIndentation_px : kIndentation_px);
  rows_->setIconSize({narrow ? kNarrowSymbol_px : kLegendSymbol[0], kLegendSymbol[1]});
  due_.start();
}

void LegendPanel::refresh() {
  // A coarse picture has no points: the rows of the last full one stay until the next.
  if (folded() || !view_.picture() || view_.picture()->coarse) return;
  const double scale = devicePixelRatioF();
  sections_ = map_legend(*view_.picture()->atlas, view_.look(), view_.map_window(), scale);
  const QSignalBlocker quiet(rows_);
  rows_->clear();
  for (size_t s = 0; s < sections_.size(); ++s) {
    auto* section = new QTreeWidgetItem(rows_, {text_of(sections_[s].heading)});
    QFont strong = rows_->font();
    strong.setBold(true);
    section->setFont(0, strong);
    section->setFirstColumnSpanned(true);
    for (size_t r = 0; r < sections_[s].entries.size(); ++r) {
      const LegendEntry& entry = sections_[s].entries[r];
      const QString count =
          entry.count < 0 ? QString() : QLocale().toString(static_cast<qlonglong>(entry.count));
      auto* item = new QTreeWidgetItem(section, {text_of(entry.text), count});
      item->setIcon(0, icon_of(entry.symbol, scale, rows_->iconSize().width()));
      item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
      const QString whole = count.isEmpty() ? item->text(0) : item->text(0) + QStringLiteral(": ") + count;
      item->setToolTip(0, QStringLiteral("<p>%1</p>").arg(whole.toHtmlEscaped()));
      item->setData(0, kSection, static_cast<qulonglong>(s));
      item->setData(0, kRow, static_cast<qulonglong>(r));
      item->setData(0, kKey, text_of(sections_[s].heading + "/" + entry.id + "/" + entry.text));
      if (item->data(0, kKey).toString() == chosen_) rows_->setCurrentItem(item);
    }
    section->setExpanded(!closed_.contains(section->text(0)));
  }
}

void LegendPanel::choose(QTreeWidgetItem* item) {
  if (!item || !item->parent() || !item->flags().testFlag(Qt::ItemIsSelectable) || !view_.picture()) return;
  const QString key = item->data(0, kKey).toString();
  if (std::exchange(chosen_, key) == key && !view_.highlighted().empty()) {
    chosen_.clear();
    rows_->clearSelection();
    return view_.clear_highlight();
  }
  const LegendEntry& entry =
      sections_[item->data(0, kSection).toULongLong()].entries[item->data(0, kRow).toULongLong()];
  MapHighlight found = things_of(entry);
  found.alone = true;
  view_.highlight(found);
}

/// Cells of a fill, points of a symbol, lines of a layer.
MapHighlight LegendPanel::things_of(const LegendEntry& entry) const {
  const World& world = *view_.picture()->world;
  MapHighlight found;
  switch (entry.layer) {
    case MapLayer::faction:
      return cells_of(world.faction, world.vocabulary.factions, entry.id);
    case MapLayer::biome:
      return cells_of(world.biome, world.vocabulary.biomes, entry.id);
    case MapLayer::danger:
      return cells_of(world.danger, world.vocabulary.danger, entry.id);
    case MapLayer::danger_outline:
      return cells_of(world.danger, world.vocabulary.danger, entry.id, true);
    case MapLayer::region_border:
      found.outlines = view_.picture()->atlas->ground->region_border;
      return found;
    case MapLayer::tracks:
      found.outlines = view_.picture()->atlas->track;
      return found;
    case MapLayer::water:
      return water_or_road(world, entry.id);
    default:
      break;
  }
  for (const Point& p : world.points.points) {
    const PointClassInfo& cls = world.points.class_of(p);
    const bool kind =
        entry.layer == MapLayer::landmarks && cls.category == Category::landmark && cls.slug == entry.id;
    const bool rank = entry.layer == MapLayer::strong_enemies && cls.category == Category::enemy &&
                      world.vocabulary.rarities[static_cast<size_t>(p.rarity)].id == entry.id;
    const bool family = (entry.layer == MapLayer::resources && cls.category == Category::resource) ||
                        (entry.layer == MapLayer::wildlife && cls.category == Category::wildlife) ||
                        (entry.layer == MapLayer::enemies && cls.category == Category::enemy);
    if (kind || rank || (family && cls.family == entry.id)) found.points_m.push_back(p.position_m);
  }
  return found;
}

}  // namespace fw
