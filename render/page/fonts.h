#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "render/page/page.h"

typedef struct _cairo cairo_t;

namespace fw {

enum class Face { sans, serif };
enum class Align { left, centre, right };

/// How one run of text looks; lengths in the painter's units.
struct TextStyle {
  Face face = Face::sans;
  bool bold = false;
  bool italic = false;
  double size = 17.6;
  double letter_spacing = 0;
  Rgb colour = colour::kInk;
  double alpha = 1;
  double halo = 0;  ///< width of the casing; 0 = none
  double halo_alpha = 1;
  Rgb halo_colour = colour::kWhite;
};

struct TextExtent {
  double width = 0;
  double ascent = 0;   ///< above the baseline
  double descent = 0;  ///< below it
};

/// The text in capital letters, the same in every locale; as it is where its letters join (Arabic,
/// Devanagari).
std::string capitals(std::string_view text);
/// The parts of a text that may be set apart along a line: its letters with their marks; all of it where
/// letters join or run from right to left.
std::vector<std::string> separate_letters(std::string_view text);
/// The space where two lines of a text part so that they are most alike; npos in a single word.
size_t middle_space(std::string_view text);

/// The characters of a text that no font of the plates and no font of the machine has, each once, as people
/// read them: "蓬 (U+84EC)". They are drawn as boxes.
std::vector<std::string> characters_without_font(std::string_view text);

/// Sets text with fonts of two Debian packages, unhinted, so that letters have the same outlines everywhere.
/// Only a text with characters that these fonts do not have takes fonts of the machine beside them. Where
/// letters join there is no space between them. Text is data: markup characters are drawn as they are.
/// One per thread.
class Typesetter {
 public:
  /// Fails, naming the package to install, if a font file is missing.
  static Result<Typesetter> open();
  Typesetter(Typesetter&&) noexcept;
  Typesetter& operator=(Typesetter&&) noexcept;
  ~Typesetter();

  TextExtent measure(std::string_view text, const TextStyle& style);
  /// Draws on a baseline. max_width > 0 shortens with an ellipsis.
  void draw(cairo_t* cr, std::string_view text, double x, double baseline, const TextStyle& style,
            Align align = Align::left, double max_width = 0);

 private:
  struct State;
  explicit Typesetter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fw
