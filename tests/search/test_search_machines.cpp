// A search as many processes and on disks that fill up, by the programs that docs/scale-out.md names. What is
// not installed, or needs root, is skipped by name.

#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>

#include <QElapsedTimer>
#include <QScopeGuard>
#include <QStandardPaths>

#include "tests/search/search_runs.h"
#include "tests/skip_client.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// Eight blocks of seeds, of which most end on the ground.
QStringList eight_blocks(const QString& folder) {
  return QStringList{"search"} + tiny_words() +
         QStringList{"--resolution",
                     "64",
                     "--seeds",
                     "1..449",
                     "--where",
                     "nature.solidity >= 0.85",
                     "--keep",
                     "3",
                     "--maximise",
                     "variety.local",
                     "--quiet",
                     "--threads",
                     "1",
                     "-o",
                     folder};
}

/// Words for a shell, each in quotes.
QByteArray shell_words(const QStringList& words) {
  QByteArray out;
  for (const QString& word : words) out += "'" + word.toUtf8() + "' ";
  return out;
}

/// The process of a shard whose command line ends with these words; 0 while there is none.
pid_t process_of(const QString& folder, const QString& shard) {
  for (const QString& number : QDir("/proc").entryList({"[1-9]*"}, QDir::Dirs)) {
    const QList<QByteArray> words = bytes("/proc/" + number + "/cmdline").split('\0');
    if (words.first().endsWith("fieldwright") && words.contains(folder.toUtf8()) &&
        words.contains(shard.toUtf8()))
      return number.toInt();
  }
  return 0;
}

/// Ends with the test, whatever becomes of that.
void end_with_the_test(QProcess& process) {
  process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
}

}  // namespace

#define NEEDS(program)                                                              \
  if (QStandardPaths::findExecutable(program, {"/usr/bin", "/usr/sbin"}).isEmpty()) \
  SKIP_CLIENT(program " is not installed")

class TestSearchMachines : public QObject {
  Q_OBJECT

  SearchHome home_;
  QMap<QString, QByteArray> whole_;  ///< of eight_blocks by one process

  void make_whole() {
    if (!whole_.isEmpty()) return;
    const Outcome made = run(eight_blocks(home_.path("whole")));
    QVERIFY2(made.code == 0, made.err);
    whole_ = results(home_.path("whole"));
    QVERIFY(whole_["results.csv"].count('\n') > 4);
  }

 private slots:
  void sixtyFourShardsInAnyOrderMergeToTheSameBytes() {
    SearchPlan plan = made_up_plan();
    plan.seeds = parse_seed_list("1..4096").value();
    make_up(home_.path("one"), plan, {}, 50, 4096);
    QCOMPARE(run({"merge", home_.path("one")}).code, 0);
    QStringList folders;
    for (uint64_t k = 0; k < 64; ++k) {
      const uint64_t shard = k * 37 % 64 + 1;
      folders << home_.path(QString("of64_%1").arg(shard));
      make_up(folders.back(), plan, {shard, 64}, 50, 4096);
    }
    const Outcome merged = run(QStringList{"merge", "-o", home_.path("of64")} + folders);
    QVERIFY2(merged.code == 0, merged.err);
    QCOMPARE(results(home_.path("of64")), results(home_.path("one")));
    const QString missing = folders.takeAt(20);
    const Outcome gap = run(QStringList{"merge", "-o", home_.path("of63")} + folders);
    QCOMPARE(gap.code, 6);
    const int shard = missing.mid(missing.lastIndexOf('_') + 1).toInt();
    const QString range =
        QString("64 of 4096 seeds have no row: %1..%2").arg(64 * shard - 63).arg(64 * shard);
    QVERIFY2(gap.err.contains(range.toUtf8()), gap.err);
  }

  /// A tmpfs that grows until a search fits: full before the plan is there, then in the rows, then in the
  /// results.
  void aDiskThatIsFullIsSaidInOneLineAndTheFolderGoesOn() {
    // Mounts of this process alone: they end with it.
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
      QSKIP("a tmpfs needs root");
    const QString disk = home_.path("disk"), folder = disk + "/found";
    QVERIFY(QDir().mkpath(disk));
    const auto mount_with = [&](int kib, unsigned long flags) {
      const QByteArray size = "size=" + QByteArray::number(kib) + "k";
      return ::mount("tmpfs", disk.toUtf8(), "tmpfs", flags, size.constData()) == 0;
    };
    int kib = 4;
    if (!mount_with(kib, 0)) QSKIP("a tmpfs needs root");
    const auto unmount = qScopeGuard([&] { ::umount2(disk.toUtf8(), MNT_DETACH); });
    int in_plan = 0, in_rows = 0, in_results = 0;
    Outcome out;
    for (;; kib += kib / 2) {
      QVERIFY(kib <= 1 << 16 && mount_with(kib, MS_REMOUNT));
      out = run(search_words(folder, "1..24"));
      if (out.code == 0) break;
      QVERIFY2(out.code == 4 && out.err.count('\n') == 1 && out.err.contains("the disk is full"), out.err);
      ++(!QFile::exists(folder + "/plan.json")          ? in_plan
         : out.err.contains(folder.toUtf8() + "/rows/") ? in_rows
                                                        : in_results);
      QVERIFY(!QFile::exists(folder + "/manifest.json") && !QFile::exists(folder + "/results.csv"));
    }
    QVERIFY2(in_plan > 0 && in_rows > 0 && in_results > 0,
             qPrintable(QString("%1 %2 %3").arg(in_plan).arg(in_rows).arg(in_results)));
    QCOMPARE(results(folder), results(home_.undisturbed()));
  }

