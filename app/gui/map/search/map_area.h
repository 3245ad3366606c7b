#pragma once

#include <QHBoxLayout>
#include <QWidget>
#include <memory>

#include "app/gui/map/map_view.h"
#include "app/gui/map/search/find_bar.h"
#include "app/gui/map/search/tilt_bar.h"

class QAction;
class QActionGroup;

namespace fw {

/// What one does with a map, for menus, tool bars and the keyboard; every action has a shortcut.
struct MapActions {
  QAction* fit = nullptr;
  QAction* actual = nullptr;  ///< one cell of the raster on one pixel
  QAction* zoom_in = nullptr;
  QAction* zoom_out = nullptr;
  QAction* find = nullptr;
  QAction* find_next = nullptr;
  QAction* find_previous = nullptr;
  QAction* inspect = nullptr;  ///< the three tools exclude each other
  QAction* distance = nullptr;
  QAction* area = nullptr;
  QAction* clear = nullptr;     ///< measure, highlights, selection
  QAction* overview = nullptr;  ///< shows and hides it
  QAction* tilt = nullptr;      ///< the map from the side
};

/// The map of the window with its find bar and actions.
class MapArea : public QWidget {
  Q_OBJECT

 public:
  explicit MapArea(QWidget* parent = nullptr);
  ~MapArea() override;

  MapView& view() { return *view_; }
  FindBar& find_bar() { return *find_bar_; }
  TiltBar& tilt_bar() { return *tilt_bar_; }
  const MapActions& map_actions() const { return actions_; }
  /// A strip of tools left of the map.
  void add_tools(QWidget& strip) { row_->insertWidget(0, &strip); }
  /// What stands right of it.
  void add_side(QWidget& side) { row_->addWidget(&side); }

 public slots:
  /// Connect to Preview::shown.
  void set_picture(const std::shared_ptr<const fw::Picture>& picture);

 signals:
  /// The map could not be painted.
  void failed(const QString& message);

 private:
  void make_actions();
  void make_tools();

  QHBoxLayout* row_ = nullptr;
  MapView* view_;
  FindBar* find_bar_;
  TiltBar* tilt_bar_;
  MapActions actions_;
};

}  // namespace fw
