#include "app/job/render/render.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/job/audit/audit_files.h"
#include "app/job/folder/manifest.h"
#include "app/job/project/import_copies.h"
#include "app/job/render/exporters.h"
#include "app/job/usual/usual_figures.h"
#include "core/base/lower_case.h"
#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/base/parallel/progress.h"
#include "core/measure/audit/audit_json.h"
#include "core/model/world/digest.h"
#include "core/model/world/world_layers.h"
#include "core/template/hand_rows.h"
#include "core/template/template_io.h"
#include "render/map/scene/world_palette.h"
#include "render/map/symbols/symbol_files.h"
#include "render/page/little_memory.h"
#include "render/plate/paper.h"

namespace fw {
namespace {

/// Wall seconds per stage of a render, for timings.json; never part of a digest.
class StageTimer {
 public:
  /// Ends the stage that runs and starts another.
  void start(std::string_view stage);
  /// A progress that times every stage reported through it and passes it on, scaled into [from, to].
  Progress watch(const Progress& onward, double from, double to);
  /// {"stages":[{"name","seconds"}],"total_seconds"}; ends the running stage.
  std::string json();

 private:
  using Clock = std::chrono::steady_clock;
  void stop();
  Clock::time_point began_ = Clock::now();
  Clock::time_point stage_began_ = began_;
  std::string stage_;
  std::vector<std::pair<std::string, double>> stages_;
};

void StageTimer::stop() {
  const Clock::time_point now = Clock::now();
  if (!stage_.empty())
    stages_.emplace_back(stage_, std::chrono::duration<double>(now - stage_began_).count());
  stage_.clear();
  stage_began_ = now;
}

void StageTimer::start(std::string_view stage) {
  stop();
  stage_ = stage;
}

Progress StageTimer::watch(const Progress& onward, double from, double to) {
  Progress timed;
  timed.cancel = onward.cancel;
  timed.report = [this, &onward, from, to](std::string_view stage, double fraction) {
    if (stage_ != stage) start(stage);
    onward.at(stage, from + (to - from) * fraction);
  };
  return timed;
}

std::string StageTimer::json() {
  stop();
  std::string text = "{\n  \"stages\": [";
  for (size_t i = 0; i < stages_.size(); ++i)
    text += (i ? ",\n    " : "\n    ") + std::string("{\"name\": \"") + stages_[i].first +
            "\", \"seconds\": " + short_decimal(stages_[i].second, 6) + "}";
  const double total = std::chrono::duration<double>(Clock::now() - began_).count();
  return text + "\n  ],\n  \"total_seconds\": " + short_decimal(total, 6) + "\n}\n";
}

/// Writes and stages some of the render's files.
using OutputTask = std::function<Result<Done>()>;

constexpr double kBuildShare = 0.5;  // of the progress bar

Error cancelled() {
  return {ErrorKind::cancelled, "cancelled; nothing was written"};
}

/// Warms up GDAL, fonts and page memory on a spare thread while the world is generated.
struct WarmUp {
  PageBuffers buffers;
  std::future<void> running{};

