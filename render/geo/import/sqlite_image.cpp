#include "render/geo/import/sqlite_image.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "core/base/lower_case.h"
#include "render/geo/file_bytes.h"
#include "render/geo/geo_import.h"
#include "render/geo/import/placement.h"

namespace fw {
namespace {

constexpr std::string_view kSqliteHead("SQLite format 3\0", 16);
constexpr int kMostTries = 6;                                   // of reading a file that is being written
constexpr auto kBetweenTries = std::chrono::milliseconds(150);  // a commit takes less
constexpr size_t kMostMemory = 2 * kMostSourceBytes;            // of the database with its log put in
constexpr int kStepsBetweenLooks = 10000;                       // of SQLite's machine: 0.1 ms
constexpr int64_t kMostSteps = 500'000'000;                     // some seconds
constexpr int kMostValueBytes = 32 << 20;                       // of one value or row
constexpr int64_t kMostTables = 10000, kMostLayers = 1000;

/// The three files that a database may be.
struct DatabaseFiles {
  std::string main, log, journal;
};

/// The bytes of a file beside the database; "" where it has none.
Result<std::string> read_beside(const std::filesystem::path& file, const std::filesystem::path& side,
                                const char* what) {
  struct stat status {};
  if (::lstat(side.c_str(), &status) != 0) return std::string();
  if (S_ISREG(status.st_mode) && status.st_size == 0) return std::string();
  Result<std::string> bytes = read_bytes(side, kMostSourceBytes);
  if (bytes) return bytes;
  return cannot_read(file, std::string("its ") + what +
                               " holds what was saved last and cannot be read; close the file in QGIS, or "
                               "whatever has it open, and try again (" +
                               bytes.error().message + ")");
}

Result<DatabaseFiles> read_all(const std::filesystem::path& file, const std::filesystem::path& real) {
  const std::string name = real.string();
  auto log = read_beside(file, name + "-wal", "write-ahead log");
  if (!log) return log.error();
  auto journal = read_beside(file, name + "-journal", "journal");
  if (!journal) return journal.error();
  auto main = read_bytes(real, kMostSourceBytes);
  if (!main) return main.error();
  return DatabaseFiles{std::move(main).value(), std::move(log).value(), std::move(journal).value()};
}

/// Whether a file has these bytes now; none = "".
bool still_has(const std::filesystem::path& file, const std::string& bytes) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return bytes.empty();
  std::vector<char> part(size_t{1} << 20);
  size_t done = 0;
  bool same = true;
  while (same) {
    const ssize_t got = ::read(descriptor, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      same = got == 0 && done == bytes.size();
      break;
    }
    const auto count = static_cast<size_t>(got);
    same = done + count <= bytes.size() && std::memcmp(bytes.data() + done, part.data(), count) == 0;
    done += count;
  }
  ::close(descriptor);
  return same;
}

/// The files as they were at one moment: what changes meanwhile is read again.
Result<DatabaseFiles> read_at_rest(const std::filesystem::path& file, const Progress& progress) {
  std::error_code problem;
  std::filesystem::path real = std::filesystem::canonical(file, problem);  // logs lie beside the file itself
  if (problem) real = file;
  for (int k = 0; k < kMostTries; ++k) {
    if (k > 0) std::this_thread::sleep_for(kBetweenTries);
    if (progress.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
    auto files = read_all(file, real);
    if (!files) return files.error();
    const DatabaseFiles& f = files.value();
    if (still_has(real.string() + "-wal", f.log) && still_has(real.string() + "-journal", f.journal) &&
        still_has(real, f.main))
      return files;
  }
  return cannot_read(file, "another program is writing it; try again when that is done");
}

// A file system of SQLite that holds one database and its logs in memory, so that the library itself puts
// the log in, without a lock, a byte or a checkpoint on the user's files.

struct MemoryHandle {
  sqlite3_file base;
  std::string* bytes;
};
std::string& bytes_of(sqlite3_file* file) {
  return *reinterpret_cast<MemoryHandle*>(file)->bytes;
}
DatabaseFiles& files_of(sqlite3_vfs* vfs) {
  return *static_cast<DatabaseFiles*>(vfs->pAppData);
}

int read_memory(sqlite3_file* file, void* out, int count, sqlite3_int64 at) {
  const std::string& bytes = bytes_of(file);
  const auto from = std::min(static_cast<size_t>(at), bytes.size());
  const size_t got = std::min(static_cast<size_t>(count), bytes.size() - from);
  std::memcpy(out, bytes.data() + from, got);
  if (got == static_cast<size_t>(count)) return SQLITE_OK;
  std::memset(static_cast<char*>(out) + got, 0, static_cast<size_t>(count) - got);
  return SQLITE_IOERR_SHORT_READ;
}
int write_memory(sqlite3_file* file, const void* in, int count, sqlite3_int64 at) {
  std::string& bytes = bytes_of(file);
  const size_t end = static_cast<size_t>(at) + static_cast<size_t>(count);
  if (end > kMostMemory) return SQLITE_FULL;
  if (end > bytes.size()) bytes.resize(end, '\0');
  std::memcpy(bytes.data() + at, in, static_cast<size_t>(count));
  return SQLITE_OK;
}
int truncate_memory(sqlite3_file* file, sqlite3_int64 size) {
  bytes_of(file).resize(std::min(static_cast<size_t>(size), kMostMemory), '\0');
  return SQLITE_OK;
}
int size_of_memory(sqlite3_file* file, sqlite3_int64* size) {
  *size = static_cast<sqlite3_int64>(bytes_of(file).size());
  return SQLITE_OK;
}
int nobody_holds(sqlite3_file*, int* held) {
  *held = 0;
  return SQLITE_OK;
}

const sqlite3_io_methods kMemoryMethods{
    1,
    [](sqlite3_file*) { return SQLITE_OK; },  // close
    read_memory,
    write_memory,
    truncate_memory,
    [](sqlite3_file*, int) { return SQLITE_OK; },  // sync
    size_of_memory,
    [](sqlite3_file*, int) { return SQLITE_OK; },  // lock
    [](sqlite3_file*, int) { return SQLITE_OK; },  // unlock
    nobody_holds,
    [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; },  // file control
    [](sqlite3_file*) { return 512; },                          // sector
    [](sqlite3_file*) { return 0; },                            // device
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr};

std::string* piece_of(DatabaseFiles& files, std::string_view name) {
  return name.ends_with("-wal") ? &files.log : name.ends_with("-journal") ? &files.journal : &files.main;
}

int open_memory(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* given) {
  file->pMethods = nullptr;
  if (name == nullptr || (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL)) == 0)
    return SQLITE_CANTOPEN;
  reinterpret_cast<MemoryHandle*>(file)->bytes = piece_of(files_of(vfs), name);
  file->pMethods = &kMemoryMethods;
  if (given != nullptr) *given = flags;
  return SQLITE_OK;
}
int remove_memory(sqlite3_vfs* vfs, const char* name, int) {
  piece_of(files_of(vfs), name)->clear();
  return SQLITE_OK;
}
int look_for_memory(sqlite3_vfs* vfs, const char* name, int, int* there) {
  *there = !piece_of(files_of(vfs), name)->empty();
  return SQLITE_OK;
}
int same_name(sqlite3_vfs*, const char* name, int most, char* out) {
  sqlite3_snprintf(most, out, "%s", name);
  return SQLITE_OK;
}

/// The registered file system of one database.
class MemoryFileSystem {
 public:
  explicit MemoryFileSystem(DatabaseFiles& files) {
    static std::atomic<uint64_t> counter{0};
    name_ = "fieldwright-" + std::to_string(counter.fetch_add(1));
    vfs_ = *sqlite3_vfs_find(nullptr);  // its clock and its random numbers
    vfs_.iVersion = 1;
    vfs_.szOsFile = sizeof(MemoryHandle);
    vfs_.pNext = nullptr;
    vfs_.zName = name_.c_str();
    vfs_.pAppData = &files;
    vfs_.xOpen = open_memory;
    vfs_.xDelete = remove_memory;
    vfs_.xAccess = look_for_memory;
    vfs_.xFullPathname = same_name;
    vfs_.xDlOpen = nullptr;
    sqlite3_vfs_register(&vfs_, 0);
  }
  ~MemoryFileSystem() { sqlite3_vfs_unregister(&vfs_); }
  MemoryFileSystem(const MemoryFileSystem&) = delete;
  MemoryFileSystem& operator=(const MemoryFileSystem&) = delete;

