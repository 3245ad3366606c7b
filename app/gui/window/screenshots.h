#pragma once

#include <QString>

class QApplication;

namespace fw {

class MainWindow;

/// Writes pictures of the window and of every panel, light and dark, into a folder: `window-light.png`,
/// `<panel>-dark.png`, pages of the template, a comparison and the export dialog, with "@2x" before the
/// ending where the screen is scaled. Waits for the full map first. The process's exit code; what went wrong
/// is told on standard error.
int take_screenshots(QApplication& app, MainWindow& window, const QString& folder);

}  // namespace fw
