#include "app/job/hand/import/import_rows.h"

#include <algorithm>
#include <map>
#include <set>

#include "app/job/hand/import/import_notes.h"
#include "app/job/hand/import/import_source.h"
#include "core/base/lower_case.h"
#include "core/base/suggest.h"
#include "core/field/shape.h"
#include "core/model/template/plan_grid.h"
#include "core/template/template_edit.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

/// Fields that fill a column without being asked to; the column's own name comes first.
const std::map<std::string, std::vector<std::string>, std::less<>> kAliases{
    {"class", {"biome", "danger", "faction", "type"}},
    {"owner", {"faction"}},
    {"x_m", {"x"}},
    {"y_m", {"y"}}};
/// Those that are no alias elsewhere: the text of a note.
const std::vector<std::string> kNoteTexts{"text", "comment", "description", "label", "name"};
const std::vector<std::string>& aliases_of(std::string_view list, std::string_view column) {
  static const std::vector<std::string> kNone;
  if (list == "notes" && column == "note") return kNoteTexts;
  const auto found = kAliases.find(column);
  return found == kAliases.end() ? kNone : found->second;
}
/// Columns of pins that come only if --fields says so: a generated point states all of them.
const std::set<std::string, std::less<>> kPinColumnsAsked{
    "rarity", "level",   "hp_mult", "dps_mult", "loot",     "respawn_s", "number",
    "counts", "spacing", "where",   "on",       "from_x_m", "from_y_m"};

/// Columns of --fields that are no columns of a row: they say where a table's rows lie in degrees.
const std::array<std::string_view, 2> kDegreeColumns{"lon", "lat"};
constexpr std::string_view kSourceColumn = "source";  // of what an import made before

bool is_degree_column(std::string_view column) {
  return std::find(kDegreeColumns.begin(), kDegreeColumns.end(), column) != kDegreeColumns.end();
}

bool is_place_column(std::string_view column) {
  return column == "x_m" || column == "y_m";
}

}  // namespace

Result<std::vector<ColumnSource>> column_sources(const std::vector<RowColumn>& columns,
                                                 const SourceLayer& layer,
                                                 const std::vector<FieldChoice>& choices,
                                                 std::string_view list, bool own) {
  const auto field = [&](const std::string& name) {
    for (size_t f = 0; f < layer.fields.size(); ++f)
      if (lower_case(layer.fields[f]) == lower_case(name)) return f;
    return SIZE_MAX;
  };
  std::vector<std::string> names;
  for (const RowColumn& c : columns) names.push_back(c.name);
  for (const FieldChoice& choice : choices) {
    if (is_degree_column(choice.column)) continue;
    if (choice.column == kSourceColumn && !own)
      return usage_error("--fields source: the import itself fills this column; --as names the import");
    if (!has_column(columns, choice.column))
      return usage_error("--fields " + choice.column + ": a row of " + std::string(list) +
                         " has no such column" + did_you_mean(choice.column, names));
    if (!choice.constant && field(choice.field) == SIZE_MAX)
      return usage_error("--fields " + choice.column + "=" + choice.field + ": the layer " + layer.name +
                         " has no field " + choice.field + did_you_mean(choice.field, layer.fields));
  }
  std::vector<ColumnSource> sources;
  for (const RowColumn& column : columns) {
    if (column.name == kSourceColumn && !own) continue;
    ColumnSource source{column};
    const auto chosen = std::find_if(choices.begin(), choices.end(),
                                     [&](const FieldChoice& c) { return c.column == column.name; });
    if (chosen != choices.end()) {
      source.constant = chosen->constant;
      if (!source.constant) source.field = field(chosen->field);
    } else if (layer.shapes_of_columns && is_place_column(column.name)) {
      continue;  // the layer's shapes are these columns already
    } else if (own || list != "pins" || !kPinColumnsAsked.contains(column.name)) {
      source.field = field(column.name);
      const bool placed = layer.has_shapes && is_place_column(column.name);  // a field "x" may be anything
      if (!own && !placed && source.field == SIZE_MAX)
        for (const std::string& alias : aliases_of(list, column.name))
          if (source.field == SIZE_MAX) source.field = field(alias);
    }
    if (source.constant || source.field != SIZE_MAX) sources.push_back(std::move(source));
  }
  return sources;
}

