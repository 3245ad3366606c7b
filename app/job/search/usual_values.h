#pragma once

#include <string>

#include "app/job/build/build.h"
#include "app/job/usual/usual_table.h"
#include "core/base/parallel/progress.h"
#include "core/base/result.h"

// Usual worlds that are made where no table of them is known.
namespace fw {

/// The usual table of a template as usual_csv() has it: key figures, then those of the audit as audit.NAME.
/// `request.seeds` is not looked at.
Result<std::string> make_usual_csv(const BuildRequest& request, const Progress& progress);

/// Those of any template: known ones, else made now and put into the cache. Equal for equal template, group
/// play, resolution and version. Errors are those of build().
Result<UsualColumns> usual_values(const Template& tmpl, int resolution, const FigureTable& table,
                                  const Limits& limits, const Progress& progress);

}  // namespace fw
