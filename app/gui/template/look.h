#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <optional>
#include <string>

#include "app/gui/icons/icons.h"

class QAbstractButton;
class QEvent;
class QWidget;

namespace fw {

struct Parameter;
struct Template;

/// Small type for units, captions and messages.
QFont small_font(const QFont& base);
/// Width of the field for one number beside a slider; the same everywhere, so that columns align.
int entry_width(const QWidget& widget);

/// A flat button with a glyph: its name for screen readers, and its tooltip (the name if empty).
void dress_button(QAbstractButton& button, Glyph glyph, const QString& name, const QString& tip);

/// Which of two masters gets a key that a window's shortcut claims too. While text is being typed Escape
/// takes it back; while none is, undo and redo are the document's, not the text field's. True if the event is
/// settled by that.
bool gives_key_away(QEvent& event, bool typing);

/// "Land fraction": the last member of a path in words, its unit left out.
QString title_of(const Parameter& parameter);
/// The same for any member or group ("state_features").
QString title_of_member(const std::string& member);
/// "in the middle of a sentence"
QString lower_first(const QString& title);
/// What stands in the field for a unit: "m", "°".
QString unit_sign(const Parameter& parameter);
/// A choice's word as people read it; "" is "own".
QString word_shown(const std::string& word);

/// Data colour of a biome, danger band or faction in a template's palette, by the group's and the member's
/// last names ("biomes", "arid"); nothing for other members.
std::optional<QColor> class_colour(const Template& tmpl, const std::string& group, const std::string& member);
/// Ink that can be read on a fill.
QColor readable_on(const QColor& fill);

}  // namespace fw
