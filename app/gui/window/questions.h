#pragma once

#include "app/gui/window/session.h"

class QWidget;

namespace fw {

/// Asks the person in front of the window, in boxes over `window`. Escape is always the answer that loses
/// nothing.
Questions questions_over(QWidget& window, const Document& document);

}  // namespace fw
