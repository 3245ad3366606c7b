#pragma once

#include <QWidget>

#include "app/gui/template/place.h"

class QLabel;
class QToolButton;

namespace fw {

class Document;
class FieldLabel;
class ParameterEditor;

/// One parameter in a form: name, editor, reset button, and the message of what is wrong with it below.
class ParameterField : public QWidget {
  Q_OBJECT

 public:
  ParameterField(Document& document, const Place& place, QWidget* parent = nullptr);

  const Place& place() const { return place_; }
  /// The same parameter of another row of its list.
  void set_row(size_t row);
  void refresh();
  QWidget* entry() const;

  int wanted_label_width() const;
  void set_label_width(int width);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void build(ParameterEditor* editor);
  void add_menu();
  void take(const ParameterValue& value);
  void reset();
  void show_findings();
  void show_message(const QString& text, bool error);

  Document& document_;
  Place place_;
  ParameterEditor* editor_ = nullptr;
  FieldLabel* label_ = nullptr;
  QToolButton* reset_ = nullptr;
  QLabel* message_ = nullptr;
  bool error_ = false;
  bool refused_ = false;  ///< the editor holds numbers that cannot be taken
};

/// Sets one value as an editor does: a label that was derived from the class's slug follows it.
void set_place(Template& tmpl, const Place& place, const ParameterValue& value);

}  // namespace fw
