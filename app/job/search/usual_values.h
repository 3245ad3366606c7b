#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/build/build.h"
#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/model/template/template.h"
#include "core/search/figures.h"

namespace fw {

/// Seeds 1..256 are the usual worlds of a template.
inline constexpr uint64_t kUsualWorlds = 256;

/// Of each figure of a table its values in the usual worlds, in the order of seeds; NaN = not defined.
using UsualColumns = std::vector<std::vector<double>>;
/// The same ascending, without NaN, as FigureTable::usual has them.
std::vector<std::vector<double>> ascending_values(const UsualColumns& columns);

/// The shipped ones: docs/usual has a table for some built-in templates as they are, at 512 cells. Empty
/// lists where there is none.
UsualColumns shipped_usual_values(const Template& tmpl, int resolution, const FigureTable& table);

/// Shipped ones, else those of the user's cache; empty lists where there are none.
UsualColumns known_usual_values(const Template& tmpl, int resolution, const FigureTable& table);
/// Puts the values of all usual worlds into the user's cache. One that cannot be written does no harm.
void cache_usual_values(const Template& tmpl, int resolution, const FigureTable& table,
                        const UsualColumns& columns);

/// Those of any template: known ones, else made now and put into the cache. Equal for equal template, group
/// play, resolution and version. Errors are those of build().
Result<UsualColumns> usual_values(const Template& tmpl, int resolution, const FigureTable& table,
                                  const Limits& limits, const Progress& progress);

/// What a table is true for: digests of template and play, cells. `digest`: template_digest(), where it is
/// known. And its place in the user's cache; empty where the system names no cache.
std::string usual_key(const Template& tmpl, int resolution, const std::string& digest = {});
std::filesystem::path usual_cache_file(const Template& tmpl, int resolution);

/// A usual table as text: a line with the command that makes it and the template that it is true for, then
/// CSV, a line per world. `request.seeds` is not looked at.
Result<std::string> make_usual_csv(const BuildRequest& request, const Progress& progress);

/// The columns of such a table; empty lists unless its first line names this template, play group and
/// resolution.
UsualColumns read_usual_csv(std::string_view text, const Template& tmpl, int resolution,
                            const FigureTable& table);

}  // namespace fw
