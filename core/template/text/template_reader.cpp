#include "core/template/text/template_reader.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "core/base/suggest.h"
#include "core/field/shape.h"
#include "core/model/template/site_measures.h"
#include "core/template/parameters/parameter_rows.h"
#include "core/template/path.h"
#include "core/template/text/template_values.h"

namespace fw {
namespace {

constexpr size_t kMaxProblems = 10;

std::string pointer_step(std::string_view key) {
  std::string out = "/";
  for (const char c : key) out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return out;
}

class Reader {
 public:
  Reader(ReadTemplate& out, Problems& problems, Refused refused)
      : out_(out), problems_(problems), refused_(refused) {}

  void object(const json::Node& node, const TemplateShape& shape, ParameterPlace at, const std::string& path,
              const std::string& pointer) {
    out_.stated[path] = &node;
    if (node.kind != json::Kind::object)
      return problems_.add(node, path, "found " + json::found_text(node) + ", expected an object");
    if (shape.keyed()) set_all_zero(*shape.keyed()->leaf, at);
    const bool top = path.empty();
    // Tables first: the rest goes by their ids.
    for (const bool tables : {true, false})
      for (const json::Member& m : node.members) {
        const TemplateShape* child = top ? shape.find(m.key) : nullptr;
        if (top ? (child && child->list && child->list->is_table()) == tables : !tables)
          member(m, shape, at, path, pointer);
      }
    for (const TemplateShape& child : shape.children)
      if (child.leaf && child.leaf->required && !node.find(child.key))
        problems_.add(node, path,
                      "found no key " + json_string(child.key) + ", expected " + expected_text(*child.leaf));
  }

 private:
  void set_all_zero(const Parameter& p, ParameterPlace at) {
    const size_t rows = table_ids(out_.tmpl, p.keys).size();
    const ParameterValue absent = p.optional ? ParameterValue(std::monostate{}) : ParameterValue(0.0);
    for (at.key = 0; at.key < rows; ++at.key) p.set(out_.tmpl, at, absent);
  }

  void member(const json::Member& m, const TemplateShape& shape, ParameterPlace at, const std::string& path,
              const std::string& pointer) {
    const bool top = path.empty();
    if (top && m.key == "format") return;
    if (is_extra_key(m.key, top)) {
      out_.tmpl.extras.emplace_back(pointer + pointer_step(m.key), json::write(m.value));
      return;
    }
    const std::string child_path = top ? m.key : path + "." + m.key;
    const TemplateShape* child = shape.find(m.key);
    if (const TemplateShape* keyed = shape.keyed()) {
      const std::vector<std::string> ids = table_ids(out_.tmpl, keyed->leaf->keys);
      at.key = static_cast<size_t>(std::find(ids.begin(), ids.end(), m.key) - ids.begin());
      child = at.key < ids.size() ? keyed : nullptr;
      if (!child) return unknown(m, ids, path);
    }
    if (!child) return unknown(m, shape.keys(), path);
    if (child->leaf)
      leaf(m.value, *child->leaf, at, child_path);
    else if (child->list)
      list(m.value, *child, at, child_path, pointer + pointer_step(m.key));
    else
      object(m.value, *child, at, child_path, pointer + pointer_step(m.key));
  }

  void unknown(const json::Member& m, const std::vector<std::string>& known, const std::string& path) {
    const std::string hint = parameter_hint(m.key, known, parameter_paths());
    json::Node key_node;
    key_node.offset = m.key_offset;
    key_node.setting = m.value.setting;
    key_node.source = m.value.source;
    std::string keys;
    for (const std::string& key : known) keys += (keys.empty() ? "" : ", ") + key;
    // The key may be anything of any length: the path shows it as JSON would, without the quotes.
    const std::string literal = json_string(json::shortened(m.key));
    const std::string shown = literal.substr(1, literal.size() - 2);
    problems_.add(key_node, path.empty() ? shown : path + "." + shown,
                  "found the unknown key " + literal + ", expected one of " + keys + hint);
  }

