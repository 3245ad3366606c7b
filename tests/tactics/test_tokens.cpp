#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/tactics/tokens.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// Members that stand evenly on a circle of 4 m round (100, 100), all ready.
struct Circle {
  std::vector<uint32_t> id;
  std::vector<double> x, y;
  std::vector<uint8_t> may;

  explicit Circle(size_t n) : id(n), x(n), y(n), may(n, 1) {
    for (size_t i = 0; i < n; ++i) {
      id[i] = static_cast<uint32_t>(7 + 3 * i);
      const double a = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
      x[i] = 100 + 4 * std::cos(a), y[i] = 100 + 4 * std::sin(a);
    }
  }
  TokenRing ring() const { return {id, x, y, may, 100, 100, 1, 0}; }
};

}  // namespace

class TestTokens : public QObject {
  Q_OBJECT

 private slots:
  void neverMoreAttackAtOnceThanThereAreTokens() {
    for (const TokenMethod method :
         {TokenMethod::paced, TokenMethod::random, TokenMethod::nearest, TokenMethod::fifo})
      for (const int count : {1, 3, 5}) {
        TokenParams p = token_preset(method);
        p.tokens = count, p.starts_per_s = 20;  // far more than there is room for
        p.recovery_least_s = p.recovery_most_s = 0.2;
        const Tokens tokens = bind_tokens(p, 11);
        const Circle circle(14);
        TokenState state = start_tokens(tokens, 14);
        int most = 0;
        for (int64_t tick = 0; tick < 1200; ++tick) {
          step_tokens(tokens, tick, circle.ring(), state);
          most = std::max(most, tokens_in_use(state, tick));
        }
        QCOMPARE(most, count);
      }
  }

  void withoutTokensAllAttackAtOnce() {
    const Tokens tokens = bind_tokens(token_preset(TokenMethod::free), 11);
    const Circle circle(14);
    TokenState state = start_tokens(tokens, 14);
    step_tokens(tokens, 0, circle.ring(), state);
    QCOMPARE(state.started.size(), size_t{14});
  }

  void startsFollowEachOtherAtTheAskedPace() {
    TokenParams p;
    p.starts_per_s = 0.8;
    const Tokens tokens = bind_tokens(p, 5);
    const Circle circle(14);
    TokenState state = start_tokens(tokens, 14);
    for (int64_t tick = 0; tick < 3000; ++tick) step_tokens(tokens, tick, circle.ring(), state);
    QVERIFY2(std::llabs(state.starts - 240) <= 1, qPrintable(QString::number(state.starts)));
  }

  void theFrontGetsItsShareAndTheQuotaSaysWhenItCannot() {
    const Tokens tokens = bind_tokens({}, 5);
    Circle circle(18);
    for (size_t i = 0; i < circle.id.size(); ++i) circle.may[i] = circle.x[i] > 99;  // 7 in front, 4 beside
    TokenState state = start_tokens(tokens, 18);
    for (int64_t tick = 0; tick < 3000; ++tick) step_tokens(tokens, tick, circle.ring(), state);
    const double share = static_cast<double>(state.front_starts) / static_cast<double>(state.starts);
    QVERIFY2(share > 0.67 && share < 0.73, qPrintable(QString::number(share)));
    // Nobody in front.
    for (size_t i = 0; i < circle.id.size(); ++i) circle.may[i] = circle.x[i] < 99;
    TokenState behind = start_tokens(tokens, 18);
    for (int64_t tick = 0; tick < 600; ++tick) step_tokens(tokens, tick, circle.ring(), behind);
    QCOMPARE(behind.front_starts, int64_t{0});
    QVERIFY(behind.starts > 50);
    QVERIFY(behind.no_front * 10 > behind.starts * 6);
  }

  void whoMayNotOrIsTooFarNeverStarts() {
    for (const TokenMethod method : {TokenMethod::paced, TokenMethod::free, TokenMethod::fifo}) {
      const Tokens tokens = bind_tokens(token_preset(method), 5);
      Circle circle(10);
      circle.may[3] = 0;
      circle.x[5] += 50;
      TokenState state = start_tokens(tokens, 10);
      for (int64_t tick = 0; tick < 600; ++tick) {
        step_tokens(tokens, tick, circle.ring(), state);
        for (const uint32_t id : state.started) QVERIFY(id != circle.id[3] && id != circle.id[5]);
      }
      QVERIFY(state.starts > 20);
    }
  }

