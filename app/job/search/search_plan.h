#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/build/build.h"
#include "app/job/usual/usual_figures.h"
#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/model/template/template.h"
#include "core/search/conditions.h"
#include "core/search/seed_list.h"

namespace fw {

/// A coarse world that is asked first.
struct SearchPreview {
  int resolution = 128;
  std::vector<double> margins{};  ///< of the parts that it judges, in their order (core/search/preview.h)
};

/// What a search is to find. Equal plans of one program give equal results (docs/search.md, 4).
struct SearchPlan {
  Template tmpl;  ///< its own seeds are not looked at
  int resolution = 512;
  SeedList seeds;
  std::optional<SeedStreams> streams{};  ///< seeds are those of one stream; none: of all three
  std::vector<std::string> where;        ///< conditions, as parts
  std::string score;                     ///< a sum; "" = none
  bool maximise = true;
  size_t keep = 50;
  std::vector<std::string> diverse;  ///< figures in which the kept differ; empty = the best alone
  uint64_t limit = 0;                ///< stop after so many passes; 0 = never
  bool record_all = false;           ///< every world whole, with every figure
  std::optional<SearchPreview> preview{};

  bool operator==(const SearchPlan&) const = delete;
};

/// A template with seed 0 and no others; its salt stays, being part of what it states.
Template without_seeds(Template tmpl);
/// The seeds of the world that a seed of the plan stands for, and its template with them.
SeedBundle seeds_of(const SearchPlan& plan, uint64_t seed);
Template template_of(const SearchPlan& plan, uint64_t seed);
/// Whether a seed is in the sample of that name, which holds so large a share of all: an addressed draw.
bool in_sample(uint64_t seed, std::string_view name, double share);

/// A plan's texts as formulas over the figures of its template.
struct SearchRules {
  FigureTable table;
  std::vector<ConditionPart> parts;
  std::optional<Formula> score;
  std::vector<size_t> diverse;  ///< numbers of figures
  /// Of each figure its values in usual worlds, in the order of seeds; empty lists where none are known.
  std::vector<std::vector<double>> usual_worlds{};
};
/// Errors are ErrorKind::usage: which option, which column. Where a text asks for a rank among usual worlds
/// and none are shipped for the template, they are taken from the user's cache or made (usual_values.h).
Result<SearchRules> read_rules(const SearchPlan& plan, const Limits& limits = {},
                               const Progress& progress = {});

inline constexpr std::string_view kPlanName = "plan.json";
inline constexpr uint64_t kMaxPlanBytes = uint64_t{256} << 20;

/// plan.json, and its SHA-256: the plan digest. The version is the program's.
std::string plan_json(const SearchPlan& plan);
std::string plan_digest(std::string_view plan_text);
/// Of the plan without its seeds: rows of finished seeds serve every plan that looks at them in the same way.
std::string rows_digest(const SearchPlan& plan);
/// The plan of an earlier text with more seeds; nothing where anything else differs, or seeds went.
bool extends(const SearchPlan& plan, std::string_view earlier_text);
/// ErrorKind::io for what is no plan; ErrorKind::usage for one of another version.
Result<SearchPlan> parse_plan(std::string_view text, const std::string& source);
/// The first member in which two plan texts differ, with both values; "" if none.
std::string plan_difference(std::string_view one, std::string_view other);

}  // namespace fw
