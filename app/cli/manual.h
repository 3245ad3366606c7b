#pragma once

#include <string>

namespace CLI {
class App;
}

namespace fw::cli {

/// The manual page of the program: every command and option that its tables hold, in the language of man(7).
std::string manual(const CLI::App& program);

}  // namespace fw::cli
