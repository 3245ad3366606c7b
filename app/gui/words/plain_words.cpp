#include "app/gui/words/plain_words.h"

#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <optional>

#include "app/gui/words/words.h"
#include "core/template/parameters/parameters.h"
#include "core/template/path.h"

namespace fw {
namespace {

/// Short forms in paths, written out.
std::string written_out(const std::string& word) {
  static const std::array<std::pair<const char*, const char*>, 7> kShort{{{"hp", "HP"},
                                                                          {"dps", "DPS"},
                                                                          {"mult", "multiplier"},
                                                                          {"lon", "longitude"},
                                                                          {"lat", "latitude"},
                                                                          {"max", "maximum"},
                                                                          {"min", "minimum"}}};
  for (const auto& [from, to] : kShort)
    if (word == from) return to;
  return word;
}

const Parameter* find_path(const std::string& path) {
  const auto& all = parameters();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Parameter& p) { return p.path == path; });
  return found == all.end() ? nullptr : &*found;
}

bool is_group(const std::string& path) {
  const auto& all = parameters();
  return std::any_of(all.begin(), all.end(), [&](const Parameter& p) {
    return p.path.starts_with(path + ".") || p.path.starts_with(path + "[");
  });
}

std::string column_text(const ParameterList& list, const std::string& column, const Template& tmpl,
                        ParameterPlace at) {
  const Parameter* p = column.empty() ? nullptr : find_path(list.path + "[]." + column);
  const ParameterValue value = p ? p->get(tmpl, at) : ParameterValue();
  const std::string* text = std::get_if<std::string>(&value);
  return text ? *text : std::string();
}

/// Ids of the hand's rows are drawn, not written: its rows go by their numbers.
QString row_in_words(const ParameterList& list, const Template& tmpl, ParameterPlace at, size_t row) {
  const bool by_hand = list.path.starts_with("hand.");
  const std::string label = column_text(list, by_hand ? "name" : "label", tmpl, at);
  if (!label.empty()) return QString::fromStdString(label);
  const std::string key = by_hand ? std::string() : column_text(list, list.key, tmpl, at);
  if (!key.empty()) return slug_title(key);
  return title_of_member(member_of(list.path)) + QLatin1Char(' ') + QString::number(row + 1);
}

/// Walks down a path and gathers the titles of its steps.
class Walk {
 public:
  explicit Walk(const Template& tmpl) : tmpl_(tmpl) {}

  QString titles(std::string_view path) {
    const std::vector<std::string> steps = path_steps(path);
    for (size_t k = 0; k < steps.size(); ++k) {
      if (const auto number = row_number(steps[k]); number || list_) {
        if (!enter_row(steps[k], number)) return {};
      } else if (!enter(steps[k])) {
        return {};
      }
    }
    return titles_.join(QStringLiteral(" \u203A "));
  }

 private:
  bool enter(const std::string& step) {
    const std::string path = pattern_.empty() ? step : pattern_ + "." + step;
    const Parameter* own = find_path(path);
    const Parameter* keyed = find_path(pattern_ + ".*");
    if (!own && keyed) {
      titles_.push_back(key_label(*keyed, step));
    } else if (own || is_group(path)) {
      titles_.push_back(own ? title_of(*own) : title_of_member(step));
    } else {
      return false;
    }
    pattern_ = path;
    list_ = find_list(path);
    return true;
  }

  bool enter_row(const std::string& step, std::optional<size_t> number) {
    if (!list_) return false;
    const size_t size = list_->size(tmpl_, at_);
    for (size_t k = 0; k < size && !number; ++k)
      if (column_text(*list_, list_->key, tmpl_, place(k)) == step) number = k;
    if (!number || *number >= size) return false;
    at_ = place(*number);
    titles_.back() = row_in_words(*list_, tmpl_, at_, *number);
    pattern_ += "[]";
    nested_ = true;
    list_ = nullptr;
    return true;
  }

  ParameterPlace place(size_t row) const {
    return nested_ ? ParameterPlace(at_.row, row) : ParameterPlace(row);
  }

