// Names of files that every system can hold.

#include "core/base/file_name.h"

#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "core/base/lower_case.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

const std::vector<std::string> kDevices{"con",  "Nul",  "PRN",    "aux",     "com1",      "COM9",
                                        "lpt3", "com0", "conin$", "CONOUT$", "com\u00b9", "clock$"};

}  // namespace

class FileNameTest : public QObject {
  Q_OBJECT

 private slots:
  void namesThatEverySystemCanHoldStay() {
    for (const std::string name : {"biome.png", "Türm 2.svg", "a.b.c", "console", "com10", "nul_",
                                   "iron_vein", "x-y_z", "communal.json", "島.csv", ".hidden"})
      QCOMPARE(portable_file_name(name), name);
  }

  void devicesGetALineBehindTheirNameWhateverTheirEnding() {
    for (const std::string& device : kDevices) {
      QVERIFY2(is_device_name(device), device.c_str());
      QCOMPARE(portable_file_name(device), device + "_");
      for (const std::string ending : {".json", ".tar.gz", "..png"}) {
        QVERIFY(is_device_name(device + ending));
        QCOMPARE(portable_file_name(device + ending), device + "_" + ending);
      }
    }
    QCOMPARE(portable_file_name("nul .png"), std::string("nul_ .png"));
  }

  void otherCharactersBecomeLines() {
    QCOMPARE(portable_file_name("What? <x>:\"y\" a/b\\c|d*"), std::string("What_ _x___y_ a_b_c_d_"));
    QCOMPARE(portable_file_name("aux."), std::string("aux_"));
    QCOMPARE(portable_file_name("an end . . "), std::string("an end_"));
    QCOMPARE(portable_file_name(""), std::string("_"));
    QCOMPARE(portable_file_name("."), std::string("_"));
    QCOMPARE(portable_file_name(".."), std::string("_"));
    QCOMPARE(portable_file_name("a\tb\x7f\xff"), std::string("a_b__"));
    QCOMPARE(portable_file_name("\xc0\xaf"), std::string("__"));       // longer than needed
    QCOMPARE(portable_file_name("\xed\xa0\x80"), std::string("___"));  // half of a pair
  }

  void ofAnyBytesTheNameIsHeldAndStays() {
    std::mt19937 random(7);
    const std::string some = "conxaul.19 /:\\?*<>|\"\t\xc3\xa9\xff_-$NUL\xc2\xb9";
    for (int k = 0; k < 20000; ++k) {
      std::string name;
      for (size_t n = random() % 9; n > 0; --n) name += some[random() % some.size()];
      const std::string made = portable_file_name(name);
      QVERIFY2(!made.empty() && !is_device_name(made), made.c_str());
      QVERIFY(made.find_first_of("<>:\"/\\|?*\t\xff") == std::string::npos);
      QVERIFY(made.back() != '.' && made.back() != ' ');
      QCOMPARE(portable_file_name(made), made);
      for (const FileLetters letters : {FileLetters::all, FileLetters::plain}) {
        const std::string copy = copied_file_names({name}, letters).front();
        QCOMPARE(copied_file_names({copy}, letters).front(), copy);
        QCOMPARE(portable_file_name(copy), copy);
      }
    }
  }

  void whatDiffersByTheCaseOfLettersAloneGetsANumber() {
    const std::vector<std::string> names{"A.json", "a.json", "b", "A.json", "a_2.json", "B", "Türm.svg"};
    QCOMPARE(
        copied_file_names(names, FileLetters::all),
        (std::vector<std::string>{"A.json", "a_2.json", "b", "A.json", "a_2_2.json", "B_2", "Türm.svg"}));
    QCOMPARE(copied_file_names({"Türm.svg", "T_rm.svg", ".x", "con.svg"}, FileLetters::plain),
             (std::vector<std::string>{"T_rm.svg", "T_rm_2.svg", "_x", "con_.svg"}));
  }

  void ofManyNamesNoTwoAreTheSameFileAnywhere() {
    std::mt19937 random(11);
    for (int k = 0; k < 300; ++k) {
      std::set<std::string> stated;
      for (int n = 0; n < 20; ++n) {
        std::string name;
        for (size_t length = 1 + random() % 3; length > 0; --length) name += "aAb.?_2"[random() % 7];
        stated.insert(name);
      }
      std::set<std::string> held;
      for (const std::string& copy : copied_file_names({stated.begin(), stated.end()}, FileLetters::plain))
        held.insert(lower_case(copy));
      QCOMPARE(held.size(), stated.size());
    }
  }

  void aFolderIsAskedForTheStatedNameFirst() {
    QTemporaryDir dir;
    const std::filesystem::path folder = dir.path().toStdString();
    QCOMPARE(listed_name(folder, "con.svg", {"con_.svg"}), std::string("con.svg"));  // neither is there
    write_text(folder / "con_.svg", "copy");
    QCOMPARE(listed_name(folder, "con.svg", {"other", "con_.svg"}), std::string("con_.svg"));
    write_text(folder / "con.svg", "own");
    QCOMPARE(listed_name(folder, "con.svg", {"con_.svg"}), std::string("con.svg"));
    QCOMPARE(listed_name(folder / "none", "con.svg", {"con_.svg"}), std::string("con.svg"));
  }
};

FW_TEST(FileNameTest)
#include "test_file_name.moc"
