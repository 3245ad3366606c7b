#include <optional>

#include "core/model/number_text.h"
#include "core/model/suggest.h"
#include "core/template/path.h"
#include "core/template/template_reader.h"

namespace fw {
namespace {

using json::Kind;
using json::Node;

void mark(Node& node, int setting) {
  node.setting = setting;
  for (Node& item : node.items) mark(item, setting);
  for (json::Member& m : node.members) mark(m.value, setting);
}

bool holds_text(const TemplateShape& shape) {
  if (!shape.leaf) return false;
  return shape.leaf->type >= ParameterType::choice;
}

/// JSON if it is JSON; words need no quotes.
Node value_node(const std::string& text, const TemplateShape& shape) {
  Node word;
  word.kind = Kind::string;
  word.text = text;
  if (holds_text(shape) && !text.starts_with('"')) return word;
  Result<Node> parsed = json::parse({text, "--set"});
  return parsed ? std::move(parsed).value() : word;
}

class Setting {
 public:
  Setting(const std::string& text, int index) : text_(text), index_(index) {}

  Result<Done> apply(Node& root) {
    const size_t equals = text_.find('=');
    if (equals == std::string::npos) return usage("found no \"=\", expected path=value");
    const std::vector<std::string> steps = path_steps(std::string_view(text_).substr(0, equals));
    const TemplateShape* shape = &template_shape();
    Node* node = &root;
    for (size_t i = 0; i < steps.size(); ++i) {
      const bool wants_row = shape->list && node->kind == Kind::array;
      if (wants_row) {
        Result<Node*> row = find_row(*node, *shape, steps[i]);
        if (!row) return row.error();
        node = row.value();
        continue;
      }
      const TemplateShape* child = shape->find(steps[i]);
      if (!child) return unknown(*shape, steps[i]);
      if (node->kind != Kind::object)
        return usage("the template holds " + json::found_text(*node) + " at " + shape->path);
      node = &member(*node, *child);
      shape = child;
    }
    const bool whole_row = shape->list && node->kind == Kind::object;
    *node = value_node(text_.substr(equals + 1), whole_row ? TemplateShape{} : *shape);
    mark(*node, index_);
    return Done{};
  }

 private:
  Error usage(const std::string& what) const { return {ErrorKind::usage, "--set " + text_ + ": " + what}; }

  Error unknown(const TemplateShape& shape, const std::string& step) const {
    std::string hint = did_you_mean(step, shape.keys());
    if (hint.empty())
      for (const Parameter& p : parameters())
        if (hint.empty() && p.path.ends_with("." + step)) hint = "; did you mean " + p.path + "?";
    return usage("there is no parameter " + (shape.path.empty() ? "" : shape.path + ".") + step + hint);
  }

  Result<Node*> find_row(Node& list, const TemplateShape& shape, const std::string& step) const {
    std::vector<std::string> names;
    for (Node& row : list.items) {
      const Node* name = row.find(shape.list->key);
      if (!name || name->kind != Kind::string) continue;
      if (name->text == step) return &row;
      names.push_back(name->text);
    }
    const std::optional<size_t> row = row_number(step);
    if (row && *row < list.items.size()) return &list.items[*row];
    if (row) return usage(shape.path + " has " + std::to_string(list.items.size()) + " rows, counted from 0");
    return usage(shape.path + " has no row named " + step + did_you_mean(step, names));
  }

  /// The member, made if the file leaves it out. A group made so starts from its defaults, else the rest of a
  /// mix would silently become 0.
  Node& member(Node& object, const TemplateShape& child) const {
    if (Node* present = object.find(child.key)) return *present;
    Node& made = object.members.emplace_back(json::Member{child.key, object.offset, {}}).value;
    made.offset = object.offset;
    made.setting = index_;
    if (child.leaf) return made;
    made.kind = child.list ? Kind::array : Kind::object;
    if (child.list || child.path.find("[]") != std::string::npos) return made;
    for (const TemplateShape& part : child.children) {
      if (!part.leaf || !part.leaf->zero_in_given_group) continue;
      Node share;
      share.kind = Kind::number;
      share.number = std::get<double>(default_value(*part.leaf));
      share.text = number_text(share.number);
      share.setting = index_;
      made.members.push_back({part.key, object.offset, std::move(share)});
    }
    return made;
  }

  const std::string& text_;
  int index_;
};

}  // namespace

Result<Done> apply_setting(Node& root, const std::string& setting, int index) {
  return Setting(setting, index).apply(root);
}

}  // namespace fw
