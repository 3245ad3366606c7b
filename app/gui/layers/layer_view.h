#pragma once

#include <QListView>

namespace fw {

class LayerList;

/// The list of layers with what can be done in a row: the eye (Alt-click: alone), the opacity bar (drag), the
/// order (drag, Alt+Up, Alt+Down). Keys: Space shows or hides, Shift+Space shows alone, Left and Right change
/// the opacity.
class LayerView : public QListView {
  Q_OBJECT

 public:
  explicit LayerView(LayerList& layers, QWidget* parent = nullptr);

  QSize sizeHint() const override;

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;

 private:
  LayerList& layers_;
  int dragged_ = -1;  ///< row whose opacity is being dragged
};

}  // namespace fw
