// Bodies through the interface against the room itself.

#include <QTest>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/steer/avoid.h"
#include "library_calls.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

using SteerHandle = Handle<fw_steer, fw_steer_close>;

/// Bodies in vectors of the natural types.
struct Walkers {
  std::vector<uint32_t> id;
  std::vector<double> x, y;
  std::vector<float> vx, vy, want_x, want_y, speed, radius, priority;

  Walkers(size_t n, double side_m)
      : id(n), x(n), y(n), vx(n), vy(n), want_x(n), want_y(n), speed(n, 1.4f), radius(n), priority(n, 1) {
    for (size_t i = 0; i < n; ++i) {
      id[i] = static_cast<uint32_t>(i);
      x[i] = side_m * random_uniform(1, 2 * i), y[i] = side_m * random_uniform(1, 2 * i + 1);
      want_x[i] = i % 2 == 0 ? 1.3f : -1.3f, want_y[i] = i % 3 == 0 ? 0.4f : 0;
      radius[i] = 0.15f + 0.01f * static_cast<float>(i % 10);
    }
  }
  fw_bodies columns() {
    fw_bodies b{};
    b.size = sizeof b, b.count = id.size(), b.id = packed(id), b.x_m = packed(x), b.y_m = packed(y);
    b.vx_mps = packed(vx), b.vy_mps = packed(vy), b.want_x_mps = packed(want_x),
    b.want_y_mps = packed(want_y);
    b.speed_mps = packed(speed), b.radius_m = packed(radius), b.priority = packed(priority);
    return b;
  }
  Bodies bodies() {
    return {id.size(),     id.data(),     x.data(),     y.data(),      vx.data(),      vy.data(),
            want_x.data(), want_y.data(), speed.data(), radius.data(), priority.data()};
  }
};

void open_steer(fw_context* context, const fw_ground& where, SteerHandle& out) {
  Params params;
  FW_VERIFY(fw_params_open(context, "avoid", nullptr, &params, error));
  FW_VERIFY(fw_steer_open(context, params, &where, &out, error));
}

}  // namespace

class TestLibSteer : public QObject {
  Q_OBJECT

 private slots:
  void stepsAreThoseOfTheRoom_data() {
    QTest::addColumn<int>("kind");
    QTest::addRow("torus") << int{FW_TORUS};
    QTest::addRow("walls") << int{FW_WALLS};
    QTest::addRow("mask") << int{FW_MASK};
  }
  void stepsAreThoseOfTheRoom() {
    QFETCH(int, kind);
    Context context;
    FW_VERIFY(fw_open(FW_ABI, nullptr, &context, error));
    fw_ground where = ground(static_cast<uint32_t>(kind), 40);
    std::vector<uint8_t> open(100, 1);
    for (size_t cell = 44; cell < 47; ++cell) open[cell] = open[cell + 10] = 0;
    if (kind == FW_MASK) where.mask = open.data(), where.columns = where.rows = 10;
    SteerHandle steer;
    open_steer(context, where, steer);
    Scratch scratch;
    FW_VERIFY(fw_steer_scratch(steer, 500, &scratch, error));

    AvoidParams p;
    p.by = AvoidBy::field;
    const Arena arena{40, kind == FW_TORUS ? Border::torus : Border::reflect};
    Mask land(GridSpec::square(40, 10));
    for (size_t i = 0; i < open.size(); ++i) land[i] = open[i];
    const Shore shore = shore_of(land);
    const Avoid avoid = bind_avoid(
        p, arena, bind_walls(arena, 40, 40, kind == FW_MASK ? &shore : nullptr, {}, wall_reach_m(p)));
    AvoidScratch work;
    Walkers lent(500, 40), own(500, 40);
    for (int k = 0; k < 40; ++k) {
      const fw_bodies columns = lent.columns();
      FW_VERIFY(fw_steer_step(steer, scratch, &columns, error));
      avoid_step(avoid, p.step_s, own.bodies(), work);
    }
    QVERIFY(lent.x == own.x && lent.y == own.y && lent.vx == own.vx && lent.vy == own.vy);
    for (size_t i = 0; kind == FW_MASK && i < 500; ++i)
      QVERIFY(read_walls(avoid.walls, lent.x[i], lent.y[i], 1).distance_m > 0);
  }

