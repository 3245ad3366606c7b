#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/number_text.h"
#include "core/template/text/template_reader.h"

namespace fw {
namespace {

using json::Kind;
using json::Node;

struct Rename {
  std::string_view from;
  std::string_view to;
};

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::string to_slug(std::string_view label) {
  std::string slug = lower(std::string(label));
  for (char& c : slug)
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))) c = '_';
  return slug;
}

void rename(Node& object, std::string_view from, std::string_view to) {
  for (json::Member& m : object.members)
    if (m.key == from) m.key = to;
}

void lower_keys(Node* object) {
  if (object)
    for (json::Member& m : object->members) m.key = lower(m.key);
}

void drop(Node& object, std::string_view key) {
  std::erase_if(object.members, [key](const json::Member& m) { return m.key == key; });
}

/// Moves members into a new group at the end of the object, with their places in the file.
void gather(Node& object, std::string_view group, std::initializer_list<Rename> moves) {
  json::Member gathered{std::string(group), object.offset, {}};
  gathered.value.kind = Kind::object;
  gathered.value.offset = object.offset;
  for (const Rename move : moves) {
    const auto it = std::find_if(object.members.begin(), object.members.end(),
                                 [&](const json::Member& m) { return m.key == move.from; });
    if (it == object.members.end()) continue;
    json::Member moved = std::move(*it);
    object.members.erase(it);
    moved.key = move.to;
    gathered.value.members.push_back(std::move(moved));
  }
  object.members.push_back(std::move(gathered));
}

/// The class's words become its label, its slug the class.
void name_class(Node& row, std::string_view key) {
  const Node* words = row.find(key);
  if (!words) return;
  Node label = *words;
  rename(row, key, "class");
  Node& cls = *row.find("class");
  cls.text = to_slug(cls.text);
  if (!row.find("label")) row.members.push_back({"label", label.offset, std::move(label)});
}

/// danger: ["Green", "Red"] -> danger_min, danger_max.
void split_band_range(Node& row) {
  const Node* range = row.find("danger");
  if (!range || range->kind != Kind::array || range->items.size() != 2) return;
  std::array<Node, 2> ends{range->items[0], range->items[1]};
  drop(row, "danger");
  for (size_t i = 0; i < 2; ++i) {
    ends[i].text = lower(ends[i].text);
    row.members.push_back({i == 0 ? "danger_min" : "danger_max", ends[i].offset, std::move(ends[i])});
  }
}

void migrate_bands(Node& root) {
  rename(root, "features", "bands");
  Node* bands = root.find("bands");
  if (!bands) return;
  lower_keys(bands);
  for (json::Member& band : bands->members)
    for (const Rename r : {Rename{"hp", "hp_mult"}, Rename{"dps", "dps_mult"}, Rename{"elite", "elite_rate"},
                           Rename{"named", "named_rate"}, Rename{"boss", "boss_rate"}})
      rename(band.value, r.from, r.to);
}

void migrate_spacing(Node& root) {
  rename(root, "spacing_m", "spacing");
  Node* spacing = root.find("spacing");
  if (!spacing) return;
  drop(*spacing, "enemy");  // every enemy class states its own
  for (json::Member& m : spacing->members)
    if (!is_extra_key(m.key, false)) m.key += "_m";
}

