// Attack tokens through the interface against the room itself.

#include <QTest>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/tactics/tokens.h"
#include "library_calls.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

using TokensHandle = Handle<fw_tokens, fw_tokens_close>;

/// Members on a circle of 4 m round (50, 50).
struct RingOfMembers {
  std::vector<uint32_t> id, started;
  std::vector<double> x, y;
  std::vector<uint8_t> may;

  explicit RingOfMembers(size_t n) : id(n), started(n), x(n), y(n), may(n, 1) {
    for (size_t i = 0; i < n; ++i) {
      id[i] = static_cast<uint32_t>(3 * i + 1);
      const double a = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(n);
      x[i] = 50 + 4 * std::cos(a), y[i] = 50 + 4 * std::sin(a);
    }
  }
  fw_tokens_io io() {
    fw_tokens_io io{};
    io.size = sizeof io, io.count = id.size();
    io.id = packed(id), io.x_m = packed(x), io.y_m = packed(y), io.may = packed(may);
    io.target_x_m = io.target_y_m = 50, io.facing_x = 1, io.started = started.data();
    return io;
  }
  TokenRing ring() const { return {id, x, y, may, 50, 50, 1, 0}; }
};

/// The tokens of a target; method null: the recommended one.
void open_tokens(fw_context* context, const char* method, size_t most, TokensHandle& out) {
  Params params;
  FW_VERIFY(fw_params_open(context, "tokens", method, &params, error));
  fw_seeds seeds{};
  fw_seeds_of(7, &seeds);
  FW_VERIFY(fw_tokens_open(context, params, &seeds, most, &out, error));
}

bool same(const fw_digest& a, const fw_digest& b) {
  return a.word[0] == b.word[0] && a.word[1] == b.word[1];
}

}  // namespace

class TestLibTokens : public QObject {
  Q_OBJECT

 private slots:
  void startsAreThoseOfTheRoom() {
    Context context;
    FW_VERIFY(fw_open(FW_ABI, nullptr, &context, error));
    for (size_t m = 0; m < kTokenMethodSlugs.size(); ++m) {
      TokensHandle tokens;
      open_tokens(context, std::string(kTokenMethodSlugs[m]).c_str(), 16, tokens);
      const Tokens own = bind_tokens(token_preset(static_cast<TokenMethod>(m)),
                                     derive(SeedBundle::from_master(7).place_stream(), "tokens"));
      TokenState state = start_tokens(own, 16);
      RingOfMembers members(14);
      for (int64_t tick = 0; tick < 300; ++tick) {
        fw_tokens_io io = members.io();
        FW_VERIFY(fw_tokens_tick(tokens, tick, &io, error));
        step_tokens(own, tick, members.ring(), state);
        QCOMPARE(std::vector<uint32_t>(members.started.begin(),
                                       members.started.begin() + static_cast<ptrdiff_t>(io.starts)),
                 state.started);
      }
      QVERIFY(state.starts > 30);
    }
  }

  void aSavedStateGoesOnAsIfNothingHadHappened() {
    Context context;
    FW_VERIFY(fw_open(FW_ABI, nullptr, &context, error));
    TokensHandle a, b, other;
    open_tokens(context, nullptr, 16, a), open_tokens(context, nullptr, 16, b);
    open_tokens(context, "fifo", 16, other);
    RingOfMembers members(14);
    const auto run = [&](fw_tokens* tokens, int64_t from, int64_t to) {
      for (int64_t tick = from; tick < to; ++tick) {
        fw_tokens_io io = members.io();
        FW_VERIFY(fw_tokens_tick(tokens, tick, &io, error));
      }
    };
    run(a, 0, 100);
    size_t bytes = 0;
    fw_error e{};
    QCOMPARE(fw_tokens_save(a, nullptr, &bytes, &e), fw_status{FW_E_SPACE});
    std::vector<char> block(bytes);
    FW_VERIFY(fw_tokens_save(a, block.data(), &bytes, error));
    FW_VERIFY(fw_tokens_load(b, block.data(), bytes, error));
    fw_digest one{}, two{};
    fw_tokens_digest(a, &one), fw_tokens_digest(b, &two);
    QVERIFY(same(one, two));
    run(a, 100, 200), run(b, 100, 200);
    fw_tokens_digest(a, &one);
    QVERIFY(!same(one, two));
    fw_tokens_digest(b, &two);
    QVERIFY(same(one, two));
    // A block of other parameters, a broken one, one cut short.
    QCOMPARE(fw_tokens_load(other, block.data(), bytes, &e), fw_status{FW_E_MISMATCH});
    QCOMPARE(fw_tokens_load(b, block.data(), bytes - 8, &e), fw_status{FW_E_MISMATCH});
    block[bytes / 2] = static_cast<char>(block[bytes / 2] ^ 1);
    QCOMPARE(fw_tokens_load(b, block.data(), bytes, &e), fw_status{FW_E_MISMATCH});
    fw_tokens_digest(b, &one);
    QVERIFY(same(one, two));
  }

