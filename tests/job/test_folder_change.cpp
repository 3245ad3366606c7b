// The change from an older render to a new one, cut short at every system call; several at once.

#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/job/folder/atomic_folder.h"
#include "app/job/folder/change.h"
#include "app/job/render/stored.h"
#include "tests/support/files.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;
namespace fs = std::filesystem;

namespace {

/// The three files of a render; the third only an "old" one has.
std::vector<std::string> names_of(const std::string& bytes) {
  std::vector<std::string> names{"overview.png", "layers/land.tif"};
  names.push_back(bytes == "old" ? "territory.gpkg" : "audit.csv");
  return names;
}

/// Renders the bytes into a folder; stops itself before the commit where it is watched.
int render_into(const fs::path& folder, const std::string& bytes, bool watched) {
  auto out = AtomicFolder::open(folder);
  if (!out) return 1;
  for (const std::string& name : names_of(bytes))
    if (!out.value().put(name, bytes)) return 2;
  if (!out.value().put("timings.json", bytes, Listing::aside)) return 3;
  Manifest manifest;
  manifest.grid = GridSpec::square(800, 8);
  manifest.template_name = bytes;
  manifest.files = out.value().files();
  if (watched) ::raise(SIGSTOP);
  return out.value().commit(manifest_json(manifest)) ? 0 : 4;
}

/// This program as a render of its own.
pid_t start_render(const fs::path& folder, const char* bytes, bool watched) {
  const pid_t process = ::fork();
  if (process != 0) return process;
  if (watched) ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  ::execl("/proc/self/exe", "render", "test_folder_change", watched ? "--watched" : "--render",
          folder.c_str(), bytes, nullptr);
  ::_exit(9);
}

/// Lets a watched render come to its commit, and kills it at its n-th stop at a system call from there.
/// False: it had ended before.
bool kill_at(pid_t process, int n) {
  int status = 0;
  ::waitpid(process, &status, 0);  // the exec
  ::ptrace(PTRACE_CONT, process, nullptr, nullptr);
  ::waitpid(process, &status, 0);
  if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGSTOP) return false;
  for (int stop = 0; stop < n; ++stop) {
    ::ptrace(PTRACE_SYSCALL, process, nullptr, nullptr);
    ::waitpid(process, &status, 0);
    if (WIFEXITED(status) || WIFSIGNALED(status)) return false;
  }
  ::kill(process, SIGKILL);
  while (::waitpid(process, &status, 0) > 0) {
  }
  return true;
}

/// "old" or "new" where the folder holds that render whole and nothing of the other one; else what is wrong.
std::string state_of(const fs::path& folder) {
  if (const auto reading = open_to_read(folder); !reading) return reading.error().message;
  const auto manifest = read_manifest(folder);
  if (!manifest) return manifest.error().message;
  const std::string bytes = manifest.value().template_name;
  if (!altered_files(folder, manifest.value()).empty()) return "altered " + bytes;
  if (file_text(folder / "timings.json") != bytes) return "timings of another render than " + bytes;
  for (const char* other : {"territory.gpkg", "audit.csv"})
    if (fs::exists(folder / other) != (std::string(other) == names_of(bytes).back()))
      return std::string(other) + " in a folder of " + bytes;
  for (const auto& entry : fs::directory_iterator(folder))
    if (is_recorded(entry.path())) return "an unfinished change";
  return bytes;
}

}  // namespace

class TestFolderChange : public QObject {
  Q_OBJECT
  // In memory where there is such a place: hundreds of renders would wait for the disk.
  QTemporaryDir dir_{QFileInfo(QStringLiteral("/dev/shm")).isWritable()
                         ? QStringLiteral("/dev/shm/fieldwright-XXXXXX")
                         : QDir::tempPath() + "/fieldwright-XXXXXX"};
  fs::path fresh(const char* name) { return fs::path(dir_.path().toStdString()) / name; }

