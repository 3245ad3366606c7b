#pragma once

#include <string_view>

#include "core/template/parameters/parameters.h"
#include "core/template/text/json_tree.h"

namespace fw {

/// The value that a node of the file states for a parameter; monostate if it is of another type or out of
/// range.
ParameterValue value_of_node(const Parameter& parameter, const json::Node& node);

/// Whether an item may stand in a list of texts: a text of at most kMostCharacters, without control
/// characters and direction marks.
bool is_short_text(const json::Node& item);

/// Where the first character lies that no row of runs has; the text's size where there is none.
size_t odd_in_runs(std::string_view text);

/// The value of a node that does not fit its parameter, where an editor may hold it all the same: a word, a
/// list of texts, or a range the wrong way round; else monostate.
ParameterValue value_for_editor(const Parameter& parameter, const json::Node& node);

}  // namespace fw
