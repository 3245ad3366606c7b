#include "app/gui/window/screenshots.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QPixmap>
#include <cstdio>

#include "app/gui/window/main_window.h"

namespace fw {
namespace {

constexpr int kPatience_ms = 120000;
constexpr int kQuiet_ms = 1500;  ///< for pictures that are painted beside the window's thread

void rest(QApplication& app, int ms) {
  QElapsedTimer clock;
  clock.start();
  while (clock.elapsed() < ms) app.processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
}

bool save(QWidget& widget, const QString& folder, const QString& name) {
  const qreal scale = widget.devicePixelRatioF();
  const QString ending = scale > 1 ? QStringLiteral("@%1x.png").arg(scale) : QStringLiteral(".png");
  const QString path = QDir(folder).filePath(name + ending);
  if (widget.grab().save(path)) return true;
  std::fprintf(stderr, "%s: cannot be written\n", qPrintable(path));
  return false;
}

}  // namespace

int take_screenshots(QApplication& app, MainWindow& window, const QString& folder) {
  if (!QDir().mkpath(folder)) {
    std::fprintf(stderr, "%s: cannot be made\n", qPrintable(folder));
    return 4;
  }
  window.resize(1680, 1020);
  window.reset_layout();
  QElapsedTimer clock;
  clock.start();
  while (!(window.preview().picture() && window.preview().settled()) && clock.elapsed() < kPatience_ms)
    rest(app, 50);
  if (!window.preview().settled()) {
    std::fprintf(stderr, "the map was not finished within %d s\n", kPatience_ms / 1000);
    return 1;
  }
  bool saved = true;
  for (const Theme theme : {Theme::light, Theme::dark}) {
    apply_theme(app, theme);
    rest(app, kQuiet_ms);
    const QString shade = QLatin1Char('-') + theme_word(theme);
    saved = save(window, folder, QStringLiteral("window") + shade) && saved;
    for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
      dock->show();
      dock->raise();
      rest(app, kQuiet_ms / 4);
      saved = save(*dock, folder, dock->objectName() + shade) && saved;
    }
  }
  return saved ? 0 : 4;
}

}  // namespace fw
