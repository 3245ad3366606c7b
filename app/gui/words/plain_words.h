#pragma once

#include <QString>
#include <string>
#include <string_view>

#include "core/model/template/template.h"

namespace fw {

struct Parameter;

/// "Land fraction": the last member of a path in words, without its unit.
QString title_of(const Parameter& parameter);
/// The same for any member or group ("state_features").
QString title_of_member(const std::string& member);

/// A path of the template as the window names its place, "resources[3].quota" -> "Iron vein \u203A Quota";
/// rows by number or id. Empty for a text that is no path of a template.
QString path_in_words(std::string_view path, const Template& tmpl);

/// A sentence of a file or of the command line with the window's words: paths by path_in_words(), options by
/// their names ("--low-m" -> "Low").
QString plain_words(std::string_view sentence, const Template& tmpl);

}  // namespace fw
