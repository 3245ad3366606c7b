#pragma once

#include <QRectF>
#include <vector>

class QPainter;
class QPalette;

namespace fw {

struct OctaveMark;
struct RadialSpectrum;

/// Draws power density by wavelength, both logarithmic, long waves at the left; octaves as lines.
void paint_spectrum(QPainter& painter, const QRectF& room, const QPalette& look,
                    const RadialSpectrum& spectrum, const std::vector<OctaveMark>& octaves);

}  // namespace fw
