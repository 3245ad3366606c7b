#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <string>

#include "core/model/template/view.h"

class QAction;
class QButtonGroup;
class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QSlider;
class QSpinBox;
class QToolButton;

namespace fw {

class Document;
class LayerList;
class LayerView;

/// The layers of the map as a list, topmost first: eye, opacity, solo and order; the five views as presets;
/// palette and map style. These are edits of the template's `view`: map_look(document.tmpl().view) is what
/// the map then shows. Whether danger is hatched belongs to the reader instead, whatever the template.
class LayersPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LayersPanel(Document& document, QWidget* parent = nullptr);
  ~LayersPanel() override;

  QSize sizeHint() const override;
  LayerList& layers() { return *layers_; }
  LayerView* list() const { return list_; }
  /// A switch for marks that stand over the map and belong to no view: checked, it shows them.
  void add_marks(QAction& shown);
  /// Whether the danger fill is to be hatched as well as coloured.
  bool danger_patterns() const;

 public slots:
  /// Moves the current layer up (-1, towards the top of the map) or down (+1).
  void move_current(int by);
  void toggle_current();
  /// Shows one layer alone; the second time, what was shown before.
  void solo_current();
  /// One of the five views (kViewSlugs).
  void apply_preset(int view);
  /// Layers, palette and style of a template that says nothing.
  void reset();
  void set_danger_patterns(bool on);

 signals:
  void danger_patterns_changed(bool on);

 private:
  QWidget* build_presets();
  QWidget* build_switches();
  QWidget* build_looks();
  QWidget* build_current();
  void refresh();
  void choose_palette(int at);
  void choose_style(int at);
  /// States the box's word in the view as one edit; the usual one is left out.
  void choose(const QString& what, const QComboBox& box, int at,
              std::optional<std::string> ViewParams::*word, const std::string& usual);
  int current() const;

  Document& document_;
  std::unique_ptr<LayerList> layers_;
  LayerView* list_ = nullptr;
  QButtonGroup* presets_ = nullptr;
  QComboBox* palette_ = nullptr;
  QComboBox* style_ = nullptr;
  QCheckBox* patterns_ = nullptr;
  QLabel* opacity_label_ = nullptr;
  QHBoxLayout* switches_ = nullptr;
  QSlider* slider_ = nullptr;
  QSpinBox* percent_ = nullptr;
  QToolButton* solo_ = nullptr;
  QToolButton* up_ = nullptr;
  QToolButton* down_ = nullptr;
  QToolButton* reset_ = nullptr;
};

}  // namespace fw
