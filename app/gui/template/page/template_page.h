#pragma once

#include <QWidget>
#include <string>
#include <utility>
#include <vector>

#include "app/gui/template/page_spec.h"
#include "app/gui/template/place.h"

class QLabel;
class QScrollArea;

namespace fw {

class Document;
class PagePart;

/// One page of the editor: a banner for findings about the whole page, then its parts.
class TemplatePage : public QWidget {
  Q_OBJECT

 public:
  TemplatePage(Document& document, const PageSpec& spec, QWidget* parent = nullptr);

  void refresh();
  /// Updates after a change while this page was shown: new errors on other pages (not in `known`) are also
  /// shown here while they last.
  void look_elsewhere(const Findings& known);
  /// Forgets errors caused from here: another document was opened.
  void forget();
  /// Whether an edit here caused an error on another page.
  bool broke_another() const;
  void show_room(const RoomOfBiomes& room);
  /// Scrolls to the place of a path and gives it the focus; false if it is not on this page.
  bool reveal(const std::string& path);

 private:
  void show_banner();
  Findings broken() const;

  Document& document_;
  std::string key_;
  QLabel* banner_ = nullptr;
  QScrollArea* scroll_ = nullptr;  ///< null if one table fills the page
  std::vector<PagePart*> parts_;
  std::vector<std::pair<std::string, std::string>> broke_;  ///< code and place of errors caused from here
};

/// Search results: the parameters whose name, path or help contain all search words, in one form; a link for
/// those that are table columns.
class SearchPage : public QWidget {
  Q_OBJECT

 public:
  explicit SearchPage(Document& document, QWidget* parent = nullptr);

  void find(const QString& text);
  void refresh();
  /// The first field found; nullptr if there is none.
  QWidget* first_entry() const;
  size_t found() const { return found_; }

 signals:
  void asked_for(const QString& path);  ///< a link to a table's column was clicked

 private:
  Document& document_;
  QScrollArea* scroll_ = nullptr;
  class FieldForm* form_ = nullptr;
  QWidget* first_link_ = nullptr;
  QString text_;
  size_t found_ = 0;
};

/// A page's scroll area: vertical only, no frame, its content on the page's own background.
QScrollArea* make_scroll(QWidget* content, QWidget* parent);

}  // namespace fw