  const char* name() const { return name_.c_str(); }

 private:
  std::string name_;
  sqlite3_vfs vfs_{};
};

/// A connection whose statements end: after so many steps, and when the job is cancelled.
class BoundedDatabase {
 public:
  BoundedDatabase(const char* vfs, const Progress& progress) : progress_(progress) {
    sqlite3_open_v2("/database", &database_, SQLITE_OPEN_READWRITE, vfs);
    sqlite3_progress_handler(database_, kStepsBetweenLooks, &BoundedDatabase::look, this);
    sqlite3_limit(database_, SQLITE_LIMIT_LENGTH, kMostValueBytes);
    sqlite3_limit(database_, SQLITE_LIMIT_ATTACHED, 0);
    for (const int off : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER})
      sqlite3_db_config(database_, off, 0, nullptr);
    sqlite3_db_config(database_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  }
  ~BoundedDatabase() { sqlite3_close(database_); }
  BoundedDatabase(const BoundedDatabase&) = delete;
  BoundedDatabase& operator=(const BoundedDatabase&) = delete;

  /// Calls row(statement) for each row until it says no. False where the statement fails.
  bool each(const char* sql, const std::string& argument, const std::function<bool(sqlite3_stmt*)>& row) {
    sqlite3_stmt* statement = nullptr;
    int code = sqlite3_prepare_v2(database_, sql, -1, &statement, nullptr);
    if (code == SQLITE_OK && sqlite3_bind_parameter_count(statement) > 0)
      sqlite3_bind_text(statement, 1, argument.data(), static_cast<int>(argument.size()), SQLITE_TRANSIENT);
    bool more = code == SQLITE_OK;
    while (more) {
      code = sqlite3_step(statement);
      more = code == SQLITE_ROW && row(statement);
    }
    const bool good = code == SQLITE_ROW || code == SQLITE_DONE;
    if (!good && failure_.empty()) failure_ = sqlite3_errmsg(database_);
    too_big_ = too_big_ || code == SQLITE_TOOBIG;
    sqlite3_finalize(statement);
    return good;
  }
  bool run(const char* sql) {
    return each(sql, "", [](sqlite3_stmt*) { return true; });
  }

