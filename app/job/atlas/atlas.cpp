#include "app/job/atlas/atlas.h"

#include <cmath>
#include <memory>
#include <utility>

#include "app/job/folder/atomic_folder.h"
#include "app/job/folder/csv.h"
#include "app/job/folder/file_io.h"
#include "app/job/render/stored.h"
#include "core/base/json_rows.h"
#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "render/page/little_memory.h"
#include "render/plate/book/map_book.h"
#include "render/plate/paper.h"

namespace fw {
namespace {

constexpr const char* kPdf = "atlas.pdf";
constexpr const char* kPlaces = "places.csv";
constexpr double kBuildShare = 0.4;  // of the progress bar

Error cancelled() {
  return {ErrorKind::cancelled, "cancelled; nothing was written"};
}

Progress part_of(const Progress& whole, double from, double to) {
  Progress part;
  part.cancel = whole.cancel;
  part.report = [&whole, from, to](std::string_view stage, double fraction) {
    whole.at(stage, from + (to - from) * fraction);
  };
  return part;
}

/// A folder without a manifest, or with an atlas's.
Result<Done> check_atlas_folder(const std::filesystem::path& folder) {
  std::error_code ignored;
  const std::filesystem::path manifest = folder / kManifestName;
  if (!std::filesystem::exists(std::filesystem::symlink_status(manifest, ignored))) return Done{};
  const Result<std::string> text = read_file(manifest, kMaxManifestBytes);
  if (!text) return text.error();
  if (manifest_of_atlas(text.value())) return Done{};
  return Error{ErrorKind::io, folder.string() +
                                  ": holds a manifest.json that is not an atlas's; choose another folder for "
                                  "the atlas"};
}

/// A world, and what it was built from.
struct MadeFrom {
  BuildRequest request;
  Build build;
};

/// The folder's world made again, if it is the one of its manifest.
Result<MadeFrom> from_folder(const std::filesystem::path& folder, const Limits& limits,
                             const Progress& progress) {
  Result<Descriptor> reading = open_stored(folder);
  if (!reading) return reading.error();
  const Result<Stored> stored = read_stored(folder);
  if (!stored) return stored.error();
  Result<BuildRequest> request = build_request(stored.value());
  if (!request) return request.error();
  request.value().limits = limits;
  reading.value().close();
  Result<Build> made = build(request.value(), progress);
  if (!made) return made.error();
  if (world_digests(*made.value().world) != stored.value().manifest.digests)
    return Error{ErrorKind::mismatch,
                 stored.value().source +
                     ": this program makes another world of its template and seed; render the folder again"};
  return MadeFrom{std::move(request).value(), std::move(made).value()};
}

Result<MadeFrom> from_template(const BuildRequest& request, const Progress& progress) {
  Result<Build> made = build(request, progress);
  if (!made) return made.error();
  return MadeFrom{request, std::move(made).value()};
}

std::string places_csv(const std::vector<BookPlace>& places) {
  std::string text = CsvLine({"name", "kind", "x_m", "y_m", "square", "sheet"}).str();
  for (const BookPlace& place : places)
    text += CsvLine()
                .add(place.name)
                .add(place.kind)
                .add(place.position_m.x)
                .add(place.position_m.y)
                .add(place.square)
                .add(static_cast<int64_t>(place.sheet))
                .str();
  return text;
}

std::string manifest_text(const MadeFrom& made, const AtlasRequest& request, const BookPlan& plan,
                          const PlateStyle& style, int pages, size_t places,
                          const std::vector<Manifest::File>& files) {
  const GridSpec& grid = made.build.world->grid;
  JsonRow digests;
  for (const auto& [name, digest] : world_digests(*made.build.world)) digests.text(name, digest);
  const SeedBundle seeds = made.request.seeds.salted(0);
  JsonRow seed;
  seed.whole("layout", static_cast<int64_t>(seeds.layout));
  seed.whole("noise", static_cast<int64_t>(seeds.noise));
  seed.whole("place", static_cast<int64_t>(seeds.place));
  return json_document({{"version", json_string(FIELDWRIGHT_VERSION)},
                        {"format", std::to_string(kManifestFormat)},
                        {"atlas", JsonRow()
                                      .whole("scale", plan.scale)
                                      .text("sheet", kPaperSlugs[static_cast<size_t>(request.sheet)])
                                      .whole("sheets", static_cast<int64_t>(plan.sheets.size()))
                                      .whole("pages", pages)
                                      .whole("places", static_cast<int64_t>(places))
                                      .number("square_m", plan.grid.square_m)
                                      .text("palette", style.palette)
                                      .text("style", style.map_style)
                                      .truth("danger_patterns", style.danger_patterns)
                                      .str()},
                        {"template", json_string(made.request.tmpl.name)},
                        {"template_digest", json_string(style.template_digest)},
                        {"seed", seed.str()},
                        {"grid", JsonRow()
                                     .whole("columns", grid.columns)
                                     .whole("rows", grid.rows)
                                     .number("cell_m", grid.cell_m)
                                     .str()},
                        {"digests", digests.str()},
                        {"files", files_json(files)}});
}

/// The looks of a request: its palette and map style, else the template's, and the symbols of its rows.
Result<PlateStyle> style_of(const AtlasRequest& request, const BuildRequest& build) {
  PlateStyle style;
  style.palette = request.palette.value_or(build.tmpl.view.palette.value_or(style.palette));
  style.map_style = request.map_style.value_or(build.tmpl.view.style.value_or(style.map_style));
  style.danger_patterns = request.danger_patterns;
  style.template_digest = template_digest(build.tmpl);
  Result<SymbolSet> symbols = symbols_of(build);
  if (!symbols) return symbols.error();
  style.symbols = std::make_shared<const SymbolSet>(std::move(symbols).value());
  return style;
}

/// Draws the pages and puts everything in its place.
Result<AtlasDone> bind(const AtlasRequest& request, const MadeFrom& made, const PlateStyle& style,
                       AtomicFolder& folder, const Progress& progress) {
  const World& world = *made.build.world;
  const Result<BookPlan> plan = plan_book(world, request.sheet, request.scale);
  if (!plan) return plan.error();
  AtlasDone done{.feasibility = made.build.feasibility, .template_name = made.request.tmpl.name};
  const Result<MapBook> book = draw_book(world, made.request.tmpl, made.build.audit, plan.value(), style,
                                         part_of(progress, kBuildShare, 0.97));
  if (!book) return book.error();
  const std::vector<BookPlace> places = book_places(world, plan.value());
  if (auto put = folder.put(kPdf, book.value().pdf); !put) return put.error();
  if (auto put = folder.put(kPlaces, places_csv(places)); !put) return put.error();
  if (progress.cancelled()) return cancelled();
  done.scale = plan.value().scale;
  done.sheets = plan.value().sheets.size();
  done.pages = book.value().pages;
  done.places = places.size();
  done.bytes = book.value().pdf.size();
  const std::vector<Manifest::File> files = folder.files();
  if (auto put =
          folder.commit(manifest_text(made, request, plan.value(), style, done.pages, done.places, files));
      !put)
    return put.error();
  for (const Manifest::File& file : files) done.files.push_back(file.name);
  done.files.emplace_back(kManifestName);
  progress.at("done", 1.0);
  return done;
}

}  // namespace

double atlas_bytes(const AtlasRequest& request) {
  // A sheet's pixels and their JPEG, outlines and bands as a render has them, the PDF as it grows.
  constexpr double kFixedBytes = 96.0 * (1 << 20), kBytesPerCell = 55, kBytesPerPixel = 22;
  const Vec2 page = paper_mm(request.sheet) * (kBookGround_dpi / kMmPerInch);
  const auto cells =
      static_cast<double>(frame_grid(request.build.tmpl.frame, request.build.resolution).cells());
  return build_bytes(request.build.tmpl, request.build.resolution) + kFixedBytes + kBytesPerCell * cells +
         kBytesPerPixel * page.x * page.y;
}

Result<AtlasDone> write_atlas(const AtlasRequest& request, const Progress& progress) {
  if (const auto room = check_addresses(Uses::text); !room) return room.error();
  const Replace replace = request.overwrite ? Replace::all : Replace::ours;
  if (const auto free = check_atlas_folder(request.folder); !free) return free.error();
  if (const auto free = check_replaceable(request.folder, {kPdf, kPlaces}, replace); !free)
    return free.error();
  if (!request.source) {
    const BuildRequest& build = request.build;
    if (const auto affordable = check_cost(build.tmpl, build.resolution, build.limits); !affordable)
      return affordable.error();
    if (const auto fits = check_memory(atlas_bytes(request), build.resolution, build.limits); !fits)
      return fits.error();
    if (const auto style = style_of(request, build); !style) return style.error();
  }
  const Progress building = part_of(progress, 0, kBuildShare);
  const Result<MadeFrom> made = request.source ? from_folder(*request.source, request.build.limits, building)
                                               : from_template(request.build, building);
  if (!made) return made.error();
  const Result<PlateStyle> style = style_of(request, made.value().request);
  if (!style) return style.error();
  Result<AtomicFolder> folder = AtomicFolder::open(request.folder, replace);
  if (!folder) return folder.error();
  return bind(request, made.value(), style.value(), folder.value(), progress);
}

}  // namespace fw
