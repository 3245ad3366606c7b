#pragma once

#include <QWidget>

#include "core/base/result.h"

class QPlainTextEdit;
class QPushButton;

namespace fw {

/// What a page does, as a call of the command, with a button that copies it.
class CommandBox : public QWidget {
  Q_OBJECT

 public:
  explicit CommandBox(QWidget* parent = nullptr);

  /// The line, or why there is none.
  void show_line(const Result<QString>& line);

 signals:
  void copy_asked();

 private:
  QPlainTextEdit* text_ = nullptr;
  QPushButton* copy_ = nullptr;
};

}  // namespace fw
