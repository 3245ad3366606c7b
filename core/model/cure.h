#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/finding.h"

// Cures of findings, and their words in a message: one value gives both.
namespace fw {

/// By PathEdit::Verb; in files too.
inline constexpr std::array<std::string_view, 3> kEditVerbSlugs{"set", "raise", "lower"};

/// An edit of a path of the template; numbers in shortest form.
PathEdit set_to(std::string path, std::string value);
PathEdit set_to(std::string path, double value);
PathEdit raise_to(std::string path, double value);
PathEdit lower_to(std::string path, double value);

/// "danger.green.share to 0.06": an edit without its verb.
std::string target_words(const PathEdit& edit);
/// "lower a to 1, raise b to 2 and set c to 3"; "" without edits.
std::string cure_words(const Cure& cure);
/// The text with a capital, as a sentence begins.
std::string sentence_case(std::string text);

/// The finding with those of the cures that have edits.
Finding with_cures(Finding finding, std::vector<Cure> cures);

/// Cures as files hold them (docs/formats.md, 8), on one line.
std::string cures_json(const std::vector<Cure>& cures);

}  // namespace fw
