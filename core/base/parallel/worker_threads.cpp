#include "core/base/parallel/worker_threads.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "core/base/parallel/executor.h"

namespace fw {

int worker_threads() {
  if (const Executor* executor = executor_in_force(); executor != nullptr && executor->run == nullptr)
    return 1;
  const auto allowed =
      static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  return std::min(allowed, tbb::this_task_arena::max_concurrency());
}

}  // namespace fw
