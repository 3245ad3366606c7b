#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/template/template.h"
#include "core/search/figures.h"

namespace fw {

/// Seeds 1..256 are the usual worlds of a template.
inline constexpr uint64_t kUsualWorlds = 256;
/// Cells along the frame's longer side, where nothing else is stated.
inline constexpr int kUsualResolution = 512;

/// Of each figure of a table its values in the usual worlds, in the order of seeds; NaN = not defined.
using UsualColumns = std::vector<std::vector<double>>;
/// Whether any figure has values.
bool has_values(const UsualColumns& columns);
/// The same ascending, without NaN, as FigureTable::usual has them.
std::vector<std::vector<double>> ascending_values(const UsualColumns& columns);

/// The shipped ones: docs/usual has a table for some built-in templates as they are, at 512 cells. Empty
/// lists where there is none.
UsualColumns shipped_usual_values(const Template& tmpl, int resolution, const FigureTable& table);

/// Shipped ones, else those of the user's cache; empty lists where there are none.
UsualColumns known_usual_values(const Template& tmpl, int resolution, const FigureTable& table);

/// What key figures read of `play`, as template_part(): all but the guides' `wade`.
std::string play_of_figures(const Template& tmpl);

/// What a table is true for: digests of template and play, cells. `digest`: template_digest(), where it is
/// known. And its place in the user's cache; empty where the system names no cache.
std::string usual_key(const Template& tmpl, int resolution, const std::string& digest = {});
std::filesystem::path usual_cache_file(const Template& tmpl, int resolution);

/// A usual table as text: a line with the command that makes it and the template that it is true for, then
/// CSV with a column per name and a line per world.
std::string usual_csv(const Template& tmpl, int resolution, const std::vector<std::string>& names,
                      const UsualColumns& columns);
/// Puts such a text into the user's cache. One that cannot be written does no harm.
void cache_usual_csv(const Template& tmpl, int resolution, const std::string& text);
/// The same of the values of all usual worlds.
void cache_usual_values(const Template& tmpl, int resolution, const FigureTable& table,
                        const UsualColumns& columns);

/// The columns of such a table; empty lists unless its first line names this template, play group and
/// resolution.
UsualColumns read_usual_csv(std::string_view text, const Template& tmpl, int resolution,
                            const FigureTable& table);

}  // namespace fw
