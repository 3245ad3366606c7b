#pragma once

#include "core/template/template_io.h"

namespace fw {

/// The files of templates/ as they were when the program was configured; the source is generated.
std::vector<BuiltinTemplate> builtin_texts();
/// The same of templates/vocabulary/.
std::vector<BuiltinTemplate> builtin_vocabulary_texts();

}  // namespace fw
