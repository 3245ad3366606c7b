#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QSettings>
#include <QStandardPaths>

#include "app/gui/window/main_window.h"

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  QApplication::setApplicationName(QStringLiteral("fieldwright-designer"));
  QApplication::setOrganizationName(QStringLiteral("fieldwright"));
  QApplication::setApplicationDisplayName(QStringLiteral("Fieldwright"));
  QApplication::setApplicationVersion(QStringLiteral(FIELDWRIGHT_VERSION));

  QCommandLineParser options;
  options.setApplicationDescription(
      QCoreApplication::translate("main", "Shapes a territory template on a live map."));
  options.addHelpOption();
  options.addVersionOption();
  options.addPositionalArgument(QStringLiteral("TEMPLATE"),
                                QCoreApplication::translate("main", "Template file to open."),
                                QStringLiteral("[TEMPLATE]"));
  options.process(app);

  QSettings settings;
  fw::apply_theme(app, fw::theme_of(settings.value(QStringLiteral("theme")).toString()));
  const QString data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
  fw::MainWindow window(settings, QDir(data).filePath(QStringLiteral("recovery")));
  window.show();
  if (!options.positionalArguments().isEmpty()) window.session().open(options.positionalArguments().front());
  window.begin();
  return QApplication::exec();
}
