#pragma once

#include <string>
#include <vector>

#include "core/model/template/template.h"
#include "core/model/world/world.h"

namespace fw {

/// Why a cell is what it is: rows of (topic, name, value) in reading order: position, fields, ranks,
/// thresholds and offsets, class scores, and for every point class the mask or rule that allows or refuses it
/// here.
struct ExplainRow {
  std::string topic;
  std::string name;
  std::string value;
};
std::vector<ExplainRow> explain(const World& world, const Template& tmpl, Vec2 position_m);

}  // namespace fw
