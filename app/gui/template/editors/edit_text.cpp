#include "app/gui/template/editors/edit_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>

#include "app/gui/template/editors/texts_editor.h"
#include "app/gui/template/look.h"
#include "app/gui/template/number/number_scale.h"
#include "app/gui/template/row_look.h"
#include "app/gui/words/words.h"
#include "core/model/template/towards.h"

namespace fw {
namespace {

constexpr int kDigits = 6;
constexpr int kAllDigits = 16;
constexpr qsizetype kLongestText = 24;

QString translated(const char* text) {
  return QCoreApplication::translate("fw::EditText", text);
}

QString number_shown(const Parameter& p, double value) {
  return shown_number(value, p.type == ParameterType::integer ? kAllDigits : kDigits);
}

/// The label of the row that an id names; the id itself if there is none.
QString id_shown(const Place& place, const std::string& id, const Template& tmpl) {
  const std::string table = referred_table(*place.parameter, tmpl, place.at);
  const std::vector<std::string> ids = table_ids(tmpl, table);
  for (size_t k = 0; k < ids.size(); ++k)
    if (ids[k] == id) return row_label(tmpl, table, k);
  return QString::fromStdString(id);
}

QString word_text(const Place& place, const std::string& word, const Template& tmpl) {
  const ParameterType type = place.parameter->type;
  const bool closed = type == ParameterType::choice || type == ParameterType::direction;
  if (closed && !word.empty()) return word_shown(word);
  if (type == ParameterType::choice && place.parameter->refers_to.empty()) return word_shown(word);
  if (type == ParameterType::reference || closed)
    return word.empty() ? QString(QChar(0x2013)) : id_shown(place, word, tmpl);
  return QString::fromStdString(word);
}

/// Short enough for a line of the history.
QString in_history(const Place& place, const ParameterValue& value, const Template& tmpl) {
  if (std::holds_alternative<std::monostate>(value))
    return place.parameter->type == ParameterType::colour ? translated("the palette's")
                                                          : translated("derived");
  const QString text = value_text(place, value, tmpl);
  const ParameterType type = place.parameter->type;
  const bool written =
      type == ParameterType::text || type == ParameterType::name || type == ParameterType::slug;
  if (!written && type != ParameterType::texts) return text;
  const QString cut = text.size() > kLongestText ? text.left(kLongestText) + QChar(0x2026) : text;
  return written ? QChar(0x201C) + cut + QChar(0x201D) : cut;
}

QString with_unit(const QString& text, const QString& unit) {
  return unit.isEmpty() ? text : text + QLatin1Char(' ') + unit;
}

}  // namespace

QString place_text(const Place& place, const Template& tmpl) {
  const Parameter& p = *place.parameter;
  const QString own = title_of(place, tmpl);
  const std::string group = group_of(p.path);
  QString of;
  if (const size_t at = p.path.find("[]"); at != std::string::npos)
    of = row_text({find_list(p.path.substr(0, at))}, tmpl, place.at.row);
  else if (group.find('.') != std::string::npos)
    of = title_of_member(member_of(group));
  if (of.isEmpty()) return own;
  of[0] = of[0].toUpper();
  return translated("%1, %2").arg(of, lower_first(own));
}

QString value_text(const Place& place, const ParameterValue& value, const Template& tmpl) {
  const Parameter& p = *place.parameter;
  QStringList parts;
  if (const double* number = std::get_if<double>(&value)) return number_shown(p, *number);
  if (const bool* on = std::get_if<bool>(&value)) return *on ? translated("yes") : translated("no");
  const auto* range = std::get_if<std::array<double, 2>>(&value);
  if (range && p.type == ParameterType::place) {
    const std::string_view word = frame_place_word({(*range)[0], (*range)[1]});
    return word.empty() ? number_shown(p, (*range)[0]) + QStringLiteral(", ") + number_shown(p, (*range)[1])
                        : word_shown(std::string(word));
  }
  if (range) return number_shown(p, (*range)[0]) + QStringLiteral(" \u2013 ") + number_shown(p, (*range)[1]);
  if (const std::string* text = std::get_if<std::string>(&value)) return word_text(place, *text, tmpl);
  const auto* words = std::get_if<std::vector<std::string>>(&value);
  if (words && p.type == ParameterType::texts) return join_texts(*words, QStringLiteral(", "));
  if (words)
    for (const std::string& word : *words) parts.push_back(id_shown(place, word, tmpl));
  if (const auto* numbers = std::get_if<std::vector<double>>(&value))
    for (const double number : *numbers) parts.push_back(number_shown(p, number));
  return parts.isEmpty() ? QStringLiteral("\u2013") : parts.join(QStringLiteral(", "));
}

QString row_text(const ListPlace& list, const Template& tmpl, size_t row) {
  if (row < list.size(tmpl))
    for (const std::string& name : {std::string("label"), list.list->key}) {
      const Parameter* column = name.empty() ? nullptr : find_column(*list.list, name);
      if (!column) continue;
      const ParameterValue value = column->get(tmpl, list.row(row));
      const std::string* text = std::get_if<std::string>(&value);
      if (text && text->empty()) continue;
      const QString shown = value_text({column, list.row(row)}, value, tmpl);
      return lower_first(name == "label" ? shown : slug_words(shown.toStdString()));
    }
  return QString::number(row + 1);
}

Document::StepText change_text(const Place& place, size_t more_rows) {
  return [place, more_rows](const Template& before, const Template& after) {
    const Parameter& p = *place.parameter;
    const ParameterValue was = p.get(before, place.at), is = p.get(after, place.at);
    const bool stated = !std::holds_alternative<std::monostate>(is);
    if (more_rows > 0) {
      QString row = row_text({list_of(p)}, before, place.at.row);
      if (!row.isEmpty()) row[0] = row[0].toUpper();
      return translated("%1 and %2 more, %3: to %4")
          .arg(row)
          .arg(more_rows)
          .arg(lower_first(title_of(place, before)),
               with_unit(in_history(place, is, after), stated ? unit_sign(p) : QString()));
    }
    return translated("%1: %2 to %3")
        .arg(place_text(place, before), in_history(place, was, before),
             with_unit(in_history(place, is, after), stated ? unit_sign(p) : QString()));
  };
}

Document::StepText mix_text(const std::string& group, size_t row) {
  return [group, row](const Template& before, const Template& after) {
    const QString title = title_of_member(member_of(group));
    std::optional<Place> most;
    double from = 0, to = 0;
    for (const Place& p : shares_of(after, group, row)) {
      const ParameterValue was = p.parameter->get(before, p.at), is = p.parameter->get(after, p.at);
      const double *old_share = std::get_if<double>(&was), *new_share = std::get_if<double>(&is);
      if (!old_share || !new_share) return translated("Fix %1 mix").arg(lower_first(title));
      if (most && std::fabs(*new_share - *old_share) <= std::fabs(to - from)) continue;
      most = p;
      from = *old_share;
      to = *new_share;
    }
    if (!most) return title;
    const QString part =
        most->parameter->keys.empty() ? row_label(after, group, most->at.row) : title_of(*most, after);
    return translated("%1 mix, %2: %3 to %4 %")
        .arg(title, lower_first(part), shown_number(from * 100, kDigits), shown_number(to * 100, kDigits));
  };
}

}  // namespace fw
