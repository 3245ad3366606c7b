// The reader of conditions and scores. Any text is read or refused with a column; what was read reads back as
// the same, and none takes long. libFuzzer calls this with any bytes; the test test_fuzz_conditions calls it
// with the files of conditions/ (replay.cpp).

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

#include "core/base/hash.h"
#include "core/measure/kpi/kpi.h"
#include "core/search/conditions.h"

namespace {

using namespace fw;

/// Of processor time, for reading, writing, reading again and judging.
constexpr double kMost_s = 0.01;

/// A finding: libFuzzer keeps the input when the process aborts.
void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// The key figures, every third without usual values.
const FigureTable& figures() {
  static const FigureTable table = [] {
    FigureTable out;
    for (const Kpi& kpi : kpi_table()) {
      const bool usual = out.figures.size() % 3 != 0;
      out.figures.push_back({std::string(kpi.name), kpi.stage, "", kpi.better});
      out.usual.push_back(usual ? std::vector<double>{-1, 0, 0.5, 2} : std::vector<double>{});
    }
    return out;
  }();
  return table;
}

/// "column N: what", N within the text or just behind it, or behind the longest text.
void demand_column(const Error& error, size_t size) {
  constexpr std::string_view kBegin = "column ";
  demand(error.message.starts_with(kBegin), "a refusal names a column");
  char* end = nullptr;
  const auto column = std::strtoull(error.message.c_str() + kBegin.size(), &end, 10);
  demand(column >= 1 && column <= std::min(size, kMostConditionCharacters) + 1, "the column is in the text");
  demand(std::string_view(end).starts_with(": ") && end[2] != '\0', "a refusal has a reason");
  demand(error.message.find('\n') == std::string::npos, "a refusal is one line");
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// Values for all figures, some of them unknown; the same for the same text.
std::vector<double> values_for(std::string_view text) {
  uint64_t state = text.size();
  for (const char c : text.substr(0, 16)) state = splitmix64(state ^ static_cast<unsigned char>(c));
  std::vector<double> out;
  for (size_t k = 0; k < figures().figures.size(); ++k) {
    state = splitmix64(state);
    out.push_back(state % 5 == 0 ? std::numeric_limits<double>::quiet_NaN()
                                 : static_cast<double>(state % 7) / 2 - 1);
  }
  return out;
}

void read_condition(std::string_view text) {
  const auto parts = parse_condition(text, figures());
  if (!parts) return demand_column(parts.error(), text.size());
  demand(!parts.value().empty(), "a condition has a part");
  const std::vector<double> values = values_for(text);
  for (const ConditionPart& part : parts.value()) {
    if (part.text.size() > kMostConditionCharacters) continue;
    const auto again = parse_condition(part.text, figures());
    if (!again) {  // its own way of writing may need more parentheses than a text may have
      demand(again.error().message.find("levels") != std::string::npos, "what was written is read again");
      continue;
    }
    demand(again.value().size() == 1 && again.value()[0].text == part.text,
           "a part's canonical form is its own");
    const double slack = value_of(part.formula, values, figures());
    demand(same(slack, value_of(again.value()[0].formula, values, figures())),
           "what was read again has its value");
  }
  judge(parts.value(), values, figures());
}

void read_score(std::string_view text) {
  const auto sum = parse_sum(text, figures());
  if (!sum) return demand_column(sum.error(), text.size());
  value_of(sum.value(), values_for(text), figures());
}

double processor_time_s() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double time_of_s(std::string_view text) {
  const double begin = processor_time_s();
  read_condition(text);
  read_score(text);
  return processor_time_s() - begin;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  double least = time_of_s(text);
  // A look that was disturbed does not count: slow is what is slow each time.
  for (int again = 0; least > kMost_s && again < 4; ++again) least = std::min(least, time_of_s(text));
#ifdef FIELDWRIGHT_FUZZ
  demand(least <= kMost_s, "a condition takes at most 10 ms");
#endif
  return 0;
}
