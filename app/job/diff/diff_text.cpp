#include "app/job/diff/diff_text.h"

#include <algorithm>

#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"

namespace fw {
namespace {

std::string listing(const char* what, const std::vector<std::string>& items, size_t most) {
  if (items.empty()) return "";
  return std::string("    ") + what + ": " + first_names(items, most) + "\n";
}

std::string joined(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : " ") + item;
  return out;
}

std::vector<std::string> with_attributes(const std::vector<WorldDiff::Changed>& changed) {
  std::vector<std::string> out;
  for (const auto& c : changed) out.push_back(c.id + " (" + joined(c.attributes) + ")");
  return out;
}

std::string class_text(const WorldDiff::Class& cls, size_t most) {
  std::vector<WorldDiff::Moved> far = cls.moved;
  std::stable_sort(far.begin(), far.end(),
                   [](const auto& a, const auto& b) { return a.distance_m > b.distance_m; });
  std::vector<std::string> moved;
  for (const auto& m : far) moved.push_back(m.id + " by " + decimal(m.distance_m, 1) + " m");
  return "  " + cls.category + " " + cls.cls + ": " + std::to_string(cls.before) + " -> " +
         std::to_string(cls.after) + "; added " + std::to_string(cls.added.size()) + ", gone " +
         std::to_string(cls.gone.size()) + ", moved " + std::to_string(cls.moved.size()) + ", changed " +
         std::to_string(cls.changed.size()) + "\n" + listing("added", cls.added, most) +
         listing("gone", cls.gone, most) + listing("moved", moved, most) +
         listing("changed", with_attributes(cls.changed), most);
}

std::vector<std::string> quoted(const std::vector<std::string>& values) {
  std::vector<std::string> out;
  for (const std::string& value : values) out.push_back(json_string(value));
  return out;
}

std::vector<std::string> changed_json(const std::vector<WorldDiff::Changed>& changed, const char* key) {
  std::vector<std::string> out;
  for (const auto& c : changed)
    out.push_back(JsonRow().text(key, c.id).raw("attributes", json_array(quoted(c.attributes))).str());
  return out;
}

std::string class_json(const WorldDiff::Class& cls) {
  std::vector<std::string> moved;
  for (const auto& m : cls.moved)
    moved.push_back(JsonRow().text("id", m.id).number("distance_m", m.distance_m).str());
  return JsonRow()
      .text("category", cls.category)
      .text("class", cls.cls)
      .whole("before", cls.before)
      .whole("after", cls.after)
      .raw("added", json_array(quoted(cls.added)))
      .raw("gone", json_array(quoted(cls.gone)))
      .raw("moved", json_array(moved))
      .raw("changed", json_array(changed_json(cls.changed, "id")))
      .str();
}

std::vector<std::string> named(const std::vector<HandDiff::Row>& rows) {
  std::vector<std::string> out;
  for (const HandDiff::Row& row : rows) out.push_back(row.list + " " + row.id);
  return out;
}

/// A part of water or roads under its names in text and JSON.
struct NamedParts {
  const char *title, *key;
  WorldDiff::Parts WorldDiff::*parts;
};
constexpr NamedParts kParts[] = {{"Rivers", "rivers", &WorldDiff::rivers},
                                 {"Lakes", "lakes", &WorldDiff::lakes},
                                 {"Harbour sites", "harbour_sites", &WorldDiff::harbour_sites},
                                 {"Crossings", "crossings", &WorldDiff::crossings},
                                 {"Ground plans", "footprints", &WorldDiff::footprints},
                                 {"Places", "places", &WorldDiff::places}};

std::string parts_text(const char* title, const WorldDiff::Parts& parts, size_t most) {
  if (parts.same()) return "";
  return std::string(title) + ": added " + std::to_string(parts.added.size()) + ", gone " +
         std::to_string(parts.gone.size()) + ", changed " + std::to_string(parts.changed.size()) + "\n" +
         listing("added", parts.added, most) + listing("gone", parts.gone, most) +
         listing("changed", with_attributes(parts.changed), most);
}

std::string parts_json(const WorldDiff::Parts& parts) {
  return JsonRow()
      .raw("added", json_array(quoted(parts.added)))
      .raw("gone", json_array(quoted(parts.gone)))
      .raw("changed", json_array(changed_json(parts.changed, "name")))
      .str();
}

/// "hand.belt_m 63 -> 80"
std::vector<std::string> values_named(const HandDiff& hand) {
  std::vector<std::string> out;
  for (const HandDiff::Value& value : hand.values)
    out.push_back(value.path + " " + value.before + " -> " + value.after);
  return out;
}

std::string hand_values_json(const HandDiff& hand) {
  std::vector<std::string> out;
  for (const HandDiff::Value& value : hand.values)
    out.push_back(
        JsonRow().text("path", value.path).raw("before", value.before).raw("after", value.after).str());
  return json_array(out);
}

bool roads_differ(const WorldDiff& diff) {
  return diff.roads_added_km > 0 || diff.roads_gone_km > 0 || diff.roads_changed_km > 0;
}

std::string hand_text(const HandDiff& hand, size_t most) {
  if (hand.same()) return "";
  return "By hand\n" + listing("added", named(hand.added), most) + listing("gone", named(hand.gone), most) +
         listing("changed", named(hand.changed), most) + listing("values", values_named(hand), most) +
         listing("other order of", hand.reordered, most);
}

std::string hand_rows_json(const std::vector<HandDiff::Row>& rows) {
  std::vector<std::string> out;
  for (const HandDiff::Row& row : rows)
    out.push_back(JsonRow()
                      .text("list", row.list)
                      .text("id", row.id)
                      .raw("before", row.before.empty() ? "null" : row.before)
                      .raw("after", row.after.empty() ? "null" : row.after)
                      .str());
  return json_array(out);
}

}  // namespace

