#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/template/template.h"

// An edit of a template's text: values that differ are replaced where they stand, all else stays as its
// author wrote it.
namespace fw {

struct TemplateEdit {
  std::string text;
  /// What the text could not go on saying in its own way, a sentence each: rows of a vocabulary that it
  /// states over now, or in the vocabulary's place.
  std::vector<std::string> notes;
};

/// The text of a template with the values of `tmpl`. The new text reads as write_template(tmpl) does; order,
/// layout, line ends, spelling of numbers and texts, values that it states without need, comments and the
/// vocabulary or base that it names stay; with a base, values that become the base's go. New values stand in
/// the layout of their neighbours. Without a difference the text comes back byte for byte. Errors as
/// parse_unfinished.
Result<TemplateEdit> edit_template_text(std::string_view text, std::string_view source_name,
                                        const Template& tmpl);

/// The text with what other files state in it: the rows of its vocabulary in the vocabulary's place, or with
/// a base the whole template; as it is where it names nothing but what comes with the program. For a text
/// that goes where these files do not lie.
Result<TemplateEdit> stand_alone_text(std::string_view text, std::string_view source_name);
/// The files beside the template that its text needs: its vocabulary, its base, and theirs, without what
/// comes with the program; none of a text that is no JSON. Errors: the first of them that cannot be read.
Result<std::vector<std::string>> files_beside(std::string_view text, std::string_view source_name);

/// Comments and x- keys of rows with an id go where their rows went from `before` to `after`; those of rows
/// that are gone go too. Nothing is done where `after` has other comments than `before`.
void keep_comments_with_rows(const Template& before, Template& after);

}  // namespace fw
