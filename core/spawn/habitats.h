#pragma once

#include <string>
#include <vector>

#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "core/spawn/area.h"

namespace fw {

/// Where one class of a template lives on a world, how many of it and how often they come back: all that
/// spawning reads of the two. A value: other numbers need no other world.
struct Habitat {
  Category category = Category::resource;
  std::string slug;
  int class_index = 0;   ///< into World::points.classes
  SpawnArea area;        ///< class_area()
  int target = 0;        ///< most living: the class's quota, times regions or pieces where it counts by them
  double respawn_s = 0;  ///< mean over its possible bands, weighted by their share of its area
  double spacing_m = 0;  ///< least distance between two, as the world's placement used it
  std::vector<Vec2> start_m;  ///< the world's own points of the class
  ClassDates dates;           ///< how its number goes over day and year
};

/// "enemy.wolf": salts a class's random streams.
std::string tag_of(const Habitat& habitat);

/// Where a class may live: habitat weight > 0, on the island, kCoastMargin_m from the sea, or where its
/// conditions have it (at sea by the biome and band of the nearest ground); enemies and wildlife also the
/// distances that landmark kinds keep them at.
SpawnArea class_area(const Template& tmpl, const World& world, Category category, const PointClass& cls);

/// The cell of ground whose region, biome and band a class meets at each cell of the frame: the cell itself
/// on the ground; for classes at sea the nearest one within kSeaReach_m; UINT32_MAX: none.
std::vector<uint32_t> home_cells(const World& world, const PointClass& cls);

/// The class of the template that a habitat is of.
const PointClass& class_of(const Template& tmpl, const Habitat& habitat);

/// lambda over its greatest at the open cells of a habitat of these two, in their order: as the world's
/// placement has it (core/model/world/class_intensity.h), with the gate that it came to. 1 everywhere where
/// it is 0 everywhere.
std::vector<double> class_intensity(const Template& tmpl, const World& world, const Habitat& habitat);

/// One habitat per template class with a quota and an area, in template order (resources, wildlife, enemies).
std::vector<Habitat> world_habitats(const Template& tmpl, const World& world);
/// Those of one category. Parallel by class.
std::vector<Habitat> world_habitats(const Template& tmpl, const World& world, Category category);

}  // namespace fw
