#pragma once

class QLabel;
class QWidget;

namespace fw {

class MapView;

/// Both maps move and zoom together, and each shows the other's cursor; a map that shows its whole frame
/// lets the other one show its own. The link lives as long as both do.
void link_maps(MapView& left, MapView& right);

/// A map under its title.
QWidget* titled_map(QLabel* title, MapView* view);

}  // namespace fw