  void columnsOfOtherTypesAndSpacesAreTheSameBodies() {
    Context context;
    FW_VERIFY(fw_open(FW_ABI, nullptr, &context, error));
    SteerHandle steer;
    open_steer(context, ground(FW_TORUS, 40), steer);
    Scratch scratch;
    FW_VERIFY(fw_steer_scratch(steer, 300, &scratch, error));
    Walkers plain(300, 40), other(300, 40);
    struct Body {
      double y;
      float x, vx;
      double vy;
    };
    std::vector<Body> body(300);
    for (size_t i = 0; i < 300; ++i) {
      plain.x[i] = other.x[i] = static_cast<double>(static_cast<float>(plain.x[i]));
      body[i] = {other.y[i], static_cast<float>(other.x[i]), 0, 0};
    }
    const fw_bodies columns = plain.columns();
    fw_bodies wide = other.columns();
    const auto stride = static_cast<decltype(wide.x_m.stride)>(sizeof(Body));
    wide.x_m = {&body[0].x, stride, FW_F32}, wide.y_m = {&body[0].y, stride, FW_F64};
    wide.vx_mps = {&body[0].vx, stride, FW_F32}, wide.vy_mps = {&body[0].vy, stride, FW_F64};
    FW_VERIFY(fw_steer_step(steer, scratch, &columns, error));
    FW_VERIFY(fw_steer_step(steer, scratch, &wide, error));
    for (size_t i = 0; i < 300; ++i) {
      QCOMPARE(body[i].x, static_cast<float>(plain.x[i]));
      QCOMPARE(body[i].y, plain.y[i]);
      QCOMPARE(body[i].vx, plain.vx[i]);
      QCOMPARE(body[i].vy, static_cast<double>(plain.vy[i]));
    }
  }

  void whatDoesNotFitIsRefusedAndNothingMoves() {
    Context context;
    FW_VERIFY(fw_open(FW_ABI, nullptr, &context, error));
    SteerHandle steer;
    open_steer(context, ground(FW_TORUS, 40), steer);
    Scratch scratch;
    FW_VERIFY(fw_steer_scratch(steer, 20, &scratch, error));
    const auto refused = [&](fw_status status, const char* words, const auto& spoil) {
      Walkers w(20, 40);
      fw_bodies columns = w.columns();
      spoil(w, columns);
      const std::vector<double> x = w.x;
      fw_error error{};
      QCOMPARE(fw_steer_step(steer, scratch, &columns, &error), status);
      QVERIFY2(std::strstr(error.message, words) != nullptr, error.message);
      QVERIFY(std::memcmp(x.data(), w.x.data(), x.size() * sizeof(double)) == 0);
    };
    refused(FW_E_USAGE, "x_m", [](Walkers& w, fw_bodies&) { w.x[3] = std::nan(""); });
    refused(FW_E_USAGE, "avoid.step_s to 0.0", [](Walkers& w, fw_bodies&) { w.speed[3] = 4; });
    refused(FW_E_USAGE, "1 to 4", [](Walkers& w, fw_bodies&) { w.radius[3] = 2; });
    refused(FW_E_USAGE, "priority[3]", [](Walkers& w, fw_bodies&) { w.priority[3] = 0; });
    refused(FW_E_USAGE, "NULL", [](Walkers&, fw_bodies& b) { b.want_x_mps.data = nullptr; });
    refused(FW_E_USAGE, "size", [](Walkers&, fw_bodies& b) { b.size = 3; });
    refused(FW_E_LIMIT, "20", [](Walkers&, fw_bodies& b) { b.count = 21; });
  }

  void aScratchOfACrowdIsNoneOfBodies() {
    Context context;
    FW_VERIFY(fw_open(FW_ABI, nullptr, &context, error));
    const fw_ground where = ground(FW_TORUS, 400);
    SteerHandle steer;
    open_steer(context, where, steer);
    Params params;
    FW_VERIFY(fw_params_open(context, "crowd", nullptr, &params, error));
    fw_seeds seeds{};
    fw_seeds_of(7, &seeds);
    CrowdHandle crowd;
    FW_VERIFY(fw_crowd_open(context, params, &where, &seeds, &crowd, error));
    Scratch of_crowd, of_bodies;
    FW_VERIFY(fw_scratch_open(crowd, 10, &of_crowd, error));
    FW_VERIFY(fw_steer_scratch(steer, 10, &of_bodies, error));
    Walkers w(10, 40);
    const fw_bodies columns = w.columns();
    QCOMPARE(fw_steer_step(steer, of_crowd, &columns, nullptr), fw_status{FW_E_USAGE});
    Arrays agents(10);
    const fw_agents lent = agents.columns();
    QCOMPARE(fw_crowd_step(crowd, of_bodies, 0, &lent, nullptr), fw_status{FW_E_USAGE});
    FW_VERIFY(fw_params_set_text(params, "crowd.avoid.by", "field", error));
    CrowdHandle none;
    fw_error error{};
    QCOMPARE(fw_crowd_open(context, params, &where, &seeds, &none, &error), fw_status{FW_E_USAGE});
    QVERIFY2(std::strstr(error.message, "fw_steer_step") != nullptr, error.message);
  }
};

FW_TEST(TestLibSteer)
#include "test_lib_steer.moc"
