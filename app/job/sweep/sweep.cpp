#include "app/job/sweep/sweep.h"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <system_error>

#include "app/job/folder/file_io.h"
#include "app/job/search/search_folder.h"
#include "app/job/search/search_look.h"
#include "app/job/search/search_plan.h"
#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "render/page/little_memory.h"

namespace fw {
namespace {

struct Seen {
  uint64_t hash = 0;  ///< of the whole line
  uint32_t file = 0;
};

SeedList missing_of(uint64_t runs, const std::vector<uint8_t>& there) {
  std::vector<SeedSpan> gaps;
  for (uint64_t k = 0; k < runs; ++k) {
    if (there[k]) continue;
    if (!gaps.empty() && gaps.back().last + 1 == k)
      gaps.back().last = k;
    else
      gaps.push_back({k, k, 0});
  }
  return seed_list_of(std::move(gaps));
}

/// Gathers the rows of folders of one plan; it does not depend on their order. ErrorKind::mismatch where two
/// rows of a run differ, naming run and files; errors of read_rows.
Result<SweepTable> tally_sweep(const SweepPlan& plan, const SweepPoints& points, const std::string& digest,
                               const std::vector<std::filesystem::path>& folders) {
  const uint64_t runs = run_count(plan, points), seeds = plan.seeds.size();
  SweepTable table{
      std::vector<std::vector<double>>(runs), std::vector<std::string>(points.points.size()), {}, 0, 0};
  std::vector<uint8_t> there(runs, 0);
  std::vector<Seen> seen(runs);
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& folder : folders) {
    const auto visit = [&](const SearchRow& row, const FoundRow& found) -> Result<Done> {
      if (files.empty() || files.back() != found.file) files.push_back(found.file);
      if (row.seed >= runs)
        return Error{ErrorKind::mismatch, found.file.string() + ": holds run " + std::to_string(row.seed) +
                                              ", which is none of the plan"};
      const uint64_t hash = fnv1a64(found.line);
      if (there[row.seed]) {
        if (seen[row.seed].hash != hash)
          return Error{ErrorKind::mismatch, "run " + std::to_string(row.seed) + " came out differently in " +
                                                files[seen[row.seed].file].string() + " and " +
                                                found.file.string() +
                                                ": another build or a broken machine; remove the wrong file"};
        ++table.duplicates;
        return Done{};
      }
      there[row.seed] = 1;
      seen[row.seed] = {hash, static_cast<uint32_t>(files.size() - 1)};
      if (row.fate == RowFate::passed)
        table.values[row.seed] = row.values;
      else
        table.failures[row.seed / seeds] = row.failure;
      return Done{};
    };
    const Result<RowsCount> count = read_rows(folder, digest, points.table.figures.size(), visit);
    if (!count) return count.error();
    table.damaged += count.value().damaged;
  }
  table.missing = missing_of(runs, there);
  return table;
}

namespace fs = std::filesystem;

/// The row of a run whose template is contradictory.
SearchRow refused_row(uint64_t run, const std::string& why, size_t figures) {
  SearchRow row;
  row.seed = run;
  row.fate = RowFate::failed;
  row.stage = KpiStage::ground;
  row.failure = "infeasible: " + why;
  row.values.assign(figures, std::numeric_limits<double>::quiet_NaN());
  return row;
}

/// The runs of a shard that have no row.
std::vector<uint64_t> runs_to_make(uint64_t runs, const Shard& shard, const std::vector<uint8_t>& there) {
  std::vector<uint64_t> out;
  for (uint64_t run = 0; run < runs; ++run)
    if (shard.holds(run) && !there[run]) out.push_back(run);
  return out;
}

Result<Done> check_points(const SweepPlan& plan, const Limits& limits) {
  for (const ImportRow& row : plan.tmpl.hand.imports)
    if (row.on)
      return Error{ErrorKind::usage, plan.tmpl.name +
                                         ": hand.imports: a sweep takes no imported files; freeze "
                                         "them into the template first (fieldwright hand freeze)"};
  return check_cost(plan.tmpl, plan.resolution, limits);
}

/// Makes runs and appends their rows.
Result<Done> make_runs(const SweepJob& job, const SweepPoints& points, const std::vector<uint64_t>& runs,
                       RowsFile& rows, const Progress& progress) {
  const SweepPlan& plan = job.plan;
  const uint64_t seeds = plan.seeds.size();
  std::mutex guard;
  std::optional<Error> problem;
  size_t done = 0;
  Progress quiet;
  quiet.cancel = progress.cancel;
  parallel_for(runs.size(), 1, [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) {
      {
        const std::lock_guard lock(guard);
        if (problem || progress.cancelled()) return;
      }
      const uint64_t run = runs[k], point = run / seeds;
      const Result<Template> tmpl = template_with(plan.tmpl, words_at(points.axes, points.points[point]));
      const size_t figures = points.table.figures.size();
      std::optional<SearchRow> row;
      if (!tmpl) {
        row = refused_row(run, tmpl.error().message, figures);
      } else if (const Result<Done> fits = check_cost(tmpl.value(), plan.resolution, job.limits); !fits) {
        row = refused_row(run, fits.error().message, figures);
      } else {
        row = measure_world(tmpl.value(), plan.resolution, points.table, plan.seeds.at(run % seeds), quiet);
        if (!row) return;
        row->seed = run;
      }
      Result<Done> kept = rows.append(*row);
      const std::lock_guard lock(guard);
      if (!kept && !problem) problem = kept.error();
      ++done;
      progress.at("world " + std::to_string(done) + " of " + std::to_string(runs.size()),
                  static_cast<double>(done) / static_cast<double>(runs.size()));
    }
  });
  if (problem) return *problem;
  return Done{};
}

