#include "app/gui/template/list/list_model.h"

#include <QColor>
#include <QGuiApplication>
#include <QMimeData>
#include <QPalette>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/template/edit_text.h"
#include "app/gui/template/list/kind_list.h"
#include "app/gui/template/look.h"
#include "app/gui/template/number/number_scale.h"
#include "app/gui/template/parameter_field.h"
#include "app/gui/template/place.h"
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

ListModel::ListModel(Document& document, const ParameterList& list, QObject* parent)
    : QAbstractTableModel(parent), document_(document), list_(list), parameters_(columns_of(list)) {
  std::string group;
  for (const Parameter* p : parameters_) {
    const std::string own = p->zero_in_given_group ? group_of(p->path) : std::string();
    if (!own.empty() && own != group) {
      Column strip;
      for (const Parameter* member : parameters_)
        if (group_of(member->path) == own) strip.members.push_back(member);
      columns_.push_back(std::move(strip));
    }
    group = own;
    columns_.push_back({p, {}});
  }
  refresh();
}

int ListModel::column_of(const Parameter& parameter) const {
  for (size_t c = 0; c < columns_.size(); ++c)
    if (columns_[c].parameter == &parameter) return static_cast<int>(c);
  return -1;
}

void ListModel::refresh() {
  std::vector<RowValues> rows;
  for (size_t i = 0; i < list_.size(document_.tmpl()); ++i)
    rows.push_back(row_values(document_.tmpl(), list_, i));
  std::vector<std::string> problems;
  for (const Finding& f : document_.findings())
    if (cell_in(list_, f.where) || f.where.starts_with(list_.path)) problems.push_back(f.where + f.message);
  const bool same_problems = problems == problems_;
  problems_ = std::move(problems);
  if (rows.size() != rows_.size())
    replace_rows(std::move(rows));
  else
    show_differences(std::move(rows));
  if (!same_problems && !rows_.empty())
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1),
                     {Qt::BackgroundRole, Qt::ToolTipRole, Qt::DecorationRole});
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
  return column.parameter ? value_data(*column.parameter, row, role) : strip_data(column, row, role);
}

QVariant ListModel::strip_data(const Column& column, size_t row, int role) const {
  QList<double> values;
  QList<QColor> colours;
  QStringList words;
  for (const Parameter* p : column.members) {
    const ParameterValue value = p->get(document_.tmpl(), row);
    const double* number = std::get_if<double>(&value);
    if (!number) continue;
    values.push_back(*number);
    colours.push_back(
        class_colour(document_.tmpl(), group_of(p->path), member_of(p->path)).value_or(QColor(Qt::gray)));
    if (*number != 0) words.push_back(title_of(*p) + QLatin1Char(' ') + shown_number(*number, 3));
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

QVariant ListModel::value_data(const Parameter& p, size_t row, int role) const {
  const auto value = [&] { return p.get(document_.tmpl(), row); };
  const auto finding = [&] { return finding_at(document_.findings(), path_of({&p, row})); };
  const bool number = p.type == ParameterType::integer || p.type == ParameterType::number;
  switch (role) {
    case Qt::DisplayRole:
      return value_text(p, value());
    case kValueRole:
    case Qt::EditRole:
      return QVariant::fromValue(value());
    case kSortRole:
      return sort_key(p, value());
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft)));
    case Qt::ToolTipRole:
      if (const Finding* f = finding()) return QString::fromStdString(f->message);
      return table_text(p.help);
    case Qt::BackgroundRole:
      if (const Finding* f = finding())
        return f->severity == Severity::error ? QColor(200, 40, 40, 70) : QColor(200, 150, 20, 55);
      return {};
    case Qt::ForegroundRole:  // a kind with quota 0
      if (!has_fixed_rows(list_) || kind_quota(document_.tmpl(), row) > 0) return {};
      return QGuiApplication::palette().color(QPalette::PlaceholderText);
    case Qt::DecorationRole:
      if (const Finding* f = finding())
        return glyph_icon(f->severity == Severity::error ? Glyph::error : Glyph::warning);
      if (has_fixed_rows(list_) && !p.set) return kind_icon(row);
      if (member_of(p.path) == "label") return row_mark(row);
      return {};
    default:
      return {};
  }
}

/// The worst finding of a row, shown in its key column: the cell itself may be out of sight.
QVariant ListModel::row_mark(size_t row) const {
  const std::string path = list_.path + "[" + std::to_string(row) + "]";
  for (const Finding& f : document_.findings())  // worst first
    if (f.where.starts_with(path))
      return glyph_icon(f.severity == Severity::error ? Glyph::error : Glyph::warning);
  return {};
}

QVariant ListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  const Column& column = columns_[static_cast<size_t>(section)];
  const Parameter& p = column.parameter ? *column.parameter : *column.members.front();
  if (role == Qt::ToolTipRole) return table_text(p.help);
  const bool number =
      column.parameter && (p.type == ParameterType::integer || p.type == ParameterType::number);
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft)));
  if (role != Qt::DisplayRole) return {};
  return column.parameter ? title_of(p) : title_of_member(member_of(group_of(p.path)));
}

bool ListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const Column& column = columns_[static_cast<size_t>(index.column())];
  if (role != Qt::EditRole || !column.parameter || !value.canConvert<ParameterValue>()) return false;
  const Place place{column.parameter, static_cast<size_t>(index.row())};
  const auto wanted = value.value<ParameterValue>();
  document_.end_gesture();
  document_.edit(change_text(place), [place, wanted](Template& t) { set_place(t, place, wanted, t); });
  return true;
}

Qt::ItemFlags ListModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
  if (!index.isValid()) return has_fixed_rows(list_) ? Qt::NoItemFlags : Qt::ItemIsDropEnabled;
  const Parameter* p = columns_[static_cast<size_t>(index.column())].parameter;
  if (p && p->set) flags |= Qt::ItemIsEditable;
  return has_fixed_rows(list_) ? flags : flags | Qt::ItemIsDragEnabled;
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
  mime->setData(kRowsMime, QByteArray::fromStdString(list_.path) + ' ' + text);
  return mime;
}

bool ListModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int,
                             const QModelIndex& parent) {
  QList<QByteArray> words = data->data(kRowsMime).simplified().split(' ');
  if (action != Qt::MoveAction || words.takeFirst().toStdString() != list_.path || has_fixed_rows(list_))
    return false;
  const int before = row >= 0 ? row : parent.isValid() ? parent.row() : rowCount();
  std::vector<size_t> rows;
  for (const QByteArray& word : words)
    if (const int from = word.toInt(); from < rowCount()) rows.push_back(static_cast<size_t>(from));
  const std::vector<size_t> order = moved_order(rows_.size(), rows, static_cast<size_t>(before));
  document_.end_gesture();
  document_.edit(tr("Move %1").arg(lower_first(title_of_member(list_.path))),
                 [&list = list_, order](Template& t) { arrange_rows(t, list, order); });
  QList<int> now;
  for (const size_t from : rows)
    now.push_back(static_cast<int>(std::find(order.begin(), order.end(), from) - order.begin()));
  emit moved(now);
  return true;
}

}  // namespace fw
