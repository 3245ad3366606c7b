#include "core/field/upper_set.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>

namespace fw {

namespace {

// Keys are selected by their digits, the highest first: a count of each digit's values among the keys that
// share the digits found so far says which value the k-th key has. Nothing is compared, copied or sorted.
constexpr std::array<uint32_t, 3> kDigitShift{21, 10, 0};
constexpr std::array<uint32_t, 3> kDigitBits{11, 11, 10};
constexpr size_t kDigitValues = size_t{1} << 11;

/// A whole number that orders scores as numbers do; 0 for what is not a number.
uint32_t key_of(float score) {
  if (std::isnan(score)) return 0;
  const auto bits = std::bit_cast<uint32_t>(score + 0.0f);  // -0 becomes 0
  return bits >> 31 != 0 ? ~bits : bits | 0x80000000u;
}

/// Where the k-th highest key of a selection stands: the key, and how many of those equal to it belong to the
/// k highest.
struct KthKey {
  uint32_t key;
  size_t wanted;  ///< 1..equal
  size_t equal;
};

/// key(i) of the entries for which takes(i); k from 1 to their number.
template <typename Key, typename Takes>
KthKey kth_highest(size_t n, size_t k, const Key& key, const Takes& takes) {
  uint32_t found = 0, known = 0;  // the key's digits so far, and which bits they are
  size_t equal = 0;
  for (size_t d = 0; d < kDigitShift.size(); ++d) {
    const uint32_t shift = kDigitShift[d], mask = (1u << kDigitBits[d]) - 1;
    std::array<size_t, kDigitValues> counts{};
    for (size_t i = 0; i < n; ++i) {
      const uint32_t of_entry = key(i);
      if ((of_entry & known) == found && takes(i)) ++counts[(of_entry >> shift) & mask];
    }
    uint32_t value = mask;
    while (counts[value] < k) k -= counts[value--];
    equal = counts[value];
    found |= value << shift;
    known |= mask << shift;
  }
  return {found, k, equal};
}

}  // namespace

void upper_set(std::span<const uint32_t> id, std::span<const float> score, float hold, size_t k,
               std::span<uint8_t> in) {
  const size_t n = score.size();
  assert(in.size() == n && (id.empty() || id.size() == n));
  if (k == 0 || k >= n) {
    std::fill(in.begin(), in.end(), static_cast<uint8_t>(k != 0));
    return;
  }
  const auto key = [&](size_t i) { return key_of(in[i] != 0 ? score[i] + hold : score[i]); };
  const auto turned_id = [&](size_t i) { return ~(id.empty() ? static_cast<uint32_t>(i) : id[i]); };
  const KthKey edge = kth_highest(n, k, key, [](size_t) { return true; });
  // Of those at the edge the smallest ids.
  uint32_t last_id = 0;
  size_t same_id = edge.wanted;
  if (edge.wanted < edge.equal) {
    const KthKey tie = kth_highest(n, edge.wanted, turned_id, [&](size_t i) { return key(i) == edge.key; });
    last_id = tie.key, same_id = tie.wanted;
  }
  for (size_t i = 0; i < n; ++i) {
    const uint32_t of_entry = key(i);
    bool takes = of_entry > edge.key;
    if (of_entry == edge.key) {
      const uint32_t turned = turned_id(i);
      takes = edge.wanted == edge.equal || turned > last_id || (turned == last_id && same_id-- > 0);
    }
    in[i] = takes ? 1 : 0;
  }
}

size_t count_of_share(double share, size_t n) {
  return std::min(n, static_cast<size_t>(std::floor(share * static_cast<double>(n) + 0.5)));
}

}  // namespace fw
