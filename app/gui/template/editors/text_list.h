#pragma once

#include <QString>
#include <string>
#include <vector>

namespace fw {

/// Texts with a separator between. One that is empty, holds a comma or a quote, or has blanks at its ends
/// stands in quotes, with quotes inside it doubled.
QString join_texts(const std::vector<std::string>& texts, const QString& separator);

/// The texts of a typed or pasted list: between commas, tabs or line ends, without blanks at their ends
/// unless they stand in quotes. Empty ones count only in quotes.
std::vector<std::string> split_texts(const QString& typed);

}  // namespace fw
