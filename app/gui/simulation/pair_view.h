#pragma once

#include <QWidget>
#include <memory>

#include "app/gui/map/map_view.h"
#include "app/gui/preview/picture.h"

class QLabel;

namespace fw {

/// The same world twice, side by side, for two methods: both maps move, zoom and point together.
class PairView : public QWidget {
  Q_OBJECT

 public:
  explicit PairView(QWidget* parent = nullptr);

  MapView& left() { return *left_; }
  MapView& right() { return *right_; }
  void set_titles(const QString& left, const QString& right);

 public slots:
  void set_picture(const std::shared_ptr<const fw::Picture>& picture);
  void set_look(const fw::MapLook& look);

 signals:
  /// A map could not be painted; the previous picture stays.
  void failed(const QString& message);

 private:
  QLabel* left_title_;
  QLabel* right_title_;
  MapView* left_;
  MapView* right_;
};

}  // namespace fw
