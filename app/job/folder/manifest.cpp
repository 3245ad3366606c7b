#include "app/job/folder/manifest.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "app/job/folder/file_io.h"
#include "core/base/file_name.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "core/model/world/world_layers.h"
#include "render/plate/paper.h"

namespace fw {
namespace {

std::string strings_json(const std::vector<std::string>& values) {
  std::vector<std::string> quoted;
  for (const std::string& value : values) quoted.push_back(json_string(value));
  return json_array(quoted);
}

std::string object_lines(const std::vector<std::pair<std::string, std::string>>& members) {
  if (members.empty()) return "{}";
  std::string out = "{\n";
  for (size_t i = 0; i < members.size(); ++i)
    out += "    " + json_string(members[i].first) + ": " + members[i].second +
           (i + 1 < members.size() ? ",\n" : "\n");
  return out + "  }";
}

using Codes = std::vector<std::pair<int, std::string>>;

std::string codes_json(const std::vector<Manifest::Layer>& layers, Codes Manifest::Layer::*words) {
  std::vector<std::pair<std::string, std::string>> members;
  for (const Manifest::Layer& layer : layers) {
    JsonRow codes;
    for (const auto& [code, word] : layer.*words) codes.text(std::to_string(code), word);
    members.emplace_back(layer.name, codes.str());
  }
  return object_lines(members);
}

std::string plates_json(const Manifest& m) {
  JsonRow row;
  row.whole("map_px", m.style.map_px).whole("dpi", m.style.dpi);
  if (m.style.sheet) row.text("sheet", kPaperSlugs[static_cast<size_t>(*m.style.sheet)]);
  if (m.style.scale > 0) row.whole("scale", m.style.scale);
  if (!m.colours.empty()) {
    JsonRow colours;
    for (const auto& [name, colour] : m.colours) colours.text(name, colour);
    row.raw("colours", colours.str());
  }
  return row.text("palette", m.style.palette)
      .text("style", m.style.map_style)
      .truth("danger_patterns", m.style.danger_patterns)
      .whole("symbols_per_km2", m.style.symbols_per_km2)
      .raw("views", strings_json(m.views))
      .raw("formats", strings_json(m.formats))
      .str();
}

using Json = nlohmann::ordered_json;

/// What the readers below throw; it never leaves read_as.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Refuses a key that one object states twice: of two values a program would believe one, a reader the other.
Json parsed(std::string_view text) {
  std::vector<std::set<std::string>> open;  // the keys of every object that is not closed yet
  const auto look = [&open](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) open.emplace_back();
    if (event == Json::parse_event_t::object_end) open.pop_back();
    if ((event == Json::parse_event_t::key || event == Json::parse_event_t::value) && value.is_string() &&
        !is_plain_text(value.get_ref<const std::string&>()))
      throw Malformed("a text with control or direction characters: " +
                      value.get_ref<const std::string&>().substr(0, 40));
    if (event == Json::parse_event_t::key && !open.back().insert(value.get<std::string>()).second)
      throw Malformed(value.get<std::string>() + ": stated twice");
    return true;
  };
  Json root = Json::parse(text, look, false);
  if (root.is_discarded()) throw Malformed("not valid JSON");
  return root;
}

const Json& member(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || found == object.end()) throw Malformed(std::string(key) + ": missing");
  return *found;
}

std::string text_of(const Json& value, const std::string& path) {
  if (!value.is_string()) throw Malformed(path + ": expected a text, found " + value.type_name());
  return value.get<std::string>();
}

std::string text_in(const Json& object, const char* key) {
  return text_of(member(object, key), key);
}

double number_in(const Json& object, const char* key, double low, double high) {
  const Json& value = member(object, key);
  if (!value.is_number() || !(value.get<double>() >= low && value.get<double>() <= high))
    throw Malformed(std::string(key) + ": expected a number in range, found " + value.dump().substr(0, 40));
  return value.get<double>();
}

uint64_t whole_in(const Json& object, const char* key, uint64_t high) {
  const Json& value = member(object, key);
  if (!value.is_number_unsigned() || value.get<uint64_t>() > high)
    throw Malformed(std::string(key) + ": expected a whole number from 0 to " + std::to_string(high) +
                    ", found " + value.dump().substr(0, 40));
  return value.get<uint64_t>();
}

const Json& array_in(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (!value.is_array()) throw Malformed(std::string(key) + ": expected a list, found " + value.type_name());
  return value;
}

const Json& object_in(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (!value.is_object())
    throw Malformed(std::string(key) + ": expected an object, found " + value.type_name());
  return value;
}

