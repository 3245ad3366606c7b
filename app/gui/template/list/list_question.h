#pragma once

#include <vector>

#include "app/gui/template/place.h"

class QWidget;

namespace fw {

/// Asks before rows go that other values name, and says which; true if there are none.
bool may_remove_rows(QWidget& above, const Template& tmpl, const ListPlace& list,
                     const std::vector<size_t>& rows);

}  // namespace fw
