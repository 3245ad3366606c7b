#pragma once

#include <QString>

namespace fw {

/// The folder that holds the Python package of the installation, or of the build tree, to which a program in
/// this folder belongs; empty where it has none.
QString python_package_folder(const QString& program_folder);

/// A program over the package whose first line says how it finds it; with a folder it does so by itself,
/// where Python knows no other.
QString with_package(const QString& program, const QString& package_folder);

}  // namespace fw