std::vector<std::string> texts_in(const Json& object, const char* key) {
  std::vector<std::string> out;
  for (const Json& value : array_in(object, key)) out.push_back(text_of(value, key));
  return out;
}

void read_grid(Manifest& m, const Json& root) {
  const Json& grid = object_in(root, "grid");
  m.grid.columns = static_cast<int>(whole_in(grid, "columns", 1u << 20));
  m.grid.rows = static_cast<int>(whole_in(grid, "rows", 1u << 20));
  m.grid.cell_m = number_in(grid, "cell_m", 1e-6, 1e9);
}

Codes codes_of(const Json& codes, const std::string& path) {
  if (!codes.is_object()) throw Malformed(path + ": expected an object");
  Codes out;
  for (const auto& [code, word] : codes.items()) {
    const bool digits =
        !code.empty() && code.size() <= 3 && code.find_first_not_of("0123456789") == std::string::npos;
    if (!digits) throw Malformed(path + "." + code + ": expected a code from 1 to 255");
    out.emplace_back(std::stoi(code), text_of(word, path));
  }
  return out;
}

void read_layers(Manifest& m, const Json& root) {
  for (const auto& [name, codes] : object_in(root, "layers").items())
    m.layers.push_back({name, codes_of(codes, "layers." + name), {}});
  const Json& labels = object_in(root, "labels");
  for (Manifest::Layer& layer : m.layers)
    if (labels.contains(layer.name)) layer.labels = codes_of(labels[layer.name], "labels." + layer.name);
}

PaperSize sheet_in(const Json& plates) {
  const std::string word = text_in(plates, "sheet");
  const auto found = std::find(kPaperSlugs.begin(), kPaperSlugs.end(), word);
  if (found == kPaperSlugs.end()) throw Malformed("sheet: " + word + " is not the name of a sheet");
  return static_cast<PaperSize>(found - kPaperSlugs.begin());
}

void read_plates(Manifest& m, const Json& root) {
  const Json& plates = object_in(root, "plates");
  m.style.map_px = static_cast<int>(whole_in(plates, "map_px", 1u << 20));
  m.style.dpi = static_cast<int>(whole_in(plates, "dpi", 1u << 20));
  if (plates.contains("sheet")) m.style.sheet = sheet_in(plates);
  if (plates.contains("scale")) m.style.scale = static_cast<int>(whole_in(plates, "scale", kMostScale));
  m.style.palette = text_in(plates, "palette");
  if (plates.contains("colours"))
    for (const auto& [name, colour] : object_in(plates, "colours").items()) {
      if (!colour.is_string()) throw Malformed("colours: expected texts");
      m.colours.emplace_back(name, colour.get<std::string>());
    }
  if (plates.contains("style")) m.style.map_style = text_in(plates, "style");
  const Json& patterns = member(plates, "danger_patterns");
  if (!patterns.is_boolean()) throw Malformed("danger_patterns: expected true or false");
  m.style.danger_patterns = patterns.get<bool>();
  m.style.symbols_per_km2 = static_cast<int>(whole_in(plates, "symbols_per_km2", 1u << 30));
  m.views = texts_in(plates, "views");
  m.formats = texts_in(plates, "formats");
}

using IsName = bool (*)(std::string_view);

std::vector<Manifest::File> files_of(const Json& root, const char* key = "files",
                                     IsName is_name = is_render_file_name) {
  std::vector<Manifest::File> files;
  for (const Json& entry : array_in(root, key)) {
    Manifest::File file{text_in(entry, "name"), whole_in(entry, "size", uint64_t{1} << 53),
                        text_in(entry, "sha256")};
    if (!is_name(file.name)) throw Malformed("files: " + file.name + " is not a name a render writes");
    files.push_back(std::move(file));
  }
  return files;
}

/// The three streams, and the parts and classes that have a seed of their own.
std::string seed_json(const Manifest& m) {
  const SeedBundle& seeds = m.seeds;
  JsonRow row;
  row.whole("layout", static_cast<int64_t>(seeds.layout));
  row.whole("noise", static_cast<int64_t>(seeds.noise));
  row.whole("place", static_cast<int64_t>(seeds.place));
  for (size_t part = 0; part < kSeedPartSlugs.size(); ++part)
    if (seeds.parts[part]) row.whole(kSeedPartSlugs[part], static_cast<int64_t>(*seeds.parts[part]));
  if (!m.salt.empty()) row.text("salt", m.salt);
  if (m.class_seeds.empty()) return row.str();
  JsonRow classes;
  for (const auto& [cls, seed] : m.class_seeds) classes.whole(cls, static_cast<int64_t>(seed));
  return row.raw("classes", classes.str()).str();
}

