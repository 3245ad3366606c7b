#pragma once

#include <QWidget>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/gui/search/search_choices.h"
#include "app/gui/search/usual_worlds.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace fw {

class ConditionRow;
class FigureChooser;

/// What is searched for: conditions beside what is usual, the goal, how many are kept, which seeds.
class SearchForm : public QWidget {
  Q_OBJECT

 public:
  explicit SearchForm(QWidget* parent = nullptr);

  const SearchChoices& choices() const { return choices_; }
  void set_choices(const SearchChoices& choices);
  /// What can be asked for, and what is usual. Values of another template are shown as unknown: `usual` may
  /// be null.
  void show_usual(const FigureTable& table, const std::shared_ptr<const UsualFigures>& usual);
  /// What was usual is not known any more.
  void forget_usual();
  /// Figures of the present world by name; empty: not known.
  void show_present(const std::map<std::string, double>& figures);
  const std::vector<ConditionRow*>& conditions() const { return rows_; }
  /// Adds a condition on the figure of that name.
  void add_condition(const std::string& figure);
  /// Why the choices make no search; "" if they do.
  const QString& problem() const { return problem_text_; }

 signals:
  void edited();  ///< by the user

 private:
  QWidget* build_head();
  QWidget* build_goal();
  void remake_rows();
  void fill_row(ConditionRow& row);
  void fill_score_box();
  void take_goal();
  void show_known();
  void judge();
  void open_chooser();

  SearchChoices choices_;
  FigureTable table_;
  std::shared_ptr<const UsualFigures> usual_;
  std::map<std::string, double> present_;
  QString problem_text_;
  std::vector<ConditionRow*> rows_;
  QVBoxLayout* rows_column_ = nullptr;
  FigureChooser* chooser_ = nullptr;
  QPushButton* add_ = nullptr;
  QLabel* usual_label_ = nullptr;
  QLineEdit* more_ = nullptr;
  QLabel* problem_ = nullptr;
  QLabel* share_ = nullptr;
  QComboBox* better_ = nullptr;
  QComboBox* score_ = nullptr;
  QSpinBox* keep_ = nullptr;
  QLineEdit* seeds_ = nullptr;
};

}  // namespace fw
