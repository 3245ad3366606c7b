#include "app/job/render/render.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <optional>
#include <utility>

#include "app/job/folder/atomic_folder.h"
#include "app/job/audit/audit_files.h"
#include "app/job/render/manifest.h"
#include "app/job/render/timings.h"
#include "core/base/parallel/parallel.h"
#include "core/base/parallel/worker_threads.h"
#include "core/model/digest.h"
#include "core/template/template_io.h"
#include "render/geo/geo.h"

namespace fw {
namespace {

/// Makes some of the render's files and stages them.
using Making = std::function<Result<Done>()>;

constexpr double kBuildShare = 0.5;  // of the progress bar

Error cancelled() {
  return {ErrorKind::cancelled, "cancelled; nothing was written"};
}

std::vector<Making> plate_makings(const RenderRequest& request, const Build& made, PlateDesks& desks,
                                  AtomicFolder& folder, const Progress& progress) {
  struct Kind {
    bool wanted;
    PageFormat format;
    std::string_view suffix;
  };
  const Kind kinds[] = {{request.formats.png, PageFormat::png, ".png"},
                        {request.formats.svg, PageFormat::svg, ".svg"},
                        {request.formats.pdf, PageFormat::pdf, ".pdf"}};
  std::vector<Making> makings;
  for (const Kind& kind : kinds) {
    if (!kind.wanted || request.views.empty()) continue;
    makings.push_back([&request, &made, &desks, &folder, &progress, kind] {
      Progress quiet;
      quiet.cancel = progress.cancel;
      const PlateSink stage = [&](size_t index, std::string bytes) {
        const std::string_view slug = kViewSlugs[static_cast<size_t>(request.views[index])];
        return folder.put(std::string(slug) + std::string(kind.suffix), bytes);
      };
      return draw_plates(*made.world, request.build.tmpl, made.audit, request.views, request.style,
                         kind.format, stage, quiet, kind.format == PageFormat::png ? &desks : nullptr);
    });
  }
  return makings;
}

std::vector<Making> geo_makings(const RenderRequest& request, const Build& made, AtomicFolder& folder) {
  using Writer = Result<std::vector<std::string>> (*)(const GeoRequest&);
  const std::pair<bool, Writer> writers[] = {{request.formats.geojson, write_geojson},
                                             {request.formats.gpkg, write_geopackage},
                                             {request.formats.geotiff, write_geotiff},
                                             {request.formats.geotiff, write_height16},
                                             {request.formats.flatgeobuf, write_flatgeobuf}};
  std::vector<Making> makings;
  for (const auto& [wanted, writer] : writers) {
    if (!wanted) continue;
    makings.push_back([&request, &made, &folder, write = writer]() -> Result<Done> {
      const auto names = write(GeoRequest{*made.world, request.build.tmpl, made.audit, folder.staging()});
      if (!names) return names.error();
      for (const std::string& name : names.value())
        if (auto adopted = folder.adopt(name); !adopted) return adopted;
      return Done{};
    });
  }
  return makings;
}

/// What the drawing and the writing need before they begin, and takes as long as a thread is free while the
/// world is made.
struct Supplies {
  PlateDesks desks;
  std::future<void> coming{};

  explicit Supplies(const RenderRequest& request) {
    const int threads = worker_threads();
    if (threads < 2) return;
    coming = std::async(std::launch::async, [this, &request, threads] {
      const Formats& f = request.formats;
      if (f.geojson || f.gpkg || f.geotiff || f.flatgeobuf) load_geo();
      if (f.png) desks.lay_out(request.style, std::min(threads, static_cast<int>(request.views.size())));
    });
  }
  void wait() {
    if (coming.valid()) coming.get();
  }
};

/// Runs every making side by side; the first failure in list order wins.
Result<Done> make_all(const std::vector<Making>& makings, const Progress& progress) {
  std::vector<std::optional<Result<Done>>> results(makings.size());
  parallel_for(makings.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      if (!progress.cancelled()) results[i] = makings[i]();
  });
  for (const auto& result : results) {
    if (!result) return cancelled();
    if (!*result) return *result;
  }
  return Done{};
}

/// The world's own digests, as its manifest lists them.
using Digests = std::vector<std::pair<std::string, std::string>>;

Manifest describe(const RenderRequest& request, const Build& made, Digests digests,
                  std::vector<Manifest::File> files) {
  Manifest manifest;
  manifest.version = FIELDWRIGHT_VERSION;
  manifest.template_name = request.build.tmpl.name;
  manifest.template_digest = template_digest(request.build.tmpl);
  manifest.seeds = request.build.seeds;
  manifest.grid = made.world->grid;
  manifest.height_max_m = request.build.tmpl.island.height_max_m;
  manifest.digests = std::move(digests);
  manifest.layers = manifest_layers(*made.world);
  manifest.style = request.style;
  for (const View view : request.views) manifest.views.emplace_back(kViewSlugs[static_cast<size_t>(view)]);
  manifest.formats = format_words(request.formats);
  manifest.files = std::move(files);
  return manifest;
}

Result<Done> stage_texts(AtomicFolder& folder, const Template& tmpl, const AuditReport& audit) {
  if (auto put = folder.put("template.json", write_template(tmpl)); !put) return put;
  if (auto put = folder.put("audit.json", audit_json(audit)); !put) return put;
  return folder.put("audit.csv", audit_csv(audit));
}

}  // namespace

std::vector<std::string> format_words(const Formats& formats) {
  std::vector<std::string> words;
  for (const FormatWord& format : kFormatWords)
    if (formats.*format.wanted) words.emplace_back(format.word);
  return words;
}

Result<Rendered> render(const RenderRequest& request, const Progress& progress) {
  if (const auto size = page_size(request.style); !size) return size.error();
  if (const auto fits = check_render_cost(request); !fits) return fits.error();
  if (const auto free = check_render_folder(request.folder); !free) return free.error();
  Supplies supplies(request);
  StageTimer timer;
  const Progress timed = timer.watch(progress, 0, kBuildShare);
  Result<Build> built = build(request.build, timed);
  if (!built) return built.error();
  Rendered rendered{std::move(built).value(), {}};
  const Build& made = rendered.build;

  Result<AtomicFolder> opened = AtomicFolder::open(request.folder);
  if (!opened) return opened.error();
  AtomicFolder& folder = opened.value();

  progress.at("plates and exports", kBuildShare);
  timer.start("plates and exports");
  supplies.wait();
  std::vector<Making> makings = plate_makings(request, made, supplies.desks, folder, progress);
  for (Making& making : geo_makings(request, made, folder)) makings.push_back(std::move(making));
  makings.push_back([&] { return stage_texts(folder, request.build.tmpl, made.audit); });
  if (const auto all = make_all(makings, progress); !all) return all.error();
  Digests digests = world_digests(*made.world);  // at last: meanwhile the disk takes the plates

  progress.at("files", 0.95);
  timer.start("files");
  if (const auto put = folder.put("timings.json", timer.json(), Listing::aside); !put) return put.error();
  if (progress.cancelled()) return cancelled();

  const Manifest manifest = describe(request, made, std::move(digests), folder.files());
  if (const auto committed = folder.commit(manifest_json(manifest)); !committed) return committed.error();
  for (const Manifest::File& file : manifest.files) rendered.files.push_back(file.name);
  rendered.files.emplace_back(kManifestName);
  progress.at("done", 1.0);
  return rendered;
}

}  // namespace fw
