#include "app/job/search/usual_values.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>

#include "core/base/hash.h"
#include "core/template/template_io.h"

namespace fw {

/// Text of docs/usual, by file name; made by cmake/embed_files.cmake.
std::string_view usual_text(std::string_view name);

namespace {

constexpr int kUsualResolution = 512;

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

}  // namespace

std::string usual_key(const Template& tmpl) {
  return "template " + template_digest(tmpl) + " play " + sha256_hex(template_part(tmpl, {"play."}));
}

std::vector<std::vector<double>> usual_values(const Template& tmpl, int resolution,
                                              const FigureTable& table) {
  std::vector<std::vector<double>> values(table.figures.size());
  std::string_view text = usual_text(tmpl.name + ".csv");
  if (text.empty() || resolution != kUsualResolution) return values;
  if (take_line(text).find(usual_key(tmpl)) == std::string_view::npos) return values;
  const std::vector<std::string_view> names = fields(take_line(text));
  std::vector<size_t> column_of(names.size(), table.figures.size());
  for (size_t c = 0; c < names.size(); ++c) {
    auto figure = table.find(names[c]);
    if (!figure) figure = table.find("audit." + std::string(names[c]));
    if (figure) column_of[c] = *figure;
  }
  while (!text.empty()) {
    const std::vector<std::string_view> row = fields(take_line(text));
    for (size_t c = 0; c < std::min(row.size(), names.size()); ++c) {
      double value = 0;
      const auto [end, problem] = std::from_chars(row[c].data(), row[c].data() + row[c].size(), value);
      if (problem == std::errc() && column_of[c] < values.size()) values[column_of[c]].push_back(value);
    }
  }
  for (std::vector<double>& column : values) std::sort(column.begin(), column.end());
  return values;
}

}  // namespace fw
