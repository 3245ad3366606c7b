#pragma once

#include <QWidget>

class QUndoView;

namespace fw {

class Document;

/// The document's undo history; the saved step is marked. Choosing a step returns to it.
class HistoryPanel : public QWidget {
  Q_OBJECT

 public:
  explicit HistoryPanel(Document& document, QWidget* parent = nullptr);

  QSize sizeHint() const override;
  QUndoView* view() const { return view_; }

 private:
  QUndoView* view_ = nullptr;
};

}  // namespace fw
