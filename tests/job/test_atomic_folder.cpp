#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "app/job/folder/atomic_folder.h"
#include "core/base/hash.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;
namespace fs = std::filesystem;

namespace {

/// Everything in a folder, hidden things too.
std::set<std::string> listing(const fs::path& folder) {
  std::set<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    out.insert(entry.path().lexically_relative(folder).generic_string());
  return out;
}

using Names = std::set<std::string>;

std::string manifest_of(const AtomicFolder& folder) {
  Manifest manifest;
  manifest.grid = GridSpec::square(800, 8);
  manifest.files = folder.files();
  return manifest_json(manifest);
}

/// Renders the named files into a folder as a whole.
Result<Done> render_into(const fs::path& folder, const std::vector<std::string>& names,
                         const std::string& bytes, Replace replace = Replace::ours) {
  auto opened = AtomicFolder::open(folder, replace);
  if (!opened) return opened.error();
  AtomicFolder out = std::move(opened).value();
  for (const std::string& name : names)
    if (auto put = out.put(name, bytes); !put) return put;
  return out.commit(manifest_of(out));
}

/// A render in a process of its own that has staged a file and goes no further until it is killed.
class StuckRender {
 public:
  explicit StuckRender(const fs::path& folder) {
    int ready[2];
    if (::pipe(ready) != 0) return;
    process_ = ::fork();
    if (process_ == 0) {
      auto out = AtomicFolder::open(folder);
      const bool staged = out && out.value().put("overview.png", "half");
      if (!staged || ::write(ready[1], "x", 1) != 1) ::_exit(1);
      for (;;) ::pause();
    }
    ::close(ready[1]);
    char byte = 0;
    staged_ = ::read(ready[0], &byte, 1) == 1;
    ::close(ready[0]);
  }
  ~StuckRender() { kill(); }
  StuckRender(const StuckRender&) = delete;
  StuckRender& operator=(const StuckRender&) = delete;
  bool staged() const { return staged_; }
  void kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(std::exchange(process_, 0), nullptr, 0);
  }

 private:
  pid_t process_ = 0;
  bool staged_ = false;
};

size_t staging_folders(const fs::path& folder) {
  size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder))
    count += entry.path().filename().string().starts_with(".fieldwright-") ? 1 : 0;
  return count;
}

}  // namespace

class TestAtomicFolder : public QObject {
  Q_OBJECT
  QTemporaryDir dir_;
  fs::path fresh(const char* name) { return fs::path(dir_.path().toStdString()) / name; }

 private slots:
  void aCommittedFolderHoldsItsFilesAndAManifestThatListsThem() {
    const fs::path folder = fresh("plain") / "deeper";
    QVERIFY(bool(render_into(folder, {"overview.png", "layers/biome.tif"}, "bytes")));
    QCOMPARE(listing(folder), (Names{"manifest.json", "overview.png", "layers", "layers/biome.tif"}));
    const auto manifest = read_manifest(folder);
    QVERIFY(bool(manifest));
    QCOMPARE(manifest.value().files.size(), size_t{2});
    QCOMPARE(manifest.value().files[0].name, std::string("layers/biome.tif"));
    QCOMPARE(manifest.value().files[0].size, uint64_t{5});
    QCOMPARE(manifest.value().files[0].sha256, sha256_hex("bytes"));
  }

  void nothingShowsBeforeTheCommitAndNothingStaysWithoutOne() {
    const fs::path folder = fresh("given_up") / "a" / "b";
    {
      auto out = AtomicFolder::open(folder);
      QVERIFY(bool(out));
      QVERIFY(bool(out.value().put("overview.png", "x")));
      QVERIFY(!fs::exists(folder / "overview.png"));
    }
    QVERIFY(!fs::exists(fresh("given_up")));  // the folders it made are gone too
  }

  void aFolderThatWasThereStaysWhenTheRenderIsGivenUp() {
    const fs::path folder = fresh("kept");
    fs::create_directory(folder);
    write_text(folder / "notes.txt", "mine");
    { QVERIFY(bool(AtomicFolder::open(folder))); }
    QCOMPARE(listing(folder), (Names{"notes.txt"}));
  }

