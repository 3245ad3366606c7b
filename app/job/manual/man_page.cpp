#include "app/job/manual/man_page.h"

namespace fw {
namespace {

/// Text that roff prints as it stands: no requests, no escapes, hyphens that can be copied into a terminal.
std::string plain(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool line_start = out.empty() || out.back() == '\n';
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

}  // namespace

std::string man_source(const ManPage& page) {
  std::string out =
      ".TH \"" + upper(plain(page.program)) + "\" 1 \"\" \"Fieldwright " FIELDWRIGHT_VERSION "\"\n";
  out += ".SH NAME\n" + plain(page.program) + " \\- " + plain(page.summary) + "\n";
  for (const ManSection& section : page.sections) {
    out += ".SH \"" + upper(plain(section.title)) + "\"\n";
    if (!section.text.empty()) out += plain(section.text) + "\n";
    for (const ManEntry& entry : section.entries)
      out += ".TP\n\\fB" + plain(entry.term) + "\\fR\n" + plain(entry.text) + "\n";
  }
  return out;
}

}  // namespace fw
