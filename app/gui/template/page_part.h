#pragma once

#include <QWidget>
#include <string>

namespace fw {

/// A part of a page that shows some of the template's values.
class PagePart : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// Updates the part from the document; unchanged widgets are not touched, so that focus, cursor and scroll
  /// position stay.
  virtual void refresh() = 0;
  /// Whether it shows the findings of this path next to the value.
  virtual bool covers(const std::string& where) const = 0;
  /// Makes the place of a path visible inside the part; returns the widget to focus, or nullptr if the path
  /// is not in this part.
  virtual QWidget* reveal(const std::string& path) = 0;
};

}  // namespace fw
