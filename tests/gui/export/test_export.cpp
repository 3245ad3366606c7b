#include <CLI/CLI.hpp>
#include <QClipboard>
#include <QDirIterator>
#include <QGuiApplication>
#include <QImage>
#include <QPlainTextEdit>
#include <QProcess>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

#include "app/cli/terminal/options.h"
#include "app/gui/document/document.h"
#include "app/gui/export/engine_page.h"
#include "app/gui/export/export_dialog.h"
#include "app/gui/export/map_page.h"
#include "app/gui/export/render_page.h"
#include "app/gui/preview/picture.h"
#include "app/job/folder/manifest.h"
#include "core/template/template_io.h"
#include "tests/gui/wait_limit.h"
#include "tests/support/templates.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

QStringList files_in(const QString& folder) {
  QStringList names;
  QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::Dirs | QDir::NoDotAndDotDot,
                     QDirIterator::Subdirectories);
  while (files.hasNext()) names << files.next();
  return names;
}

/// What a shell makes of a line: its words.
std::vector<std::string> shell_words(const QString& line) {
  QProcess shell;
  shell.start(QStringLiteral("/bin/sh"),
              {QStringLiteral("-c"),
               QStringLiteral("for w in ") + line + QStringLiteral("; do printf '%s\\0' \"$w\"; done")});
  if (!shell.waitForFinished(20000)) return {};
  std::vector<std::string> words;
  for (const QByteArray& word : shell.readAllStandardOutput().split('\0'))
    words.push_back(word.toStdString());
  words.pop_back();
  return words;
}

/// The request that the command line makes of a line.
Result<RenderRequest> parsed(const QString& line) {
  std::vector<std::string> words = shell_words(line);
  cli::Options options;
  CLI::App program;
  CLI::App* render = program.add_subcommand("render");
  cli::add_world(*render, options);
  cli::add_plates(*render, options);
  cli::add_common(*render, options);
  render->add_option("-o,--output", options.output)->required();
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  try {
    program.parse(static_cast<int>(argv.size()), argv.data());
  } catch (const CLI::ParseError& problem) {
    return Error{ErrorKind::usage, problem.what()};
  }
  Result<RenderRequest> request = cli::render_request(options);
  if (request) request.value().build.tmpl.extras.emplace_back("threads", std::to_string(options.threads));
  return request;
}

/// Everything that decides what a render writes, as text.
QString told(const RenderRequest& r) {
  QString views;
  for (const View view : r.views) views += QString::number(static_cast<int>(view));
  QString formats;
  for (const std::string& word : format_words(r.formats))
    formats += QString::fromStdString(word) + QLatin1Char(',');
  return QStringLiteral("%1 %2/%3/%4 %5 %6 %7 %8 %9 ")
             .arg(QString::fromStdString(template_digest(r.build.tmpl)))
             .arg(r.build.seeds.layout)
             .arg(r.build.seeds.noise)
             .arg(r.build.seeds.place)
             .arg(r.build.resolution)
             .arg(r.style.map_px)
             .arg(r.style.dpi)
             .arg(QString::fromStdString(r.style.palette))
             .arg(r.style.danger_patterns) +
         (r.style.sheet ? QString::fromUtf8(kPaperSlugs[static_cast<size_t>(*r.style.sheet)].data())
                        : QString()) +
         QStringLiteral(" 1:%1 ").arg(r.style.scale) + QString::fromStdString(r.style.map_style) + views +
         QLatin1Char(' ') + formats + QLatin1Char(' ') + QString::number(r.build.limits.max_bytes) +
         QLatin1Char(' ') + QString::fromStdString(r.folder.string());
}

ExportChoices unusual(const QString& folder) {
  ExportChoices c;
  c.folder = folder;
  c.views = {View::enemies_danger, View::zoom_quadrants};
  c.formats = {"svg", "geojson", "flatgeobuf"};
  c.resolution = 384;
  c.dpi = 150;
  c.map_px = 1000;
  c.palette = QStringLiteral("colour_blind_safe");
  c.map_style = QStringLiteral("parchment");
  c.danger_patterns = true;
  c.threads = 1;
  c.max_memory_gib = 3;
  return c;
}

