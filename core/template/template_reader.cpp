#include "core/template/template_reader.h"

#include <algorithm>
#include <cmath>

#include "core/base/plain_text.h"
#include "core/model/suggest.h"
#include "core/template/path.h"

namespace fw {
namespace {

constexpr size_t kMaxProblems = 10;

size_t characters(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool is_slug(std::string_view text) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), fits);
}

bool in_bounds(const Parameter& p, double value) {
  return std::isfinite(value) && value >= p.min && value <= p.max;
}

bool good_text(const Parameter& p, const std::string& text) {
  if (p.type == ParameterType::slug) return is_slug(text);
  if (p.type == ParameterType::choice)
    return std::find(p.choices.begin(), p.choices.end(), text) != p.choices.end();
  const auto length = static_cast<double>(characters(text));
  if (length < p.min || length > p.max || !is_plain_text(text)) return false;
  return p.type != ParameterType::name ||
         (text.find_first_of("/\\") == std::string::npos && text != "." && text != "..");
}

/// The value if the node fits the row, else monostate.
ParameterValue convert(const Parameter& p, const json::Node& node) {
  using json::Kind;
  switch (p.type) {
    case ParameterType::integer:
    case ParameterType::number:
      if (node.kind != Kind::number || !in_bounds(p, node.number)) return {};
      if (p.type == ParameterType::integer && node.number != std::floor(node.number)) return {};
      return node.number;
    case ParameterType::range: {
      if (node.kind != Kind::array || node.items.size() != 2) return {};
      for (const json::Node& item : node.items)
        if (item.kind != Kind::number || !in_bounds(p, item.number)) return {};
      if (node.items[0].number > node.items[1].number) return {};
      return std::array<double, 2>{node.items[0].number, node.items[1].number};
    }
    default:
      if (node.kind != Kind::string || !good_text(p, node.text)) return {};
      return node.text;
  }
}

/// The value of a node that does not fit its row, where an editor may hold it all the same: a word, or a
/// range the wrong way round; else monostate.
ParameterValue as_it_stands(const Parameter& p, const json::Node& node) {
  using json::Kind;
  if (p.type == ParameterType::range) {
    if (node.kind != Kind::array || node.items.size() != 2) return {};
    for (const json::Node& item : node.items)
      if (item.kind != Kind::number || !in_bounds(p, item.number)) return {};
    return std::array<double, 2>{node.items[0].number, node.items[1].number};
  }
  const bool is_word =
      p.type == ParameterType::text || p.type == ParameterType::name || p.type == ParameterType::slug;
  if (!is_word || node.kind != Kind::string) return {};
  return node.text;
}

std::string pointer_step(std::string_view key) {
  std::string out = "/";
  for (const char c : key) out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return out;
}

class Reader {
 public:
  Reader(ReadTemplate& out, Problems& problems, Refused refused)
      : out_(out), problems_(problems), refused_(refused) {}

  void object(const json::Node& node, const TemplateShape& shape, size_t row, const std::string& path,
              const std::string& pointer) {
    out_.stated[path] = &node;
    if (node.kind != json::Kind::object)
      return problems_.add(node, path, "found " + json::found_text(node) + ", expected an object");
    for (const TemplateShape& child : shape.children)
      if (child.leaf && child.leaf->zero_in_given_group) child.leaf->set(out_.tmpl, row, 0.0);
    for (const json::Member& m : node.members) member(m, shape, row, path, pointer);
    for (const TemplateShape& child : shape.children)
      if (child.leaf && child.leaf->required && !node.find(child.key))
        problems_.add(
            node, path,
            "found no key " + json::text_literal(child.key) + ", expected " + expected_text(*child.leaf));
  }

 private:
  void member(const json::Member& m, const TemplateShape& shape, size_t row, const std::string& path,
              const std::string& pointer) {
    const bool top = path.empty();
    if (top && m.key == "format") return;
    if (is_extra_key(m.key, top)) {
      out_.tmpl.extras.emplace_back(pointer + pointer_step(m.key), json::write(m.value));
      return;
    }
    const std::string child_path = top ? m.key : path + "." + m.key;
    const TemplateShape* child = shape.find(m.key);
    if (!child) return unknown(m, shape, path);
    if (child->leaf)
      leaf(m.value, *child->leaf, row, child_path);
    else if (child->list)
      list(m.value, *child, child_path, pointer + pointer_step(m.key));
    else
      object(m.value, *child, row, child_path, pointer + pointer_step(m.key));
  }

