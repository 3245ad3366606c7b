#include <cstdio>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/job/diff/diff_text.h"
#include "app/job/render/stored.h"
#include "core/base/plain_text.h"

namespace fw::cli {
namespace {

/// A folder's template and the world that it and the manifest tell of.
struct Side {
  Template tmpl;
  Build build;
  bool altered = false;  ///< some of its files are not the manifest's
};

/// With a warning where other files are not the manifest's.
Result<Side> open_side(const std::string& folder, const Options& options, const Progress& progress) {
  Result<Stored> stored = read_stored(folder);
  if (!stored) return stored.error();
  if (options.without_hand) stored.value().tmpl.hand = {};
  const std::vector<std::string> altered = altered_files(folder, stored.value().manifest);
  for (const std::string& line : altered)
    std::fprintf(stderr, "warning: %s: %s; its manifest's world is compared\n", plain_text(folder).c_str(),
                 plain_text(line).c_str());
  Result<Build> built = rebuild(stored.value(), progress);
  if (!built) return built.error();
  return Side{stored.value().tmpl, std::move(built).value(), !altered.empty()};
}

}  // namespace

int run_diff(const Options& options) {
  const Progress progress = console_progress(options);
  const Result<Side> before = open_side(options.target, options, progress);
  if (!before) return fail(before.error());
  const Result<Side> after = open_side(options.second, options, progress);
  if (!after) return fail(after.error());
  const WorldDiff diff = diff_worlds(*before.value().build.world, *after.value().build.world);
  const HandDiff hand = diff_hands(before.value().tmpl, after.value().tmpl);
  if (!print(options.json ? diff_json(diff, hand) : diff_text(diff, hand)))
    return static_cast<int>(ErrorKind::io);
  return strict_code(!before.value().altered && !after.value().altered, options);
}

}  // namespace fw::cli
