#include "core/base/parallel/one_thread.h"

#include <tbb/task_arena.h>

namespace fw {

void on_one_thread(const std::function<void()>& work) {
  tbb::task_arena arena(1);
  arena.execute(work);
}

}  // namespace fw
