#include "app/job/folder/atomic_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <future>
#include <mutex>
#include <optional>
#include <utility>

#include "app/job/render/descriptor.h"
#include "app/job/folder/file_io.h"
#include "app/job/folder/staging.h"
#include "core/base/hash.h"

namespace fw {
namespace fs = std::filesystem;

struct AtomicFolder::State {
  struct Staged {
    Manifest::File file;
    Listing listing = Listing::in_manifest;
    std::future<Result<Done>> synced;
  };

  fs::path folder;
  std::optional<StagingFolder> staging;
  std::vector<fs::path> created;   ///< folders made here, outermost first
  std::vector<std::string> older;  ///< files of the manifest that stood here before
  std::mutex staging_mutex;        ///< guards `staged`, for files are staged from several threads
  std::vector<Staged> staged;
  bool committed = false;

  /// Remembers a file that lies in the staging folder, and has it synced beside whatever comes next: the disk
  /// takes its time, and syncs that wait together are done together.
  Result<Done> keep(Manifest::File file, Listing listing);

  ~State() {
    std::error_code ignored;
    staged.clear();  // waits for the syncs
    staging.reset();
    if (committed) return;
    for (auto it = created.rbegin(); it != created.rend(); ++it) fs::remove(*it, ignored);
  }
};

namespace {

/// A folder of many files (a film's frames) must not have a thread for each of them; more than a render's
/// files, which wait for nobody.
constexpr size_t kSyncsAtOnce = 32;

Result<Done> sync_path(const fs::path& path, int flags) {
  const Descriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags));
  if (opened.number() < 0) return system_error("open", path, errno);
  // Some file systems cannot sync a folder; that is no reason to give a finished render up.
  if (::fsync(opened.number()) != 0 && errno != EINVAL && errno != EROFS)
    return system_error("write", path, errno);
  return Done{};
}

std::optional<struct stat> look(const fs::path& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) return std::nullopt;
  return info;
}

/// A file's place must be free or hold a regular file.
Result<Done> check_place(const fs::path& path) {
  const auto info = look(path);
  if (!info || S_ISREG(info->st_mode)) return Done{};
  if (S_ISLNK(info->st_mode))
    return Error{ErrorKind::io, path.string() + ": is a symbolic link; remove it or choose another folder"};
  return Error{ErrorKind::io, path.string() + ": something other than a regular file is in the way"};
}

/// Makes missing folders one by one, so that they can be taken away again.
Result<Done> make_folders(const fs::path& folder, std::vector<fs::path>& created) {
  fs::path at;
  for (const fs::path& part : folder) {
    at /= part;
    if (part.empty()) continue;
    if (::mkdir(at.c_str(), 0777) == 0) {
      created.push_back(at);
      continue;
    }
    const int problem = errno;
    std::error_code ignored;
    if (fs::is_directory(at, ignored)) continue;
    if (problem == EEXIST)
      return Error{ErrorKind::io, at.string() + ": is a file or a broken link; a folder is needed here"};
    return system_error("create the folder", at, problem);
  }
  return Done{};
}

/// The older manifest goes first: from now on the folder is not complete.
Result<Done> remove_older_manifest(const fs::path& folder, std::vector<std::string>& older) {
  const fs::path path = folder / kManifestName;
  if (!look(path)) return Done{};
  if (Result<Done> place = check_place(path); !place) return place;
  // An unreadable manifest names nothing that could be called stale.
  if (const Result<std::string> text = read_file(path, kMaxManifestBytes))
    if (const auto files = parse_manifest_files(text.value(), path.string()))
      for (const Manifest::File& file : files.value()) older.push_back(file.name);
  if (::unlink(path.c_str()) != 0) return system_error("remove the older manifest", path, errno);
  return sync_path(folder, O_DIRECTORY);
}

fs::path sub_folder(std::string_view name) {
  const fs::path parent = fs::path(name).parent_path();
  return parent;
}

Error bad_name(std::string_view name) {
  return {ErrorKind::internal, std::string(name) + ": not a name a render writes"};
}

Result<Done> check_sub_folder(const fs::path& folder, const fs::path& sub) {
  const auto info = look(folder / sub);
  if (!info || S_ISDIR(info->st_mode)) return Done{};
  return Error{ErrorKind::io, (folder / sub).string() + ": is " +
                                  (S_ISLNK(info->st_mode) ? "a symbolic link" : "a file") +
                                  "; a folder is needed here"};
}

}  // namespace

Result<Done> AtomicFolder::State::keep(Manifest::File file, Listing listing) {
  const fs::path path = staging->path() / file.name;
  const std::scoped_lock lock(staging_mutex);
  const bool known = std::any_of(staged.begin(), staged.end(),
                                 [&](const Staged& other) { return other.file.name == file.name; });
  if (known) return Error{ErrorKind::internal, file.name + ": written twice"};
  staged.push_back({std::move(file), listing, std::async([path] { return sync_path(path, O_NOFOLLOW); })});
  if (staged.size() > kSyncsAtOnce) staged[staged.size() - 1 - kSyncsAtOnce].synced.wait();
  return Done{};
}

