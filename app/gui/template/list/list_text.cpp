#include "app/gui/template/list/list_text.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

#include "app/gui/template/editors/text_list.h"
#include "app/gui/template/number/number_scale.h"
#include "app/gui/template/place.h"
#include "core/base/number_text.h"

namespace fw {
namespace {

/// "biomes.arid" of "resources[].biomes.arid".
QString key_of(const ParameterList& list, const Place& column, const Template& tmpl) {
  const std::string& path = column.parameter->path;
  std::string key = path.substr(list.path.size() + 3);
  if (!column.parameter->keys.empty())
    key = group_of(key) + "." + table_ids(tmpl, column.parameter->keys)[column.at.key];
  return QString::fromStdString(key);
}

QString cell_of(const ParameterValue& value) {
  if (const double* number = std::get_if<double>(&value)) return QString::fromStdString(number_text(*number));
  if (const std::string* text = std::get_if<std::string>(&value)) {
    QString cell = QString::fromStdString(*text);
    return cell.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
  }
  if (const bool* on = std::get_if<bool>(&value)) return QLatin1String(*on ? "true" : "false");
  if (const auto* words = std::get_if<std::vector<std::string>>(&value))
    return join_texts(*words, QStringLiteral(","));
  QStringList parts;
  if (const auto* numbers = std::get_if<std::vector<double>>(&value))
    for (const double number : *numbers) parts.push_back(QString::fromStdString(number_text(number)));
  if (!parts.isEmpty()) return parts.join(QLatin1Char(','));
  if (const auto* range = std::get_if<std::array<double, 2>>(&value))
    return QString::fromStdString(number_text((*range)[0]) + ".." + number_text((*range)[1]));
  return {};
}

bool fits(const Parameter& p, double value) {
  const bool whole = p.type != ParameterType::integer || value == std::floor(value);
  return whole && value >= p.min && value <= p.max;
}

/// monostate if the cell's text is not a value of the column.
ParameterValue value_of(const Parameter& p, const QString& cell) {
  if (p.type == ParameterType::integer || p.type == ParameterType::number) {
    const auto number = typed_number(cell);
    return number && fits(p, *number) ? ParameterValue(*number) : ParameterValue();
  }
  if (p.type == ParameterType::yes_no)
    return cell == QLatin1String("true")    ? ParameterValue(true)
           : cell == QLatin1String("false") ? ParameterValue(false)
                                            : ParameterValue();
  if (p.type == ParameterType::words || p.type == ParameterType::texts) return split_texts(cell);
  if (p.type == ParameterType::numbers) {
    std::vector<double> numbers;
    for (const QString& part : cell.split(QLatin1Char(',')))
      if (const auto number = typed_number(part); number && fits(p, *number)) numbers.push_back(*number);
    return numbers;
  }
  if (p.type == ParameterType::place) {
    const QStringList ends = cell.split(QStringLiteral(".."));
    const auto x = typed_number(ends.front()), y = typed_number(ends.back());
    if (ends.size() != 2 || !x || !y || !fits(p, *x) || !fits(p, *y)) return {};
    return std::array<double, 2>{*x, *y};
  }
  if (p.type == ParameterType::range) {
    const QStringList ends = cell.split(QStringLiteral(".."));
    const auto low = typed_number(ends.front()), high = typed_number(ends.back());
    if (ends.size() != 2 || !low || !high || !fits(p, *low) || !fits(p, *high) || *low > *high) return {};
    return std::array<double, 2>{*low, *high};
  }
  const std::string word = cell.toStdString();
  const bool known = std::find(p.choices.begin(), p.choices.end(), word) != p.choices.end();
  const bool closed = p.type == ParameterType::choice && p.refers_to.empty();
  return closed && !known ? ParameterValue() : ParameterValue(word);
}

}  // namespace

QString rows_to_text(const Template& tmpl, const ListPlace& list, const std::vector<size_t>& rows) {
  QStringList lines, keys;
  for (const Place& column : columns_of(*list.list, tmpl)) keys.push_back(key_of(*list.list, column, tmpl));
  lines.push_back(keys.join(QLatin1Char('\t')));
  for (const size_t row : rows) {
    QStringList cells;
    for (const ParameterValue& value : row_values(tmpl, list, row)) cells.push_back(cell_of(value));
    lines.push_back(cells.join(QLatin1Char('\t')));
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

TextRows rows_from_text(const Template& tmpl, const ListPlace& list, const QString& text) {
  const std::vector<Place> columns = columns_of(*list.list, tmpl);
  QStringList lines = text.split(QLatin1Char('\n'));
  lines.removeIf([](const QString& line) { return line.trimmed().isEmpty(); });
  TextRows read;
  if (lines.isEmpty()) return read;
  const QStringList head = lines.front().trimmed().split(QLatin1Char('\t'));
  std::vector<size_t> column_at;  // for each cell; an index past the end: not a known column
  bool headed = false;
  for (const QString& key : head) {
    const auto known = std::find_if(columns.begin(), columns.end(), [&](const Place& column) {
      return key_of(*list.list, column, tmpl) == key.trimmed();
    });
    headed |= known != columns.end();
    column_at.push_back(static_cast<size_t>(known - columns.begin()));
  }
  if (headed) lines.removeFirst();
  for (const QString& line : lines) {
    RowValues values(columns.size());
    const QStringList cells = QString(line).remove(QLatin1Char('\r')).split(QLatin1Char('\t'));
    for (qsizetype i = 0; i < cells.size(); ++i) {
      const auto at = static_cast<size_t>(i);
      const size_t c = !headed ? at : at < column_at.size() ? column_at[at] : columns.size();
      if (cells[i].trimmed().isEmpty() || c >= columns.size()) continue;
      values[c] = value_of(*columns[c].parameter, cells[i].trimmed());
      if (std::holds_alternative<std::monostate>(values[c])) ++read.unread_cells;
    }
    read.rows.push_back(std::move(values));
  }
  return read;
}

}  // namespace fw
