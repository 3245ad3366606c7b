#include "render/geo/import/text_table.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "core/base/lower_case.h"
#include "render/geo/import/placement.h"
#include "render/geo/import/text_decoding.h"
#include "render/geo/table_number.h"

namespace fw {
namespace {

constexpr size_t kMostColumns = 4096;
constexpr size_t kMostCellBytes = size_t{16} << 20;
constexpr size_t kMostCellsBytes = size_t{128} << 20;  // of all cells
constexpr size_t kRowsBetweenLooks = 1024;

/// Goes through the records of a table.
class RecordReader {
 public:
  RecordReader(std::string_view text, char separator) : text_(text), separator_(separator) {}

  bool at_end() const { return at_ >= text_.size(); }
  size_t line() const { return line_; }

  bool too_long() const { return too_long_; }

  /// The cells of the next record; false where a quote has no end, or a cell is too long.
  bool next(std::vector<std::string>& cells) {
    cells.clear();
    cells.emplace_back();
    bool fresh = true;  // at the beginning of a cell
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '"' && fresh) {
        if (!quoted(cells.back())) return false;
        fresh = false;
      } else if (c == separator_) {
        cells.emplace_back();
        fresh = true;
      } else if (c == '\n' || c == '\r') {
        if (c == '\r' && at_ < text_.size() && text_[at_] == '\n') ++at_;
        ++line_;
        return true;
      } else {
        cells.back() += c;
        fresh = false;
        if (cells.back().size() > kMostCellBytes) return !(too_long_ = true);
      }
    }
    return true;
  }

 private:
  bool quoted(std::string& cell) {
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      line_ += c == '\n';
      if (cell.size() > kMostCellBytes) return !(too_long_ = true);
      if (c != '"') {
        cell += c;
      } else if (at_ < text_.size() && text_[at_] == '"') {
        cell += text_[at_++];
      } else {
        return true;
      }
    }
    return false;
  }

  std::string_view text_;
  char separator_;
  size_t at_ = 0, line_ = 1;
  bool too_long_ = false;
};

bool is_blank(std::string_view cell) {
  return cell.find_first_not_of(" \t") == std::string_view::npos;
}

/// The separator that the first line has most of, outside quotes.
char separator_of(std::string_view text) {
  constexpr std::string_view kSeparators = ",;\t|";
  std::array<size_t, kSeparators.size()> count{};
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '\n' || c == '\r') break;
    if (const size_t k = kSeparators.find(c); k != std::string_view::npos) ++count[k];
  }
  return kSeparators[static_cast<size_t>(std::max_element(count.begin(), count.end()) - count.begin())];
}

/// The separator that a first line "sep=;" states; takes the line away.
char stated_separator(std::string_view& text) {
  constexpr std::string_view kWord = "sep=";
  const bool quoted = text.starts_with('"');
  std::string_view rest = text.substr(quoted ? 1 : 0);
  const std::string head = lower_case(std::string(rest.substr(0, kWord.size())));
  if (head != kWord || rest.size() <= kWord.size()) return 0;
  const char separator = rest[kWord.size()];
  rest.remove_prefix(kWord.size() + 1);
  if (quoted && rest.starts_with('"')) rest.remove_prefix(1);
  if (!rest.starts_with('\n') && !rest.starts_with('\r')) return 0;
  rest.remove_prefix(rest.starts_with("\r\n") ? 2 : 1);
  text = rest;
  return separator;
}

void take_names(const std::vector<std::string>& first, bool names, TextTable& table) {
  for (size_t k = 0; k < first.size(); ++k) {
    const size_t begin = first[k].find_first_not_of(" \t");
    table.fields.push_back(!names || begin == std::string::npos
                               ? "field_" + std::to_string(k + 1)
                               : first[k].substr(begin, first[k].find_last_not_of(" \t") + 1 - begin));
  }
}

}  // namespace

Result<TextTable> read_table(const std::filesystem::path& file, const std::string& text, size_t most_rows,
                             const Progress& progress) {
  std::string_view rest = text;
  const char stated = stated_separator(rest);
  const char separator = stated != 0 ? stated : separator_of(rest);
  RecordReader reader(rest, separator);
  TextTable table;
  table.comma_is_point = separator != ',';
  std::vector<std::string> cells;
  size_t bytes = 0, records = 0;
  while (!reader.at_end()) {
    const size_t line = reader.line() + (stated != 0 ? 1 : 0);
    const bool good = reader.next(cells);
    if (reader.too_long())
      return cannot_read(file, "a cell that begins in line " + std::to_string(line) + " has more than " +
                                   std::to_string(kMostCellBytes >> 20) + " MiB");
    if (!good)
      return cannot_read(file, "the quote that begins in line " + std::to_string(line) + " has no end");
    if (++records % kRowsBetweenLooks == 0 && progress.cancelled())
      return Error{ErrorKind::cancelled, "cancelled"};
    if (std::all_of(cells.begin(), cells.end(), is_blank)) continue;
    if (table.fields.empty()) {
      if (cells.size() > kMostColumns)
        return cannot_read(file, "it has more than " + std::to_string(kMostColumns) + " columns");
      const bool numbers = std::any_of(cells.begin(), cells.end(), [&](const std::string& cell) {
        return table_number(cell, table.comma_is_point).has_value();
      });
      take_names(cells, !numbers, table);
      if (!numbers) continue;
    }
    cells.resize(table.fields.size());
    for (std::string& cell : cells) {
      if (is_blank(cell)) cell.clear();
      bytes += cell.size();
    }
    if (bytes > kMostCellsBytes)
      return cannot_read(file, "its cells hold more than " + std::to_string(kMostCellsBytes >> 20) +
                                   " MiB; cut it to the frame, or in parts");
    if (table.rows.size() >= most_rows)
      return cannot_read(file, "it has more than " + std::to_string(most_rows) +
                                   " features; cut it to the frame, or in parts");
    table.rows.push_back(std::move(cells));
  }
  if (table.fields.empty()) return cannot_read(file, "it holds no table: it is empty");
  return table;
}

}  // namespace fw
