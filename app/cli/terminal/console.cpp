#include "app/cli/terminal/console.h"

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "app/job/folder/atomic_file.h"
#include "core/base/plain_text.h"
#include "core/model/cure.h"
#include "core/model/world/audit_report.h"

namespace fw::cli {
namespace {

// A signal handler can reach nothing but objects with static storage.
std::atomic<bool> g_stop{false};
volatile sig_atomic_t g_signal = 0;
bool g_bar_shown = false;

constexpr size_t kMostOfACode = 5;  // lines of findings of one kind

const char* severity_word(Severity severity) {
  return kSeveritySlugs[static_cast<size_t>(severity)].data();
}

/// How long work may take to look whether it should stop. What it writes is safe against a kill.
constexpr suseconds_t kGrace_us = 900000;

extern "C" void on_signal(int signal_number) {
  if (g_signal != 0) _exit(128 + signal_number);
  g_signal = signal_number;
  g_stop.store(true);
  const itimerval grace{{0, 0}, {0, kGrace_us}};
  setitimer(ITIMER_REAL, &grace, nullptr);
}

extern "C" void on_grace_over(int) {
  _exit(128 + g_signal);
}

bool terminal(int fd) {
  const char* term = std::getenv("TERM");
  return isatty(fd) && !(term != nullptr && std::strcmp(term, "dumb") == 0);
}

// Arguments that hold ends of lines, to be told from the lines of a message.
std::vector<std::string> g_words_of_lines;

/// Characters that act on a terminal, written out as JSON too may have them: "\x1b", which stands in no JSON
/// as it is, else "\u009b".
std::string one_line(std::string_view text) {
  std::string out = plain_text(text);
  for (size_t at = out.find("\\u{"); at != std::string::npos; at = out.find("\\u{", at + 1)) {
    const size_t end = out.find('}', at);
    if (end == std::string::npos || end - at > 7) continue;
    const std::string digits = out.substr(at + 3, end - at - 3);
    out.replace(at, end - at + 1, "\\u" + std::string(4 - digits.size(), '0') + digits);
  }
  return out;
}

void draw_bar(std::string_view stage, double fraction) {
  constexpr int kWidth = 28;
  const int full = static_cast<int>(std::lround(std::clamp(fraction, 0.0, 1.0) * kWidth));
  std::string bar(kWidth, '.');
  std::fill_n(bar.begin(), full, '#');
  std::fprintf(stderr, "\r[%s] %3d %% %.*s\033[K", bar.c_str(), static_cast<int>(std::lround(fraction * 100)),
               static_cast<int>(stage.size()), stage.data());
  std::fflush(stderr);
  g_bar_shown = true;
}

}  // namespace

void install_signal_handlers() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction over {};
  over.sa_handler = on_grace_over;
  sigemptyset(&over.sa_mask);
  sigaction(SIGALRM, &over, nullptr);
  // A terminal that closes asks to stop, too; a program under nohup has chosen to go on.
  struct sigaction hang_up {};
  if (sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, nullptr);
  // A file over the size limit is a failed write like any other, told in a sentence.
  signal(SIGXFSZ, SIG_IGN);
}

int stop_signal() {
  return g_signal;
}

Progress console_progress(const Options& options) {
  Progress progress;
  progress.cancel = &g_stop;
  if (options.progress == "json") {
    progress.report = [](std::string_view stage, double fraction) {
      const int permille = static_cast<int>(std::lround(fraction * 1000));
      std::fprintf(stderr, "{\"stage\":\"%.*s\",\"fraction\":%d.%03d}\n", static_cast<int>(stage.size()),
                   stage.data(), permille / 1000, permille % 1000);
    };
  } else if (!options.quiet && terminal(STDERR_FILENO)) {
    progress.report = draw_bar;
  }
  return progress;
}

void end_progress() {
  if (!g_bar_shown) return;
  std::fputs("\r\033[K", stderr);
  g_bar_shown = false;
}

bool use_colour(const Options& options) {
  const char* no_color = std::getenv("NO_COLOR");
  return !options.no_color && (no_color == nullptr || *no_color == '\0') && terminal(STDOUT_FILENO);
}

void keep_arguments(std::span<char* const> words) {
  for (const std::string_view word : words)
    if (word.find('\n') != std::string_view::npos) g_words_of_lines.emplace_back(word);
}

bool print(const std::string& text) {
  std::string shown;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find_first_of("\n\t", begin), text.size());
    shown += one_line(std::string_view(text).substr(begin, end - begin));
    if (end < text.size()) shown += text[end];
    begin = end + 1;
  }
  return print_as_is(shown);
}

bool print_as_is(const std::string& text) {
  end_progress();
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) std::fputs("fieldwright: could not write to standard output\n", stderr);
  return written;
}

int fail(const Error& error) {
  end_progress();
  std::string message = error.message;
  for (const std::string& word : g_words_of_lines)
    for (size_t at = message.find(word); at != std::string::npos; at = message.find(word, at))
      message.replace(at, word.size(), plain_text(word));
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);)
    std::fprintf(stderr, "fieldwright: %s\n", plain_text(line).c_str());
  if (error.kind == ErrorKind::cancelled && g_signal != 0) return 128 + g_signal;
  return static_cast<int>(error.kind);
}

