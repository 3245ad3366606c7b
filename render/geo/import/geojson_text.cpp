#include "render/geo/import/geojson_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

#include "core/base/plain_text.h"
#include "render/geo/import/placement.h"
#include "render/geo/import/text_decoding.h"

namespace fw {
namespace {

constexpr size_t kMostJsonDepth = 128;
constexpr size_t kValuesBetweenLooks = 65536;
constexpr char kRecordMark = '\x1e';

/// nlohmann's sentence without its code and its own count of lines, and without the echo of the text.
std::string expectation(std::string what) {
  if (const size_t column = what.find("column "); column != std::string::npos)
    if (const size_t colon = what.find(": ", column); colon != std::string::npos) what.erase(0, colon + 2);
  if (const size_t echo = what.find("; last read: "); echo != std::string::npos) {
    const size_t end = what.find("'; expected", echo);
    what.erase(echo, end == std::string::npos ? std::string::npos : end + 1 - echo);
  }
  return what.substr(0, 200);
}

/// Writes the values that a parser meets, those of properties as texts.
class TextWriter {
 public:
  TextWriter(const std::filesystem::path& file, std::string_view all, const Progress& progress,
             std::string& out)
      : file_(file), all_(all), progress_(progress), out_(out) {}

  Error error{ErrorKind::io, ""};
  size_t begin = 0;  ///< of the document in the file

  bool null() { return put("null"); }
  bool boolean(bool value) { return scalar(value ? "true" : "false"); }
  bool number_integer(int64_t value) { return scalar(std::to_string(value)); }
  bool number_unsigned(uint64_t value) { return scalar(std::to_string(value)); }
  bool number_float(double, const std::string& digits) { return scalar(digits); }
  bool string(const std::string& value) { return put(json_string(value)); }
  bool binary(const std::vector<uint8_t>&) { return false; }
  bool key(const std::string& name) {
    comma();
    to() += json_string(name) + ":";
    open_.back().key = name;
    open_.back().after_key = true;
    return true;
  }
  bool start_object(size_t) { return open('{'); }
  bool start_array(size_t) { return open('['); }
  bool end_object() { return close('}'); }
  bool end_array() { return close(']'); }

  bool parse_error(size_t position, const std::string&, const nlohmann::json::exception& e) {
    const size_t at = std::min(begin + (position == 0 ? 0 : position - 1), all_.size());
    const size_t line_begin = at == 0 ? 0 : all_.rfind('\n', at - 1) + 1;  // npos + 1 = 0
    size_t column = 1;
    for (size_t i = line_begin; i < at; ++i) column += (static_cast<unsigned char>(all_[i]) & 0xC0) != 0x80;
    error = cannot_read(file_, "it is no valid JSON at line " + std::to_string(line_at(all_, at)) +
                                   ", column " + std::to_string(column) + ": " + expectation(e.what()));
    return false;
  }

 private:
  struct Level {
    std::string key;         ///< of an object: the last one
    bool any = false;        ///< whether it has a value
    bool after_key = false;  ///< the value of a key comes
    bool texts = false;      ///< the properties of a feature
  };

  /// A list or an object among the properties is one text.
  std::string& to() { return nested_from_ != 0 ? nested_ : out_; }

  void comma() {
    if (open_.empty()) return;
    Level& level = open_.back();
    if (level.any && !level.after_key) to() += ',';
    level.any = true;
    level.after_key = false;
  }
  bool put(std::string_view value) {
    comma();
    to() += value;
    if (++values_ % kValuesBetweenLooks != 0 || !progress_.cancelled()) return true;
    error = {ErrorKind::cancelled, "cancelled"};
    return false;
  }
  bool scalar(const std::string& value) {
    return put(!open_.empty() && open_.back().texts ? '"' + value + '"' : value);
  }
  bool open(char bracket) {
    if (open_.size() >= kMostJsonDepth) {
      error = cannot_read(
          file_, "its values lie deeper in each other than " + std::to_string(kMostJsonDepth) + " levels");
      return false;
    }
    comma();
    const bool in_texts = !open_.empty() && open_.back().texts;
    const bool properties = bracket == '{' && nested_from_ == 0 && !in_texts && !open_.empty() &&
                            open_.back().key == "properties" && !is_crs();
    open_.push_back({{}, false, false, properties});
    if (in_texts && nested_from_ == 0) {
      nested_from_ = open_.size();
      nested_.clear();
    }
    to() += bracket;
    return true;
  }
  bool close(char bracket) {
    to() += bracket;
    if (nested_from_ == open_.size()) {
      nested_from_ = 0;
      out_ += json_string(nested_);
    }
    open_.pop_back();
    return true;
  }
  /// Whether the object at hand is the value of "crs".
  bool is_crs() const { return open_.size() >= 2 && open_[open_.size() - 2].key == "crs"; }

  const std::filesystem::path& file_;
  std::string_view all_;
  const Progress& progress_;
  std::string& out_;
  std::string nested_;
  size_t nested_from_ = 0;  ///< depth of the value among properties that is written as a text; 0 = none
  std::vector<Level> open_;
  size_t values_ = 0;
};

}  // namespace

bool is_json_lines(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  if (text[first] == kRecordMark) return true;
  // A whole object on the first line, and another after it.
  const size_t end = text.find('\n', first);
  if (text[first] != '{' || end == std::string_view::npos) return false;
  const size_t next = text.find_first_not_of(" \t\r\n", end);
  return next != std::string_view::npos && text[next] == '{' &&
         nlohmann::json::accept(text.begin() + static_cast<std::ptrdiff_t>(first),
                                text.begin() + static_cast<std::ptrdiff_t>(end));
}

Result<std::string> geojson_of_texts(const std::filesystem::path& file, std::string_view text, bool lines,
                                     const Progress& progress) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = lines ? std::min(text.find('\n', begin), text.size()) : text.size();
    size_t from = begin;
    if (lines && text[from] == kRecordMark) ++from;
    const std::string_view document = text.substr(from, end - from);
    begin = end + 1;
    if (document.find_first_not_of(" \t\r\n") == std::string_view::npos) continue;
    if (lines) out += kRecordMark;
    TextWriter writer(file, text, progress, out);
    writer.begin = from;
    if (!nlohmann::json::sax_parse(document.begin(), document.end(), &writer)) return writer.error;
    if (lines) out += '\n';
  }
  return out;
}

}  // namespace fw
