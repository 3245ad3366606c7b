#include "app/gui/template/list/list_model.h"

#include <QColor>
#include <QMimeData>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/template/editors/edit_text.h"
#include "app/gui/template/look.h"
#include "app/gui/template/number/number_scale.h"
#include "app/gui/template/place.h"
#include "app/gui/template/row_look.h"
#include "app/gui/words/words.h"

namespace fw {
namespace {

const QString kRowsMime = QStringLiteral("application/x-fieldwright-rows");

const Finding* finding_at(const Findings& findings, const std::string& path) {
  for (const Finding& f : findings)
    if (f.where == path) return &f;
  return nullptr;
}

QVariant sort_key(const Parameter& p, const ParameterValue& value) {
  if (const double* number = std::get_if<double>(&value)) return *number;
  if (const auto* range = std::get_if<std::array<double, 2>>(&value)) return (*range)[0];
  const std::string* text = std::get_if<std::string>(&value);
  if (!text) return QVariant();
  const auto word = std::find(p.choices.begin(), p.choices.end(), *text);
  if (p.type == ParameterType::choice) return static_cast<int>(word - p.choices.begin());
  return QString::fromStdString(*text);
}

}  // namespace

ListModel::ListModel(Document& document, const ListPlace& list, QObject* parent)
    : QAbstractTableModel(parent), document_(document), list_(list) {
  std::string group;
  const std::vector<Place> all = columns_of(*list.list, document.tmpl());
  for (const Place& p : all) {
    const std::string own = p.parameter->keys.empty() ? std::string() : group_of(p.parameter->path);
    if (!own.empty() && own != group) {
      Column strip;
      for (const Place& member : all)
        if (group_of(member.parameter->path) == own) strip.members.push_back(member);
      columns_.push_back(std::move(strip));
    }
    group = own;
    columns_.push_back({p, {}});
  }
  refresh();
}

void ListModel::set_outer(size_t outer) {
  if (outer == list_.outer) return;
  beginResetModel();
  list_.outer = outer;
  rows_.clear();
  endResetModel();
  refresh();
}

int ListModel::column_of(const Place& place) const {
  for (size_t c = 0; c < columns_.size(); ++c)
    if (columns_[c].place.parameter == place.parameter && columns_[c].place.at.key == place.at.key)
      return static_cast<int>(c);
  return -1;
}

Place ListModel::place_at(size_t row, const Column& column) const {
  return {column.place.parameter, list_.row(row, column.place.at.key)};
}

void ListModel::refresh() {
  const Template& t = document_.tmpl();
  std::vector<RowValues> rows;
  for (size_t i = 0; i < list_.size(t); ++i) rows.push_back(row_values(t, list_, i));
  std::vector<std::string> problems;
  for (const Finding& f : document_.findings())
    if (f.where.starts_with(list_.path())) problems.push_back(f.where + f.message);
  const bool same_problems = problems == problems_;
  problems_ = std::move(problems);
  if (rows.size() != rows_.size())
    replace_rows(std::move(rows));
  else
    show_differences(std::move(rows));
  if (!same_problems && !rows_.empty())
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1),
                     {Qt::BackgroundRole, Qt::ToolTipRole, Qt::DecorationRole});
  refresh_icons();
}

/// A generated colour or a free symbol depends on all rows of its table.
void ListModel::refresh_icons() {
  if (!list_.list->is_table()) return;
  const Template& t = document_.tmpl();
  std::string wanted = t.view.palette.value_or(std::string()) + rows_shown(t, list_.list->path);
  if (wanted == icons_of_) return;
  icons_of_ = std::move(wanted);
  icons_ = row_icons(t, list_.list->path);
  if (!rows_.empty())
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::DecorationRole});
}

