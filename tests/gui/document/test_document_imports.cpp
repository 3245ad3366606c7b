// Pixels of imports: with unsaved work, in the folder beside the file, and gone.

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/document/document.h"
#include "app/gui/document/recovery.h"
#include "app/job/folder/atomic_file.h"
#include "app/job/hand/hand_write.h"
#include "core/template/template_io.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// Land in the west half, and its row.
std::pair<ImportRow, ImportSet> west_half() {
  ImportPixels pixels{60, 60, false, std::vector<uint16_t>(3600, 0)};
  for (size_t k = 0; k < pixels.values.size(); ++k) pixels.values[k] = k % 60 < 30 ? 1 : 0;
  ImportRow row;
  row.id = "west";
  row.what = "land";
  row.columns = row.rows = 60;
  row.sha256 = pixels_digest(pixels);
  row.file = import_file_name("land", row.sha256);
  return {row, {{row.sha256, std::make_shared<const ImportPixels>(pixels)}}};
}

void import_west(Document& document) {
  const auto [row, pixels] = west_half();
  document.take_imports(pixels);
  document.edit("Import", [&, &row = row](Template& t) { t.hand.imports.push_back(row); });
}

}  // namespace

class TestDocumentImports : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

 private slots:
  void pixelsGoWithTheRowAndComeBackWithUndoAndRedo() {
    Document document;
    document.start(tiny());
    QVERIFY(document.imports().empty());
    import_west(document);
    QCOMPARE(document.imports().size(), size_t{1});
    QVERIFY(document.valid() && document.findings().empty());
    document.history().undo();
    QVERIFY(document.imports().empty());
    document.history().redo();
    QCOMPARE(document.imports().size(), size_t{1});
  }
  void savingWritesTheirFilesAndOpeningReadsThem() {
    Document document;
    document.start(tiny());
    import_west(document);
    QVERIFY(document.save_as(at("isle.json")));
    const QString file = QString::fromStdString(document.tmpl().hand.imports[0].file);
    QVERIFY(QFile::exists(at("isle.hand/" + file)));
    QVERIFY(document.save_as(at("copy.json")));
    QVERIFY(QFile::exists(at("copy.hand/" + file)));
    Document other;
    QVERIFY(other.open(at("isle.json")));
    QVERIFY(*other.imports().begin()->second == *document.imports().begin()->second);
    QVERIFY(!other.modified());
    // A state from before the import is saved without it, and redo still has the pixels.
    document.history().undo();
    QVERIFY(document.save_as(at("copy.json")));
    document.history().redo();
    QCOMPARE(document.imports().size(), size_t{1});
  }
  void aPackIsOpenedUntitledAndSavedWithItsFiles() {
    Document packed;
    packed.start(tiny());
    import_west(packed);
    packed.edit("Symbol", [](Template& t) { t.vocabulary.landmarks[0].symbol = "sign.svg"; });
    QFile symbol(at("sign.svg"));
    QVERIFY(symbol.open(QIODevice::WriteOnly));
    symbol.write("<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><path d='M0 0h8v8z'/></svg>");
    symbol.close();
    QVERIFY(packed.save_as(at("packed.json")));
    const auto bytes = pack_template(packed.tmpl(), packed.files());
    QVERIFY(bytes && write_file_atomically(at("packed.fwt").toStdString(), bytes.value(), false));
    Document document;
    const Result<Done> opened = document.open(at("packed.fwt"));
    QVERIFY2(bool(opened), opened ? "" : opened.error().message.c_str());
    QVERIFY(document.path().isEmpty() && !document.modified());
    QCOMPARE(document.findings().size(), size_t{0});
    QVERIFY(*document.imports().begin()->second == *packed.imports().begin()->second);
    QCOMPARE(document.digest(), packed.digest());
    QVERIFY(QDir(folder_.path()).mkdir("far"));
    QVERIFY(document.save_as(at("far/isle.json")));
    QVERIFY(QFile::exists(at("far/sign.svg")));
    QVERIFY(QFile::exists(at("far/isle.hand/" + QString::fromStdString(packed.tmpl().hand.imports[0].file))));
    // A template saved elsewhere takes its symbols along, and no file of the same name is replaced.
    QVERIFY(QDir(folder_.path()).mkdir("taken"));
    QFile own(at("taken/sign.svg"));
    QVERIFY(own.open(QIODevice::WriteOnly) && own.write("mine") == 4);
    own.close();
    const Result<Done> refused = document.save_as(at("taken/isle.json"));
    QVERIFY(!refused && refused.error().message.find("sign.svg: another file") != std::string::npos);
    QVERIFY(!QFile::exists(at("taken/isle.json")));
    QVERIFY(own.open(QIODevice::ReadOnly));
    QCOMPARE(own.readAll(), QByteArray("mine"));
  }
  void aDamagedPackIsRefusedWithASentence() {
    QFile file(at("torn.fwt"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("PK\x03\x04 no more", 12));
    file.close();
    Document document;
    const Result<Done> opened = document.open(at("torn.fwt"));
    QVERIFY(!opened && opened.error().message.find("torn.fwt") != std::string::npos);
  }
  void aMissingFileIsToldAndAllElseGoesOn() {
    Document document;
    document.start(tiny());
    import_west(document);
    QVERIFY(document.save_as(at("gone.json")));
    QVERIFY(QDir(at("gone.hand")).removeRecursively());
    Document other;
    QVERIFY(other.open(at("gone.json")));
    QVERIFY(other.valid() && other.imports().empty());
    QCOMPARE(other.findings().size(), size_t{1});
    QCOMPARE(other.findings()[0].where, std::string("hand.imports[0].file"));
    QVERIFY(other.findings()[0].message.find("missing") != std::string::npos);
    other.edit("Off", [](Template& t) { t.hand.imports.edit(0).on = false; });
    QVERIFY(other.findings().empty());
    other.history().undo();
    QVERIFY(!other.save_as(at("elsewhere.json")));  // nothing of the designer's is dropped silently
    QVERIFY(!QFile::exists(at("elsewhere.json")));
  }
  void pixelsWithoutAFileAreRecovered() {
    Document document;
    document.start(tiny());
    import_west(document);
    const QString recovery = at("recovery");
    {
      Autosave ended(recovery);
      QVERIFY(ended.keep(document.snapshot(), {}, document.imports()));
      QVERIFY(ended.finish());
    }
    const std::vector<Recovered> found = find_recovered(recovery);
    QCOMPARE(found.size(), size_t{1});
    Document again;
    again.recover(found[0].tmpl, found[0].path, found[0].imports);
    QCOMPARE(again.imports().size(), size_t{1});
    QVERIFY(again.save_as(at("recovered.json")));
    forget_recovered(found[0]);
    QVERIFY(QDir(recovery).isEmpty());
  }
  void aNameWithAFolderIsNotWritten() {
    Document document;
    document.start(tiny());
    const auto [row, pixels] = west_half();
    document.take_imports(pixels);
    document.edit("Import", [&, &row = row](Template& t) {
      ImportRow outside = row;
      outside.file = "../outside.png";
      t.hand.imports.push_back(outside);
    });
    QVERIFY(!document.save_as(at("bad.json")));
    QVERIFY(!QFile::exists(at("outside.png")));
  }
};

FW_TEST(TestDocumentImports)
#include "test_document_imports.moc"
