#pragma once

#include <QString>
#include <string>
#include <string_view>

#include "core/model/coordinator.h"
#include "core/model/overlay.h"
#include "core/model/template/tuning.h"

// Names of methods, parameters and units in the Simulation dock; tooltips show the slugs of files and of the
// command line.
namespace fw {

/// "curl_dual" -> "Curl dual".
QString method_title(std::string_view slug);
/// "curl_dual" -> "Curl flow, heading and speed (curl_dual)".
QString method_help(Coordinator coordinator, std::string_view slug);
/// "crowd.heading.wavelength_m" -> "Heading: wavelength".
QString setting_title(const ValueRule& rule);
/// "1/s" -> "per s", "rad" -> "rad".
QString unit_words(std::string_view unit);
/// The unit after a figure's value; "" if its label contains it ("spawns per minute").
QString figure_unit(const OverlayFigure& figure);
/// A word of a legend in the user's language.
std::string legend_word(std::string_view english);

}  // namespace fw
