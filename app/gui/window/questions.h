#pragma once

#include "app/gui/window/session.h"

class QWidget;

namespace fw {

/// Asks the user in message boxes over `window`. Escape is always the answer that loses no work.
Questions questions_over(QWidget& window, const Document& document);

}  // namespace fw
