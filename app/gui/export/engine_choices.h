#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "app/job/export/export.h"
#include "core/base/result.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

namespace fw {

/// What a person chooses on the page Engines: what `fieldwright export` takes beside the template.
struct EngineChoices {
  QString folder;
  std::vector<std::string> targets;  ///< of kExportTargetSlugs
  int resolution = BuildRequest{}.resolution;
  int vertices = 0;  ///< 0: by itself
  int tiles = 0;     ///< 0: as few as the target allows
};

/// Why the export would be refused, found without starting it; "" = nothing.
QString engine_problem(const EngineChoices& choices);

/// The numbers of vertices that every one of the targets takes.
std::vector<int> common_sides(const std::vector<std::string>& targets);

/// `files`: where the template's symbols and imports lie.
ExportRequest engine_request(const EngineChoices& choices, const Template& tmpl, const FilesOf& files = {});

/// The `fieldwright export` call that writes the same folders, as arguments after the program's name. Fails
/// where only a saved file would do.
Result<QStringList> engine_arguments(const EngineChoices& choices, const Template& tmpl, const QString& path);

/// A class of points and what stands for it in a target.
struct AssetRow {
  std::string cls;
  QString label;
  size_t count = 0;   ///< points in the world on show
  std::string asset;  ///< of the row for this target alone
  std::string used;   ///< what the export takes: `asset`, or that of a row for any target or the category
};
/// Every class of the template: those without an asset first, then as the template has them. `world` may be
/// null.
std::vector<AssetRow> asset_rows(const Template& tmpl, const World* world, const std::string& target);

/// Names the asset of a class in a target; "" takes the name away, and the row where it says nothing else.
void set_asset(Template& tmpl, const std::string& cls, const std::string& target, const std::string& asset);

/// Lines of a spreadsheet: a class and its asset in two columns, or assets alone for the classes from
/// `first` on. Lines with a class that `rows` lacks are left out.
struct PastedAsset {
  std::string cls, asset;
};
std::vector<PastedAsset> pasted_assets(const QString& text, const std::vector<AssetRow>& rows, size_t first);

}  // namespace fw
