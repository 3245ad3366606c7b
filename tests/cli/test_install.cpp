// The installed tree works on its own, wherever it stands.

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/files.h"
#include "tests/support/process.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

/// A program with both streams apart, run in a folder.
Outcome run_in(const QString& folder, const QString& program, const QStringList& arguments) {
  return run_program(program, arguments, {.folder = folder});
}

/// The same, without any environment.
Outcome run_bare(const QString& folder, const QString& program, const QStringList& arguments) {
  return run_in(folder, "/usr/bin/env", QStringList{"-i", program} + arguments);
}

/// "--at", "--seed" ... of a help text.
QStringList options_in(const QString& help) {
  static const QRegularExpression kOption("--[a-z][a-z-]+");
  QStringList options;
  auto found = kOption.globalMatch(help);
  while (found.hasNext()) options << found.next().captured(0);
  return options;
}

}  // namespace

class TestInstall : public QObject {
  Q_OBJECT

  QTemporaryDir scratch_;
  QString prefix_ = scratch_.filePath("a prefix");
  QString work_ = scratch_.filePath("elsewhere");

  Outcome command(const QStringList& arguments) {
    return run_bare(work_, prefix_ + "/bin/fieldwright", arguments);
  }

  void check_manual(const QString& page) {
    const QString man = QStandardPaths::findExecutable("man");
    if (man.isEmpty()) return;
    const Outcome shown = run_in(work_, man, {"--warnings", "-l", page});
    QCOMPARE(shown.err, QString());
    QCOMPARE(shown.code, 0);
  }

 private slots:
  void initTestCase() {
    QVERIFY(QDir().mkpath(work_));
    for (const QString component : {"command", "designer"}) {
      const Outcome installed =
          run_in(work_, FIELDWRIGHT_CMAKE,
                 {"--install", FIELDWRIGHT_BINARY_DIR, "--component", component, "--prefix", prefix_});
      QVERIFY2(installed.code == 0, qPrintable(installed.err));
    }
  }

  void theCommandRendersWithEveryFileOfItsOwn() {
    const Outcome rendered = command({"render", "Tiny", "--resolution", "64", "-o", "tiny", "--formats",
                                      "png,svg,pdf,geojson,gpkg,geotiff,flatgeobuf"});
    QVERIFY2(rendered.code == 0, qPrintable(rendered.err));
    QVERIFY(QFile::exists(work_ + "/tiny/territory.gpkg"));
    QCOMPARE(command({"verify", "tiny"}).code, 0);
  }

  void theInstalledTemplatesAreTheBuiltInOnes() {
    const QString templates = prefix_ + "/share/fieldwright/templates/";
    const QStringList files = QDir(templates).entryList({"*.json"});
    QVERIFY(!files.isEmpty());
    for (const QString& file : files) {
      const Outcome checked = command({"check", templates + file});
      QVERIFY2(checked.code == 0, qPrintable(file + ": " + checked.err));
      QCOMPARE(command({"templates", QFileInfo(file).baseName()}).out, contents(templates + file));
    }
  }

  void theSchemaAndTheExamplesAreInstalled() {
    QCOMPARE(contents(prefix_ + "/share/fieldwright/template.schema.json"),
             command({"templates", "--schema"}).out);
    const Outcome installed =
        run_in(work_, FIELDWRIGHT_CMAKE,
               {"--install", FIELDWRIGHT_BINARY_DIR, "--component", "development", "--prefix", prefix_});
    QVERIFY2(installed.code == 0, qPrintable(installed.err));
    const QDir examples(FIELDWRIGHT_SOURCE_DIR "/examples");
    for (const QString& name : examples.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
      if (name == "python") continue;  // with the package for Python
      for (const QString& file : QDir(examples.filePath(name)).entryList(QDir::Files))
        QVERIFY2(QFile::exists(prefix_ + "/share/doc/fieldwright/examples/" + name + "/" + file),
                 qPrintable(name + "/" + file));
    }
  }

  void theManualNamesEveryOptionOfEveryCommand() {
    const QString page = prefix_ + "/share/man/man1/fieldwright.1";
    const QString text = QString::fromUtf8(contents(page)).remove('\\');
    for (const QString name : {"render", "audit", "check", "explain", "diff", "templates", "verify",
                               "experiment", "animate", "atlas", "fields", "simulate"}) {
      const QStringList options = options_in(command({name, "--help"}).out);
      QVERIFY(options.size() > 5);
      for (const QString& option : options) QVERIFY2(text.contains(option), qPrintable(name + " " + option));
    }
    check_manual(page);
  }

  void theCompletionOfShellsIsInstalled() {
    QCOMPARE(contents(prefix_ + "/share/bash-completion/completions/fieldwright"),
             command({"completion", "bash"}).out);
    QCOMPARE(contents(prefix_ + "/share/zsh/vendor-completions/_fieldwright"),
             command({"completion", "zsh"}).out);
  }

  void theDesignerStartsAndItsManualNamesItsOptions() {
    const Outcome help = run_bare(work_, prefix_ + "/bin/fieldwright-designer", {"--help"});
    QCOMPARE(help.code, 0);
    const QString page = prefix_ + "/share/man/man1/fieldwright-designer.1";
    const QString text = QString::fromUtf8(contents(page)).remove('\\');
    for (const QString& option : options_in(help.out)) QVERIFY2(text.contains(option), qPrintable(option));
    check_manual(page);
  }

  void theDesktopFileNamesAProgramAndAnIconThatAreThere() {
    const QString desktop = prefix_ + "/share/applications/fieldwright-designer.desktop";
    const QString text = contents(desktop);
    QVERIFY(text.contains("Exec=fieldwright-designer ") &&
            QFile::exists(prefix_ + "/bin/fieldwright-designer"));
    QVERIFY(text.contains("Icon=fieldwright\n"));
    QVERIFY(QFile::exists(prefix_ + "/share/icons/hicolor/scalable/apps/fieldwright.svg"));
    const QString validator = QStandardPaths::findExecutable("desktop-file-validate");
    if (!validator.isEmpty()) QCOMPARE(run_in(work_, validator, {desktop}).code, 0);
  }

  void theGisWritersAreTheInstalledOnes() {  // the last one: it takes them away
    QVERIFY(QFile::remove(prefix_ + "/lib/fieldwright/libfieldwright_geo.so"));
    const Outcome rendered =
        command({"render", "Tiny", "--resolution", "64", "-o", "none", "--formats", "gpkg"});
    QCOMPARE(rendered.code, 4);
    QVERIFY2(rendered.err.contains("lib/fieldwright"), qPrintable(rendered.err));
  }
};

FW_TEST(TestInstall)
#include "test_install.moc"