  void leaf(const json::Node& node, const Parameter& p, ParameterPlace at, const std::string& path) {
    out_.stated[path] = &node;
    if (p.optional && node.kind == json::Kind::null) return p.set(out_.tmpl, at, std::monostate{});
    ParameterValue value = value_of_node(p, node);
    if (std::holds_alternative<std::monostate>(value) && refused_ == Refused::kept)
      value = value_for_editor(p, node);
    if (!std::holds_alternative<std::monostate>(value)) {
      p.set(out_.tmpl, at, value);
      // Rows that are held by number take no id that is none.
      if (p.type != ParameterType::reference || p.optional || p.get(out_.tmpl, at) == value) return;
    }
    if (p.type == ParameterType::texts && bad_texts(node, path)) return;
    if (p.type == ParameterType::runs && bad_runs(node, p, path)) return;
    std::vector<std::string> known(p.choices.begin(), p.choices.end());
    if (p.type == ParameterType::reference) known = table_ids(out_.tmpl, referred_table(p, out_.tmpl, at));
    const bool word = node.kind == json::Kind::string && !known.empty();
    const bool texts = p.type == ParameterType::texts && node.kind == json::Kind::array;
    problems_.add(node, path,
                  "found " + (texts ? std::to_string(node.items.size()) + " texts" : json::found_text(node)) +
                      ", expected " + expected_text(p) + (word ? did_you_mean(node.text, known) : "") +
                      why(p, node));
  }

  /// Says which texts of a list are none, or too long; false if all are good.
  bool bad_texts(const json::Node& node, const std::string& path) {
    bool found = false;
    for (size_t i = 0; i < node.items.size(); ++i) {
      if (is_short_text(node.items[i])) continue;
      found = true;
      problems_.add(node.items[i], path,
                    "found " + json::found_text(node.items[i]) + " at [" + std::to_string(i) + "]" +
                        ", expected text of at most " + std::to_string(kMostCharacters) +
                        " characters without control characters and direction marks");
    }
    return found;
  }

  /// Says which rows of runs are none, as the check of the others does; false if all are good.
  bool bad_runs(const json::Node& node, const Parameter& p, const std::string& path) {
    if (static_cast<double>(node.items.size()) > p.max) {
      problems_.add(node, path,
                    "found " + std::to_string(node.items.size()) + " rows of cells, expected at most " +
                        number_text(p.max));
      return true;
    }
    bool found = false;
    for (size_t i = 0; i < node.items.size(); ++i) {
      const json::Node& item = node.items[i];
      const std::string row = " in row " + std::to_string(i + 1) + " of the cells";
      if (item.kind != json::Kind::string) {
        problems_.add(
            item, path,
            "found " + json::found_text(item) + row + ", expected a text of runs such as \"12 5a\"");
        found = true;
      } else if (const size_t odd = odd_in_runs(item.text); odd < item.text.size()) {
        const size_t space = item.text.rfind(' ', odd), begin = space == std::string::npos ? 0 : space + 1;
        const std::string run = item.text.substr(begin, item.text.find(' ', odd) - begin);
        problems_.add(item, path,
                      "found " + json_string(json::shortened(run)) + row + " at character " +
                          std::to_string(begin + 1) +
                          ", expected a run: a number of cells from 1 and a letter, or the number alone");
        found = true;
      }
    }
    return found;
  }

  /// What exactly is wrong with a shape.
  static std::string why(const Parameter& p, const json::Node& node) {
    if (p.type != ParameterType::shape || node.kind != json::Kind::string) return "";
    const Result<Shape> shape = read_shape(node.text);
    return shape ? "" : ": " + shape.error().message;
  }

  void list(const json::Node& node, const TemplateShape& shape, ParameterPlace at, const std::string& path,
            const std::string& pointer) {
    out_.stated[path] = &node;
    if (node.kind != json::Kind::array)
      return problems_.add(node, path, "found " + json::found_text(node) + ", expected an array");
    if (node.items.size() > shape.list->max_rows)
      return problems_.add(node, path,
                           "found " + std::to_string(node.items.size()) + " rows, expected at most " +
                               std::to_string(shape.list->max_rows));
    shape.list->resize(out_.tmpl, node.items.size(), at);
    for (size_t i = 0; i < node.items.size(); ++i)
      object(node.items[i], shape, shape.row_place(at, i), path + "[" + std::to_string(i) + "]",
             pointer + "/" + std::to_string(i));
  }

