#include <optional>

#include "core/base/suggest.h"
#include "core/template/path.h"
#include "core/template/text/gone_words.h"
#include "core/template/text/template_reader.h"

namespace fw {
namespace {

using json::Kind;
using json::Node;

void mark(Node& node, int setting) {
  node.setting = setting;
  for (Node& item : node.items) mark(item, setting);
  for (json::Member& m : node.members) mark(m.value, setting);
}

bool holds_text(ParameterType type) {
  return type >= ParameterType::choice && type != ParameterType::words && type != ParameterType::texts &&
         type != ParameterType::runs && type != ParameterType::direction;
}

/// A number or a word of a choice, as the settings of every table are read; nothing for other types and for
/// what the rule refuses.
std::optional<Node> simple_value(const Parameter& p, const std::string& text) {
  if (p.type == ParameterType::yes_no) {
    const auto yes = read_yes_no(text);
    return yes ? std::optional(Node::of_boolean(*yes)) : std::nullopt;
  }
  const bool word = p.type == ParameterType::choice;
  if (!word && p.type != ParameterType::integer && p.type != ParameterType::number) return std::nullopt;
  const auto value = read_value(rule_of(p), text);
  if (!value) return std::nullopt;
  return word ? Node::of_text(std::string(p.choices[static_cast<size_t>(value.value())]))
              : Node::of_number(value.value());
}

/// Other values are JSON if they are JSON; words need no quotes. What fits no rule is told by the reader of
/// the whole template.
Node value_node(const std::string& text, const TemplateShape& shape) {
  if (shape.leaf) {
    if (auto simple = simple_value(*shape.leaf, text)) return *std::move(simple);
    if (holds_text(shape.leaf->type) && !text.starts_with('"')) return Node::of_text(text);
  }
  Result<Node> parsed = json::parse({text, "--set"});
  return parsed ? std::move(parsed).value() : Node::of_text(text);
}

/// Puts the value of a "path=value" into a template's tree.
class SettingWriter {
 public:
  SettingWriter(const std::string& text, int index) : text_(text), index_(index) {}

  Result<Done> apply(Node& root) {
    const auto parts = split_setting(text_);
    if (!parts) return parts.error();
    const auto& [path, value] = parts.value();
    const std::vector<std::string> steps = path_steps(path);
    const TemplateShape* shape = &template_shape();
    Node* node = &root;
    bool in_row = false;
    for (const std::string& step : steps) {
      if (shape->list && !in_row && node->kind == Kind::array) {
        Result<Node*> row = find_row(*node, *shape, step);
        if (!row) return row.error();
        node = row.value();
        in_row = true;
        continue;
      }
      const TemplateShape* child = shape->find(step);
      if (!child) child = shape->keyed();
      if (!child) return unknown(*shape, step);
      if (node->kind != Kind::object)
        return usage("the template holds " + json::found_text(*node) + " at " + shape->path);
      node = &member(*node, *child, step);
      shape = child;
      in_row = false;
    }
    if (in_row) return set_row(*node, *shape, value);
    Node given = value_node(value, *shape);
    mark(given, index_);
    *node = std::move(given);
    return Done{};
  }

 private:
  /// A row as an object, or a scalar that means its main column.
  Result<Done> set_row(Node& row, const TemplateShape& list, const std::string& value) const {
    Node given = value_node(value, {});
    mark(given, index_);
    if (given.kind == Kind::object || list.list->main_column.empty()) {
      row = std::move(given);
      return Done{};
    }
    const TemplateShape& column = *list.find(list.list->main_column);
    if (row.kind == Kind::object) member(row, column, column.key) = std::move(given);
    return Done{};
  }

  Error usage(const std::string& what) const { return setting_error(text_, what); }

  Error unknown(const TemplateShape& shape, const std::string& step) const {
    const std::string group = shape.path.empty() ? "" : shape.path + ".";
    const std::string_view instead = instead_of(shape.list ? shape.path + "[]." + step : group + step);
    if (!instead.empty())
      return usage("there is no parameter " + group + step + " any more: " + std::string(instead));
    return usage("there is no parameter " + group + step +
                 parameter_hint(step, shape.keys(), parameter_paths()));
  }

  Result<Node*> find_row(Node& list, const TemplateShape& shape, const std::string& step) const {
    std::vector<std::string> names;
    for (Node& row : list.items) {
      const Node* name = shape.list->key.empty() ? nullptr : row.find(shape.list->key);
      if (!name || name->kind != Kind::string) continue;
      if (name->text == step) return &row;
      names.push_back(name->text);
    }
    const std::optional<size_t> row = row_number(step);
    if (row && *row < list.items.size()) return &list.items[*row];
    if (row) return usage(shape.path + " has " + std::to_string(list.items.size()) + " rows, counted from 0");
    return usage(shape.path + " has no row named " + step + did_you_mean(step, names));
  }

  /// The member, made if the file leaves it out.
  Node& member(Node& object, const TemplateShape& child, const std::string& key) const {
    if (Node* present = object.find(key)) return *present;
    Node& made = object.members.emplace_back(json::Member{key, object.offset, {}}).value;
    made.offset = object.offset;
    made.setting = index_;
    if (!child.leaf) made.kind = child.list ? Kind::array : Kind::object;
    return made;
  }

  const std::string& text_;
  int index_;
};

}  // namespace

Result<Done> apply_setting(Node& root, const std::string& setting, int index) {
  return SettingWriter(setting, index).apply(root);
}

}  // namespace fw
