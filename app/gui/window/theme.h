#pragma once

#include <QPalette>
#include <QString>

class QApplication;

namespace fw {

/// `system` follows the desktop's hint where there is one, else it is light.
enum class Theme { system, light, dark };

/// Stable words for settings and the command line.
QString theme_word(Theme theme);
Theme theme_of(const QString& word);

QPalette theme_palette(bool dark);

/// Fusion with a palette of our own, the same on every desktop.
void apply_theme(QApplication& app, Theme theme);

}  // namespace fw