  ReadTemplate& out_;
  Problems& problems_;
  Refused refused_;
};

template <typename Row>
void label_rows(std::vector<Row>& rows) {
  for (Row& row : rows)
    if (row.label.empty()) row.label = slug_as_title(row.id);
}

/// Where bands begin and are at home unless a template says so.
void derive_bands(ReadTemplate& read) {
  std::vector<BandRow>& bands = read.tmpl.vocabulary.danger;
  double below = 0;
  for (size_t k = 0; k < bands.size(); ++k) {
    const std::string path = "danger[" + std::to_string(k) + "]";
    if (!read.stated.contains(path + ".threshold")) bands[k].threshold = std::min(below, 1.0);
    below += bands[k].share;
    if (!read.stated.contains(path + ".tier_at") && bands.size() > 1)
      bands[k].tier_at = 0.05 + 1.07 * static_cast<double>(k) / static_cast<double>(bands.size() - 1);
  }
}

/// What a template leaves unsaid and other values decide.
void derive_unstated(ReadTemplate& read) {
  Template& t = read.tmpl;
  for (std::vector<PointClass>* list : {&t.resources, &t.wildlife, &t.enemies})
    for (PointClass& cls : *list)
      if (cls.label.empty()) cls.label = slug_in_words(cls.slug);
  for (PointClass& enemy : t.enemies)
    if (enemy.family.empty()) enemy.family = enemy.slug;
  label_rows(t.vocabulary.factions);
  label_rows(t.vocabulary.names);
  label_rows(t.vocabulary.biomes);
  label_rows(t.vocabulary.danger);
  label_rows(t.vocabulary.landmarks);
  label_rows(t.vocabulary.families);
  label_rows(t.vocabulary.rarities);
  derive_bands(read);
  if (t.land.shape == LandShape::inland) t.land.fraction = 1;
  // Layers that every region cuts for itself have a field of the factions too.
  if (t.layer_mode == LayerMode::strict_quantile && !read.stated.contains("modes.factions"))
    t.faction_mode = FactionMode::field;
}

void need_rows(const ReadTemplate& read, Problems& problems) {
  for (const ParameterList& list : parameter_lists()) {
    if (!list.is_table() || list.size(read.tmpl, {}) >= list.min_rows) continue;
    const json::Node& node = read.node_at(list.path);
    // What is no list, or has too many rows, was told when it was read.
    const bool refused =
        read.stated.contains(list.path) && (node.kind != json::Kind::array || !node.items.empty());
    if (!refused)
      problems.add(node, list.path,
                   "found no rows, expected " + std::to_string(list.min_rows) + " to " +
                       std::to_string(list.max_rows) + ", or \"vocabulary\": \"" +
                       std::string(kFirstVocabulary) + "\"");
  }
}

}  // namespace

json::Source source_of(const json::Node& node, const json::Source& own, const NamedTexts& named) {
  if (node.source == 0) return own;
  const NamedText& text = named[node.source - 1u];
  return {text.text, text.name};
}

void Problems::add(const json::Node& at, const std::string& path, const std::string& what,
                   std::vector<Cure> cures) {
  const std::string where = at.setting >= 0 ? "--set " + settings_[static_cast<size_t>(at.setting)]
                                            : json::place(source_of(at, source_, named_), at.offset);
  lines_.push_back(where + ": " + (path.empty() ? "" : path + ": ") + what);
  findings_.push_back({Severity::error, "refused", path, what, std::move(cures)});
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
  Reader(read, problems, refused).object(root, template_shape(), {}, "", "");
  need_rows(read, problems);
  derive_unstated(read);
  return read;
}

}  // namespace fw
