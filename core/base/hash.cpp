#include "core/base/hash.h"

#ifdef FIELDWRIGHT_PORTABLE
#include "core/base/sha256_plain.h"
#else
#include <openssl/evp.h>
#endif

#include <array>
#include <cassert>

namespace fw {
namespace {

std::string hex_of(const uint8_t* bytes, size_t count) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * count);
  for (size_t i = 0; i < count; ++i) {
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

}  // namespace

#ifdef FIELDWRIGHT_PORTABLE

struct Sha256::State {
  PlainSha256 plain;
};

void Sha256::update(const void* bytes, size_t count) {
  state_->plain.update(bytes, count);
}

std::string Sha256::hex() {
  const auto raw = state_->plain.finish();
  return hex_of(raw.data(), raw.size());
}

#else

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();

  State() {
    [[maybe_unused]] const int ok = EVP_DigestInit_ex(context, EVP_sha256(), nullptr);
    assert(ok == 1);
  }
  ~State() { EVP_MD_CTX_free(context); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

void Sha256::update(const void* bytes, size_t count) {
  if (count == 0) return;
  [[maybe_unused]] const int ok = EVP_DigestUpdate(state_->context, bytes, count);
  assert(ok == 1);
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> raw{};
  unsigned int length = 0;
  [[maybe_unused]] const int ok = EVP_DigestFinal_ex(state_->context, raw.data(), &length);
  assert(ok == 1);
  return hex_of(raw.data(), length);
}

#endif

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

std::string sha256_hex(std::string_view text) {
  Sha256 hash;
  hash.update(text);
  return hash.hex();
}

}  // namespace fw
