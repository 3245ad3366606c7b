#include "app/job/folder/atomic_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "app/job/folder/atomic_file.h"
#include "app/job/folder/change.h"
#include "app/job/folder/file_io.h"
#include "app/job/folder/written_names.h"
#include "core/base/hash.h"
#include "core/base/lower_case.h"
#include "core/base/parallel/parallel.h"
#include "core/base/plain_text.h"

namespace fw {
namespace fs = std::filesystem;

struct AtomicFolder::State {
  struct Staged {
    Manifest::File file;
    Listing listing = Listing::in_manifest;
    std::future<Result<Done>> synced;  ///< none for a file that the folder seemed to hold already
    bool there = false;                ///< the folder holds these bytes: the staged file is not needed
  };

  fs::path folder;
  std::optional<StagingFolder> staging;
  Replace replace = Replace::ours;
  FolderKind kind;
  FolderCounts counts;
  std::vector<fs::path> created;  ///< folders made here, outermost first
  std::mutex staging_mutex;       ///< guards `staged`, for files are staged from several threads
  std::vector<Staged> staged;
  std::set<std::string> names;         ///< of `staged`, in lower case: many systems know no difference
  std::optional<Descriptor> lock;      ///< from prepare() on
  std::optional<FolderChange> change;  ///< recorded by prepare(); none where nothing is to change
  bool committed = false;

  /// Remembers a file that lies in the staging folder, and has it synced beside whatever comes next: the disk
  /// takes its time, and syncs that wait together are done together. One whose bytes the folder seems to hold
  /// is looked at again under the lock: another process may change the folder in the meantime.
  Result<Done> keep(Manifest::File file, Listing listing);
  /// Waits until all that is staged is on the disk.
  Result<Done> sync_staged();
  /// Under the lock: takes the files that the folder holds already out of the staging folder, and syncs those
  /// of them that went.
  Result<Done> leave_equal();
  /// What the staged files will replace and remove; refuses where something else is in the way.
  Result<FolderChange> plan_change();

