#include "app/gui/export/export_choices.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <algorithm>
#include <map>
#include <sstream>

#include "app/job/folder/manifest.h"
#include "app/job/project/load.h"
#include "core/base/seed.h"
#include "core/model/colour/palette.h"
#include "core/template/template_io.h"
#include "core/world/points/content.h"
#include "render/engine/export_source.h"
#include "render/map/style/map_style.h"

namespace fw {
namespace {

BuildRequest build_request(const Template& tmpl, const FilesOf& files, int resolution) {
  BuildRequest build;
  build.tmpl = tmpl;
  build.seeds = tmpl.seeds();
  build.resolution = resolution;
  build.folder = files.folder;
  build.stem = files.stem;
  return build;
}

struct RenderWords {
  Q_DECLARE_TR_FUNCTIONS(fw::ExportDialog)
};

constexpr size_t kSettingsAtMost = 24;  // a line that a person can still read

QString format_list(const Formats& formats) {
  QStringList words;
  for (const std::string& word : format_words(formats)) words << QString::fromStdString(word);
  return words.join(QLatin1Char(','));
}

QString view_list(const std::vector<View>& views) {
  QStringList words;
  for (const View view : views) {
    const std::string_view slug = kViewSlugs[static_cast<size_t>(view)];
    words << QString::fromLatin1(slug.data(), static_cast<qsizetype>(slug.size()));
  }
  return words.join(QLatin1Char(','));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Whether a row says something about the world; seeds and view are options of their own, and the export does
/// not change it.
bool is_of_world(const std::string& line) {
  for (const char* aside : {"view.", "seed=", "seeds.", "export."})
    if (line.starts_with(aside)) return false;
  return true;
}

/// The `path=value` settings that make `base` into `wanted`, if settings can.
std::vector<std::string> settings_between(const Template& base, const Template& wanted) {
  const std::vector<std::string> known = lines_of(template_part(base, {""}));
  std::vector<std::string> settings;
  for (const std::string& line : lines_of(template_part(wanted, {""})))
    if (is_of_world(line) && std::find(known.begin(), known.end(), line) == known.end())
      settings.push_back(line);
  return settings;
}

Error needs_saving() {
  return {ErrorKind::usage,
          RenderWords::tr("Save the template first: the command reads it from its file.").toStdString()};
}

}  // namespace

QString folder_problem(const QString& folder) {
  const QString path = folder.trimmed();
  if (path.isEmpty()) return RenderWords::tr("Choose a folder.");
  if (!QDir::isAbsolutePath(path)) return RenderWords::tr("The folder's path must be absolute.");
  if (QFileInfo(path).exists() && !QFileInfo(path).isDir())
    return RenderWords::tr("There is a file of that name.");
  return {};
}

std::vector<ChoiceProblem> check_choices(const ExportChoices& choices, const Template& tmpl) {
  std::vector<ChoiceProblem> problems;
  const auto refuse = [&](const char* field, const QString& message) {
    problems.push_back({QString::fromLatin1(field), message});
  };
  if (const QString problem = folder_problem(choices.folder); !problem.isEmpty())
    refuse("folder", problem);
  else if (const auto free = check_render_folder(choices.folder.trimmed().toStdString()); !free)
    refuse("folder", QString::fromStdString(free.error().message));
  if (choices.views.empty()) refuse("views", RenderWords::tr("Choose at least one view."));
  if (format_list(choices.formats).isEmpty())
    refuse("formats", RenderWords::tr("Choose at least one format."));
  const QLocale locale;
  if (choices.resolution < kMinResolution || choices.resolution > kMaxResolution)
    refuse("resolution", RenderWords::tr("From %1 to %2 cells.").arg(kMinResolution).arg(kMaxResolution));
  if (choices.dpi < kLeastDpi || choices.dpi > kMostDpi)
    refuse("dpi", RenderWords::tr("From %1 to %2 dots per inch.").arg(kLeastDpi).arg(kMostDpi));
  const RenderRequest request = render_request(choices, tmpl);
  const bool paper = choices.sheet || choices.scale > 0;
  if (choices.map_px < kLeastMap_px && !paper)
    refuse("map_px", RenderWords::tr("At least %1 pixels.").arg(kLeastMap_px));
  else if (const auto size = page_size(request.style, frame_of(request)); !size)
    refuse(paper ? "scale" : "map_px", QString::fromStdString(size.error().message));
  if (!is_palette(choices.palette.toStdString()))
    refuse("palette", RenderWords::tr("There is no such palette."));
  if (!is_map_style(choices.map_style.toStdString()))
    refuse("style", RenderWords::tr("There is no such map style."));
  if (choices.threads < 0 || choices.threads > kMostThreads)
    refuse("threads", RenderWords::tr("From 0 to %1 threads.").arg(kMostThreads));
  if (choices.max_memory_gib < 1 || choices.max_memory_gib > kMostMemoryGib)
    refuse("max_memory", RenderWords::tr("From 1 to %1 GiB.").arg(kMostMemoryGib));
  if (!problems.empty()) return problems;
  if (const auto cost = check_render_cost(render_request(choices, tmpl)); !cost)
    refuse("resolution", QString::fromStdString(cost.error().message));
  return problems;
}

RenderRequest render_request(const ExportChoices& choices, const Template& tmpl, const FilesOf& files) {
  RenderRequest request;
  request.build = build_request(tmpl, files, choices.resolution);
  request.build.limits.max_bytes = choices.max_memory_gib * double{1 << 30};
  request.style.sheet = choices.sheet;
  request.style.scale = choices.scale;
  if (!choices.sheet && choices.scale == 0) request.style.map_px = choices.map_px;
  request.style.dpi = choices.dpi;
  request.style.palette = choices.palette.toStdString();
  request.style.map_style = choices.map_style.toStdString();
  request.style.danger_patterns = choices.danger_patterns;
  request.views = choices.views;
  request.formats = choices.formats;
  request.folder = choices.folder.trimmed().toStdString();
  return request;
}

Result<QStringList> template_arguments(const Template& tmpl, const QString& path) {
  const BuiltinTemplate* builtin = find_builtin(tmpl.name);
  if (path.isEmpty() && !builtin) return needs_saving();
  const std::string name = path.isEmpty() ? std::string(builtin->name) : path.toStdString();
  const Result<Template> base = load_template(name, {});
  if (!base) return needs_saving();
  const std::vector<std::string> settings = settings_between(base.value(), tmpl);
  const Result<Template> reached = load_template(name, settings);
  if (settings.size() > kSettingsAtMost || !reached ||
      template_digest(reached.value()) != template_digest(tmpl))
    return needs_saving();

  QStringList words{QString::fromStdString(name)};
  for (const std::string& setting : settings)
    words << QStringLiteral("--set") << QString::fromStdString(setting);
  return words;
}

Result<QStringList> world_arguments(const Template& tmpl, const QString& path) {
  Result<QStringList> words = template_arguments(tmpl, path);
  if (words) words.value() << QStringLiteral("--seed") << QString::fromStdString(seed_text(tmpl.seeds()));
  return words;
}

Result<QStringList> render_arguments(const ExportChoices& choices, const Template& tmpl,
                                     const QString& path) {
  const Result<QStringList> world = world_arguments(tmpl, path);
  if (!world) return world;
  const ExportChoices usual;
  QStringList words = QStringList{QStringLiteral("render")} + world.value();
  const auto option = [&words](const char* key, int value, int default_value) {
    if (value != default_value) words << QString::fromLatin1(key) << QString::number(value);
  };
  option("--resolution", choices.resolution, usual.resolution);
  if (choices.sheet)
    words << QStringLiteral("--sheet")
          << QString::fromUtf8(kPaperSlugs[static_cast<size_t>(*choices.sheet)].data());
  option("--scale", choices.scale, usual.scale);
  if (!choices.sheet && choices.scale == 0) option("--map-px", choices.map_px, usual.map_px);
  option("--dpi", choices.dpi, usual.dpi);
  // Always: the template's view may name others.
  words << QStringLiteral("--palette") << choices.palette << QStringLiteral("--style") << choices.map_style;
  if (choices.danger_patterns) words << QStringLiteral("--danger-patterns");
  if (choices.views != usual.views) words << QStringLiteral("--views") << view_list(choices.views);
  if (format_list(choices.formats) != format_list(usual.formats))
    words << QStringLiteral("--formats") << format_list(choices.formats);
  option("--threads", choices.threads, usual.threads);
  if (choices.max_memory_gib != usual.max_memory_gib)
    words << QStringLiteral("--max-memory") << QStringLiteral("%1G").arg(choices.max_memory_gib);
  words << QStringLiteral("-o") << choices.folder.trimmed();
  return words;
}

QString shell_line(const QStringList& arguments) {
  QStringList words{QStringLiteral("fieldwright")};
  for (const QString& argument : arguments) {
    const bool plain = !argument.isEmpty() && std::all_of(argument.begin(), argument.end(), [](QChar c) {
      return (c.unicode() < 128 && c.isLetterOrNumber()) || QStringLiteral("_@%+=:,./-").contains(c);
    });
    QString quoted = argument;
    quoted.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    words << (plain ? argument : QLatin1Char('\'') + quoted + QLatin1Char('\''));
  }
  return words.join(QLatin1Char(' '));
}

namespace {

struct EngineWords {
  Q_DECLARE_TR_FUNCTIONS(fw::ExportDialog)
};

/// The block alone, as text.
std::string export_part(const Template& tmpl) {
  return template_part(tmpl, {"export."});
}

QString target_list(const std::vector<std::string>& targets) {
  if (targets.size() == kExportTargetSlugs.size()) return QStringLiteral("all");
  QStringList words;
  for (const std::string& target : targets) words << QString::fromStdString(target);
  return words.join(QLatin1Char(','));
}

}  // namespace

QString engine_problem(const EngineChoices& choices) {
  if (choices.targets.empty()) return EngineWords::tr("Choose at least one target.");
  if (const QString problem = folder_problem(choices.folder); !problem.isEmpty()) return problem;
  const std::vector<int> sides = common_sides(choices.targets);
  if (choices.vertices != 0 && std::find(sides.begin(), sides.end(), choices.vertices) == sides.end())
    return EngineWords::tr("Not every chosen target takes %1 vertices.").arg(choices.vertices);
  return {};
}

std::vector<int> common_sides(const std::vector<std::string>& targets) {
  std::vector<int> common;
  for (size_t i = 0; i < targets.size(); ++i) {
    const std::vector<int> sides = vertex_sides(targets[i]);
    if (i == 0) common = sides;
    std::erase_if(common, [&](int v) { return std::find(sides.begin(), sides.end(), v) == sides.end(); });
  }
  return common;
}

ExportRequest engine_request(const EngineChoices& choices, const Template& tmpl, const FilesOf& files) {
  ExportRequest request;
  request.build = build_request(tmpl, files, choices.resolution);
  request.targets = choices.targets;
  request.folder = choices.folder.trimmed().toStdString();
  if (choices.vertices != 0) request.vertices = choices.vertices;
  if (choices.tiles != 0) request.tiles = choices.tiles;
  return request;
}

Result<QStringList> engine_arguments(const EngineChoices& choices, const Template& tmpl,
                                     const QString& path) {
  const Result<QStringList> world = world_arguments(tmpl, path);
  if (!world) return world;
  const Result<Template> base = load_template(world.value().front().toStdString(), {});
  if (!base || export_part(base.value()) != export_part(tmpl))
    return Error{ErrorKind::usage,
                 EngineWords::tr("Save the template first: the command reads its assets from the file.")
                     .toStdString()};
  QStringList words = QStringList{QStringLiteral("export")} + world.value();
  const auto option = [&words](const char* key, int value, int usual) {
    if (value != usual) words << QString::fromLatin1(key) << QString::number(value);
  };
  option("--resolution", choices.resolution, EngineChoices{}.resolution);
  if (!choices.targets.empty()) words << QStringLiteral("--target") << target_list(choices.targets);
  option("--vertices", choices.vertices, 0);
  option("--tiles", choices.tiles, 0);
  return words << QStringLiteral("-o") << choices.folder.trimmed();
}

std::vector<AssetRow> asset_rows(const Template& tmpl, const World* world, const std::string& target) {
  std::map<std::string, size_t> counts;
  if (world != nullptr)
    for (const Point& point : world->points.points) ++counts[world->points.class_of(point).slug];
  std::vector<AssetRow> rows;
  for (const PointClassInfo& cls : point_class_infos(tmpl)) {
    AssetRow& row = rows.emplace_back();
    row.cls = cls.slug;
    row.label = QString::fromStdString(cls.label.empty() ? cls.slug : cls.label);
    row.count = counts[cls.slug];
    for (const ExportThing& thing : tmpl.exports.things)
      if (thing.cls == cls.slug && thing.target == target) row.asset = thing.asset;
    if (const ExportThing* thing = thing_row(tmpl.exports, cls, target)) row.used = thing->asset;
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const AssetRow& a, const AssetRow& b) { return a.used.empty() && !b.used.empty(); });
  return rows;
}

void set_asset(Template& tmpl, const std::string& cls, const std::string& target, const std::string& asset) {
  std::vector<ExportThing>& things = tmpl.exports.things;
  const auto found = std::find_if(things.begin(), things.end(), [&](const ExportThing& thing) {
    return thing.cls == cls && thing.target == target;
  });
  if (found == things.end()) {
    if (!asset.empty()) {
      ExportThing& made = things.emplace_back();
      made.cls = cls;
      made.target = target;
      made.asset = asset;
    }
    return;
  }
  found->asset = asset;
  const ExportThing plain;
  const bool says_more = found->yaw != plain.yaw || found->scale != plain.scale ||
                         found->lift_m != plain.lift_m || found->leave_out;
  if (asset.empty() && !says_more) things.erase(found);
}

std::vector<PastedAsset> pasted_assets(const QString& text, const std::vector<AssetRow>& rows, size_t first) {
  std::vector<PastedAsset> out;
  const QStringList lines = text.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  for (const QString& line : lines) {
    const QStringList cells = line.trimmed().split(QLatin1Char('\t'));
    if (cells.size() == 1) {
      if (first < rows.size()) out.push_back({rows[first++].cls, cells[0].trimmed().toStdString()});
      continue;
    }
    const QString name = cells[0].trimmed();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const AssetRow& r) {
      return name.toStdString() == r.cls || name == r.label;
    });
    if (row != rows.end()) out.push_back({row->cls, cells.last().trimmed().toStdString()});
  }
  return out;
}

}  // namespace fw
