#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/hash.h"

namespace fw {

/// The largest seed a user can type: every integer up to it survives JSON and JavaScript.
inline constexpr uint64_t kMaxSeed = (uint64_t{1} << 53) - 1;

/// Parts of a world that may have a seed of their own.
enum class SeedPart : uint8_t { land, regions, owners, danger, biomes, factions, landmarks, points };
inline constexpr std::array<std::string_view, 8> kSeedPartSlugs{"land",   "regions",  "owners",    "danger",
                                                                "biomes", "factions", "landmarks", "points"};

/// The three independent streams of one world (docs/world.md, 1).
/// Each member is the number the user typed for that stream, 0 .. kMaxSeed; usually the same in all three.
struct SeedBundle {
  uint64_t layout = 0;
  uint64_t noise = 0;
  uint64_t place = 0;
  std::array<std::optional<uint64_t>, kSeedPartSlugs.size()>
      parts{};        ///< by SeedPart; nothing: the streams above
  uint64_t salt = 0;  ///< mixed into every stream, of parts too: salt_word() of the template's; 0 = none

  static constexpr SeedBundle from_master(uint64_t seed) { return {seed, seed, seed, {}}; }
  /// The streams that a part draws from.
  constexpr SeedBundle of(SeedPart part) const {
    const std::optional<uint64_t> own = parts[static_cast<size_t>(part)];
    return own ? from_master(*own).salted(salt) : SeedBundle{layout, noise, place, {}, salt};
  }
  /// The same seeds with another salt.
  constexpr SeedBundle salted(uint64_t word) const { return {layout, noise, place, parts, word}; }
  friend bool operator==(const SeedBundle&, const SeedBundle&) = default;

  /// Affine maps with different odd multipliers: no stream of one seed equals another stream of a nearby
  /// seed.
  constexpr uint64_t layout_stream() const {
    return (layout * 0x9E3779B97F4A7C15u + 0x1F83D9ABFB41BD6Bu) ^ salt;
  }
  constexpr uint64_t noise_stream() const {
    return (noise * 0xD1342543DE82EF95u + 0x5BE0CD19137E2179u) ^ salt;
  }
  constexpr uint64_t place_stream() const {
    return (place * 0xA0761D6478BD642Fu + 0xCBBB9D5DC1059ED8u) ^ salt;
  }
};

/// What a salt's text mixes into the streams, so that templates of one seed are not alike; "" = 0, nothing.
constexpr uint64_t salt_word(std::string_view salt) {
  return salt.empty() ? 0 : splitmix64(fnv1a64(salt));
}

/// A sub-stream: the tag is made of names ("feat.resource.hemp"), never of positions in a list.
constexpr uint64_t derive(uint64_t stream, std::string_view tag) {
  return splitmix64(stream ^ fnv1a64(tag));
}

/// "42", or "layout=1,noise=2,place=3" where the streams differ, then the parts with a seed of their own
/// ("42,danger=7"): what --seed reads back.
inline std::string seed_text(const SeedBundle& seeds) {
  const bool one = seeds.layout == seeds.noise && seeds.layout == seeds.place;
  std::string text = one ? std::to_string(seeds.layout)
                         : "layout=" + std::to_string(seeds.layout) +
                               ",noise=" + std::to_string(seeds.noise) +
                               ",place=" + std::to_string(seeds.place);
  for (size_t part = 0; part < kSeedPartSlugs.size(); ++part)
    if (seeds.parts[part])
      text += "," + std::string(kSeedPartSlugs[part]) + "=" + std::to_string(*seeds.parts[part]);
  return text;
}

}  // namespace fw