ExportChoices on_sheet(const QString& folder) {
  ExportChoices c;
  c.folder = folder;
  c.sheet = PaperSize::a2;
  c.scale = 25000;
  return c;
}

ExportChoices small(const QString& folder) {
  ExportChoices c;
  c.folder = folder;
  c.resolution = 96;
  c.map_px = 256;
  c.formats = {"png", "geojson"};
  c.views = {View::overview};
  return c;
}

}  // namespace

class TestExport : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const char* name) const { return folder_.filePath(QString::fromUtf8(name)); }

 private slots:
  void theCommandParsesBackToTheSameRequest() {
    Document document;
    document.start(tiny());
    for (const ExportChoices& choices :
         {ExportChoices{.folder = at("plain")}, unusual(at("it's $HOME; \"here\"")), on_sheet(at("sheet"))}) {
      RenderPage page(document);
      page.set_choices(choices);
      const Result<QString> line = page.command();
      QVERIFY2(bool(line), line ? "" : line.error().message.c_str());
      const Result<RenderRequest> request = parsed(line.value());
      QVERIFY2(bool(request), request ? "" : request.error().message.c_str());
      QCOMPARE(told(request.value()), told(render_request(page.choices(), document.tmpl())));
      QCOMPARE(request.value().build.tmpl.extras.back().second, std::to_string(choices.threads));
    }
  }
  void seedsAndEditsTravelInTheCommand() {
    Document document;
    document.start(tiny());
    document.edit("Edits", [](Template& t) {
      t.seed = 9007199254740991;
      t.stream_seeds.layout = 5;
      t.land.fraction = 0.47;
      t.resources[1].quota += 1;
      t.description = "it's \"new\" \\ $x `y`";
      t.view.palette = "colour_blind_safe";
      t.view.style = "game";
      t.view.layers = {{MapLayer::danger, true, 0.5}};
    });
    RenderPage page(document);
    QCOMPARE(page.choices().palette, QStringLiteral("colour_blind_safe"));
    QCOMPARE(page.choices().map_style, QStringLiteral("game"));
    const Result<QString> line = page.command();
    QVERIFY2(bool(line), line ? "" : line.error().message.c_str());
    const Result<RenderRequest> request = parsed(line.value());
    QVERIFY2(bool(request), request ? "" : request.error().message.c_str());
    QCOMPARE(told(request.value()), told(render_request(page.choices(), document.tmpl())));
    page.copy_command();
    QCOMPARE(QGuiApplication::clipboard()->text(), line.value());
  }
  void aTemplateThatOnlyItsFileHoldsIsCalledByItsFile() {
    Document document;
    document.start(tiny());
    document.edit("Class", [](Template& t) {
      t.name = "Mine";
      t.resources.pop_back();
    });
    RenderPage page(document);
    QVERIFY(!page.command());
    QVERIFY(document.save_as(at("my template.json")));
    const Result<QString> line = page.command();
    QVERIFY2(bool(line), line ? "" : line.error().message.c_str());
    const Result<RenderRequest> request = parsed(line.value());
    QVERIFY2(bool(request), request ? "" : request.error().message.c_str());
    QCOMPARE(told(request.value()), told(render_request(page.choices(), document.tmpl())));
    document.edit("Class", [](Template& t) { t.resources.pop_back(); });
    QVERIFY2(!page.command(), "a class less is nothing that --set can say");
  }
  void everyRefusedChoiceSaysItsField() {
    const Template t = tiny();
    const auto refused = [&](const char* field, const std::function<void(ExportChoices&)>& change) {
      ExportChoices c = small(at("free"));
      if (!check_choices(c, t).empty()) return false;
      change(c);
      const auto problems = check_choices(c, t);
      return problems.size() == 1 && problems[0].field == QLatin1String(field) &&
             !problems[0].message.isEmpty();
    };
    QVERIFY(refused("folder", [](ExportChoices& c) { c.folder = "  "; }));
    QVERIFY(refused("folder", [](ExportChoices& c) { c.folder = "relative/path"; }));
    QVERIFY(refused("folder", [](ExportChoices& c) { c.folder = "/bin/sh"; }));
    QVERIFY(refused("views", [](ExportChoices& c) { c.views.clear(); }));
    QVERIFY(refused("formats", [](ExportChoices& c) { c.formats = {}; }));
    QVERIFY(refused("resolution", [](ExportChoices& c) { c.resolution = 31; }));
    QVERIFY(refused("resolution", [](ExportChoices& c) { c.resolution = 20000; }));
    QVERIFY(refused("dpi", [](ExportChoices& c) { c.dpi = 35; }));
    QVERIFY(refused("map_px", [](ExportChoices& c) { c.map_px = 32000; }));
    QVERIFY(refused("scale", [](ExportChoices& c) { c.scale = 499; }));
    QVERIFY(refused("scale", [](ExportChoices& c) {
      c.sheet = PaperSize::a4;
      c.scale = 1000;
    }));
    QVERIFY(refused("palette", [](ExportChoices& c) { c.palette = "neon"; }));
    QVERIFY(refused("style", [](ExportChoices& c) { c.map_style = "neon"; }));
    QVERIFY(refused("threads", [](ExportChoices& c) { c.threads = -1; }));
    QVERIFY(refused("max_memory", [](ExportChoices& c) { c.max_memory_gib = 0; }));
    QVERIFY2(refused("resolution",
                     [](ExportChoices& c) {
                       c.resolution = 8192;
                       c.max_memory_gib = 1;
                     }),
             "more memory than allowed");
  }
  void hiddenThePageRestsAndOnShowItFollows() {
    Document document;
    document.start(tiny());
    RenderPage page(document);
    auto* command = page.findChild<QPlainTextEdit*>();
    const auto seed = [&](uint64_t value) {
      document.edit("Seed", [value](Template& t) { t.seed = value; });
      return QStringLiteral("--seed %1").arg(value);
    };
    const QString before = command->toPlainText();
    QString wanted = seed(77001);
    QTest::qWait(300);
    QCOMPARE(command->toPlainText(), before);
    page.show();
    QVERIFY(command->toPlainText().contains(wanted));
    wanted = seed(77002);
    QVERIFY2(!command->toPlainText().contains(wanted), "not at every edit of a drag");
    QTRY_VERIFY_WITH_TIMEOUT(command->toPlainText().contains(wanted), kWaitLimit_ms);
  }
  void anotherDocumentIsProposedAFolderOfItsOwn() {
    Document document;
    document.start(tiny());
    RenderPage page(document);
    const QString first = page.choices().folder;
    document.start(builtin("WindswardLike"));
    QVERIFY(page.choices().folder != first);
    QVERIFY(page.choices().folder.contains(document.title()));
  }
  void aFailureIsNoNote() {
    Document document;
    document.start(tiny());
    ExportDialog dialog(document);
    dialog.set_map(make_picture(document.snapshot(), 64, false, nullptr).value(), {});
    dialog.map_page().set_side(64);
    dialog.map_page().set_file("/proc/map.png");  // a folder where even the administrator writes nothing
    QSignalSpy said(&dialog, &ExportDialog::said), failed(&dialog, &ExportDialog::failed);
    dialog.map_page().begin();
    QVERIFY(QTest::qWaitFor([&] { return said.count() + failed.count() == 1; }, kWaitLimit_ms));
    QCOMPARE(failed.count(), 1);
  }
  void anExportIsTheRenderOfTheCommand() {
    Document document;
    document.start(tiny());
    ExportDialog dialog(document);
    QSignalSpy ended(&dialog.render_page(), &ExportPage::ended);
    dialog.render_page().set_choices(small(at("done")));
    dialog.render_page().begin();
    QVERIFY(dialog.render_page().running());
    QVERIFY(QTest::qWaitFor([&] { return ended.count() == 1; }, kWaitLimit_ms));
    QVERIFY(ended[0][0].toBool());
    const auto rendered = render(render_request(small(at("again")), document.tmpl()));
    QVERIFY(bool(rendered));
    for (const char* name :
         {"manifest.json", "overview.png", "points.geojson", "audit.json", "template.json"}) {
      QFile one(at("done") + "/" + name), two(at("again") + "/" + name);
      QVERIFY2(one.open(QIODevice::ReadOnly) && two.open(QIODevice::ReadOnly), name);
      QVERIFY2(one.readAll() == two.readAll(), name);
    }
  }
  void cancellingAnswersAtOnceAndLeavesNoFile() {
    Document document;
    document.start(builtin("WindswardLike"));
    ExportDialog dialog(document);
    ExportChoices choices;
    choices.folder = at("cancelled");
    choices.resolution = 1024;  // seconds of work, on any machine
    dialog.render_page().set_choices(choices);
    QSignalSpy ended(&dialog.render_page(), &ExportPage::ended);
    dialog.show();
    dialog.render_page().begin();
    QTest::qWait(50);
    QVERIFY(dialog.render_page().running());
    dialog.reject();
    QVERIFY2(dialog.render_page().running(), "the answer does not wait for the work");
    QVERIFY2(dialog.isVisible(), "it stays until the work has ended");
    QVERIFY(QTest::qWaitFor([&] { return ended.count() == 1; }, kWaitLimit_ms));
    QVERIFY(!ended[0][0].toBool());
    QCOMPARE(files_in(at("cancelled")), QStringList());
    QVERIFY(!QDir(at("cancelled")).exists());
    dialog.reject();
    QVERIFY(!dialog.isVisible());
  }
  void aTickExportsAgainAtEverySave() {
    Document document;
    document.start(tiny());
    QVERIFY(document.save_as(at("again.json")));
    ExportDialog dialog(document);
    EnginePage& page = dialog.engine_page();
    EngineChoices choices = page.choices();
    choices.folder = at("again");
    choices.targets = {"csv"};
    choices.resolution = 64;
    page.set_choices(choices);
    QSignalSpy ended(&page, &ExportPage::ended);
    QVERIFY(document.save_as(at("again.json")));
    QVERIFY(!page.running());  // not asked for
    page.set_again_on_save(true);
    QVERIFY(document.save_as(at("again.json")));
    QVERIFY(page.running());
    document.edit("Seed", [](Template& t) { ++t.seed; });
    QVERIFY(document.save_as(at("again.json")));  // while the first is running
    QVERIFY(QTest::qWaitFor([&] { return ended.count() == 2; }, kWaitLimit_ms));
    QVERIFY(ended[0][0].toBool() && ended[1][0].toBool());
    QVERIFY(QFile::exists(at("again/csv/export.json")));
  }
  void aFolderThatCannotBeWrittenIsSaid() {
    Document document;
    document.start(tiny());
    RenderPage page(document);
    QFile file(at("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    page.set_choices(small(at("file")));
    QSignalSpy ended(&page, &ExportPage::ended);
    page.begin();
    QVERIFY2(!page.running(), "a refused choice begins nothing");
    page.set_choices(small(at("file") + "/below"));
    page.begin();
    if (page.running()) {
      QVERIFY(QTest::qWaitFor([&] { return ended.count() == 1; }, kWaitLimit_ms));
      QVERIFY(!ended[0][0].toBool());
    }
  }
  void theMapIsWrittenAsItLooks() {
    Document document;
    document.start(tiny());
    document.edit("Layers", [](Template& t) { t.view.layers = {{MapLayer::danger, true, 1}}; });
    const auto picture = make_picture(document.snapshot(), 96, false, nullptr).value();
    MapPage page(document);
    page.set_map(picture, {});
    page.set_file(at("map.png"));
    page.set_side(300);
    QSignalSpy ended(&page, &ExportPage::ended);
    page.begin();
    QVERIFY(QTest::qWaitFor([&] { return ended.count() == 1; }, kWaitLimit_ms));
    const QImage written(at("map.png"));
    const auto map = draw_map(*picture->atlas, map_look(document.tmpl().view),
                              fit_window(picture->atlas->frame_m(), 300, 300, 1, 0));
    QVERIFY(bool(map));
    const QImage drawn(reinterpret_cast<const uchar*>(map.value().argb.data()), 300, 300, 1200,
                       QImage::Format_RGB32);
    QCOMPARE(written.convertToFormat(QImage::Format_RGB32), drawn);
  }

  void theEnginePageWritesFoldersAndSaysTheCommand() {
    Document document;
    document.start(tiny());
    EnginePage page(document);
    EngineChoices choices;
    choices.folder = at("engines");
    choices.targets = {"tiled", "csv"};
    choices.resolution = 96;
    page.set_choices(choices);
    const Result<QString> line = page.command();
    QVERIFY2(bool(line), line ? "" : line.error().message.c_str());
    QVERIFY2(line.value().startsWith(QStringLiteral("fieldwright export Tiny ")), qPrintable(line.value()));
    QVERIFY2(line.value().contains(QStringLiteral(" --resolution 96 --target tiled,csv -o ")),
             qPrintable(line.value()));
    QSignalSpy ended(&page, &ExportPage::ended), said(&page, &ExportPage::said);
    for (const bool again : {false, true}) {
      page.begin();
      QTRY_VERIFY_WITH_TIMEOUT(!page.running(), kWaitLimit_ms);
      QVERIFY(ended.takeLast().at(0).toBool());
      const QString text = said.takeLast().at(0).toString();
      QVERIFY2(text.startsWith(QStringLiteral("tiled: ")), qPrintable(text));
      QCOMPARE(text.count(QStringLiteral(" 0 written")), again ? 2 : 0);
    }
    QVERIFY(QFile::exists(at("engines/csv/export.json")));
    choices.targets = {"unreal", "godot"};
    choices.vertices = 513;
    QVERIFY2(!engine_problem(choices).isEmpty(), "Unreal takes no 513 vertices");
    choices.targets.clear();
    QVERIFY(!engine_problem(choices).isEmpty());
  }

  void anAssetIsOneStepOfTheHistory() {
    Document document;
    document.start(tiny());
    EnginePage page(document);
    EngineChoices choices;
    choices.folder = at("assets");
    choices.targets = {"godot"};
    page.set_choices(choices);
    page.show_assets_of(QStringLiteral("godot"));
    page.refresh();
    auto* table = page.findChild<QTableWidget*>();
    QVERIFY(table->rowCount() > 5);
    const QString cls = table->item(2, 0)->toolTip();
    table->item(2, 2)->setText(QStringLiteral("res://ore.tscn"));
    QCOMPARE(document.history().count(), 1);
    QCOMPARE(document.tmpl().exports.things.size(), size_t{1});
    QCOMPARE(QString::fromStdString(document.tmpl().exports.things[0].cls), cls);
    QVERIFY2(!page.command(), "assets are in the file alone");
    page.refresh();
    // What has an asset stands below what lacks one.
    QCOMPARE(table->item(table->rowCount() - 1, 2)->text(), QStringLiteral("res://ore.tscn"));
    const QString first = table->item(0, 0)->toolTip(), second = table->item(1, 0)->toolTip();
    QGuiApplication::clipboard()->setText(first + QStringLiteral("\ta.tscn\n") + second +
                                          QStringLiteral("\tb.tscn\nno_such_class\tc.tscn\n"));
    page.paste_assets();
    QCOMPARE(document.history().count(), 2);
    QCOMPARE(document.tmpl().exports.things.size(), size_t{3});
    document.history().undo();
    document.history().undo();
    QVERIFY(document.tmpl().exports.things.empty());
    QVERIFY(bool(page.command()));
  }
};

FW_WINDOW_TEST(TestExport)
#include "test_export.moc"
