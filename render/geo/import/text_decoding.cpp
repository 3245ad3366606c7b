#include "render/geo/import/text_decoding.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include "render/geo/import/placement.h"

namespace fw {
namespace {

/// The mark of an encoding at the beginning of a text.
struct Mark {
  std::string_view bytes;
  const char* encoding;
};
const std::array<Mark, 5> kMarks{{{{"\xFF\xFE\0\0", 4}, "UTF-32LE"},
                                  {{"\0\0\xFE\xFF", 4}, "UTF-32BE"},
                                  {{"\xFF\xFE", 2}, "UTF-16LE"},
                                  {{"\xFE\xFF", 2}, "UTF-16BE"},
                                  {{"\xEF\xBB\xBF", 3}, "UTF-8"}}};

std::string hexadecimal(char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  return {'0', 'x', kDigits[value >> 4], kDigits[value & 15]};
}

/// The first byte of a text that is not UTF-8; npos if all is.
size_t first_misfit(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    const size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                          : lead >= 0xE0 && lead < 0xF0 ? 3
                          : lead >= 0xF0 && lead < 0xF5 ? 4
                                                        : 0;
    if (length == 0 || i + length > text.size()) return i;
    for (size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return i;
    const auto second = static_cast<unsigned char>(text[i + 1]);
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
        (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F))
      return i;
    i += length;
  }
  return std::string_view::npos;
}

/// Whether a text without a mark has the zero bytes that two bytes a character make of plain letters.
bool looks_wide(std::string_view text) {
  const std::string_view head = text.substr(0, 400);
  return static_cast<size_t>(std::count(head.begin(), head.end(), '\0')) * 3 > head.size();
}

Result<std::string> converted(const std::filesystem::path& file, std::string_view bytes,
                              const std::string& encoding) {
  const iconv_t change = ::iconv_open("UTF-8", encoding.c_str());
  if (change == iconv_t(-1))
    return Error{ErrorKind::usage, "--encoding " + encoding +
                                       ": there is no such encoding; expected a name such as utf-8, cp1252, "
                                       "latin1, utf-16le, cp437, shift_jis"};
  std::string text(bytes.size() + bytes.size() / 2 + 16, '\0');
  char* in = const_cast<char*>(bytes.data());  // iconv changes none of them
  size_t left = bytes.size(), done = 0;
  int code = 0;
  while (left > 0 && code == 0) {
    char* out = text.data() + done;
    size_t room = text.size() - done;
    if (::iconv(change, &in, &left, &out, &room) == size_t(-1)) code = errno;
    done = text.size() - room;
    if (code != E2BIG) continue;
    text.resize(text.size() * 2);
    code = 0;
  }
  ::iconv_close(change);
  text.resize(done);
  if (code != 0)
    return cannot_read(file, "byte " + hexadecimal(left > 0 ? *in : '\0') + " in line " +
                                 std::to_string(line_at(text, text.size())) + " is none of " + encoding +
                                 "; --encoding names another encoding");
  return text;
}

}  // namespace

size_t line_at(std::string_view text, size_t offset) {
  return static_cast<size_t>(
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size())),
                     '\n'));
}

Result<std::string> decoded_text(const std::filesystem::path& file, std::string bytes,
                                 const std::string& encoding) {
  const auto mark = std::find_if(kMarks.begin(), kMarks.end(),
                                 [&](const Mark& m) { return std::string_view(bytes).starts_with(m.bytes); });
  const bool wide = mark != kMarks.end() && mark->encoding != std::string_view("UTF-8");
  if (mark != kMarks.end()) bytes.erase(0, mark->bytes.size());
  if (wide || (mark == kMarks.end() && !encoding.empty()))
    return converted(file, bytes, wide ? mark->encoding : encoding);
  if (looks_wide(bytes))
    return cannot_read(file,
                       "it seems to be UTF-16 without a mark; --encoding utf-16le (or utf-16be) reads it, or "
                       "save it as UTF-8");
  if (const size_t misfit = first_misfit(bytes); misfit != std::string_view::npos)
    return cannot_read(file,
                       "it is not UTF-8: byte " + hexadecimal(bytes[misfit]) + " in line " +
                           std::to_string(line_at(bytes, misfit)) +
                           "; save it as UTF-8 (of a spreadsheet: CSV UTF-8), or say --encoding cp1252");
  return bytes;
}

}  // namespace fw
