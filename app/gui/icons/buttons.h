#pragma once

#include <QToolButton>

#include "app/gui/icons/icons.h"
#include "core/model/finding.h"

namespace fw {

inline Glyph glyph_of(Severity severity) {
  return severity == Severity::error     ? Glyph::error
         : severity == Severity::warning ? Glyph::warning
                                         : Glyph::info;
}

/// A flat button with an icon; the text is its tooltip and its accessible name.
inline QToolButton* flat_button(Glyph glyph, const QString& does) {
  auto* button = new QToolButton;
  button->setIcon(glyph_icon(glyph));
  button->setAutoRaise(true);
  button->setToolTip(does);
  button->setAccessibleName(does);
  return button;
}

}  // namespace fw
