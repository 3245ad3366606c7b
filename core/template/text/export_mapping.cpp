#include "core/template/export_mapping.h"

#include <algorithm>

#include "core/base/suggest.h"
#include "core/template/parameters/parameters.h"
#include "core/template/text/template_reader.h"

namespace fw {
namespace {

using json::Kind;
using json::Node;

constexpr double kMappingFormat = 1;
constexpr const char* kGroup = "export";

Error refused(const json::Source& source, const Node& at, const std::string& what) {
  return {ErrorKind::invalid_template, json::place(source, at.offset) + ": " + what};
}

/// Takes the rows of a list out whose class is no word of `known`.
void drop_unknown(Node& group, const char* list, const std::vector<std::string>& known, Findings& findings) {
  Node* rows = group.find(list);
  if (rows == nullptr || rows->kind != Kind::array) return;
  size_t number = 0;
  std::erase_if(rows->items, [&](const Node& row) {
    const std::string where = std::string(kGroup) + "." + list + "[" + std::to_string(number++) + "].class";
    const Node* cls = row.find("class");
    if (cls == nullptr || cls->kind != Kind::string) return false;
    if (std::find(known.begin(), known.end(), cls->text) != known.end()) return false;
    findings.push_back({Severity::warning, "unknown_class", where,
                        "The mapping names " + json::shortened(cls->text) +
                            ", which this world does not have" + did_you_mean(cls->text, known) +
                            "; the row is left out."});
    return true;
  });
}

std::vector<std::string> known_things(const Template& tmpl) {
  std::vector<std::string> known = table_ids(tmpl, "classes");
  known.insert(known.end(), kCategorySlugs.begin(), kCategorySlugs.end());
  return known;
}

std::vector<std::string> known_grounds(const Template& tmpl) {
  std::vector<std::string> known = row_ids(tmpl.vocabulary.biomes);
  for (const BandRow& row : tmpl.vocabulary.danger) known.push_back(row.id);
  known.emplace_back(kExportSea);
  return known;
}

/// The rows of the side file, then those of the template.
template <typename Row>
std::vector<Row> before(std::vector<Row> first, const std::vector<Row>& then) {
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

}  // namespace

Result<ExportMapping> read_export_mapping(std::string_view text, std::string_view source_name,
                                          const Template& tmpl) {
  const json::Source source{text, source_name};
  Result<Node> parsed = json::parse(source);
  if (!parsed) return parsed.error();
  Node& root = parsed.value();
  if (root.kind != Kind::object)
    return refused(source, root, "found " + json::found_text(root) + ", expected an object");
  const std::vector<std::string> keys{"format", kGroup};
  for (const json::Member& member : root.members)
    if (!is_extra_key(member.key, true) && std::find(keys.begin(), keys.end(), member.key) == keys.end())
      return refused(source, member.value,
                     "found the unknown key " + json::shortened(member.key) + did_you_mean(member.key, keys) +
                         "; expected format and export");
  const Node* format = root.find("format");
  if (format == nullptr || format->kind != Kind::number || format->number != kMappingFormat)
    return refused(
        source, format == nullptr ? root : *format,
        "format: found " + (format == nullptr ? "none" : json::found_text(*format)) + ", expected 1");
  Node* group = root.find(kGroup);
  if (group == nullptr || group->kind != Kind::object)
    return refused(source, group == nullptr ? root : *group, "export: expected an object");
  ExportMapping mapping;
  drop_unknown(*group, "things", known_things(tmpl), mapping.findings);
  drop_unknown(*group, "grounds", known_grounds(tmpl), mapping.findings);

  // The template with this block in place of its own, so that the same rows and checks read it.
  Template bare = tmpl;
  bare.exports = {};
  Node whole = template_tree(bare, TreeOf::canonical);
  std::erase_if(whole.members, [](const json::Member& member) { return member.key == kGroup; });
  whole.members.push_back({kGroup, 0, *group});
  const std::vector<std::string> no_settings;
  const NamedTexts none;
  Problems problems(source, none, no_settings);
  const ReadTemplate read = read_tree(whole, problems);
  if (problems.empty()) check_exports(read, problems);
  if (!problems.empty()) return problems.error();

  const auto stated = [&](const char* key) { return group->find(key) != nullptr; };
  const ExportParams& own = read.tmpl.exports;
  ExportParams& out = mapping.exports = tmpl.exports;
  if (stated("targets")) out.targets = own.targets;
  if (stated("vertices")) out.vertices = own.vertices;
  if (stated("tiles")) out.tiles = own.tiles;
  if (stated("tile_px")) out.tile_px = own.tile_px;
  if (stated("godot_version")) out.godot_version = own.godot_version;
  if (stated("root")) out.root = own.root;
  out.things = before(own.things, tmpl.exports.things);
  out.grounds = before(own.grounds, tmpl.exports.grounds);
  return mapping;
}

}  // namespace fw
