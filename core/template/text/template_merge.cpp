#include "core/template/template_merge.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "core/template/text/template_reader.h"

namespace fw {
namespace {

using json::Kind;
using json::Node;

/// A value of the three templates; null where one does not state it.
struct Three {
  const Node* base = nullptr;
  const Node* ours = nullptr;
  const Node* theirs = nullptr;
};

bool same(const Node* a, const Node* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return json::write(*a) == json::write(*b);
}

bool is(const Node* node, Kind kind) {
  return node != nullptr && node->kind == kind;
}

std::string text_of(const Node* node) {
  return node == nullptr ? "nothing" : json::shortened(json::write(*node));
}

/// The rows of a list by what names them.
struct NamedRows {
  std::vector<std::string> order;
  std::map<std::string, const Node*> row;

  NamedRows(const Node* list, const std::string& key) {
    if (list == nullptr) return;
    for (const Node& item : list->items) {
      const Node* const name = item.find(key);
      order.push_back(name == nullptr ? "" : name->kind == Kind::string ? name->text : json::write(*name));
      row.emplace(order.back(), &item);
    }
  }
  const Node* find(const std::string& name) const {
    const auto found = row.find(name);
    return found == row.end() ? nullptr : found->second;
  }
  /// Its order of the names that all have.
  std::vector<std::string> common(const NamedRows& a, const NamedRows& b) const {
    std::vector<std::string> names;
    for (const std::string& name : order)
      if (a.find(name) != nullptr && b.find(name) != nullptr) names.push_back(name);
    return names;
  }
};

class Merge {
 public:
  std::vector<std::string> conflicts;

  /// Nothing where the merged template does not state the value.
  std::optional<Node> value(const Three& v, const std::string& path, const std::string& pattern) {
    if (same(v.ours, v.theirs) || same(v.base, v.theirs)) return copy(v.ours);
    if (same(v.base, v.ours)) return copy(v.theirs);
    const bool hand_row = pattern.starts_with("hand.") && pattern.ends_with("[]");
    if (!hand_row && is(v.ours, Kind::object) && is(v.theirs, Kind::object) &&
        (v.base == nullptr || is(v.base, Kind::object)))
      return object(v, path, pattern);
    const ParameterList* const list = find_list(pattern);
    if (list != nullptr && !list->key.empty() && !is(v.ours, Kind::object) && !is(v.theirs, Kind::object))
      return rows(v, path, pattern, list->key);
    conflicts.push_back(path + ": ours " + text_of(v.ours) + ", theirs " + text_of(v.theirs));
    return copy(v.ours);
  }

 private:
  static std::optional<Node> copy(const Node* node) {
    return node == nullptr ? std::nullopt : std::optional(*node);
  }

  Node object(const Three& v, const std::string& path, const std::string& pattern) {
    Node out = *v.ours;
    out.members.clear();
    const auto member = [&](const std::string& key) {
      const auto of = [&](const Node* node) { return node == nullptr ? nullptr : node->find(key); };
      const std::string below = path.empty() ? key : path + "." + key;
      auto merged =
          value({of(v.base), of(v.ours), of(v.theirs)}, below, pattern.empty() ? key : pattern + "." + key);
      if (merged) out.members.push_back({key, 0, std::move(*merged)});
    };
    for (const json::Member& m : v.ours->members) member(m.key);
    for (const json::Member& m : v.theirs->members)
      if (v.ours->find(m.key) == nullptr) member(m.key);
    return out;
  }

  Node rows(const Three& v, const std::string& path, const std::string& pattern, const std::string& key) {
    const NamedRows base(v.base, key), ours(v.ours, key), theirs(v.theirs, key);
    std::map<std::string, Node> merged;
    std::set<std::string> seen;
    for (const NamedRows* side : {&ours, &theirs, &base})
      for (const std::string& name : side->order) {
        if (!seen.insert(name).second) continue;
        auto row =
            value({base.find(name), ours.find(name), theirs.find(name)}, path + "." + name, pattern + "[]");
        if (row) merged.emplace(name, std::move(*row));
      }
    Node out;
    out.kind = Kind::array;
    for (const std::string& name : order(base, ours, theirs, path))
      if (const auto found = merged.find(name); found != merged.end()) out.items.push_back(found->second);
    return out;
  }

  /// All names: in the order of the side that moved rows (theirs if none did), each of the other's own after
  /// the one that it follows there.
  std::vector<std::string> order(const NamedRows& base, const NamedRows& ours, const NamedRows& theirs,
                                 const std::string& path) {
    const auto was = base.common(ours, theirs), here = ours.common(base, theirs),
               there = theirs.common(base, ours);
    if (here != was && there != was && here != there)
      conflicts.push_back(path + ": both changed the order of rows");
    const NamedRows& first = here != was ? ours : theirs;
    const NamedRows& second = here != was ? theirs : ours;
    std::vector<std::string> names = first.order;
    for (size_t k = 0; k < second.order.size(); ++k) {
      if (std::find(names.begin(), names.end(), second.order[k]) != names.end()) continue;
      const auto before = k == 0 ? names.end() : std::find(names.begin(), names.end(), second.order[k - 1]);
      names.insert(before == names.end() ? (k == 0 ? names.begin() : names.end()) : before + 1,
                   second.order[k]);
    }
    return names;
  }
};

/// A message about several things has a line for each.
std::vector<std::string> lines_of(const std::string& message) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin <= message.size();) {
    const size_t end = std::min(message.find('\n', begin), message.size());
    if (end > begin) lines.push_back(message.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

TemplateMerge merge_templates(const Template& base, const Template& ours, const Template& theirs) {
  const Node a = template_tree(base, TreeOf::canonical), b = template_tree(ours, TreeOf::canonical),
             c = template_tree(theirs, TreeOf::canonical);
  Merge merge;
  const std::optional<Node> merged = merge.value({&a, &b, &c}, "", "");
  if (!merge.conflicts.empty()) return {"", std::move(merge.conflicts)};
  const std::string text = json::write_lines(*merged);
  const Result<Template> read = parse_template(text, "what they make together");
  if (!read) return {"", lines_of(read.error().message)};
  return {write_template(read.value()), {}};
}

}  // namespace fw
