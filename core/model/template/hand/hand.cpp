#include "core/model/template/hand/hand.h"

namespace fw {

Hand::Hand() = default;
Hand::Hand(const Hand&) = default;
Hand::Hand(Hand&&) noexcept = default;
Hand& Hand::operator=(const Hand&) = default;
Hand& Hand::operator=(Hand&&) noexcept = default;
Hand::~Hand() = default;

bool is_empty(const Hand& hand) {
  bool empty = true;
  visit_hand(hand, [&](std::string_view, const auto& rows) { empty = empty && rows.empty(); });
  return empty;
}

}  // namespace fw
