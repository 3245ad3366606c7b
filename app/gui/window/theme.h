#pragma once

#include <QPalette>
#include <QString>

class QApplication;

namespace fw {

/// `system` follows the desktop's setting if there is one, else light.
enum class Theme { system, light, dark };

/// Slugs for settings and the command line.
QString theme_word(Theme theme);
Theme theme_of(const QString& word);

QPalette theme_palette(bool dark);

/// The Fusion style with our own palette, the same on every desktop.
void apply_theme(QApplication& app, Theme theme);

}  // namespace fw
