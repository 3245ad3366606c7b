#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fw {

/// A text with one byte a letter, in lower case; letters beyond ASCII are bytes from 128 on, so that edits
/// count letters.
std::string folded(std::string_view text);

/// The names of a world so far: what a new one must differ from (docs/world.md, 3.1).
class NameSet {
 public:
  /// `stem`: of the name of a water or a hill, which no other one takes; "" = none.
  void add(std::string_view name, std::string_view stem = {});

  bool holds(std::string_view name) const { return exact_.contains(name); }
  bool holds_stem(std::string_view stem) const { return stems_.contains(folded(stem)); }
  /// Whether a name stands that fewer edits than `edits` turn into this one; case does not count.
  bool near(std::string_view name, size_t edits) const;

  /// A deck of endings that is dealt out: how often each was, and for how many names it is.
  struct Deck {
    std::map<std::string, size_t, std::less<>> times;
    size_t names = 0;
  };
  /// Of a culture or of one of its lists of patterns.
  Deck& deck(const std::string& of) { return decks_[of]; }

 private:
  struct Folded {
    std::string letters;
    uint32_t seen = 0;  ///< a bit for each letter that stands in it
  };
  static Folded fold(std::string_view name);

  std::vector<Folded> names_;
  std::set<std::string, std::less<>> exact_;
  std::set<std::string, std::less<>> stems_;
  std::map<std::string, Deck> decks_;
};

}  // namespace fw
