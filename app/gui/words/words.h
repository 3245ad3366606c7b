#pragma once

#include <QString>
#include <span>
#include <string_view>

namespace fw {

/// A text of the tables below (help of a parameter, title, class, choice, figure), in the reader's language
/// where the program has a translation of it; else as it stands. Sentences with numbers that the generator
/// forms itself (findings, the values of "explain", refusals) are English everywhere: files and the command
/// line say the same words.
QString table_text(std::string_view english);

/// "rare_resources" -> "rare resources", for the middle of a sentence.
QString slug_words(std::string_view slug);
/// "rare_resources" -> "Rare resources", for a heading or a table.
QString slug_title(std::string_view slug);

/// Every text that table_text() is asked for, as tools for translators collect them; a test holds them to
/// the tables.
std::span<const char* const> table_texts();

}  // namespace fw
