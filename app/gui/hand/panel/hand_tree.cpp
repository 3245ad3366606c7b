#include "app/gui/hand/panel/hand_tree.h"

#include <QApplication>
#include <QFont>
#include <QMimeData>
#include <QPalette>
#include <algorithm>
#include <cmath>

#include "app/gui/document/document.h"
#include "app/gui/hand/row_texts.h"
#include "app/gui/hand/tools.h"
#include "app/gui/icons/icons.h"
#include "app/gui/template/row_look.h"

namespace fw {
namespace {

const QString kMime = QStringLiteral("application/x-fieldwright-hand-rows");

/// The glyph of a state; a row that is held needs none.
std::optional<Glyph> glyph_of(HandState state) {
  switch (state) {
    case HandState::part:
      return Glyph::info;
    case HandState::suspended:
      return Glyph::warning;
    default:
      return std::nullopt;
  }
}

/// A swatch of the class for paint, else the list's glyph.
QIcon icon_of(const HandEntry& entry, const Template& tmpl) {
  const auto* paint = std::get_if<PaintRow>(&entry.row);
  if (!paint) return glyph_icon(hand_glyph(entry.list));
  const std::string_view table = table_of(entry.list);
  const std::vector<std::string> ids = table_ids(tmpl, table);
  const auto at = std::find(ids.begin(), ids.end(), paint->cls);
  if (at == ids.end()) return glyph_icon(hand_glyph(entry.list));
  return swatch_icon(row_colour(tmpl, table, static_cast<size_t>(at - ids.begin())).value_or(Qt::gray));
}

QColor soft_ink() {
  return QApplication::palette().color(QPalette::PlaceholderText);
}

}  // namespace

HandTree::HandTree(Document& document, QObject* parent) : QAbstractItemModel(parent), document_(document) {
  nodes_ = nodes();
}

std::vector<HandTree::Node> HandTree::nodes() const {
  std::vector<Node> groups, lists;
  visit_hand(document_.tmpl().hand, [&](std::string_view list, const auto& rows) {
    for (size_t k = 0; k < rows.size(); ++k) {
      const std::string& group = rows[k].group;
      std::vector<Node>& nodes = group.empty() ? lists : groups;
      const auto same = [&](const Node& node) {
        return group.empty() ? node.list == list : node.group == group;
      };
      auto node = std::find_if(nodes.begin(), nodes.end(), same);
      if (node == nodes.end())
        node = nodes.insert(nodes.end(), {group, group.empty() ? std::string(list) : std::string(), {}});
      node->leaves.push_back({{std::string(list), k}, rows[k].id});
    }
  });
  groups.insert(groups.end(), lists.begin(), lists.end());
  return groups;
}

void HandTree::refresh() {
  std::vector<Node> next = nodes();
  if (next == nodes_) {
    nodes_ = std::move(next);  // the same rows, maybe at other places of their lists
    for (int k = 0; k < rowCount(); ++k) {
      const QModelIndex node = index(k, 0);
      emit dataChanged(node, index(k, kColumns - 1));
      emit dataChanged(index(0, 0, node), index(rowCount(node) - 1, kColumns - 1, node));
    }
    return;
  }
  beginResetModel();
  nodes_ = std::move(next);
  endResetModel();
}

void HandTree::set_world(const World* world) {
  outcomes_.clear();
  if (world)
    for (const HandOutcome& outcome : world->hand) outcomes_.emplace(outcome.id, outcome);
  refresh();
}

size_t HandTree::rows() const {
  size_t count = 0;
  for (const Node& node : nodes_) count += node.leaves.size();
  return count;
}

const HandOutcome* HandTree::outcome_of(const std::string& id) const {
  const auto found = outcomes_.find(id);
  return found == outcomes_.end() ? nullptr : &found->second;
}

QModelIndex HandTree::index_of(const std::string& id) const {
  for (size_t n = 0; n < nodes_.size(); ++n)
    for (size_t k = 0; k < nodes_[n].leaves.size(); ++k)
      if (nodes_[n].leaves[k].id == id) return createIndex(static_cast<int>(k), kWhat, n + 1);
  return {};
}

// A group's index has the internal id 0, a row's that of its group + 1.
QModelIndex HandTree::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || row >= rowCount(parent) || column < 0 || column >= kColumns) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex HandTree::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return {};
  return createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr{0});
}

