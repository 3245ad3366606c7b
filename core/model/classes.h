#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fw {

// Raster codes are enum value + 1; 0 means sea or none. The order is the tie order everywhere.

enum class Danger : uint8_t { green, yellow, red, black };
enum class Biome : uint8_t { grassland, forest, wetland, tropical, highland, snow, arid, enchanted };
enum class Faction : uint8_t { green, purple, yellow, neutral };
/// Also the codes of the `type` raster (resource, wildlife, enemy only).
enum class Category : uint8_t { resource, wildlife, enemy, landmark };
enum class Tier : uint8_t { none, common, uncommon, rare };
enum class Rarity : uint8_t { none, ordinary, elite, named, boss };
enum class LandmarkKind : uint8_t { settlement, fort, outpost, shrine, expedition, elite_zone, quest_hub };

inline constexpr int kDangers = 4;
inline constexpr int kBiomes = 8;
inline constexpr int kFactions = 4;
inline constexpr int kLandmarkKinds = 7;
inline constexpr int kMaxRegions = 60;

inline constexpr std::array<std::string_view, kDangers> kDangerSlugs{"green", "yellow", "red", "black"};
inline constexpr std::array<std::string_view, kBiomes> kBiomeSlugs{
    "grassland", "forest", "wetland", "tropical", "highland", "snow", "arid", "enchanted"};
inline constexpr std::array<std::string_view, kFactions> kFactionSlugs{"green", "purple", "yellow",
                                                                       "neutral"};
inline constexpr std::array<std::string_view, 4> kCategorySlugs{"resource", "wildlife", "enemy", "landmark"};
inline constexpr std::array<std::string_view, 4> kTierSlugs{"", "common", "uncommon", "rare"};
inline constexpr std::array<std::string_view, 5> kRaritySlugs{"", "ordinary", "elite", "named", "boss"};
inline constexpr std::array<std::string_view, kLandmarkKinds> kLandmarkSlugs{
    "settlement", "fort", "outpost", "shrine", "expedition", "elite_zone", "quest_hub"};
/// The nine resource families; each has a symbol on the plates.
inline constexpr std::array<std::string_view, 9> kResourceFamilySlugs{
    "wood", "stone", "ore", "fluids", "alchemy", "fibres", "herbs", "crops", "fungi"};

using DangerMix = std::array<double, kDangers>;
using BiomeMix = std::array<double, kBiomes>;
using FactionMix = std::array<double, kFactions>;

template <typename Enum, size_t N>
constexpr std::optional<Enum> from_slug(const std::array<std::string_view, N>& slugs, std::string_view slug) {
  for (size_t i = 0; i < N; ++i)
    if (slugs[i] == slug) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace fw
