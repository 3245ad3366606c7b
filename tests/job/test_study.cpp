// A study's folder: complete, resumable, the same bytes however it came about.

#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "app/job/folder/csv.h"
#include "app/job/study/study.h"
#include "app/job/study/study_files.h"
#include "app/job/study/study_store.h"
#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/experiment/protocol.h"
#include "core/experiment/summary.h"
#include "tests/support/files.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;
namespace fs = std::filesystem;

namespace {

/// Every file of a folder with its bytes.
std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files[entry.path().lexically_relative(folder).generic_string()] = file_text(entry.path());
  return files;
}

/// Six quick runs.
StudyJob quick(const fs::path& folder) {
  StudyJob job;
  job.request.study = Study::spawn;
  job.request.scales = {Scale::small};
  job.request.methods = {"uniform", "sinusoid"};
  job.request.last_seed = 3;
  job.folder = folder;
  return job;
}

PlannedRun first_run(const StudyJob& job) {
  return plan_study(job.request).value().front();
}

fs::path run_file(const StudyJob& job) {
  return job.folder / "runs" / (run_digest(first_run(job), FIELDWRIGHT_VERSION) + ".json");
}

}  // namespace

class TestStudy : public QObject {
  Q_OBJECT
  QTemporaryDir dir_;
  fs::path fresh(const char* name) { return fs::path(dir_.path().toStdString()) / name; }
  std::map<std::string, std::string> expected_;  // an uninterrupted study
  /// A copy of that study's folder.
  StudyJob finished(const char* name) {
    fs::remove_all(fresh(name));
    fs::copy(fresh("expected"), fresh(name), fs::copy_options::recursive);
    return quick(fresh(name));
  }

 private slots:
  void initTestCase() {
    const auto done = run_study(quick(fresh("expected")));
    QVERIFY2(bool(done), done ? "" : done.error().message.c_str());
    QCOMPARE(done.value().computed, size_t{6});
    expected_ = contents(fresh("expected"));
  }

  void aStudyWritesTheContractsFilesAndTheManifestListsThem() {
    for (const char* name : {"runs.csv", "runs.json", "summary.csv", "summary.json", "manifest.json"})
      QVERIFY2(expected_.count(name) == 1, name);
    QVERIFY(expected_.count("runtime.csv") == 0);
    const auto listed = parse_manifest_files(expected_.at("manifest.json"), "manifest.json");
    QVERIFY(bool(listed));
    for (const Manifest::File& file : listed.value()) {
      QCOMPARE(file.size, uint64_t{expected_.at(file.name).size()});
      QCOMPARE(file.sha256, sha256_hex(expected_.at(file.name)));
    }
    size_t others = 0;
    for (const auto& [name, bytes] : expected_)
      others += name.rfind("runs/", 0) != 0 && name != "manifest.json";
    QCOMPARE(listed.value().size(), others);
    QVERIFY(expected_.at("runs.csv").rfind("study,preset,scale,variant,method,seed,metric,value,unit\n", 0) ==
            0);
    QVERIFY(expected_.at("summary.csv")
                .rfind("study,preset,scale,variant,method,metric,mean,ci95,n,published,deviation\n", 0) == 0);
    QVERIFY(expected_.at("runs.csv").find("\nspawn,published,small,nominal,uniform,2,isi_cv,") !=
            std::string::npos);
  }

  void theBytesAreTheSameOnOneThreadAndOnTwo() {
    for (const int threads : {1, 2}) {
      const ThreadLimit limit(threads);
      const fs::path folder = fresh(threads == 1 ? "one" : "two");
      QVERIFY(bool(run_study(quick(folder))));
      QVERIFY(contents(folder) == expected_);
    }
  }

  void aStudyThatWasStoppedGoesOnAndEndsWithTheSameBytes() {
    const StudyJob job = quick(fresh("stopped"));
    const ThreadLimit one(1);
    std::atomic<bool> stop{false};
    Progress progress;
    progress.cancel = &stop;
    int finished = 0;
    progress.report = [&](std::string_view, double) { stop = ++finished >= 3; };
    const auto cut = run_study(job, progress);
    QVERIFY(!cut);
    QCOMPARE(cut.error().kind, ErrorKind::cancelled);
    const auto half = contents(job.folder);
    QCOMPARE(half.size(), size_t{3});  // run files alone: no table, no manifest, no staging
    for (const auto& [name, bytes] : half) QVERIFY2(name.rfind("runs/", 0) == 0, name.c_str());

    const auto done = run_study(job);
    QVERIFY(bool(done));
    QCOMPARE(done.value().reused, size_t{3});
    QCOMPARE(done.value().computed, size_t{3});
    QVERIFY(contents(job.folder) == expected_);
  }