  ~State() {
    std::error_code ignored;
    staged.clear();  // waits for the syncs
    if (change && !committed) forget_change(staging->path());
    staging.reset();
    if (committed) return;
    for (auto it = created.rbegin(); it != created.rend(); ++it) fs::remove(*it, ignored);
  }
};

namespace {

/// Threads that sync files at once: more than a render has files, so that none of them waits; a film's folder
/// of many frames is limited.
constexpr size_t kSyncsAtOnce = 32;

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

/// The render that stands in a folder.
struct Older {
  std::optional<Manifest::File> manifest;  ///< none: no manifest, or a foreign one that is to be replaced
  std::map<std::string, Manifest::File> files;
  FolderContent content = FolderContent::render;
};

Error foreign(const fs::path& path) {
  return {ErrorKind::io,
          path.string() +
              ": exists already and is not as an older render here wrote it; --force replaces it, or "
              "choose another folder"};
}

Result<Older> read_older(const fs::path& folder, Replace replace, const FolderKind& kind) {
  Older older;
  const std::string manifest(kind.manifest);
  const fs::path path = folder / manifest;
  if (!look(path)) return older;
  if (Result<Done> place = check_place(path); !place) return place.error();
  const Result<std::string> text = read_file(folder, manifest, kMaxManifestBytes);
  if (!text) return text.error();
  const auto files = kind.keeps_equal ? parse_export_files(text.value(), path.string())
                                      : parse_manifest_files(text.value(), path.string());
  if (!files && replace == Replace::ours) return foreign(path);
  older.manifest = {manifest, text.value().size(), sha256_hex(text.value())};
  older.content = content_of(text.value());
  if (files)
    for (const Manifest::File& file : files.value()) older.files[file.name] = file;
  return older;
}

constexpr size_t kMostTold = 10;

/// Files of the older export that somebody changed, and a folder that holds files but no export.
Result<Done> check_untouched(const fs::path& folder, const Older& older) {
  if (!older.manifest) {
    std::error_code problem;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
      if (at->path().filename().string().front() != '.')
        return Error{ErrorKind::io, folder.string() + ": holds " + at->path().filename().string() +
                                        " but no export of ours; --force exports into it and leaves other "
                                        "files, or choose another folder"};
    return Done{};
  }
  std::vector<std::string> changed;
  for (const auto& [name, file] : older.files)
    if (look(folder / name) && !is_file(folder, file)) changed.push_back(name);
  if (changed.empty()) return Done{};
  return Error{ErrorKind::io, folder.string() + ": changed since the last export: " +
                                  first_names(changed, kMostTold) + "; --force overwrites"};
}

fs::path sub_folder(std::string_view name) {
  const fs::path parent = fs::path(name).parent_path();
  return parent;
}

Error bad_name(std::string_view name) {
  return {ErrorKind::internal, std::string(name) + ": not a name a render writes"};
}

/// The file in the way of a staged one, nothing where its place is free; refused where it may not be
/// replaced.
Result<std::optional<Manifest::File>> in_the_way(const fs::path& folder, const std::string& name,
                                                 Listing listing, const Older& older, Replace replace) {
  const fs::path path = folder / name;
  if (!look(path)) return std::optional<Manifest::File>();
  if (Result<Done> place = check_place(path); !place) return place.error();
  const auto listed = older.files.find(name);
  if (listed != older.files.end() && is_file(folder, listed->second)) return std::optional(listed->second);
  if (replace == Replace::ours && (listing == Listing::in_manifest || !older.manifest)) return foreign(path);
  const Result<FileDigest> digest = digest_file(path);
  if (!digest) return digest.error();
  return std::optional(Manifest::File{name, digest.value().size, digest.value().sha256});
}

}  // namespace

Result<Done> check_sub_folder(const fs::path& folder, const fs::path& sub) {
  fs::path at = folder;
  for (const fs::path& part : sub) {
    at /= part;
    const auto info = look(at);
    if (!info) return Done{};
    if (!S_ISDIR(info->st_mode))
      return Error{ErrorKind::io, at.string() + ": is " +
                                      (S_ISLNK(info->st_mode) ? "a symbolic link" : "a file") +
                                      "; a folder is needed here"};
  }
  return Done{};
}

Result<Done> AtomicFolder::State::keep(Manifest::File file, Listing listing) {
  const fs::path path = staging->path() / file.name;
  const bool seems_there = kind.keeps_equal && is_file(folder, file);
  const std::scoped_lock guard(staging_mutex);
  if (!names.insert(lower_case(file.name)).second)
    return Error{ErrorKind::internal, file.name + ": written twice, or with letters of another case"};
  staged.push_back({std::move(file), listing, {}});
  if (seems_there) return Done{};
  staged.back().synced = std::async([path] { return sync_path(path); });
  if (staged.size() > kSyncsAtOnce)
    if (const auto& earlier = staged[staged.size() - 1 - kSyncsAtOnce].synced; earlier.valid())
      earlier.wait();
  return Done{};
}

Result<Done> AtomicFolder::State::sync_staged() {
  std::set<fs::path> folders{staging->path()};
  for (Staged& one : staged) {
    if (one.synced.valid())
      if (Result<Done> synced = one.synced.get(); !synced) return synced;
    folders.insert((staging->path() / one.file.name).parent_path());
  }
  for (const fs::path& at : folders)
    if (Result<Done> synced = sync_path(at); !synced) return synced;
  return Done{};
}

Result<Done> AtomicFolder::State::leave_equal() {
  if (!kind.keeps_equal) return Done{};
  std::vector<std::optional<Error>> failed(staged.size());
  parallel_for(staged.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const fs::path path = staging->path() / staged[i].file.name;
      staged[i].there = is_file(folder, staged[i].file);
      if (staged[i].there) {
        if (::unlink(path.c_str()) != 0) failed[i] = system_error("remove", path, errno);
      } else if (Result<Done> synced = sync_path(path); !synced) {
        failed[i] = synced.error();
      }
    }
  });
  for (const std::optional<Error>& problem : failed)
    if (problem) return *problem;
  return Done{};
}

Result<FolderChange> AtomicFolder::State::plan_change() {
  const Result<Older> older = read_older(folder, replace, kind);
  if (!older) return older.error();
  FolderChange plan;
  if (older.value().manifest) plan.replaced.push_back(*older.value().manifest);
  std::vector<std::optional<Result<std::optional<Manifest::File>>>> found(staged.size());
  parallel_for(staged.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      if (staged[i].there) continue;
      const Result<Done> usable = check_sub_folder(folder, sub_folder(staged[i].file.name));
      found[i] = usable ? in_the_way(folder, staged[i].file.name, staged[i].listing, older.value(), replace)
                        : Result<std::optional<Manifest::File>>(usable.error());
    }
  });
  std::set<std::string> again;
  for (size_t i = 0; i < staged.size(); ++i) {
    again.insert(staged[i].file.name);
    if (staged[i].there) continue;
    if (!*found[i]) return found[i]->error();
    if (found[i]->value()) plan.replaced.push_back(*found[i]->value());
  }
  for (const auto& [name, file] : older.value().files)
    if (!again.contains(name) && name != kind.manifest && is_written_name(older.value().content, name) &&
        is_file(folder, file))
      plan.removed.push_back(file);
  return plan;
}

AtomicFolder::AtomicFolder(std::unique_ptr<State> state) : state_(std::move(state)) {}
AtomicFolder::~AtomicFolder() = default;
AtomicFolder::AtomicFolder(AtomicFolder&&) noexcept = default;

