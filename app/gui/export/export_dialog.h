#pragma once

#include <QDialog>
#include <memory>

#include "app/gui/export/export_choices.h"
#include "render/plate/map_picture.h"

class QTabWidget;

namespace fw {

class Document;
class ExportJob;
class RenderPage;
class MapPage;
struct Picture;

/// Writes a render's folder with the same choices as `fieldwright render`, or the map as a picture. The work
/// runs beside the window; cancelling answers at once and leaves no file.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ExportDialog(Document& document, QWidget* parent = nullptr);
  ~ExportDialog() override;

  /// What the map shows, for the page that writes it as a picture.
  void set_map(std::shared_ptr<const Picture> picture, const MapWindow& window);

  RenderPage& render_page() { return *render_page_; }
  MapPage& map_page() { return *map_page_; }

 signals:
  /// Something worth a line in the messages.
  void said(const QString& text);

 private:
  Document& document_;
  QTabWidget* pages_ = nullptr;
  RenderPage* render_page_ = nullptr;
  MapPage* map_page_ = nullptr;
};

}  // namespace fw