  void anOlderRenderStaysWholeUntilTheCommit() {
    const fs::path folder = fresh("older");
    QVERIFY(bool(render_into(folder, {"overview.png"}, "old")));
    const std::string manifest = file_text(folder / "manifest.json");
    {
      auto out = AtomicFolder::open(folder);
      QVERIFY(bool(out.value().put("overview.png", "new")));
      QCOMPARE(file_text(folder / "manifest.json"), manifest);
    }
    QCOMPARE(file_text(folder / "overview.png"), std::string("old"));
    QCOMPARE(file_text(folder / "manifest.json"), manifest);
    QCOMPARE(listing(folder), (Names{"manifest.json", "overview.png"}));
  }

  void filesThatNoRenderWroteAreRefusedUnlessAllMayBeReplaced() {
    const fs::path folder = fresh("foreign");
    for (const char* name : {"overview.png", "manifest.json"}) {
      fs::create_directory(folder);
      write_text(folder / name, R"({"name": "mine"})");
      const auto refused = render_into(folder, {"overview.png"}, "new");
      QVERIFY(!refused);
      QCOMPARE(refused.error().kind, ErrorKind::io);
      QVERIFY2(refused.error().message.find((folder / name).string()) == 0, refused.error().message.c_str());
      QVERIFY2(refused.error().message.find("--force") != std::string::npos, refused.error().message.c_str());
      QCOMPARE(file_text(folder / name), std::string(R"({"name": "mine"})"));
      QCOMPARE(listing(folder), (Names{name}));
      QVERIFY(!check_replaceable(folder, {"overview.png"}, Replace::ours));
      QVERIFY(bool(check_replaceable(folder, {"overview.png"}, Replace::all)));
      QVERIFY(bool(render_into(folder, {"overview.png"}, "new", Replace::all)));
      QCOMPARE(file_text(folder / "overview.png"), std::string("new"));
      fs::remove_all(folder);
    }
  }

  void aFileThatWasEditedSinceIsNoLongerOurs() {
    const fs::path folder = fresh("edited");
    QVERIFY(bool(render_into(folder, {"audit.csv", "overview.png"}, "old")));
    write_text(folder / "audit.csv", "OLD");  // of the same size
    QVERIFY(!render_into(folder, {"audit.csv"}, "new"));
    QCOMPARE(file_text(folder / "overview.png"), std::string("old"));
    QVERIFY(bool(render_into(folder, {"overview.png"}, "new")));  // does not write it, and does not remove it
    QCOMPARE(file_text(folder / "audit.csv"), std::string("OLD"));
  }

  void aForgedManifestRemovesNothingThatIsNotOurs() {
    const fs::path folder = fresh("forged"), outside = fresh("forged_outside");
    QVERIFY(bool(render_into(folder, {"overview.png"}, "old")));
    fs::create_directory(outside);
    write_text(outside / "land.tif", "mine");
    fs::create_directory_symlink(outside, folder / "layers");
    write_text(folder / "notes.txt", "mine");
    Manifest forged;
    forged.files = {{"notes.txt", 4, sha256_hex("yours")}, {"layers/land.tif", 4, sha256_hex("mine")}};
    write_text(folder / "manifest.json", manifest_json(forged));
    fs::remove(folder / "overview.png");
    QVERIFY(bool(render_into(folder, {"overview.png"}, "new")));
    QCOMPARE(file_text(folder / "notes.txt"), std::string("mine"));
    QCOMPARE(file_text(outside / "land.tif"), std::string("mine"));
  }

  void staleFilesGoAndUnknownOnesStay() {
    const fs::path folder = fresh("stale");
    QVERIFY(bool(render_into(folder, {"overview.png", "territory.gpkg", "layers/land.tif"}, "old")));
    write_text(folder / "notes.txt", "mine");
    write_text(folder / "layers" / "mine.tif", "mine");
    QVERIFY(bool(render_into(folder, {"overview.png"}, "new")));
    QCOMPARE(listing(folder),
             (Names{"manifest.json", "overview.png", "layers", "layers/mine.tif", "notes.txt"}));
    QCOMPARE(file_text(folder / "overview.png"), std::string("new"));
  }