  void aDamagedRunIsComputedAgain_data() {
    QTest::addColumn<QString>("damage");
    for (const char* damage : {"cut", "empty", "digit", "text after the end", "not JSON"})
      QTest::newRow(damage) << QString(damage);
  }
  void aDamagedRunIsComputedAgain() {
    SKIP_BY_DAY();
    QFETCH(QString, damage);
    const StudyJob job = finished("damaged");
    std::string text = file_text(run_file(job));
    if (damage == "cut") text.resize(text.size() / 2);
    if (damage == "empty") text.clear();
    if (damage == "digit") {
      const size_t at = text.find("\"value\": ") + 9;
      text[at] = text[at] == '1' ? '2' : '1';
    }
    if (damage == "text after the end") text += " ";
    if (damage == "not JSON") text = "{\n" + text;
    write_text(run_file(job), text);
    const auto done = run_study(job);
    QVERIFY(bool(done));
    QCOMPARE(done.value().computed, size_t{1});
    QCOMPARE(done.value().reused, size_t{5});
    QVERIFY(contents(job.folder) == expected_);
  }

  void aRunOfAnotherVersionDoesNotCount() {
    const StudyJob job = quick(fresh("expected"));
    const PlannedRun run = first_run(job);
    const std::string text = file_text(run_file(job));
    QVERIFY(parse_run(text, run, FIELDWRIGHT_VERSION).has_value());
    QVERIFY(!parse_run(text, run, "99.0").has_value());
    PlannedRun other = run;
    other.key.seed = 2;
    QVERIFY(!parse_run(text, other, FIELDWRIGHT_VERSION).has_value());
    const auto result = parse_run(text, run, FIELDWRIGHT_VERSION);
    QVERIFY(run_text(run, *result, FIELDWRIGHT_VERSION) == text);
    QVERIFY(run_text(run, *result, "99.0") != text);
  }

  void aFigureThatARunDoesNotHaveSurvivesTheFile() {
    const PlannedRun run = first_run(quick(fresh("x")));
    RunResult result;
    result.rows.push_back({run.key, "isi_cv", std::nan(""), "s"});
    result.rows.push_back({run.key, "wave", 0.1 + 0.2, ""});
    result.series.push_back({run.key, "living", "", "time", "s", {1, 2}, {std::nan(""), 5e-324}});
    const auto back = parse_run(run_text(run, result, "1"), run, "1");
    QVERIFY(back.has_value());
    QVERIFY(std::isnan(back->rows[0].value) && std::isnan(back->series[0].y[0]));
    QCOMPARE(back->rows[1].value, 0.1 + 0.2);
    QCOMPARE(back->series[0].y[1], 5e-324);
    QVERIFY(back->rows[0].unit == "s" && back->rows[0].run == run.key);
  }

  void moreSeedsUseTheRunsThatAreThere() {
    SKIP_BY_DAY();
    StudyJob job = finished("more");
    job.request.last_seed = 4;
    const auto done = run_study(job);
    QVERIFY(bool(done));
    QCOMPARE(done.value().reused, size_t{6});
    QCOMPARE(done.value().computed, size_t{2});
    job.request.settings = {"spawn.uniform.every_s=7"};
    const auto tuned = run_study(job);
    QVERIFY2(bool(tuned), tuned ? "" : tuned.error().message.c_str());
    QCOMPARE(tuned.value().reused, size_t{0});
  }

  void aRenderLeavesAStudysFolderAlone() {
    const fs::path folder = fresh("study");
    fs::create_directories(folder);
    write_text(folder / "manifest.json", R"({"study": "crowd"})");
    const auto before = contents(folder);
    const auto free = check_render_folder(folder);
    QVERIFY(!free);
    QCOMPARE(free.error().kind, ErrorKind::io);
    QVERIFY(free.error().message.find("holds a crowd study") != std::string::npos);
    const auto read = read_manifest(folder);
    QVERIFY(!read && read.error().message.find("holds a crowd study, not a render") != std::string::npos);
    QVERIFY(contents(folder) == before);
    QVERIFY(bool(check_render_folder(fresh("nothing"))));
  }

