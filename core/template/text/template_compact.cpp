#include <algorithm>

#include "core/template/template_io.h"
#include "core/template/text/template_reader.h"

// Templates as what differs from a vocabulary.
namespace fw {
namespace {

using json::Kind;
using json::Node;

/// The tables of the first vocabulary, all columns stated.
const Node& first_tables() {
  static const Node tree = template_tree(
      parse_template(
          "{\"format\": 2, \"name\": \"x\", \"vocabulary\": \"" + std::string(kFirstVocabulary) + "\"}", "")
          .value(),
      TreeOf::everything);
  return tree;
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

}  // namespace

std::string write_compact(const Template& tmpl) {
  const Node full = template_tree(tmpl, TreeOf::everything);
  Node tree = template_tree(tmpl, TreeOf::canonical);
  const Node& first = first_tables();
  for (const ParameterList& list : parameter_lists())
    if (list.is_table() && !opens_with(*full.find(list.path), *first.find(list.path)))
      return json::write_lines(tree);
  for (json::Member& m : tree.members) {
    const ParameterList* list = find_list(m.key);
    if (list && list->is_table())
      m.value = different_rows(*full.find(m.key), m.value, *first.find(m.key));
    else if (m.key == "categories")
      m.value = difference(m.value, *first.find(m.key));
  }
  std::erase_if(tree.members, [](const json::Member& m) {
    const ParameterList* list = find_list(m.key);
    return (list && list->is_table() && m.value.items.empty()) ||
           (m.key == "categories" && m.value.members.empty());
  });
  const auto format = std::find_if(tree.members.begin(), tree.members.end(),
                                   [](const json::Member& m) { return m.key == "format"; });
  tree.members.insert(format + 1, {"vocabulary", 0, Node::of_text(std::string(kFirstVocabulary))});
  return json::write_lines(tree);
}

Result<std::string> migrate_text(std::string_view text, std::string_view source_name) {
  const Result<Template> tmpl = parse_template(text, source_name);
  if (!tmpl) return tmpl.error();
  return write_compact(tmpl.value());
}

}  // namespace fw
