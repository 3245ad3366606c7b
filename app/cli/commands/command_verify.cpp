#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/job/folder/change.h"
#include "app/job/render/stored.h"
#include "app/job/simulate/verify_run.h"
#include "core/base/plain_text.h"

namespace fw::cli {

int tell_verified_files(const Options& options, size_t files, const std::vector<std::string>& mismatches,
                        const std::string& of) {
  std::string text;
  if (options.json) {
    text =
        nlohmann::ordered_json{{"verified", mismatches.empty()}, {"files", files}, {"mismatches", mismatches}}
            .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
        "\n";
  } else {
    for (const std::string& mismatch : mismatches) text += "mismatch: " + plain_text(mismatch) + "\n";
    if (mismatches.empty())
      text = plain_text(options.target) + ": verified, " + std::to_string(files) + " files of " + of + "\n";
  }
  if ((wants_summary(options) || !mismatches.empty()) && !print(text)) return static_cast<int>(ErrorKind::io);
  return mismatches.empty() ? 0 : static_cast<int>(ErrorKind::mismatch);
}

int run_verify(const Options& options) {
  std::error_code ignored;
  // A change that was interrupted is finished first: until then neither manifest need be there.
  if (std::filesystem::is_directory(options.target, ignored))
    if (const Result<Descriptor> reading = open_to_read(options.target); !reading)
      return fail(reading.error());
  if (std::filesystem::exists(std::filesystem::path(options.target) / kExportManifestName, ignored))
    return run_verify_export(options);
  if (!options.against.empty())
    return fail(usage("--against is for the folder of an export; " + options.target + " holds none"));
  if (holds_run(options.target)) {
    const Result<RunVerification> run = verify_run(options.target);
    if (!run) return fail(run.error());
    return tell_verified_files(options, run.value().files, run.value().mismatches,
                               "a simulation, which was not run again");
  }
  const Result<Verification> result = verify(options.target, console_progress(options));
  if (!result) return fail(result.error());
  const Verification& v = result.value();
  std::string text;
  if (options.json) {
    text = nlohmann::ordered_json{{"verified", v.mismatches.empty()},
                                  {"files", v.files},
                                  {"digests", v.digests},
                                  {"mismatches", v.mismatches}}
               .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
           "\n";
  } else {
    for (const std::string& mismatch : v.mismatches) text += "mismatch: " + plain_text(mismatch) + "\n";
    if (v.mismatches.empty())
      text = plain_text(options.target) + ": verified, " + std::to_string(v.digests) + " data digests and " +
             std::to_string(v.files) + " files\n";
  }
  if ((wants_summary(options) || !v.mismatches.empty()) && !print(text))
    return static_cast<int>(ErrorKind::io);
  return v.mismatches.empty() ? 0 : static_cast<int>(ErrorKind::mismatch);
}

}  // namespace fw::cli
