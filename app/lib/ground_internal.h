#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lib/lib_internal.h"
#include "core/steer/shore.h"
#include "core/model/agents.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

// Grounds and worlds of callers; private to this room.

struct fw_world {
  fw::lib::ContextPtr context;
  fw::Template tmpl;
  std::shared_ptr<const fw::World> world;
  bool layers_only = false;  ///< without points: nothing to audit
  /// Texts that callers see, by raster: the words behind its codes from 0; by point: its id.
  std::vector<std::vector<std::string>> code_words;
  std::vector<std::string> point_ids, rarities;
  std::vector<const fw::Point*> first_seats;  ///< by region: the seat of the lowest rank; null without one
  std::vector<fw::Raster<float>> heights;     ///< by raster: those with their detail; empty for the others
};

namespace fw::lib {

/// A ground as the coordinators take it.
struct Ground {
  Arena arena;  ///< the square round the frame
  double width_m = 0, height_m = 0;
  std::optional<Shore> shore;  ///< FW_LAND, FW_MASK
  std::optional<Mask> open;    ///< FW_MASK, FW_LAND: cells where things may stand
  uint64_t identity = 0;       ///< tells this ground from another
};

/// Usage errors: unknown kind, lengths that do not fit, a mask without an open cell, cells that are not
/// square.
Result<Ground> ground_of(const fw_ground* ground);

}  // namespace fw::lib
