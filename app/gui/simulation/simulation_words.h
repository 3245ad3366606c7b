#pragma once

#include <QString>
#include <string>
#include <string_view>

#include "core/model/overlay.h"
#include "core/model/tuning.h"

// What the Simulation dock calls methods, parameters and units; the slugs of files and of the command line
// stand in tooltips.
namespace fw {

/// "curl_dual" -> "Curl noise, heading and speed".
QString method_title(std::string_view slug);
/// "crowd.heading.wavelength_m" -> "Heading: wavelength".
QString setting_title(const TuningText& rule);
/// "1/s" -> "per s", "rad" -> "rad".
QString unit_words(std::string_view unit);
/// The unit behind a figure's value; "" where its label says it already ("spawns per minute").
QString figure_unit(const OverlayFigure& figure);
/// A word of a legend in the reader's language.
std::string legend_word(std::string_view english);

}  // namespace fw
