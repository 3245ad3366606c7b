#pragma once

#include <memory>

#include "app/gui/export/export_page.h"
#include "render/map/map_picture.h"

class QLabel;
class QLineEdit;
class QRadioButton;
class QSpinBox;

namespace fw {

class Document;
struct Picture;

/// The map with its layers as they are, as one PNG: all of it or what the window shows, at any size.
class MapPage : public ExportPage {
  Q_OBJECT

 public:
  explicit MapPage(Document& document, QWidget* parent = nullptr);

  void set_map(std::shared_ptr<const Picture> picture, const MapWindow& window);
  void set_danger_patterns(bool on) { danger_patterns_ = on; }
  void set_file(const QString& path);
  void set_side(int px);

 public slots:
  void refresh() override;

 protected:
  ExportJob::Work work() override;
  QString result_folder() const override;

 private:
  MapWindow wanted() const;

  Document& document_;
  std::shared_ptr<const Picture> picture_;
  MapWindow shown_;
  bool danger_patterns_ = false;
  QLineEdit* file_ = nullptr;
  QRadioButton* whole_ = nullptr;
  QRadioButton* window_ = nullptr;
  QSpinBox* width_ = nullptr;
  QLabel* size_ = nullptr;
};

}  // namespace fw