  void gnuParallelGoesOnAfterAShardIsKilled() {
    NEEDS("parallel");
    make_whole();
    if (QTest::currentTestFailed()) return;
    const QString folder = home_.path("parallel"), log = home_.path("log");
    const QStringList shards =
        QStringList{FIELDWRIGHT_COMMAND} + eight_blocks(folder) + QStringList{"--shard"};
    const auto words = [&](const QString& resume) {
      return QStringList{
          "--jobs", "2", "--joblog", log, resume, QString::fromUtf8(shell_words(shards)) + "{}/4",
          ":::",    "1", "2",        "3", "4"};
    };
    QProcess first;
    end_with_the_test(first);
    first.start("parallel", words("--resume"));
    QVERIFY(first.waitForStarted());
    pid_t killed = 0;
    QElapsedTimer clock;
    clock.start();
    while (killed == 0 && clock.elapsed() < 60000 && !first.waitForFinished(1))
      if (bytes(folder + "/rows/2of4-000001.csv").count('\n') > 3) killed = process_of(folder, "2/4");
    QVERIFY(killed > 0 && ::kill(killed, SIGKILL) == 0);
    QVERIFY(first.waitForFinished(120000));
    QCOMPARE(first.exitCode(), 1);  // so many jobs failed
    QCOMPARE(run({"merge", folder}).code, 6);
    QProcess second;
    end_with_the_test(second);
    second.start("parallel", words("--resume-failed"));
    QVERIFY(second.waitForFinished(120000));
    QVERIFY2(second.exitCode() == 0, second.readAllStandardError());
    const Outcome merged = run({"merge", folder});
    QVERIFY2(merged.code == 0, merged.err);
    QVERIFY(!merged.out.contains("there twice"));
    QCOMPARE(results(folder), whole_);
    // The shards that were done were not started again.
    QCOMPARE(row_files(folder).size(), 5);
  }

  void aSlurmOfOneNodeMakesTheSameBytes() {
    NEEDS("slurmctld");
    NEEDS("slurmd");
    NEEDS("munged");
    NEEDS("unshare");
    NEEDS("ip");
    make_whole();
    if (QTest::currentTestFailed()) return;
    const QString slurm = home_.path("slurm"), folder = home_.path("shared");
    QVERIFY(QDir().mkpath(slurm));
    write_file(slurm + "/job.sh",
               "#!/bin/sh\n#SBATCH --array=1-8 --requeue --output=" + slurm.toUtf8() + "/task-%a.log\nexec " +
                   shell_words(QStringList{FIELDWRIGHT_COMMAND} + eight_blocks(folder)) + "--shard auto\n");
    write_file(slurm + "/submit.sh",
               "set -e\njob=$(sbatch --parsable " + slurm.toUtf8() +
                   "/job.sh)\n"
                   "sbatch --wait --dependency=afterok:$job --kill-on-invalid-dep=yes --output=" +
                   slurm.toUtf8() + "/merge.log --wrap \"" +
                   shell_words({FIELDWRIGHT_COMMAND, "merge", folder}) + "\"\n");
    QProcess process;
    end_with_the_test(process);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral(FIELDWRIGHT_SOURCE_DIR "/tests/search/one_node_slurm.sh"),
                  {slurm, "sh", slurm + "/submit.sh"});
    const bool ended = process.waitForFinished(300000);
    if (!ended) process.kill(), process.waitForFinished();
    const QByteArray said = process.readAll();
    if (process.exitCode() == 77) QSKIP(said);
    QVERIFY2(ended && process.exitCode() == 0,
             said + bytes(slurm + "/task-1.log") + bytes(slurm + "/merge.log"));
    QVERIFY2(bytes(slurm + "/merge.log").contains("449 worlds"), bytes(slurm + "/merge.log"));
    QCOMPARE(results(folder), whole_);
    for (int task = 1; task <= 8; ++task)
      QVERIFY(QFile::exists(folder + QString("/rows/%1of8-000001.csv").arg(task)));
  }

  void chromiumShowsTheGallery() {
    NEEDS("node");
    NEEDS("chromium");
    if (!QFile::exists(qEnvironmentVariable("FIELDWRIGHT_NODE_MODULES") + "/puppeteer-core"))
      SKIP_CLIENT("the npm module puppeteer-core is not in FIELDWRIGHT_NODE_MODULES");
    const QString folder = home_.path("gallery");
    const Outcome made = run(QStringList{"search"} + tiny_words() +
                             QStringList{"--resolution", "64", "--seeds", "1..40", "--where",
                                         "nature.solidity >= 0.77 and travel.reach < 1", "--maximise",
                                         "variety.local", "--keep", "12", "--quiet", "-o", folder});
    QVERIFY2(made.code == 0, made.err);
    QProcess process;
    end_with_the_test(process);
    process.start("node", {FIELDWRIGHT_SOURCE_DIR "/tests/engine/clients/check_gallery.mjs", folder});
    QVERIFY(process.waitForFinished(300000));
    const QByteArray said = process.readAllStandardOutput();
    QVERIFY2(process.exitCode() == 0 && said.startsWith("ok 12 "), said + process.readAllStandardError());
  }
};

FW_TEST(TestSearchMachines)
#include "test_search_machines.moc"
