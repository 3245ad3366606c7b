#pragma once

#include <string>

#include "core/base/result.h"

namespace CLI {
class App;
}

namespace fw::cli {

/// A script that lets a shell, "bash" or "zsh", complete the program's commands, options and the words that
/// they take, made of the program's own tables. ErrorKind::usage for another shell.
Result<std::string> completion(const CLI::App& program, const std::string& shell);

}  // namespace fw::cli