/// Format 0: one flat page with bands in capitals and classes in words.
Node from_0_to_1(Node root) {
  gather(root, "island",
         {{"side_m", "side_m"},
          {"land_fraction", "land_fraction"},
          {"coast_rough", "coast_roughness"},
          {"coast_scale_m", "coast_scale_m"},
          {"height_max_m", "height_max_m"},
          {"ridge", "ridge"},
          {"north_massif", "north_massif"}});
  gather(root, "regions",
         {{"faction_regions", "controllable"}, {"neutral_regions", "neutral"}, {"admin_warp_m", "warp_m"}});
  lower_keys(root.find("danger"));
  for (const std::string_view list : {"resources", "wildlife"})
    if (Node* rows = root.find(list))
      for (Node& row : rows->items) {
        name_class(row, "cls");
        split_band_range(row);
        rename(row, "rmin_m", "spacing_m");
      }
  if (Node* enemies = root.find("enemies"))
    for (Node& row : enemies->items) {
      name_class(row, "family");
      lower_keys(row.find("danger"));
      rename(row, "rmin_m", "spacing_m");
    }
  if (Node* rarity = root.find("rarity")) rename(*rarity, "boss_percentile", "boss_rank");
  migrate_bands(root);
  migrate_spacing(root);
  drop(root, "owner_share");  // had no effect: the faction quota is island-wide
  return root;
}

/// Format 1: one island in a square; the tables of the first vocabulary as groups of shares and counts.
Result<Node> from_1_to_2(Node root, const json::Source& source) {
  std::vector<json::Member> old;
  for (json::Member& m : root.members)
    if (is_old_path(m.key)) old.push_back(std::move(m));
  std::erase_if(root.members, [](const json::Member& m) { return m.key.empty() || is_old_path(m.key); });
  for (const std::string_view key : {"frame", "land", "relief", "families", "categories", "vocabulary"})
    if (const Node* later = root.find(key))
      return Error{ErrorKind::invalid_template, json::place(source, later->offset) + ": found the key \"" +
                                                    std::string(key) +
                                                    "\" of a later format, expected \"format\": 2"};
  const Node& tables = *builtin_vocabulary_tree(kFirstVocabulary);
  root.members.insert(root.members.end(), tables.members.begin(), tables.members.end());
  json::Member land{"land", root.offset, {}};
  land.value.kind = Kind::object;
  land.value.offset = root.offset;
  land.value.members.push_back({"sunken_islets", root.offset, Node::of_boolean(true)});
  root.members.push_back(std::move(land));
  for (const json::Member& m : old) {
    const auto problem = put_old(root, m.key, m.value);
    if (problem)
      return Error{ErrorKind::invalid_template,
                   json::place(source, problem->at->offset) + ": " + problem->path + ": " + problem->what};
  }
  return root;
}

Result<Node> from_0(Node root, const json::Source&) {
  return from_0_to_1(std::move(root));
}

using Migration = Result<Node> (*)(Node, const json::Source&);
// Step k brings format k to format k + 1.
constexpr std::array<Migration, kTemplateFormat> kMigrations{from_0, from_1_to_2};

}  // namespace

Result<Node> migrate(Node root, const json::Source& source) {
  const auto refuse = [&source](const Node& at, const std::string& what) {
    return Error{ErrorKind::invalid_template, json::place(source, at.offset) + ": " + what};
  };
  if (root.kind != Kind::object)
    return refuse(root, "found " + json::found_text(root) + ", expected an object");
  const std::string current = std::to_string(kTemplateFormat);
  const Node* format = root.find("format");
  if (!format)
    return refuse(root, "found no key \"format\", expected \"format\": " + current +
                            (root.find("land_fraction") ? "; this looks like the first, flat shape: give it "
                                                          "\"format\": 0 and it is read as such"
                                                        : ""));
  const double version = format->number;
  if (format->kind != Kind::number || version < 0 ||
      version != static_cast<double>(static_cast<int>(std::min(version, 1e6))))
    return refuse(*format, "format: found " + json::found_text(*format) +
                               ", expected a whole number from 0 to " + current);
  if (version > kTemplateFormat)
    return refuse(*format, "format: found " + number_text(version) + ", expected at most " + current +
                               "; the template was made for a newer version of the program");
  for (auto step = static_cast<size_t>(version); step < kMigrations.size(); ++step) {
    Result<Node> next = kMigrations[step](std::move(root), source);
    if (!next) return next;
    root = std::move(next).value();
  }
  return root;
}

}  // namespace fw
