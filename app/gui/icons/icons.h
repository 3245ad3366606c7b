#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>

class QPalette;

namespace fw {

/// The designer's own icons, drawn from paths: sharp at every scale.
enum class Glyph {
  eye,  ///< on: open, off: struck out
  solo,
  lock,  ///< on: closed, off: open
  star,  ///< on: filled, off: outline
  previous,
  next,
  up,
  down,
  dice,
  copy,
  paste,
  undo,
  redo,
  reset,
  save,
  folder,
  filter,
  find,
  plus,
  remove,
  edit,
  play,      ///< on: the two bars of a pause
  step,      ///< one tick forward
  to_start,  ///< back to the beginning
  place,     ///< a pin on the map
  distance,  ///< a line between two places
  area,      ///< an outline with its corners
  fit,       ///< the corners of a frame
  undock,    ///< a window in front of another
  // Tools of the designer's hand, and what they make.
  select,   ///< an arrow
  pin,      ///< a ring and a dot
  ban,      ///< a struck disc
  brush,    ///< a painter's
  polygon,  ///< straight edges with their corners
  lasso,    ///< a loop with its loose end
  fill,     ///< a bucket
  erase,    ///< a rubber
  pick,     ///< a dropper
  terrain,  ///< two peaks
  track,    ///< a winding way
  zone,     ///< a dashed outline with points
  sight,    ///< a cone from an eye
  fence,    ///< an outline with posts
  flag,     ///< on its pole
  region,   ///< two neighbours
  shore,    ///< land over water
  picture,  ///< a raster
  passed,
  info,
  warning,
  error,
  clean,  ///< the state that is on disk
};

/// An icon in the text colour of the application's current palette; the last five glyphs have fixed signal
/// colours. A toggle's icon has an on and an off state.
QIcon glyph_icon(Glyph glyph);
/// The same in one given colour.
QIcon glyph_icon(Glyph glyph, const QColor& colour);

enum class Signal { good, info, warning, error };
/// A colour with at least 4.5:1 contrast on the palette's base, light or dark.
QColor signal_colour(const QPalette& palette, Signal signal);

}  // namespace fw
