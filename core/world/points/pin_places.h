#pragma once

#include <cstdint>
#include <string>

#include "core/model/finding.h"
#include "core/model/template/hand/hand.h"
#include "core/world/points/content.h"

namespace fw {

/// Where a pin stands.
struct PinPlace {
  bool stands = false;
  Vec2 position_m;          ///< whole millimetres
  uint32_t cell = kNoCell;  ///< kNoCell: off the frame
  uint8_t region = 0;       ///< 0: off the ground
  std::string reason;       ///< why it does not stand, with the nearest place that would do
};

/// `region` = region codes.
PinPlace settle_pin(const PinRow& pin, const Island& island, const Raster<uint8_t>& region);

/// What lets a pin stand where it is put, off the ground; nothing off the frame.
Cure freed_pin(const PinRow& pin, const PinPlace& place);

/// Whether a pin states a number and is moved from nowhere, as freezing writes it.
bool is_kept(const PinRow& pin);

/// The place as a person reads it: "1250.5, 803".
std::string place_text(Vec2 position_m);

}  // namespace fw
