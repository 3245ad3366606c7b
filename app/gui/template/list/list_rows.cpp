#include "app/gui/template/list/list_rows.h"

#include <QStringList>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include "app/gui/template/editors/texts_editor.h"
#include "app/gui/template/fresh_row.h"
#include "app/gui/template/number/number_scale.h"
#include "app/gui/template/place.h"
#include "core/base/number_text.h"
#include "core/template/vocabulary_edit.h"

namespace fw {
namespace {

/// "/noise/danger/state_features/" of "noise.danger.state_features".
std::string pointer_of(const ListPlace& list) {
  std::string pointer;
  for (const std::string& step : path_steps(list.path())) pointer += "/" + step;
  return pointer + "/";
}

/// Unknown members of a list's rows that the format keeps, taken out of the template: (row, path after the
/// row number, text).
struct KeptMember {
  size_t row;
  std::string rest;
  std::string text;
};

std::vector<KeptMember> take_kept(Template& tmpl, const std::string& pointer) {
  std::vector<KeptMember> kept;
  std::vector<std::pair<std::string, std::string>> others;
  for (auto& [at, text] : tmpl.extras) {
    size_t row = 0;
    const char* const begin = at.data() + pointer.size();
    const bool ours = at.starts_with(pointer);
    const auto number = ours ? std::from_chars(begin, at.data() + at.size(), row) : std::from_chars_result{};
    if (ours && number.ec == std::errc() && number.ptr != begin)
      kept.push_back({row, at.substr(static_cast<size_t>(number.ptr - at.data())), text});
    else
      others.emplace_back(at, text);
  }
  tmpl.extras = std::move(others);
  return kept;
}

/// The table's rows in the order of their present numbers, step by step so that all references follow.
void arrange_table(Template& tmpl, const std::string& table, const std::vector<size_t>& order) {
  const std::vector<std::string> before = table_ids(tmpl, table);
  const auto apply = [&tmpl](Result<Template> next) {
    if (next) tmpl = std::move(next).value();
  };
  std::set<std::string> used;
  std::vector<std::string> wanted;
  for (const size_t from : order) {
    const bool fresh = from == kFreshRow, copy = !fresh && used.contains(before[from]);
    const std::string id =
        !fresh && !copy ? before[from] : free_slug(fresh ? "new" : before[from], table_ids(tmpl, table));
    if (fresh) apply(add_row(tmpl, table, id));
    if (copy) apply(duplicate_row(tmpl, table, before[from], id));
    used.insert(id);
    wanted.push_back(id);
  }
  for (const std::string& id : before)
    if (!used.contains(id))
      if (auto removed = remove_row(tmpl, table, id)) tmpl = std::move(removed).value().tmpl;
  for (size_t to = 0; to < wanted.size(); ++to) {
    const std::vector<std::string> ids = table_ids(tmpl, table);
    const auto at = std::find(ids.begin(), ids.end(), wanted[to]);
    const auto from = static_cast<size_t>(at - ids.begin());
    if (at != ids.end() && from != to) apply(move_row(tmpl, table, from, to));
  }
}

}  // namespace

RowValues row_values(const Template& tmpl, const ListPlace& list, size_t row) {
  RowValues values;
  for (const Place& column : columns_of(*list.list, tmpl))
    values.push_back(column.parameter->get(tmpl, list.row(row, column.at.key)));
  return values;
}

void arrange_rows(Template& tmpl, const ListPlace& list, const std::vector<size_t>& order) {
  if (list.list->is_table()) return arrange_table(tmpl, list.list->path, order);
  const std::vector<Place> columns = columns_of(*list.list, tmpl);
  std::vector<RowValues> rows;
  for (size_t i = 0; i < list.size(tmpl); ++i) rows.push_back(row_values(tmpl, list, i));
  const std::string pointer = pointer_of(list);
  const std::vector<KeptMember> kept = take_kept(tmpl, pointer);
  list.list->resize(tmpl, 0, list.outer);
  list.list->resize(tmpl, order.size(), list.outer);
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] == kFreshRow) continue;
    for (size_t c = 0; c < columns.size(); ++c)
      columns[c].parameter->set(tmpl, list.row(i, columns[c].at.key), rows[order[i]][c]);
    for (const KeptMember& member : kept)
      if (member.row == order[i])
        tmpl.extras.emplace_back(pointer + std::to_string(i) + member.rest, member.text);
  }
}

void set_row(Template& tmpl, const ListPlace& list, size_t row, const RowValues& values) {
  const std::vector<Place> columns = columns_of(*list.list, tmpl);
  for (size_t c = 0; c < columns.size(); ++c) {
    const Parameter& p = *columns[c].parameter;
    const bool kept = is_row_id(p) || is_share_column(p) || std::holds_alternative<std::monostate>(values[c]);
    if (!kept) p.set(tmpl, list.row(row, columns[c].at.key), values[c]);
  }
}

std::vector<size_t> moved_order(size_t size, const std::vector<size_t>& rows, size_t before) {
  const auto moves = [&rows](size_t i) { return std::find(rows.begin(), rows.end(), i) != rows.end(); };
  std::vector<size_t> order;
  for (size_t i = 0; i <= size; ++i) {
    if (i == before) order.insert(order.end(), rows.begin(), rows.end());
    if (i < size && !moves(i)) order.push_back(i);
  }
  return order;
}

std::vector<std::string> references_to_rows(const Template& tmpl, const ListPlace& list,
                                            const std::vector<size_t>& rows) {
  std::vector<std::string> paths;
  if (!list.list->is_table()) return paths;
  const std::vector<std::string> ids = table_ids(tmpl, list.list->path);
  for (const size_t row : rows)
    for (std::string& path : references_to(tmpl, list.list->path, ids[row]))
      if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(std::move(path));
  return paths;
}

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
