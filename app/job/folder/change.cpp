#include "app/job/folder/change.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <set>

#include "app/job/folder/atomic_file.h"
#include "app/job/folder/file_io.h"
#include "core/base/json_rows.h"

namespace fw {
namespace fs = std::filesystem;
namespace {

constexpr const char* kRecordName = ".change";
constexpr const char* kUnfinishedRecordName = ".change-new";
constexpr uint64_t kMaxRecordBytes = 2 * kMaxManifestBytes;

Result<FolderChange> read_record(const fs::path& staging) {
  const fs::path path = staging / kRecordName;
  const Result<std::string> text = read_file(path, kMaxRecordBytes);
  if (!text) return text.error();
  auto replaced = parse_files(text.value(), "replaced", path.string());
  if (!replaced) return replaced.error();
  auto removed = parse_files(text.value(), "removed", path.string());
  if (!removed) return removed.error();
  return FolderChange{std::move(replaced).value(), std::move(removed).value()};
}

/// The name of the manifest that is still staged; "" for none.
std::string staged_manifest(const fs::path& staging) {
  std::error_code ignored;
  for (const std::string_view name : {kManifestName, kExportManifestName})
    if (fs::exists(fs::symlink_status(staging / name, ignored))) return std::string(name);
  return {};
}

/// Names of what is still staged, the manifest and hidden files apart.
std::vector<std::string> staged_names(const fs::path& staging) {
  std::vector<std::string> names;
  std::error_code problem;
  for (fs::recursive_directory_iterator at(staging, problem), end; !problem && at != end;
       at.increment(problem)) {
    const std::string name = at->path().lexically_relative(staging).generic_string();
    if (is_export_file_name(name) && name != kManifestName && name != kExportManifestName &&
        at->symlink_status(problem).type() == fs::file_type::regular)
      names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Error in_the_way(const fs::path& path) {
  return {ErrorKind::io, path.string() + ": in the way of a render's file; move it away"};
}

/// A staged file's folder must be there and be no link; its place must be free, or hold the file that the
/// change names for it.
Result<Done> check_way(const fs::path& folder, const std::string& name, const FolderChange& change,
                       const MayGo& may_go) {
  const fs::path path = folder / name;
  struct stat info {};
  fs::path at = folder;
  for (const fs::path& part : fs::path(name).parent_path()) {
    at /= part;
    if (::mkdir(at.c_str(), 0777) != 0 && errno != EEXIST)
      return system_error("create the folder", at, errno);
    if (::lstat(at.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) return in_the_way(at);
  }
  if (::lstat(path.c_str(), &info) != 0) return Done{};
  for (const Manifest::File& file : change.replaced)
    if (file.name == name && may_go(folder, file)) return Done{};
  return in_the_way(path);
}

Result<Done> move_in(const fs::path& folder, const fs::path& staging, const std::string& name) {
  keep_access(folder / name, staging / name);
  if (::rename((staging / name).c_str(), (folder / name).c_str()) != 0)
    return system_error("rename into place", folder / name, errno);
  return Done{};
}

Result<Done> sync_folders(const fs::path& folder, const std::set<fs::path>& subs) {
  for (const fs::path& sub : subs)
    if (Result<Done> synced = sync_path(folder / sub); !synced) return synced;
  return sync_path(folder);
}

Error unfinished(const fs::path& folder, const fs::path& staging, const std::string& why) {
  return {ErrorKind::io,
          folder.string() +
              ": a render was cut short while its files were put in place, and this could not be "
              "finished: " +
              why + ". The rest of its files is in " + staging.string()};
}

Result<Done> finish(const fs::path& folder, const fs::path& staging) {
  const Result<FolderChange> change = read_record(staging);
  if (!change) return unfinished(folder, staging, change.error().message);
  const Result<Done> done = carry_out(folder, staging, change.value(), is_file);
  if (!done) return unfinished(folder, staging, done.error().message);
  remove_staging(staging);
  return Done{};
}

}  // namespace

bool is_file(const fs::path& folder, const Manifest::File& file) {
  const Result<FileDigest> digest = digest_file(folder, file.name, file.size);
  return digest && digest.value().size == file.size && digest.value().sha256 == file.sha256;
}

Result<Descriptor> lock_folder(const fs::path& folder, FolderLock lock) {
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened) return system_error("open the folder", folder, errno);
  while (::flock(opened.number(), lock == FolderLock::shared ? LOCK_SH : LOCK_EX) != 0 && errno == EINTR) {
  }
  return opened;
}

Result<Descriptor> open_to_read(const fs::path& folder) {
  Result<Descriptor> shared = lock_folder(folder, FolderLock::shared);
  if (!shared) return shared;
  const std::vector<fs::path> left = staging_folders(folder);
  if (std::none_of(left.begin(), left.end(), is_recorded)) return shared;
  shared.value().close();
  {
    const Result<Descriptor> exclusive = lock_folder(folder, FolderLock::exclusive);
    if (!exclusive) return exclusive.error();
    if (Result<Done> finished = finish_interrupted_changes(folder); !finished) return finished.error();
  }
  return lock_folder(folder, FolderLock::shared);
}

bool is_recorded(const fs::path& staging) {
  std::error_code ignored;
  return fs::is_directory(fs::symlink_status(staging, ignored)) &&
         fs::exists(fs::symlink_status(staging / kRecordName, ignored));
}

Result<Done> record_change(const fs::path& staging, const FolderChange& change) {
  const std::string text =
      json_document({{"replaced", files_json(change.replaced)}, {"removed", files_json(change.removed)}});
  if (Result<Done> written = create_file(staging / kUnfinishedRecordName, text); !written) return written;
  if (::rename((staging / kUnfinishedRecordName).c_str(), (staging / kRecordName).c_str()) != 0)
    return system_error("rename into place", staging / kRecordName, errno);
  return sync_path(staging);
}

void forget_change(const fs::path& staging) {
  ::unlink((staging / kRecordName).c_str());
  (void)sync_path(staging);
}

Result<Done> carry_out(const fs::path& folder, const fs::path& staging, const FolderChange& change,
                       const MayGo& may_go) {
  const std::vector<std::string> names = staged_names(staging);
  std::set<fs::path> subs;
  const std::string manifest = staged_manifest(staging);
  if (manifest.empty()) return Done{};
  for (const std::string& name : names)
    if (Result<Done> free = check_way(folder, name, change, may_go); !free) return free;
  if (Result<Done> free = check_way(folder, manifest, change, may_go); !free) return free;
  keep_access(folder / manifest, staging / manifest);
  if (::unlink((folder / manifest).c_str()) != 0 && errno != ENOENT)
    return system_error("remove the older manifest", folder / manifest, errno);
  if (Result<Done> synced = sync_path(folder); !synced) return synced;
  for (const std::string& name : names) {
    if (Result<Done> moved = move_in(folder, staging, name); !moved) return moved;
    if (const fs::path sub = fs::path(name).parent_path(); !sub.empty()) subs.insert(sub);
  }
  for (const Manifest::File& file : change.removed)
    if (may_go(folder, file)) ::unlink((folder / file.name).c_str());
  if (Result<Done> synced = sync_folders(folder, subs); !synced) return synced;
  if (Result<Done> moved = move_in(folder, staging, manifest); !moved) return moved;
  return sync_path(folder);
}

Result<Done> finish_interrupted_changes(const fs::path& folder) {
  for (const fs::path& staging : staging_folders(folder)) {
    if (!is_recorded(staging)) continue;
    const Descriptor claimed = claim_staging(staging);
    const Result<Done> finished =
        claimed ? finish(folder, staging)
                : unfinished(folder, staging, "another program uses it, or it cannot be locked");
    if (!finished) return finished;
  }
  return Done{};
}

}  // namespace fw
