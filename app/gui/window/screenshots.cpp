#include "app/gui/window/screenshots.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPixmap>
#include <QTimer>
#include <cstdio>
#include <utility>

#include "app/gui/export/export_dialog.h"
#include "app/gui/map/compare/compare_view.h"
#include "app/gui/map/inspect/inspect_panel.h"
#include "app/gui/map/search/map_area.h"
#include "app/gui/seeds/seed_strip.h"
#include "app/gui/seeds/seeds_panel.h"
#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/template/page/template_panel.h"
#include "app/gui/window/main_window.h"

namespace fw {
namespace {

constexpr int kWaitLimit_ms = 120000;
constexpr int kQuiet_ms = 1500;  ///< delay for pictures that other threads paint

void rest(int ms) {
  QEventLoop loop;
  QTimer::singleShot(ms, &loop, &QEventLoop::quit);
  loop.exec();
}

bool save(QWidget& widget, const QString& folder, const QString& name) {
  const qreal scale = widget.devicePixelRatioF();
  const QString ending = scale > 1 ? QStringLiteral("@%1x.png").arg(scale) : QStringLiteral(".png");
  const QString path = QDir(folder).filePath(name + ending);
  if (widget.grab().save(path)) return true;
  std::fprintf(stderr, "%s: cannot be written\n", qPrintable(path));
  return false;
}

/// Reports an error, if there is one.
bool is_valid(const Document& document) {
  for (const Finding& finding : document.findings())
    if (finding.severity == Severity::error)
      std::fprintf(stderr, "%s: %s\n", finding.where.c_str(), finding.message.c_str());
  return document.valid();
}

/// Waits for the full map; reports why it is missing.
bool wait_for_map(Preview& preview) {
  QString why;
  const auto failed = QObject::connect(&preview, &Preview::failed, &preview,
                                       [&why](const QString& message) { why = message; });
  QElapsedTimer clock;
  clock.start();
  while (!(preview.picture() && preview.settled()) && why.isEmpty() && clock.elapsed() < kWaitLimit_ms)
    rest(50);
  QObject::disconnect(failed);
  if (why.isEmpty() && preview.picture() && preview.settled()) return true;
  if (why.isEmpty())
    std::fprintf(stderr, "the map was not finished within %d s\n", kWaitLimit_ms / 1000);
  else
    std::fprintf(stderr, "%s\n", qPrintable(why));
  return false;
}

/// Waits until a condition holds or the time is over.
template <typename Part>
void wait_for(const Part& part) {
  QElapsedTimer clock;
  clock.start();
  while (!part.settled() && clock.elapsed() < kWaitLimit_ms) rest(50);
}

/// Adds an undo step and a place to inspect, so that no panel is empty.
void show_something(MainWindow& window) {
  for (const char* step : {"next_seed", "previous_seed"}) {
    window.findChild<QAction*>(QLatin1String(step))->trigger();
    wait_for(window.preview());
  }
  const std::shared_ptr<const Picture>& picture = window.preview().picture();
  const Vec2 centre = picture->world->regions.back().centre_m;
  window.findChild<InspectPanel*>()->show_pick({centre, {}});
  rest(kQuiet_ms);
}

/// The window during a crowd simulation.
bool save_playing(MainWindow& window, const QString& folder, const QString& name) {
  auto* simulation = window.findChild<SimulationPanel*>();
  window.findChild<QDockWidget*>(QStringLiteral("simulation"))->raise();
  simulation->set_running(true);
  simulation->set_playing(true);
  rest(4 * kQuiet_ms);
  const bool saved = save(window, folder, name);
  simulation->set_running(false);
  return saved;
}

/// The template's other pages: a mix, a table, a noise stack.
bool save_pages(MainWindow& window, const QString& folder, const QString& shade) {
  auto* panel = window.findChild<TemplatePanel*>();
  bool saved = true;
  for (const auto& [name, path] :
       {std::pair("mixes", "factions"), {"resources", "resources"}, {"noise", "noise.danger.octaves"}}) {
    panel->jump_to(QLatin1String(path));
    rest(kQuiet_ms);
    saved = save(*panel, folder, QStringLiteral("template-") + QLatin1String(name) + shade) && saved;
  }
  panel->jump_to(QStringLiteral("relief.ridge"));
  return saved;
}

/// The map from the side.
bool save_tilted(MainWindow& window, const QString& folder, const QString& shade) {
  auto* tilt = window.findChild<QAction*>(QStringLiteral("map_tilt"));
  tilt->trigger();
  rest(kQuiet_ms / 4);
  wait_for(window.map().view());
  rest(kQuiet_ms / 4);
  const bool saved = save(window, folder, QStringLiteral("landscape") + shade);
  tilt->trigger();
  return saved;
}

/// Two worlds side by side, and the export dialog.
bool save_rest(MainWindow& window, const QString& folder, const QString& shade) {
  auto* compare = window.findChild<QAction*>(QStringLiteral("compare"));
  compare->trigger();
  wait_for(*window.findChild<CompareView*>());
  rest(kQuiet_ms);
  bool saved = save(window, folder, QStringLiteral("compare") + shade);
  compare->trigger();
  window.findChild<QAction*>(QStringLiteral("export"))->trigger();
  auto* dialog = window.findChild<ExportDialog*>();
  rest(kQuiet_ms);
  saved = save(*dialog, folder, QStringLiteral("export") + shade) && saved;
  dialog->show_engine_page();
  rest(kQuiet_ms);
  saved = save(*dialog, folder, QStringLiteral("engines") + shade) && saved;
  dialog->close();
  return saved;
}

}  // namespace

int take_screenshots(QApplication& app, MainWindow& window, const QString& folder) {
  if (!is_valid(window.document())) return static_cast<int>(ErrorKind::invalid_template);
  if (!QDir().mkpath(folder)) {
    std::fprintf(stderr, "%s: cannot be made\n", qPrintable(folder));
    return 4;
  }
  window.resize(1680, 1020);
  window.reset_layout();
  if (!wait_for_map(window.preview())) return 1;
  show_something(window);
  bool saved = true;
  for (const Theme theme : {Theme::light, Theme::dark}) {
    apply_theme(app, theme);
    rest(kQuiet_ms);
    const QString shade = QLatin1Char('-') + theme_word(theme);
    window.findChild<QDockWidget*>(QStringLiteral("audit"))->raise();
    saved = save(window, folder, QStringLiteral("window") + shade) && saved;
    for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
      dock->show();
      dock->raise();
      rest(kQuiet_ms / 4);
      if (auto* seeds = dock->findChild<SeedsPanel*>()) wait_for(seeds->strip());
      saved = save(*dock, folder, dock->objectName() + shade) && saved;
    }
    saved = save_tilted(window, folder, shade) && saved;
    saved = save_pages(window, folder, shade) && saved;
    saved = save_rest(window, folder, shade) && saved;
    saved = save_playing(window, folder, QStringLiteral("playing") + shade) && saved;
  }
  return saved ? 0 : 4;
}

}  // namespace fw
