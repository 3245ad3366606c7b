#include "core/field/quantile/quantile_kernel.h"

#include "core/field/simd_level_internal.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/field/quantile/quantile_kernel.cpp"
#include <hwy/foreach_target.h>
// Compiled once (not once per SIMD target).
#include <hwy/highway.h>

#ifndef FW_QUANTILE_PLAIN_SLOT
#define FW_QUANTILE_PLAIN_SLOT
namespace fw {
namespace {

inline uint32_t plain_slot(float value, uint32_t region, const BinScale& scale) {
  const float last = static_cast<float>((1u << scale.bins_log2) - 1u);
  const float at = (value - scale.low) * scale.per_value;
  const float in_range = !(at > 0.0f) ? 0.0f : at > last ? last : at;
  return region << scale.bins_log2 | static_cast<uint32_t>(in_range);
}

}  // namespace
}  // namespace fw
#endif

HWY_BEFORE_NAMESPACE();
namespace fw::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void bin_slots(const float* value, const uint8_t* region, size_t count, const BinScale& scale,
               uint32_t* slot) {
  const hn::ScalableTag<float> f;
  const hn::RebindToUnsigned<decltype(f)> u;
  const hn::RebindToSigned<decltype(f)> whole;
  const hn::Rebind<uint8_t, decltype(f)> bytes;
  const size_t lanes = hn::Lanes(f);
  const auto low = hn::Set(f, scale.low), per_value = hn::Set(f, scale.per_value);
  const auto last = hn::Set(f, static_cast<float>((1u << scale.bins_log2) - 1u));
  const auto bins = hn::Set(u, 1u << scale.bins_log2);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto at = hn::Mul(hn::Sub(hn::LoadU(f, value + i), low), per_value);
    const auto bin = hn::ConvertTo(whole, hn::Min(hn::Max(at, hn::Zero(f)), last));
    auto where = hn::BitCast(u, bin);
    if (region != nullptr)
      where = hn::Add(where, hn::Mul(hn::PromoteTo(u, hn::LoadU(bytes, region + i)), bins));
    hn::StoreU(where, u, slot + i);
  }
  for (; i < count; ++i) slot[i] = plain_slot(value[i], region != nullptr ? region[i] : 0u, scale);
}

}  // namespace fw::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fw {

HWY_EXPORT(bin_slots);

void bin_slots(const float* value, const uint8_t* region, size_t count, const BinScale& scale,
               uint32_t* slot) {
  if (!plain_kernels_only()) return HWY_DYNAMIC_DISPATCH(bin_slots)(value, region, count, scale, slot);
  for (size_t i = 0; i < count; ++i)
    slot[i] = plain_slot(value[i], region != nullptr ? region[i] : 0u, scale);
}

}  // namespace fw
#endif  // HWY_ONCE
