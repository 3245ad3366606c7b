#pragma once

#include <QDialog>
#include <memory>
#include <vector>

#include "app/job/hand/import/hand_import.h"
#include "core/base/result.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace fw {

class Document;

/// Reads a file of another program into the hand: land, heights, classes and regions of a raster, rows of
/// shapes. The file is read on another thread; what comes of it is one step of the history.
class ImportDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ImportDialog(Document& document, QWidget* parent = nullptr);

  /// The file to begin with; what it holds is guessed by its name.
  void set_file(const QString& path);
  bool busy() const { return busy_; }
  /// What the fields ask for.
  HandImport request() const;

 signals:
  /// The ids of the rows that came, and what was counted: a sentence each.
  void imported(const std::vector<std::string>& rows, const QStringList& notes);

 private:
  struct Answer {
    Result<HandImported> made;
    std::vector<ImportNote> tried;
  };
  void build_file(QFormLayout& form);
  void build_raster(QFormLayout& form);
  void build_shapes(QFormLayout& form);
  void build_name(QFormLayout& form);
  QWidget* build_buttons();
  void guess();
  void show_fields();
  void browse();
  void start(bool only_try);
  void take(const Answer& answer, bool only_try);
  void set_busy(bool busy);
  std::string what() const;

  Document& document_;
  QFormLayout* form_ = nullptr;
  QLineEdit *file_ = nullptr, *map_ = nullptr, *band_ = nullptr, *layer_ = nullptr, *fields_ = nullptr,
            *name_ = nullptr;
  QComboBox *what_ = nullptr, *mode_ = nullptr, *force_ = nullptr, *order_ = nullptr, *row_ = nullptr;
  QDoubleSpinBox *low_ = nullptr, *high_ = nullptr, *strength_ = nullptr;
  QSpinBox *blend_ = nullptr, *feather_ = nullptr, *columns_ = nullptr, *rows_ = nullptr;
  QCheckBox *south_first_ = nullptr, *placed_ = nullptr, *add_ = nullptr;
  QDoubleSpinBox *x_ = nullptr, *y_ = nullptr, *width_ = nullptr;
  QWidget *raw_ = nullptr, *place_ = nullptr;
  QPlainTextEdit* report_ = nullptr;
  QPushButton *try_ = nullptr, *import_ = nullptr;
  bool chosen_ = false;  ///< a person said what the file holds
  bool busy_ = false;
};

}  // namespace fw
