#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/folder/file_io.h"
#include "core/base/result.h"
#include "core/search/conditions.h"
#include "core/search/seed_list.h"

namespace fw {

/// What a line of a rows file says became of a seed. `failed`: the world could not be made. `sampled`: the
/// preview rejected it, and it was looked at all the same.
enum class RowFate : uint8_t { passed, rejected, undefined, failed, sampled };
inline constexpr std::string_view kRowFateSlugs[]{"passed", "rejected", "undefined", "failed", "sampled"};
/// In the place of a stage: rejected by the preview.
inline constexpr std::string_view kPreviewSlug = "preview";

/// A finished seed.
struct SearchRow {
  uint64_t seed = 0;
  RowFate fate = RowFate::passed;
  KpiStage stage = KpiStage::points;
  /// Of rejected, undefined and sampled ones: which condition does not hold, from 0.
  size_t part = 0;
  std::string failure{};       ///< of failed ones: why
  std::vector<double> values;  ///< by figure; NaN = not known or not defined
  bool by_preview = false;     ///< of rejected ones
  bool holds = false;          ///< of sampled ones: passes in full
};

/// "seed,verdict,stage,part,figures...,crc32\n"; the CRC is that of everything before it.
std::string row_line(const SearchRow& row);
/// The row of a line without its end; nothing unless it is whole and its CRC is right.
std::optional<SearchRow> parse_row(std::string_view line, size_t figures);

inline constexpr std::string_view kRowsFolder = "rows";

/// The rows file of one process: lines are appended, one write(2) each, and brought to the disk at least
/// every 5 s. Several threads at a time.
class RowsFile {
 public:
  /// A new file of the shard in DIR/rows; the shard is locked while this lives. ErrorKind::usage where
  /// another living process holds it; else ErrorKind::io.
  static Result<RowsFile> open(const std::filesystem::path& folder, const Shard& shard,
                               const std::string& rows_digest, const FigureTable& table);
  Result<Done> append(const SearchRow& row);
  /// Brings everything to the disk.
  Result<Done> finish();

 private:
  RowsFile(std::filesystem::path path, Descriptor lock, Descriptor file);
  std::filesystem::path path_;
  Descriptor lock_, file_;
  std::unique_ptr<std::mutex> guard_;
  int64_t synced_ms_ = 0;
};

/// A line as it was found.
struct FoundRow {
  std::string_view line;  ///< without its end
  const std::filesystem::path& file;
};
struct RowsCount {
  uint64_t lines = 0;    ///< whole ones with the right CRC
  uint64_t damaged = 0;  ///< torn or altered ones; their seeds count as not finished
  std::vector<std::filesystem::path> files;
};
/// Calls visit(row, found) for every good line of DIR/rows, file by file in the order of names.
/// ErrorKind::mismatch for a file of another plan, naming it; ErrorKind::io. A folder without rows has none.
Result<RowsCount> read_rows(const std::filesystem::path& folder, const std::string& rows_digest,
                            size_t figures,
                            const std::function<Result<Done>(const SearchRow&, const FoundRow&)>& visit);

}  // namespace fw
