#pragma once

#include <vector>

#include "app/gui/template/page_part.h"
#include "app/gui/template/place.h"

class QLabel;

namespace fw {

class Document;
class ParameterField;

/// Parameters in rows with aligned columns; a heading for each group if there is more than one.
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
  void show_group_notes();

  Document& document_;
  std::vector<ParameterField*> fields_;
  std::vector<GroupNote> notes_;
  int label_width_ = 0;  ///< width of the longest name
};

}  // namespace fw
