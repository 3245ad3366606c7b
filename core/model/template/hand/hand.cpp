#include "core/model/template/hand/hand.h"

#include <algorithm>

namespace fw {

Hand::Hand() = default;
Hand::Hand(const Hand&) = default;
Hand::Hand(Hand&&) noexcept = default;
Hand& Hand::operator=(const Hand&) = default;
Hand& Hand::operator=(Hand&&) noexcept = default;
Hand::~Hand() = default;

bool is_empty(const Hand& hand) {
  bool empty = true;
  visit_hand(hand, [&](std::string_view list, const auto& rows) {
    empty = empty && (rows.empty() || is_beside_world(list));
  });
  return empty;
}

double feather_of(const PaintRow& row) {
  if (!row.place.runs.cells.empty()) return row.feather_m.value_or(0);
  const double feather_m = row.feather_m.value_or(kUsualFeather_m);
  return row.place.radius_m > 0 ? std::min(feather_m, row.place.radius_m / 2) : feather_m;
}

}  // namespace fw
