#include <optional>

#include "core/model/suggest.h"
#include "core/template/path.h"
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

bool holds_text(const TemplateShape& shape) {
  if (!shape.leaf) return false;
  const ParameterType type = shape.leaf->type;
  const bool list = type == ParameterType::words || type == ParameterType::texts;
  return type >= ParameterType::choice && !list && type != ParameterType::direction;
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
    const std::string path = text_.substr(0, equals), value = text_.substr(equals + 1);
    const std::vector<std::string> steps = path_steps(path);
    if (!template_shape().find(steps[0]) && is_old_path(steps[0])) return apply_old(root, path, value);
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
    if (shape->list && shape->list->is_table() && given.kind == Kind::object && is_old_path(path))
      return old(root, path, given);
    *node = std::move(given);
    return Done{};
  }

 private:
  Result<Done> apply_old(Node& root, const std::string& path, const std::string& value) const {
    Node given = value_node(value, {});
    mark(given, index_);
    return old(root, path, given);
  }
  Result<Done> old(Node& root, const std::string& path, const Node& given) const {
    if (const auto problem = put_old(root, path, given)) return usage(problem->path + ": " + problem->what);
    return Done{};
  }

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
  return Setting(setting, index).apply(root);
}

}  // namespace fw
