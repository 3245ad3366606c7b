#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/colour.h"
#include "core/model/finding.h"
#include "core/model/template/classes.h"

namespace fw {

/// The colours of a vocabulary's rows on maps, charts and in GIS files. Fills are pale, symbols and lines
/// ("ink") saturated and dark.
struct Palette {
  std::string name;
  std::vector<Rgb> biome;
  std::vector<Rgb> danger;
  std::vector<Rgb> danger_ink;  ///< outline round a band and worse ones
  std::vector<Rgb> faction;
  std::vector<Rgb> faction_ink;
  std::vector<Rgb> family;        ///< by row of `families`
  std::vector<Rgb> landmark_ink;  ///< of kinds without an owner
  std::vector<Rgb>
      enemy;  ///< of enemy classes without a family's row, by place in the list, again from the start
};

/// The names that make_palette() knows; the first is the default. "atlas": the rows' own colours, generated
/// where a row has none. "colour_blind_safe": all generated.
inline constexpr std::array<std::string_view, 2> kPaletteSlugs{"atlas", "colour_blind_safe"};
bool is_palette(std::string_view name);

/// Same rows and name, same colours; an unknown name gives the first palette. A generated colour belongs to
/// its row: it depends on the row's place and the number of rows, not on what other rows state;
/// palette_findings() says where it looks like one of these. Kinds of landmarks keep their own colours in
/// every palette (they are told apart by their symbols).
Palette make_palette(const Vocabulary& vocabulary, std::string_view name = kPaletteSlugs[0]);

/// A colour for a row of "factions", "biomes", "families" or "landmarks" that keeps off those of the other
/// rows; nothing where its present one in the default palette does.
std::optional<Rgb> colour_apart(const Vocabulary& vocabulary, std::string_view table, size_t row);

/// Generated fills of up to 24 rows are kLeastDistance apart (CIEDE2000); of up to kColourBlindRows rows also
/// kLeastSeenDistance to an eye without red or green receptors.
inline constexpr double kLeastDistance = 12, kLeastSeenDistance = 8;
inline constexpr size_t kColourBlindRows = 12;

/// A dark shade of a fill: contrast 3 or more with the fill (as far as that is not dark itself) and with
/// white.
Rgb ink_of(Rgb fill);

/// One finding a table (factions, biomes) whose colours in the default palette are nearer to each other than
/// that.
Findings palette_findings(const Vocabulary& vocabulary);

/// Colours that are the same in every palette.
namespace colour {
inline constexpr Rgb kSeaNear = Rgb::hex(0xCFE2E6);
inline constexpr Rgb kSeaFar = Rgb::hex(0x9FC2CF);
inline constexpr Rgb kCoast = Rgb::hex(0x4A6570);
inline constexpr Rgb kBeach = Rgb::hex(0xF2E6C2);
inline constexpr Rgb kIslet = Rgb::hex(0xE6E0CE);
inline constexpr Rgb kWashPaper = Rgb::hex(0xF4EFE2);
inline constexpr Rgb kAlarm = Rgb::hex(0xB3202C);
}  // namespace colour

}  // namespace fw
