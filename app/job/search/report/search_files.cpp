#include <cmath>
#include <vector>

#include "app/job/chart/draw_charts.h"
#include "app/job/folder/csv.h"
#include "app/job/search/report/gallery.h"
#include "app/job/search/report/search_charts.h"
#include "app/job/search/search_folder.h"
#include "app/job/search/search_results.h"
#include "core/base/json_rows.h"
#include "core/search/rate.h"
#include "core/template/template_io.h"
#include "render/geo/geo.h"

namespace fw {
namespace {

std::string results_csv(const SearchRules& rules, const std::vector<Pass>& passes) {
  CsvLine head;
  head.add(std::string_view("rank")).add(std::string_view("seed")).add(std::string_view("score"));
  for (const SearchFigure& figure : rules.table.figures) head.add(figure.name);
  std::string text = head.str();
  for (size_t k = 0; k < passes.size(); ++k) {
    CsvLine line;
    line.add(static_cast<int64_t>(k + 1)).add(std::to_string(passes[k].seed)).add(passes[k].score);
    for (const double value : passes[k].values) line.add(value);
    text += line.str();
  }
  return text;
}

std::string pass_json(const SearchRules& rules, const Pass& pass, size_t rank) {
  JsonRow row;
  row.whole("rank", static_cast<int64_t>(rank)).raw("seed", std::to_string(pass.seed));
  row.number("score", pass.score);
  for (size_t k = 0; k < rules.table.figures.size(); ++k)
    row.number(rules.table.figures[k].name, pass.values[k]);
  return row.str();
}

std::string results_json(const SearchRules& rules, const std::vector<Pass>& passes) {
  std::vector<std::string> rows;
  for (size_t k = 0; k < passes.size(); ++k) rows.push_back(pass_json(rules, passes[k], k + 1));
  return json_document({{"results", json_lines(rows, 2)}});
}

Attribute real(double value) {
  return std::isfinite(value) ? Attribute(value) : Attribute();
}

Result<std::string> results_sqlite(const SearchRules& rules, const std::vector<Pass>& passes,
                                   const std::vector<size_t>& kept) {
  GeoTable results{"results", "", {}, {}}, chosen{"kept", "", {}, {}};
  results.attributes.columns = {
      {"rank", AttributeKind::integer}, {"seed", AttributeKind::integer}, {"score", AttributeKind::real}};
  for (const SearchFigure& figure : rules.table.figures)
    results.attributes.columns.push_back({figure.name, AttributeKind::real});
  for (size_t k = 0; k < passes.size(); ++k) {
    std::vector<Attribute> row{static_cast<int64_t>(k + 1), static_cast<int64_t>(passes[k].seed),
                               real(passes[k].score)};
    for (const double value : passes[k].values) row.push_back(real(value));
    results.attributes.rows.push_back(std::move(row));
  }
  chosen.attributes.columns = {{"seed", AttributeKind::integer}, {"rank", AttributeKind::integer}};
  for (const size_t k : kept)
    chosen.attributes.rows.push_back({static_cast<int64_t>(passes[k].seed), static_cast<int64_t>(k + 1)});
  return make_sqlite({results, chosen});
}

/// The tables of what passed, in every format asked for: results.csv, results.json, results.sqlite (tables
/// `results` and `kept`); a figure that is not defined is empty, null.
Result<std::vector<NamedFile>> result_tables(const SearchRules& rules, const std::vector<Pass>& passes,
                                             const std::vector<size_t>& kept, const ResultFormats& formats) {
  std::vector<NamedFile> files;
  if (formats.contains(ResultFormat::csv)) files.push_back({"results.csv", results_csv(rules, passes)});
  if (formats.contains(ResultFormat::json)) files.push_back({"results.json", results_json(rules, passes)});
  if (!formats.contains(ResultFormat::sqlite)) return files;
  Result<std::string> database = results_sqlite(rules, passes, kept);
  if (!database) return database.error();
  files.push_back({"results.sqlite", std::move(database).value()});
  return files;
}

}  // namespace

namespace fs = std::filesystem;
namespace {

std::string kept_name(uint64_t seed) {
  return "kept/" + std::to_string(seed) + ".json";
}

std::string kept_json(const std::vector<size_t>& kept, const std::vector<Pass>& passes) {
  std::vector<std::string> rows;
  for (const size_t k : kept)
    rows.push_back(JsonRow()
                       .raw("seed", std::to_string(passes[k].seed))
                       .whole("rank", static_cast<int64_t>(k + 1))
                       .number("score", passes[k].score)
                       .text("template", kept_name(passes[k].seed))
                       .str());
  return json_document({{"kept", json_lines(rows, 2)}});
}

/// What became of the seeds: what ended worlds, and where.
std::string summary_json(const SearchPlan& plan, const SearchRules& rules, const SearchTally& tally,
                         size_t kept) {
  const uint64_t passed = tally.fates[static_cast<size_t>(RowFate::passed)];
  const Rate rate = pass_rate(passed, tally.seeds());
  JsonRow counts;
  for (size_t k = 0; k < tally.fates.size(); ++k)
    counts.whole(kRowFateSlugs[k], static_cast<int64_t>(tally.fates[k]));
  std::vector<std::string> parts;
  for (size_t k = 0; k < rules.parts.size(); ++k) {
    JsonRow at;
    for (size_t s = 0; s < std::size(kKpiStageSlugs); ++s)
      at.whole(kKpiStageSlugs[s], static_cast<int64_t>(tally.ended[k][s]));
    if (plan.preview) at.whole(kPreviewSlug, static_cast<int64_t>(tally.previewed[k]));
    parts.push_back(JsonRow().text("condition", rules.parts[k].text).raw("ended", at.str()).str());
  }
  std::vector<JsonMember> members{
      {"template", json_string(plan.tmpl.name)},
      {"resolution", std::to_string(plan.resolution)},
      {"seeds", std::to_string(plan.seeds.size())},
      {"worlds", std::to_string(tally.seeds())},
      {"missing", json_string(seed_list_text(tally.missing))},
      {"counts", counts.str()},
      {"rate",
       JsonRow().number("passed", rate.share).number("low", rate.low).number("high", rate.high).str()},
      {"conditions", json_lines(parts, 2)},
      {"asked_to_keep", std::to_string(plan.keep)},
      {"kept", std::to_string(kept)}};
  if (plan.preview) {
    const Rate missed = tally.preview_missed();
    members.push_back({"preview", JsonRow()
                                      .whole("resolution", plan.preview->resolution)
                                      .whole("sampled_that_hold", static_cast<int64_t>(tally.held))
                                      .number("missed", missed.share)
                                      .number("low", missed.low)
                                      .number("high", missed.high)
                                      .str()});
  }
  return json_document(members);
}

}  // namespace

Result<SearchFiles> write_results(const fs::path& folder, const SearchPlan& plan, const SearchRules& rules,
                                  const std::string& plan_text, const SearchTally& tally,
                                  const ResultFormats& formats, bool overwrite, const Progress& progress) {
  if (Result<Done> fits = check_folder_kind(folder, kSearchFolder); !fits) return fits.error();
  const std::vector<size_t> kept = choose_kept(plan, rules, tally);
  const Result<std::vector<std::string>> maps = thumbnails(plan, tally.passes, kept, progress);
  if (!maps) return maps.error();
  Result<std::vector<NamedFile>> charts = search_charts(plan, rules, tally, kept, progress);
  if (!charts) return charts.error();
  Result<std::vector<NamedFile>> tables = result_tables(rules, tally.passes, kept, formats);
  if (!tables) return tables.error();
  std::vector<NamedFile> files = std::move(tables).value();
  files.push_back({"kept.json", kept_json(kept, tally.passes)});
  files.push_back({"summary.json", summary_json(plan, rules, tally, kept.size())});
  files.push_back({"gallery.html", gallery_html(plan, rules, tally.passes, kept, maps.value())});
  for (NamedFile& chart : charts.value()) files.push_back(std::move(chart));
  for (const size_t k : kept)
    files.push_back(
        {kept_name(tally.passes[k].seed), write_template(template_of(plan, tally.passes[k].seed))});
  auto names = write_result_files(folder, kSearchFolder, plan_digest(plan_text), files, overwrite, progress);
  if (!names) return names.error();
  SearchFiles done{std::move(names).value(), {}};
  for (const size_t k : kept) done.kept.push_back(tally.passes[k].seed);
  return done;
}

}  // namespace fw
