#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/model/world/world.h"

namespace fw {

/// Meaning of one code of a class layer, and its colour in a GIS.
struct LayerClass {
  std::string slug;
  std::string label;
  std::array<uint8_t, 3> rgb{};
};

/// A class layer of the world with its legend; classes[code].
struct ClassLayerView {
  std::string name;
  const Raster<uint8_t>* codes;
  std::vector<LayerClass> classes;
};

/// The exported masks and class layers, in the order of kWorldLayers.
std::vector<ClassLayerView> class_layers(const World& world);

}  // namespace fw
