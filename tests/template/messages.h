#pragma once

#include <QString>
#include <QTest>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/template/template_io.h"
#include "core/template/vocabulary_edit.h"

// What the reader of templates says, as tests look at it.
namespace fw::test {

/// Why a text is refused: "accepted" if it is not, "wrong kind of error" if the error is of another kind.
inline QString message_of(const std::string& text, const std::vector<std::string>& settings = {},
                          ErrorKind kind = ErrorKind::invalid_template) {
  const Result<Template> read = parse_template_with(text, "t.json", settings);
  if (read) return "accepted";
  if (read.error().kind != kind) return "wrong kind of error";
  return QString::fromStdString(read.error().message);
}

/// Fails where one of the pieces is not in the message.
inline void expect(const QString& message, std::initializer_list<const char*> pieces) {
  for (const char* piece : pieces)
    if (!message.contains(QString::fromUtf8(piece)))
      QFAIL(qPrintable("no \"" + QString::fromUtf8(piece) + "\" in: " + message));
}

/// What an edited template is refused for, a line each.
inline QString refusals(const Template& tmpl) {
  QString all;
  for (const Finding& f : check_edited(tmpl).refusals)
    all += QString::fromStdString(f.where + ": " + f.message) + "\n";
  return all;
}

}  // namespace fw::test
