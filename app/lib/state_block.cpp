#include "app/lib/state_block.h"

namespace fw::lib {
namespace {

static_assert(std::endian::native == std::endian::little, "blocks are little-endian");

constexpr uint32_t kFormat = 1;
constexpr char kMark[4] = {'F', 'W', 'S', 'T'};
constexpr size_t kHeader = 4 + 3 * sizeof(uint32_t) + 3 * sizeof(uint64_t);
constexpr size_t kDigest = 16;

/// Every step is a bijection of the running words: no change of one byte goes unseen.
std::array<uint64_t, 2> digest_of(const char* bytes, size_t count) {
  std::array<uint64_t, 2> sum{0x243F6A8885A308D3u ^ count, 0x13198A2E03707344u};
  for (size_t i = 0; i < count; i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, bytes + i, std::min<size_t>(8, count - i));
    sum[0] = mix_word(sum[0], word);
    sum[1] = mix_word(std::rotl(sum[1], 23), word + 0x452821E638D01377u);
  }
  return sum;
}

Error mismatch(std::string message) {
  return {ErrorKind::mismatch, "saved state: " + std::move(message)};
}

const char* name_of(uint32_t kind) {
  constexpr const char* kNames[] = {"an unknown kind", "agents", "action", "spawn"};
  return kNames[kind < 4 ? kind : 0];
}

}  // namespace

Error unfit_state() {
  return mismatch("it holds numbers that no saved state has");
}

StateWriter::StateWriter(StateKind kind, uint64_t identity, int64_t tick, uint64_t count) {
  bytes_.insert(bytes_.end(), std::begin(kMark), std::end(kMark));
  put(kFormat), put(static_cast<uint32_t>(kind)), put(uint32_t{FW_ABI});
  put(identity), put(tick), put(count);
}

Result<Done> StateWriter::finish(void* to, size_t* bytes) {
  if (bytes == nullptr) return usage("bytes: found NULL, expected the size of the memory");
  for (const uint64_t word : digest_of(bytes_.data(), bytes_.size())) put(word);
  const size_t given = *bytes;
  *bytes = bytes_.size();
  if (to == nullptr || given < bytes_.size())
    return Error{kSpaceError, "saved state: found room for " + std::to_string(to == nullptr ? 0 : given) +
                                  " bytes, expected " + std::to_string(bytes_.size())};
  std::memcpy(to, bytes_.data(), bytes_.size());
  return Done{};
}

Result<StateReader> StateReader::open(const void* from, size_t bytes, StateKind kind, uint64_t identity) {
  if (from == nullptr) return usage("from: found NULL, expected a saved state");
  const char* block = static_cast<const char*>(from);
  if (bytes < kHeader + kDigest || std::memcmp(block, kMark, sizeof kMark) != 0)
    return mismatch("found " + std::to_string(bytes) +
                    " bytes that are none, expected a block that begins with FWST");
  StateReader reader;
  reader.at_ = block + sizeof kMark, reader.end_ = block + bytes - kDigest;
  const auto format = reader.get<uint32_t>(), found = reader.get<uint32_t>(), abi = reader.get<uint32_t>();
  if (format != kFormat)
    return mismatch("found format " + std::to_string(format) + ", expected " + std::to_string(kFormat));
  std::array<uint64_t, 2> stored;
  std::memcpy(stored.data(), reader.end_, kDigest);
  if (stored != digest_of(block, bytes - kDigest))
    return mismatch("the digest at its end does not fit: the block was changed or cut");
  if (found != static_cast<uint32_t>(kind))
    return mismatch("found a block of " + std::string(name_of(found)) + ", expected one of " +
                    name_of(static_cast<uint32_t>(kind)));
  if (abi != FW_ABI)
    return mismatch("found interface " + std::to_string(abi) + ", expected " + std::to_string(FW_ABI));
  if (reader.get<uint64_t>() != identity)
    return mismatch("made with another method, parameters, ground or seeds");
  reader.tick_ = reader.get<int64_t>(), reader.count_ = reader.get<uint64_t>();
  // After the last tick that may be stepped, the next one is counted already.
  if (reader.tick_ < 0 || reader.tick_ > kLastTick + 1) return unfit_state();
  return reader;
}

Result<Done> StateReader::done() const {
  if (!short_ && at_ == end_) return Done{};
  return mismatch("its length does not fit what it holds");
}

}  // namespace fw::lib