std::string no_places_text(const SourceLayer& layer) {
  constexpr size_t kMostNames = 12;
  std::string text = "found the columns ", pixels;
  for (size_t f = 0; f < layer.fields.size(); ++f) {
    if (lower_case(layer.fields[f]) == "x_px")
      pixels = "; pixels are taken with --place x,y,width_m,WIDTHxHEIGHT of the picture, and --xy-from top";
    if (f <= kMostNames) text += (f == 0 ? "" : ", ") + (f < kMostNames ? layer.fields[f] : "...");
  }
  return text +
         ", expected x_m and y_m (or x and y) in metres of the frame, lon and lat in degrees (--fields "
         "x_m=COLUMN,y_m=COLUMN or lon=COLUMN,lat=COLUMN for columns of other names), or WKT in shape" +
         pixels;
}

Result<ValueWords> read_value_words(const std::string& text) {
  ValueWords words;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    begin = end + 1;
    const auto trimmed = [](std::string piece) {
      const size_t first = piece.find_first_not_of(' ');
      return first == std::string::npos ? "" : piece.substr(first, piece.find_last_not_of(' ') + 1 - first);
    };
    const size_t equals = part.rfind('=');
    const std::string value = trimmed(part.substr(0, equals));
    const std::string word = equals == std::string::npos ? "" : trimmed(part.substr(equals + 1));
    if (value.empty() || word.empty())
      return usage_error(
          "--map " + trimmed(part) +
          ": of shapes expected VALUE=ROW with a row's id, or none: \"Wald=forest, Meer=none\"");
    if (!words.emplace(lower_case(value), word).second)
      return usage_error("--map: the value " + value + " is stated twice");
  }
  return words;
}

Result<std::vector<FieldChoice>> read_field_choices(const std::string& text) {
  std::vector<FieldChoice> choices;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const size_t equals = part.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == part.size())
      return usage_error("--fields " + part + ": expected column=field, or column:=value");
    const bool constant = part[equals - 1] == ':';
    FieldChoice choice{part.substr(0, constant ? equals - 1 : equals), part.substr(equals + 1), {}};
    if (constant) choice.constant = choice.field;
    choices.push_back(std::move(choice));
    begin = end + 1;
  }
  return choices;
}

