#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/ecology/history.h"

namespace fw {

/// "wipe:day=120,region=5,class=deer+elk,share=0.5", "load:day=200,times=5,days=3" or "stop:day=300", as
/// --event takes it. ErrorKind::usage says what was found and what was expected.
Result<RunEvent> read_event(std::string_view text);
/// The same text in one fixed form.
std::string event_text(const RunEvent& event);

}  // namespace fw
