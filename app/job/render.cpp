#include "app/job/render.h"

#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "app/job/atomic_folder.h"
#include "app/job/audit_files.h"
#include "app/job/manifest.h"
#include "app/job/timings.h"
#include "core/base/parallel.h"
#include "core/model/digest.h"
#include "core/model/template_io.h"
#include "render/geo/geo.h"

namespace fw {
namespace {

/// A file's final name and, for what is made in memory, its bytes; staged files already lie in the staging
/// folder.
struct Made {
  std::string name;
  std::optional<std::string> bytes;
};
using Making = std::function<Result<std::vector<Made>>()>;

constexpr double kBuildShare = 0.5;  // of the progress bar

Error cancelled() {
  return {ErrorKind::cancelled, "cancelled; nothing was written"};
}

std::vector<Making> plate_makings(const RenderRequest& request, const Build& made, const Progress& progress) {
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
    makings.push_back([&request, &made, &progress, kind]() -> Result<std::vector<Made>> {
      Progress quiet;
      quiet.cancel = progress.cancel;
      auto plates = draw_plates(*made.world, request.build.tmpl, made.audit, request.views, request.style,
                                kind.format, quiet);
      if (!plates) return plates.error();
      std::vector<Made> files;
      for (size_t i = 0; i < request.views.size(); ++i)
        files.push_back(
            {std::string(kViewSlugs[static_cast<size_t>(request.views[i])]) + std::string(kind.suffix),
             std::move(plates.value()[i])});
      return files;
    });
  }
  return makings;
}

std::vector<Making> geo_makings(const RenderRequest& request, const Build& made,
                                const std::filesystem::path& staging) {
  using Writer = Result<std::vector<std::string>> (*)(const GeoRequest&);
  const std::pair<bool, Writer> writers[] = {{request.formats.geojson, write_geojson},
                                             {request.formats.gpkg, write_geopackage},
                                             {request.formats.geotiff, write_geotiff},
                                             {request.formats.geotiff, write_height16},
                                             {request.formats.flatgeobuf, write_flatgeobuf}};
  std::vector<Making> makings;
  for (const auto& [wanted, writer] : writers) {
    if (!wanted) continue;
    makings.push_back([&request, &made, staging, write = writer]() -> Result<std::vector<Made>> {
      const auto names = write(GeoRequest{*made.world, request.build.tmpl, made.audit, staging});
      if (!names) return names.error();
      std::vector<Made> files;
      for (const std::string& name : names.value()) files.push_back({name, std::nullopt});
      return files;
    });
  }
  return makings;
}

/// Runs every making side by side; the first failure in list order wins.
Result<std::vector<Made>> make_all(const std::vector<Making>& makings, const Progress& progress) {
  std::vector<std::optional<Result<std::vector<Made>>>> results(makings.size());
  parallel_for(makings.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      if (!progress.cancelled()) results[i] = makings[i]();
  });
  std::vector<Made> files;
  for (auto& result : results) {
    if (!result) return cancelled();
    if (!*result) return result->error();
    for (Made& file : result->value()) files.push_back(std::move(file));
  }
  return files;
}

std::vector<std::string> format_names(const Formats& f) {
  std::vector<std::string> names;
  for (const auto& [wanted, name] : {std::pair{f.png, "png"},
                                     {f.svg, "svg"},
                                     {f.pdf, "pdf"},
                                     {f.geojson, "geojson"},
                                     {f.gpkg, "gpkg"},
                                     {f.geotiff, "geotiff"},
                                     {f.flatgeobuf, "flatgeobuf"}})
    if (wanted) names.emplace_back(name);
  return names;
}

Manifest describe(const RenderRequest& request, const Build& made, std::vector<Manifest::File> files) {
  Manifest manifest;
  manifest.version = FIELDWRIGHT_VERSION;
  manifest.template_name = request.build.tmpl.name;
  manifest.template_digest = template_digest(request.build.tmpl);
  manifest.seeds = request.build.seeds;
  manifest.grid = made.world->grid;
  manifest.height_max_m = request.build.tmpl.island.height_max_m;
  manifest.digests = world_digests(*made.world);
  manifest.layers = manifest_layers(*made.world);
  manifest.style = request.style;
  for (const View view : request.views) manifest.views.emplace_back(kViewSlugs[static_cast<size_t>(view)]);
  manifest.formats = format_names(request.formats);
  manifest.files = std::move(files);
  return manifest;
}

Result<Done> stage(AtomicFolder& folder, std::vector<Made> files) {
  for (Made& file : files) {
    Result<Done> staged = file.bytes ? folder.put(file.name, *file.bytes) : folder.adopt(file.name);
    if (!staged) return staged;
  }
  return Done{};
}

}  // namespace

Result<Rendered> render(const RenderRequest& request, const Progress& progress) {
  if (const auto size = page_size(request.style); !size) return size.error();
  if (const auto free = check_render_folder(request.folder); !free) return free.error();
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
  std::vector<Making> makings = plate_makings(request, made, progress);
  for (Making& making : geo_makings(request, made, folder.staging())) makings.push_back(std::move(making));
  auto files = make_all(makings, progress);
  if (!files) return files.error();

  progress.at("files", 0.95);
  timer.start("files");
  files.value().push_back({"template.json", write_template(request.build.tmpl)});
  files.value().push_back({"audit.json", audit_json(made.audit)});
  files.value().push_back({"audit.csv", audit_csv(made.audit)});
  if (const auto staged = stage(folder, std::move(files).value()); !staged) return staged.error();
  if (const auto put = folder.put("timings.json", timer.json(), Listing::aside); !put) return put.error();
  if (progress.cancelled()) return cancelled();

  const Manifest manifest = describe(request, made, folder.files());
  if (const auto committed = folder.commit(manifest_json(manifest)); !committed) return committed.error();
  for (const Manifest::File& file : manifest.files) rendered.files.push_back(file.name);
  rendered.files.emplace_back(kManifestName);
  progress.at("done", 1.0);
  return rendered;
}

}  // namespace fw
