// Writes a picture of every panel, light and dark: panels_gallery DIR [WIDTH]. For eyes, not for checks.

#include <QApplication>
#include <QDir>
#include <QTest>
#include <memory>

#include "app/gui/document/document.h"
#include "app/gui/panels/history_panel.h"
#include "app/gui/panels/layers_panel.h"
#include "app/gui/window/theme.h"

using namespace fw;

namespace {

QString folder;
int width = 320;

void keep(QWidget& panel, const char* name, int height, const char* theme) {
  panel.resize(width, height);
  panel.show();
  QTest::qWait(60);
  const double scale = panel.devicePixelRatioF();
  panel.grab().save(QStringLiteral("%1/%2-%3@%4x.png").arg(folder, name, theme).arg(scale));
}

void edit(Document& document) {
  document.edit("Change land fraction", [](Template& t) { t.island.land_fraction = 0.5; });
  document.edit("Seed 43", [](Template& t) { t.seed = 43; });
  document.edit("Hide Names", [](Template& t) { t.view.layers = {{MapLayer::danger, true, 0.5}}; });
}

void draw_all(const char* theme) {
  Document document;
  LayersPanel layers(document);
  keep(layers, "layers", 640, theme);
  edit(document);
  document.history().undo();
  HistoryPanel history(document);
  keep(history, "history", 220, theme);
}

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  if (argc < 2) return 2;
  folder = QString::fromLocal8Bit(argv[1]);
  if (argc > 2) width = QString::fromLocal8Bit(argv[2]).toInt();
  QDir().mkpath(folder);
  for (const bool dark : {false, true}) {
    apply_theme(app, dark ? Theme::dark : Theme::light);
    draw_all(dark ? "dark" : "light");
  }
  return 0;
}