  void aFolderThatHoldsSomethingElseIsRefusedAndLeftAlone() {
    const auto refused = [&](const fs::path& folder, const char* says) {
      const auto before = contents(folder);
      const auto done = run_study(quick(folder));
      return !done && done.error().kind == ErrorKind::io && contents(folder) == before &&
             done.error().message.find(says) != std::string::npos && !fs::exists(folder / "runs");
    };
    fs::create_directories(fresh("render"));
    Manifest manifest;
    manifest.grid = GridSpec::square(800, 8);
    write_text(fresh("render") / "manifest.json", manifest_json(manifest));
    QVERIFY(refused(fresh("render"), "holds a render"));
    fs::create_directories(fresh("foreign"));
    write_text(fresh("foreign") / "manifest.json", "{\"name\": \"a web page\"}");
    QVERIFY(refused(fresh("foreign"), "not a study's"));
    fs::create_directories(fresh("table"));
    write_text(fresh("table") / "summary.csv", "mine");
    QVERIFY(refused(fresh("table"), "summary.csv"));
    write_text(fresh("file"), "x");
    const auto done = run_study(quick(fresh("file")));
    QVERIFY(!done && done.error().kind == ErrorKind::io);
    QCOMPARE(file_text(fresh("file")), std::string("x"));
    StudyJob other = quick(fresh("expected"));
    other.request.study = Study::crowd;
    other.request.methods = {"urw"};
    const auto mixed = run_study(other);
    QVERIFY(!mixed && mixed.error().message.find("holds a spawn study") != std::string::npos);
    QVERIFY(contents(fresh("expected")) == expected_);
  }

  void filesOfAnEarlierRequestGoAndForeignOnesStay() {
    SKIP_BY_DAY();
    const StudyJob job = finished("again");
    write_text(job.folder / "notes.txt", "mine");
    std::string manifest = file_text(job.folder / "manifest.json");
    const size_t at = manifest.find("{\"name\": \"comparison.csv\"");
    manifest.insert(
        at, "{\"name\": \"charts/old.svg\", \"size\": 1, \"sha256\": \"" + sha256_hex("o") + "\"},\n    ");
    write_text(job.folder / "manifest.json", manifest);
    fs::create_directories(job.folder / "charts");
    write_text(job.folder / "charts" / "old.svg", "o");
    QVERIFY(bool(run_study(job)));
    QVERIFY(!fs::exists(job.folder / "charts" / "old.svg"));
    QCOMPARE(file_text(job.folder / "notes.txt"), std::string("mine"));
    QCOMPARE(file_text(job.folder / "manifest.json"), expected_.at("manifest.json"));
  }

  void timingWritesItsFileAsideAndChangesNoOther() {
    StudyJob job = quick(fresh("timed"));
    job.timing = true;
    const auto done = run_study(job);
    QVERIFY(bool(done));
    QCOMPARE(done.value().runtime.size(), size_t{2});
    auto files = contents(job.folder);
    const std::string runtime = files.at("runtime.csv");
    QVERIFY(runtime.rfind("study,preset,scale,variant,method,ms_per_tick,ci95,runs,published_ms\n", 0) == 0);
    QCOMPARE(std::count(runtime.begin(), runtime.end(), '\n'), std::ptrdiff_t{3});
    files.erase("runtime.csv");
    QVERIFY(files == expected_);
  }

  void csvFieldsAreQuotedWhereTheyMustBe() {
    CsvLine line;
    line.add("plain")
        .add("a,b")
        .add("say \"no\"")
        .add("two\nlines")
        .add(std::nan(""))
        .add(0.5)
        .add(int64_t{7});
    QCOMPARE(line.str(), std::string("plain,\"a,b\",\"say \"\"no\"\"\",\"two\nlines\",,0.5,7\n"));
    RunRow row;
    row.run.group = {"crowd", "published", "small", "odd,variant", "ou"};
    row.run.seed = 1;
    row.metric = "m";
    row.value = std::nan("");
    const std::string csv = runs_csv(std::span(&row, 1));
    QVERIFY(csv.find("crowd,published,small,\"odd,variant\",ou,1,m,,\n") != std::string::npos);
    QVERIFY(runs_json(std::span(&row, 1)).find("\"value\": null") != std::string::npos);
  }

  void theTableShowsPublishedOursAndTheVerdict() {
    StudyResult result;
    const GroupKey urw{"crowd", "published", "medium", "nominal", "urw"};
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      result.rows.push_back(
          {{urw, seed}, "jerk_snapshot", 0.16 + 0.001 * static_cast<double>(seed), "m/s^2"});
      result.rows.push_back({{urw, seed}, "speed_skew", 0, ""});
    }
    result.summary = summarise(result.rows);
    const std::string table = comparison_table(result, false);
    for (const char* word : {"crowd, medium", "urw", "jerk_snapshot", "0.156", "0.163", "0.145 .. 0.149",
                             "outside", "+0.007 (+4.5 %)", "1 references: 0 inside, 1 outside"})
      QVERIFY2(table.find(word) != std::string::npos, table.c_str());
    QVERIFY(table.find("speed_skew") == std::string::npos);
    QVERIFY(table.find('\033') == std::string::npos);
    QVERIFY(comparison_table(result, true).find("\033[31m") != std::string::npos);
  }
};

FW_TEST(TestStudy)
#include "test_study.moc"
