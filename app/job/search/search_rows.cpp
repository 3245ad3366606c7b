#include "app/job/search/search_rows.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <system_error>
#include <type_traits>

#include "app/job/folder/atomic_folder.h"
#include "app/job/folder/csv.h"
#include "app/job/folder/file_io.h"
#include "core/base/number_text.h"

namespace fw {
namespace fs = std::filesystem;
namespace {

constexpr int64_t kSync_ms = 5000;
constexpr std::string_view kHeadBegin = "# fieldwright search rows, plan ";
constexpr size_t kCrcDigits = 8;
constexpr size_t kMostLine = size_t{1} << 20;

std::string crc_text(std::string_view text) {
  const uLong crc = crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()));
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out(kCrcDigits, '0');
  for (size_t k = 0; k < kCrcDigits; ++k) out[k] = kDigits[(crc >> (4 * (kCrcDigits - 1 - k))) & 15];
  return out;
}

int64_t now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

/// A failure as one field without commas, quotes and ends of lines.
std::string one_field(std::string text) {
  for (char& c : text)
    if (c == ',' || c == '"' || static_cast<unsigned char>(c) < 0x20) c = ' ';
  return text.substr(0, 300);
}

template <typename Number>
bool read_number(std::string_view text, Number& out) {
  const char* const last = text.data() + text.size();
  std::from_chars_result read;
  if constexpr (std::is_same_v<Number, double>)
    read = read_double(text.data(), last, out);
  else
    read = std::from_chars(text.data(), last, out);
  return !text.empty() && read.ec == std::errc() && read.ptr == last;
}

template <typename Slugs>
std::optional<size_t> slug_at(const Slugs& slugs, std::string_view word) {
  const auto at = std::find(std::begin(slugs), std::end(slugs), word);
  if (at == std::end(slugs)) return std::nullopt;
  return static_cast<size_t>(at - std::begin(slugs));
}

/// The next field of a line, which is taken off.
std::string_view take_field(std::string_view& line) {
  const size_t end = std::min(line.find(','), line.size());
  const std::string_view field = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return field;
}

std::string shard_text(const Shard& shard) {
  return std::to_string(shard.number) + "of" + std::to_string(shard.count);
}

Result<Done> write_all(int file, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error("write", path, errno);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return Done{};
}

/// The lock of a shard; none where the file system knows no locks.
Result<Descriptor> lock_shard(const fs::path& rows, const Shard& shard) {
  const fs::path path = rows / (shard_text(shard) + ".lock");
  Descriptor lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!lock) return system_error("create", path, errno);
  if (::flock(lock.number(), LOCK_EX | LOCK_NB) == 0) return lock;
  if (errno == EWOULDBLOCK)
    return Error{ErrorKind::usage, rows.string() + ": another process is working on the shard " +
                                       std::to_string(shard.number) + "/" + std::to_string(shard.count) +
                                       " of this search; leave it alone or stop it first"};
  return Descriptor();
}

std::string rows_head(const std::string& rows_digest, const FigureTable& table) {
  CsvLine names;
  for (const char* name : {"seed", "verdict", "stage", "part"}) names.add(std::string_view(name));
  for (const SearchFigure& figure : table.figures) names.add(figure.name);
  names.add(std::string_view("crc32"));
  return std::string(kHeadBegin) + rows_digest + "\n" + names.str();
}

}  // namespace

std::string row_line(const SearchRow& row) {
  std::string line = std::to_string(row.seed);
  line += ',';
  line += kRowFateSlugs[static_cast<size_t>(row.fate)];
  line += ',';
  line += row.by_preview ? kPreviewSlug : kKpiStageSlugs[static_cast<size_t>(row.stage)];
  line += ',';
  if (row.fate == RowFate::failed)
    line += one_field(row.failure);
  else if (row.fate != RowFate::passed && !row.holds)
    line += std::to_string(row.part + 1);
  for (const double value : row.values) {
    line += ',';
    if (!std::isnan(value)) line += std::isfinite(value) ? number_text(value) : value > 0 ? "inf" : "-inf";
  }
  line += ',';
  return line + crc_text(line) + "\n";
}

std::optional<SearchRow> parse_row(std::string_view line, size_t figures) {
  if (line.size() < kCrcDigits || line.size() > kMostLine) return std::nullopt;
  const std::string_view said = line.substr(line.size() - kCrcDigits);
  line.remove_suffix(kCrcDigits);
  if (crc_text(line) != said) return std::nullopt;
  SearchRow row;
  if (!read_number(take_field(line), row.seed)) return std::nullopt;
  const auto fate = slug_at(kRowFateSlugs, take_field(line));
  const std::string_view stage_word = take_field(line);
  const auto stage = slug_at(kKpiStageSlugs, stage_word);
  if (!fate) return std::nullopt;
  row.fate = static_cast<RowFate>(*fate);
  row.by_preview = row.fate == RowFate::rejected && stage_word == kPreviewSlug;
  if (!stage && !row.by_preview) return std::nullopt;
  row.stage = static_cast<KpiStage>(stage.value_or(0));
  const std::string_view part = take_field(line);
  if (row.fate == RowFate::failed) {
    row.failure = part;
  } else if (row.fate == RowFate::sampled && part.empty()) {
    row.holds = true;
  } else if (row.fate != RowFate::passed) {
    if (!read_number(part, row.part) || row.part == 0) return std::nullopt;
    --row.part;
  }
  row.values.reserve(figures);
  for (size_t k = 0; k < figures; ++k) {
    const std::string_view field = take_field(line);
    double value = std::numeric_limits<double>::quiet_NaN();
    if (!field.empty() && !read_number(field, value)) return std::nullopt;
    row.values.push_back(value);
  }
  return line.empty() ? std::optional(std::move(row)) : std::nullopt;
}

