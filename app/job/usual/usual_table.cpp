#include "app/job/usual/usual_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <system_error>

#include "app/job/folder/atomic_file.h"
#include "app/job/folder/file_io.h"
#include "core/base/hash.h"
#include "core/base/number_text.h"
#include "core/template/template_io.h"

namespace fw {
namespace fs = std::filesystem;

/// Text of docs/usual, by file name; made by cmake/embed_files.cmake.
std::string_view usual_text(std::string_view name);

namespace {

constexpr int kDigits = 6;  ///< significant ones of a value
constexpr uint64_t kMaxUsualBytes = uint64_t{16} << 20;

std::string_view take_line(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::vector<std::string_view> fields(std::string_view line) {
  std::vector<std::string_view> out;
  for (size_t at = 0; at <= line.size();) {
    const size_t end = std::min(line.find(',', at), line.size());
    out.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

std::string value_text(double value) {
  return std::isfinite(value) ? rounded_text(value, kDigits) : std::string();
}

/// The first line of a table.
std::string head_line(const Template& tmpl, int resolution) {
  return "# fieldwright audit " + tmpl.name + " --usual" +
         (resolution != kUsualResolution ? " --resolution " + std::to_string(resolution) : std::string()) +
         ": seeds 1.." + std::to_string(kUsualWorlds) + " of " + usual_key(tmpl, resolution) + "\n";
}

}  // namespace

bool has_values(const UsualColumns& columns) {
  return std::any_of(columns.begin(), columns.end(), [](const auto& column) { return !column.empty(); });
}

std::string play_of_figures(const Template& tmpl) {
  return template_part(tmpl, {"play.speed_mps", "play.slope", "play.track", "play.rough", "play.risk",
                              "play.reach_s", "play.value", "play.unreachable_s"});
}

std::string usual_key(const Template& tmpl, int resolution, const std::string& digest) {
  return "template " + (digest.empty() ? template_digest(tmpl) : digest) + ", play " +
         sha256_hex(play_of_figures(tmpl)) + ", " + std::to_string(resolution) + " cells";
}

fs::path usual_cache_file(const Template& tmpl, int resolution) {
  const std::string key = usual_key(tmpl, resolution);
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  fs::path folder;
  if (cache != nullptr && *cache == '/')
    folder = cache;
  else if (home != nullptr && *home == '/')
    folder = fs::path(home) / ".cache";
  else
    return {};
  return folder / "fieldwright" / "usual" /
         (sha256_hex(key + ", " FIELDWRIGHT_VERSION).substr(0, 32) + ".csv");
}

UsualColumns read_usual_csv(std::string_view text, const Template& tmpl, int resolution,
                            const FigureTable& table) {
  UsualColumns columns(table.figures.size());
  if (take_line(text).find(usual_key(tmpl, resolution)) == std::string_view::npos) return columns;
  const std::vector<std::string_view> names = fields(take_line(text));
  std::vector<size_t> column_of(names.size(), table.figures.size());
  for (size_t c = 0; c < names.size(); ++c)
    if (const auto figure = table.find(names[c])) column_of[c] = *figure;
  while (!text.empty()) {
    const std::vector<std::string_view> row = fields(take_line(text));
    for (size_t c = 0; c < std::min(row.size(), names.size()); ++c) {
      double value = std::numeric_limits<double>::quiet_NaN();
      std::from_chars(row[c].data(), row[c].data() + row[c].size(), value);
      if (column_of[c] < columns.size()) columns[column_of[c]].push_back(value);
    }
  }
  return columns;
}

std::vector<std::vector<double>> ascending_values(const UsualColumns& columns) {
  std::vector<std::vector<double>> out = columns;
  for (std::vector<double>& column : out) {
    std::erase_if(column, [](double value) { return std::isnan(value); });
    std::sort(column.begin(), column.end());
  }
  return out;
}

UsualColumns shipped_usual_values(const Template& tmpl, int resolution, const FigureTable& table) {
  return read_usual_csv(usual_text(tmpl.name + ".csv"), tmpl, resolution, table);
}

UsualColumns known_usual_values(const Template& tmpl, int resolution, const FigureTable& table) {
  UsualColumns shipped = shipped_usual_values(tmpl, resolution, table);
  if (has_values(shipped)) return shipped;
  const fs::path file = usual_cache_file(tmpl, resolution);
  std::error_code ignored;
  if (!file.empty() && fs::exists(file, ignored))
    if (const Result<std::string> text = read_file(file, kMaxUsualBytes); text)
      return read_usual_csv(text.value(), tmpl, resolution, table);
  return shipped;
}

std::string usual_csv(const Template& tmpl, int resolution, const std::vector<std::string>& names,
                      const UsualColumns& columns) {
  std::string text = head_line(tmpl, resolution) + "seed";
  for (const std::string& name : names) text += "," + name;
  text += "\n";
  for (uint64_t k = 0; k < kUsualWorlds; ++k) {
    text += std::to_string(k + 1);
    for (const std::vector<double>& column : columns) text += "," + value_text(column.at(k));
    text += "\n";
  }
  return text;
}

void cache_usual_csv(const Template& tmpl, int resolution, const std::string& text) {
  const fs::path file = usual_cache_file(tmpl, resolution);
  if (file.empty()) return;
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  (void)write_file_atomically(file, text, true);
}

void cache_usual_values(const Template& tmpl, int resolution, const FigureTable& table,
                        const UsualColumns& columns) {
  std::vector<std::string> names;
  for (const SearchFigure& figure : table.figures) names.push_back(figure.name);
  cache_usual_csv(tmpl, resolution, usual_csv(tmpl, resolution, names, columns));
}

}  // namespace fw
