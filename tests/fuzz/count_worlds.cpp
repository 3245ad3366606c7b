// Changed hands and changed import files, each in a process of its own: every one ends in a world or in a
// sentence, within limits of time and memory. Says how many did; what did not is kept in a folder.

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "core/base/parallel/parallel.h"
#include "core/template/check/feasibility.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "import_cases.h"
#include "mutations.h"

namespace {

using namespace fw;
namespace fs = std::filesystem;

constexpr double kMost_s = 5;          ///< of processor time
constexpr double kMost_mib = 512;      ///< of memory at once
constexpr unsigned kMostWall_s = 300;  ///< for one that stands still
constexpr int kResolution = 64;

/// How a case ended; the exit status of its process.
enum End : int { kWorld = 0, kSentence = 10, kNoSentence = 11, kUnstable = 12 };

int world_of(const Template& tmpl, const ImportSet& imports) {
  for (const Finding& finding : check_feasibility(tmpl))
    if (finding.severity == Severity::error) return finding.message.empty() ? kNoSentence : kSentence;
  const auto world =
      generate(tmpl, SeedBundle::from_master(1), kResolution, {}, nullptr, GenerateScope::whole, imports);
  return world ? kWorld : kNoSentence;
}

int refused(const Error& error) {
  return error.message.empty() ? kNoSentence : kSentence;
}

int read_hand(const std::string& text) {
  const auto read = parse_template(text, "input");
  if (!read) return refused(read.error());
  const std::string written = write_template(read.value());
  const auto again = parse_template(written, "written");
  if (!again || write_template(again.value()) != written) return kUnstable;
  return world_of(read.value(), {});
}

int read_import(const ImportCase& asked, const std::string& bytes, const fs::path& folder) {
  HandImport request = asked.request;
  request.raster.file = folder / ("changed-" + asked.name);
  std::ofstream(request.raster.file, std::ios::binary) << bytes;
  const auto made = import_into(request, import_template());
  if (!made) return refused(made.error());
  return world_of(made.value().tmpl, made.value().fresh);
}

/// Good files, written by a process of its own.
void write_files(const fs::path& folder) {
  const pid_t child = fork();
  if (child == 0) {
    write_import_files(folder);
    std::exit(0);
  }
  waitpid(child, nullptr, 0);
}

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Counts {
  std::map<int, int> ends;
  int bad = 0;
  double worst_s = 0, worst_mib = 0;
};

/// Runs the case in a child process; keeps its input if it failed.
template <typename Case>
void count(Counts& counts, const std::string& name, const std::string& input, const fs::path& found,
           const Case& run) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(kMostWall_s);
    const ThreadLimit one(1);
    _exit(run());
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  const double s = seconds(used.ru_utime) + seconds(used.ru_stime);
  const double mib = static_cast<double>(used.ru_maxrss) / 1024;
  counts.worst_s = std::max(counts.worst_s, s);
  counts.worst_mib = std::max(counts.worst_mib, mib);
  const int end = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  ++counts.ends[end];
  if ((end == kWorld || end == kSentence) && s <= kMost_s && mib <= kMost_mib) return;
  ++counts.bad;
  fs::create_directories(found);
  std::ofstream(found / name, std::ios::binary) << input;
  std::printf("%s: ended with %d after %.1f s and %.0f MiB; kept in %s\n", name.c_str(), end, s, mib,
              found.c_str());
}

void report(const char* what, const Counts& counts) {
  const auto ended = [&](int end) { return counts.ends.contains(end) ? counts.ends.at(end) : 0; };
  std::printf("%s: %d worlds, %d sentences, %d failures; longest %.2f s, largest %.0f MiB\n", what,
              ended(kWorld), ended(kSentence), counts.bad, counts.worst_s, counts.worst_mib);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4 || argc > 5) {
    std::fprintf(
        stderr,
        "Usage: count_worlds HANDS IMPORTS FOLDER [FIRST]: so many changed hands and files from number "
        "FIRST (0); what fails is kept in FOLDER\n");
    return 2;
  }
  const int hands = std::atoi(argv[1]), imports = std::atoi(argv[2]);
  const uint64_t first = argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 0;
  const fs::path found = argv[3];
  const std::string text = template_with_hand();
  Counts of_hands, of_imports;
  for (uint64_t k = first; k < first + static_cast<uint64_t>(hands); ++k) {
    const std::string input = mutated_hand(text, k);
    count(of_hands, "hand-" + std::to_string(k) + ".json", input, found, [&] { return read_hand(input); });
    if ((k + 1 - first) % 1000 == 0) report("hands so far", of_hands);
  }
  std::string folder = (fs::temp_directory_path() / "fieldwright-count-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 1;
  write_files(folder);
  for (uint64_t k = first; k < first + static_cast<uint64_t>(imports); ++k) {
    const ImportCase& asked = import_cases()[k % import_cases().size()];
    const std::string input = mutated_bytes(contents(fs::path(folder) / asked.name), k);
    count(of_imports, std::to_string(k) + "-" + asked.name, input, found,
          [&] { return read_import(asked, input, folder); });
    if ((k + 1 - first) % 1000 == 0) report("files so far", of_imports);
  }
  fs::remove_all(folder);
  report("hands", of_hands);
  report("files", of_imports);
  return of_hands.bad + of_imports.bad > 0 ? 1 : 0;
}
