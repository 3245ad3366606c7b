#pragma once

#include <QTest>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/base/parallel/parallel.h"

// What parallel loops hold on any threads: on those of oneTBB (test_base.cpp) and on the standard library's
// (test_threads_std.cpp).

namespace fw::test {

inline void visit_every_index_once() {
  for (const int threads : {1, 2, 7}) {
    const ThreadLimit limit(threads);
    std::vector<std::atomic<int>> visits(1003);
    std::atomic<int> wrong = 0;
    parallel_for(visits.size(), 10, [&](size_t begin, size_t end) {
      if (begin % 10 != 0 || (end != begin + 10 && end != 1003)) ++wrong;
      for (size_t i = begin; i < end; ++i) ++visits[i];
    });
    QCOMPARE(wrong.load(), 0);
    for (const auto& v : visits) QCOMPARE(v.load(), 1);
  }
  parallel_for(0, 5, [](size_t, size_t) { QFAIL("nothing to do"); });
}

inline void sum_with_the_same_bits() {
  const auto sum = [] {
    return parallel_sum(100001, 97, [](size_t begin, size_t end) {
      double s = 0;
      for (size_t i = begin; i < end; ++i) s += 1.0 / (1.0 + double(i) * 1.7);
      return s;
    });
  };
  std::vector<uint64_t> bits;
  for (const int threads : {1, 2, 7}) {
    const ThreadLimit limit(threads);
    for (int again = 0; again < 5; ++again) bits.push_back(std::bit_cast<uint64_t>(sum()));
  }
  for (const uint64_t b : bits) QCOMPARE(b, bits.front());
}

inline void throw_out_of_one_loop_alone() {
  struct Stop {};
  for (int round = 0; round < 10; ++round) {
    std::atomic<bool> began{false};
    std::vector<int> filled(200, 0);
    const auto throws = [&] {
      for (int wait = 0; wait < 100 && !began; ++wait)
        std::this_thread::sleep_for(std::chrono::microseconds(50));
      throw Stop{};
    };
    const auto fills = [&] {
      began = true;
      parallel_for(filled.size(), 1, [&](size_t i, size_t) {
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        filled[i] = 1;
      });
      // Work that goes on relies on its loops having run.
      QCOMPARE(std::accumulate(filled.begin(), filled.end(), 0), 200);
    };
    bool caught = false;
    try {
      parallel_invoke({fills, throws});
    } catch (const Stop&) {
      caught = true;
    }
    QVERIFY(caught);
  }
}

inline void nest_loops() {
  for (const int threads : {1, 2, 7}) {
    const ThreadLimit limit(threads);
    std::vector<int> out(40 * 50, 0);
    parallel_for(40, 1, [&](size_t row, size_t) {
      parallel_for(50, 3, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) out[row * 50 + i] = static_cast<int>(row * i);
      });
    });
    for (size_t i = 0; i < out.size(); ++i) QCOMPARE(out[i], static_cast<int>((i / 50) * (i % 50)));
  }
}

inline void invoke_tasks() {
  int a = 0, b = 0, c = 0;
  parallel_invoke({[&] { a = 1; }, [&] { b = 2; }, [&] { c = 3; }});
  QCOMPARE(a + b + c, 6);
  const auto throwing = [] {
    parallel_for(100, 1, [](size_t i, size_t) {
      if (i == 50) throw std::runtime_error("x");
    });
  };
  QVERIFY_THROWS_EXCEPTION(std::runtime_error, throwing());
}

}  // namespace fw::test
