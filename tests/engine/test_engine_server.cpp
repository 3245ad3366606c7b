// The target server: the same rows as JSON, SQLite and SQL, and a program that runs them without our code
// (examples/spawn_executor), beside the live controller.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "core/measure/motion/coverage.h"
#include "core/measure/motion/fronts.h"
#include "core/measure/motion/intervals.h"
#include "core/spawn/world_spawn.h"
#include "core/world/generate.h"
#include "tests/engine/spawn_rows.h"
#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

Tables of_json(const QString& file) {
  Tables tables;
  const QJsonObject root = QJsonDocument::fromJson(contents(file)).object();
  for (const QString& name : root.keys()) {
    if (!name.startsWith("spawn_")) continue;
    Table& table = tables[name];
    for (const QJsonValue& column : root[name]["columns"].toArray()) table.columns << column.toString();
    for (const QJsonValue& row : root[name]["rows"].toArray()) {
      table.rows.emplace_back();
      for (const QJsonValue& value : row.toArray())
        table.rows.back() << (value.isString() ? value.toString()
                                               : QString::number(value.toDouble(), 'g', 15));
    }
  }
  return tables;
}

/// The rows that load.sql copies.
Tables of_sql(const QString& file) {
  Tables tables;
  static const QRegularExpression copy("^COPY \"fieldwright_in_(\\w+)\" \\((.*)\\) FROM stdin;$");
  Table* table = nullptr;
  for (const QString& line : QString::fromUtf8(contents(file)).split('\n')) {
    if (line == "\\.") table = nullptr;
    if (table != nullptr) table->rows << line.split('\t');
    const auto begin = copy.match(line);
    if (!begin.hasMatch()) continue;
    table = &tables[begin.captured(1)];
    table->columns = QString(begin.captured(2)).remove('"').split(", ");
  }
  return tables;
}

/// What the executor prints, by name.
QMap<QString, double> figures_of(const QByteArray& said) {
  QMap<QString, double> figures;
  for (const QByteArray& line : said.split('\n'))
    if (const qsizetype at = line.indexOf(' '); at > 0)
      figures[QString::fromUtf8(line.left(at))] = line.mid(at + 1).toDouble();
  return figures;
}

/// Spawns of one class in order.
struct Spawns {
  std::vector<int64_t> tick;
  std::vector<double> x_m, y_m;
};
/// A run of all classes.
struct SpawnRun {
  std::map<std::string, Spawns> classes;
  double mean_alive = 0;

  std::vector<int64_t> ticks() const {
    std::vector<int64_t> all;
    for (const auto& [name, one] : classes) all.insert(all.end(), one.tick.begin(), one.tick.end());
    std::sort(all.begin(), all.end());
    return all;
  }
};

/// The live controller with monsters that stand still; the players' positions go into a trace.
SpawnRun run_live(const fw::Template& tmpl, const fw::World& world, int seconds, double refill_s,
                  const QString& trace) {
  std::vector<fw::ClassSpawner> spawners = fw::world_spawners(tmpl, world);
  for (fw::ClassSpawner& one : spawners) {
    fw::SpawnParams params = one.spawner.params;
    params.monsters.speed_mps = params.monsters.jitter_m = 0;
    params.refill_s = refill_s;
    params.sites.follow = fw::SiteFollow::intensity;
    one.spawner = fw::bind_spawn(params, one.spawner.area, world.seeds, fw::tag_of(one.habitat));
    fw::follow_intensity(tmpl, world, one);
  }
  const fw::PlayerParty party = fw::world_players(world);
  fw::WorldSpawnState state = fw::start_world_spawn(spawners, party);
  SpawnRun out;
  std::ofstream rows(trace.toStdString());
  for (int t = 0; t < seconds; ++t) {
    fw::step_world_spawn(spawners, party, state);
    for (size_t i = 0; i < state.players.size(); ++i)
      rows << t << ',' << i << ',' << state.players.x_m[i] << ',' << state.players.y_m[i] << '\n';
    for (size_t c = 0; c < spawners.size(); ++c) {
      Spawns& spawns = out.classes[spawners[c].habitat.slug];
      for (const fw::Vec2 at : state.classes[c].admitted_m) {
        spawns.tick.push_back(t);
        spawns.x_m.push_back(at.x);
        spawns.y_m.push_back(at.y);
      }
      out.mean_alive += static_cast<double>(state.classes[c].monsters.size()) / seconds;
    }
  }
  return out;
}

