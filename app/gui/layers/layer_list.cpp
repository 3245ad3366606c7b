#include "app/gui/layers/layer_list.h"

#include <QLocale>
#include <QMimeData>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/gui/document/document.h"
#include "app/gui/words/words.h"
#include "core/model/template/map_layers.h"
#include "render/map/map_picture.h"
#include "render/map/scene/plate_style.h"

namespace fw {
namespace {

const QString kMimeType = QStringLiteral("application/x-fieldwright-layer");

std::vector<ViewLayer> top_first(std::vector<ViewLayer> layers) {
  std::reverse(layers.begin(), layers.end());
  return layers;
}

bool same_order(const std::vector<ViewLayer>& a, const std::vector<ViewLayer>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ViewLayer& x, const ViewLayer& y) { return x.layer == y.layer; });
}

}  // namespace

QString LayerList::name_of(MapLayer layer) const {
  const CategoryLabels& labels = document_.tmpl().vocabulary.categories;
  if (layer == MapLayer::resources) return category_label(labels, Category::resource);
  if (layer == MapLayer::wildlife) return category_label(labels, Category::wildlife);
  if (layer == MapLayer::enemies) return category_label(labels, Category::enemy);
  return table_text(kMapLayerTitles[static_cast<size_t>(layer)]);
}

QString LayerList::name_of_view(int view) {
  return table_text(kViewTitles[static_cast<size_t>(view)]);
}

LayerList::LayerList(Document& document, QObject* parent) : QAbstractListModel(parent), document_(document) {
  read();
  connect(&document, &Document::changed, this, &LayerList::read);
  connect(&document, &Document::replaced, this, [this] { before_solo_.clear(); });
}

void LayerList::read() {
  std::vector<ViewLayer> layers = top_first(map_look(document_.tmpl().view).layers);
  if (layers == layers_) {
    const QString names =
        name_of(MapLayer::resources) + name_of(MapLayer::wildlife) + name_of(MapLayer::enemies);
    if (std::exchange(names_, names) != names && !layers_.empty())
      emit dataChanged(index(0), index(rowCount() - 1));
    return;
  }
  if (same_order(layers, layers_)) {
    layers_ = std::move(layers);
    emit dataChanged(index(0), index(rowCount() - 1));
    return;
  }
  // Indexes follow their layers, so that selection and focus stay with them.
  emit layoutAboutToBeChanged();
  const std::vector<ViewLayer> before = std::exchange(layers_, std::move(layers));
  for (const QModelIndex& old : persistentIndexList())
    changePersistentIndex(old, index(row_of(before[static_cast<size_t>(old.row())].layer)));
  emit layoutChanged();
}

void LayerList::write(const QString& what, std::vector<ViewLayer> rows, const QString& merge) {
  std::vector<ViewLayer> layers = top_first(std::move(rows));
  // The overview in its own order is what a template without layers means.
  if (layers == map_look(View::overview).layers) layers.clear();
  document_.edit(
      what, [&layers](Template& t) { t.view.layers = layers; }, merge);
}

int LayerList::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(layers_.size());
}

int LayerList::row_of(MapLayer layer) const {
  const auto found = std::find_if(layers_.begin(), layers_.end(),
                                  [layer](const ViewLayer& row) { return row.layer == layer; });
  return static_cast<int>(found - layers_.begin());
}

bool LayerList::is_alone(int row) const {
  return at(row).shown &&
         std::count_if(layers_.begin(), layers_.end(), [](const ViewLayer& l) { return l.shown; }) == 1;
}

QVariant LayerList::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const ViewLayer& row = at(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return name_of(row.layer);
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: {
      const int percent = static_cast<int>(std::lround(100 * row.opacity));
      return row.shown ? tr("%1, shown, %2 % opaque").arg(name_of(row.layer)).arg(percent)
                       : tr("%1, hidden").arg(name_of(row.layer));
    }
    case Qt::CheckStateRole:
      return row.shown ? Qt::Checked : Qt::Unchecked;
    case kShown:
      return row.shown;
    case kOpacity:
      return row.opacity;
    case kLayer:
      return static_cast<int>(row.layer);
    default:
      return {};
  }
}

