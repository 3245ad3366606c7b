#pragma once

#include <QString>

class QApplication;

namespace fw {

class MainWindow;

/// Writes pictures of the window and of every panel, light and dark, into a folder: `window-light.png`,
/// `<panel>-dark.png`, pages of the template, a comparison and the export dialog; with "@2x" before the
/// extension at scale 2. Waits for the full map first. Returns the process's exit code; errors go to standard
/// error.
int take_screenshots(QApplication& app, MainWindow& window, const QString& folder);

}  // namespace fw
