#pragma once

#include <QDialog>
#include <vector>

#include "app/gui/seeds/seed_thumbnails.h"
#include "core/model/template/template.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QListWidget;
class QSpinBox;
class QStackedWidget;

namespace fw {

/// Where a new template comes from: the built-in ones with a picture and a line each, or one of your own by
/// three questions.
class TemplateChooser : public QDialog {
  Q_OBJECT

 public:
  explicit TemplateChooser(QWidget* parent = nullptr);

 signals:
  void chosen(const fw::Template& tmpl);

 private:
  QWidget* make_list();
  QWidget* make_questions();
  void ask(bool own);
  void take();
  Template own() const;
  void want_pictures();
  void show_picture(const QString& key, const QImage& image);

  std::vector<std::shared_ptr<const Template>> builtins_;
  QStackedWidget* pages_ = nullptr;
  QListWidget* list_ = nullptr;  ///< first "Begin your own", then the built-in ones
  QComboBox *size_ = nullptr, *land_ = nullptr;
  QSpinBox *factions_ = nullptr, *cultures_ = nullptr;
  QLabel* picture_ = nullptr;  ///< of the world that the answers give
  QDialogButtonBox* buttons_ = nullptr;
  SeedThumbnails thumbnails_;
};

}  // namespace fw
