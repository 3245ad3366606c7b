#pragma once

#include <string>

#include "app/cli/terminal/options.h"

namespace fw::cli {

/// Sends text to -o FILE (atomically; an existing file only with --force) or to stdout; returns the exit
/// code.
int deliver(const std::string& text, const Options& options);

/// Findings on the request's template as a JSON array (docs/formats.md, 8).
std::string findings_json(const Findings& findings, const BuildRequest& request);

/// 0, or 6 under --strict when something was found.
int strict_code(bool clean, const Options& options);

}  // namespace fw::cli
