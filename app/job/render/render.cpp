#include "app/job/render/render.h"

#include <chrono>
#include <functional>
#include <future>
#include <optional>
#include <utility>

#include "app/job/audit/audit_files.h"
#include "app/job/render/exporters.h"
#include "app/job/render/manifest.h"
#include "app/job/render/timings.h"
#include "core/base/parallel/parallel.h"
#include "core/base/parallel/worker_threads.h"
#include "core/model/digest.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

/// Makes some of the render's files and stages them.
using Making = std::function<Result<Done>()>;

constexpr double kBuildShare = 0.5;  // of the progress bar

Error cancelled() {
  return {ErrorKind::cancelled, "cancelled; nothing was written"};
}

/// What the drawing and the writing need before they begin, and takes as long as a thread is free while the
/// world is made.
struct Supplies {
  PageBuffers buffers;
  std::future<void> coming{};

  explicit Supplies(const RenderRequest& request) {
    if (worker_threads() < 2) return;
    coming = std::async(std::launch::async, [this, &request] {
      for (const Exporter* exporter : wanted_exporters(request.formats))
        if (exporter->prepare != nullptr) exporter->prepare(request, buffers);
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

/// Draws, exports and stages every file, and says what the manifest must hold.
Result<Manifest> fill_folder(const RenderRequest& request, const Build& made, Supplies& supplies,
                             AtomicFolder& folder, StageTimer& timer, const Progress& progress) {
  progress.at("plates and exports", kBuildShare);
  timer.start("plates and exports");
  supplies.wait();
  const ExportInput input{request, made, folder, supplies.buffers, progress};
  std::vector<Making> makings;
  for (const Exporter* exporter : wanted_exporters(request.formats))
    makings.push_back([&input, exporter] { return exporter->write(input); });
  makings.push_back([&] { return stage_texts(folder, request.build.tmpl, made.audit); });
  if (const auto all = make_all(makings, progress); !all) return all.error();
  Digests digests = world_digests(*made.world);  // at last: meanwhile the disk takes the plates
  progress.at("files", 0.95);
  timer.start("files");
  if (const auto put = folder.put("timings.json", timer.json(), Listing::aside); !put) return put.error();
  if (progress.cancelled()) return cancelled();
  return describe(request, made, std::move(digests), folder.files());
}

/// Every name that the manifest will list: where one of them is taken, nothing need be made.
std::vector<std::string> listed_names(const RenderRequest& request) {
  std::vector<std::string> names = export_files(request);
  for (const char* text : {"template.json", "audit.json", "audit.csv"}) names.emplace_back(text);
  return names;
}

}  // namespace

Result<Rendered> render(const RenderRequest& request, const Progress& progress) {
  const Replace replace = request.overwrite ? Replace::all : Replace::ours;
  if (const auto size = page_size(request.style); !size) return size.error();
  if (const auto fits = check_render_cost(request); !fits) return fits.error();
  if (const auto free = check_render_folder(request.folder); !free) return free.error();
  if (const auto free = check_replaceable(request.folder, listed_names(request), replace); !free)
    return free.error();
  Supplies supplies(request);
  StageTimer timer;
  const Progress timed = timer.watch(progress, 0, kBuildShare);
  Result<Build> built = build(request.build, timed);
  if (!built) return built.error();
  Rendered rendered{std::move(built).value(), {}};

  Result<AtomicFolder> folder = AtomicFolder::open(request.folder, replace);
  if (!folder) return folder.error();
  const Result<Manifest> manifest =
      fill_folder(request, rendered.build, supplies, folder.value(), timer, progress);
  if (!manifest) return manifest.error();
  if (const auto committed = folder.value().commit(manifest_json(manifest.value())); !committed)
    return committed.error();
  for (const Manifest::File& file : manifest.value().files) rendered.files.push_back(file.name);
  rendered.files.emplace_back(kManifestName);
  progress.at("done", 1.0);
  return rendered;
}

Result<RenderedAside> render_aside(const RenderRequest& request, const Progress& progress) {
  if (const auto size = page_size(request.style); !size) return size.error();
  if (const auto fits = check_render_cost(request); !fits) return fits.error();
  Supplies supplies(request);
  StageTimer timer;
  const Result<Build> built = build(request.build, timer.watch(progress, 0, kBuildShare));
  if (!built) return built.error();
  std::error_code problem;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(problem);
  remove_stale_staging(temporary);
  Result<StagingFolder> scratch = StagingFolder::make(temporary);
  if (!scratch) return scratch.error();
  Result<AtomicFolder> folder = AtomicFolder::open(scratch.value().path() / "render");  // the staging folder itself is locked
  if (!folder) return folder.error();
  Result<Manifest> manifest =
      fill_folder(request, built.value(), supplies, folder.value(), timer, progress);
  if (!manifest) return manifest.error();
  progress.at("done", 1.0);
  return RenderedAside{std::move(scratch).value(), std::move(folder).value(), std::move(manifest).value()};
}

}  // namespace fw
