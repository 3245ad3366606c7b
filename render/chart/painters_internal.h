#pragma once

#include "render/chart/axes.h"

namespace fw {

/// The default height of a chart in chart units, on a page 1000 / text_scale wide.
double natural_height(ChartSheet& sheet, const BarChart& chart);
double natural_height(ChartSheet& sheet, const ScatterChart& chart);
double natural_height(ChartSheet& sheet, const LineChart& chart);
double natural_height(ChartSheet& sheet, const Histogram& chart);
double natural_height(ChartSheet& sheet, const PanelFigure& chart);

void paint(ChartSheet& sheet, const BarChart& chart);
void paint(ChartSheet& sheet, const ScatterChart& chart);
void paint(ChartSheet& sheet, const LineChart& chart);
void paint(ChartSheet& sheet, const Histogram& chart);
void paint(ChartSheet& sheet, const PanelFigure& chart);

/// Checks that arrays that belong together have one length; the error names them.
Result<Done> check_chart(const BarChart& chart);
Result<Done> check_chart(const ScatterChart& chart);
Result<Done> check_chart(const LineChart& chart);
Result<Done> check_chart(const Histogram& chart);
Result<Done> check_chart(const PanelFigure& chart);

/// Lines of a raster at a level, in cell coordinates (x right from the west edge, y down from the north edge,
/// cell centres at .5), by marching squares; pairs of end points. Squares with a NaN corner have none.
std::vector<std::pair<Vec2, Vec2>> contour_segments(const Raster<float>& raster, double level);

}  // namespace fw