  void unknown(const json::Member& m, const TemplateShape& shape, const std::string& path) {
    std::string hint = did_you_mean(m.key, shape.keys());
    if (hint.empty())
      for (const Parameter& p : parameters())
        if (hint.empty() && p.path.ends_with("." + m.key)) hint = "; did you mean " + p.path + "?";
    json::Node key_node;
    key_node.offset = m.key_offset;
    key_node.setting = m.value.setting;
    std::string keys;
    for (const std::string& key : shape.keys()) keys += (keys.empty() ? "" : ", ") + key;
    // The key may be anything of any length: the path shows it as JSON would, without the quotes.
    const std::string literal = json::text_literal(json::shortened(m.key));
    const std::string shown = literal.substr(1, literal.size() - 2);
    problems_.add(key_node, path.empty() ? shown : path + "." + shown,
                  "found the unknown key " + literal + ", expected one of " + keys + hint);
  }

  void leaf(const json::Node& node, const Parameter& p, size_t row, const std::string& path) {
    out_.stated[path] = &node;
    ParameterValue value = convert(p, node);
    if (std::holds_alternative<std::monostate>(value) && refused_ == Refused::kept)
      value = as_it_stands(p, node);
    if (!std::holds_alternative<std::monostate>(value)) return p.set(out_.tmpl, row, value);
    std::string hint;
    if (p.type == ParameterType::choice && node.kind == json::Kind::string)
      hint = did_you_mean(node.text, {p.choices.begin(), p.choices.end()});
    problems_.add(node, path, "found " + json::found_text(node) + ", expected " + expected_text(p) + hint);
  }

  void list(const json::Node& node, const TemplateShape& shape, const std::string& path,
            const std::string& pointer) {
    out_.stated[path] = &node;
    if (node.kind != json::Kind::array)
      return problems_.add(node, path, "found " + json::found_text(node) + ", expected an array");
    if (node.items.size() > shape.list->max_rows)
      return problems_.add(node, path,
                           "found " + std::to_string(node.items.size()) + " rows, expected at most " +
                               std::to_string(shape.list->max_rows));
    shape.list->resize(out_.tmpl, node.items.size());
    for (size_t i = 0; i < node.items.size(); ++i)
      object(node.items[i], shape, i, path + "[" + std::to_string(i) + "]",
             pointer + "/" + std::to_string(i));
  }

  ReadTemplate& out_;
  Problems& problems_;
  Refused refused_;
};

/// What a template leaves unsaid and other values decide.
void derive_unstated(ReadTemplate& read) {
  Template& t = read.tmpl;
  for (std::vector<PointClass>* list : {&t.resources, &t.wildlife, &t.enemies})
    for (PointClass& cls : *list)
      if (cls.label.empty()) cls.label = slug_in_words(cls.slug);
  for (PointClass& enemy : t.enemies) enemy.family = enemy.slug;
  for (const LandmarkKind kind : {LandmarkKind::settlement, LandmarkKind::fort}) {
    const auto k = static_cast<size_t>(kind);
    if (!read.stated.contains("landmarks." + std::string(kLandmarkSlugs[k])))
      t.landmarks[k] = t.regions.controllable;
  }
}

}  // namespace

void Problems::add(const json::Node& at, const std::string& path, const std::string& what) {
  const std::string where = at.setting >= 0 ? "--set " + settings_[static_cast<size_t>(at.setting)]
                                            : json::place(source_, at.offset);
  lines_.push_back(where + ": " + (path.empty() ? "" : path + ": ") + what);
  findings_.push_back({Severity::error, "refused", path, what});
}

Error Problems::error() const {
  std::string text;
  for (size_t i = 0; i < std::min(lines_.size(), kMaxProblems); ++i) text += (i ? "\n" : "") + lines_[i];
  if (lines_.size() > kMaxProblems) text += "\nand " + std::to_string(lines_.size() - kMaxProblems) + " more";
  return {ErrorKind::invalid_template, text};
}

const json::Node& ReadTemplate::node_at(std::string path) const {
  while (!path.empty()) {
    if (const auto it = stated.find(path); it != stated.end()) return *it->second;
    const size_t cut = path.find_last_of(".[");
    path.resize(cut == std::string::npos ? 0 : cut);
  }
  return *root;
}

bool is_extra_key(std::string_view key, bool top) {
  return key == "comment" || key.starts_with("x-") || (top && key == "$schema");
}

ReadTemplate read_tree(const json::Node& root, Problems& problems, Refused refused) {
  ReadTemplate read;
  read.root = &root;
  Reader(read, problems, refused).object(root, template_shape(), 0, "", "");
  derive_unstated(read);
  return read;
}

}  // namespace fw
