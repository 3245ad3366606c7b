#include "app/gui/export/engine_choices.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

#include "app/gui/export/export_choices.h"
#include "app/job/project/load.h"
#include "core/template/template_io.h"
#include "core/world/points/content.h"
#include "render/engine/export_source.h"

namespace fw {
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
  request.build.tmpl = tmpl;
  request.build.seeds = tmpl.seeds();
  request.build.resolution = choices.resolution;
  request.build.folder = files.folder;
  request.build.stem = files.stem;
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
