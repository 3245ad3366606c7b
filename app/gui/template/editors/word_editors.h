#pragma once

#include <QString>
#include <string>
#include <vector>

#include "app/gui/template/parameter_editor.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QToolButton;

namespace fw {

/// One of the words that a value may be, and how it is shown.
struct Offer {
  std::string word;
  QString text;

  friend bool operator==(const Offer&, const Offer&) = default;
};

/// The words that a choice, a reference or a list of words may hold in a template; none if it is free.
std::vector<Offer> offers_of(const Parameter& parameter, const Template& tmpl, ParameterPlace at);

/// One word of a closed list, or a row of a table, which may be a new one.
class ChoiceEditor : public ParameterEditor {
  Q_OBJECT

 public:
  ChoiceEditor(const Parameter& parameter, QWidget* parent);

  void follow(const Document& document, ParameterPlace at) override;
  void show_value(const ParameterValue& value) override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 private:
  void ask_for_row();

  const Parameter& parameter_;
  std::vector<Offer> offers_;
  ParameterValue held_;
  QString fresh_;  ///< the label that a new row is offered
  QComboBox* combo_ = nullptr;
};

/// Free text, a name or a slug: accepted on Enter or when the focus leaves; Escape reverts it.
class TextEditor : public ParameterEditor {
  Q_OBJECT

 public:
  TextEditor(const Parameter& parameter, QWidget* parent);

  void show_value(const ParameterValue& value) override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 protected:
  /// The value that a text stands for; a list for texts with commas.
  virtual ParameterValue value_of(const QString& text) const;
  virtual QString text_of(const ParameterValue& value) const;
  bool eventFilter(QObject* watched, QEvent* event) override;
  QLineEdit* line() const { return line_; }

 private:
  void commit();

  bool optional_ = false;
  QString shown_;
  QLineEdit* line_ = nullptr;
};

/// A list of words or numbers with commas between; words of a closed list also as a menu to tick.
class WordsEditor : public TextEditor {
  Q_OBJECT

 public:
  WordsEditor(const Parameter& parameter, QWidget* parent);

  void follow(const Document& document, ParameterPlace at) override;
  void name_controls(const QString& name, const QString& help) override;

 protected:
  ParameterValue value_of(const QString& text) const override;
  QString text_of(const ParameterValue& value) const override;

 private:
  void fill_menu();
  void toggle(const std::string& word, bool on);

  const Parameter& parameter_;
  std::vector<Offer> offers_;
  QToolButton* pick_ = nullptr;
};

/// A box to tick.
class YesNoEditor : public ParameterEditor {
  Q_OBJECT

 public:
  explicit YesNoEditor(QWidget* parent);

  void show_value(const ParameterValue& value) override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 private:
  QCheckBox* box_ = nullptr;
};

/// A combo box whose wheel works only while it has the focus.
QComboBox* make_combo(QWidget* parent);
void fill_combo(QComboBox& combo, const std::vector<Offer>& offers);

}  // namespace fw
