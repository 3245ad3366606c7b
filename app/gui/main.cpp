#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFile>
#include <QIcon>
#include <QLibraryInfo>
#include <QList>
#include <QLocale>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTranslator>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "app/gui/window/main_window.h"
#include "app/gui/window/screenshots.h"
#include "app/job/manual/man_page.h"
#include "core/base/parallel/freed_memory.h"
#include "core/template/template_io.h"

namespace {

QString words(const char* text) {
  return QCoreApplication::translate("main", text);
}

/// Screenshots use settings of their own, so that they show what a new user sees.
std::unique_ptr<QSettings> settings_for(const QTemporaryDir* scratch) {
  if (!scratch) return std::make_unique<QSettings>();
  return std::make_unique<QSettings>(scratch->filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
}

/// Installs the translation of the user's language, if there is one: fieldwright_de.qm, made by lupdate and
/// lrelease from app/gui, in ../share/fieldwright/translations relative to the program.
void install_translations(QApplication& app) {
  const QDir own(QCoreApplication::applicationDirPath() +
                 QStringLiteral("/../share/fieldwright/translations"));
  for (const auto& [name, folder] :
       {std::pair(QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)),
        std::pair(QStringLiteral("fieldwright"), own.path())}) {
    auto* translator = new QTranslator(&app);
    if (translator->load(QLocale(), name, QStringLiteral("_"), folder))
      QApplication::installTranslator(translator);
  }
}

/// Screenshots, --help and --version need no display.
void choose_platform(int argc, char** argv) {
  const bool screenless = std::any_of(argv, argv + argc, [](std::string_view word) {
    return word.starts_with("--screenshots") || word == "-h" || word == "--help" || word == "--help-all" ||
           word == "-v" || word == "--version" || word == "--man";
  });
  if (screenless && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
}

/// The manual page, of the same options as --help.
std::string manual(const QCommandLineParser& parser, const QList<QCommandLineOption>& options) {
  fw::ManSection section = {"Options",
                            "--help-all lists the options of Qt as well.",
                            {{"TEMPLATE", words("Built-in name or template file to open.").toStdString()}}};
  for (const QCommandLineOption& option : options) {
    QStringList names;
    for (const QString& name : option.names()) names << (name.size() == 1 ? "-" : "--") + name;
    const QString value = option.valueName().isEmpty() ? QString() : " " + option.valueName();
    section.entries.push_back({(names.join(", ") + value).toStdString(), option.description().toStdString()});
  }
  return fw::man_source({"fieldwright-designer",
                         parser.applicationDescription().toStdString(),
                         {{"Synopsis", "fieldwright-designer [OPTIONS] [TEMPLATE]", {}},
                          section,
                          {"See also", "fieldwright(1)", {}}}});
}

}  // namespace

int main(int argc, char** argv) {
  fw::keep_freed_memory();  // every edit generates a new world of equal arrays
  choose_platform(argc, argv);
  QApplication app(argc, argv);
  QApplication::setApplicationName(QStringLiteral("fieldwright-designer"));
  QApplication::setOrganizationName(QStringLiteral("fieldwright"));
  QApplication::setApplicationDisplayName(QStringLiteral("Fieldwright"));
  QApplication::setApplicationVersion(QStringLiteral(FIELDWRIGHT_VERSION));
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/resources/fieldwright-256.png")));
  QApplication::setDesktopFileName(QStringLiteral("fieldwright-designer"));

  install_translations(app);

  QCommandLineParser options;
  options.setApplicationDescription(words("Shapes a territory template on a live map."));
  const QCommandLineOption help = options.addHelpOption();
  const QCommandLineOption version = options.addVersionOption();
  const QCommandLineOption screenshots(
      QStringLiteral("screenshots"),
      words("Write pictures of the window and its panels into DIR, then quit."), QStringLiteral("DIR"));
  options.addOption(screenshots);
  QCommandLineOption man(QStringLiteral("man"));
  man.setFlags(QCommandLineOption::HiddenFromHelp);
  options.addOption(man);
  options.addPositionalArgument(QStringLiteral("TEMPLATE"), words("Built-in name or template file to open."),
                                QStringLiteral("[TEMPLATE]"));
  options.process(app);
  if (options.isSet(man)) {
    std::fputs(manual(options, {help, version, screenshots}).c_str(), stdout);
    return 0;
  }
  const QStringList files = options.positionalArguments();

  const bool pictures = options.isSet(screenshots);
  const std::unique_ptr<QTemporaryDir> scratch(pictures ? new QTemporaryDir : nullptr);
  const std::unique_ptr<QSettings> settings = settings_for(scratch.get());
  fw::apply_theme(app, fw::theme_of(settings->value(QStringLiteral("theme")).toString()));
  const QString data =
      scratch ? scratch->path() : QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
  fw::MainWindow window(*settings, QDir(data).filePath(QStringLiteral("recovery")));
  window.show();
  // As everywhere in the command: a file, else a template that comes with the program.
  const fw::BuiltinTemplate* builtin = files.isEmpty() || QFile::exists(files.front())
                                           ? nullptr
                                           : fw::find_builtin(files.front().toStdString());
  if (builtin != nullptr) {
    window.session().start(fw::parse_template(builtin->text, builtin->name).value());
  } else if (pictures && !files.isEmpty()) {  // screenshots run unattended: no message box
    if (const fw::Result<fw::Done> opened = window.document().open(files.front()); !opened) {
      std::fprintf(stderr, "%s\n", opened.error().message.c_str());
      return static_cast<int>(opened.error().kind);
    }
  } else if (!files.isEmpty()) {
    window.session().open(files.front());
  }
  window.begin();
  const QString begun = QStringLiteral("begun");
  const bool first = !settings->contains(begun);
  if (!pictures) settings->setValue(begun, true);
  if (!pictures && first && files.isEmpty() && !window.document().modified()) window.choose_template();
  if (pictures) return fw::take_screenshots(app, window, options.value(screenshots));
  return QApplication::exec();
}
