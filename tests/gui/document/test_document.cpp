#include <malloc.h>

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <functional>

#include "app/gui/document/document.h"
#include "app/gui/document/recovery.h"
#include "app/gui/document/row_check.h"
#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "tests/much_by_hand.h"
#include "tests/support/files.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

void set_land(Document& document, double share, const QString& merge = {}) {
  document.edit(
      "Land", [share](Template& t) { t.land.fraction = share; }, merge);
}

}  // namespace

class TestDocument : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString file(const char* name) const { return folder_.filePath(QString::fromUtf8(name)); }

 private slots:
  void startsValidUntitledAndClean() {
    const Document document;
    QVERIFY(document.valid());
    QVERIFY(!document.modified());
    QVERIFY(document.path().isEmpty());
    QCOMPARE(document.title(), QStringLiteral("WindswardLike"));
  }
  void fiveHundredStepsOverMuchByHandTakeLittleMemory() {
    Document document;
    document.start(with_much_by_hand(builtin("WindswardLike")));
    RandomCursor random{derive(3, "test.steps"), 0};
    const auto held_mib = [] { return static_cast<double>(mallinfo2().uordblks) / (1 << 20); };
    const double before_mib = held_mib();
    for (int k = 0; k < 500; ++k)
      document.edit(QStringLiteral("Step %1").arg(k), [&](Template& t) {
        if (k % 3 == 0) {
          PaintRow row = t.hand.biome[random.below(1000)];
          row.id = "n" + std::to_string(k) + "n";
          t.hand.biome.push_back(row);
        } else if (k % 3 == 1) {
          t.hand.pins.edit(random.below(2000)).x_m += 10;
        } else {
          t.hand.biome.edit(random.below(1000)).on = k % 2 == 0;
        }
      });
    QVERIFY(document.history().count() >= 400);  // some change nothing
    const double grown_mib = held_mib() - before_mib;
    qInfo("%.1f MiB", grown_mib);
    QVERIFY2(grown_mib <= 96, qPrintable(QString::number(grown_mib)));
  }
  void anEditOfRowsIsWhatTheWholeTemplateWouldGive() {
    Template before = tiny();
    for (int k = 0; k < 40; ++k) {
      PinRow pin;
      pin.id = "p" + std::to_string(k);
      pin.cls = before.resources.front().slug;
      pin.x_m = 10.0 * k;
      before.hand.pins.push_back(pin);
      PaintRow paint;
      paint.id = "b" + std::to_string(k);
      paint.cls = "forest";
      paint.place = {"POINT (" + std::to_string(30 * k) + " 700)", 40, {}};
      before.hand.biome.push_back(paint);
    }
    LineRow line;
    line.id = "n1";
    line.shape = "LINESTRING (1 1, 9 9)";
    line.from = "p3";
    before.hand.lines.push_back(line);
    before = check_edited(before).tmpl;
    const std::vector<std::function<void(Template&)>> edits{
        [](Template& t) { t.hand.pins.edit(5).x_m = 1.0 / 3; },
        [](Template& t) { t.hand.biome.edit(7).place.shape = "Point( 3.00049  4 )"; },
        [](Template& t) { t.hand.biome.erase(7); }, [](Template& t) { t.hand.pins.edit(3).name = "Mill"; },
        [](Template& t) { t.hand.pins.edit(9).note = "for people"; }, [](Template& t) { t.hand.belt_m = 40; },
        [](Template& t) {
          BanRow ban;
          ban.id = "x1";
          ban.of = "all, -" + t.resources.front().slug;
          t.hand.bans.push_back(ban);
        },
        // Refused, or more than rows: the whole goes through the format.
        [](Template& t) { t.hand.pins.erase(3); }, [](Template& t) { t.hand.pins.edit(5).id = "b4"; },
        [](Template& t) { t.hand.pins.edit(5).cls = "no_such_class"; },
        [](Template& t) { t.hand.biome.edit(1).place.radius_m = 0; },
        [](Template& t) { t.hand.pins.edit(1).x_m = std::nan(""); },
        [](Template& t) { t.land.fraction = 0.5; }};
    size_t by_rows = 0;
    for (const auto& change : edits) {
      Template edited = before;
      change(edited);
      const CheckedTemplate whole = check_edited(edited);
      const bool rows_alone = text_without_rows(edited) == text_without_rows(before);
      const auto rows = rows_alone ? checked_rows(edited, before) : std::nullopt;
      by_rows += rows.has_value();
      QVERIFY(!rows || whole.refusals.empty());
      if (rows) QCOMPARE(write_template(*rows), write_template(whole.tmpl));
      if (rows)
        QCOMPARE(have_rows_of_one_text(*rows, before), write_template(whole.tmpl) == write_template(before));
    }
    QVERIFY(by_rows >= 6);
  }
  void aStepSharesTheRowsOfTheHandThatItLeavesAlone() {
    Document document;
    document.start(tiny());
    const auto add = [&](double x) {
      document.edit("Ban", [x](Template& t) {
        BanRow row;
        row.id = "x" + std::to_string(static_cast<int>(x));
        row.of = "all";
        row.x_m = x + 0.00012;  // the file keeps whole millimetres of shapes, and numbers as they are
        t.hand.bans.push_back(row);
      });
    };
    for (const double x : {100.0, 200.0, 300.0}) add(x);
    const auto before = document.snapshot();
    add(400);
    const auto after = document.snapshot();
    for (size_t k = 0; k < 3; ++k) QVERIFY(after->hand.bans.shares(k, before->hand.bans));
    document.edit("Move", [](Template& t) { t.hand.bans.edit(1).x_m = 250; });
    QVERIFY(document.tmpl().hand.bans.shares(0, after->hand.bans));
    QVERIFY(!document.tmpl().hand.bans.shares(1, after->hand.bans));
    document.edit("Take away", [](Template& t) { t.hand.bans.erase(0); });
    QCOMPARE(&document.tmpl().hand.bans[1], &after->hand.bans[2]);
    // What is shared is what the file would give.
    const Template read = parse_template(write_template(document.tmpl()), "t").value();
    QCOMPARE(write_template(read), write_template(document.tmpl()));
    QCOMPARE(read.hand.bans[1].x_m, document.tmpl().hand.bans[1].x_m);
  }
  void rowsThatNeverPassedTheFormatAreNotShared() {
    Document document;
    document.start(tiny());
    document.edit("Broken", [](Template& t) {
      t.resources[0].slug = "Bad Name!";
      AreaRow area;
      area.id = "area";
      area.of = "all";
      area.place.shape = "polygon((0 0,100.0004 0,100 100))";  // not as the file writes it
      t.hand.areas.push_back(area);
    });
    QVERIFY(!document.valid());
    document.edit("Mended", [](Template& t) { t.resources[0].slug = tiny().resources[0].slug; });
    QVERIFY(document.valid());
    const Template read = parse_template(write_template(document.tmpl()), "t").value();
    QCOMPARE(read.hand.areas[0].place.shape, document.tmpl().hand.areas[0].place.shape);
  }
  void anEditIsOneUndoStep() {
    Document document;
    document.start(tiny());
    QSignalSpy changed(&document, &Document::changed);
    set_land(document, 0.5);
    QCOMPARE(document.tmpl().land.fraction, 0.5);
    QVERIFY(document.modified());
    document.history().undo();
    QCOMPARE(write_template(document.tmpl()), write_template(tiny()));
    QVERIFY(!document.modified());
    QCOMPARE(changed.count(), 2);
  }
  void anEditThatChangesNothingLeavesNoStep() {
    Document document;
    set_land(document, document.tmpl().land.fraction);
    QCOMPARE(document.history().count(), 0);
  }
  void aDragIsOneStepAndTheNextDragAnother() {
    Document document;
    for (const double share : {0.40, 0.41, 0.42}) set_land(document, share, "land");
    QCOMPARE(document.history().count(), 1);
    document.end_gesture();
    set_land(document, 0.43, "land");
    QCOMPARE(document.history().count(), 2);
    document.history().undo();
    QCOMPARE(document.tmpl().land.fraction, 0.42);
  }
  void aStepIsNamedByTheStatesAroundItADragByThoseAroundTheWhole() {
    Document document;
    const auto seeds = [](const Template& before, const Template& after) {
      return QStringLiteral("%1 to %2").arg(before.seed).arg(after.seed);
    };
    document.edit("Seed", [](Template& t) { t.seed = 10; });
    for (const uint64_t seed : {11, 12, 13})
      document.edit(
          seeds, [seed](Template& t) { t.seed = seed; }, "seed");
    QCOMPARE(document.history().undoText(), QStringLiteral("10 to 13"));
    QCOMPARE(document.history().count(), 2);
  }
  void aDragBackToWhereItBeganLeavesNoStep() {
    Document document;
    const double before = document.tmpl().land.fraction;
    set_land(document, before - 0.1, "land");
    set_land(document, before, "land");
    QCOMPARE(document.history().count(), 0);
    QVERIFY(!document.modified());
  }
  void whatAFileWouldRefuseIsFoundByItsPath() {
    Document document;
    document.edit("Danger", [](Template& t) { t.vocabulary.danger[0].share += 0.1; });
    QVERIFY(!document.valid());
    QCOMPARE(document.findings().front().where, std::string("danger"));
    document.edit("Class", [](Template& t) { t.resources[1].slug = t.resources[0].slug; });
    QVERIFY(document.findings().size() >= 2);
    document.history().undo();
    document.history().undo();
    QVERIFY(document.valid());
  }
  void whatArithmeticProvesContradictoryIsFound() {
    Document document;
    document.edit("Forts", [](Template& t) {
      t.vocabulary.landmarks[1].count = t.vocabulary.landmarks[1].count.value_or(0) + 1;
    });
    QVERIFY(!document.valid());
    QVERIFY(document.findings().front().where.starts_with("landmarks"));
  }
  void aSavedFileIsCanonicalAndReadsBack() {
    Document document;
    set_land(document, 0.5);
    QVERIFY(document.save_as(file("saved.json")));
    QVERIFY(!document.modified());
    QCOMPARE(contents(file("saved.json")).toStdString(), write_template(document.tmpl()));
    Document again;
    QVERIFY(again.open(file("saved.json")));
    QCOMPARE(write_template(again.tmpl()), write_template(document.tmpl()));
    QCOMPARE(again.title(), QStringLiteral("saved"));
  }
  void aTemplateOverABaseKeepsItAndSavesWhatDiffers() {
    write_text(file("isle.json").toStdString(), write_template(tiny()));
    const std::string text =
        R"({"format": 3, "base": "isle.json", "name": "Winter", "land": {"fraction": 0.4}})";
    write_text(file("winter.json").toStdString(), text);
    Document document;
    QVERIFY(!document.base());
    QVERIFY(document.open(file("winter.json")));
    QVERIFY(document.base());
    QCOMPARE(document.base()->name, std::string("isle.json"));
    QCOMPARE(document.base()->tmpl.land.fraction, tiny().land.fraction);
    set_land(document, 0.5);
    QVERIFY(document.save_as(file("winter.json")));
    const std::string saved = contents(file("winter.json")).toStdString();
    QVERIFY2(saved.find("\"base\": \"isle.json\"") != std::string::npos && saved.size() < text.size() + 8,
             saved.c_str());
    set_land(document, tiny().land.fraction);
    QVERIFY(document.save_as(file("winter.json")));
    QVERIFY(contents(file("winter.json")).indexOf("fraction") < 0);
    // In another folder the base lies beside it.
    QDir(folder_.path()).mkdir("other");
    QVERIFY(document.save_as(file("other/winter.json")));
    QVERIFY(QFile::exists(file("other/isle.json")));
    QVERIFY(document.base());
    document.start(tiny());
    QVERIFY(!document.base());
  }
  void undoingEverythingGivesTheFileSavedBeforeTheEdits() {
    Document document;
    QVERIFY(document.save_as(file("before.json")));
    set_land(document, 0.5);
    document.edit("Seed", [](Template& t) { t.seed = 7; });
    document.edit("Palette", [](Template& t) { t.view.palette = "colour_blind_safe"; });
    while (document.history().canUndo()) document.history().undo();
    QVERIFY(!document.modified());
    QVERIFY(document.save_as(file("after.json")));
    QCOMPARE(contents(file("after.json")), contents(file("before.json")));
  }
  void whatWasLookedAtIsSavedSilently() {
    Document document;
    QVERIFY(document.save_as(file("looked.json")));
    const QByteArray before = contents(file("looked.json"));
    document.edit("Layers", [](Template& t) { t.view.layers = {{MapLayer::danger, true, 0.5}}; });
    QVERIFY(!document.modified() && !document.history().canUndo());
    set_land(document, 0.5);
    document.history().undo();
    QCOMPARE(document.tmpl().view.layers.size(), size_t{1});
    QVERIFY(document.save_as(file("looked.json")));
    Document again;
    QVERIFY(again.open(file("looked.json")));
    QVERIFY(again.tmpl().view.layers == document.tmpl().view.layers);
    QVERIFY(contents(file("looked.json")) != before);
  }
  void aFileThatCannotBeReadLeavesTheDocumentAlone() {
    Document document;
    set_land(document, 0.5);
    write_file(file("broken.json"), "{\"format\": 3,");
    const Result<Done> opened = document.open(file("broken.json"));
    QVERIFY(!opened);
    QVERIFY(opened.error().message.find("broken.json:1:") != std::string::npos);
    QCOMPARE(document.tmpl().land.fraction, 0.5);
    QVERIFY(!document.open(file("nowhere.json")));
  }
  void aFailedSaveKeepsTheOldFileAndTheDocumentModified() {
    Document document;
    set_land(document, 0.5);
    const Result<Done> saved = document.save_as(file("no/such/folder.json"));
    QVERIFY(!saved);
    QVERIFY(document.modified());
    QVERIFY(document.path().isEmpty());
  }
  void aFileOfAnEarlierVersionIsRefusedWithAllThatItStates() {
    write_file(file("old.json"), R"({"format": 1, "name": "Old"})");
    write_file(file("gone.json"), R"({"format": 3, "name": "Gone", "vocabulary": "classic",
                                 "land": {"sunken_islets": true}, "biomes": [{"id": "a", "fit_at_zero": true}]})");
    Document document;
    const Result<Done> old = document.open(file("old.json")), gone = document.open(file("gone.json"));
    QVERIFY(!old && old.error().message.find("version 0.3.0") != std::string::npos);
    for (const char* path : {"land.sunken_islets", "biomes[0].fit_at_zero"})
      QVERIFY(!gone && gone.error().message.find(path) != std::string::npos);
    QVERIFY(document.path().isEmpty());
  }
  void aChangeOnDiskIsSeenUntilOneSideIsTaken() {
    Document document;
    QVERIFY(document.save_as(file("shared.json")));
    QVERIFY(!document.changed_on_disk());
    Template other = document.tmpl();
    other.seed = 99;
    write_file(file("shared.json"), QByteArray::fromStdString(write_template(other)));
    QVERIFY(document.changed_on_disk());
    document.keep_mine();
    QVERIFY(!document.changed_on_disk());
    QVERIFY(document.modified());
  }
  void aFileThatIsGoneCountsAsChangedOnce() {
    Document document;
    QVERIFY(document.save_as(file("gone.json")));
    QVERIFY(QFile::remove(file("gone.json")));
    QVERIFY(document.changed_on_disk());
    document.keep_mine();
    QVERIFY(!document.changed_on_disk());
  }
  void closingWithUnsavedEditsEmitsNothing() {
    int told = 0;
    {
      Document document;
      set_land(document, 0.5);
      connect(&document, &Document::file_changed, this, [&told] { ++told; });
    }
    QCOMPARE(told, 0);
  }
  void anAutosaveThatCannotBeWrittenSaysSo() {
    Autosave autosave("/proc/no/such/place");
    QVERIFY(autosave.keep(std::make_shared<const Template>(tiny()), {}));
    QVERIFY(!autosave.finish());
  }
  void aDeadSessionsWorkIsFoundAndALivingOnesIsNot() {
    const QString recovery = file("recovery");
    Template edited = tiny();
    edited.seed = 1234;
    {
      Autosave living(recovery);
      QVERIFY(living.keep(std::make_shared<const Template>(edited), "/somewhere/tiny.json"));
      QVERIFY(living.finish());
      QVERIFY(find_recovered(recovery).empty());
    }
    const std::vector<Recovered> found = find_recovered(recovery);
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].path, QStringLiteral("/somewhere/tiny.json"));
    QCOMPARE(write_template(found[0].tmpl), write_template(edited));
    Document document;
    document.recover(found[0].tmpl, found[0].path);
    QVERIFY(document.modified());
    QCOMPARE(document.tmpl().seed, uint64_t{1234});
    forget_recovered(found[0]);
    QVERIFY(find_recovered(recovery).empty());
  }
  void aDiscardedAutosaveLeavesNothing() {
    const QString recovery = file("discarded");
    {
      Autosave autosave(recovery);
      QVERIFY(autosave.keep(std::make_shared<const Template>(tiny()), {}));
      autosave.discard();
    }
    QVERIFY(find_recovered(recovery).empty());
  }
  void aFileOfTheFormatBeforeSaysWhichDefaultsChanged() {
    QTemporaryDir folder;
    const QString path = folder.filePath("old.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"format": 2, "name": "x", "vocabulary": "classic", "land": {"roughness": 0.2}})");
    file.close();
    const auto told = [](const Document& document) {
      return std::count_if(document.findings().begin(), document.findings().end(),
                           [](const Finding& f) { return f.code == "defaults_changed"; });
    };
    Document document;
    QVERIFY(document.open(path));
    QCOMPARE(told(document), 1);
    document.edit("Seed", [](Template& t) { t.seed = 5; });
    QCOMPARE(told(document), 1);
    document.start(document.tmpl());
    QCOMPARE(told(document), 0);
  }
};

FW_TEST(TestDocument)
#include "test_document.moc"
