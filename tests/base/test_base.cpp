#include <QTest>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/base/base64.h"
#include "core/base/exact/rng.h"
#include "core/base/hash.h"
#include "core/base/plain_text.h"
#include "core/base/seed.h"
#include "core/base/sha256_plain.h"
#include "tests/base/thread_properties.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

class BaseTest : public QObject {
  Q_OBJECT

 private slots:
  void sha256MatchesThePublishedVectors() {
    QCOMPARE(sha256_hex(""), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    QCOMPARE(sha256_hex("abc"),
             std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    Sha256 million;
    for (int i = 0; i < 1000; ++i) million.update(std::string(1000, 'a'));
    QCOMPARE(million.hex(), std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
  }

  // The digest of builds without OpenSSL, over texts of every length about the block's, in pieces.
  void sha256InPlainCodeIsOpenSslsOwn() {
    std::string text;
    for (uint64_t i = 0; i < 10000; ++i) {
      text.assign(i % 331, '\0');
      for (size_t k = 0; k < text.size(); ++k) text[k] = static_cast<char>(random_bits(i, k));
      const size_t cut = text.empty() ? 0 : random_bits(i, 1000) % text.size();
      PlainSha256 plain;
      plain.update(text.data(), cut), plain.update(text.data() + cut, text.size() - cut);
      std::string hex;
      for (const uint8_t byte : plain.finish()) {
        hex += "0123456789abcdef"[byte >> 4];
        hex += "0123456789abcdef"[byte & 15];
      }
      QCOMPARE(hex, sha256_hex(text));
    }
  }

  void whatATerminalWouldObeyIsWrittenOut() {
    for (const char* plain : {"", "Dunwick 3", "\xC3\x85land", "\xE2\x80\x94", "\xF0\x9D\x84\x9E", "~"}) {
      QVERIFY(is_plain_text(plain));
      QCOMPARE(plain_text(plain), std::string(plain));
    }
    const std::pair<std::string, std::string> written[] = {{"a\nb", "a\\x0ab"},
                                                           {"\x1b[2J", "\\x1b[2J"},
                                                           {"\x7f", "\\x7f"},
                                                           {"\xC2\x9B", "\\u{9b}"},
                                                           {"x\xE2\x80\xAEy", "x\\u{202e}y"},
                                                           {"\xE2\x80\xA8", "\\u{2028}"},
                                                           {"\xE2\x81\xA6", "\\u{2066}"},
                                                           {"\xFFz", "\\xffz"},
                                                           {"\xE2\x80", "\\xe2\\x80"},
                                                           {"\xC0\x80", "\\xc0\\x80"},
                                                           {"\xED\xA0\x80", "\\xed\\xa0\\x80"},
                                                           {std::string(1, '\0'), "\\x00"}};
    for (const auto& [text, expected] : written) {
      QVERIFY2(!is_plain_text(text), expected.c_str());
      QCOMPARE(plain_text(text), expected);
      QVERIFY(is_plain_text(plain_text(text)));
    }
  }
  void base64TextIsThatOfTheStandard() {
    const std::pair<const char*, const char*> rows[]{
        {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}};
    for (const auto& [bytes, text] : rows) QCOMPARE(base64_text(bytes), std::string(text));
    QCOMPARE(base64_text(std::string_view("\0\xff\xfe", 3)), std::string("AP/+"));
  }

  void jsonStringsEscapeWhatJsonDoesNotAllow() {
    const std::pair<std::string, const char*> cases[] = {
        {"", "\"\""},
        {"iron_vein / \x7f", "\"iron_vein / \x7f\""},
        {"a \"quote\" and a \\", "\"a \\\"quote\\\" and a \\\\\""},
        {"\t\n\r\b\f", "\"\\t\\n\\r\\b\\f\""},
        {std::string("\x01\0\x1f", 3), "\"\\u0001\\u0000\\u001f\""},
        {"\xC3\x85 \xF0\x9D\x84\x9E", "\"\xC3\x85 \xF0\x9D\x84\x9E\""},
        {"\xFF, \xC3", "\"\xEF\xBF\xBD, \xEF\xBF\xBD\""},
    };
    for (const auto& [text, expected] : cases) QCOMPARE(json_string(text), std::string(expected));
  }

  void fnvAndSplitmixMatchTheirPublishedValues() {
    QCOMPARE(fnv1a64(""), 0xCBF29CE484222325u);
    QCOMPARE(fnv1a64("a"), 0xAF63DC4C8601EC8Cu);
    QCOMPARE(fnv1a64("foobar"), 0x85944171F73967E8u);
    QCOMPARE(splitmix64(0), 0xE220A8397B1DCDAFu);  // first output of the generator seeded with 0
  }

  void substreamsAreIndependent() {
    std::set<uint64_t> seen;
    for (uint64_t seed = 0; seed < 200; ++seed) {
      const SeedBundle bundle = SeedBundle::from_master(seed);
      for (const uint64_t stream : {bundle.layout_stream(), bundle.noise_stream(), bundle.place_stream()})
        for (const char* tag : {"noise/a", "noise/b", "place/a"}) seen.insert(derive(stream, tag));
    }
    QCOMPARE(seen.size(), size_t{200 * 3 * 3});
    const uint64_t a = derive(1, "a"), b = derive(1, "b");
    double aa = 0, bb = 0, ab = 0;
    int bits = 0;
    for (uint64_t i = 0; i < 20000; ++i) {
      const double u = random_uniform(a, i) - 0.5, v = random_uniform(b, i) - 0.5;
      aa += u * u, bb += v * v, ab += u * v;
      bits += std::popcount(random_bits(a, i) ^ random_bits(b, i));
    }
    QVERIFY(std::fabs(ab / std::sqrt(aa * bb)) < 0.03);
    QVERIFY(std::fabs(bits / 20000.0 - 32) < 0.15);
  }

  void uniformNumbersStayInsideTheOpenInterval() {
    QVERIFY(random_uniform(0, 0) > 0 && random_uniform(0, 0) < 1);
    std::vector<int> count(7, 0);
    for (uint64_t i = 0; i < 70000; ++i) ++count[random_below(3, i, 7)];
    for (const int c : count) QVERIFY(std::abs(c - 10000) < 500);
  }

  void normalNumbersHaveTheMomentsOfTheNormalLaw() {
    double sum = 0, squares = 0, fourth = 0;
    int beyond = 0;
    constexpr int kCount = 200000;
    for (uint64_t i = 0; i < kCount; ++i) {
      const double z = random_normal(derive(4, "normal"), i);
      sum += z, squares += z * z, fourth += z * z * z * z;
      beyond += std::fabs(z) > 1.959964;
    }
    QVERIFY(std::fabs(sum / kCount) < 0.01);
    QVERIFY(std::fabs(squares / kCount - 1) < 0.015);
    QVERIFY(std::fabs(fourth / kCount - 3) < 0.12);
    QVERIFY(std::fabs(double(beyond) / kCount - 0.05) < 0.003);
  }

  void everyIndexIsVisitedOnceInTheSamePiecesAtAnyThreadCount() { visit_every_index_once(); }
  void aParallelSumHasTheSameBitsAtAnyThreadCount() { sum_with_the_same_bits(); }
  void whatIsThrownEndsItsOwnLoopAndNoOther() { throw_out_of_one_loop_alone(); }
  void parallelWorkMayNest() { nest_loops(); }
  void invokedTasksAllFinishAndPassOnExceptions() { invoke_tasks(); }
};

FW_TEST(BaseTest)
#include "test_base.moc"
