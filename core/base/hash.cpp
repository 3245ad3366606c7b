#include "core/base/hash.h"

#include <openssl/evp.h>

#include <array>
#include <cassert>

namespace fw {

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

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

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
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * length);
  for (unsigned int i = 0; i < length; ++i) {
    text += kDigits[raw[i] >> 4];
    text += kDigits[raw[i] & 15];
  }
  return text;
}

std::string sha256_hex(std::string_view text) {
  Sha256 hash;
  hash.update(text);
  return hash.hex();
}

}  // namespace fw
