#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/base/hash.h"
#include "core/base/number_text.h"
#include "core/model/calendar.h"
#include "core/template/template_io.h"
#include "core/template/text/template_reader.h"

namespace fw {
namespace {

using json::Kind;
using json::Node;

Node array_of(std::vector<Node> items) {
  Node node;
  node.kind = Kind::array;
  node.items = std::move(items);
  return node;
}

Node node_of(const Parameter& p, const ParameterValue& value) {
  if (const double* number = std::get_if<double>(&value)) return Node::of_number(*number);
  if (const bool* yes = std::get_if<bool>(&value)) return Node::of_boolean(*yes);
  if (const std::string* text = std::get_if<std::string>(&value)) {
    Node node = Node::of_text(*text);
    if (p.type != ParameterType::direction) return node;
    const Result<Node> degrees = json::parse({*text, ""});
    return degrees && degrees.value().kind == Kind::number ? degrees.value() : node;
  }
  std::vector<Node> items;
  if (const auto* range = std::get_if<std::array<double, 2>>(&value))
    for (const double end : *range) items.push_back(Node::of_number(end));
  if (const auto* words = std::get_if<std::vector<std::string>>(&value))
    for (const std::string& word : *words) items.push_back(Node::of_text(word));
  if (const auto* numbers = std::get_if<std::vector<double>>(&value))
    for (const double number : *numbers) items.push_back(Node::of_number(number));
  return array_of(std::move(items));
}

std::string unescaped(const std::string& step) {
  std::string out;
  for (size_t i = 0; i < step.size(); ++i) {
    const bool escape = step[i] == '~' && i + 1 < step.size();
    out += !escape ? step[i] : step[++i] == '0' ? '~' : '/';
  }
  return out;
}

/// Defaults of the rows that the canonical form may leave out, by address in the table.
const std::map<const Parameter*, ParameterValue>& omitted_defaults() {
  static const std::map<const Parameter*, ParameterValue> all = [] {
    std::map<const Parameter*, ParameterValue> values;
    for (const Parameter& p : parameters())
      if (p.omit_default) values.emplace(&p, default_value(p));
    return values;
  }();
  return all;
}

class Writer {
 public:
  Writer(const Template& tmpl, TreeOf what)
      : t_(tmpl), for_digest_(what == TreeOf::digest), full_(what == TreeOf::everything) {
    if (for_digest_) return;
    for (const auto& [pointer, text] : tmpl.extras) {
      const size_t slash = pointer.rfind('/');
      if (Result<Node> value = json::parse({text, ""}))
        extras_[pointer.substr(0, slash)].push_back(
            {unescaped(pointer.substr(slash + 1)), 0, std::move(value).value()});
    }
  }