namespace {

/// Cells of the plan that two of these regions have.
void note_overlaps(const RowsImport& made, size_t first, ImportCounts& counts) {
  const GridSpec grid = plan_grid(made.tmpl.frame);
  Raster<uint8_t> seen(grid);
  int64_t twice = 0;
  for (size_t k = first; k < made.tmpl.hand.regions.size(); ++k) {
    const HandPlace& place = made.tmpl.hand.regions[k].place;
    if (place.shape.empty()) continue;
    visit_shape(read_shape(place.shape).value(), place.radius_m, grid, 0, [&](uint32_t cell, double) {
      twice += seen[cell] == 1;
      seen[cell] = static_cast<uint8_t>(std::min(seen[cell] + 1, 2));
    });
  }
  counts.add(
      "overlap",
      "cell{|s} (of " + std::to_string(kPlanResolution) +
          " along the frame) {belongs|belong} to more than one of the regions; the first of them counts",
      "", twice);
}

/// Turns the rows from `first` on round: of regions the later row has a cell, of a file the first shape.
void last_first(HandRows<RegionRow>& rows, size_t first) {
  for (size_t low = first, high = rows.size(); low + 1 < high; ++low, --high) {
    RegionRow moved = rows[low];
    rows.edit(low) = rows[high - 1];
    rows.edit(high - 1) = std::move(moved);
  }
}

/// The layer that was read, or what to do about it.
const SourceLayer* choose_layer(const VectorSource& source, const RowsImportRequest& request,
                                std::string_view list, std::string& problem) {
  std::string names;
  for (const SourceLayer& layer : source.layers) {
    names += (names.empty() ? "" : ", ") + layer.name;
    if (!layer.is_read) names += " (" + std::to_string(layer.count) + ")";
    if (layer.name == request.layer || (request.layer.empty() && source.layers.size() == 1)) return &layer;
  }
  for (const SourceLayer& layer : source.layers)
    if (request.layer.empty() && layer.is_read && (layer.name == request.what || layer.name == list))
      return &layer;
  const SourceLayer* only = nullptr;
  int read = 0;
  for (const SourceLayer& layer : source.layers) {
    if (layer.is_read) only = &layer;
    read += layer.is_read;
  }
  if (request.layer.empty() && read == 1) return only;
  problem = request.file.string() + ": " +
            (request.layer.empty() ? "it has more than one layer; --layer names one of "
                                   : "it has no layer " + request.layer + "; it has ") +
            names;
  return nullptr;
}

/// What to read of a file, from what was asked for.
VectorRequest vector_request(const RowsImportRequest& request, const Template& tmpl) {
  VectorRequest asked{request.file, frame_on_earth(tmpl), request.what != kAllRows};
  asked.encoding = request.encoding;
  asked.place = request.place;
  asked.from_top = request.from_top;
  asked.dissolve = request.dissolve;
  asked.progress = request.progress;
  if (request.what == kAllRows) {
    const Hand lists;
    visit_hand(lists, [&](std::string_view list, const auto&) { asked.layers.emplace_back(list); });
    return asked;
  }
  const std::string list(list_of_rows(request.what));
  asked.layers = request.layer.empty() ? std::vector<std::string>{request.what, list}
                                       : std::vector<std::string>{request.layer};
  asked.choose = request.layer.empty();
  asked.likes = list == "pins" || list == "bans" ? ShapesKind::points
                : list == "lines"                ? ShapesKind::lines
                                                 : ShapesKind::areas;
  // Places of pins and bans stay numbers of their columns, with all their digits.
  asked.points_of_columns = list != "pins" && list != "bans" && list != "regions" && list != "views";
  const auto chosen = [&](std::string_view column) -> std::string {
    for (const FieldChoice& choice : request.fields)
      if (choice.column == column && !choice.constant) return choice.field;
    return {};
  };
  asked.lon = chosen("lon");
  asked.lat = chosen("lat");
  asked.x = chosen("x_m");
  asked.y = chosen("y_m");
  return asked;
}

void note_source(const VectorSource& source, ImportCounts& counts) {
  const auto told = [&](int64_t count, const char* code, const std::string& what) {
    counts.add(code, what, "", count);
  };
  told(source.closed, "closed", "polygon{|s} did not end where {it|they} began and {is|are} closed");
  told(source.mended, "mended", "polygon{|s} crossed {itself|themselves} and {is|are} mended");
  told(source.tangled, "tangled",
       "polygon{|s} {crosses itself|cross themselves} too often to be mended and {is|are} taken as drawn: "
       "inside "
       "is what an odd number of edges encloses");
  told(source.simplified, "simplified", "shape{|s} had more than 4096 vertices and {is|are} simplified");
  told(source.cut, "cut",
       "shape{|s} {reaches|reach} far beyond the frame and {is|are} cut one frame outside it");
  told(source.off_parts, "off_frame_parts",
       "shape{|s} {has|have} parts far off the frame, which are left out; the near parts are taken");
  told(source.dissolved, "dissolved", "feature{|s} {is|are} part of another's shape (--dissolve)");
  told(source.views, "views",
       "layer{|s} {is a view|are views} and {is|are} not read; write {it as a table|them as tables} first");
  told(source.formulas, "formulas",
       "column{|s} {is a formula|are formulas} and {is|are} not computed; write {it|them} as plain columns "
       "first");
}

/// Which of more than one layer was read without being named.
void note_layer(const VectorSource& source, const SourceLayer& layer, const RowsImportRequest& request,
                ImportCounts& counts) {
  std::string others;
  for (const SourceLayer& other : source.layers)
    if (!other.is_read && other.count != 0) others += (others.empty() ? "" : ", ") + other.name;
  if (request.layer.empty() && !others.empty())
    counts.add("layer", "layer{|s} {is|are} read, " + layer.name + "; --layer names another: " + others);
}

Result<Done> fill_all(RowsImport& made, ImportCounts& counts, const VectorSource& source,
                      const RowsImportRequest& request) {
  bool any = false;
  Result<Done> state = Done{};
  const Hand lists;
  visit_hand(lists, [&](std::string_view list, const auto&) {
    for (const SourceLayer& layer : source.layers) {
      if (layer.name != list || !state) continue;
      any = true;
      state = fill_list(made, counts, request, list, layer, {});
    }
  });
  if (state && !any)
    return usage_error(request.file.string() +
                       ": none of its layers is a list of the hand; --what names what its shapes are");
  return state;
}

/// Why no feature became a row.
Error nothing_taken(const RowsImportRequest& request, int64_t features, const ImportCounts& counts) {
  std::string text = request.file.string() + ": " +
                     (features == 1 ? "its feature cannot be taken"
                                    : "none of its " + std::to_string(features) + " features can be taken") +
                     ", so nothing is imported";
  for (const ImportNote& note : counts.notes()) text += "\n" + note.text;
  return {ErrorKind::io, text};
}

}  // namespace

