#include "app/job/export/export.h"

#include <algorithm>

#include "app/job/export/export_manifest.h"
#include "app/job/export/export_source.h"
#include "app/job/folder/change.h"
#include "app/job/folder/file_io.h"
#include "app/job/render/stored.h"
#include "core/base/number_text.h"
#include "core/base/suggest.h"
#include "core/model/template/value_rule.h"
#include "render/engine/targets.h"

namespace fw {
namespace {

namespace fs = std::filesystem;

constexpr double kSourceShare = 0.4;  // of the progress bar
/// Beyond it single precision holds less than a millimetre.
constexpr double kMostPrecise_m = 16000;

class FolderSink : public ExportSink {
 public:
  explicit FolderSink(AtomicFolder& folder) : folder_(folder) {}
  Result<Done> put(std::string_view name, std::string_view bytes) override {
    return folder_.put(name, bytes);
  }
  const fs::path& staging() const override { return folder_.staging(); }
  Result<Done> adopt(std::string_view name) override { return folder_.adopt(name); }

 private:
  AtomicFolder& folder_;
};

Result<std::vector<const EngineTarget*>> wanted_targets(const std::vector<std::string>& asked,
                                                        const ExportParams& exports) {
  const std::vector<std::string>& words = asked.empty() ? exports.targets : asked;
  if (words.empty())
    return Error{ErrorKind::usage,
                 "no target given and the template's export.targets is empty; use --target with some of " +
                     words_text(kExportTargetSlugs) + ", or all"};
  std::vector<const EngineTarget*> wanted;
  for (const EngineTarget& target : kEngineTargets)
    if (std::find(words.begin(), words.end(), target.slug) != words.end() ||
        std::find(words.begin(), words.end(), "all") != words.end())
      wanted.push_back(&target);
  return wanted;
}

Result<Done> check_words(const std::vector<std::string>& words) {
  std::vector<std::string> known(kExportTargetSlugs.begin(), kExportTargetSlugs.end());
  known.emplace_back("all");
  for (const std::string& word : words)
    if (std::find(known.begin(), known.end(), word) == known.end())
      return Error{ErrorKind::usage, "--target " + word + ": no such target" + did_you_mean(word, known) +
                                         "; expected some of " + words_text(kExportTargetSlugs) + " or all"};
  return Done{};
}

/// Whether a path is another or lies inside it.
bool is_inside(const fs::path& inner, const fs::path& outer) {
  std::error_code ignored;
  const fs::path a = fs::weakly_canonical(inner, ignored), b = fs::weakly_canonical(outer, ignored);
  const fs::path rest = a.lexically_relative(b);
  return !rest.empty() && *rest.begin() != "..";
}

Result<Done> check_places(const ExportRequest& request) {
  if (request.folder.empty()) return Error{ErrorKind::usage, "no output folder given; use -o DIR"};
  if (request.source.empty()) return Done{};
  if (is_inside(request.folder, request.source))
    return Error{ErrorKind::usage, request.folder.string() + ": lies inside the render's folder " +
                                       request.source.string() + "; choose another folder"};
  for (const EngineTarget& target : kEngineTargets)
    if (is_inside(request.source, request.folder / target.slug))
      return Error{ErrorKind::usage, request.source.string() + ": lies inside the export's folder " +
                                         (request.folder / target.slug).string() + "; choose another folder"};
  return Done{};
}

void add_findings(const ExportSource& source, std::string_view target, const Findings& mapping,
                  ExportFacts& facts) {
  facts.findings.insert(facts.findings.end(), mapping.begin(), mapping.end());
  const GridSpec& g = source.world->grid;
  const double side = std::max(g.width_m(), g.height_m());
  const bool precise = target == "csv" || target == "postgis" || target == "tiled" || target == "web";
  if (!precise && side > kMostPrecise_m)
    facts.findings.push_back({Severity::warning, "float_precision", "frame",
                              "The frame is " + rounded_text(side) + " m wide; single precision holds " +
                                  rounded_text(side / (1 << 24) * 1000, 2) +
                                  " mm there, places come out no finer."});
  if (facts.unmapped.empty()) return;
  std::string words;
  for (const auto& [cls, count] : facts.unmapped)
    words += (words.empty() ? "" : ", ") + cls + " (" + std::to_string(count) + ")";
  facts.findings.push_back({Severity::info, "unmapped", "export.things",
                            "Classes without an asset, exported as plain markers: " + words + "."});
}

Result<ExportedTarget> export_target(const ExportRequest& request, const LoadedSource& loaded,
                                     const EngineTarget& target, const Progress& progress) {
  const fs::path place = request.folder / target.slug;
  Result<AtomicFolder> folder =
      AtomicFolder::open(place, request.overwrite ? Replace::all : Replace::ours, kExportFolder);
  if (!folder) return folder.error();
  FolderSink sink(folder.value());
  sink.progress.cancel = progress.cancel;
  if (auto written = target.write(loaded.source, sink); !written) return written.error();
  if (*loaded.unread) return **loaded.unread;
  add_findings(loaded.source, target.slug, loaded.findings, sink.facts);
  if (progress.cancelled()) return Error{ErrorKind::cancelled, "cancelled; nothing was written"};
  const std::string text = export_json(loaded.source, target.slug, sink.facts, folder.value().files());
  if (auto done = folder.value().commit(text); !done) return done.error();
  return ExportedTarget{std::string(target.slug), place, folder.value().counts(),
                        std::move(sink.facts.findings)};
}

}  // namespace

Result<std::vector<ExportedTarget>> export_world(const ExportRequest& request, const Progress& progress) {
  if (auto known = check_words(request.targets); !known) return known.error();
  if (auto free = check_places(request); !free) return free.error();
  Progress first = progress;
  first.report = [&](std::string_view stage, double fraction) {
    progress.at(stage, kSourceShare * fraction);
  };
  const Result<LoadedSource> loaded = load_export_source(request, first);
  if (!loaded) return loaded.error();
  const auto targets = wanted_targets(request.targets, loaded.value().source.exports);
  if (!targets) return targets.error();
  for (const EngineTarget* target : targets.value())
    if (const auto fits = vertices_for(loaded.value().source, target->slug); !fits) return fits.error();
  std::vector<ExportedTarget> out;
  for (const EngineTarget* target : targets.value()) {
    if (progress.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
    progress.at(target->slug, kSourceShare + (1 - kSourceShare) * static_cast<double>(out.size()) /
                                                 static_cast<double>(targets.value().size()));
    Result<ExportedTarget> done = export_target(request, loaded.value(), *target, progress);
    if (!done) return done.error();
    out.push_back(std::move(done).value());
  }
  return out;
}

Result<ExportVerification> verify_export(const fs::path& folder, const fs::path& render) {
  const Result<Descriptor> reading = open_to_read(folder);
  if (!reading) return reading.error();
  const Result<StoredExport> stored = read_export_manifest(folder);
  if (!stored) return stored.error();
  Manifest listed;
  listed.files = stored.value().files;
  ExportVerification out{altered_files(folder, listed), listed.files.size()};
  if (render.empty()) return out;
  const Result<Manifest> manifest = read_manifest(render);
  if (!manifest) return manifest.error();
  if (manifest.value().template_digest != stored.value().template_digest)
    out.mismatches.push_back("template: " + stored.value().template_digest + ", the render's is " +
                             manifest.value().template_digest);
  for (const auto& [name, digest] : manifest.value().digests) {
    const auto found = std::find_if(stored.value().digests.begin(), stored.value().digests.end(),
                                    [&](const auto& d) { return d.first == name; });
    if (found == stored.value().digests.end() || found->second != digest)
      out.mismatches.push_back("digest " + name + ": not the render's");
  }
  return out;
}

}  // namespace fw