  void anAttackAndItsRestLastAsLongAsStated() {
    const Tokens tokens = bind_tokens(token_preset(TokenMethod::free), 5);
    const Circle circle(20);
    TokenState state = start_tokens(tokens, 20);
    int64_t shortest = 99, longest = 0;
    for (int64_t tick = 0; tick < 900; ++tick) {
      step_tokens(tokens, tick, circle.ring(), state);
      for (const TokenMember& m : state.members) {
        if (m.last_start != tick) continue;
        const auto attack = m.attack_until - m.last_start, rest = m.recovers_until - m.attack_until;
        QVERIFY(attack >= 12 && attack <= 20 && rest >= 20 && rest <= 40);
        shortest = std::min(shortest, attack), longest = std::max(longest, attack);
      }
    }
    QVERIFY(shortest <= 13 && longest >= 19);  // drawn anew for each attack
  }

  void theOrderOfTheEntriesChangesNothing() {
    for (const TokenMethod method : {TokenMethod::paced, TokenMethod::random, TokenMethod::nearest}) {
      const Tokens tokens = bind_tokens(token_preset(method), 5);
      Circle circle(14), other(14);
      const auto turn = [](auto& column) { std::rotate(column.begin(), column.begin() + 5, column.end()); };
      turn(other.id), turn(other.x), turn(other.y);
      TokenState a = start_tokens(tokens, 14), b = start_tokens(tokens, 14);
      for (int64_t tick = 0; tick < 900; ++tick) {
        step_tokens(tokens, tick, circle.ring(), a);
        step_tokens(tokens, tick, other.ring(), b);
        QVERIFY(a.started == b.started);
      }
      QVERIFY(a.starts > 50);
    }
  }

  void aTokenOfOneThatLeftStaysTakenUntilItsAttackIsOver() {
    TokenParams p = token_preset(TokenMethod::fifo);
    p.tokens = 2;
    const Tokens tokens = bind_tokens(p, 5);
    const Circle circle(6);
    TokenState state = start_tokens(tokens, 8);
    step_tokens(tokens, 0, circle.ring(), state);
    QCOMPARE(state.started.size(), size_t{2});
    // Both attackers leave, one new member comes.
    const auto gone = state.started;
    Circle rest(0);
    for (size_t i = 0; i < circle.id.size(); ++i)
      if (std::find(gone.begin(), gone.end(), circle.id[i]) == gone.end())
        rest.id.push_back(circle.id[i]), rest.x.push_back(circle.x[i]), rest.y.push_back(circle.y[i]);
    rest.id.push_back(2), rest.x.push_back(103), rest.y.push_back(100);
    rest.may.assign(rest.id.size(), 1);
    for (int64_t tick = 1; tick < 12; ++tick) {
      step_tokens(tokens, tick, rest.ring(), state);
      QVERIFY(state.started.empty());
    }
    for (int64_t tick = 12; tick < 60; ++tick) step_tokens(tokens, tick, rest.ring(), state);
    QCOMPARE(state.members.size(), rest.id.size());
    QVERIFY(state.starts > 2);
    QVERIFY(std::is_sorted(state.members.begin(), state.members.end(),
                           [](const auto& a, const auto& b) { return a.id < b.id; }));
  }

  void badNumbersAreRefusedByName() {
    TokenParams p;
    p.attack_least_s = 3;
    const auto refused = check_tokens(p);
    QVERIFY(!refused);
    QVERIFY(QString::fromStdString(refused.error().message).startsWith("tokens.attack_least_s"));
    p = {};
    p.tokens = 0;
    QVERIFY(!check_tokens(p));
    for (size_t m = 0; m < kTokenMethodSlugs.size(); ++m)
      QVERIFY(bool(check_tokens(token_preset(static_cast<TokenMethod>(m)))));
  }
};

FW_TEST(TestTokens)
#include "test_tokens.moc"