  Node whole() const {
    Node root;
    root.kind = Kind::object;
    root.members.push_back({"format", 0, Node::of_number(kTemplateFormat)});
    members(template_shape(), {}, "", root.members);
    for (size_t i = 1; i < root.members.size(); ++i)  // the label of the schema leads
      if (root.members[i].key == "$schema")
        std::rotate(root.members.begin(), root.members.begin() + static_cast<std::ptrdiff_t>(i),
                    root.members.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    return root;
  }

 private:
  void members(const TemplateShape& shape, ParameterPlace at, const std::string& pointer,
               std::vector<json::Member>& out) const {
    for (const TemplateShape& child : shape.children) {
      if (child.leaf) {
        leaf(child, at, out);
      } else if (child.list) {
        const bool empty = child.list->size(t_, at) == 0;
        if (empty && !full_ && (child.list->aside || child.list->omit_empty)) continue;
        if (child.list->aside && (for_digest_ || empty)) continue;
        out.push_back({child.key, 0, list(child, at, pointer + "/" + child.key)});
      } else {
        Node group;
        group.kind = Kind::object;
        members(child, at, pointer + "/" + child.key, group.members);
        const TemplateShape* keyed = child.keyed();
        if (!group.members.empty() || (keyed && keyed->leaf->omit_zero))
          out.push_back({child.key, 0, std::move(group)});
      }
    }
    if (const auto it = extras_.find(pointer); it != extras_.end())
      out.insert(out.end(), it->second.begin(), it->second.end());
  }

  void leaf(const TemplateShape& shape, ParameterPlace at, std::vector<json::Member>& out) const {
    const Parameter& p = *shape.leaf;
    if (for_digest_ && !p.in_digest) return;
    if (p.keys.empty()) return value(p, shape.key, at, out);
    const std::vector<std::string> ids = table_ids(t_, p.keys);
    for (at.key = 0; at.key < ids.size(); ++at.key) value(p, ids[at.key], at, out);
  }

  void value(const Parameter& p, const std::string& key, ParameterPlace at,
             std::vector<json::Member>& out) const {
    const ParameterValue held = p.get(t_, at);
    if (std::holds_alternative<std::monostate>(held)) return;
    if (p.omit_zero && std::get<double>(held) == 0) return;
    if (p.omit_default && !p.required && !full_ && held == omitted_defaults().at(&p)) return;
    out.push_back({key, 0, node_of(p, held)});
  }

  Node list(const TemplateShape& shape, ParameterPlace at, const std::string& pointer) const {
    std::vector<Node> rows;
    for (size_t i = 0; i < shape.list->size(t_, at); ++i) {
      const ParameterPlace place = shape.row_place(at, i);
      if (for_digest_ && shape.list->row_in_digest && !shape.list->row_in_digest(t_, place)) continue;
      Node& row = rows.emplace_back();
      row.kind = Kind::object;
      row.one_line = shape.list->one_line;
      members(shape, place, pointer + "/" + std::to_string(i), row.members);
    }
    return array_of(std::move(rows));
  }

  const Template& t_;
  bool for_digest_;
  bool full_;
  std::map<std::string, std::vector<json::Member>> extras_;
};

}  // namespace

Node template_tree(const Template& tmpl, TreeOf what) {
  return Writer(tmpl, what).whole();
}

std::string write_template(const Template& tmpl) {
  return json::write_lines(template_tree(tmpl, TreeOf::canonical));
}

std::string template_part(const Template& tmpl, const std::vector<std::string>& prefixes) {
  std::string text;
  for (const Parameter& p : parameters()) {
    const std::string stem = p.path.substr(0, p.path.find_first_of("[*"));
    const bool open = stem.size() < p.path.size();
    const bool possible = std::any_of(prefixes.begin(), prefixes.end(), [&](const std::string& prefix) {
      return stem.starts_with(prefix) || (open && prefix.starts_with(stem));
    });
    if (!possible) continue;
    each_place(p, tmpl, [&](ParameterPlace at) {
      const std::string path = concrete_path(p, tmpl, at);
      const bool wanted = std::any_of(prefixes.begin(), prefixes.end(),
                                      [&](const std::string& prefix) { return path.starts_with(prefix); });
      if (!wanted) return;
      const ParameterValue value = p.get(tmpl, at);
      text += path + "=" +
              (std::holds_alternative<std::monostate>(value) ? "" : json::write(node_of(p, value))) + "\n";
    });
  }
  return text;
}

std::vector<std::string> calendar_paths(const Template& tmpl) {
  std::vector<std::string> paths{"calendar.", "noise.day.", "noise.season.", "noise.front."};
  constexpr std::array kLists{std::pair{Category::resource, "resources"},
                              std::pair{Category::wildlife, "wildlife"},
                              std::pair{Category::enemy, "enemies"}};
  for (const auto& [category, list] : kLists) {
    const std::vector<PointClass>& classes = tmpl.classes(category);
    for (size_t i = 0; i < classes.size(); ++i)
      if (has_dates(classes[i].dates))
        for (const char* column : {".active", ".peak"})
          paths.push_back(std::string(list) + "[" + std::to_string(i) + "]" + column);
  }
  return paths;
}

std::string template_digest(const Template& tmpl) {
  return sha256_hex(json::write_lines(template_tree(tmpl, TreeOf::digest)));
}

}  // namespace fw
