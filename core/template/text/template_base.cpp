#include "core/template/template_base.h"

#include <algorithm>
#include <utility>

#include "core/base/suggest.h"
#include "core/template/template_edit.h"
#include "core/template/template_io.h"
#include "core/template/text/earlier_format.h"
#include "core/template/text/template_reader.h"

// A template that states what differs from another one, its base.
namespace fw {
namespace {

using json::Kind;
using json::Node;

constexpr std::string_view kBaseKey = "base";

/// "world.json" of "maps/world.json".
std::string_view file_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// Comments belong to the file that has them.
void drop_extras(Node& node, bool top) {
  std::erase_if(node.members, [top](const json::Member& m) { return is_extra_key(m.key, top); });
  for (Node& item : node.items) drop_extras(item, false);
  for (json::Member& m : node.members) drop_extras(m.value, false);
}

/// The member that names the list's rows, which go over those of the base; "" where the list takes the place
/// of the base's.
std::string key_of_rows(std::string_view path) {
  const ParameterList* const list = find_list(path);
  return list == nullptr ? "" : list->key;
}

/// The template's values over those of its base: groups member by member, rows by what names them.
void lay_template(Node& below, const Node& own, const std::string& path) {
  below.offset = own.offset;
  below.end = own.end;
  below.source = own.source;
  for (const json::Member& m : own.members) {
    const std::string at = path.empty() ? m.key : path + "." + m.key;
    Node* const stated = below.find(m.key);
    if (stated == nullptr)
      below.members.push_back(m);
    else if (stated->kind == Kind::object && m.value.kind == Kind::object)
      lay_template(*stated, m.value, at);
    else if (const std::string key = key_of_rows(at);
             !key.empty() && stated->kind == Kind::array && m.value.kind == Kind::array)
      *stated = merged_rows(*stated, m.value, key);
    else
      *stated = m.value;
  }
}

/// Follows bases from file to file.
class Bases {
 public:
  Bases(std::string_view name, NamedTexts& found) : chain_{std::string(name)}, found_(found) {}

  Result<std::optional<Node>> of(const Node& root, const json::Source& source) {
    const Node* const named = root.find(kBaseKey);
    if (named == nullptr) return std::optional<Node>();
    const auto refuse = [&](const Node& at, const std::string& what) {
      return Error{ErrorKind::invalid_template, json::place(source, at.offset) + ": " + what};
    };
    const auto unlike = [&](const std::string& more) {
      return refuse(*named,
                    "base: found " + json::found_text(*named) +
                        ", expected the name of a file beside the template or of a built-in template" + more);
    };
    if (named->kind != Kind::string) return unlike("");
    if (const Node* const words = root.find("vocabulary"))
      return refuse(*words,
                    "vocabulary: found one beside \"base\", whose rows the template has; state the rows "
                    "that differ instead");
    NamedText text{{}, {}, true};
    if (const BuiltinTemplate* const builtin = find_builtin(named->text)) {
      text.name = builtin->name;
      text.text = builtin->text;
    } else {
      std::optional<std::string> read = read_beside(source.name, named->text, text.name);
      if (!read)
        return unlike(text.name.empty() ? "" : "; " + text.name + " cannot be read" + hint(named->text));
      text.text = std::move(*read);
    }
    const auto again =
        std::ranges::find(chain_, file_of(text.name), [](const std::string& name) { return file_of(name); });
    if (again != chain_.end())
      return refuse(
          *named, "base: found " + json::found_text(*named) + ", which differs from " +
                      std::string(file_of(source.name)) +
                      (again + 1 == chain_.end() ? std::string(" itself") : " in its turn: " + links(again)) +
                      "; one of them must be whole");
    if (chain_.size() > kMostBases)
      return refuse(*named, "base: found a chain of more than " + std::to_string(kMostBases) +
                                " templates, each the base of the one before: " + links(chain_.begin()));
    chain_.push_back(text.name);
    return tree(std::move(text));
  }

 private:
  /// The whole template of a text.
  Result<std::optional<Node>> tree(NamedText text) {
    found_.push_back(text);
    const size_t place = found_.size();
    const json::Source source{text.text, text.name};
    Result<Node> root = json::parse(source);
    if (!root) return root.error();
    if (const Result<Done> present = check_format(root.value(), source); !present) return present.error();
    drop_extras(root.value(), true);
    mark_source(root.value(), place);
    Result<std::optional<Node>> below = of(root.value(), source);
    if (!below) return below.error();
    if (!below.value()) {
      root = resolve_vocabulary(std::move(root).value(), source, found_);
      if (!root) return root.error();
      return std::optional(std::move(root).value());
    }
    lay_template(*below.value(), root.value(), "");
    std::erase_if(below.value()->members, [](const json::Member& m) { return m.key == kBaseKey; });
    return below;
  }

  std::string hint(std::string_view name) const {
    std::vector<std::string> known;
    for (const BuiltinTemplate& builtin : builtin_templates()) known.emplace_back(builtin.name);
    return did_you_mean(name, known);
  }

  /// "a.json, b.json, c.json".
  std::string links(std::vector<std::string>::const_iterator from) const {
    std::string text;
    for (; from != chain_.end(); ++from) text += (text.empty() ? "" : ", ") + std::string(file_of(*from));
    return text;
  }

  std::vector<std::string> chain_;  ///< the template, its base, the base's base
  NamedTexts& found_;
};

}  // namespace

Result<std::optional<Node>> base_tree(const Node& root, const json::Source& source, NamedTexts& found) {
  return Bases(source.name, found).of(root, source);
}

Result<Node> resolve_names(Node root, const json::Source& source, NamedTexts& found) {
  Result<std::optional<Node>> below = base_tree(root, source, found);
  if (!below) return below.error();
  if (!below.value()) return resolve_vocabulary(std::move(root), source, found);
  lay_template(*below.value(), root, "");
  std::erase_if(below.value()->members, [](const json::Member& m) { return m.key == kBaseKey; });
  return *std::move(below).value();
}

Result<std::optional<BaseTemplate>> base_of(std::string_view text, std::string_view source_name) {
  const json::Source source{text, source_name};
  const Result<Node> root = json::parse(source);
  if (!root) return root.error();
  NamedTexts named;
  const Result<std::optional<Node>> below = base_tree(root.value(), source, named);
  if (!below) return below.error();
  if (!below.value()) return std::optional<BaseTemplate>();
  Node whole = *below.value();
  read_earlier_values(whole);
  const std::vector<std::string> no_settings;
  Problems problems(source, named, no_settings);
  ReadTemplate read = read_tree(whole, problems);
  if (problems.empty()) check_combinations(read, problems);
  if (!problems.empty()) return problems.error();
  return std::optional(BaseTemplate{root.value().find(kBaseKey)->text, std::move(read.tmpl)});
}

Result<std::vector<std::string>> files_beside(std::string_view text, std::string_view source_name) {
  const json::Source source{text, source_name};
  const Result<Node> root = json::parse(source);
  NamedTexts named;
  std::vector<std::string> files;
  if (!root) return files;
  if (const Result<Node> whole = resolve_names(root.value(), source, named); !whole) return whole.error();
  for (const NamedText& other : named) {
    const std::string name(file_of(other.name));
    const bool built_in =
        other.is_base ? find_builtin(other.name) != nullptr : builtin_vocabulary_tree(other.name) != nullptr;
    if (!built_in && std::ranges::find(files, name) == files.end()) files.push_back(name);
  }
  return files;
}

}  // namespace fw