/// Tally, results, manifest.
Result<SweepDone> finish(const fs::path& out, const StoredSweep& stored, const SweepPoints& points,
                         SweepTable table, bool overwrite, const Progress& progress) {
  SweepDone done;
  done.points = points.points.size();
  done.infeasible = static_cast<size_t>(std::count_if(table.failures.begin(), table.failures.end(),
                                                      [](const std::string& f) { return !f.empty(); }));
  const Result<std::vector<NamedFile>> files = sweep_results(stored.plan, points, table, progress);
  if (!files) return files.error();
  auto names =
      write_result_files(out, kSweepFolder, plan_digest(stored.text), files.value(), overwrite, progress);
  if (!names) return names.error();
  done.files = std::move(names).value();
  done.table = std::move(table);
  return done;
}

std::string ranges_text(const SeedList& runs) {
  SeedList shown = runs;
  if (shown.spans.size() > 20) shown.spans.resize(20);
  return seed_list_text(shown) + (shown.spans.size() < runs.spans.size() ? ",..." : "");
}

}  // namespace

std::vector<std::vector<double>> figure_by_point(const SweepPlan& plan, const SweepPoints& points,
                                                 const SweepTable& table, size_t figure) {
  const uint64_t seeds = plan.seeds.size();
  std::vector<std::vector<double>> out(points.points.size(), std::vector<double>(seeds, kNotMeasured));
  for (size_t run = 0; run < table.values.size(); ++run)
    if (!table.values[run].empty()) out[run / seeds][run % seeds] = table.values[run][figure];
  return out;
}

std::vector<double> point_means(const std::vector<std::vector<double>>& by_point) {
  std::vector<double> out;
  for (const std::vector<double>& values : by_point) {
    double sum = 0;
    for (const double v : values) sum += v;
    out.push_back(values.empty() ? kNotMeasured : sum / static_cast<double>(values.size()));
  }
  return out;
}

std::optional<SearchRow> measure_world(const Template& tmpl, int resolution, const FigureTable& table,
                                       uint64_t seed, const Progress& progress) {
  SearchPlan plan;
  plan.tmpl = tmpl;
  plan.resolution = resolution;
  plan.record_all = true;
  SearchRules rules;
  rules.table = table;
  StageCache cache(1);
  return look_at(plan, rules, seed, cache, progress);
}

bool is_sweep_folder(const fs::path& folder) {
  const Result<std::string> text = read_file(folder / kPlanName, kMaxPlanBytes);
  return text && text.value().find("\n  \"sweep\":") != std::string::npos;
}

