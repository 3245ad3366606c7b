#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "app/gui/template/page_spec.h"
#include "app/gui/template/place.h"

class QAction;
class QLabel;
class QToolButton;

namespace fw {

class Document;
class FieldLabel;
class ParameterEditor;

/// One parameter in a form: name, editor, reset button, and its findings below.
class ParameterField : public QWidget {
  Q_OBJECT

 public:
  ParameterField(Document& document, const Place& place, QWidget* parent = nullptr);

  const Place& place() const { return place_; }
  /// Shows the same parameter of another row of its list; the key stays.
  void set_row(ParameterPlace row) { set_rows({row}); }
  /// Shows and edits it in several rows at once: the first one's value, and that others differ.
  void set_rows(const std::vector<ParameterPlace>& rows);
  void refresh();
  QWidget* entry() const;
  /// Whether it shows an error.
  bool is_wrong() const { return error_; }

  int wanted_label_width() const;
  void set_label_width(int width);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void build(ParameterEditor* editor);
  void add_menu();
  void take(const ParameterValue& value);
  void take_new_row(const QString& label);
  void reset();
  void end_gesture();
  bool is_open() const;
  bool differs() const;
  std::optional<ParameterValue> plain_value(const Place& place, const Template& tmpl) const;
  void show_reset(const Template& tmpl);
  std::vector<Place> places() const;
  void set_everywhere(const ParameterValue& value, const std::shared_ptr<const Template>& before,
                      const QString& merge);
  void show_findings();
  void show_message(const QString& text, bool error);

  Document& document_;
  Place place_;
  std::vector<Place> also_;             ///< the same in the other rows
  const Parameter* measure_ = nullptr;  ///< of the group that this one is in; nothing is held without it
  ParameterEditor* editor_ = nullptr;
  FieldLabel* label_ = nullptr;
  QToolButton* reset_ = nullptr;
  QAction* reset_action_ = nullptr;
  QLabel* message_ = nullptr;
  std::shared_ptr<const Template> gesture_,
      reached_;   ///< before the drag that is going on, and as it left it
  QString idle_;  ///< why the value does nothing now; empty: it does something
  bool error_ = false;
  bool refused_ = false;  ///< the editor holds invalid numbers
};

/// Parameters in rows with aligned columns; a heading for each group if there is more than one. Rarely used
/// ones (is_rare()) of a page's group stand behind a button.
class FieldForm : public PagePart {
  Q_OBJECT

 public:
  enum class Headings { groups, full };  ///< full: with the page's name, for search results
  FieldForm(Document& document, const std::vector<Place>& places, Headings headings,
            QWidget* parent = nullptr);

  /// Shows the same parameters of another row of their list.
  void set_row(ParameterPlace row) { set_rows({row}); }
  /// Shows and edits them in several rows of it at once.
  void set_rows(const std::vector<ParameterPlace>& rows);

  void refresh() override;
  bool covers(const std::string& where) const override;
  QWidget* reveal(const std::string& path) override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Shows findings about a whole group above its fields.
  struct GroupNote {
    std::string group;
    QLabel* label = nullptr;
  };
  /// The rarely used fields of a group, behind a button.
  struct Fold {
    QToolButton* button = nullptr;
    QWidget* inside = nullptr;
    std::vector<ParameterField*> fields;
  };
  void show_group_notes();
  void begin_fold(const QString& title);
  void unfold(const ParameterField* field);

  Document& document_;
  std::vector<ParameterField*> fields_;
  std::vector<Fold> folds_;
  std::vector<GroupNote> notes_;
  int label_width_ = 0;  ///< width of the longest name
};

}  // namespace fw