Result<AtomicFolder> AtomicFolder::open(const fs::path& folder, Replace replace, const FolderKind& kind) {
  auto state = std::make_unique<State>();
  state->folder = folder;
  state->replace = replace;
  state->kind = kind;
  if (folder.empty()) return Error{ErrorKind::io, "no output folder given"};
  if (Result<Done> made = make_folders(folder, state->created); !made) return made.error();
  Result<StagingFolder> staging = StagingFolder::make(folder);
  if (!staging) return staging.error();
  state->staging.emplace(std::move(staging).value());
  const Result<Descriptor> reading = open_to_read(folder);
  if (!reading) return reading.error();
  remove_stale_staging(folder);
  const Result<Older> older = read_older(folder, replace, kind);
  if (!older) return older.error();
  if (kind.keeps_equal && replace == Replace::ours)
    if (Result<Done> untouched = check_untouched(folder, older.value()); !untouched) return untouched.error();
  return AtomicFolder(std::move(state));
}

const fs::path& AtomicFolder::staging() const {
  return state_->staging->path();
}

Result<Done> AtomicFolder::put(std::string_view name, std::string_view bytes, Listing listing) {
  if (!state_->kind.is_name(name) || name == state_->kind.manifest) return bad_name(name);
  Manifest::File file{std::string(name), bytes.size(), sha256_hex(bytes)};
  // Only below it: a staging folder that somebody removed must not come back.
  fs::path at = staging();
  for (const fs::path& part : sub_folder(name)) {
    at /= part;
    if (::mkdir(at.c_str(), 0777) != 0 && errno != EEXIST)
      return system_error("create the folder", at, errno);
  }
  if (Result<Done> written = write_new_file(staging() / name, bytes); !written) return written;
  return state_->keep(std::move(file), listing);
}

Result<Done> AtomicFolder::adopt(std::string_view name, Listing listing) {
  if (!state_->kind.is_name(name) || name == state_->kind.manifest) return bad_name(name);
  const fs::path path = staging() / name;
  if (Result<Done> place = check_place(path); !place) return place;
  Result<FileDigest> digest = digest_file(path);
  if (!digest) return digest.error();
  Manifest::File file{std::string(name), digest.value().size, digest.value().sha256};
  return state_->keep(std::move(file), listing);
}

FolderCounts AtomicFolder::counts() const {
  return state_->counts;
}

std::vector<Manifest::File> AtomicFolder::files() const {
  std::vector<Manifest::File> out;
  for (const State::Staged& staged : state_->staged)
    if (staged.listing == Listing::in_manifest) out.push_back(staged.file);
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

Result<Done> AtomicFolder::prepare(std::string_view manifest_text) {
  State& s = *state_;
  const std::string manifest(s.kind.manifest);
  if (Result<Done> written = create_file(s.staging->path() / manifest, manifest_text); !written)
    return written;
  if (Result<Done> synced = s.sync_staged(); !synced) return synced;
  Result<Descriptor> lock = lock_folder(s.folder, FolderLock::exclusive);
  if (!lock) return lock.error();
  s.lock.emplace(std::move(lock).value());
  if (Result<Done> finished = finish_interrupted_changes(s.folder); !finished) return finished;
  if (Result<Done> left = s.leave_equal(); !left) return left;
  Result<FolderChange> change = s.plan_change();
  if (!change) return change.error();
  s.counts = {0, 0, change.value().removed.size()};
  for (const State::Staged& staged : s.staged) ++(staged.there ? s.counts.unchanged : s.counts.written);
  const Manifest::File own{manifest, manifest_text.size(), sha256_hex(manifest_text)};
  if (s.kind.keeps_equal && s.counts.written == 0 && s.counts.removed == 0 && is_file(s.folder, own))
    return Done{};  // all is there already
  for (const State::Staged& staged : s.staged)
    if (Result<Done> made = make_folders((s.folder / staged.file.name).parent_path(), s.created); !made)
      return made;
  if (Result<Done> recorded = record_change(s.staging->path(), change.value()); !recorded) return recorded;
  s.change = std::move(change).value();
  return Done{};
}

Result<Done> AtomicFolder::finish() {
  State& s = *state_;
  // From here on the new render is the folder's. What is in the way has been looked at under the lock.
  s.committed = true;
  const MayGo looked_at = [](const fs::path&, const Manifest::File&) { return true; };
  const Result<Done> done =
      s.change ? carry_out(s.folder, s.staging->path(), *s.change, looked_at) : Result<Done>(Done{});
  if (done)
    s.staging->remove();
  else
    s.staging->leave();
  s.lock.reset();
  return done;
}

Result<Done> AtomicFolder::commit(std::string_view manifest_text) {
  if (Result<Done> prepared = prepare(manifest_text); !prepared) {
    state_->lock.reset();
    return prepared;
  }
  return finish();
}

Result<Done> check_replaceable(const fs::path& folder, const std::vector<std::string>& names,
                               Replace replace) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return Done{};
  const Result<Descriptor> reading = open_to_read(folder);
  if (!reading) return reading.error();
  const Result<Older> older = read_older(folder, replace, kRenderFolder);
  if (!older) return older.error();
  for (const std::string& name : names) {
    const auto info = look(folder / name);
    if (!info || replace == Replace::all) continue;
    const auto listed = older.value().files.find(name);
    if (listed == older.value().files.end() || listed->second.size != static_cast<uint64_t>(info->st_size))
      return foreign(folder / name);
  }
  return Done{};
}

}  // namespace fw
