#include "render/page/run_deflate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace fw {
namespace {

constexpr uint32_t kShortestMatch = 3, kLongestMatch = 258;
constexpr int kEndOfBlock = 256, kLiteralCodes = 286, kMostLengthBits = 7;
constexpr int kMostBits = 14;  // one less than the format's: four literals go out at once

/// A literal byte, or 256 + length - 3 for a match of that length.
using Token = uint16_t;
constexpr size_t kTokens = 256 + kLongestMatch - kShortestMatch + 1;

struct LengthCode {
  int symbol = 0;
  int extra_bits = 0;
  uint32_t extra = 0;
};

/// RFC 1951, section 3.2.5.
constexpr LengthCode length_code(int length) {
  if (length == 258) return {285, 0, 0};
  const int above = length - 3;
  if (above < 8) return {257 + above, 0, 0};
  const int bits = std::bit_width(static_cast<unsigned>(above)) - 3;
  return {257 + 4 * bits + (above >> bits), bits, static_cast<uint32_t>(above & ((1 << bits) - 1))};
}

/// How many bytes from `at` on equal the one there.
size_t run_at(const uint8_t* at, const uint8_t* end) {
  const uint64_t repeated = 0x0101010101010101ULL * *at;
  const uint8_t* p = at + 1;
  for (; end - p >= 8; p += 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    if (const uint64_t other = word ^ repeated; other != 0)
      return static_cast<size_t>(p - at) + static_cast<size_t>(std::countr_zero(other)) / 8;
  }
  while (p < end && *p == *at) ++p;
  return static_cast<size_t>(p - at);
}

/// So many bytes as they are, then the last of them `repeats` times more.
struct Stretch {
  uint32_t literals = 0;
  uint32_t repeats = 0;
};

/// Runs are looked for in steps of half a word: all of 12 bytes or more are found, of the lesser ones those
/// of which nine bytes start at a step. The rest costs little as literals of a frequent byte.
std::vector<Stretch> stretches_of(std::span<const uint8_t> bytes) {
  constexpr ptrdiff_t kWord = 8;
  std::vector<Stretch> out;
  const uint8_t* from = bytes.data();
  const uint8_t* const end = from + bytes.size();
  for (const uint8_t* at = from; end - at > kWord;) {
    if (std::memcmp(at, at + 1, kWord) != 0) {
      at += kWord / 2;
      continue;
    }
    const uint8_t* first = at;
    while (first > from && first[-1] == *at) --first;
    at += run_at(at, end);
    out.push_back({static_cast<uint32_t>(first + 1 - from), static_cast<uint32_t>(at - first - 1)});
    from = at;
  }
  if (from < end) out.push_back({static_cast<uint32_t>(end - from), 0});
  return out;
}

/// The matches that make up a run's repeats, never with a rest of one or two.
template <typename Take>
void each_match(uint32_t repeats, const Take& take) {
  while (repeats >= kShortestMatch) {
    const uint32_t length =
        repeats <= kLongestMatch ? repeats : std::min(kLongestMatch, repeats - kShortestMatch);
    take(static_cast<Token>(256 + length - kShortestMatch));
    repeats -= length;
  }
}

/// How often every token comes.
std::array<uint32_t, kTokens> count_tokens(const std::vector<Stretch>& stretches, const uint8_t* at) {
  std::array<std::array<uint32_t, 256>, 4> literal{};  // equal neighbours wait for each other in one table
  std::array<uint32_t, kTokens> seen{};
  for (const Stretch& s : stretches) {
    uint32_t i = 0;
    for (; i + 4 <= s.literals; i += 4)
      for (uint32_t k = 0; k < 4; ++k) ++literal[k][at[i + k]];
    for (; i < s.literals; ++i) ++literal[0][at[i]];
    at += s.literals + s.repeats;
    each_match(s.repeats, [&](Token t) { ++seen[t]; });
  }
  for (size_t b = 0; b < 256; ++b)
    for (const auto& table : literal) seen[b] += table[b];
  return seen;
}

struct Node {
  uint64_t count = 0;
  int parent = -1;
};

/// Lengths of a Huffman code for counts in ascending order: two queues, leaves and joined nodes; ties go to
/// the leaves, which keeps the code shallow.
std::vector<int> depths_of(const std::vector<uint64_t>& counts) {
  const size_t leaves = counts.size();
  std::vector<Node> nodes(2 * leaves - 1);
  for (size_t i = 0; i < leaves; ++i) nodes[i].count = counts[i];
  size_t leaf = 0, joined = leaves;
  for (size_t made = leaves; made < nodes.size(); ++made) {
    for (int child = 0; child < 2; ++child) {
      const bool take_leaf = leaf < leaves && (joined >= made || nodes[leaf].count <= nodes[joined].count);
      const size_t taken = take_leaf ? leaf++ : joined++;
      nodes[made].count += nodes[taken].count;
      nodes[taken].parent = static_cast<int>(made);
    }
  }
  std::vector<int> depth(nodes.size(), 0);
  for (size_t i = nodes.size() - 1; i-- > 0;) depth[i] = depth[static_cast<size_t>(nodes[i].parent)] + 1;
  depth.resize(leaves);
  return depth;
}

/// Code lengths of at most `limit` bits; flatter counts until the deepest code fits. At least two symbols get
/// a code, so that the code is complete.
template <size_t N>
std::array<uint8_t, N> code_lengths(std::array<uint32_t, N> counts, int limit) {
  for (size_t i = 0; i < N && std::count(counts.begin(), counts.end(), 0U) > static_cast<ptrdiff_t>(N) - 2;
       ++i)
    counts[i] = std::max(counts[i], 1U);
  std::vector<uint16_t> order;
  for (size_t i = 0; i < N; ++i)
    if (counts[i] > 0) order.push_back(static_cast<uint16_t>(i));
  std::array<uint8_t, N> lengths{};
  for (;;) {
    std::stable_sort(order.begin(), order.end(),
                     [&](uint16_t a, uint16_t b) { return counts[a] < counts[b]; });
    std::vector<uint64_t> sorted;
    for (const uint16_t symbol : order) sorted.push_back(counts[symbol]);
    const std::vector<int> depth = depths_of(sorted);
    if (*std::max_element(depth.begin(), depth.end()) <= limit) {
      for (size_t i = 0; i < order.size(); ++i) lengths[order[i]] = static_cast<uint8_t>(depth[i]);
      return lengths;
    }
    for (const uint16_t symbol : order) counts[symbol] = counts[symbol] / 2 + 1;
  }
}

/// Canonical codes of the given lengths, first bit lowest (RFC 1951, section 3.2.2).
template <size_t N>
std::array<uint32_t, N> canonical_codes(const std::array<uint8_t, N>& lengths) {
  std::array<uint32_t, kMostBits + 1> count{}, next{};
  for (const uint8_t length : lengths)
    if (length > 0) ++count[length];
  for (size_t bits = 1; bits <= kMostBits; ++bits) next[bits] = (next[bits - 1] + count[bits - 1]) << 1;
  std::array<uint32_t, N> codes{};
  for (size_t i = 0; i < N; ++i) {
    if (lengths[i] == 0) continue;
    const uint32_t forward = next[lengths[i]]++;
    for (int bit = 0; bit < lengths[i]; ++bit) codes[i] |= (forward >> bit & 1U) << (lengths[i] - 1 - bit);
  }
  return codes;
}

/// Bits, lowest first, into memory that has 8 bytes to spare.
struct BitWriter {
  uint8_t* at;
  uint64_t held = 0;
  int fill = 0;

