#pragma once

#include <QString>

class QMenuBar;
class QWidget;

namespace fw {

/// The five-minute tutorial, from the program's resources.
void show_tutorial(QWidget* parent);
/// Every action of a menu bar with its keys, and the keys of the window's parts, as HTML.
QString keys_page(const QMenuBar& menus);
/// The same in a message box.
void show_keys(QWidget* parent, const QMenuBar& menus);
/// Version, libraries and licences.
void show_about(QWidget* parent);

}  // namespace fw