int HandTree::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(nodes_.size());
  if (parent.internalId() != 0 || parent.column() > 0) return 0;
  return static_cast<int>(nodes_[static_cast<size_t>(parent.row())].leaves.size());
}

int HandTree::columnCount(const QModelIndex&) const {
  return kColumns;
}

const HandTree::Leaf* HandTree::leaf_at(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return nullptr;
  return &nodes_[index.internalId() - 1].leaves[static_cast<size_t>(index.row())];
}

QVariant HandTree::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (const Leaf* leaf = leaf_at(index)) return leaf_data(*leaf, index.column(), role);
  return node_data(nodes_[static_cast<size_t>(index.row())], index.column(), role);
}

QVariant HandTree::node_data(const Node& node, int column, int role) const {
  const Hand& hand = document_.tmpl().hand;
  const auto on = [&] {
    return std::any_of(node.leaves.begin(), node.leaves.end(),
                       [&](const Leaf& leaf) { return row_at(hand, leaf.spot).on; });
  };
  const QString title = node.list.empty() ? QString::fromStdString(node.group) : hand_title(node.list);
  if (role == kKeyRole) return node.list.empty() ? title : QLatin1Char('[') + title;
  if (column == kEye) {
    if (role == kOnRole) return on();
    if (role == Qt::AccessibleTextRole || role == Qt::ToolTipRole)
      return on() ? tr("Switch all of %1 off").arg(title) : tr("Switch all of %1 on").arg(title);
    return {};
  }
  if (column != kWhat) return {};
  if (role == Qt::DisplayRole) return QStringLiteral("%1  %2").arg(title).arg(node.leaves.size());
  if (role == Qt::DecorationRole)
    return glyph_icon(node.list.empty() ? Glyph::folder : hand_glyph(node.list));
  if (role == Qt::FontRole) {
    QFont strong = QApplication::font();
    strong.setBold(true);
    return strong;
  }
  return {};
}

QVariant HandTree::leaf_data(const Leaf& leaf, int column, int role) const {
  if (leaf.spot.row >= hand_size(document_.tmpl().hand, leaf.spot.list)) return {};  // a refresh is under way
  const Template& t = document_.tmpl();
  const HandRow& row = row_at(t.hand, leaf.spot);
  if (role == kIdRole) return QString::fromStdString(leaf.id);
  if (role == Qt::ForegroundRole && !row.on) return soft_ink();
  if (role == kSearchRole) {
    const HandEntry entry = entry_at(t.hand, leaf.spot);
    return QStringList{hand_word(leaf.spot.list), row_what(entry, t), QString::fromStdString(leaf.id),
                       QString::fromStdString(row.note), QString::fromStdString(row.group)}
        .join(QLatin1Char(' '));
  }
  switch (column) {
    case kEye:
      if (role == kOnRole) return row.on;
      if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
        return row.on ? tr("Acts; click to switch it off") : tr("Is off; click to switch it on");
      return {};
    case kWhat:
      if (role == Qt::DisplayRole) return row_what(entry_at(t.hand, leaf.spot), t);
      if (role == Qt::DecorationRole) return icon_of(entry_at(t.hand, leaf.spot), t);
      if (role == Qt::ToolTipRole)
        return QStringList{hand_word(leaf.spot.list), QString::fromStdString(leaf.id),
                           QString::fromStdString(row.note)}
            .join(QLatin1Char('\n'))
            .trimmed();
      return {};
    case kWhere:
      if (role == Qt::DisplayRole) return row_where(entry_at(t.hand, leaf.spot), t);
      if (role == Qt::ForegroundRole) return soft_ink();
      return {};
    default:
      return state_data(leaf, row, role);
  }
}

