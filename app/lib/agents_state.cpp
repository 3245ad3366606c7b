#include <algorithm>
#include <numeric>

#include "app/lib/agents_internal.h"
#include "app/lib/crowd_internal.h"
#include "app/lib/state_block.h"

// Digests and saved states of agents in the caller's columns.

using namespace fw;
using namespace fw::lib;

namespace {

/// The columns that are there: a digest is told nothing of the method.
size_t memory_given(const fw_agents& agents) {
  size_t columns = 0;
  while (columns < 3 && agents.memory[columns].data != nullptr) ++columns;
  return columns;
}

uint32_t id_at(const Column& id, size_t i) {
  uint32_t value;
  std::memcpy(&value, id.at(i), sizeof value);
  return value;
}

/// Everything an agent is, as one word.
uint64_t word_of(const AgentsGiven& a, int64_t tick, size_t i) {
  uint64_t word = mix_word(static_cast<uint64_t>(tick) + 0x243F6A8885A308D3u, id_at(a.id(), i));
  for (size_t c = 1; c < 3; ++c) word = mix_word(word, bits_of(a.columns[c].number(i)));
  for (size_t c = 3; c < a.used; ++c)
    word = mix_word(word, bits_of(static_cast<float>(a.columns[c].number(i))));
  return word;
}

constexpr size_t bytes_of_agent(size_t memory) {
  return sizeof(uint32_t) + 2 * sizeof(double) + (3 + memory) * sizeof(float);
}

}  // namespace

void fw_agents_digest(const fw_agents* agents, int64_t tick, fw_digest* out) {
  if (out == nullptr) return;
  *out = {{0, 0}};
  const DefaultFloats floats;
  if (agents == nullptr || agents->size < sizeof(fw_agents)) return;
  const auto given = agents_of(agents, static_cast<int>(memory_given(*agents)));
  if (!given) return;
  for (size_t i = 0; i < given.value().count; ++i) add_entry(*out, word_of(given.value(), tick, i));
}

void fw_agents_digest_of(const fw_agents* agents, int64_t tick, uint32_t first, uint32_t last,
                         fw_digest* out) {
  if (out == nullptr) return;
  *out = {{0, 0}};
  const DefaultFloats floats;
  if (agents == nullptr || agents->size < sizeof(fw_agents)) return;
  const auto given = agents_of(agents, static_cast<int>(memory_given(*agents)));
  if (!given) return;
  for (size_t i = 0; i < given.value().count; ++i)
    if (const uint32_t id = id_at(given.value().id(), i); id >= first && id < last)
      add_entry(*out, word_of(given.value(), tick, i));
}

fw_status fw_agents_save(const fw_crowd* crowd, const fw_agents* agents, int64_t tick, void* to,
                         size_t* bytes, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (crowd == nullptr) return null_argument("fw_agents_save", "crowd");
    if (auto fits = check_tick(tick); !fits) return fits;
    const auto given = agents_of(agents, crowd_memory(crowd->levels[0]));
    if (!given) return given.error();
    const AgentsGiven& a = given.value();
    std::vector<uint32_t> order(a.count);
    std::iota(order.begin(), order.end(), 0u);
    const auto lower = [&](uint32_t i, uint32_t j) { return id_at(a.id(), i) < id_at(a.id(), j); };
    if (!std::is_sorted(order.begin(), order.end(), lower)) std::sort(order.begin(), order.end(), lower);
    for (size_t k = 1; k < order.size(); ++k)
      if (const uint32_t id = id_at(a.id(), order[k]); id == id_at(a.id(), order[k - 1]))
        return usage("agents.id: found " + std::to_string(id) + " twice, expected every id once");
    StateWriter block(StateKind::agents, crowd->identity, tick, a.count);
    block.reserve(a.count * bytes_of_agent(a.used - 6));
    for (const uint32_t i : order) block.put(id_at(a.id(), i));
    for (size_t c = 1; c < 3; ++c)
      for (const uint32_t i : order) block.put(a.columns[c].number(i));
    for (size_t c = 3; c < a.used; ++c)
      for (const uint32_t i : order) block.put(static_cast<float>(a.columns[c].number(i)));
    return block.finish(to, bytes);
  });
}

fw_status fw_agents_load(const fw_crowd* crowd, const void* from, size_t bytes, const fw_agents* into,
                         size_t* count, int64_t* tick, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (crowd == nullptr) return null_argument("fw_agents_load", "crowd");
    if (count == nullptr || tick == nullptr) return null_argument("fw_agents_load", "count or tick");
    const auto given = agents_of(into, crowd_memory(crowd->levels[0]));
    if (!given) return given.error();
    const AgentsGiven& a = given.value();
    auto opened = StateReader::open(from, bytes, StateKind::agents, crowd->identity);
    if (!opened) return opened.error();
    StateReader& block = opened.value();
    const auto saved = static_cast<size_t>(block.count());
    if (block.count() > UINT32_MAX || block.left() != saved * bytes_of_agent(a.used - 6))
      return Error{ErrorKind::mismatch, "saved state: its length does not fit what it holds"};
    if (saved > a.count) {
      *count = saved;
      return Error{kSpaceError, "agents.count: found room for " + std::to_string(a.count) + ", expected " +
                                    std::to_string(saved)};
    }
    for (size_t i = 0; i < saved; ++i) {
      const auto id = block.get<uint32_t>();
      std::memcpy(a.id().at(i), &id, sizeof id);
    }
    for (size_t c = 1; c < 3; ++c)
      for (size_t i = 0; i < saved; ++i) set_number(a.columns[c], i, block.get<double>());
    for (size_t c = 3; c < a.used; ++c)
      for (size_t i = 0; i < saved; ++i) set_number(a.columns[c], i, static_cast<double>(block.get<float>()));
    *count = saved, *tick = block.tick();
    return block.done();
  });
}
