// What the window copies as a program is compiled and run: it makes the same crowd, schedule or pools.

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "core/simulation/simulation_program.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "library_calls.h"
#include "tests/lib/programs.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr SeedBundle kSeeds{43, 7, 43, {}};
constexpr size_t kAgents = 500;

/// Tiny, or Tiny as an editor changed it, in words with every letter that a literal must escape.
Template tmpl(bool edited) {
  const BuiltinTemplate& tiny = *find_builtin("Tiny");
  if (!edited) return parse_template(tiny.text, "Tiny").value();
  Template t = parse_template(tiny.text, "Tiny").value();
  t.description =
      "what \"is\" it?"
      "?/ a C:\\path, an \u00eele";
  return t;
}

QByteArray written(const fw_digest& digest) {
  QByteArray text;
  for (const uint64_t word : digest.word)
    text += QByteArray::number(qulonglong{word}, 16).rightJustified(16, '0');
  return text + "\n";
}

/// Every parameter as the window has it; a world's pools take what was set alone.
void set_all(const SimulationRequest& request, const Template& t, const World& world, fw_params* params) {
  const auto parameters = simulation_parameters(request.coordinator, request.method, t, world);
  if (request.coordinator != Coordinator::spawn)
    for (const SimulationParameter& p : parameters.value())
      FW_VERIFY(fw_params_set(params, std::string(p.rule.path).c_str(), p.value, error));
  for (const std::string& setting : request.settings) {
    const size_t at = setting.find('=');
    FW_VERIFY(
        fw_params_set_text(params, setting.substr(0, at).c_str(), setting.substr(at + 1).c_str(), error));
  }
}

/// The digest after a hundred ticks of what the window's numbers make.
void expected_digest(const SimulationRequest& request, const Template& t, const World& world,
                     fw_digest& digest) {
  Context context;
  FW_VERIFY(fw_open(FW_ABI, nullptr, &context, error));
  const fw_seeds seeds{kSeeds.layout, kSeeds.noise, kSeeds.place};
  fw_generate how{};
  how.size = sizeof how, how.resolution = 128;
  const std::string text = write_template(t);
  WorldHandle made;
  FW_VERIFY(fw_world_generate(context, text.c_str(), text.size(), &seeds, &how, &made, error));
  fw_ground land = ground(FW_LAND, 0);
  land.world = made;
  Params params;
  const std::string kind(kCoordinatorSlugs[static_cast<size_t>(request.coordinator)]);
  FW_VERIFY(fw_params_open(context, kind.c_str(), request.method.c_str(), &params, error));
  set_all(request, t, world, params);
  if (request.coordinator == Coordinator::spawn) {
    SpawnHandle spawn;
    FW_VERIFY(fw_params_set(params, "spawn.cycle_s", 600, error));
    FW_VERIFY(fw_spawn_open_world(context, params, made, &spawn, error));
    std::vector<fw_event> events(fw_spawn_most_events(spawn));
    fw_spawn_tick io{};
    io.size = sizeof io, io.events = events.data(), io.space = events.size();
    for (int64_t tick = 0; tick < 100; ++tick) FW_VERIFY(fw_spawn_step(spawn, tick, &io, error));
    return fw_spawn_digest(spawn, &digest);
  }
  const bool crowd_shown = request.coordinator == Coordinator::crowd;
  Params usual;
  FW_VERIFY(fw_params_open(context, "crowd", nullptr, &usual, error));
  CrowdHandle crowd;
  Scratch scratch;
  Arrays agents(kAgents);
  fw_agents columns = agents.columns();
  FW_VERIFY(fw_crowd_open(context, crowd_shown ? params : usual, &land, &seeds, &crowd, error));
  for (uint32_t i = fw_crowd_memory(crowd); i < 3; ++i) columns.memory[i] = {};
  FW_VERIFY(fw_scratch_open(crowd, kAgents, &scratch, error));
  FW_VERIFY(fw_crowd_begin(crowd, scratch, 0, &columns, 0, error));
  if (crowd_shown) {
    for (int64_t tick = 0; tick < 100; ++tick)
      FW_VERIFY(fw_crowd_step(crowd, scratch, tick, &columns, error));
    return fw_agents_digest(&columns, 100, &digest);
  }
  ActionHandle action;
  std::vector<uint32_t> started(kAgents);
  size_t starts = 0;
  FW_VERIFY(fw_action_open(context, params, &land, &seeds, kAgents, &action, error));
  FW_VERIFY(fw_action_join(action, kAgents, agents.id.data(), nullptr, error));
  for (int64_t tick = 0; tick < 100; ++tick)
    FW_VERIFY(fw_action_tick(action, tick, kAgents, &columns.id, &columns.x_m, &columns.y_m, started.data(),
                             &starts, error));
  fw_action_digest(action, &digest);
}

}  // namespace

