#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/template/template_io.h"
#include "core/template/text/template_reader.h"

// Templates as what differs from a vocabulary.
namespace fw {
namespace {

using json::Kind;
using json::Node;

/// A vocabulary that comes with the program: its tables, all columns stated.
struct Base {
  std::string name;
  Node tables;
};
const std::vector<Base>& bases() {
  static const std::vector<Base> all = [] {
    std::vector<Base> out;
    for (const BuiltinTemplate& vocabulary : builtin_vocabularies()) {
      const std::string name(vocabulary.name);
      const std::string text = "{\"format\": 3, \"name\": \"x\", \"vocabulary\": \"" + name + "\"}";
      out.push_back({name, template_tree(parse_template(text, "").value(), TreeOf::everything)});
    }
    return out;
  }();
  return all;
}

/// The members of `row` that differ from those of `below`; groups member by member.
Node difference(const Node& row, const Node& below) {
  Node out;
  out.kind = Kind::object;
  for (const json::Member& m : row.members) {
    const Node* other = below.find(m.key);
    if (m.key == "id") {
      out.members.push_back(m);
    } else if (other && other->kind == Kind::object && m.value.kind == Kind::object) {
      Node inner = difference(m.value, *other);
      if (!inner.members.empty()) out.members.push_back({m.key, 0, std::move(inner)});
    } else if (!other || json::write(*other) != json::write(m.value)) {
      out.members.push_back(m);
    }
  }
  for (const json::Member& m : below.members)
    if (!row.find(m.key) && m.value.kind != Kind::object) out.members.push_back({m.key, 0, Node{}});
  return out;
}

/// Whether the vocabulary's rows open the table, in its order.
bool opens_with(const Node& rows, const Node& first) {
  if (rows.items.size() < first.items.size()) return false;
  for (size_t i = 0; i < first.items.size(); ++i)
    if (rows.items[i].find("id")->text != first.items[i].find("id")->text) return false;
  return true;
}

Node different_rows(const Node& full, const Node& canonical, const Node& first) {
  Node out;
  out.kind = Kind::array;
  for (size_t i = 0; i < full.items.size(); ++i) {
    if (i >= first.items.size()) {
      out.items.push_back(canonical.items[i]);
      continue;
    }
    Node row = difference(full.items[i], first.items[i]);
    if (row.members.size() > 1) out.items.push_back(std::move(row));
  }
  return out;
}

/// The canonical `tree` as what differs from a vocabulary; nothing where its rows do not open every table.
std::optional<std::string> compact_on(const Base& base, const Node& full, Node tree) {
  for (const ParameterList& list : parameter_lists())
    if (list.is_table() && !opens_with(*full.find(list.path), *base.tables.find(list.path)))
      return std::nullopt;
  for (json::Member& m : tree.members) {
    const ParameterList* list = find_list(m.key);
    if (list && list->is_table())
      m.value = different_rows(*full.find(m.key), m.value, *base.tables.find(m.key));
    else if (m.key == "categories")
      m.value = difference(m.value, *base.tables.find(m.key));
  }
  std::erase_if(tree.members, [](const json::Member& m) {
    const ParameterList* list = find_list(m.key);
    return (list && list->is_table() && m.value.items.empty()) ||
           (m.key == "categories" && m.value.members.empty());
  });
  const auto format = std::find_if(tree.members.begin(), tree.members.end(),
                                   [](const json::Member& m) { return m.key == "format"; });
  tree.members.insert(format + 1, {"vocabulary", 0, Node::of_text(base.name)});
  return json::write_lines(tree);
}

}  // namespace

std::string write_compact(const Template& tmpl) {
  const Node full = template_tree(tmpl, TreeOf::everything);
  const Node tree = template_tree(tmpl, TreeOf::canonical);
  std::optional<std::string> shortest;
  for (const Base& base : bases())
    if (std::optional<std::string> text = compact_on(base, full, tree))
      if (!shortest || text->size() < shortest->size()) shortest = std::move(text);
  return shortest ? *shortest : json::write_lines(tree);
}

}  // namespace fw