/// Mean over classes of how alike the turns of neighbours are.
double neighbour_phase_of(const SpawnRun& run, double side_m) {
  double sum = 0, weight = 0;
  for (const auto& [name, one] : run.classes) {
    if (one.tick.size() < 40) continue;
    const auto n = static_cast<double>(one.tick.size());
    sum += n * fw::neighbour_phase(one.tick, one.x_m, one.y_m, 600, {side_m, fw::Border::reflect});
    weight += n;
  }
  return weight > 0 ? sum / weight : 0;
}

/// Mean over the hours of how evenly an hour's spawns cover the ground, in units of a random set's: distances
/// from 2,000 places of the land.
double hour_coverage_of(const SpawnRun& run, const fw::World& world, int hours) {
  const fw::GridSpec& grid = world.grid;
  fw::RandomCursor cursor{5};
  std::vector<double> at_x, at_y;
  while (at_x.size() < 2000) {
    const fw::Vec2 at{cursor.uniform(0, grid.width_m()), cursor.uniform(0, grid.height_m())};
    if (world.land[grid.cell_at(at)] != 0) at_x.push_back(at.x), at_y.push_back(at.y);
  }
  std::vector<std::vector<double>> x(static_cast<size_t>(hours)), y(x.size());
  for (const auto& [name, one] : run.classes)
    for (size_t i = 0; i < one.tick.size(); ++i) {
      const auto hour = static_cast<size_t>(one.tick[i] / 3600);
      x[hour].push_back(one.x_m[i]), y[hour].push_back(one.y_m[i]);
    }
  const double side_m = std::max(grid.width_m(), grid.height_m());
  double sum = 0;
  for (size_t hour = 0; hour < x.size(); ++hour) {
    const double distance_m =
        fw::coverage_distance_m(at_x, at_y, x[hour], y[hour], {side_m, fw::Border::reflect});
    sum += fw::coverage_index(distance_m, side_m, static_cast<int64_t>(x[hour].size()));
  }
  return sum / static_cast<double>(x.size());
}

}  // namespace