  /// Why the first statement that failed did.
  Error error(const std::filesystem::path& file) const {
    if (progress_.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
    if (steps_ > kMostSteps)
      return cannot_read(file, "its tables take too long to read; write its layers to a new GeoPackage");
    if (too_big_)
      return cannot_read(file, "a value in its tables has more than " +
                                   std::to_string(kMostValueBytes >> 20) +
                                   " MiB; write its layers to a new GeoPackage without that column");
    return cannot_read(file, "its database is damaged (" + failure_ + "); repair it, or export it anew");
  }

 private:
  static int look(void* self) {
    auto* const here = static_cast<BoundedDatabase*>(self);
    here->steps_ += kStepsBetweenLooks;
    return here->steps_ > kMostSteps || here->progress_.cancelled() ? 1 : 0;
  }

  const Progress& progress_;
  sqlite3* database_ = nullptr;
  int64_t steps_ = 0;
  bool too_big_ = false;
  std::string failure_;
};

std::string text_at(sqlite3_stmt* row, int column) {
  const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(row, column));
  return text == nullptr ? std::string()
                         : std::string(text, static_cast<size_t>(sqlite3_column_bytes(row, column)));
}

/// Whether the standard keeps a table of this name for itself.
bool is_own_table(const std::string& name) {
  return name.starts_with("gpkg_") || name.starts_with("rtree_");
}

/// Rows that hold what their columns forbid are no damage: GIS programs write them.
bool is_damage(const std::string& found) {
  static const std::vector<std::string> kHarmless{
      "ok",         "NULL value in", "CHECK constraint",   "TEXT value",        "NUMERIC value", "BLOB value",
      "non-unique", "row ",          "wrong # of entries", "unable to validate"};
  return std::none_of(kHarmless.begin(), kHarmless.end(),
                      [&](const std::string& begin) { return found.starts_with(begin); });
}

/// Pages that two tables share make files without end.
Result<Done> check_pages(BoundedDatabase& database, const std::filesystem::path& file) {
  std::string damage;
  const bool looked = database.run("PRAGMA ignore_check_constraints = 1") &&
                      database.each("PRAGMA quick_check(100)", "", [&](sqlite3_stmt* row) {
                        const std::string found = text_at(row, 0);
                        if (damage.empty() && is_damage(found)) damage = found;
                        return damage.empty();
                      });
  if (!looked) return database.error(file);
  if (!damage.empty())
    return cannot_read(
        file, "its database is damaged (" + damage.substr(0, 200) + "); repair it, or export it anew");
  return Done{};
}

/// What is a query and what a formula; nothing of either may stand for a table of the standard.
Result<Done> find_queries(BoundedDatabase& database, const std::filesystem::path& file, SqliteImage& image) {
  std::vector<std::string> tables;
  int64_t count = 0;
  std::string own;
  const bool listed = database.each(
      "SELECT type, name, sql FROM sqlite_master WHERE type IN ('table', 'view')", "",
      [&](sqlite3_stmt* row) {
        const std::string name = lower_case(text_at(row, 1)), sql = lower_case(text_at(row, 2));
        const bool view = text_at(row, 0) == "view", made_up = sql.starts_with("create virtual");
        if (view || made_up)
          image.queries.insert(name);
        else
          tables.push_back(name);
        if (is_own_table(name) && (view || (made_up && !name.starts_with("rtree_"))) && own.empty())
          own = name;
        return ++count <= kMostTables;
      });
  if (!listed) return database.error(file);
  if (count > kMostTables)
    return cannot_read(file, "it has more than " + std::to_string(kMostTables) + " tables");
  for (const std::string& table : tables) {
    const bool looked = database.each("SELECT name FROM pragma_table_xinfo(?1) WHERE hidden = 2", table,
                                      [&](sqlite3_stmt* row) {
                                        image.formulas[table].insert(lower_case(text_at(row, 0)));
                                        return true;
                                      });
    if (!looked) return database.error(file);
    if (own.empty() && is_own_table(table) && image.formulas.contains(table)) own = table;
  }
  if (!own.empty())
    return cannot_read(file,
                       "its table " + own +
                           " is a query or has formulas, where a GeoPackage has a plain table; write its "
                           "layers to a new GeoPackage");
  return Done{};
}

Result<Done> count_layers(BoundedDatabase& database, const std::filesystem::path& file) {
  constexpr int64_t kMostRows = 100000;  // of tables about the layers
  std::vector<std::string> own;
  if (!database.each(
          "SELECT lower(name) FROM sqlite_master WHERE type = 'table' AND lower(name) LIKE 'gpkg\\_%' "
          "ESCAPE '\\'",
          "", [&](sqlite3_stmt* row) {
            own.push_back(text_at(row, 0));
            return true;
          }))
    return database.error(file);
  if (std::find(own.begin(), own.end(), "gpkg_contents") == own.end())
    return cannot_read(file, "it is a database of SQLite, but no GeoPackage; export its layers to one");
  for (const std::string& table : own) {
    const bool lists_layers = table == "gpkg_contents" || table == "gpkg_geometry_columns";
    const int64_t most = lists_layers ? kMostLayers : kMostRows;
    if (table.find('"') != std::string::npos) continue;
    int64_t rows = 0;
    if (!database.each(("SELECT 1 FROM \"" + table + "\"").c_str(), "",
                       [&](sqlite3_stmt*) { return ++rows <= most; }))
      return database.error(file);
    if (rows > most)
      return cannot_read(
          file, (lists_layers ? "it has more than " + std::to_string(most) + " layers"
                              : "its table " + table + " has more than " + std::to_string(most) + " rows") +
                    "; write the layers that are meant to a new GeoPackage");
  }
  return Done{};
}

/// A log that is none, or the log of another file.
Result<Done> check_log(const DatabaseFiles& files, const std::filesystem::path& file) {
  constexpr size_t kVersionByte = 18;
  constexpr char kWithLog = 2;
  const std::string name = file.filename().string() + "-wal";
  const bool empty = files.log.find_first_not_of('\0') == std::string::npos;
  if (empty) return Done{};
  const bool begins = files.log.starts_with("\x37\x7f\x06\x82") || files.log.starts_with("\x37\x7f\x06\x83");
  if (begins && files.main[kVersionByte] == kWithLog) return Done{};
  return cannot_read(file, begins ? "its write-ahead log " + name +
                                        " belongs to another file of this name; open the right one in QGIS "
                                        "and close it again, or remove the log if nothing of it is wanted"
                                  : "its write-ahead log " + name +
                                        " is damaged; it may hold what was saved last. Open the file in QGIS "
                                        "and save it anew");
}

}  // namespace

