#include "core/base/exact/exact_batch.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/base/exact/exact_kernel.h"
#include "core/base/exact/exact_math.h"
#include "core/base/exact/quick_kernel.h"
#include "core/base/exact/rng.h"

namespace fw {

namespace {

using exact::kKernelLanes;

/// Runs a kernel over whole vectors of a span and, padded with its own last element, over the rest.
/// run(input, count, at): `at` is where the results of that input belong; rest(input, begin, count) likewise.
template <typename T, typename Whole, typename Rest>
void in_vectors(std::span<const T> in, const Whole& whole, const Rest& rest) {
  const size_t full = in.size() / kKernelLanes * kKernelLanes;
  if (full > 0) whole(in.data(), full);
  if (full == in.size()) return;
  std::array<T, kKernelLanes> padded;
  std::fill(std::copy(in.begin() + static_cast<std::ptrdiff_t>(full), in.end(), padded.begin()), padded.end(),
            in.back());
  rest(padded.data(), full, in.size() - full);
}

template <typename T>
using Lanes = std::array<T, kKernelLanes>;

template <typename T>
void put(const Lanes<T>& from, size_t count, std::span<T> to, size_t begin) {
  std::copy_n(from.begin(), count, to.begin() + static_cast<std::ptrdiff_t>(begin));
}

/// One input, one output.
template <typename T, typename To, typename Kernel>
void map(std::span<const T> in, std::span<To> out, const Kernel& kernel) {
  in_vectors(
      in, [&](const T* x, size_t count) { kernel(x, count, out.data()); },
      [&](const T* x, size_t begin, size_t count) {
        Lanes<To> last;
        kernel(x, kKernelLanes, last.data());
        put(last, count, out, begin);
      });
}

/// One input, two outputs.
template <typename T, typename Kernel>
void map_pair(std::span<const double> in, std::span<T> sin, std::span<T> cos, const Kernel& kernel) {
  in_vectors(
      in, [&](const double* x, size_t count) { kernel(x, count, sin.data(), cos.data()); },
      [&](const double* x, size_t begin, size_t count) {
        Lanes<T> last_sin, last_cos;
        kernel(x, kKernelLanes, last_sin.data(), last_cos.data());
        put(last_sin, count, sin, begin);
        put(last_cos, count, cos, begin);
      });
}

/// Calls piece(begin, count) for pieces of the size that the quick kernels work on.
template <typename Piece>
void in_quick_pieces(size_t count, const Piece& piece) {
  for (size_t begin = 0; begin < count; begin += exact::kQuickPiece)
    piece(begin, std::min(exact::kQuickPiece, count - begin));
}

/// Uses the quick kernels where their result is certain, else the exact kernels.
void sincos_floats(const exact::Kernels& slow, const double* x, size_t count, float* sin, float* cos) {
  const exact::QuickKernels* quick = exact::quick_kernels();
  if (!quick) return slow.sincos_float(x, count, sin, cos);
  in_quick_pieces(count, [&](size_t begin, size_t n) {
    if (!quick->sincos(x + begin, n, sin + begin, cos + begin))
      slow.sincos_float(x + begin, n, sin + begin, cos + begin);
  });
}
void normal_floats(const exact::Kernels& slow, uint64_t substream, const uint64_t* counters, size_t count,
                   double sd, float* out) {
  const exact::QuickKernels* quick =
      sd >= exact::kLeastSd && sd <= exact::kMostSd ? exact::quick_kernels() : nullptr;
  in_quick_pieces(count, [&](size_t begin, size_t n) {
    if (quick && quick->normal(substream, counters + begin, n, sd, out + begin)) return;
    std::array<double, exact::kQuickPiece> draw;
    slow.normal(substream, counters + begin, n, draw.data());
    for (size_t i = 0; i < n; ++i) out[begin + i] = static_cast<float>(sd * draw[i]);
  });
}

template <typename T>
void sincos_plain(std::span<const double> x, std::span<T> sin, std::span<T> cos) {
  for (size_t i = 0; i < x.size(); ++i) {
    const exact::SinCos v = exact::sincos(x[i]);
    sin[i] = static_cast<T>(v.sin), cos[i] = static_cast<T>(v.cos);
  }
}

}  // namespace

namespace exact {

void log(std::span<const double> x, std::span<double> out) {
  assert(x.size() == out.size());
  if (const Kernels* k = kernels()) return map(x, out, k->log);
  for (size_t i = 0; i < x.size(); ++i) out[i] = log(x[i]);
}

void exp(std::span<const double> x, std::span<double> out) {
  assert(x.size() == out.size() && (x.empty() || x.data() != out.data()));
  const Kernels* k = kernels();
  if (k) map(x, out, k->exp);
  for (size_t i = 0; i < x.size(); ++i)
    if (!k || std::isnan(out[i])) out[i] = exp(x[i]);
}

void pow(std::span<const double> x, double y, std::span<double> out) {
  assert(x.size() == out.size() && (x.empty() || x.data() != out.data()));
  const Kernels* k = kernels();
  if (k) map(x, out, [&](const double* from, size_t n, double* to) { k->pow(from, y, n, to); });
  for (size_t i = 0; i < x.size(); ++i)
    if (!k || std::isnan(out[i])) out[i] = pow(x[i], y);
}

void sincos(std::span<const double> x, std::span<double> sin, std::span<double> cos) {
  assert(x.size() == sin.size() && x.size() == cos.size());
  if (const Kernels* k = kernels()) return map_pair(x, sin, cos, k->sincos);
  sincos_plain(x, sin, cos);
}

void sincos(std::span<const double> x, std::span<float> sin, std::span<float> cos) {
  assert(x.size() == sin.size() && x.size() == cos.size());
  if (const Kernels* k = kernels())
    return map_pair(x, sin, cos, [k](const double* from, size_t n, float* to_sin, float* to_cos) {
      sincos_floats(*k, from, n, to_sin, to_cos);
    });
  sincos_plain(x, sin, cos);
}

}  // namespace exact

void random_uniform(uint64_t substream, std::span<const uint64_t> counters, std::span<double> out) {
  assert(counters.size() == out.size());
  if (const exact::Kernels* k = exact::kernels())
    return map(counters, out,
               [&](const uint64_t* c, size_t n, double* to) { k->uniform(substream, c, n, to); });
  for (size_t i = 0; i < out.size(); ++i) out[i] = random_uniform(substream, counters[i]);
}

void random_normal(uint64_t substream, std::span<const uint64_t> counters, std::span<double> out) {
  assert(counters.size() == out.size());
  if (const exact::Kernels* k = exact::kernels())
    return map(counters, out,
               [&](const uint64_t* c, size_t n, double* to) { k->normal(substream, c, n, to); });
  for (size_t i = 0; i < out.size(); ++i) out[i] = random_normal(substream, counters[i]);
}

void random_normal(uint64_t substream, std::span<const uint64_t> counters, double sd, std::span<float> out) {
  assert(counters.size() == out.size());
  if (const exact::Kernels* k = exact::kernels())
    return map(counters, out,
               [&](const uint64_t* c, size_t n, float* to) { normal_floats(*k, substream, c, n, sd, to); });
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<float>(sd * random_normal(substream, counters[i]));
}

}  // namespace fw
