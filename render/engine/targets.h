#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "render/engine/export_sink.h"
#include "render/engine/export_source.h"

namespace fw {

// One function per target (docs/export.md, 7): stages its files and states its facts in the sink.
Result<Done> write_csv(const ExportSource& source, ExportSink& sink);
Result<Done> write_tiled(const ExportSource& source, ExportSink& sink);
Result<Done> write_gltf(const ExportSource& source, ExportSink& sink);
Result<Done> write_godot(const ExportSource& source, ExportSink& sink);
Result<Done> write_web(const ExportSource& source, ExportSink& sink);
Result<Done> write_postgis(const ExportSource& source, ExportSink& sink);
Result<Done> write_luanti(const ExportSource& source, ExportSink& sink);
Result<Done> write_unity(const ExportSource& source, ExportSink& sink);
Result<Done> write_server(const ExportSource& source, ExportSink& sink);
Result<Done> write_unreal(const ExportSource& source, ExportSink& sink);

/// The schema that targets with a load.sql load into: export.root, else the template's name.
/// ErrorKind::invalid_template for names that PostgreSQL or a load keeps for itself.
Result<std::string> load_schema(const ExportSource& source);

struct EngineTarget {
  std::string_view slug;   ///< of kExportTargetSlugs
  std::string_view title;  ///< for people
  Result<Done> (*write)(const ExportSource&, ExportSink&);
  bool loads = false;  ///< into a database, by its load.sql
};
/// In the order of kExportTargetSlugs.
extern const std::array<EngineTarget, kExportTargetSlugs.size()> kEngineTargets;

}  // namespace fw
