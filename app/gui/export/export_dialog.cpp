#include "app/gui/export/export_dialog.h"

#include <QScreen>
#include <QScrollArea>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <initializer_list>

#include "app/gui/document/document.h"
#include "app/gui/export/engine_page.h"
#include "app/gui/export/map_page.h"
#include "app/gui/export/render_page.h"

namespace fw {

ExportDialog::ExportDialog(Document& document, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Export"));
  render_page_ = new RenderPage(document);
  map_page_ = new MapPage(document);
  engine_page_ = new EnginePage(document);
  pages_ = new QTabWidget;
  pages_->setDocumentMode(true);
  pages_->addTab(render_page_, tr("&Render folder"));
  pages_->addTab(map_page_, tr("&Map picture"));
  pages_->addTab(engine_page_, tr("En&gines"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(pages_);
  for (ExportPage* page : std::initializer_list<ExportPage*>{render_page_, map_page_, engine_page_}) {
    connect(page, &ExportPage::said, this, &ExportDialog::said);
    connect(page, &ExportPage::failed, this, &ExportDialog::failed);
    connect(&document, &Document::saved, page, &ExportPage::begin_on_save);
  }
}

ExportDialog::~ExportDialog() = default;

void ExportDialog::showEvent(QShowEvent* event) {
  constexpr QSize kFrame(12, 48);  // of a desktop's windows
  for (QScrollArea* scroll : findChildren<QScrollArea*>()) scroll->updateGeometry();  // filled meanwhile
  resize(size().expandedTo(sizeHint()).boundedTo(screen()->availableSize() - kFrame));
  QDialog::showEvent(event);
}

void ExportDialog::set_map(std::shared_ptr<const Picture> picture, const MapWindow& window) {
  engine_page_->set_picture(picture);
  map_page_->set_map(std::move(picture), window);
}

void ExportDialog::set_danger_patterns(bool on) {
  map_page_->set_danger_patterns(on);
}

void ExportDialog::show_map_page() {
  pages_->setCurrentWidget(map_page_);
}

void ExportDialog::show_engine_page() {
  pages_->setCurrentWidget(engine_page_);
}

void ExportDialog::reject() {
  const std::initializer_list<ExportPage*> all{render_page_, map_page_, engine_page_};
  if (std::none_of(all.begin(), all.end(), [](const ExportPage* page) { return page->running(); }))
    return QDialog::reject();
  for (ExportPage* page : all) page->cancel();
}

}  // namespace fw
