#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <string>
#include <vector>

#include "app/gui/hand/canvas/selection.h"
#include "app/gui/preview/picture.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace fw {

class Document;
class FieldForm;
class HandCanvas;
class LocksView;
class MixEditor;

/// What is selected, as one form for one row or many; without a selection what concerns the whole hand, and
/// the locks.
class HandProperties : public QWidget {
  Q_OBJECT

 public:
  HandProperties(HandCanvas& canvas, Document& document, QWidget* parent = nullptr);
  ~HandProperties() override;

  /// The form of the selected rows; null while none of one list are.
  FieldForm* form() const { return form_; }
  /// The form of the selected generated points; null while rows are selected, or nothing.
  FieldForm* point_form() const { return point_form_; }
  LocksView& locks() const { return *locks_; }

 public slots:
  void refresh();
  /// The selected points, and the regions that can be locked, are those of this full picture.
  void show_picture(const std::shared_ptr<const fw::Picture>& picture);

 private:
  QWidget* build_hand_page();
  QWidget* build_points_page();
  void build_form(const std::string& list);
  void show_rows();
  void show_points();
  void roll_rest();
  void show_point_form(const std::vector<size_t>& points);
  void take_point_form();

  HandCanvas& canvas_;
  Document& document_;
  QLabel* title_ = nullptr;
  QStackedWidget* pages_ = nullptr;
  QWidget* rows_page_ = nullptr;
  QVBoxLayout* rows_column_ = nullptr;
  QLabel* mixed_ = nullptr;  ///< said where rows of several lists are selected
  FieldForm* form_ = nullptr;
  FieldForm* hand_form_ = nullptr;
  std::vector<MixEditor*> mixes_;
  std::string form_of_;  ///< the list, and whether its rows have cells
  QLabel* points_ = nullptr;
  QVBoxLayout* points_column_ = nullptr;
  QPushButton* keep_ = nullptr;
  /// Pins of the points on show, which become the document's when one of their values is changed.
  std::unique_ptr<Document> sketch_;
  FieldForm* point_form_ = nullptr;
  HandSelection sketched_;           ///< what the form of points is of
  std::vector<Vec2> sketched_at_m_;  ///< where these points stood
  QTimer point_form_rests_;          ///< a drag over a value is one change
  LocksView* locks_ = nullptr;
};

}  // namespace fw
