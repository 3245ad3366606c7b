#include "app/job/search/search_folder.h"

#include <system_error>

#include "app/job/folder/atomic_file.h"
#include "app/job/folder/atomic_folder.h"
#include "app/job/folder/file_io.h"
#include "app/job/search/search_plan.h"
#include "core/base/json_rows.h"

namespace fw {
namespace fs = std::filesystem;
namespace {

constexpr int kResultsFormat = 1;

Result<Done> make_folder(const fs::path& folder) {
  std::error_code problem;
  if (folder.empty()) return Error{ErrorKind::usage, "no output folder given (-o DIR)"};
  fs::create_directories(folder, problem);
  if (fs::is_directory(folder)) return Done{};
  return problem ? system_error("create the folder", folder, problem.value())
                 : Error{ErrorKind::io, folder.string() + ": is a file; a folder is needed here"};
}

/// Writes plan.json, or compares the one that is there.
Result<Done> claim_plan(const fs::path& folder, std::string_view kind, const std::string& plan,
                        const ReplacesPlan& replaces, std::string_view otherwise) {
  const fs::path path = folder / kPlanName;
  for (int attempt = 0; attempt < 2; ++attempt) {
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(path, ignored))) {
      // Of two processes that begin at once the second finds the first one's.
      if (Result<Done> written = write_file_atomically(path, plan, false); !written && attempt == 1)
        return written;
    }
    const Result<std::string> there = read_file(path, kMaxPlanBytes);
    if (!there) {
      if (attempt == 0) continue;
      return there.error();
    }
    if (there.value() == plan) return Done{};
    if (replaces && replaces(there.value())) return write_file_atomically(path, plan, true);
    const std::string go_on = "go on with 'fieldwright " + std::string(kind) + " " + folder.string() + "'";
    return Error{ErrorKind::usage, folder.string() + ": holds another " + std::string(kind) +
                                       ": it differs in " + plan_difference(there.value(), plan) +
                                       "; choose another folder, or " +
                                       (otherwise.empty() ? go_on : std::string(otherwise))};
  }
  return Done{};
}

}  // namespace

Result<Done> claim_folder(const fs::path& folder, std::string_view kind, const std::string& plan,
                          const ReplacesPlan& replaces, std::string_view otherwise) {
  if (Result<Done> fits = check_folder_kind(folder, kind); !fits) return fits;
  if (Result<Done> made = make_folder(folder); !made) return made;
  return claim_plan(folder, kind, plan, replaces, otherwise);
}

Result<Done> check_folder_kind(const fs::path& folder, std::string_view kind) {
  std::error_code ignored;
  const fs::path path = folder / kManifestName;
  if (!fs::exists(fs::symlink_status(path, ignored))) return Done{};
  const Result<std::string> text = read_file(path, kMaxManifestBytes);
  if (!text) return text.error();
  if (text.value().find("\n  \"" + std::string(kind) + "\":") != std::string::npos) return Done{};
  return Error{ErrorKind::io, folder.string() + ": holds something other than a " + std::string(kind) +
                                  "; choose another folder"};
}

Result<std::vector<std::string>> write_result_files(const fs::path& folder, std::string_view kind,
                                                    const std::string& plan_digest,
                                                    const std::vector<NamedFile>& files, bool overwrite,
                                                    const Progress& progress) {
  Result<AtomicFolder> out = AtomicFolder::open(folder, overwrite ? Replace::all : Replace::ours);
  if (!out) return out.error();
  for (const NamedFile& file : files)
    if (Result<Done> put = out.value().put(file.name, file.bytes); !put) return put.error();
  if (progress.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
  std::vector<std::string> names;
  const std::vector<Manifest::File> listed = out.value().files();
  for (const Manifest::File& file : listed) names.push_back(file.name);
  const std::string manifest = json_document({{"version", json_string(FIELDWRIGHT_VERSION)},
                                              {"format", std::to_string(kResultsFormat)},
                                              {std::string(kind), json_string(plan_digest)},
                                              {"files", files_json(listed)}});
  if (Result<Done> done = out.value().commit(manifest); !done) return done.error();
  return names;
}

}  // namespace fw
