#include "core/template/text/earlier_format.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/template/template_io.h"
#include "core/template/text/shape.h"

namespace fw {
namespace {

/// A key whose default was another in format 2, or that has come since and then stood for this value.
struct ChangedDefault {
  std::string_view path;
  std::string_view before;
};
constexpr std::array<ChangedDefault, 15> kChangedDefaults{{
    {"land.roughness", "0.3"},
    {"land.detail", "0"},
    {"land.drowned", "0"},
    {"land.stretch", "1"},
    {"land.scale_m", "600"},
    {"land.superellipse", "2.6"},
    {"relief.erosion", "\"none\""},
    {"relief.plains", "0"},
    {"relief.detail", "0"},
    {"noise.height.wavelength_m", "3571"},
    {"footprints.batter", "2"},
    {"land.islets", "true"},
    {"modes.factions", "\"field\""},
    {"modes.ground", "0.8"},
    {"roads.grade", "0.09"},
}};

/// Whether a tree states the value at a path without lists.
bool states(const json::Node& root, std::string_view path) {
  const json::Node* node = &root;
  while (node != nullptr && !path.empty()) {
    const size_t dot = std::min(path.find('.'), path.size());
    node = node->find(path.substr(0, dot));
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return node != nullptr;
}

}  // namespace

void read_earlier_values(json::Node& root) {
  json::Node* const land = root.find("land");
  json::Node* const islets = land != nullptr ? land->find("islets") : nullptr;
  if (islets == nullptr || islets->kind != json::Kind::boolean) return;
  const json::Node before = *islets;
  *islets = json::Node::of_number(before.boolean ? LandParams{}.islets : 0);
  islets->offset = before.offset;
  islets->end = before.end;
  islets->setting = before.setting;
  islets->source = before.source;
}

Findings changed_defaults(std::string_view text, std::string_view source_name) {
  const Result<json::Node> root = json::parse({text, source_name});
  if (!root) return {};
  const json::Node* const format = root.value().find("format");
  if (format == nullptr || format->kind != json::Kind::number || format->number >= kTemplateFormat) return {};
  std::string left_out;
  for (const ChangedDefault& key : kChangedDefaults)
    if (!states(root.value(), key.path))
      left_out +=
          (left_out.empty() ? "" : ", ") + std::string(key.path) + " (" + std::string(key.before) + ")";
  if (left_out.empty()) return {};
  return {{Severity::info, "defaults_changed", "format",
           "The file is of format " + std::to_string(static_cast<int>(format->number)) +
               " and leaves out values whose default is another now: " + left_out +
               ". State them as in brackets to keep what they stood for, or set format to " +
               std::to_string(kTemplateFormat) + " to take the new ones."}};
}

}  // namespace fw
