#include "app/gui/template/edit_text.h"

#include <QCoreApplication>
#include <cmath>

#include "app/gui/template/list/kind_list.h"
#include "app/gui/template/look.h"
#include "app/gui/template/number/number_scale.h"
#include "app/gui/words/words.h"

namespace fw {
namespace {

constexpr int kDigits = 6;
constexpr int kAllDigits = 16;
constexpr qsizetype kLongestText = 24;

QString number_shown(const Parameter& p, double value) {
  return shown_number(value, p.type == ParameterType::integer ? kAllDigits : kDigits);
}

/// Short enough for a line of the history.
QString in_history(const Parameter& p, const ParameterValue& value) {
  if (std::holds_alternative<std::monostate>(value))
    return QCoreApplication::translate("fw::EditText", "derived");
  const QString text = value_text(p, value);
  if (p.type == ParameterType::choice || !std::holds_alternative<std::string>(value)) return text;
  const QString cut = text.size() > kLongestText ? text.left(kLongestText) + QChar(0x2026) : text;
  return QChar(0x201C) + cut + QChar(0x201D);
}

/// Name of a value: "Controllable", "Iron vein, spacing", "Danger, octaves".
QString place_text(const Place& place, const Template& before) {
  const Place cell = kind_cell(path_of(place)).value_or(place);
  const QString own = title_of(*cell.parameter);
  const std::string group = group_of(cell.parameter->path);
  QString of;
  if (const ParameterList* list = list_of(*cell.parameter))
    of = row_text(*list, before, cell.row);
  else if (group.find('.') != std::string::npos)
    of = title_of_member(member_of(group));
  if (of.isEmpty()) return own;
  of[0] = of[0].toUpper();
  return QCoreApplication::translate("fw::EditText", "%1, %2").arg(of, lower_first(own));
}

QString with_unit(const QString& text, const QString& unit) {
  return unit.isEmpty() ? text : text + QLatin1Char(' ') + unit;
}

}  // namespace

QString value_text(const Parameter& p, const ParameterValue& value) {
  if (const double* number = std::get_if<double>(&value)) return number_shown(p, *number);
  if (const auto* range = std::get_if<std::array<double, 2>>(&value))
    return number_shown(p, (*range)[0]) + QStringLiteral(" \u2013 ") + number_shown(p, (*range)[1]);
  if (const std::string* text = std::get_if<std::string>(&value))
    return p.type == ParameterType::choice ? word_shown(*text) : QString::fromStdString(*text);
  return QStringLiteral("\u2013");
}

QString row_text(const ParameterList& list, const Template& tmpl, size_t row) {
  const auto key = find_place(list.path + "[]." + list.key);
  if (!key || row >= list.size(tmpl)) return QString::number(row + 1);
  return slug_words(value_text(*key->parameter, key->parameter->get(tmpl, row)).toStdString());
}

Document::StepText change_text(const Place& place) {
  return [place](const Template& before, const Template& after) {
    const Parameter& p = *place.parameter;
    const QString from = in_history(p, p.get(before, place.row)), to = in_history(p, p.get(after, place.row));
    const bool stated = !std::holds_alternative<std::monostate>(p.get(after, place.row));
    return QCoreApplication::translate("fw::EditText", "%1: %2 to %3")
        .arg(place_text(place, before), from, with_unit(to, stated ? unit_sign(p) : QString()));
  };
}

Document::StepText mix_text(const std::string& group, size_t row) {
  return [group, row](const Template& before, const Template& after) {
    const QString title = title_of_member(member_of(group));
    const Parameter* most = nullptr;
    double from = 0, to = 0;
    for (const Parameter* p : shares_of(group)) {
      const ParameterValue was = p->get(before, row), is = p->get(after, row);
      const double *old_share = std::get_if<double>(&was), *new_share = std::get_if<double>(&is);
      if (!old_share || !new_share)
        return QCoreApplication::translate("fw::EditText", "Fix %1 mix").arg(lower_first(title));
      if (most && std::fabs(*new_share - *old_share) <= std::fabs(to - from)) continue;
      most = p;
      from = *old_share;
      to = *new_share;
    }
    if (!most) return title;
    return QCoreApplication::translate("fw::EditText", "%1 mix, %2: %3 to %4 %")
        .arg(title, lower_first(title_of(*most)), shown_number(from * 100, kDigits),
             shown_number(to * 100, kDigits));
  };
}

}  // namespace fw
