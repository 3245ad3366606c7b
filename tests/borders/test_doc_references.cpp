// Comments point to numbered sections of docs/*.md, and the pages to each other: both must be there.

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QTest>

#include "tests/support/test_main.h"

namespace {

const QString kRoot = QStringLiteral(FIELDWRIGHT_SOURCE_DIR) + "/";

QString text_of(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList files_below(const QString& folder, const QStringList& patterns) {
  QStringList files;
  QDirIterator it(kRoot + folder, patterns, QDir::Files, QDirIterator::Subdirectories);
  while (it.hasNext()) files.push_back(it.next());
  return files;
}

/// Comments break lines: "docs/world.md,\n/// 4.2" is one reference.
QString joined(QString text) {
  static const QRegularExpression kBreak("\\n\\s*//[/!]? ?");
  return text.replace(kBreak, " ");
}

/// "### 4.2 Danger: ..." or "## 4. Layers ...".
bool has_section(const QString& page, const QString& number) {
  return page.contains(QRegularExpression("^#+ " + QRegularExpression::escape(number) + "\\.? ",
                                          QRegularExpression::MultilineOption));
}

}  // namespace

class TestDocReferences : public QObject {
  Q_OBJECT
 private slots:
  void sectionsThatCommentsNameExist() {
    static const QRegularExpression kReference("docs/([a-z-]+\\.md)((?:(?:,| and) \\d+(?:\\.\\d+)?)*)");
    static const QRegularExpression kNumber("\\d+(\\.\\d+)?");
    int references = 0;
    for (const QString folder : {"core", "render", "app", "tests"})
      for (const QString& file : files_below(folder, {"*.h", "*.cpp"})) {
        auto found = kReference.globalMatch(joined(text_of(file)));
        while (found.hasNext()) {
          const QRegularExpressionMatch reference = found.next();
          const QString page = text_of(kRoot + "docs/" + reference.captured(1));
          QVERIFY2(!page.isEmpty(), qPrintable(file + ": no page docs/" + reference.captured(1)));
          auto number = kNumber.globalMatch(reference.captured(2));
          while (number.hasNext()) {
            const QString section = number.next().captured(0);
            QVERIFY2(has_section(page, section),
                     qPrintable(file + ": docs/" + reference.captured(1) + " has no section " + section));
            ++references;
          }
        }
      }
    QVERIFY2(references > 20, "the pattern no longer finds the references");
  }

  void filesThatPagesLinkToExist() {
    static const QRegularExpression kLink("\\]\\(([^)#:]+)\\)");
    QStringList pages = files_below("docs", {"*.md"});
    pages << kRoot + "README.md" << kRoot + "ARCHITECTURE.md" << kRoot + "CONTRIBUTING.md"
          << kRoot + "CHANGELOG.md";
    int links = 0;
    for (const QString& page : pages) {
      auto found = kLink.globalMatch(text_of(page));
      for (; found.hasNext(); ++links) {
        const QString target = found.next().captured(1);
        QVERIFY2(QFileInfo::exists(QFileInfo(page).path() + "/" + target),
                 qPrintable(page + ": no file " + target));
      }
    }
    QVERIFY(links > 20);
  }

  void sourcesThatPagesAndCommentsNameExist() {
    // "core/field/raster.h"; words in capitals stand for a name ("docs/usual/NAME.csv").
    static const QRegularExpression kSource(
        "(?<![\\w./-])(?:core|render|app|tests|cmake|templates|resources|examples|docs)/[a-z0-9_./-]+"
        "\\.(?:h|cpp|c|cmake|txt|py|sh|md|json)\\b");
    QStringList files = files_below("docs", {"*.md"});
    files << kRoot + "README.md" << kRoot + "ARCHITECTURE.md" << kRoot + "CONTRIBUTING.md";
    for (const QString folder : {"core", "render", "app", "tests", "cmake"})
      files << files_below(folder, {"*.h", "*.cpp", "*.c", "CMakeLists.txt", "*.cmake"});
    int sources = 0;
    for (const QString& file : files) {
      // Of code the comments alone: includes and lists of sources are checked by their own tools.
      const QString comment = file.endsWith(".md") ? QString()
                              : file.endsWith(".h") || file.endsWith(".cpp") || file.endsWith(".c") ? "//"
                                                                                                    : "#";
      QString text;
      for (const QString& line : text_of(file).split('\n'))
        if (line.contains(comment)) text += line.mid(line.indexOf(comment)) + "\n";
      for (auto found = kSource.globalMatch(text); found.hasNext(); ++sources) {
        const QString source = found.next().captured();
        QVERIFY2(QFileInfo::exists(kRoot + source), qPrintable(file + ": no file " + source));
      }
    }
    QVERIFY2(sources > 100, "the pattern no longer finds the names");
  }

  void testsThatPagesNameExist() {
    static const QRegularExpression kName("`(?:\\w+/)*(\\w+)/(test_\\w+)(?: (\\w+))?`");
    QHash<QString, QString> tests;  // by folder and name, of the folder that they lie in or one above it
    for (const QString& file : files_below("tests", {"test_*.cpp"})) {
      const QStringList parts = file.split('/');
      const QString name = QFileInfo(file).completeBaseName(), text = text_of(file);
      for (qsizetype k = 2; k <= 3; ++k) tests[parts[parts.size() - k] + "/" + name] = text;
    }
    int names = 0;
    for (const QString& page : files_below("docs", {"*.md"})) {
      auto found = kName.globalMatch(text_of(page));
      for (; found.hasNext(); ++names) {
        const QRegularExpressionMatch name = found.next();
        const QString test = name.captured(1) + "/" + name.captured(2), function = name.captured(3);
        QVERIFY2(tests.contains(test), qPrintable(page + ": no test " + test));
        QVERIFY2(function.isEmpty() || tests[test].contains("void " + function + "("),
                 qPrintable(page + ": " + test + " has no " + function));
      }
    }
    QVERIFY2(names > 20, "the pattern no longer finds the names");
  }
};

FW_TEST(TestDocReferences)
#include "test_doc_references.moc"
