#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/seed.h"

namespace fw {

/// An inclusive range of seeds.
struct SeedSpan {
  uint64_t first = 0, last = 0;
  uint64_t place = 0;  ///< of the first seed in the list, from 0
  friend bool operator==(const SeedSpan&, const SeedSpan&) = default;
};

/// The seeds of a search: ascending ranges that do not touch.
struct SeedList {
  std::vector<SeedSpan> spans;

  uint64_t size() const;
  /// The seed at a place of the list, from 0, and the place of a seed; both must be in it.
  uint64_t at(uint64_t place) const;
  uint64_t place_of(uint64_t seed) const;
  bool contains(uint64_t seed) const;
};

/// "1..1000", "7", "1..10,20..30": ranges with commas. ErrorKind::usage names what was found.
Result<SeedList> parse_seed_list(std::string_view text);
/// The same of a file's text: numbers and ranges between commas, blanks and ends of lines; after # a remark.
Result<SeedList> parse_seed_file(std::string_view text, std::string_view name);
/// Sorts and joins ranges.
SeedList seed_list_of(std::vector<SeedSpan> spans);
/// The seeds of both.
SeedList joined(const SeedList& one, const SeedList& other);
/// "1..10,20..30"
std::string seed_list_text(const SeedList& seeds);

/// The streams of a world (docs/world.md, 1).
inline constexpr std::array<std::string_view, 3> kStreamSlugs{"layout", "noise", "place"};

/// Seeds of one stream alone: the others keep theirs.
struct SeedStreams {
  size_t varies = 0;                ///< number in kStreamSlugs
  std::array<uint64_t, 3> fixed{};  ///< seeds of the others
  SeedBundle with(uint64_t seed) const;
  friend bool operator==(const SeedStreams&, const SeedStreams&) = default;
};

/// The seeds that a search looks at.
struct SearchSeeds {
  SeedList seeds;
  std::optional<SeedStreams> streams{};  ///< none: all streams take the seed
};
/// As parse_seed_list(), or by stream: "layout=1..1000,noise=7,place=7"; a stream that is not named keeps
/// that of `others`. One stream may have several seeds.
Result<SearchSeeds> parse_search_seeds(std::string_view text, const SeedBundle& others);
std::string search_seeds_text(const SearchSeeds& seeds);

/// A share of the blocks of 64 seeds: those with (block mod count) = number - 1.
struct Shard {
  uint64_t number = 1, count = 1;

  static constexpr uint64_t kBlock = 64;
  bool holds(uint64_t place) const { return (place / kBlock) % count == number - 1; }
  /// The first place of the share from this one on; it may lie beyond the list.
  uint64_t next(uint64_t place) const;
  /// How many of the first `all` places the share holds.
  uint64_t places_of(uint64_t all) const;
  friend bool operator==(const Shard&, const Shard&) = default;
};
/// "i/n".
Result<Shard> parse_shard(std::string_view text);

}  // namespace fw
