#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "app/job/export/export.h"
#include "app/job/render/exporters.h"
#include "app/job/render/render.h"
#include "core/base/result.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

namespace fw {

inline constexpr int kMostMemoryGib = 4096;

/// What a person chooses in the export dialog: what `fieldwright render` takes beside the template. Left out
/// are --simd, which changes no result, and how the command talks (--json, --quiet, --progress).
struct ExportChoices {
  QString folder;
  std::vector<View> views{View::overview, View::resources_biomes, View::enemies_danger, View::landmarks_admin,
                          View::zoom_quadrants};
  Formats formats = usual_formats();
  int resolution = BuildRequest{}.resolution;
  int dpi = PlateStyle{}.dpi;
  int map_px = PlateStyle{}.map_px;  ///< where neither sheet nor scale is chosen
  std::optional<PaperSize> sheet{};
  int scale = 0;  ///< N of 1:N; 0: as the sheet or map_px has it
  QString palette = QString::fromStdString(PlateStyle{}.palette);
  QString map_style = QString::fromStdString(PlateStyle{}.map_style);
  bool danger_patterns = false;
  int threads = 0;  ///< 0: every core
  int max_memory_gib =
      static_cast<int>(Limits{}.max_bytes / (1 << 30));  ///< what needs more is refused before it begins
};

/// Why nothing can be written into a folder of that name (a path as typed), as a sentence; empty if nothing
/// speaks against it.
QString folder_problem(const QString& folder);

/// One refused choice: which field, and why.
struct ChoiceProblem {
  QString field;  ///< "folder", "views", "resolution", "dpi", "map_px", "scale", "palette", "style",
                  ///< "threads", "max_memory"
  QString message;
};
/// Everything that would make the render fail, found without starting it.
std::vector<ChoiceProblem> check_choices(const ExportChoices& choices, const Template& tmpl);

/// `files`: where the template's symbols and imports lie.
RenderRequest render_request(const ExportChoices& choices, const Template& tmpl, const FilesOf& files = {});

/// A template as a command takes it: name or file, --set. `path` is its file, "" if it has none; a template
/// that is a built-in one, or differs from file or built-in by few settings, is called by name and --set.
/// Fails where only a saved file would do.
Result<QStringList> template_arguments(const Template& tmpl, const QString& path);
/// The same with its seed.
Result<QStringList> world_arguments(const Template& tmpl, const QString& path);
/// The `fieldwright render` call that gives the same folder, as arguments after the program's name.
/// Fails where world_arguments() does.
Result<QStringList> render_arguments(const ExportChoices& choices, const Template& tmpl, const QString& path);
/// Arguments as one line of a POSIX shell.
QString shell_line(const QStringList& arguments);

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
