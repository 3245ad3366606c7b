#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "render/engine/export_source.h"

namespace fw {

/// A world with all that its files leave out, and what belongs to it.
struct WholeWorld {
  std::shared_ptr<const World> world;
  std::shared_ptr<const Template> tmpl;
  std::shared_ptr<const AuditReport> audit;
};
using WholeWorldOf = std::function<Result<WholeWorld>(const Progress&)>;

/// Of a source: its own where it was made (`folder` empty); else that of the render's folder, made anew when
/// it is asked for and then kept. ErrorKind::mismatch where it comes out otherwise.
WholeWorldOf whole_world_of(const ExportSource& source, const std::filesystem::path& folder);

}  // namespace fw
