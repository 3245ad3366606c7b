#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "core/base/plain_text.h"
#include "core/base/suggest.h"
#include "core/template/template_io.h"
#include "core/template/text/template_reader.h"

// Rows that a template takes from a vocabulary.
namespace fw {
namespace {

using json::Kind;
using json::Node;

constexpr std::string_view kCategories = "categories";

const Node* name_of(const Node& row, std::string_view key) {
  const Node* name = row.find(key);
  return name && name->kind == Kind::string ? name : nullptr;
}

bool is_table(std::string_view key) {
  const ParameterList* list = find_list(key);
  return list && list->is_table();
}

Result<Node> parse_vocabulary(const NamedText& found) {
  const json::Source source{found.text, found.name};
  Result<Node> parsed = json::parse(source);
  if (!parsed) return parsed;
  const auto refuse = [&source](size_t offset, const std::string& what) {
    return Error{ErrorKind::invalid_template, json::place(source, offset) + ": " + what};
  };
  Node& root = parsed.value();
  if (root.kind != Kind::object)
    return refuse(root.offset, "found " + json::found_text(root) + ", expected an object of tables");
  std::vector<std::string> known{std::string(kCategories)};
  for (const ParameterList& list : parameter_lists())
    if (list.is_table()) known.push_back(list.path);
  for (const json::Member& m : root.members)
    if (m.key != kCategories && !is_table(m.key) && !is_extra_key(m.key, true))
      return refuse(m.key_offset, "found the unknown key " + json_string(json::shortened(m.key)) +
                                      ", expected a table of a vocabulary" + did_you_mean(m.key, known));
  std::erase_if(root.members, [](const json::Member& m) { return is_extra_key(m.key, true); });
  return parsed;
}

}  // namespace

void mark_source(Node& node, size_t k) {
  node.source = static_cast<uint8_t>(k);
  for (Node& item : node.items) mark_source(item, k);
  for (json::Member& m : node.members) mark_source(m.value, k);
}

void lay_over(Node& row, const Node& own) {
  row.offset = own.offset;
  row.setting = own.setting;
  row.source = own.source;
  for (const json::Member& m : own.members) {
    Node* below = row.find(m.key);
    if (!below)
      row.members.push_back(m);
    else if (below->kind == Kind::object && m.value.kind == Kind::object)
      lay_over(*below, m.value);
    else
      *below = m.value;
  }
}

Node merged_rows(const Node& rows, const Node& own, std::string_view key) {
  Node out = rows;
  out.offset = own.offset;
  out.setting = own.setting;
  out.source = own.source;
  std::set<std::string> laid;
  for (const Node& row : own.items) {
    const Node* id = name_of(row, key);
    const auto below = std::find_if(out.items.begin(), out.items.end(), [&](const Node& other) {
      const Node* name = name_of(other, key);
      return id && name && name->text == id->text;
    });
    const bool first = id && laid.insert(id->text).second;
    if (below != out.items.end() && first)
      lay_over(*below, row);
    else
      out.items.push_back(row);
  }
  return out;
}

std::optional<std::string> read_beside(std::string_view template_name, std::string_view name,
                                       std::string& path) {
  constexpr size_t kMostBytes = size_t{8} << 20;
  if (name.empty() || name.find_first_of("/\\") != std::string_view::npos || name == "." || name == "..")
    return std::nullopt;
  const size_t slash = template_name.rfind('/');
  path = std::string(template_name.substr(0, slash == std::string_view::npos ? 0 : slash + 1)) +
         std::string(name);
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text(kMostBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) return std::nullopt;
  text.resize(static_cast<size_t>(file.gcount()));
  return text;
}

const Node* builtin_vocabulary_tree(std::string_view name) {
  static const std::vector<Node> trees = [] {
    std::vector<Node> all;
    for (const BuiltinTemplate& v : builtin_vocabularies())
      all.push_back(parse_vocabulary({std::string(v.name), std::string(v.text)}).value());
    return all;
  }();
  for (size_t i = 0; i < trees.size(); ++i)
    if (builtin_vocabularies()[i].name == name) return &trees[i];
  return nullptr;
}

Result<std::optional<Node>> vocabulary_tables(const Node& root, const json::Source& source,
                                              NamedTexts& found) {
  const Node* named = root.find("vocabulary");
  if (!named) return std::optional<Node>();
  const auto refuse = [&](const std::string& what) {
    return Error{ErrorKind::invalid_template, json::place(source, named->offset) + ": vocabulary: found " +
                                                  json::found_text(*named) + ", expected " +
                                                  std::string(kFirstVocabulary) +
                                                  " or the name of a file beside the template" + what};
  };
  if (named->kind != Kind::string) return refuse("");
  NamedText words;
  Result<Node> tables = Node{};
  if (const Node* builtin = builtin_vocabulary_tree(named->text)) {
    words.name = named->text;
    for (const BuiltinTemplate& v : builtin_vocabularies())
      if (v.name == named->text) words.text = v.text;
    tables = *builtin;
  } else {
    std::optional<std::string> text = read_beside(source.name, named->text, words.name);
    if (!text)
      return refuse(words.name.empty() ? ""
                                       : "; " + words.name + " cannot be read" +
                                             did_you_mean(named->text, {std::string(kFirstVocabulary)}));
    words.text = std::move(*text);
    tables = parse_vocabulary(words);
    if (!tables) return tables.error();
  }
  found.push_back(std::move(words));
  mark_source(tables.value(), found.size());
  return std::optional(std::move(tables).value());
}

Result<Node> resolve_vocabulary(Node root, const json::Source& source, NamedTexts& found) {
  Result<std::optional<Node>> named = vocabulary_tables(root, source, found);
  if (!named) return named.error();
  if (!named.value()) return root;
  Node tables = *std::move(named).value();
  std::erase_if(root.members, [](const json::Member& m) { return m.key == "vocabulary"; });
  for (json::Member& table : tables.members) {
    Node* own = root.find(table.key);
    if (!own)
      root.members.push_back(std::move(table));
    else if (own->kind == Kind::array && table.value.kind == Kind::array)
      *own = merged_rows(table.value, *own, "id");
    else if (own->kind == Kind::object && table.value.kind == Kind::object) {
      lay_over(table.value, *own);
      *own = std::move(table.value);
    }
  }
  return root;
}

}  // namespace fw