  void whoLeftWhileItAttacksIsSavedToo() {
    Context context;
    FW_VERIFY(fw_open(FW_ABI, nullptr, &context, error));
    for (const char* method : {"random", "free"}) {
      Params params;
      FW_VERIFY(fw_params_open(context, "tokens", method, &params, error));
      FW_VERIFY(fw_params_set(params, "tokens.count", 50, error));
      fw_seeds seeds{};
      fw_seeds_of(7, &seeds);
      TokensHandle a, b;
      FW_VERIFY(fw_tokens_open(context, params, &seeds, 2, &a, error));
      FW_VERIFY(fw_tokens_open(context, params, &seeds, 2, &b, error));
      // Others at every tick, all of whom attack.
      for (uint32_t tick = 0; tick < 10; ++tick) {
        RingOfMembers two(2);
        two.id = {2 * tick, 2 * tick + 1};
        fw_tokens_io io = two.io();
        FW_VERIFY(fw_tokens_tick(a, tick, &io, error));
        QCOMPARE(io.starts, size_t{2});
      }
      size_t bytes = 0;
      fw_error e{};
      QCOMPARE(fw_tokens_save(a, nullptr, &bytes, &e), fw_status{FW_E_SPACE});
      std::vector<char> block(bytes);
      FW_VERIFY(fw_tokens_save(a, block.data(), &bytes, error));
      FW_VERIFY(fw_tokens_load(b, block.data(), bytes, error));
      fw_digest one{}, two{};
      fw_tokens_digest(a, &one), fw_tokens_digest(b, &two);
      QVERIFY(same(one, two));
    }
  }

  void badCallsAreRefusedAndChangeNothing() {
    Context context;
    FW_VERIFY(fw_open(FW_ABI, nullptr, &context, error));
    TokensHandle tokens;
    open_tokens(context, nullptr, 8, tokens);
    fw_error e{};
    const auto refused = [&](RingOfMembers& members, int64_t tick, const char* word, auto change) {
      fw_tokens_io io = members.io();
      change(io);
      fw_digest before{}, after{};
      fw_tokens_digest(tokens, &before);
      if (fw_tokens_tick(tokens, tick, &io, &e) == FW_OK) return false;
      fw_tokens_digest(tokens, &after);
      return std::strstr(e.message, word) != nullptr && same(before, after);
    };
    RingOfMembers eight(8), nine(9), twice(8);
    twice.id[3] = twice.id[5];
    const auto none = [](fw_tokens_io&) {};
    QVERIFY(refused(nine, 0, "count", none));
    QVERIFY(refused(twice, 0, "twice", none));
    QVERIFY(refused(eight, -1, "tick", none));
    QVERIFY(refused(eight, 0, "facing", [](fw_tokens_io& io) { io.facing_x = 0; }));
    QVERIFY(refused(eight, 0, "target", [](fw_tokens_io& io) { io.target_x_m = std::nan(""); }));
    QVERIFY(refused(eight, 0, "size", [](fw_tokens_io& io) { io.size = 4; }));
    QVERIFY(refused(eight, 0, "started", [](fw_tokens_io& io) { io.started = nullptr; }));
    QVERIFY(refused(eight, 0, "may", [](fw_tokens_io& io) { io.may.type = FW_F32; }));
    fw_tokens_io io = eight.io();
    FW_VERIFY(fw_tokens_tick(tokens, 5, &io, error));
    QVERIFY(refused(eight, 7, "expected 6", none));
    QVERIFY(fw_tokens_tick(nullptr, 0, &io, &e) != FW_OK);
    QVERIFY(fw_tokens_tick(tokens, 6, nullptr, &e) != FW_OK);
    Params crowd;
    FW_VERIFY(fw_params_open(context, "crowd", nullptr, &crowd, error));
    fw_seeds seeds{};
    fw_seeds_of(7, &seeds);
    TokensHandle none_made;
    QVERIFY(fw_tokens_open(context, crowd, &seeds, 8, &none_made, &e) != FW_OK);
    QVERIFY(std::strstr(e.message, "tokens") != nullptr);
  }
};

FW_TEST(TestLibTokens)
#include "test_lib_tokens.moc"
