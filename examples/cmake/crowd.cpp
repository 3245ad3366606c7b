// The same as crowd.c in C++17: prints the same digest.
#include "fieldwright.hpp"

#include <cstdio>

int main() try {
  const fw::Context context;
  fw::Params params(context, "crowd", "curl_dual");
  params.set_tick(1.0 / 60);
  fw::Crowd crowd(context, params, fw::torus(1000), fw::seeds(42), 2000);
  fw::AgentArrays agents(2000, crowd.memory());
  const fw_agents columns = agents.columns();
  crowd.begin(0, columns);
  for (int64_t tick = 0; tick < 600; ++tick) crowd.step(tick, columns);
  const fw_digest digest = fw::digest(columns, 600);
  std::printf("%016llx%016llx\n", static_cast<unsigned long long>(digest.word[0]),
              static_cast<unsigned long long>(digest.word[1]));
} catch (const fw::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return error.status();
}
