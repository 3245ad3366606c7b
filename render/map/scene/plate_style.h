#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/model/colour/palette.h"

namespace fw {

struct SymbolSet;

enum class View : uint8_t {
  overview,
  resources_biomes,
  enemies_danger,
  landmarks_admin,
  zoom_quadrants,
  fairness,
  relief,
  oblique
};
inline constexpr std::array<std::string_view, 8> kViewSlugs{
    "overview",       "resources_biomes", "enemies_danger", "landmarks_admin",
    "zoom_quadrants", "fairness",         "relief",         "oblique"};
/// The first ones are drawn unless a render says which.
inline constexpr size_t kUsualViews = 5;
/// What a window calls the layers of each view; a plate's heading is PlateView::title.
inline constexpr std::array<std::string_view, kViewSlugs.size()> kViewTitles{"Overview",
                                                                             "Resources and biomes",
                                                                             "Enemies and danger",
                                                                             "Landmarks and factions",
                                                                             "Everything",
                                                                             "Fairness",
                                                                             "Relief",
                                                                             "Landscape"};

inline constexpr double kMmPerInch = 25.4;
/// A plate unit on paper, 0.1156 mm: the length in which plates state letters, lines, symbols and margins.
inline constexpr double kUnit_mm = 2048 * kMmPerInch / (300 * 1500);
/// The least size of letters on paper: 6 typographic points, in units.
inline constexpr double kLeastType = 6 * kMmPerInch / 72 / kUnit_mm;
/// A pixel of a screen, the unit of windows.
inline constexpr double kScreenUnit_mm = kMmPerInch / 96;

/// Sheets of paper, ISO 216.
enum class PaperSize : uint8_t { a4, a3, a2, a1 };
inline constexpr std::array<std::string_view, 4> kPaperSlugs{"A4", "A3", "A2", "A1"};

/// Looks, outside the world's identity.
struct PlateStyle {
  int map_px = 2048;                 ///< of the frame's longer side; the page adds its panel and margins
  int dpi = 300;                     ///< dots an inch of paper: with map_px it sets the map's scale
  std::optional<PaperSize> sheet{};  ///< the page's size; absent: as large as map and panel need
  int scale = 0;  ///< the N of 1:N that was asked for; 0: the sheet's best, or what map_px says
  std::string palette = "atlas";     ///< one of kPaletteSlugs
  std::string map_style = "survey";  ///< one of kMapStyleSlugs
  bool danger_patterns = false;      ///< hatch the danger bands as well as colouring them
  int symbols_per_km2 = 26;          ///< cap per tile: 1 km^2 on a frame of 8 km, in proportion on others
  std::shared_ptr<const SymbolSet> symbols{};  ///< of the vocabulary's rows; absent: assign_symbols()
  std::string template_digest{};               ///< for the footer; "": not told
};

/// Page pixels of a plate unit.
inline double px_per_unit(const PlateStyle& style) {
  return style.dpi * kUnit_mm / kMmPerInch;
}
/// The N of a scale 1:N at which that many metres of the world measure one unit of so many millimetres.
inline double scale_denominator(double metres_per_unit, double unit_mm = kUnit_mm) {
  return 1000 * metres_per_unit / unit_mm;
}

}  // namespace fw
