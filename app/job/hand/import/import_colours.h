#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/colour/colour_science.h"
#include "core/model/template/template.h"

namespace fw {

/// A colour of a picture and the word that it stands for; "none" and "sea" are nothing.
struct LegendColour {
  uint32_t rgb = 0;
  std::string word;
};

/// Whether a text of --map is of colours: "#2f6b2f=forest, #fff none".
bool is_colour_map(const std::string& map);
/// ErrorKind::usage for what is no pair of a colour and a word.
Result<std::vector<LegendColour>> read_colour_map(const std::string& map);

/// The colours in which our maps draw the rows of a table, and those of the sea as none. Nothing for words
/// that have no colours (regions).
std::vector<LegendColour> usual_legend(const std::string& what, const Template& tmpl);

/// Which colour of a legend each colour of a picture is nearest to.
class ColourReader {
 public:
  /// `by_look`: land of a picture without a legend; bright greys and all hues but those of water are land.
  ColourReader(std::vector<LegendColour> legend, bool by_look);

  static constexpr size_t kFarFromAll = SIZE_MAX;
  /// The place of a colour in the legend, or kFarFromAll; by look 0 = sea, 1 = land. Counts it.
  size_t place(uint32_t rgb);

  /// "#2f6b2f is forest (120)", the most frequent first; of the legend's colour that they are nearest to.
  std::string told() const;
  /// The colours far from all, with their cells, the most frequent first.
  std::string far() const;
  int64_t far_cells() const { return far_cells_; }

 private:
  size_t look_up(uint32_t rgb) const;

  std::vector<LegendColour> legend_;
  std::vector<Lab> labs_;
  bool by_look_;
  struct Seen {
    size_t place = 0;
    int64_t cells = 0;
  };
  std::map<uint32_t, Seen> seen_;  ///< by colour; once there are many, by rounded colour
  int64_t far_cells_ = 0;
};

}  // namespace fw
