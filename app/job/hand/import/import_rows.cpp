#include "app/job/hand/import/import_rows.h"

#include <algorithm>
#include <map>
#include <set>

#include "app/job/hand/import/import_notes.h"
#include "core/base/suggest.h"
#include "core/field/shape.h"
#include "core/model/template/plan_grid.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

/// Fields that fill a column without being asked to; the column's own name comes first.
const std::map<std::string, std::vector<std::string>, std::less<>> kAliases{
    {"class", {"biome", "danger", "faction", "type"}},
    {"owner", {"faction"}},
    {"x_m", {"x"}},
    {"y_m", {"y"}}};
/// Columns of pins that come only if --fields says so: a generated point states all of them.
const std::set<std::string, std::less<>> kPinColumnsAsked{
    "rarity", "level",   "hp_mult", "dps_mult", "loot",     "respawn_s", "number",
    "counts", "spacing", "where",   "on",       "from_x_m", "from_y_m"};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

Result<std::vector<ColumnSource>> column_sources(const std::vector<RowColumn>& columns,
                                                 const SourceLayer& layer,
                                                 const std::vector<FieldChoice>& choices,
                                                 std::string_view list, bool own) {
  const auto field = [&](const std::string& name) {
    for (size_t f = 0; f < layer.fields.size(); ++f)
      if (lower(layer.fields[f]) == lower(name)) return f;
    return SIZE_MAX;
  };
  std::vector<std::string> names;
  for (const RowColumn& c : columns) names.push_back(c.name);
  for (const FieldChoice& choice : choices) {
    if (!has_column(columns, choice.column))
      return usage_error("--fields " + choice.column + ": a row of " + std::string(list) +
                         " has no such column" + did_you_mean(choice.column, names));
    if (!choice.constant && field(choice.field) == SIZE_MAX)
      return usage_error("--fields " + choice.column + "=" + choice.field + ": the layer " + layer.name +
                         " has no field " + choice.field + did_you_mean(choice.field, layer.fields));
  }
  std::vector<ColumnSource> sources;
  for (const RowColumn& column : columns) {
    ColumnSource source{column};
    const auto chosen = std::find_if(choices.begin(), choices.end(),
                                     [&](const FieldChoice& c) { return c.column == column.name; });
    if (chosen != choices.end()) {
      source.constant = chosen->constant;
      if (!source.constant) source.field = field(chosen->field);
    } else if (own || list != "pins" || !kPinColumnsAsked.contains(column.name)) {
      source.field = field(column.name);
      const auto aliases = kAliases.find(column.name);
      if (!own && source.field == SIZE_MAX && aliases != kAliases.end())
        for (const std::string& alias : aliases->second)
          if (source.field == SIZE_MAX) source.field = field(alias);
    }
    if (source.constant || source.field != SIZE_MAX) sources.push_back(std::move(source));
  }
  return sources;
}

std::string no_places_text(const SourceLayer& layer, bool points) {
  constexpr size_t kMostNames = 12;
  std::string text = "found the columns ", degrees;
  for (size_t f = 0; f < layer.fields.size(); ++f) {
    const std::string start = lower(layer.fields[f]).substr(0, 3);
    if (start == "lon" || start == "lng" || start == "lat")
      degrees = "; places in degrees are taken from GeoJSON and GeoPackage";
    if (f <= kMostNames) text += (f == 0 ? "" : ", ") + (f < kMostNames ? layer.fields[f] : "...");
  }
  text += ", expected ";
  if (points)
    text +=
        "x_m and y_m (or x and y) in metres of the frame (--fields x_m=COLUMN,y_m=COLUMN for columns of "
        "other names), or ";
  return text + "WKT in shape" + degrees;
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

const SourceLayer* choose_layer(const VectorSource& source, const RowsImportRequest& request,
                                std::string_view list, std::string& problem) {
  std::string names;
  for (const SourceLayer& layer : source.layers) {
    names += (names.empty() ? "" : ", ") + layer.name;
    if (layer.name == request.layer || (request.layer.empty() && source.layers.size() == 1)) return &layer;
  }
  for (const SourceLayer& layer : source.layers)
    if (request.layer.empty() && (layer.name == request.what || layer.name == list)) return &layer;
  problem = request.file.string() + ": " +
            (request.layer.empty() ? "it has more than one layer; --layer names one of "
                                   : "it has no layer " + request.layer + "; it has ") +
            names;
  return nullptr;
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
      state = fill_list(made, counts, request, list, layer);
    }
  });
  if (state && !any)
    return usage_error(request.file.string() +
                       ": none of its layers is a list of the hand; --what names what its shapes are");
  return state;
}

}  // namespace

std::string_view list_of_rows(std::string_view what) {
  for (const RowKind& kind : kRowKinds)
    if (kind.word == what) return kind.list;
  return {};
}

Result<RowsImport> import_rows(const RowsImportRequest& request, const Template& tmpl) {
  const bool all = request.what == kAllRows;
  auto source = read_vectors({request.file, frame_on_earth(tmpl), !all});
  if (!source) return source.error();
  RowsImport made{tmpl, source.value().placed_by, {}, {}, {}};
  ImportCounts counts;
  const auto told = [&](int64_t count, const char* code, const char* what) {
    counts.add(code, what, "", count);
  };
  told(source.value().closed, "closed", "polygon{|s} did not end where {it|they} began and {is|are} closed");
  told(source.value().mended, "mended", "polygon{|s} crossed {itself|themselves} and {is|are} mended");
  told(source.value().simplified, "simplified",
       "shape{|s} had more than 4096 vertices and {is|are} simplified");
  told(source.value().views, "views",
       "layer{|s} {is a view|are views} and {is|are} not read; write {it as a table|them as tables} first");
  if (all) {
    if (const auto filled = fill_all(made, counts, source.value(), request); !filled) return filled.error();
  } else {
    const std::string_view list = list_of_rows(request.what);
    std::string problem;
    const SourceLayer* const layer = choose_layer(source.value(), request, list, problem);
    if (layer == nullptr) return usage_error(problem);
    const size_t before = made.tmpl.hand.regions.size();
    if (const auto filled = fill_list(made, counts, request, list, *layer); !filled) return filled.error();
    if (list == "regions") {
      note_overlaps(made, before, counts);
      last_first(made.tmpl.hand.regions, before);
    }
  }
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
