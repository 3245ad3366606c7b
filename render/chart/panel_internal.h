#pragma once

#include "render/chart/painters_internal.h"

namespace fw {

/// A colour scale with all limits known.
struct ResolvedScale {
  ColourMap map = ColourMap::sequential;
  double low = 0, high = 1;
  std::string title;

  Rgb colour(double value) const { return map_colour(map, (value - low) / (high - low)); }
};
ResolvedScale resolve(const ColourScale& scale, const DataRange& data);
ChartTicks scale_ticks(const ResolvedScale& scale);

/// The scales of a panel that have a colour bar: those with a title, each title once.
std::vector<ResolvedScale> panel_scales(const ChartPanel& panel);

/// Ticks for the panel's axes; missing limits come from the panel's data.
struct PanelAxes {
  ChartTicks x, y;
};
PanelAxes panel_axes(const ChartPanel& panel);
PlotFrame panel_frame(const ChartPanel& panel, const Box& box);

std::vector<ChartKey> panel_keys(const ChartSheet& sheet, const ChartPanel& panel);
bool panel_is_empty(const ChartPanel& panel);

/// Field or classes, contours, curves, arrows, marks, clipped to the frame.
void paint_layers(ChartSheet& sheet, const ChartPanel& panel, const PlotFrame& frame);

/// Of the finite values.
inline DataRange finite_range(const std::vector<double>& values) {
  DataRange range;
  for (const double v : values)
    if (std::isfinite(v)) range.add(v);
  return range;
}

}  // namespace fw
