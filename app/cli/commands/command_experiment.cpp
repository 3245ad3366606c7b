#include <algorithm>
#include <cstdio>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/words.h"
#include "app/job/study/study.h"
#include "app/job/study/study_files.h"
#include "core/base/plain_text.h"
#include "core/base/seed.h"
#include "core/base/suggest.h"
#include "core/experiment/parameters_page.h"
#include "core/experiment/protocol.h"
#include "core/experiment/studies.h"
#include "core/experiment/summary.h"

namespace fw::cli {
namespace {

/// "N" means 1..N; "A..B" both ends included.
Result<Done> read_seeds(const std::string& text, StudyRequest& request) {
  const size_t dots = text.find("..");
  const auto first =
      dots == std::string::npos ? std::optional<uint64_t>(1) : number<uint64_t>(text.substr(0, dots));
  const auto last =
      dots == std::string::npos ? number<uint64_t>(text) : number<uint64_t>(text.substr(dots + 2));
  if (!first || !last || *last < *first || *last > kMaxSeed)
    return usage("--seeds " + text + ": expected N >= 1, or A..B with A <= B");
  if (*last - *first >= kMostSeeds)
    return usage("--seeds " + text + ": a study takes at most " + std::to_string(kMostSeeds) + " seeds");
  request.first_seed = *first, request.last_seed = *last;
  return Done{};
}

Result<StudyRequest> study_request(const Options& options) {
  StudyRequest request;
  const auto study = place_of("experiment", options.target, study_slugs());
  if (!study) return study.error();
  request.study = static_cast<Study>(study.value());
  request.scales.clear();
  for (const std::string& word : split(options.scales)) {
    const auto scale = place_of("--scale", word, kScaleSlugs);
    if (!scale) return scale.error();
    if (std::find(request.scales.begin(), request.scales.end(), static_cast<Scale>(scale.value())) ==
        request.scales.end())
      request.scales.push_back(static_cast<Scale>(scale.value()));
  }
  const auto preset = place_of("--preset", options.preset, kPresetSlugs);
  if (!preset) return preset.error();
  request.preset = static_cast<Preset>(preset.value());
  const auto sweep = place_of("--sweep", options.sweep, kSweepSlugs);
  if (!sweep) return sweep.error();
  request.sweep = static_cast<Sweep>(sweep.value());
  if (Result<Done> seeds = read_seeds(options.seeds, request); !seeds) return seeds.error();
  request.methods = split(options.methods);
  request.scenes = split(options.scenes);
  request.settings = options.settings;
  return request;
}

std::string closing_line(const StudyDone& done, const std::string& folder) {
  std::string text = plain_text(folder) + ": " + std::to_string(done.files.size()) + " files; " +
                     std::to_string(done.computed) + " runs";
  if (done.reused > 0) text += " and " + std::to_string(done.reused) + " from before";
  return text + "\n";
}

}  // namespace

int run_experiment(const Options& options) {
  if (options.reference) return print(study_parameters_page()) ? 0 : static_cast<int>(ErrorKind::io);
  if (options.target.empty()) return fail(usage("experiment: expected a study: " + either(study_slugs())));
  if (options.output.empty()) return fail(usage("experiment: expected -o DIR, the folder to write"));
  Result<StudyRequest> request = study_request(options);
  if (!request) return fail(request.error());
  const StudyJob job{std::move(request).value(), options.output, options.timing, options.force};
  const Result<StudyDone> done = run_study(job, console_progress(options));
  if (!done) return fail(done.error());
  end_progress();
  const StudyResult& result = done.value().result;
  if (options.json) {
    if (!print(summary_json(result.summary))) return static_cast<int>(ErrorKind::io);
  } else if (!options.quiet) {
    if (!print_as_is(comparison_table(result, use_colour(options)))) return static_cast<int>(ErrorKind::io);
    std::fputs(closing_line(done.value(), options.output).c_str(), stderr);
  }
  return strict_code(!any_outside(result.summary), options);
}

}  // namespace fw::cli