  explicit WarmUp(const RenderRequest& request) {
    if (worker_threads() < 2) return;
    running = std::async(std::launch::async, [this, &request] {
      for (const Exporter* exporter : wanted_exporters(request.formats))
        if (exporter->prepare != nullptr) exporter->prepare(request, buffers);
    });
  }
  void wait() {
    if (running.valid()) running.get();
  }
};

/// Runs all tasks in parallel; the first failure in list order is returned.
Result<Done> run_all(const std::vector<OutputTask>& tasks, const Progress& progress) {
  std::vector<std::optional<Result<Done>>> results(tasks.size());
  parallel_for(tasks.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      if (!progress.cancelled()) results[i] = tasks[i]();
  });
  for (const auto& result : results) {
    if (!result) return cancelled();
    if (!*result) return *result;
  }
  return Done{};
}

/// The world's own digests, as its manifest lists them.
using Digests = std::vector<std::pair<std::string, std::string>>;

double highest_land_m(const World& world) {
  float highest = 0;
  for (size_t cell = 0; cell < world.land.size(); ++cell)
    if (world.land[cell] != 0)
      highest = std::max(highest, told_value(layer_of(&World::height_m), world, cell));
  return static_cast<double>(highest);
}

/// Of the classes of points that have a seed of their own.
std::vector<std::pair<std::string, uint64_t>> class_seeds(const Template& tmpl) {
  std::vector<std::pair<std::string, uint64_t>> seeds;
  for (const Category category : {Category::resource, Category::wildlife, Category::enemy})
    for (const PointClass& cls : tmpl.classes(category))
      if (cls.seed)
        seeds.emplace_back(std::string(kCategorySlugs[static_cast<size_t>(category)]) + "." + cls.slug,
                           *cls.seed);
  return seeds;
}

/// "#9cc08a"
std::string hex_text(Rgb colour) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "#";
  for (const double part : {colour.r, colour.g, colour.b}) {
    const auto byte = static_cast<unsigned>(std::lround(part * 255));
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

/// The fills that were made for this world, by "factions.ID".
std::vector<std::pair<std::string, std::string>> colours_of(const World& world, const Palette& palette) {
  std::vector<std::pair<std::string, std::string>> out;
  for (size_t k = 0; k < palette.faction.size(); ++k)
    out.emplace_back("factions." + world.vocabulary.factions[k].id, hex_text(palette.faction[k]));
  return out;
}

Manifest describe(const RenderRequest& request, const Build& made, Digests digests,
                  std::vector<Manifest::File> files) {
  Manifest manifest;
  manifest.version = FIELDWRIGHT_VERSION;
  manifest.template_name = request.build.tmpl.name;
  manifest.template_digest = template_digest(request.build.tmpl);
  manifest.seeds = request.build.seeds.salted(0);
  manifest.class_seeds = class_seeds(request.build.tmpl);
  manifest.salt = request.build.tmpl.stream_seeds.salt;
  manifest.grid = made.world->grid;
  manifest.height_max_m = changes_heights(request.build.tmpl.hand) ? highest_land_m(*made.world)
                                                                   : request.build.tmpl.relief.height_max_m;
  for (const HandRowText& row : hand_row_texts(request.build.tmpl)) manifest.hand_rows += row.on;
  if (manifest.hand_rows > 0) manifest.hand_digest = hand_digest(request.build.tmpl);
  manifest.digests = std::move(digests);
  manifest.layers = manifest_layers(*made.world);
  manifest.style = request.style;
  if (request.style.palette == kPaletteSlugs[1] && !request.views.empty())
    manifest.colours = colours_of(*made.world, world_palette(*made.world, request.style.palette));
  for (const View view : request.views) manifest.views.emplace_back(kViewSlugs[static_cast<size_t>(view)]);
  manifest.formats = format_words(request.formats);
  manifest.files = std::move(files);
  return manifest;
}

Result<Done> stage_texts(AtomicFolder& folder, const BuildRequest& request, AuditReport audit) {
  if (auto put = folder.put("template.json", write_template(request.tmpl)); !put) return put;
  if (request.kpi) set_usual(audit, shipped_ranges(request.tmpl, request.resolution));
  if (auto put = folder.put("audit.json", audit_json(audit)); !put) return put;
  return folder.put("audit.csv", audit_csv(audit));
}

/// The SVG files as they were read, so that the folder holds what its plates show.
Result<Done> stage_symbols(AtomicFolder& folder, const SymbolSet& symbols) {
  for (const auto& [name, svg] : symbol_files(symbols, FileLetters::plain))
    if (auto put = folder.put(name, svg_text(*svg)); !put) return put;
  return Done{};
}

/// The names that a bundle gives the files of its imports, each once.
std::vector<std::string> import_names(const Template& tmpl) {
  std::vector<std::string> names;
  const std::vector<std::string> copies = import_copy_names(tmpl.hand.imports, FileLetters::plain);
  for (size_t k = 0; k < copies.size(); ++k) {
    std::string name = std::string(kBundledImports) + "/" + copies[k];
    if (tmpl.hand.imports[k].on && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
  return names;
}

/// The files of imports that are on, so that the folder alone makes the world again.
Result<Done> stage_imports(AtomicFolder& folder, const BuildRequest& build) {
  const HandRows<ImportRow>& rows = build.tmpl.hand.imports;
  const std::vector<std::string> copies = import_copy_names(rows, FileLetters::plain);
  std::set<std::string> staged;
  for (size_t k = 0; k < rows.size(); ++k) {
    if (!rows[k].on || !staged.insert(copies[k]).second) continue;
    const Result<std::string> bytes = read_import_file(rows[k], build.files());
    if (!bytes) return bytes.error();
    if (auto put = folder.put(std::string(kBundledImports) + "/" + copies[k], bytes.value()); !put)
      return put;
  }
  return Done{};
}

/// The request with the symbols of its template's rows, if nothing in it is refused.
Result<RenderRequest> checked(RenderRequest request) {
  const std::vector<const Exporter*> wanted = wanted_exporters(request.formats);
  const bool gis = std::any_of(wanted.begin(), wanted.end(), [](const Exporter* e) { return !e->pages; });
  if (const auto room = check_addresses(gis ? Uses::text_and_gis : Uses::text); !room) return room.error();
  Result<SymbolSet> symbols = symbols_of(request.build);
  if (!symbols) return symbols.error();
  const std::vector<std::string> written = export_files(request);
  for (const auto& [name, svg] : symbol_files(symbols.value(), FileLetters::plain))
    if (std::any_of(written.begin(), written.end(),
                    [&, low = lower_case(name)](const std::string& file) { return lower_case(file) == low; }))
      return Error{ErrorKind::invalid_template,
                   "the symbol " + name + " has the name of a file of this render; give it another name"};
  request.style.symbols = std::make_shared<const SymbolSet>(std::move(symbols).value());
  request.style.template_digest = template_digest(request.build.tmpl);
  Result<PlateStyle> style = on_paper(request.style, frame_of(request));
  if (!style) return style.error();
  request.style = std::move(style).value();
  if (const auto size = page_size(request.style, frame_of(request)); !size) return size.error();
  if (const auto fits = check_render_cost(request); !fits) return fits.error();
  return request;
}

/// Draws, exports and stages every file, and says what the manifest must hold.
Result<Manifest> fill_folder(const RenderRequest& request, const Build& made, WarmUp& warm_up,
                             AtomicFolder& folder, StageTimer& timer, const Progress& progress) {
  progress.at("plates and exports", kBuildShare);
  timer.start("plates and exports");
  warm_up.wait();
  std::optional<HandLayers> hand;
  if (!is_empty(request.build.tmpl.hand)) hand = hand_layers(request.build.tmpl, *made.world, made.imports);
  const ExportInput input{request, made, folder, warm_up.buffers, progress, hand ? &*hand : nullptr};
  std::vector<OutputTask> tasks;
  for (const Exporter* exporter : wanted_exporters(request.formats))
    tasks.push_back([&input, exporter] { return exporter->write(input); });
  tasks.push_back([&] { return stage_texts(folder, request.build, made.audit); });
  tasks.push_back([&] { return stage_symbols(folder, *request.style.symbols); });
  tasks.push_back([&] { return stage_imports(folder, request.build); });
  if (const auto all = run_all(tasks, progress); !all) return all.error();
  Digests digests = world_digests(*made.world);  // last: hashing overlaps the writing of the plates
  progress.at("files", 0.95);
  timer.start("files");
  if (const auto put = folder.put("timings.json", timer.json(), Listing::aside); !put) return put.error();
  if (progress.cancelled()) return cancelled();
  return describe(request, made, std::move(digests), folder.files());
}

/// Every name that the manifest will list: if one of them is taken, the render is refused before the work.
std::vector<std::string> listed_names(const RenderRequest& request) {
  std::vector<std::string> names = export_files(request);
  for (const char* text : {"template.json", "audit.json", "audit.csv"}) names.emplace_back(text);
  for (const SymbolFile& symbol : symbol_files(*request.style.symbols, FileLetters::plain))
    names.push_back(symbol.name);
  for (std::string& name : import_names(request.build.tmpl)) names.push_back(std::move(name));
  return names;
}

}  // namespace

Result<Rendered> render(const RenderRequest& asked, const Progress& progress) {
  const auto ready = checked(asked);
  if (!ready) return ready.error();
  const RenderRequest& request = ready.value();
  const Replace replace = request.overwrite ? Replace::all : Replace::ours;
  if (const auto free = check_render_folder(request.folder); !free) return free.error();
  if (const auto free = check_replaceable(request.folder, listed_names(request), replace); !free)
    return free.error();
  WarmUp warm_up(request);
  StageTimer timer;
  const Progress timed = timer.watch(progress, 0, kBuildShare);
  Result<Build> built = build(request.build, timed);
  if (!built) return built.error();
  Rendered rendered{std::move(built).value(), {}};

  Result<AtomicFolder> folder = AtomicFolder::open(request.folder, replace);
  if (!folder) return folder.error();
  const Result<Manifest> manifest =
      fill_folder(request, rendered.build, warm_up, folder.value(), timer, progress);
  if (!manifest) return manifest.error();
  if (const auto committed = folder.value().commit(manifest_json(manifest.value())); !committed)
    return committed.error();
  for (const Manifest::File& file : manifest.value().files) rendered.files.push_back(file.name);
  if (!request.views.empty())
    rendered.of_plates =
        neighbours_alike(*rendered.build.world, world_palette(*rendered.build.world, request.style.palette));
  rendered.files.emplace_back(kManifestName);
  progress.at("done", 1.0);
  return rendered;
}

Result<RenderedAside> render_aside(const RenderRequest& asked, const Progress& progress) {
  const auto ready = checked(asked);
  if (!ready) return ready.error();
  const RenderRequest& request = ready.value();
  WarmUp warm_up(request);
  StageTimer timer;
  const Result<Build> built = build(request.build, timer.watch(progress, 0, kBuildShare));
  if (!built) return built.error();
  std::error_code problem;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(problem);
  remove_stale_staging(temporary);
  Result<StagingFolder> scratch = StagingFolder::make(temporary);
  if (!scratch) return scratch.error();
  // A folder inside: the staging folder itself is locked.
  Result<AtomicFolder> folder = AtomicFolder::open(scratch.value().path() / "render");
  if (!folder) return folder.error();
  Result<Manifest> manifest = fill_folder(request, built.value(), warm_up, folder.value(), timer, progress);
  if (!manifest) return manifest.error();
  progress.at("done", 1.0);
  return RenderedAside{std::move(scratch).value(), std::move(folder).value(), std::move(manifest).value()};
}

namespace {

// Measured at 256^2 to 2048^2 cells and 512 to 4096 pixels, with a little to spare.
constexpr double kFixedBytes = 48.0 * (1 << 20);
constexpr double kBytesPerPixel =
    22;  // of the square round the map: the page, its ground, its compressed rows
constexpr double kBytesPerCell = 55;  // outlines, patches and bands while files are made
// What a page's map holds beside: distances from borders of owners and islets, and inside every band of
// danger.
constexpr double kMapBytesPerCell = 16, kBandBytesPerCell = 4;
// A landscape's ground and its picture, each of at most the map's square.
constexpr double kGroundBytesPerPixel = 20, kPictureBytesPerPixel = 8;
constexpr double kMapOfPage = 0.65;  // share of a usual page that its map takes

/// Of the square round the map, or as many as a page has that is much larger than its map.
double page_pixels(const RenderRequest& request) {
  const auto style = on_paper(request.style, frame_of(request));
  const auto page = page_size(request.style, frame_of(request));
  if (!style || !page) return 0;  // refused for that
  const double map_px = style.value().map_px;
  return std::max(map_px * map_px, kMapOfPage * page.value().width_px * page.value().height_px);
}

}  // namespace

double render_bytes(const RenderRequest& request) {
  const auto cells = static_cast<double>(frame_of(request).cells());
  const std::vector<const Exporter*> wanted = wanted_exporters(request.formats);
  const bool pages = !request.views.empty() &&
                     std::any_of(wanted.begin(), wanted.end(), [](const Exporter* e) { return e->pages; });
  double bytes =
      build_bytes(request.build.tmpl, request.build.resolution) + kFixedBytes + kBytesPerCell * cells;
  if (!pages) return bytes;
  const double pixels = page_pixels(request);
  const auto bands = static_cast<double>(request.build.tmpl.vocabulary.danger.size());
  bytes += kBytesPerPixel * pixels + (kMapBytesPerCell + kBandBytesPerCell * bands) * cells;
  if (std::ranges::find(request.views, View::oblique) != request.views.end())
    bytes += (kGroundBytesPerPixel + kPictureBytesPerPixel) * pixels;
  return bytes;
}

Result<Done> check_render_cost(const RenderRequest& request) {
  const BuildRequest& build = request.build;
  if (const auto affordable = check_cost(build.tmpl, build.resolution, build.limits); !affordable)
    return affordable;
  return check_memory(render_bytes(request), build.resolution, build.limits);
}

}  // namespace fw
