#pragma once

#include <QWidget>

class QUndoView;

namespace fw {

class Document;

/// Every step of the document's history; the one that is on disk is marked. Choosing a step goes there.
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
