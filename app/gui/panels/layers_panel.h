#pragma once

#include <QWidget>
#include <memory>

class QComboBox;
class QDoubleSpinBox;
class QListView;
class QToolButton;

namespace fw {

class Document;
class LayerList;

/// The layers of the map as a list, topmost first: eye, opacity, solo and order; the five views as presets;
/// the palette. Everything is an edit of the template's `view`.
class LayersPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LayersPanel(Document& document, QWidget* parent = nullptr);
  ~LayersPanel() override;

  QSize sizeHint() const override;
  /// The list itself, for the keyboard's focus and tests.
  QListView* list() const { return list_; }

 public slots:
  /// Moves the current layer up (towards the top of the map) or down.
  void move_current(int by);
  void toggle_current();
  /// Shows one layer alone; the second time, what was shown before.
  void solo_current();
  /// One of the five views (kViewSlugs).
  void apply_preset(int view);
  void reset();

 private:
  void refresh();
  int current() const;

  Document& document_;
  std::unique_ptr<LayerList> layers_;
  QListView* list_ = nullptr;
  QDoubleSpinBox* opacity_ = nullptr;
  QComboBox* preset_ = nullptr;
  QComboBox* palette_ = nullptr;
  QToolButton* up_ = nullptr;
  QToolButton* down_ = nullptr;
  QToolButton* solo_ = nullptr;
  QToolButton* reset_ = nullptr;
};

}  // namespace fw
