#include <algorithm>
#include <cmath>

#include "app/job/study/study_files.h"
#include "core/base/number_text.h"
#include "core/experiment/studies.h"

namespace fw {
namespace {

using Text = std::string_view;

constexpr Text kHeads[] = {"method", "metric",    "published", "ours",
                           "ci95",   "deviation", "reference", "verdict"};
constexpr size_t kColumns = std::size(kHeads);
using Cells = std::array<std::string, kColumns>;

constexpr const char* kBold = "\033[1m";
constexpr const char* kRed = "\033[31m";
constexpr const char* kGreen = "\033[32m";
constexpr const char* kPlain = "\033[0m";

bool shown(const SummaryRow& row, Study study) {
  if (row.published || row.reference) return true;
  return std::ranges::find(row_of(study).chief, Text(row.metric)) != row_of(study).chief.end();
}

/// Four significant digits, but nothing finer than 0.00001.
std::string figure(double value) {
  if (!std::isfinite(value)) return "-";
  if (std::fabs(value) < 5e-6) return "0";
  const double step = std::fabs(value) < 0.1 ? 1e5 : 1e9;
  return rounded_text(std::round(value * step) / step, 4);
}

std::string band_text(const ReferenceBand& band) {
  if (std::isinf(band.low)) return "<= " + figure(band.high);
  if (std::isinf(band.high)) return ">= " + figure(band.low);
  return figure(band.low) + " .. " + figure(band.high);
}

std::string deviation_text(const SummaryRow& row) {
  if (!row.deviation) return "";
  std::string text = (*row.deviation > 0 ? "+" : "") + figure(*row.deviation);
  // A share of a published value near 0 says nothing.
  if (std::fabs(*row.published) >= 0.05) {
    const double percent = 100 * *row.deviation / *row.published;
    text +=
        " (" + std::string(percent > 0 ? "+" : "") + rounded_text(std::round(percent * 10) / 10, 4) + " %)";
  }
  return text;
}

Cells cells_of(const SummaryRow& row) {
  return {row.group.method,
          row.metric,
          row.published ? figure(*row.published) : "",
          figure(row.mean),
          std::isfinite(row.ci95) ? "+-" + figure(row.ci95) : "",
          deviation_text(row),
          row.reference ? band_text(*row.reference) : "",
          std::string(kVerdictSlugs[static_cast<size_t>(row.verdict)])};
}

std::string line_text(const Cells& cells, const std::array<size_t, kColumns>& widths, Text colour) {
  std::string line;
  for (size_t c = 0; c < kColumns; ++c) {
    line += cells[c];
    if (c + 1 < kColumns) line += std::string(widths[c] - cells[c].size() + 2, ' ');
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return colour.empty() ? line + "\n" : std::string(colour) + line + kPlain + "\n";
}

std::string block_text(const std::vector<const SummaryRow*>& rows, bool colour) {
  std::vector<Cells> lines;
  Cells heads;
  for (size_t c = 0; c < kColumns; ++c) heads[c] = std::string(kHeads[c]);
  lines.push_back(heads);
  for (const SummaryRow* row : rows) lines.push_back(cells_of(*row));
  std::array<size_t, kColumns> widths{};
  for (const Cells& cells : lines)
    for (size_t c = 0; c < kColumns; ++c) widths[c] = std::max(widths[c], cells[c].size());
  std::string text;
  for (size_t i = 0; i < lines.size(); ++i) {
    Text paint;
    if (colour && i == 0) paint = kBold;
    if (colour && i > 0 && rows[i - 1]->verdict == Verdict::outside) paint = kRed;
    if (colour && i > 0 && rows[i - 1]->verdict == Verdict::inside) paint = kGreen;
    text += line_text(lines[i], widths, paint);
  }
  return text;
}

std::string counts_text(std::span<const SummaryRow> summary) {
  size_t inside = 0, outside = 0, few = 0;
  for (const SummaryRow& row : summary) {
    inside += row.verdict == Verdict::inside;
    outside += row.verdict == Verdict::outside;
    few += row.verdict == Verdict::too_few;
  }
  std::string text = std::to_string(inside + outside) + " references: " + std::to_string(inside) +
                     " inside, " + std::to_string(outside) + " outside";
  if (few > 0) text += "; " + std::to_string(few) + " not judged, too few seeds";
  return text + "\n";
}

}  // namespace

std::string comparison_table(const StudyResult& result, bool colour) {
  std::string text;
  std::vector<std::pair<std::string, std::vector<const SummaryRow*>>> blocks;
  for (const SummaryRow& row : result.summary) {
    if (!shown(row, result.request.study)) continue;
    const std::string title = row.group.study + ", " + row.group.scale +
                              (row.group.variant == kNominalVariant ? "" : ", " + row.group.variant);
    if (blocks.empty() || blocks.back().first != title) blocks.push_back({title, {}});
    blocks.back().second.push_back(&row);
  }
  const std::string seeds =
      std::to_string(result.request.first_seed) + ".." + std::to_string(result.request.last_seed);
  for (const auto& [title, rows] : blocks)
    text += title + ", seeds " + seeds + "\n" + block_text(rows, colour) + "\n";
  return text + counts_text(result.summary);
}

}  // namespace fw
