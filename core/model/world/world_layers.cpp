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
  return {{"sea", "Sea"}, {"lake", "Lake"}, {"river", "River"}, {"tidal", "Tidal river"}};
}
std::vector<RowIdentity> shore(const World&) {
  return {{"cliff", "Cliff"}, {"rocky", "Rocky shore"}, {"beach", "Beach"}, {"marsh", "Salt marsh"}};
}

}  // namespace layer_classes_of

std::vector<RowIdentity> layer_classes(const WorldLayer& layer, const World& world) {
  return layer.classes == nullptr ? std::vector<RowIdentity>() : layer.classes(world);
}

}  // namespace fw
