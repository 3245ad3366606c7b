#include <algorithm>
#include <cmath>
#include <system_error>

#include "app/job/folder/atomic_folder.h"
#include "app/job/folder/csv.h"
#include "app/job/folder/file_io.h"
#include "app/job/folder/json_rows.h"
#include "app/job/search/gallery.h"
#include "app/job/search/search_results.h"
#include "core/base/hash.h"
#include "core/search/rate.h"
#include "core/template/template_io.h"

namespace fw {
namespace fs = std::filesystem;
namespace {

constexpr int kSearchManifestFormat = 1;

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
    parts.push_back(JsonRow().text("condition", rules.parts[k].text).raw("ended", at.str()).str());
  }
  return json_document(
      {{"template", json_string(plan.tmpl.name)},
       {"resolution", std::to_string(plan.resolution)},
       {"seeds", std::to_string(plan.seeds.size())},
       {"worlds", std::to_string(tally.seeds())},
       {"missing", json_string(seed_list_text(tally.missing))},
       {"counts", counts.str()},
       {"rate",
        JsonRow().number("passed", rate.share).number("low", rate.low).number("high", rate.high).str()},
       {"conditions", json_lines(parts, 2)},
       {"asked_to_keep", std::to_string(plan.keep)},
       {"kept", std::to_string(kept)}});
}

std::string template_of_seed(const Template& tmpl, uint64_t seed) {
  Template own = tmpl;
  own.seed = seed;
  own.stream_seeds = {};
  return write_template(own);
}

}  // namespace

Result<Done> check_search_folder(const fs::path& folder) {
  std::error_code ignored;
  const fs::path path = folder / kManifestName;
  if (!fs::exists(fs::symlink_status(path, ignored))) return Done{};
  const Result<std::string> text = read_file(path, kMaxManifestBytes);
  if (!text) return text.error();
  if (text.value().find("\n  \"search\":") != std::string::npos) return Done{};
  return Error{ErrorKind::io,
               folder.string() + ": holds something other than a search; choose another folder"};
}

Result<SearchFiles> write_results(const fs::path& folder, const SearchPlan& plan, const SearchRules& rules,
                                  const std::string& plan_text, const SearchTally& tally, bool overwrite,
                                  const Progress& progress) {
  if (Result<Done> fits = check_search_folder(folder); !fits) return fits.error();
  const std::vector<size_t> kept = choose_kept(plan, rules, tally);
  const Result<std::vector<std::string>> maps = thumbnails(plan, tally.passes, kept, progress);
  if (!maps) return maps.error();
  Result<AtomicFolder> out = AtomicFolder::open(folder, overwrite ? Replace::all : Replace::ours);
  if (!out) return out.error();
  std::vector<std::pair<std::string, std::string>> files{
      {"results.csv", results_csv(rules, tally.passes)},
      {"results.json", results_json(rules, tally.passes)},
      {"kept.json", kept_json(kept, tally.passes)},
      {"summary.json", summary_json(plan, rules, tally, kept.size())}};
  files.emplace_back("gallery.html", gallery_html(plan, rules, tally.passes, kept, maps.value()));
  for (const size_t k : kept)
    files.emplace_back(kept_name(tally.passes[k].seed), template_of_seed(plan.tmpl, tally.passes[k].seed));
  for (const auto& [name, text] : files)
    if (Result<Done> put = out.value().put(name, text); !put) return put.error();
  if (progress.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
  SearchFiles written;
  const std::vector<Manifest::File> listed = out.value().files();
  for (const Manifest::File& file : listed) written.names.push_back(file.name);
  written.kept = kept.size();
  const std::string manifest = json_document({{"version", json_string(FIELDWRIGHT_VERSION)},
                                              {"format", std::to_string(kSearchManifestFormat)},
                                              {"search", json_string(plan_digest(plan_text))},
                                              {"files", files_json(listed)}});
  if (Result<Done> done = out.value().commit(manifest); !done) return done.error();
  return written;
}

}  // namespace fw