 private slots:
  void aKillAtAnySystemCallLeavesTheOldRenderOrTheNewOne() {
    const fs::path folder = fresh("killed");
    int kills = 0, before = 0, after = 0;
    // A system call stops twice. By day one in eight, at both of its stops in turn.
    for (bool alive = true; alive; kills += nightly() ? 2 : 17) {
      fs::remove_all(folder);
      QCOMPARE(render_into(folder, "old", false), 0);
      alive = kill_at(start_render(folder, "new", true), kills);
      if (!alive && kills == 0) QSKIP("processes cannot be watched here");
      const std::string state = state_of(folder);
      QVERIFY2(state == "old" || state == "new", (std::to_string(kills) + ": " + state).c_str());
      ++(state == "old" ? before : after);
      if (kills % 16 != 0) continue;
      QCOMPARE(render_into(folder, "new", false), 0);  // and nothing hinders the next render
      QCOMPARE(state_of(folder), std::string("new"));
    }
    const int least = nightly() ? 10 : 1;
    QVERIFY2(before > least && after > least, (std::to_string(before) + " " + std::to_string(after)).c_str());
  }

  void aKillInTheFirstRenderIsFinishedToo() {
    const fs::path folder = fresh("first");
    int whole = 0;
    bool alive = true;
    for (int kills = 0; alive; kills += nightly() ? 6 : 42) {
      fs::remove_all(folder);
      alive = kill_at(start_render(folder, "new", true), kills);
      if (!alive && kills == 0) QSKIP("processes cannot be watched here");
      const std::string state = state_of(folder);
      QVERIFY2(state == "new" || state.find("not a finished render") != std::string::npos, state.c_str());
      whole += state == "new";
    }
    QVERIFY(whole > (nightly() ? 5 : 0));
  }

  void aChangeIsNotFinishedOverAFileThatCameInBetween() {
    const fs::path folder = fresh("between");
    // How many system calls come before depends on how long threads wait: a run that passed the moment is
    // followed by another one.
    bool cut = false;
    for (int kills = 0, runs = 1; !cut; kills += 2) {
      fs::remove_all(folder);
      QCOMPARE(render_into(folder, "old", false), 0);
      const bool killed = kill_at(start_render(folder, "new", true), kills);
      if (kills == 0 && state_of(folder) == "new") QSKIP("processes cannot be watched here");
      if (!killed) kills = -2;
      runs += killed ? 0 : 1;
      QVERIFY2(runs < 20, "the change was never seen");
      cut = !fs::exists(folder / "manifest.json") && !fs::exists(folder / "audit.csv");
    }
    std::ofstream(folder / "audit.csv") << "mine";
    const auto refused = open_to_read(folder);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.find("audit.csv") != std::string::npos, refused.error().message.c_str());
    QCOMPARE(file_text(folder / "audit.csv"), std::string("mine"));
    fs::remove(folder / "audit.csv");
    QCOMPARE(state_of(folder), std::string("new"));
  }

  void rendersAtOnceLeaveOneOfThemWhole() {
    const fs::path folder = fresh("at_once");
    for (int round = 0; round < 10; ++round) {
      std::vector<pid_t> processes;
      for (const char* bytes : {"old", "new", "old"}) processes.push_back(start_render(folder, bytes, false));
      for (const pid_t process : processes) {
        int status = 0;
        ::waitpid(process, &status, 0);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
      }
      const std::string state = state_of(folder);
      QVERIFY2(state == "old" || state == "new", state.c_str());
    }
  }
};

/// The tests, or one of the renders that they start and watch.
static int run_folder_change(int argc, char** argv) {
  if (argc == 4 && (std::string(argv[1]) == "--render" || std::string(argv[1]) == "--watched"))
    return render_into(argv[2], argv[3], std::string(argv[1]) == "--watched");
  TestFolderChange test;
  return QTest::qExec(&test, argc, argv);
}

FW_TEST_RUN_BY(TestFolderChange, run_folder_change)
#include "test_folder_change.moc"
