#pragma once

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "app/gui/window/main_window.h"
#include "tests/gui/wait_limit.h"

namespace fw {

/// Where windows of one test live: settings that they share, and a recovery folder for each, since what one
/// leaves unsaved is not the next one's to ask about.
struct WindowHost {
  QTemporaryDir folder;
  QSettings settings{folder.filePath("settings.ini"), QSettings::IniFormat};
  int windows = 0;

  std::unique_ptr<MainWindow> make() {
    return std::make_unique<MainWindow>(settings,
                                        folder.filePath(QStringLiteral("recovery%1").arg(++windows)));
  }
};

/// Whether the map of the newest edit came.
inline bool settle(MainWindow& window) {
  return QTest::qWaitFor([&] { return window.preview().settled(); }, kWaitLimit_ms);
}

}  // namespace fw
