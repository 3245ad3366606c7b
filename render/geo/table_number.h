#pragma once

#include <optional>
#include <string_view>

namespace fw {

/// The number that a cell of a table shows: blanks about it, a plus before it, and a comma for the point are
/// taken. A comma between three digits and three ("1,300") is one or the other: the point where
/// `comma_is_point` says so, else no number.
std::optional<double> table_number(std::string_view cell, bool comma_is_point);

}  // namespace fw