  /// At most 56 bits, lesser bits than `count` alone set.
  void put(uint64_t bits, int count) {
    held |= bits << fill;
    fill += count;
    std::memcpy(at, &held, 8);
    at += fill >> 3;
    held >>= fill & ~7;
    fill &= 7;
  }
  void to_byte() { put(0, (8 - fill) & 7); }
};
static_assert(std::endian::native == std::endian::little);

struct Code {
  uint32_t bits = 0;
  uint8_t count = 0;
};

/// The block's code lengths, themselves coded: lengths as they are, zeros in runs.
struct Header {
  struct Symbol {
    uint8_t symbol = 0;
    uint8_t extra = 0;
    uint8_t extra_bits = 0;
  };
  std::vector<Symbol> symbols;
  std::array<uint8_t, 19> lengths{};
  std::array<uint32_t, 19> codes{};

  explicit Header(const std::array<uint8_t, kLiteralCodes>& literal) {
    std::vector<uint8_t> all(literal.begin(), literal.end());
    all.push_back(1);  // the one distance
    std::array<uint32_t, 19> counts{};
    for (size_t i = 0; i < all.size();) {
      size_t zeros = 0;
      while (i + zeros < all.size() && all[i + zeros] == 0 && zeros < 138) ++zeros;
      if (zeros >= 11)
        symbols.push_back({18, static_cast<uint8_t>(zeros - 11), 7});
      else if (zeros >= 3)
        symbols.push_back({17, static_cast<uint8_t>(zeros - 3), 3});
      else
        symbols.push_back({all[i], 0, 0});
      i += zeros >= 3 ? zeros : 1;
      ++counts[symbols.back().symbol];
    }
    lengths = code_lengths(counts, kMostLengthBits);
    codes = canonical_codes(lengths);
  }
  size_t bits() const {
    size_t sum = 14 + 19 * 3;
    for (const Symbol& s : symbols) sum += size_t{lengths[s.symbol]} + s.extra_bits;
    return sum;
  }
  void write(BitWriter& out) const {
    constexpr std::array<uint8_t, 19> kOrder{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                             11, 4,  12, 3, 13, 2, 14, 1, 15};
    out.put(kLiteralCodes - 257, 5);
    out.put(0, 5);       // one distance code
    out.put(19 - 4, 4);  // every length of the length code
    for (const uint8_t symbol : kOrder) out.put(lengths[symbol], 3);
    for (const Symbol& s : symbols) {
      out.put(codes[s.symbol], lengths[s.symbol]);
      out.put(s.extra, s.extra_bits);
    }
  }
};

/// What each token becomes: a match's length code, its extra bits and the one distance in a piece.
std::array<Code, kTokens> token_codes(const std::array<uint8_t, kLiteralCodes>& lengths) {
  const auto codes = canonical_codes(lengths);
  std::array<Code, kTokens> out;
  for (size_t t = 0; t < kTokens; ++t) {
    if (t < 256) {
      out[t] = {codes[t], lengths[t]};
      continue;
    }
    const LengthCode c = length_code(static_cast<int>(t - 256 + kShortestMatch));
    const auto symbol = static_cast<size_t>(c.symbol);
    out[t] = {codes[symbol] | c.extra << lengths[symbol],
              static_cast<uint8_t>(lengths[symbol] + c.extra_bits + 1)};
  }
  return out;
}

void write_tokens(const std::vector<Stretch>& stretches, const uint8_t* at,
                  const std::array<Code, kTokens>& codes, BitWriter& out) {
  for (const Stretch& s : stretches) {
    uint32_t i = 0;
    for (; i + 4 <= s.literals; i += 4) {
      const Code a = codes[at[i]], b = codes[at[i + 1]], c = codes[at[i + 2]], d = codes[at[i + 3]];
      const int half = a.count + b.count;
      out.put(a.bits | b.bits << a.count | uint64_t{c.bits | d.bits << c.count} << half,
              half + c.count + d.count);
    }
    for (; i < s.literals; ++i) out.put(codes[at[i]].bits, codes[at[i]].count);
    at += s.literals + s.repeats;
    each_match(s.repeats, [&](Token t) { out.put(codes[t].bits, codes[t].count); });
  }
}

}  // namespace