class LibCopiedTest : public QObject {
  Q_OBJECT

 private slots:
  void aCopiedProgramMakesTheSame_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("setting");
    QTest::addColumn<bool>("edited");
    QTest::addRow("crowd") << 0 << QByteArray("ou") << QByteArray("crowd.speed_max_mps=2.5") << false;
    QTest::addRow("crowd, edited") << 0 << QByteArray("curl_dual") << QByteArray() << true;
    QTest::addRow("action") << 1 << QByteArray("exact") << QByteArray("action.duty_target=0.2") << false;
    QTest::addRow("spawn") << 2 << QByteArray("a_full") << QByteArray("spawn.despawn_per_s=0.01") << false;
  }
  void aCopiedProgramMakesTheSame() {
    QFETCH(int, kind);
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, setting);
    QFETCH(bool, edited);
    Template t = tmpl(edited);
    if (edited) t.name = "Quotes \"\"\" inside";  // they end a docstring
    const auto world = generate(t, kSeeds, 128).value();
    SimulationRequest request;
    request.coordinator = static_cast<Coordinator>(kind);
    request.method = method.toStdString();
    request.agents = kAgents;
    if (!setting.isEmpty()) request.settings = {setting.toStdString()};
    fw_digest digest{};
    expected_digest(request, t, *world, digest);
    if (QTest::currentTestFailed()) return;

    const QTemporaryDir folder;
    for (const auto& [language, name] :
         {std::pair{ProgramLanguage::c, "copied.c"}, {ProgramLanguage::python, "copied.py"}}) {
      const auto program = simulation_program(language, request, t, *world);
      QVERIFY2(program, program ? "" : program.error().message.c_str());
      QFile file(folder.filePath(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(program.value().c_str());
    }
    const QString folder_of_library = QFileInfo(LIBRARY).absolutePath();
    const QString built = folder.filePath("copied");
    const QByteArray said =
        run_with_package("cc",
                         {"-std=c99", "-pedantic-errors", "-Wall", "-Wextra", "-Werror",
                          "-I" FIELDWRIGHT_SOURCE_DIR "/app/lib", folder.filePath("copied.c"), "-o", built,
                          "-L" + folder_of_library, "-lfieldwright", "-Wl,-rpath," + folder_of_library})
            .out;
    QVERIFY2(said.isEmpty(), said.constData());
    QCOMPARE(run_with_package(built, {}).out, written(digest));
    if (!QFile::exists(FIELDWRIGHT_BINARY_DIR "/app/python/fieldwright/_fw.abi3.so"))
      QSKIP("missing: python3-dev and python3-cffi when this tree was configured");
    QCOMPARE(run_with_package("/usr/bin/python3", {folder.filePath("copied.py")}).out, written(digest));
  }

  void aWorldWhosePartsHaveSeedsOfTheirOwnIsRefused() {
    const Template t = tmpl(false);
    SeedBundle seeds = kSeeds;
    seeds.parts[static_cast<size_t>(SeedPart::biomes)] = 9;
    const auto world = generate(t, seeds, 64).value();
    const auto program = simulation_program(ProgramLanguage::c, {}, t, *world);
    QVERIFY(!program);
    QVERIFY2(program.error().message.find("seeds of their own") != std::string::npos,
             program.error().message.c_str());
  }
};

FW_TEST(LibCopiedTest)
#include "test_lib_copied.moc"
