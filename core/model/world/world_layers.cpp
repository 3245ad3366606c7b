#include "core/model/world/world_layers.h"

namespace fw {
namespace layer_classes_of {
namespace {

template <typename Row>
std::vector<RowIdentity> identities(const std::vector<Row>& rows) {
  return {rows.begin(), rows.end()};
}

}  // namespace

std::vector<RowIdentity> land(const World&) {
  return {{"land", "Land"}};
}
std::vector<RowIdentity> region(const World& world) {
  std::vector<RowIdentity> names;
  for (const Region& region : world.regions) names.push_back({region.name, region.name});
  return names;
}
std::vector<RowIdentity> faction(const World& world) {
  return identities(world.vocabulary.factions);
}
std::vector<RowIdentity> biome(const World& world) {
  return identities(world.vocabulary.biomes);
}
std::vector<RowIdentity> danger(const World& world) {
  return identities(world.vocabulary.danger);
}
std::vector<RowIdentity> type(const World& world) {
  const CategoryLabels& labels = world.vocabulary.categories;
  return {{"resource", labels.resource}, {"wildlife", labels.wildlife}, {"enemy", labels.enemy}};
}
std::vector<RowIdentity> water(const World&) {
  return {{"sea", "Sea"}, {"lake", "Lake"}, {"river", "River"}, {"tidal", "Tidal water"}};
}
std::vector<RowIdentity> shore(const World&) {
  return {{"cliff", "Cliff"}, {"rocky", "Rocky shore"}, {"beach", "Beach"}, {"marsh", "Marsh"}};
}

}  // namespace layer_classes_of

bool has_layer(const WorldLayer& layer, const World& world) {
  return (layer.codes != nullptr ? (world.*layer.codes).size() : (world.*layer.values).size()) > 0;
}

bool asks_for_layer(const WorldLayer& layer, const Template& tmpl) {
  switch (layer.need) {
    case LayerNeed::nothing:
      return true;
    case LayerNeed::rivers:
      return tmpl.water.rivers != Nature::none;
    case LayerNeed::coasts:
      return tmpl.coast.types != Nature::none;
  }
  return true;
}

Raster<float> told_values(const WorldLayer& layer, const World& world) {
  Raster<float> out = world.*layer.values;
  if (layer.with_detail && world.detail_m.size() != 0)
    for (size_t cell = 0; cell < out.size(); ++cell) out[cell] += world.detail_m[cell];
  return out;
}

double told_height_m(const World& world, const Point& point) {
  const float detail_m =
      world.detail_m.size() != 0 ? world.detail_m[world.grid.cell_at(point.position_m)] : 0;
  // As the raster has it, to the last bit.
  return detail_m == 0 ? point.height_m : static_cast<double>(static_cast<float>(point.height_m) + detail_m);
}

std::vector<RowIdentity> layer_classes(const WorldLayer& layer, const World& world) {
  return layer.classes == nullptr ? std::vector<RowIdentity>() : layer.classes(world);
}

}  // namespace fw
