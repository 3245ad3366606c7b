#pragma once

#include <QTimer>
#include <array>
#include <memory>

#include "app/gui/export/export_choices.h"
#include "app/gui/export/export_page.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSpinBox;
class QTableWidget;

namespace fw {

class CommandBox;
class Document;
struct Picture;

/// The world for other tools, as `fieldwright export` writes it; a table says what stands for the classes.
/// Every change of an asset is one step of the document's history.
class EnginePage : public ExportPage {
  Q_OBJECT

 public:
  explicit EnginePage(Document& document, QWidget* parent = nullptr);

  EngineChoices choices() const;
  void set_choices(const EngineChoices& choices);
  /// The call that writes the same folders, or why there is none.
  Result<QString> command() const;
  /// The world on show: its points are counted, its resolution is exported.
  void set_picture(std::shared_ptr<const Picture> picture);
  /// The target whose assets the table shows: of kExportRowTargets.
  void show_assets_of(const QString& target);

 public slots:
  void copy_command();
  /// Takes what a spreadsheet put on the clipboard, from the current row on.
  void paste_assets();
  void refresh() override;

 protected:
  ExportJob::Work work() override;
  QString result_folder() const override;

 private:
  QWidget* build_folder();
  QWidget* build_targets();
  QWidget* build_assets();
  void browse();
  void refresh_soon();
  void fill_sides();
  void fill_table();
  void take_cell(int row, int column);
  std::string shown_target() const;

  Document& document_;
  std::shared_ptr<const Picture> picture_;
  QLineEdit* folder_ = nullptr;
  std::array<QCheckBox*, kExportTargetSlugs.size()> targets_{};
  QSpinBox* resolution_ = nullptr;
  QComboBox* vertices_ = nullptr;
  QComboBox* tiles_ = nullptr;
  QComboBox* assets_of_ = nullptr;
  QTableWidget* table_ = nullptr;
  CommandBox* command_ = nullptr;
  std::vector<AssetRow> rows_;  ///< of the table
  bool filling_ = false;
  QTimer rest_;
};

}  // namespace fw
