#include "core/base/file_name.h"

#include <map>
#include <set>

#include "core/base/lower_case.h"

namespace fw {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Bytes of the well-formed UTF-8 character at the beginning of a text; 0 where there is none.
size_t character_length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xC2 && first < 0xE0 ? 2
                        : first < 0xC2                ? 0
                        : first < 0xF0                ? 3
                        : first < 0xF5                ? 4
                                                      : 0;
  if (length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  // Longer than needed, surrogates, beyond the last character.
  const unsigned second = byte(1);
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90))
    return 0;
  return length;
}

/// The text with `_` for each character that is not kept: kept(character).
template <typename Kept>
std::string replaced(std::string_view text, const Kept& kept) {
  std::string out;
  while (!text.empty()) {
    const size_t length = character_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (length > 0 && kept(character))
      out += character;
    else
      out += '_';
    text.remove_prefix(character.size());
  }
  return out;
}

/// What is left: the end, devices, nothing at all.
std::string with_mended_end(std::string name) {
  const size_t end = name.find_last_not_of(". ") + 1;
  if (end < name.size()) name.replace(end, std::string::npos, "_");
  if (is_device_name(name)) {
    size_t stem = name.substr(0, name.find('.')).find_last_not_of(' ') + 1;
    name.insert(stem, "_");
  }
  return name.empty() ? "_" : name;
}

std::string plain_file_name(const std::string& name) {
  std::string plain = replaced(name, [](std::string_view character) {
    return is_letter_or_digit(character[0]) ||
           std::string_view("_-.").find(character[0]) != std::string_view::npos;
  });
  if (plain.starts_with('.')) plain[0] = '_';
  return with_mended_end(std::move(plain));
}

}  // namespace

bool is_device_name(std::string_view name) {
  name = name.substr(0, name.find('.'));
  name = name.substr(0, name.find_last_not_of(' ') + 1);
  const std::string low = lower_case(std::string(name));
  for (const std::string_view device : {"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"})
    if (low == device) return true;
  if (!low.starts_with("com") && !low.starts_with("lpt")) return false;
  const std::string_view number = std::string_view(low).substr(3);
  return (number.size() == 1 && number[0] >= '0' && number[0] <= '9') || number == "\u00b9" ||
         number == "\u00b2" || number == "\u00b3";
}

std::string portable_file_name(std::string_view name) {
  return with_mended_end(replaced(name, [](std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    return first >= 0x20 && first != 0x7F &&
           std::string_view("<>:\"/\\|?*").find(character[0]) == std::string_view::npos;
  }));
}

std::vector<std::string> copied_file_names(const std::vector<std::string>& names, FileLetters letters) {
  std::map<std::string, std::string> copies;  // by the name stated
  std::set<std::string> taken;                // in lower case
  std::vector<std::string> out;
  for (const std::string& name : names) {
    std::string& copy = copies[name];
    if (copy.empty()) {
      const std::string first =
          letters == FileLetters::plain ? plain_file_name(name) : portable_file_name(name);
      const size_t ending = first.rfind('.');
      copy = first;
      for (int number = 2; !taken.insert(lower_case(copy)).second; ++number)
        copy = first.substr(0, ending) + "_" + std::to_string(number) +
               (ending == std::string::npos ? "" : first.substr(ending));
    }
    out.push_back(copy);
  }
  return out;
}

std::string listed_name(const std::filesystem::path& folder, const std::string& stated,
                        const std::vector<std::string>& copies) {
  // Asked of the folder's list: a system that takes upper for lower case finds a file of another name, too.
  std::set<std::string> listed;
  std::error_code problem;
  for (std::filesystem::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem))
    listed.insert(at->path().filename().string());
  if (listed.contains(stated)) return stated;
  for (const std::string& copy : copies)
    if (listed.contains(copy)) return copy;
  return stated;
}

}  // namespace fw
