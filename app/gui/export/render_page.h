#pragma once

#include <QTimer>
#include <array>

#include "app/gui/export/export_choices.h"
#include "app/gui/export/export_page.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSpinBox;

namespace fw {

class CommandBox;
class Document;

/// The choices of `fieldwright render`: folder, views, formats, sizes, looks, memory. It follows the
/// document while it is visible, once that has rested.
class RenderPage : public ExportPage {
  Q_OBJECT

 public:
  explicit RenderPage(Document& document, QWidget* parent = nullptr);

  ExportChoices choices() const;
  void set_choices(const ExportChoices& choices);
  /// The call that gives the same folder, or why there is none.
  Result<QString> command() const;

 public slots:
  void copy_command();
  void refresh() override;

 protected:
  ExportJob::Work work() override;
  QString result_folder() const override;

 private:
  QWidget* build_folder();
  QWidget* build_what();
  QWidget* build_sizes();
  void browse();
  void refresh_soon();

  Document& document_;
  QLineEdit* folder_ = nullptr;
  QLabel* seed_ = nullptr;
  std::array<QCheckBox*, kViewSlugs.size()> views_{};
  std::vector<QCheckBox*> formats_{};  ///< as exporters()
  QSpinBox* resolution_ = nullptr;
  QSpinBox* dpi_ = nullptr;
  QSpinBox* map_px_ = nullptr;
  QComboBox* sheet_ = nullptr;
  QSpinBox* scale_ = nullptr;
  QSpinBox* threads_ = nullptr;
  QSpinBox* memory_gib_ = nullptr;
  QComboBox* palette_ = nullptr;
  QComboBox* style_ = nullptr;
  QCheckBox* patterns_ = nullptr;
  QLabel* page_ = nullptr;
  CommandBox* command_ = nullptr;
  QTimer rest_;
};

}  // namespace fw
