#include "app/job/sweep/sweep_rows.h"

#include <limits>
#include <map>

#include "core/base/hash.h"

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

}  // namespace

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

}  // namespace fw
