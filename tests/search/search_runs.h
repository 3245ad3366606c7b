#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "app/job/search/search.h"
#include "core/base/hash.h"
#include "core/template/template_io.h"
#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/templates.h"

// Searches of the command on Tiny, and folders of searches whose worlds were never made.
namespace fw::test {

// Half of the worlds end on the ground, a few at each later stage.
inline constexpr const char* kWhere[]{"nature.solidity >= 0.8", "variety.local >= 2.05",
                                      "travel.reach >= 0.5 and dispersion.vmr < 4"};

/// The template of tiny() as words of the command.
inline QStringList tiny_words() {
  QStringList words{"Tiny"};
  for (const std::string& setting : dry_settings()) words << "--set" << QString::fromStdString(setting);
  return words;
}

inline QStringList search_words(const QString& folder, const QString& seeds, const QStringList& more = {}) {
  QStringList words = QStringList{"search"} + tiny_words() +
                      QStringList{"--resolution", "48",     "--seeds", seeds,        "-o",
                                  folder,         "--keep", "2",       "--maximise", "variety.local",
                                  "--threads",    "2",      "--quiet"};
  for (const char* where : kWhere) words << "--where" << where;
  return words + more;
}

inline QByteArray bytes(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
}

/// The results of a folder, name by name.
inline QMap<QString, QByteArray> results(const QString& folder) {
  QMap<QString, QByteArray> out;
  for (const QString& name : files_in(folder))
    if (!name.startsWith("rows/") && name != "plan.json") out[name] = bytes(folder + "/" + name);
  return out;
}

inline QStringList row_files(const QString& folder) {
  QStringList out;
  for (const QString& name : files_in(folder))
    if (name.startsWith("rows/") && name.endsWith(".csv")) out << folder + "/" + name;
  return out;
}

/// Copies plan and rows, not the results.
inline void copy_search(const QString& from, const QString& to) {
  QDir().mkpath(to + "/rows");
  QFile::copy(from + "/plan.json", to + "/plan.json");
  for (const QString& file : row_files(from)) QFile::copy(file, to + "/rows/" + QFileInfo(file).fileName());
}

/// A search whose worlds were never made: every third passes.
inline SearchPlan made_up_plan() {
  SearchPlan plan;
  plan.tmpl = tiny();
  plan.resolution = 32;
  plan.seeds = parse_seed_list("1..200").value();
  plan.where = {"nature.solidity >= 0.999", "audit.passed = 1"};
  plan.score = "travel.reach";
  plan.keep = 3;
  plan.diverse = usual_diversity();
  return plan;
}

inline SearchRow made_up_row(uint64_t seed, size_t figures, uint64_t passing_every) {
  SearchRow row{seed, RowFate::rejected, KpiStage::ground, 0, "", {}};
  if (seed % passing_every == 0) row.fate = RowFate::passed, row.stage = KpiStage::points;
  for (size_t k = 0; k < figures; ++k)
    row.values.push_back(row.fate == RowFate::passed || k == 0
                             ? static_cast<double>(splitmix64(seed * 100 + k) % 1000) / 1000
                             : std::nan(""));
  if (row.fate == RowFate::rejected) row.values[2] = 0.9 + static_cast<double>(seed % 90) / 1000;
  return row;
}

/// Its folder, with the rows of a shard, of the first `most` seeds.
inline void make_up(const QString& folder, const SearchPlan& plan, const Shard& shard,
                    uint64_t passing_every = 3, uint64_t most = 1000) {
  QDir().mkpath(folder);
  const std::string text = plan_json(plan);
  write_file(folder + "/plan.json", QByteArray::fromStdString(text));
  const SearchRules rules = read_rules(plan).value();
  auto rows = RowsFile::open(folder.toStdString(), shard, rows_digest(plan), rules.table);
  QVERIFY(rows);
  for (uint64_t place = 0; place < std::min<uint64_t>(plan.seeds.size(), most); ++place)
    if (shard.holds(place))
      QVERIFY(
          rows.value().append(made_up_row(plan.seeds.at(place), rules.table.figures.size(), passing_every)));
  QVERIFY(rows.value().finish());
}

/// A folder of its own, and in it a search of 24 seeds as one process without trouble makes them.
class SearchHome {
 public:
  QString path(const QString& name) const { return home_.filePath(name); }
  QString root() const { return home_.path(); }
  const QString& undisturbed() {
    if (!undisturbed_.isEmpty()) return undisturbed_;
    undisturbed_ = path("undisturbed");
    const Outcome made = run(search_words(undisturbed_, "1..24"));
    const qsizetype passed = results(undisturbed_)["results.csv"].count('\n') - 1;
    if (made.code != 0 || passed <= 3 || passed >= 35)
      qFatal("%s, %lld passed", made.err.constData(), passed);
    return undisturbed_;
  }

 private:
  QTemporaryDir home_;
  QString undisturbed_;
};

}  // namespace fw::test
