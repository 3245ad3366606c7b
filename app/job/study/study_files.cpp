#include "app/job/study/study_files.h"

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/job/folder/csv.h"
#include "app/job/folder/file_io.h"
#include "core/base/hash.h"
#include "core/base/json_rows.h"
#include "core/experiment/protocol.h"
#include "core/experiment/studies.h"

namespace fw {
namespace fs = std::filesystem;
namespace {

CsvLine csv_group(const GroupKey& g) {
  CsvLine line;
  line.add(g.study).add(g.preset).add(g.scale).add(g.variant).add(g.method);
  return line;
}

JsonRow json_group(const GroupKey& g) {
  JsonRow row;
  row.text("study", g.study).text("preset", g.preset).text("scale", g.scale);
  row.text("variant", g.variant).text("method", g.method);
  return row;
}

CsvLine& add_optional(CsvLine& line, const std::optional<double>& value) {
  return value ? line.add(*value) : line.add(std::string_view());
}

JsonRow& add_optional(JsonRow& row, std::string_view key, const std::optional<double>& value) {
  return value ? row.number(key, *value) : row.raw(key, "null");
}

std::string_view verdict_slug(const SummaryRow& row) {
  return kVerdictSlugs[static_cast<size_t>(row.verdict)];
}

std::string texts_json(const std::vector<std::string>& values) {
  std::vector<std::string> quoted;
  for (const std::string& value : values) quoted.push_back(json_string(value));
  return json_array(quoted);
}

std::string request_json(const StudyRequest& request) {
  std::vector<std::string> scales;
  for (const Scale scale : request.scales) scales.emplace_back(kScaleSlugs[static_cast<size_t>(scale)]);
  return JsonRow()
      .raw("scales", texts_json(scales))
      .text("preset", kPresetSlugs[static_cast<size_t>(request.preset)])
      .raw("methods", texts_json(request.methods))
      .text("sweep", kSweepSlugs[static_cast<size_t>(request.sweep)])
      .raw("scenes", texts_json(request.scenes))
      .whole("first_seed", static_cast<int64_t>(request.first_seed))
      .whole("last_seed", static_cast<int64_t>(request.last_seed))
      .raw("settings", texts_json(request.settings))
      .str();
}

}  // namespace

std::string runs_csv(std::span<const RunRow> rows) {
  std::string text = "study,preset,scale,variant,method,seed,metric,value,unit\n";
  for (const RunRow& row : rows)
    text += csv_group(row.run.group)
                .add(static_cast<int64_t>(row.run.seed))
                .add(row.metric)
                .add(row.value)
                .add(row.unit)
                .str();
  return text;
}

std::string runs_json(std::span<const RunRow> rows) {
  std::vector<std::string> lines;
  for (const RunRow& row : rows)
    lines.push_back(json_group(row.run.group)
                        .whole("seed", static_cast<int64_t>(row.run.seed))
                        .text("metric", row.metric)
                        .number("value", row.value)
                        .text("unit", row.unit)
                        .str());
  return json_document({{"runs", json_lines(lines, 2)}});
}

std::string summary_csv(std::span<const SummaryRow> rows) {
  std::string text = "study,preset,scale,variant,method,metric,mean,ci95,n,published,deviation\n";
  for (const SummaryRow& row : rows) {
    CsvLine line = csv_group(row.group);
    line.add(row.metric).add(row.mean).add(row.ci95).add(static_cast<int64_t>(row.n));
    add_optional(line, row.published);
    text += add_optional(line, row.deviation).str();
  }
  return text;
}

std::string summary_json(std::span<const SummaryRow> rows) {
  std::vector<std::string> lines;
  for (const SummaryRow& row : rows) {
    JsonRow line = json_group(row.group);
    line.text("metric", row.metric).number("mean", row.mean).number("ci95", row.ci95).whole("n", row.n);
    add_optional(line, "published", row.published);
    add_optional(line, "deviation", row.deviation).text("unit", row.unit);
    if (row.reference)
      line.number("reference_low", row.reference->low)
          .number("reference_high", row.reference->high)
          .text("reference_source", row.reference->source)
          .text("verdict", verdict_slug(row));
    lines.push_back(line.str());
  }
  return json_document({{"summary", json_lines(lines, 2)}});
}

std::string comparison_csv(std::span<const SummaryRow> rows) {
  std::string text =
      "study,preset,scale,variant,method,metric,unit,published,mean,ci95,n,deviation,reference_low,"
      "reference_high,reference_source,verdict\n";
  for (const SummaryRow& row : rows) {
    if (!row.published && !row.reference) continue;
    CsvLine line = csv_group(row.group);
    line.add(row.metric).add(row.unit);
    add_optional(line, row.published).add(row.mean).add(row.ci95).add(static_cast<int64_t>(row.n));
    add_optional(line, row.deviation);
    if (row.reference)
      line.add(row.reference->low).add(row.reference->high).add(row.reference->source);
    else
      line.skip(3);
    text += line.add(verdict_slug(row)).str();
  }
  return text;
}

std::string series_csv(std::span<const SeriesMean> series) {
  std::string text = "study,preset,scale,variant,method,series,unit,x_name,x_unit,x,mean,ci95\n";
  for (const SeriesMean& s : series) {
    for (size_t i = 0; i < s.x.size(); ++i)
      text += csv_group(s.group)
                  .add(s.name)
                  .add(s.unit)
                  .add(s.x_name)
                  .add(s.x_unit)
                  .add(s.x[i])
                  .add(s.mean[i])
                  .add(s.ci95[i])
                  .str();
  }
  return text;
}

std::string runtime_csv(std::span<const RuntimeRow> rows) {
  std::string text = "study,preset,scale,variant,method,ms_per_tick,ci95,runs,published_ms\n";
  for (const RuntimeRow& row : rows) {
    CsvLine line = csv_group(row.group);
    line.add(row.ms_per_tick).add(row.ci95).add(static_cast<int64_t>(row.runs));
    text += add_optional(line, row.published_ms).str();
  }
  return text;
}

std::string study_manifest_json(const StudyRequest& request, const std::vector<std::string>& run_digests,
                                const std::string& version, const std::vector<Manifest::File>& files) {
  std::string digests;
  for (const std::string& digest : run_digests) digests += digest + "\n";
  return json_document({
      {"version", json_string(version)},
      {"format", std::to_string(kStudyManifestFormat)},
      {"study", json_string(row_of(request.study).slug)},
      {"request", request_json(request)},
      {"runs", JsonRow()
                   .whole("count", static_cast<int64_t>(run_digests.size()))
                   .text("sha256", sha256_hex(digests))
                   .str()},
      {"files", files_json(files)},
  });
}

Result<Done> check_study_folder(const fs::path& folder, Study study) {
  const std::string wanted(row_of(study).slug);
  const auto refuse = [&](const std::string& holds) {
    return Error{ErrorKind::io, folder.string() + ": holds " + holds + "; choose another folder for the " +
                                    wanted + " study"};
  };
  std::error_code ignored;
  const fs::path manifest = folder / kManifestName;
  if (fs::exists(fs::symlink_status(manifest, ignored))) {
    const Result<std::string> text = read_file(manifest, kMaxManifestBytes);
    if (!text) return text.error();
    const std::string found = manifest_study(text.value());
    if (found == wanted) return Done{};
    if (!found.empty()) return refuse("a " + found + " study");
    if (parse_manifest(text.value(), manifest.string())) return refuse("a render");
    return refuse("a manifest.json that is not a study's");
  }
  // Tables without a manifest are a study's only beside its runs.
  if (fs::exists(folder / "runs", ignored)) return Done{};
  for (const char* name :
       {"runs.csv", "summary.csv", "comparison.csv", "series.csv", "runs.json", "summary.json", "charts"})
    if (fs::exists(fs::symlink_status(folder / name, ignored)))
      return refuse(std::string(name) + " that no study has written");
  return Done{};
}

}  // namespace fw
