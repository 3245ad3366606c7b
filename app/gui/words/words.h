#pragma once

#include <QString>
#include <string_view>
#include <vector>

#include "core/model/template/classes.h"

namespace fw {

/// A text of the tables below (help of a parameter, title, choice, figure) in the user's language if
/// translated, else unchanged. Sentences with numbers from the generator (findings, values of "explain",
/// errors) are always English: files and the command line contain the same text.
QString table_text(std::string_view english);

/// "rare_resources" -> "rare resources", for the middle of a sentence.
QString slug_words(std::string_view slug);
/// "rare_resources" -> "Rare resources", for a heading or a table.
QString slug_title(std::string_view slug);

/// What people read of a row of the template's vocabulary.
inline QString row_label(const RowIdentity& row) {
  return row.label.empty() ? slug_title(row.id) : QString::fromStdString(row.label);
}
/// The same of the row with that id; the id in words where there is none.
template <typename Row>
QString row_label(const std::vector<Row>& rows, std::string_view id) {
  const auto k = find_row(rows, id);
  return k ? row_label(rows[*k]) : slug_title(id);
}
/// What people call the points of a category.
QString category_label(const CategoryLabels& labels, Category category);

}  // namespace fw
