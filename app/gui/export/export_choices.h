#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "app/job/render/exporters.h"
#include "app/job/render/render.h"
#include "core/base/result.h"
#include "core/model/template/template.h"

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
  int map_px = PlateStyle{}.map_px;
  QString palette = QString::fromStdString(PlateStyle{}.palette);
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
  QString field;  ///< "folder", "views", "resolution", "dpi", "map_px", "palette", "threads",
                  ///< "max_memory"
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

}  // namespace fw
