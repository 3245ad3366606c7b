#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "core/model/template/hand/hand.h"

namespace fw {

/// An id for a row of that list: the list's letter and 5 base-32 digits of FNV-1a64 of the row's text; the
/// next free one where `taken` says so.
std::string hand_id(std::string_view list, std::string_view row_text,
                    const std::function<bool(const std::string&)>& taken);

/// The ids of all rows.
std::set<std::string> hand_ids(const Hand& hand);

}  // namespace fw
