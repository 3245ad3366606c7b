#include "app/gui/template/editors/text_list.h"

#include <QStringList>

namespace fw {
namespace {

constexpr QLatin1Char kQuote('"');

bool is_separator(QChar c) {
  return c == QLatin1Char(',') || c == QLatin1Char('\t') || c == QLatin1Char('\n');
}

QString quoted_if_needed(const QString& text) {
  const bool plain =
      !text.isEmpty() && text.trimmed() == text && !text.contains(kQuote) && !text.contains(QLatin1Char(','));
  return plain ? text : kQuote + QString(text).replace(kQuote, QStringLiteral("\"\"")) + kQuote;
}

}  // namespace

QString join_texts(const std::vector<std::string>& texts, const QString& separator) {
  QStringList parts;
  for (const std::string& text : texts) parts.push_back(quoted_if_needed(QString::fromStdString(text)));
  return parts.join(separator);
}

std::vector<std::string> split_texts(const QString& typed) {
  std::vector<std::string> texts;
  for (qsizetype at = 0; at < typed.size(); ++at) {
    while (at < typed.size() && typed[at].isSpace() && !is_separator(typed[at])) ++at;
    const bool quoted = at < typed.size() && typed[at] == kQuote;
    QString text;
    if (quoted)
      for (++at; at < typed.size(); ++at) {
        if (typed[at] == kQuote && (++at == typed.size() || typed[at] != kQuote)) break;
        text += typed[at];
      }
    QString rest;
    for (; at < typed.size() && !is_separator(typed[at]); ++at) rest += typed[at];
    text += rest.trimmed();
    if (quoted || !text.isEmpty()) texts.push_back(text.toStdString());
  }
  return texts;
}

}  // namespace fw