  void aStagedFileOfAnotherWriterIsAdopted() {
    const fs::path folder = fresh("adopt");
    auto opened = AtomicFolder::open(folder);
    AtomicFolder out = std::move(opened).value();
    fs::create_directory(out.staging() / "layers");
    write_text(out.staging() / "layers" / "land.tif", "tiff");
    QVERIFY(bool(out.adopt("layers/land.tif")));
    QVERIFY(bool(out.put("timings.json", "{}", Listing::aside)));
    QCOMPARE(out.files().size(), size_t{1});
    QCOMPARE(out.files()[0].sha256, sha256_hex("tiff"));
    QVERIFY(!out.adopt("fields.tif"));  // nobody wrote it
    QVERIFY(bool(out.commit("{}")));
    QCOMPARE(listing(folder), (Names{"layers", "layers/land.tif", "timings.json", "manifest.json"}));
  }

  void symbolicLinksInTheWayAreRefusedAndTheirTargetsUntouched() {
    const fs::path folder = fresh("links"), outside = fresh("outside.txt");
    fs::create_directory(folder);
    write_text(outside, "precious");
    for (const char* name : {"overview.png", "manifest.json"}) {
      fs::create_symlink(outside, folder / name);
      const auto refused = render_into(folder, {"overview.png"}, "new");
      QVERIFY(!refused);
      QCOMPARE(refused.error().kind, ErrorKind::io);
      QVERIFY(refused.error().message.find("symbolic link") != std::string::npos);
      QCOMPARE(file_text(outside), std::string("precious"));
      QVERIFY(fs::is_symlink(folder / name));
      QCOMPARE(listing(folder), (Names{name}));
      fs::remove(folder / name);
    }
    fs::create_directory(fresh("elsewhere"));
    fs::create_directory_symlink(fresh("elsewhere"), folder / "layers");
    QVERIFY(!render_into(folder, {"layers/land.tif"}, "new"));
    QVERIFY(fs::is_empty(fresh("elsewhere")));
  }

  void aFileWhereAFolderIsNeededIsNamed() {
    write_text(fresh("file"), "x");
    for (const fs::path& folder : {fresh("file"), fresh("file") / "below"}) {
      const auto out = AtomicFolder::open(folder);
      QVERIFY(!out);
      QCOMPARE(out.error().kind, ErrorKind::io);
      QVERIFY2(out.error().message.find("file") != std::string::npos, out.error().message.c_str());
    }
    QCOMPARE(file_text(fresh("file")), std::string("x"));
    fs::create_directories(fresh("blocked") / "overview.png");
    QVERIFY(!render_into(fresh("blocked"), {"overview.png"}, "x"));
    QCOMPARE(listing(fresh("blocked")), (Names{"overview.png"}));
  }

  void aFolderNobodyCanWriteToIsNamed() {
    const auto out = AtomicFolder::open("/proc/self/fieldwright");
    QVERIFY(!out);
    QCOMPARE(out.error().kind, ErrorKind::io);
    QVERIFY(!AtomicFolder::open("/sys"));
  }

  void aWriteThatFailsHalfWayLeavesNothing() {
    const fs::path folder = fresh("full");
    QVERIFY(bool(render_into(folder, {"overview.png"}, "old")));
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit small = before;
    small.rlim_cur = 1000;
    setrlimit(RLIMIT_FSIZE, &small);
    const auto full = render_into(folder, {"audit.json", "overview.png"}, std::string(5000, 'x'));
    setrlimit(RLIMIT_FSIZE, &before);
    QVERIFY(!full);
    QCOMPARE(full.error().kind, ErrorKind::io);
    QVERIFY2(full.error().message.find("size limit") != std::string::npos, full.error().message.c_str());
    QCOMPARE(listing(folder), (Names{"manifest.json", "overview.png"}));
    QCOMPARE(file_text(folder / "overview.png"), std::string("old"));
  }

