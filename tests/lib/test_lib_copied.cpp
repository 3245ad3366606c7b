// What the window copies as a program is compiled and run: it makes the same crowd, schedule or pools.

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>

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
      if (!p.rule.path.starts_with("crowd.avoid."))
        FW_VERIFY(fw_params_set(params, std::string(p.rule.path).c_str(), p.value, error));
  for (const std::string& setting : request.settings) {
    const size_t at = setting.find('=');
    if (setting.starts_with("crowd.avoid.")) continue;
    FW_VERIFY(
        fw_params_set_text(params, setting.substr(0, at).c_str(), setting.substr(at + 1).c_str(), error));
  }
}

using SteerHandle = Handle<fw_steer, fw_steer_close>;

/// Bodies of a crowd that has begun: a hundred ticks in which the crowd's step says what each agent would do
/// alone. `agents` stand where their bodies do.
void walk_bodies(const SimulationRequest& request, const Template& t, const World& world, fw_context* context,
                 const fw_ground& land, const fw_crowd* crowd, fw_scratch* scratch, double dt_s,
                 double usual_mps, Arrays& agents, fw_agents& columns) {
  Params avoid;
  FW_VERIFY(fw_params_open(context, "avoid", nullptr, &avoid, error));
  const auto parameters = simulation_parameters(request.coordinator, request.method, t, world);
  const auto of_bodies = [](std::string_view path) { return path.starts_with("crowd.avoid."); };
  const auto own_path = [](std::string_view path) { return std::string(path.substr(6)); };
  for (const SimulationParameter& p : parameters.value())
    if (of_bodies(p.rule.path))
      FW_VERIFY(fw_params_set(avoid, own_path(p.rule.path).c_str(), p.value, error));
  for (const std::string& setting : request.settings) {
    const size_t at = setting.find('=');
    if (of_bodies(setting))
      FW_VERIFY(fw_params_set_text(avoid, own_path(setting.substr(0, at)).c_str(),
                                   setting.substr(at + 1).c_str(), error));
  }
  double step_s = 0, radius_m = 0, spread = 0;
  FW_VERIFY(fw_params_get(avoid, "avoid.step_s", &step_s, error));
  FW_VERIFY(fw_params_get(avoid, "avoid.radius_m", &radius_m, error));
  FW_VERIFY(fw_params_get(avoid, "avoid.radius_spread", &spread, error));
  const int steps = std::max(1, static_cast<int>(std::ceil(dt_s / step_s - 1e-9)));
  FW_VERIFY(fw_params_set(avoid, "avoid.step_s", dt_s / steps, error));
  SteerHandle steer;
  Scratch of_steer;
  FW_VERIFY(fw_steer_open(context, avoid, &land, &steer, error));
  FW_VERIFY(fw_steer_scratch(steer, agents.id.size(), &of_steer, error));
  const size_t n = agents.id.size();
  std::vector<double> x = agents.x, y = agents.y;
  std::vector<float> vx(n), vy(n), want_x(n), want_y(n), own(n), radius(n);
  for (size_t i = 0; i < n; ++i) {
    const double turns = static_cast<double>(i) * 0.6180339887498949;
    radius[i] = static_cast<float>(radius_m * (1 + spread * (2 * (turns - std::floor(turns)) - 1)));
    vx[i] = agents.speed[i] * agents.hx[i], vy[i] = agents.speed[i] * agents.hy[i];
  }
  const fw_bodies bodies{sizeof(fw_bodies), n,           packed(agents.id), packed(x),
                         packed(y),         packed(vx),  packed(vy),        packed(want_x),
                         packed(want_y),    packed(own), packed(radius),    {}};
  for (int64_t tick = 0; tick < 100; ++tick) {
    FW_VERIFY(fw_crowd_step(crowd, scratch, tick, &columns, error));
    for (size_t i = 0; i < n; ++i) {
      want_x[i] = agents.speed[i] * agents.hx[i], want_y[i] = agents.speed[i] * agents.hy[i];
      own[i] = std::max(agents.speed[i], static_cast<float>(usual_mps));
    }
    for (int k = 0; k < steps; ++k) FW_VERIFY(fw_steer_step(steer, of_steer, &bodies, error));
    agents.x = x, agents.y = y;
  }
}

/// Share of the agents that the window shows where they are.
double share_where_shown(const SimulationRequest& request, const Template& t,
                         const std::shared_ptr<const World>& world, const Arrays& agents) {
  auto shown = Playback::start(request, t, world);
  if (!shown) return 0;
  shown.value().seek(100);
  const Overlay picture = shown.value().overlay();
  const Places& at = *std::get<CrowdOverlay>(picture.content).agents;
  size_t there = 0;
  for (size_t i = 0; i < agents.id.size(); ++i)
    there += std::hypot(static_cast<double>(at.x_m[i]) - agents.x[i],
                        static_cast<double>(at.y_m[i]) - agents.y[i]) < 0.01;
  return static_cast<double>(there) / static_cast<double>(agents.id.size());
}

/// The digest after a hundred ticks of what the window's numbers make.
void expected_digest(const SimulationRequest& request, const Template& t,
                     const std::shared_ptr<const World>& shown, fw_digest& digest) {
  const World& world = *shown;
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
  const bool bodies = std::ranges::any_of(
      request.settings, [](const std::string& setting) { return setting.starts_with("crowd.avoid.by="); });
  if (bodies) {
    double dt_s = 0, usual_mps = 0;
    FW_VERIFY(fw_params_get(params, "crowd.dt_s", &dt_s, error));
    FW_VERIFY(fw_params_get(params, "crowd.speed_mps", &usual_mps, error));
    walk_bodies(request, t, world, context, land, crowd, scratch, dt_s, usual_mps, agents, columns);
    // But for whom the coast turned: there the library's crowd has points, the window's bodies.
    const double there = share_where_shown(request, t, shown, agents);
    QVERIFY2(there >= 0.8, qPrintable(QString::number(there)));
    return fw_agents_digest(&columns, 100, &digest);
  }
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
    QTest::addRow("bodies") << 0 << QByteArray("curl_dual")
                            << QByteArray("crowd.avoid.by=field crowd.avoid.radius_m=0.3") << false;
    QTest::addRow("bodies, pushed") << 0 << QByteArray("ou")
                                    << QByteArray(
                                           "crowd.avoid.by=push crowd.avoid.step_s=0.07 crowd.speed_mps=1.1")
                                    << false;
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
    for (const QByteArray& one : setting.split(' '))
      if (!one.isEmpty()) request.settings.push_back(one.toStdString());
    fw_digest digest{};
    expected_digest(request, t, world, digest);
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

  void aCrowdWithGoalsIsRefused() {
    Template t = tmpl(false);
    t.tactics.goals.push_back({});
    const auto world = generate(tmpl(false), kSeeds, 64).value();
    const auto program = simulation_program(ProgramLanguage::python, {}, t, *world);
    QVERIFY(!program);
    QVERIFY2(program.error().message.find("fw_ways_ask") != std::string::npos,
             program.error().message.c_str());
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
