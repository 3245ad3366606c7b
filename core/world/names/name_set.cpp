#include "core/world/names/name_set.h"

#include <algorithm>
#include <bit>

#include "core/base/suggest.h"

namespace fw {
namespace {

/// The next character of a text; what is no UTF-8 is a character of one byte.
uint32_t next_character(std::string_view text, size_t& at) {
  const auto lead = static_cast<uint8_t>(text[at++]);
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
  uint32_t character = more == 0 ? lead : lead & (0x3Fu >> more);
  for (int k = 0; k < more && at < text.size(); ++k)
    character = character << 6 | (static_cast<uint8_t>(text[at++]) & 0x3Fu);
  return character;
}

/// Latin, Greek and Cyrillic capitals as small letters.
uint32_t small_letter(uint32_t c) {
  const auto within = [c](uint32_t first, uint32_t last) { return c >= first && c <= last; };
  if (within('A', 'Z') || (within(0xC0, 0xDE) && c != 0xD7) || within(0x391, 0x3A9) || within(0x410, 0x42F))
    return c + 32;
  if (within(0x400, 0x40F)) return c + 80;
  return within(0x100, 0x137) || within(0x14A, 0x177) ? c | 1u : c;
}

}  // namespace

std::string folded(std::string_view text) {
  std::string letters;
  for (size_t at = 0; at < text.size();) {
    const uint32_t c = small_letter(next_character(text, at));
    letters += static_cast<char>(c < 128 ? c : 128 + c % 128);
  }
  return letters;
}

NameSet::Folded NameSet::fold(std::string_view name) {
  Folded made{folded(name)};
  for (const char c : made.letters) made.seen |= 1u << (static_cast<uint8_t>(c) % 32);
  return made;
}

void NameSet::add(std::string_view name, std::string_view stem) {
  names_.push_back(fold(name));
  exact_.emplace(name);
  if (!stem.empty()) stems_.insert(folded(stem));
}

bool NameSet::near(std::string_view name, size_t edits) const {
  const Folded asked = fold(name);
  return std::ranges::any_of(names_, [&](const Folded& other) {
    const auto [shorter, longer] = std::minmax({asked.letters.size(), other.letters.size()});
    if (longer - shorter >= edits) return false;
    // An edit takes at most one letter out of a name and puts at most one in.
    if (static_cast<size_t>(std::popcount(asked.seen ^ other.seen)) > 2 * (edits - 1)) return false;
    return edit_distance(asked.letters, other.letters, edits) < edits;
  });
}

}  // namespace fw