std::string diff_text(const WorldDiff& diff, const HandDiff& hand, size_t most_ids) {
  if (diff.same() && hand.same()) return "No difference.\n";
  std::string out = hand_text(hand, most_ids);
  if (!diff.layers_comparable) out += "The frames differ in size: layers were not compared.\n";
  if (diff.resampled) out += "The resolutions differ: the second world was resampled for the layers.\n";
  if (!diff.layers.empty()) out += "Layers\n";
  for (const auto& layer : diff.layers)
    out += "  " + layer.name + ": " + std::to_string(layer.cells) + " cells, " +
           decimal(layer.area_m2 / 1e6, 3) + " km2 (" + decimal(100 * layer.share, 2) + " % of the frame)\n";
  if (diff.layers_comparable && diff.region_share > 0)
    out += "  regions: " + decimal(100 * diff.region_share, 1) + " % after pairing\n";
  if (!diff.regions.empty()) out += "Regions\n";
  for (const auto& r : diff.regions)
    out += "  " + std::to_string(r.region) + ": " + (r.before.empty() ? "none" : r.before) + " -> " +
           (r.after.empty() ? "none" : r.after) + "\n";
  out += "Points\n";
  if (diff.classes.empty()) out += "  no difference\n";
  for (const auto& cls : diff.classes) out += class_text(cls, most_ids);
  out += "Tracks: added " + std::to_string(diff.tracks_added) + ", gone " + std::to_string(diff.tracks_gone) +
         "\n";
  for (const auto& [title, key, parts] : kParts) out += parts_text(title, diff.*parts, most_ids);
  if (roads_differ(diff))
    out += "Roads: added " + decimal(diff.roads_added_km, 1) + " km, gone " + decimal(diff.roads_gone_km, 1) +
           " km, changed " + decimal(diff.roads_changed_km, 1) + " km\n";
  return out;
}

std::string diff_json(const WorldDiff& diff, const HandDiff& hand) {
  std::vector<std::string> layers;
  for (const auto& layer : diff.layers)
    layers.push_back(JsonRow()
                         .text("layer", layer.name)
                         .whole("cells", layer.cells)
                         .number("area_m2", layer.area_m2)
                         .number("share", layer.share)
                         .str());
  std::vector<std::string> regions;
  for (const auto& r : diff.regions)
    regions.push_back(JsonRow()
                          .whole("region", r.region)
                          .text_or_null("before", r.before)
                          .text_or_null("after", r.after)
                          .str());
  std::vector<std::string> classes;
  for (const auto& cls : diff.classes) classes.push_back(class_json(cls));
  std::vector<JsonMember> members{
      {"same", diff.same() && hand.same() ? "true" : "false"},
      {"hand", JsonRow()
                   .raw("added", hand_rows_json(hand.added))
                   .raw("gone", hand_rows_json(hand.gone))
                   .raw("changed", hand_rows_json(hand.changed))
                   .raw("values", hand_values_json(hand))
                   .raw("reordered", json_array(quoted(hand.reordered)))
                   .str()},
      {"layers_comparable", diff.layers_comparable ? "true" : "false"},
      {"resampled", diff.resampled ? "true" : "false"},
      {"layers", json_lines(layers, 2)},
      {"regions", json_lines(regions, 2)},
      {"classes", json_lines(classes, 2)},
      {"tracks", JsonRow().whole("added", diff.tracks_added).whole("gone", diff.tracks_gone).str()},
  };
  if (diff.layers_comparable)
    members.insert(members.begin() + 5, {"region_share", number_text(diff.region_share)});
  // Only what differs: worlds without water read as they did.
  for (const auto& [title, key, parts] : kParts)
    if (!(diff.*parts).same()) members.push_back({key, parts_json(diff.*parts)});
  if (roads_differ(diff))
    members.push_back({"roads", JsonRow()
                                    .number("added_km", diff.roads_added_km)
                                    .number("gone_km", diff.roads_gone_km)
                                    .number("changed_km", diff.roads_changed_km)
                                    .str()});
  return json_document(members);
}

}  // namespace fw