/// Reports inserted or removed rows; equal rows at both ends stay, so that views keep selection and scroll
/// position.
void ListModel::replace_rows(std::vector<RowValues> rows) {
  const size_t common = std::min(rows.size(), rows_.size());
  size_t head = 0, tail = 0;
  while (head < common && rows[head] == rows_[head]) ++head;
  while (tail < common - head && rows[rows.size() - 1 - tail] == rows_[rows_.size() - 1 - tail]) ++tail;
  const auto begin = static_cast<std::ptrdiff_t>(head), end = static_cast<std::ptrdiff_t>(tail);
  const int first = static_cast<int>(head);
  if (const size_t gone = rows_.size() - head - tail; gone > 0) {
    beginRemoveRows({}, first, first + static_cast<int>(gone) - 1);
    rows_.erase(rows_.begin() + begin, rows_.end() - end);
    endRemoveRows();
  }
  if (const size_t come = rows.size() - head - tail; come > 0) {
    beginInsertRows({}, first, first + static_cast<int>(come) - 1);
    rows_ = std::move(rows);
    endInsertRows();
  }
}

void ListModel::show_differences(std::vector<RowValues> rows) {
  std::swap(rows, rows_);
  for (size_t i = 0; i < rows_.size(); ++i)
    if (rows[i] != rows_[i]) {
      const int row = static_cast<int>(i);
      emit dataChanged(index(row, 0), index(row, columnCount() - 1));
    }
}

QString ListModel::row_name(size_t row) const {
  return row_text(list_, document_.tmpl(), row);
}

int ListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ListModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant ListModel::data(const QModelIndex& index, int role) const {
  const size_t row = static_cast<size_t>(index.row());
  if (!index.isValid() || row >= list_.size(document_.tmpl())) return {};
  const Column& column = columns_[static_cast<size_t>(index.column())];
  return column.place.parameter ? value_data(place_at(row, column), row, role)
                                : strip_data(column, row, role);
}

QVariant ListModel::strip_data(const Column& column, size_t row, int role) const {
  QList<double> values;
  QList<QColor> colours;
  QStringList words;
  const Template& t = document_.tmpl();
  for (const Place& p : column.members) {
    if (p.at.key >= find_list(p.parameter->keys)->size(t, {}))
      continue;  // the page is about to be made again
    const ParameterValue value = p.parameter->get(t, list_.row(row, p.at.key));
    const double* number = std::get_if<double>(&value);
    if (!number) continue;
    values.push_back(*number);
    colours.push_back(place_colour(p, t).value_or(QColor(Qt::gray)));
    if (*number != 0) words.push_back(title_of(p, t) + QLatin1Char(' ') + shown_number(*number, 3));
  }
  const QString said = values.isEmpty() ? tr("derived") : words.join(QStringLiteral(", "));
  switch (role) {
    case kStripRole:
      return QVariant::fromValue(values);
    case kColoursRole:
      return QVariant::fromValue(colours);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
      return said;
    case kSortRole:
      return said;
    case Qt::DisplayRole:
      return values.isEmpty() ? said : QVariant();
    default:
      return {};
  }
}

QVariant ListModel::value_data(const Place& place, size_t row, int role) const {
  const Parameter& p = *place.parameter;
  const Template& t = document_.tmpl();
  const auto value = [&] { return p.get(t, place.at); };
  const auto finding = [&] {
    const Findings& all = document_.findings();
    return all.empty() ? nullptr : finding_at(all, path_of(place, t));
  };
  const bool number = p.type == ParameterType::integer || p.type == ParameterType::number;
  const bool yes_no = p.type == ParameterType::yes_no;
  switch (role) {
    case Qt::DisplayRole:
      return yes_no ? QVariant() : QVariant(value_text(place, value(), t));
    case Qt::CheckStateRole:
      return yes_no ? QVariant(std::get<bool>(value()) ? Qt::Checked : Qt::Unchecked) : QVariant();
    case kValueRole:
    case Qt::EditRole:
      return QVariant::fromValue(value());
    case kSortRole:
      return sort_key(p, value());
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft)));
    case Qt::ToolTipRole:
      if (const Finding* f = finding()) return plain_words(f->message, t);
      return table_text(p.help);
    case Qt::BackgroundRole:
      if (const Finding* f = finding())
        return f->severity == Severity::error ? QColor(200, 40, 40, 70) : QColor(200, 150, 20, 55);
      return {};
    case Qt::DecorationRole:
      if (const Finding* f = finding())
        return glyph_icon(f->severity == Severity::error ? Glyph::error : Glyph::warning);
      if (member_of(p.path) == "label") return row_mark(row);
      return {};
    default:
      return {};
  }
}

