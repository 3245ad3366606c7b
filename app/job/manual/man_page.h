#pragma once

#include <string>
#include <vector>

namespace fw {

/// A term and what it means: an option, a command.
struct ManEntry {
  std::string term;
  std::string text;
};

struct ManSection {
  std::string title;
  std::string text;
  std::vector<ManEntry> entries;
};

/// A program's manual page, section 1.
struct ManPage {
  std::string program;
  std::string summary;
  std::vector<ManSection> sections;
};

/// The page in the language of man(7).
std::string man_source(const ManPage& page);

}  // namespace fw