std::string_view list_of_rows(std::string_view what) {
  for (const RowKind& kind : kRowKinds)
    if (kind.word == what) return kind.list;
  return {};
}

Result<RowsImport> import_rows(const RowsImportRequest& request, const Template& tmpl) {
  const bool all = request.what == kAllRows;
  const auto words = read_value_words(request.map);
  if (!words) return words.error();
  auto source = read_vectors(vector_request(request, tmpl));
  if (!source) return source.error();
  RowsImport made{tmpl, source.value().placed_by, {}, {}, {}};
  int64_t features = 0;
  ImportCounts counts;
  note_source(source.value(), counts);
  if (all) {
    if (const auto filled = fill_all(made, counts, source.value(), request); !filled) return filled.error();
    for (const SourceLayer& layer : source.value().layers)
      features += static_cast<int64_t>(layer.features.size());
  } else {
    const std::string_view list = list_of_rows(request.what);
    std::string problem;
    const SourceLayer* const layer = choose_layer(source.value(), request, list, problem);
    if (layer == nullptr) return usage_error(problem);
    const bool of_several = source.value().layers.size() > 1;
    const Result<std::string> name = import_name(request.as, request.file, of_several ? layer->name : "");
    if (!name) return name.error();
    if (!request.add) take_rows_of_import(made.tmpl, list, name.value());
    const size_t first = find_list("hand." + std::string(list))->size(made.tmpl, {});
    note_layer(source.value(), *layer, request, counts);
    if (const auto filled = fill_list(made, counts, request, list, *layer, words.value()); !filled)
      return filled.error();
    features = static_cast<int64_t>(layer->features.size());
    if (list == "regions") {
      note_overlaps(made, first, counts);
      last_first(made.tmpl.hand.regions, first);
      std::reverse(made.features.begin(), made.features.end());
    }
    if (features > 0 && made.added.empty()) return nothing_taken(request, features, counts);
    if (!request.add) settle_rows(made, counts, tmpl, list, first, name.value());
    if (list == "pins") note_same_places(made, counts);
  }
  if (features > 0 && all && made.added.empty() && made.replaced.empty())
    return nothing_taken(request, features, counts);
  keep_comments_with_rows(tmpl, made.tmpl);
  if (made.placed_by.empty()) made.placed_by = "its columns of places are metres of the frame";
  made.notes = counts.notes();
  const CheckedTemplate checked = check_edited(made.tmpl);
  if (!checked.refusals.empty()) {
    std::string text = request.file.string() + ": its rows cannot stand in the template";
    for (const Finding& refusal : checked.refusals) text += "\n" + refusal.where + ": " + refusal.message;
    return Error{ErrorKind::invalid_template, text};
  }
  return made;
}

}  // namespace fw
