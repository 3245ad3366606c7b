#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/model/template/vocabulary.h"

namespace fw {

/// Also the codes of the `type` raster (resource, wildlife, enemy only), from 1.
enum class Category : uint8_t { resource, wildlife, enemy, landmark };
enum class Tier : uint8_t { none, common, uncommon, rare };

inline constexpr std::array<std::string_view, 4> kCategorySlugs{"resource", "wildlife", "enemy", "landmark"};
/// The categories that have point classes.
inline constexpr std::array kPointCategories{Category::resource, Category::wildlife, Category::enemy};
inline constexpr std::array<std::string_view, 4> kTierSlugs{"", "common", "uncommon", "rare"};

template <typename Enum, size_t N>
constexpr std::optional<Enum> from_slug(const std::array<std::string_view, N>& slugs, std::string_view slug) {
  for (size_t i = 0; i < N; ++i)
    if (slugs[i] == slug) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace fw
