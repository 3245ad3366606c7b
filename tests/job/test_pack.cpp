// A template with its files in one, and files of imports beside a template.

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <random>
#include <string>

#include "app/job/hand/hand_write.h"
#include "app/job/project/import_files.h"
#include "app/job/project/load.h"
#include "app/job/project/pack.h"
#include "core/template/template_io.h"
#include "tests/support/files.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

std::string error_of(const auto& result) {
  return result ? std::string() : result.error().message;
}

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

class TestPack : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path path(const std::string& name) const {
    return folder_.path().toStdString() + "/" + name;
  }
  QByteArray contents(const std::string& name) const {
    QFile file(QString::fromStdString(path(name).string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  void write(const std::string& name, const QByteArray& bytes) const {
    QFile file(QString::fromStdString(path(name).string()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
  }

  /// Tiny with one row of land, and its pixels.
  static Template with_land(ImportSet& fresh) {
    Template tmpl = tiny();
    const GridSpec grid = frame_grid(tmpl.frame, 64);
    ImportPixels pixels{grid.columns, grid.rows, false, std::vector<uint16_t>(grid.cells(), 1)};
    pixels.values[5] = 0;
    ImportRow row;
    row.id = "m1";
    row.what = "land";
    row.columns = grid.columns;
    row.rows = grid.rows;
    row.map = "1 land";
    row.sha256 = pixels_digest(pixels);
    row.file = import_file_name(row.what, row.sha256);
    fresh.emplace(row.sha256, std::make_shared<const ImportPixels>(std::move(pixels)));
    tmpl.hand.imports.push_back(row);
    return tmpl;
  }

 private slots:
  void theImportsOfATemplateHaveSoManyPixelsInAll() {
    ImportSet known;
    Template tmpl = with_land(known);
    ImportRow row = tmpl.hand.imports[0];
    row.columns = row.rows = kMostImportColumns;
    tmpl.hand.imports.erase(0);
    for (int k = 0; k < 101; ++k) {
      row.id = "m" + std::to_string(k) + "x";
      tmpl.hand.imports.push_back(row);
    }
    const LoadedImports loaded = load_imports(tmpl, {}, known);
    QCOMPARE(loaded.problems.size(), size_t{1});
    QCOMPARE(loaded.problems[0].row, size_t{100});
    QVERIFY(loaded.problems[0].error.message.find("pixels in all") != std::string::npos);
  }

  void aPackHoldsItsFilesByteForByteAndIsAlwaysTheSame() {
    const std::vector<PackedFile> files{{"template.json", "{}"}, {"hand/a.png", std::string("\0\1\2", 3)}};
    const auto bytes = pack_files(files);
    QVERIFY2(bool(bytes), error_of(bytes).c_str());
    QVERIFY(is_pack(bytes.value()));
    QVERIFY(bytes.value().find("{}") != std::string::npos);  // stored
    QCOMPARE(pack_files(files).value(), bytes.value());
    const auto read = unpack_files(bytes.value(), "x.fwt");
    QVERIFY2(bool(read), error_of(read).c_str());
    QCOMPARE(read.value().size(), size_t{2});
    QCOMPARE(read.value()[1].name, std::string("hand/a.png"));
    QCOMPARE(read.value()[1].bytes, files[1].bytes);
  }

  void namesThatLeaveTheFolderAndOtherFilesAreRefused() {
    for (const char* name : {"../evil", "/etc/passwd", "a/b/c", ".hidden", "hand/../../x", "hand\\x"}) {
      const auto bytes = pack_files({{"template.json", "{}"}, {name, "x"}});
      QVERIFY(bool(bytes));
      QVERIFY2(!unpack_files(bytes.value(), "x.fwt"), name);
    }
    QVERIFY(
        has(error_of(unpack_files(pack_files({{"other.json", "{}"}}).value(), "x.fwt")), "template.json"));
    QVERIFY(has(error_of(unpack_files("PK\x03\x04 no more", "x.fwt")), "x.fwt"));
    QVERIFY(!unpack_files("", "x.fwt"));
  }

  void alteredPacksAreReadOrRefusedButNeverCrash() {
    const std::string bytes =
        pack_files({{"template.json", std::string(300, '{')}, {"hand/a.png", std::string(500, 'a')}}).value();
    std::mt19937 draw(5);
    int refused = 0;
    for (int k = 0; k < 4000; ++k) {
      std::string other = bytes;
      if (k % 4 == 0) other.resize(draw() % other.size());
      for (unsigned n = 0; n < 1 + draw() % 6 && !other.empty(); ++n)
        other[draw() % other.size()] = static_cast<char>(draw());
      refused += !unpack_files(other, "x.fwt");
    }
    QVERIFY(refused > 2000);
  }

  void aTemplateIsWrittenWithItsFilesAndReadBack() {
    ImportSet fresh;
    const Template tmpl = with_land(fresh);
    const auto written = write_with_files(tmpl, write_template(tmpl), {}, fresh, {path("T.json"), false});
    QVERIFY2(bool(written), error_of(written).c_str());
    const std::string file = "T.hand/" + tmpl.hand.imports[0].file;
    QVERIFY(!contents(file).isEmpty());
    const FilesOf home = template_home(path("T.json").string()).value().files;
    const LoadedImports loaded = load_imports(load_template(path("T.json").string(), {}).value(), home);
    QVERIFY(loaded.problems.empty());
    QVERIFY(*loaded.pixels.begin()->second == *fresh.begin()->second);
    // Another place: the file comes along.
    QDir(folder_.path()).mkdir("other");
    const auto moved = write_with_files(tmpl, write_template(tmpl), home, {}, {path("other/U.json"), false});
    QVERIFY2(bool(moved), error_of(moved).c_str());
    QCOMPARE(contents("other/U.hand/" + tmpl.hand.imports[0].file), contents(file));
    QVERIFY(
        !write_with_files(tmpl, write_template(tmpl), home, {}, {path("other/U.json"), false}));  // exists
  }

  void aPackIsATemplateWhereverOneIsTaken() {
    ImportSet fresh;
    const Template tmpl = with_land(fresh);
    QVERIFY(write_with_files(tmpl, write_template(tmpl), {}, fresh, {path("P.json"), false}));
    const auto bytes = pack_template(tmpl, template_home(path("P.json").string()).value().files);
    QVERIFY2(bool(bytes), error_of(bytes).c_str());
    write("P.fwt", QByteArray::fromStdString(bytes.value()));
    const auto read = load_template(path("P.fwt").string(), {});
    QVERIFY2(bool(read), error_of(read).c_str());
    QCOMPARE(write_template(read.value()), write_template(tmpl));
    std::filesystem::path unpacked;
    {
      const auto home = template_home(path("P.fwt").string());
      QVERIFY(bool(home));
      unpacked = home.value().files.folder;
      QVERIFY(load_imports(read.value(), home.value().files).problems.empty());
      QVERIFY(std::filesystem::exists(unpacked));
    }
    QVERIFY(!std::filesystem::exists(unpacked));
  }

  void filesThatAreMissingAlteredLinkedOrOfOtherPixelsAreToldByName() {
    ImportSet fresh;
    const Template tmpl = with_land(fresh);
    QVERIFY(write_with_files(tmpl, write_template(tmpl), {}, fresh, {path("Q.json"), false}));
    const FilesOf files = template_home(path("Q.json").string()).value().files;
    const std::string name = tmpl.hand.imports[0].file, file = "Q.hand/" + name;
    const auto problem = [&](const Template& of) {
      const LoadedImports loaded = load_imports(of, files);
      return loaded.problems.size() == 1 ? loaded.problems[0].error.message : std::string("none");
    };
    const QByteArray good = contents(file);
    ImportPixels other = *fresh.begin()->second;
    other.values[7] = 0;
    write(file, QByteArray::fromStdString(encode_import(other).value()));
    QVERIFY2(has(problem(tmpl), "altered") && has(problem(tmpl), name.c_str()), problem(tmpl).c_str());
    other.heights = true;
    write(file, QByteArray::fromStdString(encode_import(other).value()));
    QVERIFY2(has(problem(tmpl), "16 bits"), problem(tmpl).c_str());
    write(file, "GIF89a");
    QVERIFY2(has(problem(tmpl), "no PNG"), problem(tmpl).c_str());
    write(file, QByteArray(50 << 20, 'x'));
    QVERIFY2(has(problem(tmpl), "larger"), problem(tmpl).c_str());
    QFile::remove(QString::fromStdString(path(file).string()));
    QVERIFY2(has(problem(tmpl), "missing") && has(problem(tmpl), "Q.hand"), problem(tmpl).c_str());
    write("real.png", good);
    std::filesystem::create_symlink(path("real.png"), path(file));
    QVERIFY2(has(problem(tmpl), "link"), problem(tmpl).c_str());
    Template wide = tmpl;
    wide.hand.imports.edit(0).columns = 32;
    QVERIFY2(has(problem(wide), "do not fit the frame"), problem(wide).c_str());
    Template off = tmpl;
    off.hand.imports.edit(0).on = false;
    QCOMPARE(problem(off), std::string("none"));
    // Pixels that are at hand are not read again.
    QVERIFY(load_imports(tmpl, files, fresh).problems.empty());
  }

  void aWriteThatFailsLeavesNothingBehind() {
    ImportSet fresh;
    Template tmpl = with_land(fresh);
    ImportRow lost = tmpl.hand.imports[0];
    lost.id = "m2";
    lost.file = "lost.png";
    lost.sha256 = std::string(64, 'a');
    tmpl.hand.imports.push_back(lost);
    QVERIFY(!write_with_files(tmpl, write_template(tmpl), {folder_.path().toStdString(), "R"}, fresh,
                              {path("R.json"), false}));
    QVERIFY(!std::filesystem::exists(path("R.json")));
    QVERIFY(!std::filesystem::exists(path("R.hand")));
  }

  // An editor, or another command, may write between reading and replacing.
  void aFileThatChangedMeanwhileIsNotReplaced() {
    const Template tmpl = tiny();
    const std::string text = write_template(tmpl);
    write_text(path("M.json"), text);
    const TemplateWrite to{path("M.json"), true, text, {}};
    QVERIFY(write_with_files(tmpl, text + "\n", {}, {}, to));
    const auto refused = write_with_files(tmpl, text, {}, {}, to);
    QVERIFY(!refused && refused.error().kind == ErrorKind::io);
    QCOMPARE(file_text(path("M.json")), text + "\n");
  }
};

FW_TEST(TestPack)
#include "test_pack.moc"