/// The worst finding of a row, shown beside its label: the cell itself may be out of sight. Else the row's
/// picture.
QVariant ListModel::row_mark(size_t row) const {
  const std::string path = list_.path() + "[" + std::to_string(row) + "]";
  for (const Finding& f : document_.findings())  // worst first
    if (f.where.starts_with(path))
      return glyph_icon(f.severity == Severity::error ? Glyph::error : Glyph::warning);
  return row < icons_.size() ? QVariant(icons_[row]) : QVariant();
}

QVariant ListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  const Column& column = columns_[static_cast<size_t>(section)];
  const bool strip = !column.place.parameter;
  const Place& place = strip ? column.members.front() : column.place;
  const Parameter& p = *place.parameter;
  if (role == Qt::ToolTipRole) return table_text(p.help);
  const bool number = !strip && (p.type == ParameterType::integer || p.type == ParameterType::number);
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft)));
  if (role != Qt::DisplayRole) return {};
  return strip ? title_of_member(member_of(group_of(p.path))) : title_of(place, document_.tmpl());
}

bool ListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const Column& column = columns_[static_cast<size_t>(index.column())];
  if (!column.place.parameter) return false;
  const Place place = place_at(static_cast<size_t>(index.row()), column);
  ParameterValue wanted;
  if (role == Qt::CheckStateRole && place.parameter->type == ParameterType::yes_no)
    wanted = value.toInt() == Qt::Checked;
  else if (role == Qt::EditRole && value.canConvert<ParameterValue>())
    wanted = value.value<ParameterValue>();
  else
    return false;
  if (is_row_id(*place.parameter) && !refusal_of(document_.tmpl(), place, wanted).empty()) return false;
  document_.end_gesture();
  document_.edit(change_text(place), [place, wanted, &settled = document_.settled()](Template& t) {
    const Template before = t;
    set_place(t, place, wanted, before, &settled);
  });
  return true;
}

Qt::ItemFlags ListModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
  if (!index.isValid()) return Qt::ItemIsDropEnabled;
  const Parameter* p = columns_[static_cast<size_t>(index.column())].place.parameter;
  const bool yes_no = p && p->type == ParameterType::yes_no;
  return flags | Qt::ItemIsDragEnabled |
         (yes_no ? Qt::ItemIsUserCheckable
          : p    ? Qt::ItemIsEditable
                 : Qt::NoItemFlags);
}

QStringList ListModel::mimeTypes() const {
  return {kRowsMime};
}

QMimeData* ListModel::mimeData(const QModelIndexList& indexes) const {
  QList<int> rows;
  for (const QModelIndex& index : indexes)
    if (!rows.contains(index.row())) rows.push_back(index.row());
  std::sort(rows.begin(), rows.end());
  QByteArray text;
  for (const int row : rows) text += QByteArray::number(row) + ' ';
  auto* mime = new QMimeData;
  mime->setData(kRowsMime, QByteArray::fromStdString(list_.path()) + ' ' + text);
  return mime;
}

bool ListModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int,
                             const QModelIndex& parent) {
  QList<QByteArray> words = data->data(kRowsMime).simplified().split(' ');
  if (action != Qt::MoveAction || words.takeFirst().toStdString() != list_.path()) return false;
  const int before = row >= 0 ? row : parent.isValid() ? parent.row() : rowCount();
  std::vector<size_t> rows;
  for (const QByteArray& word : words)
    if (const int from = word.toInt(); from < rowCount()) rows.push_back(static_cast<size_t>(from));
  const std::vector<size_t> order = moved_order(rows_.size(), rows, static_cast<size_t>(before));
  document_.end_gesture();
  document_.edit(tr("Move %1").arg(lower_first(list_title(*list_.list, document_.tmpl()))),
                 [list = list_, order](Template& t) { arrange_rows(t, list, order); });
  QList<int> now;
  for (const size_t from : rows)
    now.push_back(static_cast<int>(std::find(order.begin(), order.end(), from) - order.begin()));
  emit moved(now);
  return true;
}

}  // namespace fw