  QString key_label(const Parameter& keyed, const std::string& id) const {
    const std::vector<std::string> ids = table_ids(tmpl_, keyed.keys);
    const auto row = static_cast<size_t>(std::find(ids.begin(), ids.end(), id) - ids.begin());
    const ParameterList* table = find_list(keyed.keys);
    return table && row < ids.size() ? row_in_words(*table, tmpl_, row, row) : slug_title(id);
  }

  const Template& tmpl_;
  std::string pattern_;
  const ParameterList* list_ = nullptr;  ///< whose row the next step may name
  bool nested_ = false;
  ParameterPlace at_{};
  QStringList titles_;
};

/// Rows of the hand by their words, not by ids that nobody wrote: "Row w474pp of waters", "Pin t7vj1p", and
/// alone where an id has a digit, so that it is no word of the sentence.
QString hand_rows_in_words(QString text, const Template& tmpl) {
  for (const ParameterList& list : parameter_lists()) {
    if (!list.path.starts_with("hand.") || list.key != "id") continue;
    const size_t rows = list.size(tmpl, ParameterPlace(0));
    for (size_t row = 0; row < rows; ++row) {
      const QString id = QString::fromStdString(column_text(list, list.key, tmpl, ParameterPlace(row)));
      if (id.isEmpty() || !text.contains(id)) continue;
      const bool alone = std::any_of(id.begin(), id.end(), [](QChar c) { return c.isDigit(); });
      const QRegularExpression named(
          QStringLiteral(
              "(?<![\\w./\\[-])(?:(?:[Rr]ow|[Pp]in|[Ll]ine|[Vv]iew) )%1%2(?: of %3)?(?![\\w\\]-]|\\.\\w)")
              .arg(alone ? QStringLiteral("?") : QString(), QRegularExpression::escape(id),
                   QString::fromStdString(member_of(list.path))));
      text.replace(named, row_in_words(list, tmpl, ParameterPlace(row), row));
    }
  }
  return text;
}

QString option_in_words(const QString& option) {
  std::string member = option.mid(2).replace(QLatin1Char('-'), QLatin1Char('_')).toStdString();
  if (member.size() > 2 && member.ends_with("_m")) member.resize(member.size() - 2);
  return title_of_member(member);
}

}  // namespace

QString title_of(const Parameter& p) {
  std::string member = member_of(p.keys.empty() ? p.path : group_of(p.path));
  for (const std::string& unit : {p.unit, std::string(p.unit == "1/s" ? "per_s" : "")})
    if (!unit.empty() && member.ends_with("_" + unit)) member.resize(member.size() - unit.size() - 1);
  return title_of_member(member);
}

QString title_of_member(const std::string& member) {
  std::string words, word;
  for (const char c : member + "_") {
    if (c != '_') {
      word += c;
      continue;
    }
    words += (words.empty() ? "" : " ") + written_out(word);
    word.clear();
  }
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return table_text(words);
}

QString path_in_words(std::string_view path, const Template& tmpl) {
  return Walk(tmpl).titles(path);
}

QString plain_words(std::string_view sentence, const Template& tmpl) {
  static const QRegularExpression kPathOrOption(
      QStringLiteral("(?<![\\w./-])(?:--[a-z][a-z0-9-]*|[a-z][a-z0-9_]*(?:\\[\\d+\\]|\\.[a-z0-9_]+)+)"));
  const QString text = QString::fromUtf8(sentence.data(), static_cast<qsizetype>(sentence.size()));
  QString out;
  qsizetype at = 0;
  for (auto it = kPathOrOption.globalMatch(text); it.hasNext();) {
    const QRegularExpressionMatch match = it.next();
    const QString found = match.captured();
    const QString words = found.startsWith(QLatin1String("--")) ? option_in_words(found)
                                                                : path_in_words(found.toStdString(), tmpl);
    out += text.mid(at, match.capturedStart() - at) + (words.isEmpty() ? found : words);
    at = match.capturedEnd();
  }
  return hand_rows_in_words(out + text.mid(at), tmpl);
}

}  // namespace fw