Manifest manifest_of(const Json& root) {
  Manifest m;
  m.version = text_in(root, "version");
  m.format = static_cast<int>(whole_in(root, "format", 1000000));
  if (m.format > kManifestFormat)
    throw Malformed("format " + std::to_string(m.format) + " is newer than this program reads (" +
                    std::to_string(kManifestFormat) + "); it was written by version " + m.version);
  m.template_name = text_in(root, "template");
  m.template_digest = text_in(root, "template_digest");
  const Json& seeds = object_in(root, "seed");
  m.seeds = {whole_in(seeds, "layout", kMaxSeed),
             whole_in(seeds, "noise", kMaxSeed),
             whole_in(seeds, "place", kMaxSeed),
             {}};
  for (size_t part = 0; part < kSeedPartSlugs.size(); ++part)
    if (const std::string name(kSeedPartSlugs[part]); seeds.contains(name))
      m.seeds.parts[part] = whole_in(seeds, name.c_str(), kMaxSeed);
  if (seeds.contains("salt")) m.salt = text_in(seeds, "salt");
  if (seeds.contains("classes"))
    for (const auto& [cls, seed] : object_in(seeds, "classes").items())
      m.class_seeds.emplace_back(cls, whole_in(seeds["classes"], cls.c_str(), kMaxSeed));
  read_grid(m, root);
  m.height_max_m = number_in(root, "height_max_m", 0, 1e9);
  if (root.contains("hand")) {
    const Json& hand = object_in(root, "hand");
    m.hand_rows = static_cast<int64_t>(whole_in(hand, "rows", 1u << 24));
    m.hand_digest = text_in(hand, "digest");
  }
  for (const auto& [name, digest] : object_in(root, "digests").items())
    m.digests.emplace_back(name, text_of(digest, "digests." + name));
  read_layers(m, root);
  read_plates(m, root);
  m.files = files_of(root);
  return m;
}

/// What `read` makes of a text; what it throws becomes an error that names the source.
template <typename Read>
auto read_as(std::string_view text, const std::string& source, Read read) -> Result<decltype(read(Json()))> {
  try {
    return read(parsed(text));
  } catch (const Malformed& problem) {
    return Error{ErrorKind::io, source + ": " + plain_text(problem.what())};
  } catch (const Json::exception&) {
    return Error{ErrorKind::io, source + ": text that is not UTF-8"};
  }
}

}  // namespace

std::vector<Manifest::Layer> manifest_layers(const World& world) {
  std::vector<Manifest::Layer> layers;
  for (const WorldLayer& layer : kWorldLayers) {
    if (layer.codes == nullptr || !has_layer(layer, world)) continue;
    Manifest::Layer codes{std::string(layer.slug), {}, {}};
    for (RowIdentity& row : layer_classes(layer, world)) {
      const auto code = static_cast<int>(codes.codes.size() + 1);
      codes.codes.emplace_back(code, std::move(row.id));
      codes.labels.emplace_back(code, std::move(row.label));
    }
    layers.push_back(std::move(codes));
  }
  return layers;
}

std::string manifest_json(const Manifest& m) {
  std::vector<std::pair<std::string, std::string>> digests;
  for (const auto& [name, digest] : m.digests) digests.emplace_back(name, json_string(digest));
  std::vector<Manifest::File> files = m.files;
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  std::vector<JsonMember> members{
      {"version", json_string(m.version)},
      {"format", std::to_string(m.format)},
      {"template", json_string(m.template_name)},
      {"template_digest", json_string(m.template_digest)},
      {"seed", seed_json(m)},
      {"grid", JsonRow()
                   .whole("columns", m.grid.columns)
                   .whole("rows", m.grid.rows)
                   .number("cell_m", m.grid.cell_m)
                   .number("side_m", std::max(m.grid.width_m(), m.grid.height_m()))
                   .str()},
      {"height_max_m", number_text(m.height_max_m)},
  };
  if (m.hand_rows > 0)
    members.push_back({"hand", JsonRow().whole("rows", m.hand_rows).text("digest", m.hand_digest).str()});
  const std::vector<JsonMember> rest{
      {"digests", object_lines(digests)},
      {"layers", codes_json(m.layers, &Manifest::Layer::codes)},
      {"labels", codes_json(m.layers, &Manifest::Layer::labels)},
      {"plates", plates_json(m)},
      {"files", files_json(files)},
  };
  members.insert(members.end(), rest.begin(), rest.end());
  return json_document(members);
}