  void aFolderRemovedUnderneathIsAnError() {
    const fs::path folder = fresh("vanishing");
    auto out = AtomicFolder::open(folder);
    QVERIFY(bool(out));
    fs::remove_all(folder);
    QVERIFY(!out.value().put("overview.png", "x") || !out.value().commit("{}"));
    QVERIFY(!fs::exists(folder / "manifest.json"));
  }

  void twoWritersAtOnceDoNotMeet() {
    const fs::path folder = fresh("two");
    auto a = AtomicFolder::open(folder);
    auto b = AtomicFolder::open(folder);
    QVERIFY(bool(a.value().put("overview.png", "same")));
    QVERIFY(bool(b.value().put("overview.png", "same")));
    QVERIFY(a.value().staging() != b.value().staging());
    QVERIFY(bool(a.value().commit(manifest_of(a.value()))));
    QVERIFY(bool(b.value().commit(manifest_of(b.value()))));
    QCOMPARE(file_text(folder / "overview.png"), std::string("same"));
  }

  void whatAKilledRenderLeftIsRemovedByTheNextOne() {
    const fs::path folder = fresh("killed");
    StuckRender stuck(folder);
    QVERIFY(stuck.staged());
    QCOMPARE(staging_folders(folder), size_t{1});
    stuck.kill();
    QCOMPARE(staging_folders(folder), size_t{1});
    QVERIFY(bool(render_into(folder, {"overview.png"}, "whole")));
    QCOMPARE(listing(folder), (Names{"manifest.json", "overview.png"}));
  }

  void aRenderThatStillRunsKeepsItsStagingFolder() {
    const fs::path folder = fresh("running");
    StuckRender dead(folder), alive(folder);
    QVERIFY(dead.staged() && alive.staged());
    QCOMPARE(staging_folders(folder), size_t{2});
    dead.kill();
    QVERIFY(bool(render_into(folder, {"overview.png"}, "whole")));
    QCOMPARE(staging_folders(folder), size_t{1});
    alive.kill();
    QVERIFY(bool(render_into(folder, {"overview.png"}, "whole")));
    QCOMPARE(staging_folders(folder), size_t{0});
  }

  void hiddenFoldersThatAreNotOursStay() {
    const fs::path folder = fresh("hidden"), elsewhere = fresh("hidden_elsewhere");
    fs::create_directories(folder / ".fieldwright-backup");
    write_text(folder / ".fieldwright-backup" / "notes.txt", "mine");
    fs::create_directories(elsewhere);
    write_text(elsewhere / ".lock", "");
    fs::create_directory_symlink(elsewhere, folder / ".fieldwright-linked");
    write_text(folder / ".fieldwright-a-file", "mine");
    QVERIFY(bool(render_into(folder, {"overview.png"}, "whole")));
    QCOMPARE(file_text(folder / ".fieldwright-backup" / "notes.txt"), std::string("mine"));
    QVERIFY(fs::is_symlink(folder / ".fieldwright-linked"));
    QVERIFY(fs::exists(elsewhere / ".lock"));
    QVERIFY(fs::exists(folder / ".fieldwright-a-file"));
  }

  // On many systems they would be one file.
  void namesThatDifferByTheCaseOfLettersAreRefused() {
    auto out = AtomicFolder::open(fresh("cases"));
    QVERIFY(bool(out.value().put("layers/a.tif", "x")));
    QVERIFY(!out.value().put("layers/A.tif", "x"));
    QVERIFY(!out.value().put("Layers/a.tif", "x"));
    QVERIFY(bool(out.value().put("layers/b.tif", "x")));
  }

  void namesThatLeaveTheFolderAreRefused() {
    auto out = AtomicFolder::open(fresh("names"));
    for (const char* name : {"../x", "/tmp/x", "manifest.json", "", ".hidden"})
      QVERIFY2(!out.value().put(name, "x"), name);
  }
};

FW_TEST(TestAtomicFolder)
#include "test_atomic_folder.moc"