class TestEngineServer : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  QString path(const QString& name) const { return dir_.filePath(name); }

  Outcome exportTo(const QString& folder, const QStringList& source, const QStringList& more = {}) {
    return run(QStringList{"export"} + source + QStringList{"--target", "server", "-o", path(folder)} + more);
  }
  Outcome execute(const QString& database, const QStringList& options) {
    return run_program(FIELDWRIGHT_SPAWN_EXECUTOR, QStringList{database} + options);
  }

 private slots:
  void initTestCase() {
    const Outcome made = exportTo("tiny", {"Tiny", "--seed", "3", "--resolution", "96"});
    QVERIFY2(made.code == 0, made.err);
  }

  void itTakesNothingOfOursAndIsShort() {
    const QByteArray text = contents(FIELDWRIGHT_SOURCE_DIR "/examples/spawn_executor/spawn_executor.cpp");
    QVERIFY(text.contains("#include <sqlite3.h>"));
    QVERIFY(!text.contains("#include \""));
    QVERIFY(text.count('\n') < 380);
  }

  void theSameRunComesOfSqliteJsonAndSql() {
    const Outcome ran =
        execute(path("tiny/server/spawn.sqlite"), {"--hours", "2", "--events", path("a.csv")});
    QVERIFY2(ran.code == 0, ran.out + ran.err);
    QVERIFY(figures_of(ran.out)["spawns"] > 20);
    const Tables json = of_json(path("tiny/server/spawn.json")), sql = of_sql(path("tiny/server/load.sql"));
    QCOMPARE(json.keys(), (QStringList{"spawn_class", "spawn_due", "spawn_meta", "spawn_period",
                                       "spawn_point", "spawn_pool", "spawn_start"}));
    QCOMPARE(sql.keys(), json.keys());
    for (const Tables& tables : {json, sql}) {
      write_sqlite(tables, path("again.sqlite"));
      const Outcome again = execute(path("again.sqlite"), {"--hours", "2", "--events", path("b.csv")});
      QCOMPARE(again.out, ran.out);
      QVERIFY(contents(path("a.csv")) == contents(path("b.csv")));
    }
  }

  void rowsNameRowsThatAreThere() {
    Database db(path("tiny/server/spawn.sqlite"));
    for (const char* broken : {"spawn_pool where class_id not in (select class_id from spawn_class)",
                               "spawn_point where pool_id not in (select pool_id from spawn_pool)",
                               "spawn_due where uid not in (select uid from spawn_point)",
                               "spawn_period where pool_id not in (select pool_id from spawn_pool)",
                               "spawn_start where class_id not in (select class_id from spawn_class)"})
      QCOMPARE(db.ask(QStringLiteral("select count(*) from ") + broken)[0][0], QString("0"));
    QCOMPARE(db.ask("select count(*) from spawn_due")[0][0],
             db.ask("select 12 * count(*) from spawn_point")[0][0]);
    QVERIFY(db.ask("select count(*) from spawn_start")[0][0].toInt() > 10);
    QCOMPARE(db.ask("select count(*) from spawn_start where uid = ''")[0][0], QString("0"));
  }

  void uidsAreThoseOfTheOtherTargets() {
    const Outcome made =
        run({"export", "Tiny", "--seed", "3", "--resolution", "96", "--target", "csv", "-o", path("tiny")});
    QVERIFY2(made.code == 0, made.err);
    QSet<QString> points;
    for (const QByteArray& line : contents(path("tiny/csv/points.csv")).split('\n'))
      points << QString::fromUtf8(line.left(line.indexOf(',')));
    Database db(path("tiny/server/spawn.sqlite"));
    for (const QStringList& row : db.ask("select uid from spawn_start")) QVERIFY(points.contains(row[0]));
  }

  void wrongRoundsAreRefusedWithTheNearest() {
    const Outcome wrong = exportTo("never", {"Tiny", "--seed", "3"}, {"--set", "export.server_rounds=13"});
    QCOMPARE(wrong.code, 3);
    QVERIFY2(wrong.err.contains("export.server_rounds") && wrong.err.contains("multiple of 4"), wrong.err);
    QVERIFY(!QFile::exists(path("never")));
  }

  void capsAndBudgetHoldUnderAnyLoad_data() {
    QTest::addColumn<QStringList>("source");
    QTest::addColumn<int>("players");
    QTest::newRow("tiny") << QStringList{"Tiny", "--seed", "3", "--resolution", "96"} << 24;
    QTest::newRow("many players") << QStringList{"Tiny", "--seed", "5", "--resolution", "96"} << 300;
    QTest::newRow("odd") << QStringList{FIELDWRIGHT_SOURCE_DIR "/tests/engine/odd/odd.json", "--seed", "1",
                                        "--resolution", "96"}
                         << 40;
  }
  void capsAndBudgetHoldUnderAnyLoad() {
    QFETCH(QStringList, source);
    QFETCH(int, players);
    const Outcome made = exportTo("load", source, {"--set", "export.server_budget_per_s=2", "--force"});
    QVERIFY2(made.code == 0, made.err);
    for (const char* refill : {"0", "300", "-1"}) {
      const Outcome ran = execute(path("load/server/spawn.sqlite"), {"--hours", "2", "--refill", refill,
                                                                     "--players", QString::number(players)});
      QVERIFY2(ran.code == 0, ran.out + ran.err);
      const auto figures = figures_of(ran.out);
      QCOMPARE(figures["cap_breaches"], 0.0);
      QVERIFY(figures["most_per_s"] <= 2);
      QVERIFY(figures["killed"] > 0 && figures["spawns"] > 0);
    }
  }

  // By hand over a day: FIELDWRIGHT_SERVER_TEMPLATE=WindswardLike, _RESOLUTION=512, _HOURS=24.
  void theyRunAsTheLiveControllerDoes_data() {
    QTest::addColumn<double>("refill_s");
    QTest::newRow("at once") << 0.0;
    QTest::newRow("refill") << 300.0;
  }
  void theyRunAsTheLiveControllerDoes() {
    QFETCH(double, refill_s);
    const auto asked = [](const char* name, int usual) {
      const int value = qEnvironmentVariableIntValue(name);
      return value > 0 ? value : usual;
    };
    const QString name = qEnvironmentVariable("FIELDWRIGHT_SERVER_TEMPLATE", "Tiny");
    const int cells = asked("FIELDWRIGHT_SERVER_RESOLUTION", 96),
              hours = asked("FIELDWRIGHT_SERVER_HOURS", 6);
    const Outcome made =
        exportTo("live", {name, "--seed", "42", "--resolution", QString::number(cells), "--force"});
    QVERIFY2(made.code == 0, made.err);
    const fw::Template tmpl = builtin(name.toStdString());
    const auto world = fw::generate(tmpl, fw::SeedBundle::from_master(42), cells).value();
    const SpawnRun live = run_live(tmpl, *world, hours * 3600, refill_s, path("trace.csv"));
    const double reach_m = fw::world_players(*world).script.kill_radius_m;
    const Outcome ran = execute(
        path("live/server/spawn.sqlite"),
        {"--hours", QString::number(hours), "--refill", QString::number(refill_s), "--reach",
         QString::number(reach_m, 'g', 17), "--trace", path("trace.csv"), "--events", path("events.csv")});
    QVERIFY2(ran.code == 0, ran.out + ran.err);
    const auto figures = figures_of(ran.out);
    Database db(path("live/server/spawn.sqlite"));
    QMap<QString, QStringList> points, due;
    for (const QStringList& row : db.ask("select uid, at_s from spawn_due order by round"))
      due[row[0]] << row[1];
    for (const QStringList& row :
         db.ask("select uid, class, x_m, y_m from spawn_point p join spawn_pool o on o.pool_id = p.pool_id "
                "join spawn_class c on c.class_id = o.class_id"))
      points[row[0]] = row.mid(1);
    SpawnRun tables;
    std::vector<int64_t> spawned_s;
    std::vector<double> turn_s;
    for (const QByteArray& line : contents(path("events.csv")).split('\n')) {
      if (line.isEmpty()) continue;
      const QStringList point = points.value(QString::fromUtf8(line.mid(line.indexOf(',') + 1)));
      Spawns& spawns = tables.classes[point[0].toStdString()];
      spawns.tick.push_back(line.left(line.indexOf(',')).toLongLong());
      spawns.x_m.push_back(point[1].toDouble());
      spawns.y_m.push_back(point[2].toDouble());
      const QStringList& turns = due[QString::fromUtf8(line.mid(line.indexOf(',') + 1))];
      spawned_s.push_back(spawns.tick.back());
      turn_s.push_back(turns[static_cast<qsizetype>(spawned_s.back() / 600) % turns.size()].toDouble());
    }
    const double own = fw::spawn_coherence(spawned_s, turn_s, turn_s, 600).own;
    const double cover_live = hour_coverage_of(live, *world, hours),
                 cover = hour_coverage_of(tables, *world, hours);
    const double side_m = std::max(world->grid.width_m(), world->grid.height_m());
    const auto spawns_live = static_cast<double>(live.ticks().size());
    const double isi_live = fw::isi_cv(live.ticks()), isi = figures["isi_cv"];
    const double phase_live = neighbour_phase_of(live, side_m), phase = neighbour_phase_of(tables, side_m);
    const QString all = QStringLiteral(
                            "%1: live, tables: spawns %2 %3, alive %4 %5, ISI CV %6 %7, neighbour "
                            "phase %8 %9, Fano %10, most %11, hour coverage %12 %13, own coherence %14")
                            .arg(QTest::currentDataTag())
                            .arg(spawns_live)
                            .arg(figures["spawns"])
                            .arg(live.mean_alive)
                            .arg(figures["mean_alive"])
                            .arg(isi_live)
                            .arg(isi)
                            .arg(phase_live)
                            .arg(phase)
                            .arg(figures["fano_60s"])
                            .arg(figures["most_per_s"])
                            .arg(cover_live)
                            .arg(cover)
                            .arg(own);
    qInfo("%s", qPrintable(all));
    QVERIFY2(std::fabs(figures["spawns"] / spawns_live - 1) < 0.10, qPrintable(all));
    QVERIFY2(std::fabs(figures["mean_alive"] / live.mean_alive - 1) < 0.03, qPrintable(all));
    QVERIFY2(own >= 0.99, qPrintable(all));
    QVERIFY2(std::fabs(cover / cover_live - 1) < 0.1, qPrintable(all));
    QCOMPARE(figures["cap_breaches"], 0.0);
  }

  void damagedTablesAreTold() {
    QCOMPARE(execute(path("absent.sqlite"), {}).code, 2);
    write_file(path("text.sqlite"), "no database");
    const Outcome damaged = execute(path("text.sqlite"), {});
    QCOMPARE(damaged.code, 2);
    QVERIFY2(damaged.err.contains("spawn_executor: "), damaged.err);
  }
};

FW_TEST(TestEngineServer)
#include "test_engine_server.moc"