std::string deflate_runs(std::span<const uint8_t> bytes, bool last) {
  const std::vector<Stretch> stretches = stretches_of(bytes);
  const std::array<uint32_t, kTokens> seen = count_tokens(stretches, bytes.data());
  std::array<uint32_t, kLiteralCodes> counts{};
  for (size_t t = 0; t < kTokens; ++t)
    counts[t < 256 ? t
                   : static_cast<size_t>(length_code(static_cast<int>(t - 256 + kShortestMatch)).symbol)] +=
        seen[t];
  counts[kEndOfBlock] = 1;
  const auto lengths = code_lengths(counts, kMostBits);
  const auto codes = token_codes(lengths);
  const Code end{canonical_codes(lengths)[kEndOfBlock], lengths[kEndOfBlock]};
  const Header header(lengths);

  size_t bits = 3 + header.bits() + end.count;
  for (size_t t = 0; t < kTokens; ++t) bits += size_t{seen[t]} * codes[t].count;
  std::string out((bits + 7) / 8 + 16, '\0');
  BitWriter writer{reinterpret_cast<uint8_t*>(out.data())};
  writer.put(last ? 1 : 0, 1);
  writer.put(2, 2);  // codes of its own
  header.write(writer);
  write_tokens(stretches, bytes.data(), codes, writer);
  writer.put(end.bits, end.count);
  if (last) {
    writer.to_byte();
  } else {
    writer.put(0, 3);  // an empty stored block
    writer.to_byte();
    writer.put(0xFFFF0000, 32);
  }
  out.resize(static_cast<size_t>(writer.at - reinterpret_cast<uint8_t*>(out.data())));
  return out;
}

}  // namespace fw