RowsFile::RowsFile(fs::path path, Descriptor lock, Descriptor file)
    : path_(std::move(path)),
      lock_(std::move(lock)),
      file_(std::move(file)),
      guard_(std::make_unique<std::mutex>()),
      synced_ms_(now_ms()) {}

Result<RowsFile> RowsFile::open(const fs::path& folder, const Shard& shard, const std::string& rows_digest,
                                const FigureTable& table) {
  const fs::path rows = folder / kRowsFolder;
  if (Result<Done> free = check_sub_folder(folder, kRowsFolder); !free) return free.error();
  std::error_code problem;
  fs::create_directory(rows, problem);
  if (problem) return system_error("create the folder", rows, problem.value());
  Result<Descriptor> lock = lock_shard(rows, shard);
  if (!lock) return lock.error();
  for (int number = 1;; ++number) {
    std::string digits = std::to_string(number);
    digits.insert(0, digits.size() < 6 ? 6 - digits.size() : 0, '0');
    const fs::path path = rows / (shard_text(shard) + "-" + digits + ".csv");
    Descriptor file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!file && errno == EEXIST) continue;
    if (!file) return system_error("create", path, errno);
    if (Result<Done> put = write_all(file.number(), rows_head(rows_digest, table), path); !put)
      return put.error();
    if (Result<Done> synced = sync_path(rows); !synced) return synced.error();
    return RowsFile(path, std::move(lock).value(), std::move(file));
  }
}

Result<Done> RowsFile::append(const SearchRow& row) {
  const std::string line = row_line(row);
  const std::lock_guard lock(*guard_);
  if (Result<Done> put = write_all(file_.number(), line, path_); !put) return put;
  if (now_ms() - synced_ms_ < kSync_ms) return Done{};
  synced_ms_ = now_ms();
  if (::fdatasync(file_.number()) != 0) return system_error("write", path_, errno);
  return Done{};
}

Result<Done> RowsFile::finish() {
  const std::lock_guard lock(*guard_);
  if (::fdatasync(file_.number()) != 0 || !file_.close()) return system_error("write", path_, errno);
  return Done{};
}

namespace {

/// Calls visit(line, whole) for every line of a file, piece by piece; `whole` = it has its end.
Result<Done> each_line(const fs::path& path,
                       const std::function<Result<Done>(std::string_view, bool)>& visit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file) return system_error("read", path, errno);
  std::string held;
  std::vector<char> piece(size_t{1} << 20);
  for (;;) {
    const ssize_t got = ::read(file.number(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("read", path, errno);
    if (got == 0) break;
    held.append(piece.data(), static_cast<size_t>(got));
    size_t begin = 0;
    for (size_t end; (end = held.find('\n', begin)) != std::string::npos; begin = end + 1)
      if (Result<Done> seen = visit(std::string_view(held).substr(begin, end - begin), true); !seen)
        return seen;
    held.erase(0, begin);
    if (held.size() > kMostLine) held.resize(kMostLine);  // no line of ours
  }
  return held.empty() ? Done{} : visit(held, false);
}

}  // namespace

Result<RowsCount> read_rows(const fs::path& folder, const std::string& rows_digest, size_t figures,
                            const std::function<Result<Done>(const SearchRow&, const FoundRow&)>& visit) {
  RowsCount count;
  std::error_code problem;
  for (fs::directory_iterator at(folder / kRowsFolder, problem), end; !problem && at != end;
       at.increment(problem))
    if (at->path().extension() == ".csv") count.files.push_back(at->path());
  std::sort(count.files.begin(), count.files.end());
  for (const fs::path& path : count.files) {
    size_t number = 0;
    const Result<Done> read = each_line(path, [&](std::string_view line, bool whole) -> Result<Done> {
      ++number;
      if (number == 1) {
        if (!whole) return Done{};  // killed while it began
        if (line == std::string(kHeadBegin) + rows_digest) return Done{};
        return Error{ErrorKind::mismatch,
                     path.string() +
                         ": its rows are of another plan, or its first line is damaged; a rows file "
                         "of this one begins with \"" +
                         std::string(kHeadBegin) + rows_digest + "\""};
      }
      if (number == 2) return Done{};  // names of columns
      std::optional<SearchRow> row = whole ? parse_row(line, figures) : std::nullopt;
      if (!row) {
        ++count.damaged;
        return Done{};
      }
      ++count.lines;
      return visit(*row, {line, path});
    });
    if (!read) return read.error();
  }
  return count;
}

}  // namespace fw
