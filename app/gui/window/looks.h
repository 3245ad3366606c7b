#pragma once

#include <QSettings>
#include <optional>
#include <vector>

#include "core/model/template/view.h"

namespace fw {

/// Keeps the layers that a file is looked at with until it is saved with them; for the files in the list of
/// recent ones alone.
void keep_look(QSettings& settings, const QString& path, const std::vector<ViewLayer>& layers);
void forget_look(QSettings& settings, const QString& path);
/// Nothing where none are kept.
std::optional<std::vector<ViewLayer>> kept_look(const QSettings& settings, const QString& path);

}  // namespace fw
