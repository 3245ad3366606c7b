#pragma once

#include <QWidget>
#include <memory>

#include "app/gui/map/compare/map_difference.h"
#include "app/gui/map/map_view.h"
#include "app/gui/preview/preview.h"

class QButtonGroup;
class QComboBox;
class QLabel;
class QLineEdit;
class QSplitter;
class QToolButton;

namespace fw {

/// The document's world beside another one: another seed of the same template, or another template. Both maps
/// move, zoom and point together; instead of the second one the differences can be shown on the first.
class CompareView : public QWidget {
  Q_OBJECT

 public:
  explicit CompareView(QWidget* parent = nullptr);
  ~CompareView() override;

  QSize sizeHint() const override;
  MapView& left() { return *left_; }
  MapView& right() { return *right_; }
  Preview& other() { return other_; }
  bool settled() const;
  const std::shared_ptr<const MapDifference>& difference() const { return difference_; }
  bool shows_difference() const;
  QLineEdit* seed_field() const { return seed_box_; }

 public slots:
  /// The document's picture: connect to Preview::shown.
  void set_picture(const std::shared_ptr<const fw::Picture>& picture);
  void set_look(const fw::MapLook& look);
  void set_resolution(int resolution) { other_.set_resolution(resolution); }
  /// The same template with another seed (streams with seeds of their own keep them).
  void compare_seed(quint64 seed);
  /// Another template; an empty pointer goes back to seeds.
  void compare_template(const std::shared_ptr<const fw::Template>& tmpl, const PictureFiles& files);
  /// Asks for a file and compares with its template.
  void choose_file();
  void show_difference(bool on);

 signals:
  void failed(const QString& message);

 private:
  QWidget* build_bar();
  void link_picks(MapView* from, MapView* to);
  void ask_other();
  void ask_difference();
  void take(const std::shared_ptr<const MapDifference>& difference);
  void show_titles();
  void show_other(const std::shared_ptr<const Picture>& picture);

  std::shared_ptr<const Picture> here_, there_;
  std::shared_ptr<const Template> other_template_;
  PictureFiles other_files_;  ///< of other_template_
  uint64_t seed_ = 0;
  bool seed_chosen_ = false;
  Preview other_;
  std::shared_ptr<const MapDifference> difference_;
  uint64_t number_ = 0;
  bool comparing_ = false;

  MapView* left_;
  MapView* right_;
  QLabel* left_title_;
  QLabel* right_title_;
  QWidget* right_side_ = nullptr;
  QLineEdit* seed_box_ = nullptr;
  QComboBox* layers_ = nullptr;
  QButtonGroup* mode_ = nullptr;
  QLabel* summary_ = nullptr;
};

}  // namespace fw
