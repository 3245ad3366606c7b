#pragma once

#include <QWidget>
#include <string>

namespace fw {

/// A piece of a page that shows some of the template's values.
class PagePart : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// Brings what it shows up to date with the document; what is unchanged is not touched, so that keyboard,
  /// cursor and scroll position stay.
  virtual void refresh() = 0;
  /// Whether it shows the findings of this path at the place itself.
  virtual bool covers(const std::string& where) const = 0;
  /// Makes the place of a path visible within the part; the widget that should get the keyboard, or nullptr
  /// if the path is none of its own.
  virtual QWidget* reveal(const std::string& path) = 0;
};

}  // namespace fw