Result<Manifest> parse_manifest(std::string_view text, const std::string& source) {
  return read_as(text, source, manifest_of);
}

Result<std::vector<Manifest::File>> parse_manifest_files(std::string_view text, const std::string& source) {
  return read_as(text, source, [](const Json& root) {
    text_in(root, "version");
    whole_in(root, "format", 1000000);
    return files_of(root);
  });
}

Result<std::vector<Manifest::File>> parse_export_files(std::string_view text, const std::string& source) {
  return read_as(text, source, [](const Json& root) {
    if (text_in(root, "kind") != "export") throw Malformed("kind: not that of an export");
    whole_in(root, "format", 1000000);
    return files_of(root, "files", is_export_file_name);
  });
}

std::string files_json(const std::vector<Manifest::File>& files) {
  std::vector<std::string> rows;
  for (const Manifest::File& file : files)
    rows.push_back(JsonRow()
                       .text("name", file.name)
                       .whole("size", static_cast<int64_t>(file.size))
                       .text("sha256", file.sha256)
                       .str());
  return json_lines(rows, 2);
}

Result<std::vector<Manifest::File>> parse_files(std::string_view text, const char* key,
                                                const std::string& source) {
  return read_as(text, source, [key](const Json& root) { return files_of(root, key, is_export_file_name); });
}

Result<Manifest> read_manifest(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  const fs::path path = folder / kManifestName;
  std::error_code problem;
  if (!fs::is_directory(folder, problem)) return Error{ErrorKind::io, folder.string() + ": no such folder"};
  if (!fs::exists(path, problem))
    return Error{ErrorKind::io, folder.string() + ": no manifest.json, so this is not a finished render"};
  Result<std::string> text = read_file(path, kMaxManifestBytes);
  if (!text) return text.error();
  if (const std::string study = manifest_study(text.value()); !study.empty())
    return Error{ErrorKind::io, folder.string() + ": holds a " + study + " study, not a render"};
  if (manifest_of_atlas(text.value()))
    return Error{ErrorKind::io, folder.string() + ": holds an atlas, not a render"};
  return parse_manifest(text.value(), path.string());
}

std::string manifest_study(std::string_view text) {
  const auto root = nlohmann::json::parse(text, nullptr, false);
  if (!root.is_object() || !root.contains("study") || !root["study"].is_string()) return {};
  return plain_text(root["study"].get<std::string>());
}

bool manifest_of_film(std::string_view text) {
  const auto root = nlohmann::json::parse(text, nullptr, false);
  return root.is_object() && root.contains("animation");
}

bool manifest_of_atlas(std::string_view text) {
  const auto root = nlohmann::json::parse(text, nullptr, false);
  return root.is_object() && root.contains("atlas");
}

Result<Done> check_render_folder(const std::filesystem::path& folder) {
  std::error_code ignored;
  const std::filesystem::path path = folder / kManifestName;
  if (!std::filesystem::is_regular_file(path, ignored)) return Done{};
  const Result<std::string> text = read_file(path, kMaxManifestBytes);
  if (!text) return Done{};  // not readable as a manifest, so not a study's
  if (manifest_of_film(text.value()))
    return Error{ErrorKind::io,
                 folder.string() + ": holds the frames of a film; choose another folder for the render"};
  if (manifest_of_atlas(text.value()))
    return Error{ErrorKind::io, folder.string() + ": holds an atlas; choose another folder for the render"};
  const std::string study = manifest_study(text.value());
  if (study.empty()) return Done{};
  return Error{ErrorKind::io,
               folder.string() + ": holds a " + study + " study; choose another folder for the render"};
}

namespace {

/// A relative path of plain names that every system can hold, as a manifest may list it.
bool is_path_inside(std::string_view name, size_t most_folders) {
  size_t slashes = 0;
  char previous = '/';
  for (const char c : name) {
    const bool letter =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (previous == '/' && !letter) return false;  // no hidden part, no "..", no absolute path
    if (!letter && c != '.' && c != '/') return false;
    slashes += c == '/';
    previous = c;
  }
  for (size_t begin = 0; begin < name.size();) {  // each part as every system can hold it
    const size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (portable_file_name(part) != part) return false;
    begin = end + 1;
  }
  return !name.empty() && previous != '/' && slashes <= most_folders && name.size() <= 200;
}

}  // namespace

bool is_render_file_name(std::string_view name) {
  return is_path_inside(name, 1);
}

bool is_export_file_name(std::string_view name) {
  return is_path_inside(name, 4);
}

}  // namespace fw