void announce_memory(double bytes, const Options& options) {
  if (options.quiet || options.progress == "json" || bytes < (1 << 30)) return;
  std::fprintf(stderr, "about %s of memory\n", mebibytes(bytes).c_str());
}

void print_findings(const Findings& findings, const Options& options, const BuildRequest* request) {
  if (options.quiet) return;
  end_progress();
  const std::vector<TemplatePlace> places =
      request ? places_of(*request, findings) : std::vector<TemplatePlace>();
  std::map<std::string, size_t> rows;  // of every code
  for (const Finding& finding : findings) ++rows[finding.code];
  std::map<std::string, size_t> told;
  for (size_t k = 0; k < findings.size(); ++k) {
    const Finding& finding = findings[k];
    const size_t all = rows[finding.code], number = ++told[finding.code];
    if (all > kMostOfACode + 1 && number > kMostOfACode) continue;
    const char* severity = finding.severity == Severity::info ? "note" : severity_word(finding.severity);
    const std::string where = request ? place_text(places[k]) : finding.where;
    std::fprintf(stderr, "%s: %s: %s [%s]\n", severity, plain_text(where).c_str(),
                 plain_text(finding.message).c_str(), plain_text(finding.code).c_str());
    if (all > kMostOfACode + 1 && number == kMostOfACode)
      std::fprintf(stderr, "%s: and %zu more of this kind; --json has all [%s]\n", severity,
                   all - kMostOfACode, plain_text(finding.code).c_str());
  }
}

Findings not_told(const Findings& of_template, const Findings& of_world) {
  Findings out;
  for (const Finding& finding : of_world)
    if (std::none_of(of_template.begin(), of_template.end(),
                     [&](const Finding& f) { return f.message == finding.message; }))
      out.push_back(finding);
  return out;
}

int deliver(const std::string& text, const Options& options) {
  if (options.output.empty() || is_stdout(options))
    return print_as_is(text) ? 0 : static_cast<int>(ErrorKind::io);
  const Result<Done> written = write_file_atomically(options.output, text, options.force);
  if (!written) return fail(written.error());
  return 0;
}

bool wants_summary(const Options& options) {
  return !options.no_summary && (options.json || !options.quiet);
}

bool is_stdout(const Options& options) {
  return options.output == "-";
}

int run_to_stdout(const Options& options, const std::string& ending, int (*run)(const Options&)) {
  std::error_code problem;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(problem);
  if (problem) return fail({ErrorKind::io, "the folder of temporary files: " + problem.message()});
  remove_stale_staging(temporary);
  const Result<StagingFolder> staging = StagingFolder::make(temporary);
  if (!staging) return fail(staging.error());
  Options inside = options;
  inside.output = (staging.value().path() / ("file" + ending)).string();
  inside.no_summary = true;
  const int code = run(inside);
  if (code != 0 && code != static_cast<int>(ErrorKind::mismatch)) return code;
  end_progress();
  std::ifstream file(inside.output, std::ios::binary);
  std::array<char, 65536> piece{};
  while (file.read(piece.data(), piece.size()), file.gcount() > 0)
    if (!print_as_is(std::string(piece.data(), static_cast<size_t>(file.gcount()))))
      return static_cast<int>(ErrorKind::io);
  return code;
}

namespace {

/// Keys without a value are null: a setting has no line, a text's value no setting.
nlohmann::ordered_json place_json(const TemplatePlace& place) {
  nlohmann::ordered_json out{
      {"file", place.source}, {"line", nullptr}, {"column", nullptr}, {"set", nullptr}, {"path", place.path}};
  if (place.line > 0) out["line"] = place.line, out["column"] = place.column;
  if (!place.setting.empty()) out["file"] = nullptr, out["set"] = place.setting;
  return out;
}

}  // namespace

std::string findings_json(const Findings& findings, const BuildRequest& request) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const std::vector<TemplatePlace> places = places_of(request, findings);
  for (size_t k = 0; k < findings.size(); ++k) {
    const Finding& finding = findings[k];
    list.push_back({{"severity", severity_word(finding.severity)},
                    {"code", finding.code},
                    {"where", finding.where},
                    {"place", place_json(places[k])},
                    {"message", finding.message},
                    {"cures", nlohmann::ordered_json::parse(cures_json(finding.cures))}});
  }
  return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

bool is_clean(const Findings& findings) {
  return std::all_of(findings.begin(), findings.end(),
                     [](const Finding& f) { return f.severity == Severity::info; });
}

bool is_clean(const Build& made) {
  return made.audit.passed && is_clean(made.audit.findings) && is_clean(made.feasibility);
}

int strict_code(bool clean, const Options& options) {
  return options.strict && !clean ? static_cast<int>(ErrorKind::mismatch) : 0;
}

}  // namespace fw::cli
