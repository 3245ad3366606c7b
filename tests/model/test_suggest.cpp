// What a misspelt word may have meant.

#include <QTest>
#include <algorithm>

#include "core/base/hash.h"
#include "core/base/suggest.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// A word of up to seven of the letters a to c, in either case.
std::string word_of(uint64_t number) {
  uint64_t state = splitmix64(number);
  std::string word(state % 8, ' ');
  for (char& letter : word) {
    state = splitmix64(state);
    letter = static_cast<char>((state & 8 ? 'A' : 'a') + state % 3);
  }
  return word;
}

}  // namespace

class TestSuggest : public QObject {
  Q_OBJECT

 private slots:
  void anEditIsAnInsertionADeletionAReplacementOrASwap() {
    QCOMPARE(edit_distance("forest", "forest"), size_t{0});
    QCOMPARE(edit_distance("forest", "Forrest"), size_t{1});
    QCOMPARE(edit_distance("forest", "frest"), size_t{1});
    QCOMPARE(edit_distance("forest", "fobest"), size_t{1});
    QCOMPARE(edit_distance("forest", "froest"), size_t{1});
    QCOMPARE(edit_distance("", "abc"), size_t{3});
  }
  void aLimitChangesNoDistanceBelowIt() {
    for (uint64_t k = 0; k < 3000; ++k) {
      const std::string a = word_of(2 * k), b = word_of(2 * k + 1);
      const size_t whole = edit_distance(a, b);
      QCOMPARE(edit_distance(b, a), whole);
      for (size_t most = 0; most <= 8; ++most) QCOMPARE(edit_distance(a, b, most), std::min(whole, most));
    }
  }
  void theNearestWordIsNamedAndNoneThatIsFar() {
    const std::vector<std::string> words{"oak_forest", "moor", "iron_vein", "iron_vain"};
    QCOMPARE(nearest("oak_forrest", words), std::string("oak_forest"));
    QCOMPARE(nearest("iron_vin", words), std::string("iron_vein"));
    QCOMPARE(nearest("granite", words), std::string());
    QCOMPARE(did_you_mean("mooor", words), std::string("; did you mean moor?"));
    QCOMPARE(did_you_mean("granite", words), std::string());
  }
};

FW_TEST(TestSuggest)
#include "test_suggest.moc"
