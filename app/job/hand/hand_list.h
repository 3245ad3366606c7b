#pragma once

#include <string>

#include "core/model/template/template.h"
#include "core/model/world/world.h"

namespace fw {

/// The rows of a hand, a line each; with a world, what became of them.
std::string hand_list_text(const Template& tmpl, const World* world);
/// The same as JSON rows: {id, list, on, row, state, asked, got, reason}.
std::string hand_list_json(const Template& tmpl, const World* world);

/// What a row is about, for people: its class, words, deed, kind or name; "" if nothing says.
std::string hand_row_subject(const Template& tmpl, const std::string& list, size_t row);

}  // namespace fw
