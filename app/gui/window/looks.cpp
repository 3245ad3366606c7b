#include "app/gui/window/looks.h"

#include <QStringList>
#include <QVariantMap>
#include <algorithm>

#include "app/gui/window/session.h"

namespace fw {
namespace {

const QString kLooks = QStringLiteral("files/looks");

/// "danger on 50, names off 100": from bottom to top, opacity in per cent.
QString text_of(const std::vector<ViewLayer>& layers) {
  QStringList parts;
  for (const ViewLayer& layer : layers) {
    const std::string_view slug = kMapLayerSlugs[static_cast<size_t>(layer.layer)];
    parts << QStringLiteral("%1 %2 %3")
                 .arg(QLatin1String(slug.data(), static_cast<qsizetype>(slug.size())),
                      layer.shown ? QStringLiteral("on") : QStringLiteral("off"))
                 .arg(qRound(100 * layer.opacity));
  }
  return parts.join(QStringLiteral(", "));
}

std::optional<ViewLayer> layer_of(const QString& text) {
  const QStringList words = text.split(QLatin1Char(' '));
  if (words.size() != 3) return std::nullopt;
  const std::string slug = words[0].toStdString();
  const auto found = std::find(kMapLayerSlugs.begin(), kMapLayerSlugs.end(), slug);
  bool number = false;
  const int percent = words[2].toInt(&number);
  if (found == kMapLayerSlugs.end() || !number || percent < 0 || percent > 100) return std::nullopt;
  return ViewLayer{static_cast<MapLayer>(found - kMapLayerSlugs.begin()), words[1] == QLatin1String("on"),
                   percent / 100.0};
}

QVariantMap looks_of(const QSettings& settings) {
  return settings.value(kLooks).toMap();
}

}  // namespace

void keep_look(QSettings& settings, const QString& path, const std::vector<ViewLayer>& layers) {
  const QVariantMap before = looks_of(settings);
  QVariantMap looks;
  for (const RecentFile& file : recent_files(settings))
    if (before.contains(file.path)) looks[file.path] = before[file.path];
  looks[path] = text_of(layers);
  settings.setValue(kLooks, looks);
}

void forget_look(QSettings& settings, const QString& path) {
  QVariantMap looks = looks_of(settings);
  if (looks.remove(path) > 0) settings.setValue(kLooks, looks);
}

std::optional<std::vector<ViewLayer>> kept_look(const QSettings& settings, const QString& path) {
  const QVariantMap looks = looks_of(settings);
  if (path.isEmpty() || !looks.contains(path)) return std::nullopt;
  std::vector<ViewLayer> layers;
  for (const QString& part : looks[path].toString().split(QStringLiteral(", "), Qt::SkipEmptyParts)) {
    const std::optional<ViewLayer> layer = layer_of(part);
    const auto twice = [&](const ViewLayer& other) { return layer && other.layer == layer->layer; };
    if (!layer || std::any_of(layers.begin(), layers.end(), twice)) return std::nullopt;
    layers.push_back(*layer);
  }
  return layers;
}

}  // namespace fw
