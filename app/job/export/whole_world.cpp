#include "app/job/export/whole_world.h"

#include <mutex>
#include <optional>
#include <utility>

#include "app/job/render/stored.h"
#include "core/model/world/digest.h"

namespace fw {
namespace {

namespace fs = std::filesystem;

Result<WholeWorld> world_anew(const fs::path& folder, const Progress& progress) {
  const Result<Stored> stored = read_stored(folder);
  if (!stored) return stored.error();
  Result<Build> made = rebuild(stored.value(), progress);
  if (!made) return made.error();
  if (world_digests(*made.value().world) != stored.value().manifest.digests)
    return Error{ErrorKind::mismatch, folder.string() + ": was rendered by version " +
                                          stored.value().manifest.version +
                                          ", and this version makes another world of its template"};
  return WholeWorld{made.value().world, std::make_shared<const Template>(stored.value().tmpl),
                    std::make_shared<const AuditReport>(std::move(made.value().audit))};
}

/// A world that several targets may ask for.
struct Kept {
  std::mutex mutex;
  std::optional<Result<WholeWorld>> made;
};

}  // namespace

WholeWorldOf whole_world_of(const ExportSource& source, const fs::path& folder) {
  if (folder.empty())
    return [own = WholeWorld{source.world, source.tmpl, source.audit}](
               const Progress&) -> Result<WholeWorld> { return own; };
  return [folder, kept = std::make_shared<Kept>()](const Progress& progress) -> Result<WholeWorld> {
    const std::scoped_lock lock(kept->mutex);
    if (!kept->made) {
      Result<WholeWorld> made = world_anew(folder, progress);
      if (progress.cancelled()) return made;  // the next who asks begins again
      kept->made = std::move(made);
    }
    return *kept->made;
  };
}

}  // namespace fw
