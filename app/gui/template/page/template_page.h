#pragma once

#include <QWidget>
#include <string>
#include <utility>
#include <vector>

#include "app/gui/template/page/page_spec.h"
#include "app/gui/template/place.h"

class QLabel;
class QScrollArea;

namespace fw {

class Document;
class PagePart;

/// One page of the editor: a banner for what is wrong with the page as a whole, then its parts.
class TemplatePage : public QWidget {
  Q_OBJECT

 public:
  TemplatePage(Document& document, const PageSpec& spec, QWidget* parent = nullptr);

  void refresh();
  /// The document changed while this page was on show: errors on other pages that were not `known` are said
  /// here too, as long as they last.
  void look_elsewhere(const Findings& known);
  /// Another document: nothing that is wrong came from here.
  void forget();
  /// Whether an edit here made an error on another page.
  bool broke_another() const;
  /// Scrolls to the place of a path and gives it the keyboard; false if it has none here.
  bool reveal(const std::string& path);

 private:
  void show_banner();
  Findings broken() const;

  Document& document_;
  std::string key_;
  QLabel* banner_ = nullptr;
  QScrollArea* scroll_ = nullptr;  ///< null for a page that one table fills
  std::vector<PagePart*> parts_;
  std::vector<std::pair<std::string, std::string>> broke_;  ///< code and place of errors that arose from here
};

/// The parameters whose name, path or help hold all the words of a text, in one form; a link for those that
/// are columns of tables.
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
  void asked_for(const QString& path);  ///< a link to a table's column

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
