#pragma once

#include <QString>
#include <span>
#include <string_view>

namespace fw {

/// A text of the tables below (help of a parameter, title, class, choice, figure) in the user's language if
/// translated, else unchanged. Sentences with numbers from the generator (findings, values of "explain",
/// errors) are always English: files and the command line contain the same text.
QString table_text(std::string_view english);

/// "rare_resources" -> "rare resources", for the middle of a sentence.
QString slug_words(std::string_view slug);
/// "rare_resources" -> "Rare resources", for a heading or a table.
QString slug_title(std::string_view slug);

/// All texts for table_text(), where translation tools find them; a test compares them with the tables.
std::span<const char* const> table_texts();

}  // namespace fw
