#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

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
/// "1..10,20..30"
std::string seed_list_text(const SeedList& seeds);

/// A share of the blocks of 64 seeds: those with (block mod count) = number - 1.
struct Shard {
  uint64_t number = 1, count = 1;

  static constexpr uint64_t kBlock = 64;
  bool holds(uint64_t place) const { return (place / kBlock) % count == number - 1; }
  friend bool operator==(const Shard&, const Shard&) = default;
};
/// "i/n".
Result<Shard> parse_shard(std::string_view text);

}  // namespace fw
