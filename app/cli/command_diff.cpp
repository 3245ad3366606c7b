#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/job/diff/diff_text.h"
#include "app/job/render/stored.h"
#include "core/base/plain_text.h"

namespace fw::cli {
namespace {

/// The world that a folder's manifest and template tell of, with a warning where other files are not theirs.
Result<Build> open_build(const std::string& folder, const Progress& progress) {
  const Result<Stored> stored = read_stored(folder);
  if (!stored) return stored.error();
  for (const std::string& line : altered_files(folder, stored.value().manifest))
    std::fprintf(stderr, "warning: %s: %s; its manifest's world is compared\n", folder.c_str(),
                 plain_text(line).c_str());
  return rebuild(stored.value(), progress);
}

}  // namespace

int run_diff(const Options& options) {
  const Progress progress = console_progress(options);
  const Result<Build> before = open_build(options.target, progress);
  if (!before) return fail(before.error());
  const Result<Build> after = open_build(options.second, progress);
  if (!after) return fail(after.error());
  const WorldDiff diff = diff_worlds(*before.value().world, *after.value().world);
  return print(options.json ? diff_json(diff) : diff_text(diff)) ? 0 : static_cast<int>(ErrorKind::io);
}

}  // namespace fw::cli
