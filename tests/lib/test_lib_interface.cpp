// The interface as such: its symbols, its header in C and C++, its errors, parameters by path, noise.

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <cstring>
#include <set>

#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "fused_products.h"
#include "library_calls.h"
#include "tests/lib/programs.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

QByteArray header() {
  QFile file(FIELDWRIGHT_SOURCE_DIR "/app/lib/fieldwright.h");
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class LibInterfaceTest : public QObject {
  Q_OBJECT

  Context context_;
  fw_seeds seeds_{};

 private slots:
  void initTestCase() {
    FW_VERIFY(fw_open(FW_ABI, nullptr, &context_, error));
    fw_seeds_of(42, &seeds_);
  }

  void theLibraryShowsTheHeadersFunctionsAlone() {
    std::set<QByteArray> declared, shown;
    static const QRegularExpression kDeclaration(R"(\b(fw_\w+)\()");
    const QByteArray text = header();
    for (const QByteArray& line : text.split('\n'))
      if (line.startsWith("FW_API"))
        declared.insert(kDeclaration.match(QString::fromUtf8(line)).captured(1).toUtf8());
    for (const QByteArray& line : run_merged("nm", {"-D", "--defined-only", LIBRARY}).out.split('\n')) {
      const QList<QByteArray> words = line.simplified().split(' ');
      if (words.size() < 3 || words[1] == "A") continue;
      QVERIFY2(words[1] == "T" && words[2].endsWith("@@FIELDWRIGHT_1"), line.constData());
      shown.insert(words[2].left(words[2].indexOf('@')));
    }
    QVERIFY(declared.size() > 30);
    for (const QByteArray& name : declared) QVERIFY2(shown.count(name) == 1, name.constData());
    for (const QByteArray& name : shown) QVERIFY2(declared.count(name) == 1, name.constData());
  }

  void productsAreFusedWhereTheSourceSaysSoAlone() {
#ifndef __OPTIMIZE__
    QSKIP("inlined functions have names of their own in builds for debugging");
#endif
    size_t allowed = 0;
    const QByteArray found = fused_without_reason("objdump", LIBRARY, allowed);
    QVERIFY2(found.isEmpty(), found.constData());
    QCOMPARE(functions_that_fuse("0000000000001139 <mix(double)>:\n  1139:\tvfmadd213sd %xmm2,%xmm1,%xmm0\n"
                                 "0000000000001150 <sum(double)>:\n  1150:\tvaddsd %xmm2,%xmm1,%xmm0\n"),
             std::set<QByteArray>{"mix(double)"});
#ifdef __x86_64__
    QVERIFY(allowed > 0);
#endif
  }

  void theHeaderIsPlainCAndPlainCpp() {
    QTemporaryDir folder;
    for (const QString suffix : {"c", "cpp"}) {
      QFile source(folder.filePath("user." + suffix));
      QVERIFY(source.open(QIODevice::WriteOnly));
      source.write(
          "#include \"app/lib/fieldwright.h\"\nint main(void) { return fw_abi() == FW_ABI ? 0 : 1; }\n");
    }
    const QStringList common{"-fsyntax-only", "-pedantic-errors", "-Wall",
                             "-Wextra",       "-Werror",          "-I" FIELDWRIGHT_SOURCE_DIR};
    const Outcome in_c = run_merged("gcc", QStringList{"-std=c99", folder.filePath("user.c")} + common);
    QVERIFY2(in_c.code == 0 && in_c.out.isEmpty(), in_c.out.constData());
    const Outcome in_cpp = run_merged("g++", QStringList{"-std=c++11", folder.filePath("user.cpp")} + common);
    QVERIFY2(in_cpp.code == 0 && in_cpp.out.isEmpty(), in_cpp.out.constData());
  }

  void versionsAndHostsAreChecked() {
    QCOMPARE(fw_abi(), FW_ABI);
    QCOMPARE(fw_version(), FIELDWRIGHT_VERSION);
    fw_context* context = nullptr;
    fw_error e;
    QCOMPARE(fw_open(7, nullptr, &context, &e), FW_E_VERSION);
    QCOMPARE(e.message, "found a caller of interface 7, expected 2");
    QCOMPARE(e.status, FW_E_VERSION);
    fw_host host{3, 1, nullptr, nullptr};
    QCOMPARE(fw_open(FW_ABI, &host, &context, &e), FW_E_USAGE);
    host = {sizeof host, -2, nullptr, nullptr};
    QCOMPARE(fw_open(FW_ABI, &host, &context, &e), FW_E_USAGE);
    QCOMPARE(fw_open(FW_ABI, nullptr, nullptr, &e), FW_E_USAGE);
    QVERIFY(context == nullptr);
    fw_close(nullptr);
  }

  void aWaitingThreadMayAskOtherFieldsInsideACall() {
    constexpr size_t kCount = 20000;
    struct Inner {
      Params stack;
      Field field;
      std::vector<double> x, y;
      std::vector<float> n;
    } inner;
    inner.x.resize(300, 3), inner.y.resize(300, 4), inner.n.resize(300);
    open_stack(context_, true, inner.stack);
    FW_VERIFY(fw_field_open(context_, inner.stack, "other", &seeds_, 0, &inner.field, error));
    fw_host host{sizeof host, 1,
                 [](void* user, uint32_t pieces, void (*body)(void*, uint32_t), void* arg) {
                   auto& in = *static_cast<Inner*>(user);
                   const fw_column x = packed(in.x), y = packed(in.y);
                   for (uint32_t i = 0; i < pieces; ++i) {
                     fw_field_points(in.field, 1e4 + i, in.x.size(), &x, &y, in.n.data(), nullptr, nullptr,
                                     nullptr);
                     body(arg, i);
                   }
                 },
                 &inner};
    Context busy;
    FW_VERIFY(fw_open(FW_ABI, &host, &busy, error));
    for (const bool resampled : {false, true}) {
      Params stack;
      open_stack(context_, resampled, stack);
      FW_VERIFY(fw_params_add_state(stack, "hunger", 0.5, 0, 0, 0.8, error));
      std::vector<double> x(kCount), y(kCount);
      for (size_t i = 0; i < kCount; ++i)
        x[i] = 0.05 * static_cast<double>(i), y[i] = 0.3 * static_cast<double>(i % 997);
      const fw_column xs = packed(x), ys = packed(y);
      std::vector<std::vector<float>> read;
      for (fw_context* context : {static_cast<fw_context*>(context_), static_cast<fw_context*>(busy)}) {
        Field field;
        FW_VERIFY(fw_field_open(context, stack, "mood", &seeds_, 0, &field, error));
        std::vector<float> n(kCount), grid(100 * 100), origin(100 * 100), in_state(kCount),
            half(kCount, 0.5f);
        FW_VERIFY(fw_field_points(field, 25, kCount, &xs, &ys, n.data(), nullptr, nullptr, error));
        FW_VERIFY(fw_field_grid(field, 25, 5, -7, 10, 100, 100, grid.data(), error));
        FW_VERIFY(fw_field_grid(field, 25, 0, 0, 10, 100, 100, origin.data(), error));
        const fw_column state = packed(half);
        FW_VERIFY(fw_field_context(field, 25, kCount, &xs, &ys, &state, 1, in_state.data(), error));
        for (const std::vector<float>* more : {&grid, &origin, &in_state})
          n.insert(n.end(), more->begin(), more->end());
        read.push_back(std::move(n));
      }
      QVERIFY(read[0] == read[1]);
    }
  }

  void everyRowOfEveryMethodCanBeReadAndSet() {
    struct Kind {
      const char* kind;
      QStringList methods;
    };
    for (const Kind& kind : {Kind{"stack", {""}}, Kind{"crowd", {"perlin_dual", "ou", "curl_dual"}},
                             Kind{"action", {"perlin", "exact"}}, Kind{"spawn", {"uniform", "a_full"}}})
      for (const QString& method : kind.methods) {
        Params params;
        const QByteArray slug = method.toUtf8();
        FW_VERIFY(
            fw_params_open(context_, kind.kind, slug.isEmpty() ? nullptr : slug.constData(), &params, error));
        QVERIFY(fw_params_count(params) >= 7);
        for (uint32_t i = 0; i < fw_params_count(params); ++i) {
          fw_row row;
          FW_VERIFY(fw_params_row(params, i, &row, error));
          QCOMPARE(row.value, row.preset);
          QVERIFY(std::strncmp(row.path, kind.kind, std::strlen(kind.kind)) == 0);
          QVERIFY(std::strlen(row.help) > 3);
          FW_VERIFY(fw_params_set(params, row.path, row.max, error));
          double value = 0;
          FW_VERIFY(fw_params_get(params, row.path, &value, error));
          QCOMPARE(value, row.max);
          if (row.choices > 0) FW_VERIFY(fw_params_set_text(params, row.path, row.words[0], error));
          QCOMPARE(fw_params_set(params, row.path, row.max + 1, nullptr), FW_E_USAGE);
        }
        fw_row row;
        QCOMPARE(fw_params_row(params, fw_params_count(params), &row, nullptr), FW_E_USAGE);
      }
  }

  void wrongNamesAreAnsweredWithTheCommandsSentences() {
    Params params;
    FW_VERIFY(fw_params_open(context_, "crowd", nullptr, &params, error));
    fw_error e;
    QCOMPARE(fw_params_set(params, "crowd.bta", 1, &e), FW_E_USAGE);
    QCOMPARE(e.message, "there is no parameter crowd.bta; did you mean crowd.beta?");
    QCOMPARE(fw_params_set(params, "crowd.beta", 7, &e), FW_E_USAGE);
    QCOMPARE(e.message, "crowd.beta: found 7, expected a number from 0 to 1");
    QCOMPARE(fw_params_set_text(params, "crowd.speed_update", "slow", &e), FW_E_USAGE);
    QCOMPARE(fw_params_set(params, "crowd.method", 1, &e), FW_E_USAGE);
    fw_params* other = nullptr;
    QCOMPARE(fw_params_open(context_, "crwd", nullptr, &other, &e), FW_E_USAGE);
    QVERIFY2(std::strstr(e.message, "did you mean crowd?") != nullptr, e.message);
    QCOMPARE(fw_params_open(context_, "crowd", "curl_duel", &other, &e), FW_E_USAGE);
    QVERIFY2(std::strstr(e.message, "did you mean curl_dual?") != nullptr, e.message);
    QVERIFY(other == nullptr);
    double beta = 0;
    FW_VERIFY(fw_params_get(params, "crowd.beta", &beta, error));
    QCOMPARE(beta, 0.5);
  }

  void aTicksLengthReStatesNumbersPerTick() {
    Params params;
    FW_VERIFY(fw_params_open(context_, "crowd", "perlin_dual", &params, error));
    FW_VERIFY(fw_params_set_tick(params, 0.5, error));
    double beta = 0, rho = 0, jitter = 0;
    FW_VERIFY(fw_params_get(params, "crowd.beta", &beta, error));
    FW_VERIFY(fw_params_get(params, "crowd.rho", &rho, error));
    FW_VERIFY(fw_params_get(params, "crowd.jitter_rad", &jitter, error));
    QVERIFY(std::abs(beta * beta - 0.9) < 1e-12 && std::abs(rho * rho - 0.8) < 1e-12);
    const auto spread = [](double b) { return std::sqrt((1 - b) / (1 + b)); };
    QVERIFY(std::abs(jitter * spread(beta) - 0.02 * spread(0.9)) < 1e-12);
    QCOMPARE(fw_params_set_tick(params, 0, nullptr), FW_E_USAGE);
    QCOMPARE(fw_params_set_tick(params, std::nan(""), nullptr), FW_E_USAGE);
  }

  void noiseIsTheRoomsOwn() {
    Params stack;
    FW_VERIFY(fw_params_open(context_, "stack", nullptr, &stack, error));
    FW_VERIFY(fw_params_set(stack, "stack.wavelength_m", 90, error));
    FW_VERIFY(fw_params_set(stack, "stack.drift_per_s", 0.01, error));
    Field field;
    FW_VERIFY(fw_field_open(context_, stack, "mood/fear", &seeds_, 0, &field, error));
    const NoiseStack same{.wavelength_m = 90, .drift_per_s = 0.01};
    const uint64_t stream = derive(SeedBundle::from_master(42).noise_stream(), "mood/fear");
    const NoiseField noise = bind_noise(same, stream, 0, 0);
    constexpr size_t kPoints = 5000;
    std::vector<double> x(kPoints), y(kPoints);
    std::vector<float> narrow_x(kPoints), n(kPoints), dx(kPoints), dy(kPoints);
    for (size_t i = 0; i < kPoints; ++i)
      narrow_x[i] = 0.37f * static_cast<float>(i) - 600, x[i] = narrow_x[i],
      y[i] = 1000 - 0.7 * static_cast<double>(i);
    const fw_column xs = packed(x), ys = packed(y), narrow{narrow_x.data(), 0, FW_F32};
    FW_VERIFY(fw_field_points(field, 30, kPoints, &xs, &ys, n.data(), nullptr, nullptr, error));
    fw_moment* moment = nullptr;
    FW_VERIFY(fw_moment_open(field, -1000, -4000, 3000, 2000, &moment, error));
    FW_VERIFY(fw_moment_set(moment, 30, error));
    for (size_t i = 0; i < kPoints; ++i) {
      QCOMPARE(n[i], noise_value(noise, x[i], y[i], 0.01 * 30));
      QCOMPARE(fw_field_value(field, 30, x[i], y[i]), n[i]);
      QCOMPARE(fw_moment_value(moment, x[i], y[i]), n[i]);
    }
    fw_moment_close(moment);
    FW_VERIFY(fw_field_points(field, 30, kPoints, &narrow, &ys, n.data(), dx.data(), dy.data(), error));
    std::vector<float> cx(kPoints), cy(kPoints);
    FW_VERIFY(fw_field_curl(field, 30, kPoints, &xs, &ys, cx.data(), cy.data(), error));
    for (size_t i = 0; i < kPoints; i += 97) {
      const NoiseSlope slope = noise_slope(noise, x[i], y[i], 0.01 * 30);
      QVERIFY(dx[i] == slope.d_dx && dy[i] == slope.d_dy);
      QVERIFY(std::abs(cx[i] * dx[i] + cy[i] * dy[i]) < 1e-5f);
    }
    std::vector<float> grid(30 * 20), moved(30 * 20);
    FW_VERIFY(fw_field_grid(field, 30, 0, 0, 12.5, 30, 20, grid.data(), error));
    FW_VERIFY(fw_field_grid(field, 30, 125, -250, 12.5, 30, 20, moved.data(), error));
    QCOMPARE(grid[31], noise_value(noise, 1.5 * 12.5, 18.5 * 12.5, 0.01 * 30));
    QCOMPARE(moved[31], noise_value(noise, 125 + 1.5 * 12.5, -250 + 18.5 * 12.5, 0.01 * 30));
    QVERIFY(std::isnan(fw_field_value(field, 30, std::nan(""), 0)));
    QVERIFY(std::isnan(fw_field_value(field, 30, 2e7, 0)));
  }

  void stateFeaturesShiftAField() {
    Params stack;
    FW_VERIFY(fw_params_open(context_, "stack", nullptr, &stack, error));
    FW_VERIFY(fw_params_add_state(stack, "hunger", 0.5, 0, 0, 0.8, error));
    Field field;
    FW_VERIFY(fw_field_open(context_, stack, "mood", &seeds_, 0, &field, error));
    std::vector<double> x{10, 20, 30}, y{1, 2, 3};
    std::vector<float> calm{0, 0, 0}, hungry{1, 1, 1}, plain(3), a(3), b(3);
    const fw_column xs = packed(x), ys = packed(y), none = packed(calm), much = packed(hungry);
    FW_VERIFY(fw_field_points(field, 0, 3, &xs, &ys, plain.data(), nullptr, nullptr, error));
    FW_VERIFY(fw_field_context(field, 0, 3, &xs, &ys, &none, 1, a.data(), error));
    FW_VERIFY(fw_field_context(field, 0, 3, &xs, &ys, &much, 1, b.data(), error));
    for (size_t i = 0; i < 3; ++i) {
      QVERIFY(std::abs(a[i] - 0.6f * plain[i]) < 1e-6f);  // scaled by 1 + gain (s - 0.5)
      QVERIFY(a[i] != b[i]);
    }
    QCOMPARE(fw_field_context(field, 0, 3, &xs, &ys, nullptr, 0, a.data(), nullptr), FW_E_USAGE);
    Params crowd;
    FW_VERIFY(fw_params_open(context_, "crowd", nullptr, &crowd, error));
    QCOMPARE(fw_params_add_state(crowd, "hunger", 0, 0, 0, 0, nullptr), FW_E_USAGE);
  }
};

FW_TEST(LibInterfaceTest)
#include "test_lib_interface.moc"