QVariant HandTree::state_data(const Leaf& leaf, const HandRow& row, int role) const {
  // No world need be made for what stands beside it.
  static const HandOutcome kHeld;
  const HandOutcome* outcome = is_beside_world(leaf.spot.list) ? &kHeld : outcome_of(leaf.id);
  const bool known = outcome || !row.on;
  const HandState state = !row.on || !outcome ? HandState::off : outcome->state;
  if (role == Qt::DisplayRole) {
    if (!known) return QString();
    if (state == HandState::part && outcome->asked > 0)
      return tr("%1 %").arg(static_cast<int>(std::floor(100 * outcome->got / outcome->asked)));
    return state_word(state);
  }
  if (!known) return {};
  if (role == Qt::DecorationRole)
    if (const auto glyph = glyph_of(state)) return glyph_icon(*glyph);
  if (role == Qt::ToolTipRole && outcome && row.on)
    return outcome->reason.empty()
               ? state_word(state)
               : QStringLiteral("%1: %2").arg(state_word(state), QString::fromStdString(outcome->reason));
  return {};
}

QVariant HandTree::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kWhat:
      return tr("What");
    case kWhere:
      return tr("Where");
    case kState:
      return tr("State");
    default:
      return QString();
  }
}

Qt::ItemFlags HandTree::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  if (!index.isValid()) return Qt::NoItemFlags;
  return leaf_at(index) ? flags | Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren
                        : flags | Qt::ItemIsDropEnabled;
}

void HandTree::toggle(const QModelIndex& index) {
  std::set<std::string> ids;
  bool any_on = false;
  const auto add = [&](const Leaf& leaf) {
    ids.insert(leaf.id);
    any_on = any_on || row_at(document_.tmpl().hand, leaf.spot).on;
  };
  if (const Leaf* one = leaf_at(index))
    add(*one);
  else if (index.isValid())
    for (const Leaf& leaf : nodes_[static_cast<size_t>(index.row())].leaves) add(leaf);
  if (ids.empty()) return;
  document_.end_gesture();
  const QString what =
      any_on ? (ids.size() == 1 ? tr("Switch a row off") : tr("Switch %1 rows off").arg(ids.size()))
             : (ids.size() == 1 ? tr("Switch a row on") : tr("Switch %1 rows on").arg(ids.size()));
  document_.edit(what, [&](Template& t) { switch_hand_rows(t, ids, !any_on); });
}

QStringList HandTree::mimeTypes() const {
  return {kMime};
}

QMimeData* HandTree::mimeData(const QModelIndexList& indexes) const {
  QByteArray ids;
  for (const QModelIndex& index : indexes)
    if (const Leaf* leaf = leaf_at(index); leaf && index.column() == kWhat)
      ids += QByteArray::fromStdString(leaf->id) + ' ';
  auto* data = new QMimeData;
  data->setData(kMime, ids);
  return data;
}

/// On a group: into it; between rows: into their group, and among those of their own list there.
bool HandTree::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int,
                            const QModelIndex& parent) {
  if (action != Qt::MoveAction || !parent.isValid() || leaf_at(parent)) return false;
  std::set<std::string> ids;
  for (const QByteArray& id : data->data(kMime).simplified().split(' ')) ids.insert(id.toStdString());
  const Node& node = nodes_[static_cast<size_t>(parent.row())];
  std::string list;
  for (const std::string& id : ids) {
    const auto spot = find_hand_row(document_.tmpl().hand, id);
    if (!spot) return false;
    if (!list.empty() && list != spot->list && row >= 0) return false;  // order is that of one list
    list = spot->list;
  }
  std::optional<size_t> before;
  if (row >= 0) {
    before = hand_size(document_.tmpl().hand, list);
    for (const Leaf& leaf : node.leaves)
      if (leaf.spot.list == list) before = leaf.spot.row + 1;  // after the last of its list, ...
    for (size_t k = node.leaves.size(); k-- > static_cast<size_t>(row);)
      if (node.leaves[k].spot.list == list) before = node.leaves[k].spot.row;  // or before the next
  }
  document_.end_gesture();
  document_.edit(
      ids.size() == 1 ? tr("Move a row in the list") : tr("Move %1 rows in the list").arg(ids.size()),
      [&](Template& t) {
        group_hand_rows(t, ids, node.group);
        if (before) arrange_hand_rows(t, list, ids, *before);
      });
  return false;  // the rows are moved already: the view must not remove them
}

}  // namespace fw