bool begins_as_sqlite(std::string_view bytes) {
  return bytes.starts_with(kSqliteHead);
}

Result<SqliteImage> read_sqlite(const std::filesystem::path& file, const Progress& progress) {
  auto read = read_at_rest(file, progress);
  if (!read) return read.error();
  DatabaseFiles files = std::move(read).value();
  constexpr size_t kHeaderBytes = 100;
  if (!begins_as_sqlite(files.main) || files.main.size() < kHeaderBytes)
    return cannot_read(file, "it is no GeoPackage");
  if (const auto good = check_log(files, file); !good) return good.error();
  SqliteImage image;
  {
    const MemoryFileSystem disk(files);
    BoundedDatabase database(disk.name(), progress);
    // Exclusive: without it SQLite wants memory shared with others for the log. Then the log goes in.
    if (!database.run("PRAGMA locking_mode = EXCLUSIVE") || !database.run("PRAGMA temp_store = MEMORY") ||
        !database.run("SELECT count(*) FROM sqlite_master") || !database.run("PRAGMA journal_mode = DELETE"))
      return database.error(file);
    if (const auto good = find_queries(database, file, image); !good) return good.error();
    if (const auto good = check_pages(database, file); !good) return good.error();
    if (const auto good = count_layers(database, file); !good) return good.error();
  }
  image.bytes = std::move(files.main);
  return image;
}

}  // namespace fw
