#pragma once

#include <string>

#include "core/base/geometry.h"
#include "core/model/template/hand/hand.h"

// Rows of the hand at a place, all else as it is by default.
namespace fw::test {

inline BanRow ban_at(const std::string& id, const std::string& of, Vec2 at, double radius_m) {
  BanRow ban;
  ban.id = id;
  ban.of = of;
  ban.x_m = at.x;
  ban.y_m = at.y;
  ban.radius_m = radius_m;
  return ban;
}

inline PinRow pin_named(const std::string& id, const std::string& cls, Vec2 at) {
  PinRow pin;
  pin.id = id;
  pin.cls = cls;
  pin.x_m = at.x;
  pin.y_m = at.y;
  return pin;
}

}  // namespace fw::test
