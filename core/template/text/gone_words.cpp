#include "core/template/text/gone_words.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "core/base/plain_text.h"
#include "core/template/parameters/parameters.h"

namespace fw {
namespace {

using json::Kind;
using json::Node;

constexpr GoneWord kGoneWords[] = {
    {"vocabulary", "rivers", "state \"classic\", which has its rows"},
    {"landmarks[].name_stream", "", "leave it out; every kind has a list of names of its own"},
    {"roads.mode", "", "leave it out; every world has its network of roads, tracks and trails"},
    {"land.sunken_islets", "", "leave it out; islets always rise above the sea"},
    {"factions[].fit_at_zero", "", "leave it out; a row with share 0 and no region takes no part in the fit"},
    {"biomes[].fit_at_zero", "",
     "leave it out; a row with share 0 that no region asks for takes no part in the fit"},
    {"biomes[].prior.low", "",
     "state prior.wet, the wetness of the ground, which is there without rivers too"},
};

/// A gone word where a tree states it.
struct Hit {
  const GoneWord* word;
  const Node* value;
  size_t key_offset;
  std::string path;
};

/// No more rows than the list may have: the reader refuses the others.
size_t rows_to_read(const Node& rows, std::string_view path) {
  const ParameterList* list = find_list(path);
  return list ? std::min(rows.items.size(), list->max_rows) : rows.items.size();
}

/// Follows the rest of a word's path from a node on.
void follow(const Node& node, std::string_view rest, const Hit& so_far, std::vector<Hit>& hits) {
  const size_t dot = std::min(rest.find('.'), rest.size());
  std::string_view key = rest.substr(0, dot);
  const bool list = key.ends_with("[]");
  if (list) key.remove_suffix(2);
  for (const json::Member& m : node.members) {
    if (m.key != key) continue;
    const std::string path = so_far.path + (so_far.path.empty() ? "" : ".") + m.key;
    if (dot == rest.size()) {
      const bool stated =
          so_far.word->value.empty() || (m.value.kind == Kind::string && m.value.text == so_far.word->value);
      if (stated) hits.push_back({so_far.word, &m.value, m.key_offset, path});
      continue;
    }
    const std::string_view inner = rest.substr(dot + 1);
    if (!list) follow(m.value, inner, {so_far.word, nullptr, 0, path}, hits);
    for (size_t i = 0; list && i < rows_to_read(m.value, path); ++i)
      follow(m.value.items[i], inner, {so_far.word, nullptr, 0, path + "[" + std::to_string(i) + "]"}, hits);
  }
}

}  // namespace

std::span<const GoneWord> gone_words() {
  return kGoneWords;
}

std::string_view instead_of(std::string_view path) {
  for (const GoneWord& word : kGoneWords)
    if (word.path == path && word.value.empty()) return word.instead;
  return "";
}

std::vector<std::string> find_gone_words(const Node& root, const json::Source& source,
                                         const NamedTexts& named, const std::vector<std::string>& settings) {
  std::vector<Hit> hits;
  for (const GoneWord& word : kGoneWords) follow(root, word.path, {&word, nullptr, 0, ""}, hits);
  const auto order = [](const Hit& hit) {
    return std::tuple(hit.value->setting, hit.value->source, hit.key_offset);
  };
  std::stable_sort(hits.begin(), hits.end(), [&](const Hit& a, const Hit& b) { return order(a) < order(b); });
  std::vector<std::string> lines;
  for (const Hit& hit : hits) {
    const bool key = hit.word->value.empty();
    const std::string where =
        hit.value->setting >= 0
            ? "--set " + settings[static_cast<size_t>(hit.value->setting)]
            : json::place(source_of(*hit.value, source, named), key ? hit.key_offset : hit.value->offset);
    lines.push_back(where + ": " + hit.path + ": found " +
                    (key ? "a key" : json_string(hit.value->text) + ", a word") +
                    " of an earlier version: " + std::string(hit.word->instead));
  }
  return lines;
}

}  // namespace fw
