#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/commands/command_hand.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/words.h"
#include "app/job/folder/atomic_file.h"
#include "app/job/hand/hand_write.h"
#include "app/job/hand/import/hand_import.h"
#include "core/base/json_rows.h"
#include "core/base/plain_text.h"
#include "core/template/template_io.h"

namespace fw::cli {
namespace {

/// "x,y,width_m", of shapes also ",W" or ",WxH": what they were drawn on, in units of their coordinates.
Result<std::optional<ShapesPlace>> parse_place(const std::string& text) {
  if (text.empty()) return std::optional<ShapesPlace>();
  const std::vector<std::string> parts = split(text);
  std::vector<double> numbers;
  for (size_t k = 0; k < parts.size() && k < 3; ++k)
    if (const auto value = number<double>(parts[k]); value && std::isfinite(*value))
      numbers.push_back(*value);
  ShapesPlace place;
  bool good = (parts.size() == 3 || parts.size() == 4) && numbers.size() == 3 && numbers[2] > 0 &&
              std::fabs(numbers[0]) <= 1e6 && std::fabs(numbers[1]) <= 1e6 && numbers[2] <= 1e6;
  if (good && parts.size() == 4) {
    const size_t by = parts[3].find('x');
    const auto width = number<double>(parts[3].substr(0, by));
    const auto height =
        by == std::string::npos ? std::optional<double>(0) : number<double>(parts[3].substr(by + 1));
    good = width && height && std::isfinite(*width) && std::isfinite(*height) && *width > 0 &&
           (by == std::string::npos || *height > 0);
    if (good) place.units = *width, place.units_height = *height;
  }
  if (!good)
    return usage("--place " + text +
                 ": expected x,y,width_m: metres of its south-west corner, and its width; of shapes also "
                 "x,y,width_m,WxH, where W and H are the sides of what they were drawn on");
  place.place = {numbers[0], numbers[1], numbers[2]};
  return std::optional(place);
}

/// A number of cells along a side; 0 where the text is none.
int cells_along(std::string_view text) {
  const int cells = number<int>(text).value_or(0);
  return cells >= 1 && cells <= kMostSourceSide ? cells : 0;
}

/// "1024x512,little[,flip]"
Result<std::optional<Raw16>> parse_raw(const std::string& text) {
  if (text.empty()) return std::optional<Raw16>();
  const std::vector<std::string> parts = split(text);
  const size_t by = parts[0].find('x');
  const int columns = cells_along(parts[0].substr(0, by));
  const int rows = by == std::string::npos ? 0 : cells_along(parts[0].substr(by + 1));
  const bool order = parts.size() >= 2 && (parts[1] == "little" || parts[1] == "big");
  const bool flip = parts.size() == 3 && parts[2] == "flip";
  if (columns == 0 || rows == 0 || !order || parts.size() > 3 || (parts.size() == 3 && !flip))
    return usage("--raw " + text +
                 ": expected WxH,little or WxH,big, and ,flip where the south comes first; " + "at most " +
                 std::to_string(kMostSourceSide) + " a side");
  return std::optional(Raw16{columns, rows, parts[1] == "big", flip});
}

/// What an import may be of, as bits: an option is of some of them.
enum ImportOf : unsigned {
  kOfHeights = 1,  ///< a raster of heights
  kOfPaint = 2,    ///< a raster of biomes, bands or factions
  kOfGround = 4,   ///< a raster of land or regions
  kOfShapes = 8,   ///< shapes that become rows
  kOfHand = 16,    ///< the rows that `hand export` wrote
  kOfCodes = kOfPaint | kOfGround,
  kOfRasters = kOfHeights | kOfCodes,
};

ImportOf what_of(const HandImport& request) {
  if (request.what == kAllRows) return kOfHand;
  if (!imports_pixels(request)) return kOfShapes;
  if (request.what == "height") return kOfHeights;
  return request.what == "land" || request.what == "region" ? kOfGround : kOfPaint;
}

const char* words_of(ImportOf of) {
  switch (of) {
    case kOfHeights:
      return "a raster of heights";
    case kOfPaint:
      return "a raster of classes";
    case kOfGround:
      return "a raster of land or regions";
    case kOfHand:
      return "rows of a hand";
    default:
      return "shapes";
  }
}

/// An option of imports: what it is of, and what says the same of shapes, or of rasters.
struct ImportOption {
  const char* name;
  bool given;
  unsigned of;
  const char* instead_of_shapes;
  const char* instead_of_rasters;
};

/// Refuses options that would do nothing to what is imported.
Result<Done> check_options(const Options& o, const HandImport& request) {
  const ImportOption options[] = {
      {"--map", !o.map.empty(), kOfCodes | kOfShapes, "", "heights are metres, or --low-m and --high-m"},
      {"--band", !o.band.empty(), kOfRasters, "--layer names a layer", ""},
      {"--place", !o.place.empty(), kOfRasters | kOfShapes, "", ""},
      {"--raw", !o.raw.empty(), kOfRasters, "", ""},
      {"--low-m", o.low_m.has_value(), kOfHeights, "", ""},
      {"--high-m", o.high_m.has_value(), kOfHeights, "", ""},
      {"--mode", !o.mode.empty(), kOfHeights, "", ""},
      {"--blend-m", o.blend_m.has_value(), kOfHeights,
       "--fields feather_m:=80 is the edge of paint and areas", ""},
      {"--paint", !o.paint.empty(), kOfPaint, "--fields force:=bias", ""},
      {"--strength", o.strength_sd.has_value(), kOfPaint, "--fields force:=bias,strength:=1.5", ""},
      {"--feather-m", o.feather_m.has_value(), kOfPaint, "--fields feather_m:=80",
       "--mode blend with --blend-m"},
      {"--id", !o.row_id.empty(), kOfRasters, "--fields id=FIELD names rows, --as NAME the import", ""},
      {"--layer", !o.layer.empty(), kOfShapes, "", "--band chooses a band"},
      {"--fields", !o.fields.empty(), kOfShapes | kOfHand, "", "--map says which value is which row"},
      {"--encoding", !o.encoding.empty(), kOfShapes, "", ""},
      {"--xy-from", !o.xy_from.empty(), kOfShapes, "", "--raw WxH,little,flip turns bare samples"},
      {"--dissolve", !o.dissolve.empty(), kOfShapes, "", ""},
      {"--as", !o.import_as.empty(), kOfRasters | kOfShapes, "", ""},
      {"--add", o.add_rows, kOfRasters | kOfShapes, "", ""},
  };
  std::error_code ignored;
  if (!std::filesystem::exists(request.raster.file, ignored)) return Done{};  // told as what it is
  const ImportOf of = what_of(request);
  for (const ImportOption& option : options) {
    if (!option.given || (option.of & of) != 0) continue;
    const std::string instead = of == kOfShapes ? option.instead_of_shapes : option.instead_of_rasters;
    std::string whose;
    for (const ImportOf one : {kOfHeights, kOfPaint, kOfGround, kOfShapes, kOfHand})
      if ((option.of & one) != 0) whose += (whose.empty() ? "" : ", or ") + std::string(words_of(one));
    return usage(std::string(option.name) + ": found " + words_of(of) + " (--what " + request.what + " of " +
                 o.target + "); expected it with " + whose +
                 (instead.empty() || of == kOfHand ? "" : "; here: ") + (of == kOfHand ? "" : instead));
  }
  if (of != kOfShapes && request.rows.place && request.rows.place->units > 0)
    return usage("--place " + o.place + ": a raster has its own cells, expected x,y,width_m");
  if (!o.band.empty() && !o.raw.empty()) return usage("--band: bare samples (--raw) have one, expected none");
  if (!o.dissolve.empty() && (o.what == "points" || o.what == "bans" || o.what == "lines"))
    return usage("--dissolve " + o.dissolve + ": joins areas, found --what " + o.what);
  if (o.blend_m && request.row.mode != ImportMode::blend)
    return usage("--blend-m: expected it with --mode blend");
  if (o.strength_sd && request.row.force != PaintForce::bias)
    return usage("--strength: expected it with --paint bias");
  if (o.add_rows && !o.row_id.empty())
    return usage("--add: --id names the row to replace, expected one of the two");
  if (o.add_rows && !o.import_as.empty())
    return usage("--add: rows that are added belong to no import, expected it without --as");
  return Done{};
}

Result<HandImport> hand_import(const Options& options) {
  HandImport request;
  request.what = options.what;
  request.id = options.row_id;
  request.raster.file = options.target;
  request.raster.map = options.map;
  request.raster.band = options.band;
  const auto place = parse_place(options.place);
  if (!place) return place.error();
  if (place.value()) request.raster.place = place.value()->place;
  request.rows.place = place.value();
  request.rows.encoding = options.encoding;
  request.rows.dissolve = options.dissolve;
  if (!options.xy_from.empty() && options.xy_from != "top" && options.xy_from != "bottom")
    return usage("--xy-from " + options.xy_from + ": expected top or bottom");
  request.rows.from_top = options.xy_from == "top";
  request.progress = console_progress(options);
  const auto raw = parse_raw(options.raw);
  if (!raw) return raw.error();
  request.raster.raw = raw.value();
  request.raster.low_m = options.low_m;
  request.raster.high_m = options.high_m;
  request.rows.layer = options.layer;
  auto fields = read_field_choices(options.fields);
  if (!fields) return fields.error();
  request.rows.fields = std::move(fields).value();
  if (!options.mode.empty()) {
    const auto mode = place_of("--mode", options.mode, kImportModeSlugs);
    if (!mode) return mode.error();
    request.row.mode = static_cast<ImportMode>(mode.value());
  }
  if (!options.paint.empty()) {
    const auto force = place_of("--paint", options.paint, kPaintForceSlugs);
    if (!force) return force.error();
    request.row.force = static_cast<PaintForce>(force.value());
  }
  request.row.blend_m = options.blend_m.value_or(request.row.blend_m);
  request.row.strength_sd = options.strength_sd.value_or(request.row.strength_sd);
  request.row.feather_m = options.feather_m.value_or(request.row.feather_m);
  request.as = options.import_as;
  request.add = options.add_rows;
  if (const auto fit = check_options(options, request); !fit) return fit.error();
  return request;
}

std::string report_text(const HandImported& made, const std::vector<ImportNote>& tried,
                        const std::string& written) {
  std::string text = plain_text(made.placed_by) + "\n";
  const auto count = [](size_t n, const char* what) {
    return std::to_string(n) + (n == 1 ? " row " : " rows ") + what;
  };
  text += count(made.added.size(), "added");
  if (!made.replaced.empty()) text += ", " + count(made.replaced.size(), "replaced");
  if (!made.removed.empty()) text += ", " + count(made.removed.size(), "taken away");
  if (made.unchanged > 0) text += ", " + count(made.unchanged, "unchanged");
  const bool same = made.added.empty() && made.replaced.empty() && made.removed.empty();
  text += written.empty() ? "; nothing written (--dry-run)\n"
          : same          ? "; nothing to write to " + written + "\n"
                          : "; written to " + written + "\n";
  for (const auto* notes : {&made.notes, &tried})
    for (const ImportNote& note : *notes) text += "  " + plain_text(note.text) + "\n";
  return text;
}

std::string report_json(const HandImported& made, const std::vector<ImportNote>& tried,
                        const std::string& written) {
  const auto quoted = [](const std::vector<std::string>& ids) {
    std::vector<std::string> out;
    for (const std::string& id : ids) out.push_back(json_string(id));
    return json_array(out);
  };
  std::vector<std::string> notes;
  for (const auto* some : {&made.notes, &tried})
    for (const ImportNote& note : *some)
      notes.push_back(
          JsonRow().text("code", note.code).whole("count", note.count).text("message", note.text).str());
  return json_document({{"placed_by", json_string(made.placed_by)},
                        {"added", quoted(made.added)},
                        {"replaced", quoted(made.replaced)},
                        {"removed", quoted(made.removed)},
                        {"unchanged", std::to_string(made.unchanged)},
                        {"written", written.empty() ? "null" : json_string(written)},
                        {"notes", json_lines(notes, 2)}});
}

}  // namespace

void add_hand_import(CLI::App& c, Options& o) {
  c.add_option(
       "FILE", o.target,
       "GeoTIFF, PNG, JPEG, .asc, .hgt or bare samples of a raster; GeoJSON, GeoPackage, CSV, Shapefile, "
       "GPX, KML or FlatGeobuf of shapes")
      ->required();
  c.add_option(
       "--what", o.what,
       "land, height, biome, danger, faction, region of a raster; points, bans, areas, biome, danger, "
       "faction, regions, land, terrain, lines, waters of shapes; rows of a GeoPackage that export wrote")
      ->required();
  c.add_option("--into", o.into, "The template whose hand gets it")->required();
  c.add_option("--map", o.map,
               "Which value is which row: of rasters \"1 forest, 2 snow\" or \"#2f6b2f=forest\", of shapes "
               "\"Wald=forest\"");
  c.add_option("--band", o.band, "Raster: the band, by number or name");
  c.add_option(
      "--place", o.place,
      "Without coordinates: x,y,width_m of its south-west corner; shapes: x,y,width_m,WxH of what they were "
      "drawn on");
  c.add_option("--raw", o.raw, "Raster of bare 16-bit samples: WxH,little|big[,flip]");
  c.add_option("--low-m", o.low_m, "Heights of PNG and bare samples: what 0 stands for (0)");
  c.add_option("--high-m", o.high_m, "Heights: what the largest sample stands for (relief.height_max_m)");
  c.add_option("--mode", o.mode, "Heights: replace, add or blend (replace)");
  c.add_option("--blend-m", o.blend_m, "Heights: width of the blend at the edge of the raster");
  c.add_option("--paint", o.paint, "Classes: hard or bias (hard)");
  c.add_option("--strength", o.strength_sd, "Classes as bias: standard deviations (1.5)");
  c.add_option("--feather-m", o.feather_m, "Classes: width of the edge that noise decides (0)");
  c.add_option("--id", o.row_id, "Raster: id of its row; the row of this id is replaced");
  c.add_option("--as", o.import_as,
               "Name of the import, by which it knows the rows that it made before (the file's name)");
  c.add_flag("--add", o.add_rows, "Add rows, whatever this import made before");
  c.add_option("--layer", o.layer, "Shapes: the layer of a file with more than one");
  c.add_option("--fields", o.fields, "Shapes: column=field, or column:=value, comma-separated");
  c.add_option("--encoding", o.encoding, "Shapes: encoding of a text that is not UTF-8, such as cp1252");
  c.add_option("--xy-from", o.xy_from, "Shapes: the edge that y counts from, top or bottom (bottom)");
  c.add_option("--dissolve", o.dissolve, "Shapes: areas with an equal value of this field become one row");
  c.add_flag("--dry-run", o.dry_run, "Report alone; write nothing");
  add_common(c, o);
  c.add_option("-o,--output", o.output, "Template to write; without it --into itself, with --force");
}

int run_hand_import(const Options& options) {
  const Result<HandImport> request = hand_import(options);
  if (!request) return fail(request.error());
  Options of_template = options;
  of_template.target = options.into;
  const bool unnamed = options.output.empty();
  const std::string out = unnamed ? options.into : options.output;
  Result<TemplateOutput> output = Error{};
  if (!options.dry_run) {
    output = TemplateOutput::open(out, {options.into}, options);
    if (!output) return fail(output.error());
  }
  const Result<BuildRequest> into = build_request(of_template);
  if (!into) return fail(into.error());
  const bool built_in = find_builtin(options.into) != nullptr && unnamed;
  const bool packed = into.value().unpacked != nullptr && unnamed;
  if ((built_in || packed) && !options.dry_run)
    return fail({ErrorKind::usage, "--into " + options.into + ": " +
                                       (packed ? "a packed template" : "a built-in template") +
                                       " is not written; -o names the file to write"});
  if (!options.dry_run && !output.value().to_stdout())
    if (const auto free = check_output_file(out, options.force); !free) return fail(free.error());
  const Result<HandImported> made = import_into(request.value(), into.value().tmpl);
  if (!made) return fail(made.error());
  if (!options.dry_run && output.value().to_stdout() && !made.value().fresh.empty())
    return fail({ErrorKind::usage,
                 "-o -: the pixels of a raster need a file beside the template; -o names the "
                 "file to write"});
  const std::vector<ImportNote> tried = try_import(made.value(), into.value(), console_progress(options));
  end_progress();
  if (stop_signal() != 0) return fail({ErrorKind::cancelled, "cancelled; nothing was written"});
  const std::string where = options.dry_run ? "" : out;
  const std::string text =
      options.json ? report_json(made.value(), tried, where) : report_text(made.value(), tried, where);
  if (!options.dry_run)
    return write_template_of(into.value().source, made.value().tmpl, into.value().files(), made.value().fresh,
                             output.value(), options, text);
  return !wants_summary(options) || print(text) ? 0 : static_cast<int>(ErrorKind::io);
}

}  // namespace fw::cli
