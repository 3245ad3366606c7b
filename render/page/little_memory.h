#pragma once

#include "core/base/result.h"

namespace fw {

/// Libraries that a job calls beside the making of worlds.
enum class Uses { text, text_and_gis };
/// Refuses a process whose addresses are limited (ulimit -v) below what these libraries need with the threads
/// in use: where they get no thread or no memory, they end the process. ErrorKind::limit.
Result<Done> check_addresses(Uses uses);

/// From here on the process ends with a sentence and this code where the libraries that set text find no
/// memory or no thread: by themselves they end it with a trap. Once a process, before the first text is set.
void end_where_text_has_no_memory(int exit_code);

}  // namespace fw
