#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/template/text/template_reader.h"

// Words that templates of earlier versions may state and this version does not know; private to this room.
namespace fw {

/// A key, or one value of a key, that went.
struct GoneWord {
  std::string_view path;     ///< lists as "[]": "factions[].fit_at_zero"; a group stands for all in it
  std::string_view value;    ///< the text that went; "" = the key itself
  std::string_view instead;  ///< what to state instead, as the end of a sentence
};
/// The one table: the reader of files, --set and the window answer from it.
std::span<const GoneWord> gone_words();

/// What to state instead of a key that went, by its path with lists as "[]"; "" where no such key went.
std::string_view instead_of(std::string_view path);

/// Every gone word that a tree states, one line each in the order of the text: where it stands, its path,
/// what was found and what to state instead. `named` and `settings` are what nodes of the tree may have
/// come from beside the file.
std::vector<std::string> find_gone_words(const json::Node& root, const json::Source& source,
                                         const NamedTexts& named, const std::vector<std::string>& settings);

}  // namespace fw
