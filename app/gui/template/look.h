#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <string>

#include "app/gui/icons/icons.h"
#include "app/gui/words/plain_words.h"

class QAbstractButton;
class QEvent;
class QHBoxLayout;
class QWidget;

namespace fw {

struct Parameter;

/// Small type for units, captions and messages.
QFont small_font(const QFont& base);
/// Width of the field for one number beside a slider; the same everywhere, so that columns align.
int entry_width(const QWidget& widget);

/// A new row of controls that fills the widget.
QHBoxLayout* row_layout(QWidget* widget);

/// One control fills the widget and takes its focus.
void fill_with(QWidget* widget, QWidget* control);

/// A flat button with an icon: its accessible name, and its tooltip (the name if empty).
void dress_button(QAbstractButton& button, Glyph glyph, const QString& name, const QString& tip);

/// Resolves a key that a text field and a window shortcut both handle. While text is being edited, Escape
/// reverts it; otherwise undo and redo go to the document, not to the text field. True if the event was
/// handled.
bool gives_key_away(QEvent& event, bool typing);

/// "in the middle of a sentence"
QString lower_first(const QString& title);
/// The unit's text in fields: "m", "°".
QString unit_sign(const Parameter& parameter);
/// A choice's name for the user; "" is "own".
QString word_shown(const std::string& word);

/// A text colour that is readable on a fill.
QColor readable_on(const QColor& fill);

}  // namespace fw
