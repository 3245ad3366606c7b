#include "core/model/template/hand.h"

namespace fw {

bool is_empty(const Hand& hand) {
  bool empty = true;
  visit_hand(hand, [&](std::string_view, const auto& rows) { empty = empty && rows.empty(); });
  return empty;
}

}  // namespace fw
