#pragma once

#include <QTest>
#include <cstring>
#include <string>
#include <vector>

#include "tests/lib/library_arrays.h"

// What tests of the library share: handles that close themselves, and what library_arrays.h has.

namespace fw::test {

template <typename T, void (*kClose)(T*)>
struct Handle {
  T* it = nullptr;
  Handle() = default;
  ~Handle() { kClose(it); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator T*() const { return it; }
  T** operator&() { return &it; }
};
using Context = Handle<fw_context, fw_close>;
using Params = Handle<fw_params, fw_params_close>;
using Field = Handle<fw_field, fw_field_close>;
using CrowdHandle = Handle<fw_crowd, fw_crowd_close>;
using ActionHandle = Handle<fw_action, fw_action_close>;
using SpawnHandle = Handle<fw_spawn, fw_spawn_close>;
using WorldHandle = Handle<fw_world, fw_world_close>;
using Scratch = Handle<fw_scratch, fw_scratch_close>;

/// Fails with the library's own words.
#define FW_VERIFY(call)                                       \
  do {                                                        \
    fw_error fw_error_{};                                     \
    const auto call_ = [&](fw_error* error) { return call; }; \
    QVERIFY2(call_(&fw_error_) == FW_OK, fw_error_.message);  \
  } while (false)

/// A stack of noise that drifts, or one that is drawn anew every ten seconds.
inline void open_stack(fw_context* context, bool resampled, Params& out) {
  FW_VERIFY(fw_params_open(context, "stack", nullptr, &out, error));
  if (!resampled) return;
  FW_VERIFY(fw_params_set_text(out, "stack.update", "resample", error));
  FW_VERIFY(fw_params_set(out, "stack.cycle_s", 10, error));
}

}  // namespace fw::test
