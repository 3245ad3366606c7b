#include "app/gui/window/theme.h"

#include <QApplication>
#include <QDockWidget>
#include <QProxyStyle>
#include <QStyleFactory>
#include <array>

#include "app/gui/icons/icons.h"

namespace fw {
namespace {

constexpr std::array<const char*, 3> kWords{"system", "light", "dark"};

struct Shades {
  QRgb window, base, raised, text, soft, line, accent, on_accent, link;
};

constexpr Shades kLight{0xffeeece6, 0xfffbfaf7, 0xfff6f4ef, 0xff263238, 0xff6b757b,
                        0xffc9c5ba, 0xff2f6f8f, 0xffffffff, 0xff245f7c};
constexpr Shades kDark{0xff262b2f, 0xff1d2124, 0xff30363b, 0xffe4e6e3, 0xff98a1a6,
                       0xff484f55, 0xff4b93b3, 0xff0e1418, 0xff7cb8d4};

/// Fusion, with icons from paths on the buttons of docks: Fusion's own are small bitmaps, blurred at 2x.
class DesignerStyle : public QProxyStyle {
 public:
  DesignerStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

  QIcon standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const override {
    if (qobject_cast<const QDockWidget*>(widget)) {
      if (icon == SP_TitleBarCloseButton) return glyph_icon(Glyph::remove);
      if (icon == SP_TitleBarNormalButton) return glyph_icon(Glyph::undock);
    }
    return QProxyStyle::standardIcon(icon, option, widget);
  }
};

}  // namespace

QString theme_word(Theme theme) {
  return QString::fromLatin1(kWords[static_cast<size_t>(theme)]);
}

Theme theme_of(const QString& word) {
  for (size_t i = 0; i < kWords.size(); ++i)
    if (word == QLatin1String(kWords[i])) return static_cast<Theme>(i);
  return Theme::system;
}

QPalette theme_palette(bool dark) {
  const Shades& s = dark ? kDark : kLight;
  QPalette p;
  const auto set = [&p](QPalette::ColorRole role, QRgb colour) { p.setColor(role, QColor::fromRgb(colour)); };
  set(QPalette::Window, s.window);
  set(QPalette::WindowText, s.text);
  set(QPalette::Base, s.base);
  set(QPalette::AlternateBase, s.raised);
  set(QPalette::Text, s.text);
  set(QPalette::PlaceholderText, s.soft);
  set(QPalette::Button, s.raised);
  set(QPalette::ButtonText, s.text);
  set(QPalette::BrightText, 0xffffffff);
  set(QPalette::ToolTipBase, s.raised);
  set(QPalette::ToolTipText, s.text);
  set(QPalette::Highlight, s.accent);
  set(QPalette::HighlightedText, s.on_accent);
  set(QPalette::Link, s.link);
  set(QPalette::LinkVisited, s.link);
  p.setColor(QPalette::Light, QColor::fromRgb(s.raised).lighter(dark ? 115 : 104));
  set(QPalette::Midlight, s.raised);
  set(QPalette::Mid, s.line);
  p.setColor(QPalette::Dark, QColor::fromRgb(s.line).darker(dark ? 140 : 120));
  p.setColor(QPalette::Shadow, QColor(0, 0, 0, dark ? 160 : 90));
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    p.setColor(QPalette::Disabled, role, QColor::fromRgb(s.soft));
  p.setColor(QPalette::Disabled, QPalette::Highlight, QColor::fromRgb(s.line));
  p.setColor(QPalette::Disabled, QPalette::HighlightedText, QColor::fromRgb(s.soft));
  return p;
}

void apply_theme(QApplication& app, Theme theme) {
  // Before the first own palette, the application's is the desktop's: a dark window colour means a dark
  // theme.
  static const bool desktop_is_dark = QApplication::palette().color(QPalette::Window).lightness() < 128;
  app.setStyle(new DesignerStyle);
  const bool dark = theme == Theme::dark || (theme == Theme::system && desktop_is_dark);
  QPalette palette = theme_palette(dark);
  app.setPalette(palette);
  // Fusion outlines check boxes in a darkened window colour, which is hardly visible on a dark window.
  if (dark) palette.setColor(QPalette::Window, palette.color(QPalette::PlaceholderText));
  for (const char* box : {"QCheckBox", "QRadioButton"}) QApplication::setPalette(palette, box);
}

}  // namespace fw