AtomicFolder::AtomicFolder(std::unique_ptr<State> state) : state_(std::move(state)) {}
AtomicFolder::~AtomicFolder() = default;
AtomicFolder::AtomicFolder(AtomicFolder&&) noexcept = default;

Result<AtomicFolder> AtomicFolder::open(const fs::path& folder) {
  auto state = std::make_unique<State>();
  state->folder = folder;
  if (folder.empty()) return Error{ErrorKind::io, "no output folder given"};
  if (Result<Done> made = make_folders(folder, state->created); !made) return made.error();
  // The staging folder before the manifest goes: a folder that cannot be written keeps its older render.
  Result<StagingFolder> staging = StagingFolder::make(folder);
  if (!staging) return staging.error();
  state->staging.emplace(std::move(staging).value());
  remove_stale_staging(folder);
  if (Result<Done> gone = remove_older_manifest(folder, state->older); !gone) return gone.error();
  return AtomicFolder(std::move(state));
}

const fs::path& AtomicFolder::staging() const {
  return state_->staging->path();
}

Result<Done> AtomicFolder::put(std::string_view name, std::string_view bytes, Listing listing) {
  if (!is_render_file_name(name) || name == kManifestName) return bad_name(name);
  const fs::path path = staging() / name;
  // One level only: a staging folder that somebody removed must not come back.
  if (!sub_folder(name).empty() && ::mkdir(path.parent_path().c_str(), 0777) != 0 && errno != EEXIST)
    return system_error("create the folder", path.parent_path(), errno);
  if (Result<Done> written = write_new_file(path, bytes); !written) return written;
  return state_->keep({std::string(name), bytes.size(), sha256_hex(bytes)}, listing);
}

Result<Done> AtomicFolder::adopt(std::string_view name, Listing listing) {
  if (!is_render_file_name(name) || name == kManifestName) return bad_name(name);
  const fs::path path = staging() / name;
  if (Result<Done> place = check_place(path); !place) return place;
  Result<FileDigest> digest = digest_file(path);
  if (!digest) return digest.error();
  return state_->keep({std::string(name), digest.value().size, digest.value().sha256}, listing);
}

std::vector<Manifest::File> AtomicFolder::files() const {
  std::vector<Manifest::File> out;
  for (const State::Staged& staged : state_->staged)
    if (staged.listing == Listing::in_manifest) out.push_back(staged.file);
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

Result<Done> AtomicFolder::commit(std::string_view manifest_text) {
  State& s = *state_;
  if (Result<Done> written = create_file(s.staging->path() / kManifestName, manifest_text); !written)
    return written;
  // Every place is looked at before the first rename, so that a link in the way changes nothing.
  std::vector<fs::path> sub_folders;
  for (const State::Staged& staged : s.staged) {
    const fs::path sub = sub_folder(staged.file.name);
    if (!sub.empty()) {
      if (Result<Done> usable = check_sub_folder(s.folder, sub); !usable) return usable;
      if (std::find(sub_folders.begin(), sub_folders.end(), sub) == sub_folders.end())
        sub_folders.push_back(sub);
    }
    if (Result<Done> place = check_place(s.folder / staged.file.name); !place) return place;
  }
  if (Result<Done> place = check_place(s.folder / kManifestName); !place) return place;
  for (const fs::path& sub : sub_folders)
    if (Result<Done> made = make_folders(s.folder / sub, s.created); !made) return made;

  const auto move_in = [&](const fs::path& name) -> Result<Done> {
    if (::rename((s.staging->path() / name).c_str(), (s.folder / name).c_str()) != 0)
      return system_error("rename into place", s.folder / name, errno);
    return Done{};
  };
  for (State::Staged& staged : s.staged)
    if (Result<Done> synced = staged.synced.get(); !synced) return synced;
  for (const State::Staged& staged : s.staged)
    if (Result<Done> moved = move_in(staged.file.name); !moved) return moved;
  for (const std::string& name : s.older) {
    const bool again = std::any_of(s.staged.begin(), s.staged.end(),
                                   [&](const State::Staged& staged) { return staged.file.name == name; });
    const auto info = look(s.folder / name);
    const bool through_link = !sub_folder(name).empty() && !check_sub_folder(s.folder, sub_folder(name));
    if (!again && !through_link && info && S_ISREG(info->st_mode)) ::unlink((s.folder / name).c_str());
  }
  std::vector<std::future<Result<Done>>> synced;
  for (const fs::path& sub : sub_folders)
    synced.push_back(std::async([&s, &sub] { return sync_path(s.folder / sub, O_DIRECTORY); }));
  if (Result<Done> own = sync_path(s.folder, O_DIRECTORY); !own) return own;
  for (auto& sub : synced)
    if (Result<Done> ok = sub.get(); !ok) return ok;
  if (Result<Done> moved = move_in(kManifestName); !moved) return moved;
  s.committed = true;
  s.staging->remove();
  return sync_path(s.folder, O_DIRECTORY);
}

}  // namespace fw
