#pragma once

#include <QDialog>
#include <memory>

#include "render/map/scene/map_window.h"

class QTabWidget;

namespace fw {

class Document;
class EnginePage;
class MapPage;
class RenderPage;
struct Picture;

/// Writes a render's folder with the same choices as `fieldwright render`, the map as a picture, or
/// the world for other tools. The work
/// runs beside the window; cancelling answers at once and leaves no file. Not modal; the window keeps
/// one and shows it again, with the choices made before.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ExportDialog(Document& document, QWidget* parent = nullptr);
  ~ExportDialog() override;

  /// What the map shows, for the page that writes it as a picture. A window of no pixels: the whole map.
  void set_map(std::shared_ptr<const Picture> picture, const MapWindow& window);
  /// Whether the window's map hatches danger; the map's picture is like it.
  void set_danger_patterns(bool on);

  RenderPage& render_page() { return *render_page_; }
  MapPage& map_page() { return *map_page_; }
  EnginePage& engine_page() { return *engine_page_; }
  void show_map_page();
  void show_engine_page();

 public slots:
  /// While it works, closing asks the work to stop and leaves the dialog open until it has.
  void reject() override;

 protected:
  void showEvent(QShowEvent* event) override;

 signals:
  /// Something worth a line in the messages.
  void said(const QString& text);
  /// An export failed.
  void failed(const QString& why);

 private:
  QTabWidget* pages_ = nullptr;
  RenderPage* render_page_ = nullptr;
  MapPage* map_page_ = nullptr;
  EnginePage* engine_page_ = nullptr;
};

}  // namespace fw