bool LayerList::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid()) return false;
  if (role == Qt::CheckStateRole)
    set_shown(index.row(), value.toInt() == Qt::Checked);
  else if (role == kOpacity)
    set_opacity(index.row(), value.toDouble());
  else
    return false;
  return true;
}

Qt::ItemFlags LayerList::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::ItemIsDropEnabled;  // between rows only
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled |
         Qt::ItemNeverHasChildren;
}

QStringList LayerList::mimeTypes() const {
  return {kMimeType};
}

QMimeData* LayerList::mimeData(const QModelIndexList& indexes) const {
  if (indexes.isEmpty()) return nullptr;
  auto* data = new QMimeData;
  data->setData(kMimeType, QByteArray::number(indexes.front().row()));
  return data;
}

bool LayerList::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                             const QModelIndex& parent) {
  Q_UNUSED(column);
  if (action != Qt::MoveAction || !data->hasFormat(kMimeType)) return false;
  bool number = false;
  const int from = data->data(kMimeType).toInt(&number);
  if (!number || from < 0 || from >= rowCount()) return false;
  const int gap = row >= 0 ? row : parent.isValid() ? parent.row() : rowCount();
  move(from, gap > from ? gap - 1 : gap);
  return false;  // the row is moved already: the view must not remove it
}

void LayerList::move(int from, int to) {
  to = std::clamp(to, 0, rowCount() - 1);
  if (from < 0 || from >= rowCount() || from == to) return;
  std::vector<ViewLayer> rows = layers_;
  const ViewLayer moving = rows[static_cast<size_t>(from)];
  rows.erase(rows.begin() + from);
  rows.insert(rows.begin() + to, moving);
  document_.end_gesture();
  write(tr("Move %1 in the map").arg(name_of(moving.layer)), std::move(rows));
  emit moved(to);
}

void LayerList::set_shown(int row, bool shown) {
  std::vector<ViewLayer> rows = layers_;
  rows[static_cast<size_t>(row)].shown = shown;
  document_.end_gesture();
  write((shown ? tr("Show %1") : tr("Hide %1")).arg(name_of(at(row).layer)), std::move(rows));
}

void LayerList::set_opacity(int row, double opacity) {
  std::vector<ViewLayer> rows = layers_;
  // Whole percents: what the panel says is what the file keeps.
  rows[static_cast<size_t>(row)].opacity = std::round(100 * std::clamp(opacity, 0.0, 1.0)) / 100;
  const QString key = QStringLiteral("view/opacity/%1").arg(static_cast<int>(at(row).layer));
  write(tr("Opacity of %1").arg(name_of(at(row).layer)), std::move(rows), key);
}

void LayerList::end_drag() {
  document_.end_gesture();
}

void LayerList::solo(int row) {
  std::vector<ViewLayer> rows = layers_;
  document_.end_gesture();
  if (!is_alone(row)) {
    before_solo_ = layers_;
    for (ViewLayer& layer : rows) layer.shown = layer.layer == at(row).layer;
    write(tr("Show %1 alone").arg(name_of(at(row).layer)), std::move(rows));
    return;
  }
  const std::vector<ViewLayer> shown =
      before_solo_.empty() ? map_look(View::overview).layers : std::exchange(before_solo_, {});
  for (ViewLayer& layer : rows)
    for (const ViewLayer& earlier : shown)
      if (earlier.layer == layer.layer) layer.shown = earlier.shown;
  write(tr("Show the other layers again"), std::move(rows));
}

void LayerList::apply_preset(int view) {
  document_.end_gesture();
  before_solo_.clear();
  write(tr("View: %1").arg(name_of_view(view)), top_first(map_look(static_cast<View>(view)).layers));
}

std::optional<int> LayerList::preset() const {
  const std::vector<ViewLayer> layers = top_first(layers_);
  for (size_t view = 0; view < kViewSlugs.size(); ++view)
    if (map_look(static_cast<View>(view)).layers == layers) return static_cast<int>(view);
  return std::nullopt;
}

}  // namespace fw
