#pragma once

#include <string_view>

#include "core/model/template/vocabulary.h"

// Rows of a vocabulary by their ids; a test that names a row that is not there ends with an exception.
namespace fw::test {

inline Faction faction_named(const Vocabulary& v, std::string_view id) {
  return static_cast<Faction>(find_row(v.factions, id).value());
}
inline Biome biome_named(const Vocabulary& v, std::string_view id) {
  return static_cast<Biome>(find_row(v.biomes, id).value());
}
inline Danger band_named(const Vocabulary& v, std::string_view id) {
  return static_cast<Danger>(find_row(v.danger, id).value());
}
inline LandmarkKind kind_named(const Vocabulary& v, std::string_view id) {
  return static_cast<LandmarkKind>(find_row(v.landmarks, id).value());
}
inline Rarity rarity_named(const Vocabulary& v, std::string_view id) {
  return static_cast<Rarity>(find_row(v.rarities, id).value() + 1);
}
inline LandmarkRow& kind_row(Vocabulary& v, std::string_view id) {
  return v.landmarks[find_row(v.landmarks, id).value()];
}
inline RarityRow& rarity_row(Vocabulary& v, std::string_view id) {
  return v.rarities[find_row(v.rarities, id).value()];
}

}  // namespace fw::test