Result<StoredSweep> read_sweep_plan(const fs::path& folder) {
  Result<std::string> text = read_file(folder / kPlanName, kMaxPlanBytes);
  if (!text) return text.error();
  Result<SweepPlan> plan = parse_sweep_plan(text.value(), (folder / kPlanName).string());
  if (!plan) return plan.error();
  return StoredSweep{std::move(plan).value(), std::move(text).value()};
}

Result<SweepDone> run_sweep(const SweepJob& job, const Progress& progress) {
  if (const auto room = check_addresses(Uses::text); !room) return room.error();
  if (Result<Done> fits = check_points(job.plan, job.limits); !fits) return fits.error();
  const Result<SweepPoints> points = plan_points(job.plan);
  if (!points) return points.error();
  const StoredSweep stored{job.plan, sweep_plan_json(job.plan)};
  if (Result<Done> claimed = claim_folder(job.folder, kSweepFolder, stored.text); !claimed)
    return claimed.error();
  const std::string digest = plan_digest(stored.text);
  const Shard shard = job.shard.value_or(Shard{});
  Result<RowsFile> rows = RowsFile::open(job.folder, shard, digest, points.value().table);
  if (!rows) return rows.error();
  std::vector<uint8_t> there(run_count(job.plan, points.value()), 0);
  uint64_t reused = 0;
  const Result<RowsCount> earlier = read_rows(job.folder, digest, points.value().table.figures.size(),
                                              [&](const SearchRow& row, const FoundRow&) -> Result<Done> {
                                                if (row.seed >= there.size() || there[row.seed])
                                                  return Done{};
                                                there[row.seed] = 1;
                                                reused += shard.holds(row.seed) ? 1 : 0;
                                                return Done{};
                                              });
  if (!earlier) return earlier.error();
  const std::vector<uint64_t> runs = runs_to_make(there.size(), shard, there);
  Result<Done> made = make_runs(job, points.value(), runs, rows.value(), progress);
  Result<Done> synced = rows.value().finish();
  if (!made) return made.error();
  if (!synced) return synced.error();
  if (progress.cancelled())
    return Error{ErrorKind::cancelled, "stopped; finished worlds are kept; go on with 'fieldwright sweep " +
                                           job.folder.string() + "'"};
  SweepDone done;
  done.points = points.value().points.size();
  if (!job.shard || job.shard->count == 1) {
    Result<SweepTable> table = tally_sweep(job.plan, points.value(), digest, {job.folder});
    if (!table) return table.error();
    Result<SweepDone> all =
        finish(job.folder, stored, points.value(), std::move(table).value(), job.overwrite, progress);
    if (!all) return all.error();
    done = std::move(all).value();
  }
  done.made = runs.size();
  done.reused = reused;
  return done;
}

Result<SweepDone> merge_sweeps(const SweepMerge& job, const Progress& progress) {
  const std::vector<fs::path> folders = job.folders.empty() ? std::vector<fs::path>{job.out} : job.folders;
  const Result<StoredSweep> first = read_sweep_plan(folders.front());
  if (!first) return first.error();
  for (const fs::path& folder : folders) {
    const Result<StoredSweep> other = read_sweep_plan(folder);
    if (!other) return other.error();
    if (other.value().text != first.value().text)
      return Error{ErrorKind::mismatch, folder.string() + ": is a shard of another sweep than " +
                                            folders.front().string() + ": it differs in " +
                                            plan_difference(first.value().text, other.value().text)};
  }
  const Result<SweepPoints> points = plan_points(first.value().plan);
  if (!points) return points.error();
  Result<SweepTable> table =
      tally_sweep(first.value().plan, points.value(), plan_digest(first.value().text), folders);
  if (!table) return table.error();
  const SeedList& missing = table.value().missing;
  if (!missing.spans.empty() && !job.partial)
    return Error{ErrorKind::mismatch, std::to_string(missing.size()) + " of " +
                                          std::to_string(run_count(first.value().plan, points.value())) +
                                          " runs have no row: " + ranges_text(missing) +
                                          "; sweep again, or accept that with --partial"};
  std::error_code ignored;
  fs::create_directories(job.out, ignored);
  return finish(job.out, first.value(), points.value(), std::move(table).value(), job.overwrite, progress);
}

}  // namespace fw
