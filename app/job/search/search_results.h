#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/search/search_plan.h"
#include "app/job/search/search_rows.h"
#include "core/base/parallel/progress.h"
#include "core/search/rate.h"

namespace fw {

/// A world that passed.
struct Pass {
  uint64_t seed = 0;
  double score = 0;  ///< NaN = none
  std::vector<double> values;
};

/// What the rows of a search come to; it does not depend on their order.
struct SearchTally {
  std::vector<Pass> passes;  ///< best first: by score, NaN last, then by seed
  std::array<uint64_t, std::size(kRowFateSlugs)> fates{};
  /// Worlds that a part ended at a stage: [part][stage].
  std::vector<std::array<uint64_t, std::size(kKpiStageSlugs)>> ended;
  std::vector<uint64_t> previewed;       ///< worlds that a part ended in the preview: [part]
  uint64_t held = 0;                     ///< sampled ones that pass in full
  SeedList missing;                      ///< seeds of the plan without a row
  uint64_t duplicates = 0;               ///< further equal rows
  uint64_t damaged = 0;                  ///< lines
  uint64_t seeds() const;                ///< finished ones
  uint64_t rejected_by_preview() const;  ///< without the sampled ones
  /// The share of passing worlds that the preview missed.
  Rate preview_missed() const;
};

/// Gathers the rows of folders of one plan. ErrorKind::mismatch where two rows of a seed differ, naming seed
/// and files, and where a row is of no seed of the plan; errors of read_rows.
Result<SearchTally> tally_rows(const SearchPlan& plan, const SearchRules& rules,
                               const std::string& rows_digest,
                               const std::vector<std::filesystem::path>& folders);

/// Tables of the worlds that passed.
enum class ResultFormat : uint8_t { csv, json, sqlite };
inline constexpr std::array<std::string_view, 3> kResultFormatSlugs{"csv", "json", "sqlite"};
using ResultFormats = std::set<ResultFormat>;
inline const ResultFormats kUsualResultFormats{ResultFormat::csv, ResultFormat::json};

/// Best first.
void sort_passes(const SearchPlan& plan, std::vector<Pass>& passes);

/// The numbers of the passes to keep: of the best 3 * keep first the best, then always the one that differs
/// most from those kept (core/search/choice.h).
std::vector<size_t> choose_kept(const SearchPlan& plan, const SearchRules& rules, const SearchTally& tally);

struct SearchFiles {
  std::vector<std::string> names;
  std::vector<uint64_t> kept;  ///< seeds, in the order of choice
};
/// Writes the results into a folder: tables of the formats asked for (results.csv, .json, .sqlite),
/// kept.json, kept/SEED.json, gallery.html, charts/, summary.json, manifest.json last (docs/search.md, 6).
/// Bytes follow from plan, tally and program.
Result<SearchFiles> write_results(const std::filesystem::path& folder, const SearchPlan& plan,
                                  const SearchRules& rules, const std::string& plan_text,
                                  const SearchTally& tally, const ResultFormats& formats, bool overwrite,
                                  const Progress& progress);

/// Says what stands in the way of a search without a pass: which condition ends most worlds, how near it came
/// to holding, and how many worlds could pass at most without it.
class Hopeless {
 public:
  static constexpr uint64_t kWorlds = 1000;

  explicit Hopeless(const SearchRules& rules) : rules_(rules), parts_(rules.parts.size()) {}
  void add(const SearchRow& row);
  /// After kWorlds worlds without a pass.
  bool is_hopeless() const { return worlds_ >= kWorlds && passed_ == 0 && !parts_.empty(); }
  std::string text() const;

 private:
  struct Part {
    uint64_t fails = 0;  ///< worlds in which it is known not to hold
    uint64_t alone = 0;  ///< of those, worlds in which no other condition is known to fail
    bool seen = false;
    double best = 0;              ///< greatest slack
    std::vector<double> at_best;  ///< the values of its figures there
  };
  const SearchRules& rules_;
  std::vector<Part> parts_;
  uint64_t worlds_ = 0, passed_ = 0;
};

}  // namespace fw
