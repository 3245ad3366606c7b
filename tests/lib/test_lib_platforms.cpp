// The library on other processors decides what it decides here: ARM in qemu, WebAssembly in node and in a
// page.

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "fused_products.h"
#include "library_calls.h"
#include "tests/support/process.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// A program of another processor's build, which an emulator may run.
Outcome run_long(const QString& program, const QStringList& arguments) {
  return run_program(program, arguments, {.most_ms = 280000});
}

const QString kBuilds = FIELDWRIGHT_SOURCE_DIR "/build/";

/// Why the tests of a platform cannot run here; empty if they can.
QString missing(const QString& platform, const QStringList& programs) {
  for (const QString& program : programs)
    if (QStandardPaths::findExecutable(program).isEmpty()) return "missing: " + program;
  if (!QFile::exists(kBuilds + platform + "/build.ninja"))
    return "not built: ./bootstrap " + platform + " builds it";
  if (!run_long("ninja", {"-C", kBuilds + platform, "-n"}).out.contains("no work to do"))
    return "older than the sources: ./bootstrap " + platform + " builds it again";
  return {};
}

/// The digest of the page's crowd, made here: 2,000 agents on the island Tiny at 128 cells, 60 ticks.
void make_page_digest(QByteArray& out) {
  Context context;
  fw_seeds seeds;
  fw_seeds_of(42, &seeds);
  fw_generate how{};
  how.size = sizeof how, how.resolution = 128;
  WorldHandle world;
  Params params;
  CrowdHandle crowd;
  Scratch scratch;
  Arrays agents(2000);
  fw_agents columns = agents.columns();
  FW_VERIFY(fw_open(FW_ABI, nullptr, &context, error));
  FW_VERIFY(fw_world_generate(context, "Tiny", 4, &seeds, &how, &world, error));
  FW_VERIFY(fw_params_open(context, "crowd", "curl_dual", &params, error));
  FW_VERIFY(fw_params_set_tick(params, 1.0 / 60, error));
  fw_ground island = ground(FW_LAND, 0);
  island.world = world;
  FW_VERIFY(fw_crowd_open(context, params, &island, &seeds, &crowd, error));
  // A digest reads every column given; the page gives those that its crowd remembers.
  for (uint32_t k = fw_crowd_memory(crowd); k < 3; ++k) columns.memory[k] = {};
  FW_VERIFY(fw_scratch_open(crowd, 2000, &scratch, error));
  FW_VERIFY(fw_crowd_begin(crowd, scratch, 0, &columns, 0, error));
  for (int64_t tick = 0; tick < 60; ++tick) FW_VERIFY(fw_crowd_step(crowd, scratch, tick, &columns, error));
  fw_digest digest;
  fw_agents_digest(&columns, 60, &digest);
  for (const uint64_t word : digest.word)
    out += QByteArray::number(qulonglong{word}, 16).rightJustified(16, '0');
}

/// Serves a folder on this machine alone while it lives.
class Server {
 public:
  explicit Server(const QString& folder) {
    process_.start("/usr/bin/python3", {"-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", folder});
    if (!process_.waitForReadyRead(10000)) return;
    static const QRegularExpression kPort(" port (\\d+) ");
    port = kPort.match(QString::fromUtf8(process_.readAllStandardOutput())).captured(1);
  }
  ~Server() {
    process_.kill();
    process_.waitForFinished();
  }
  QString port;

 private:
  QProcess process_;
};

}  // namespace

class LibPlatformsTest : public QObject {
  Q_OBJECT

  /// Skips, or runs the tests of a build for another processor.
  void check_platform(const QString& platform, const QStringList& programs) {
    if (const QString reason = missing(platform, programs); !reason.isEmpty()) QSKIP(qPrintable(reason));
    const Outcome tests =
        run_long("ctest", {"--test-dir", kBuilds + platform, "-LE", "threads", "--output-on-failure"});
    QVERIFY2(tests.code == 0 && tests.out.contains("100% tests passed"), tests.out.constData());
  }

 private slots:
  void arm64DecidesTheSame() { check_platform("arm64", {"aarch64-linux-gnu-g++", "qemu-aarch64"}); }

  void arm64FusesProductsWhereTheSourceSaysSoAlone() {
    const QString objdump = "aarch64-linux-gnu-objdump";
    if (const QString reason = missing("arm64", {objdump}); !reason.isEmpty()) QSKIP(qPrintable(reason));
    size_t allowed = 0;
    const QByteArray found =
        fused_without_reason(objdump, kBuilds + "arm64/lib/libfieldwright.so.0", allowed);
    QVERIFY2(found.isEmpty(), found.constData());
  }

  void webAssemblyDecidesTheSame() { check_platform("wasm", {"clang++-16", "wasm-ld-16", "node"}); }

  void theModuleStepsTheCrowdsOfTheExamples() {
    const QString web = kBuilds + "wasm/web/";
    if (const QString reason = missing("wasm", {"node"}); !reason.isEmpty()) QSKIP(qPrintable(reason));
    const Outcome torus = run_long("node", {web + "digest.mjs", web + "fieldwright.wasm", "torus", "600"});
    QFile golden(FIELDWRIGHT_SOURCE_DIR "/tests/lib/golden/crowd-42-600.txt");
    QVERIFY(golden.open(QIODevice::ReadOnly));
    QVERIFY2(torus.out == golden.readAll(), torus.err + torus.out);
    const Outcome island = run_long("node", {web + "digest.mjs", web + "fieldwright.wasm", "island", "60"});
    QByteArray expected;
    make_page_digest(expected);
    QVERIFY2(island.out == expected + "\n", expected + " here; there " + island.out + island.err);
  }

  void thePageStepsTheSameCrowd() {
    const QString browser = QStandardPaths::findExecutable("chromium");
    if (browser.isEmpty()) QSKIP("missing: chromium");
    if (const QString reason = missing("wasm", {}); !reason.isEmpty()) QSKIP(qPrintable(reason));
    const Server server(kBuilds + "wasm/web");
    QVERIFY(!server.port.isEmpty());
    QTemporaryDir profile;
    const Outcome page =
        run_long(browser, {"--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + profile.path(),
                           "--virtual-time-budget=60000", "--dump-dom",
                           "http://127.0.0.1:" + server.port + "/index.html?ticks=60"});
    static const QRegularExpression kTitle("<title>([^<]*)</title>");
    QByteArray expected;
    make_page_digest(expected);
    QCOMPARE(kTitle.match(QString::fromUtf8(page.out)).captured(1), QString::fromUtf8(expected));
  }
};

FW_TEST(LibPlatformsTest)
#include "test_lib_platforms.moc"
