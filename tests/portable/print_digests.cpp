// The list of `fieldwright digests` for seed 42, on a machine that has the library alone: print_digests LEVEL
// THREADS (an instruction set, or "best"; 1 thread if none are stated). With PRINT_WORLDS its worlds, else
// all the rest.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/base/parallel/thread_arena.h"
#include "core/experiment/digest_list.h"
#include "core/field/simd_level.h"

int main(int argc, char** argv) {
  const char* level = argc > 1 ? argv[1] : "best";
  if (std::strcmp(level, "best") != 0 && !fw::set_simd_level(level)) {
    std::fprintf(stderr, "this machine has no instruction set %s; it has", level);
    for (const std::string& known : fw::simd_levels()) std::fprintf(stderr, " %s", known.c_str());
    std::fputs("\n", stderr);
    return 2;
  }
  const auto print = [](size_t room, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) std::printf("%s %s\n", fw::kDigestRooms[room].data(), line.c_str());
  };
  const fw::ThreadArena threads(argc > 2 ? std::atoi(argv[2]) : 1);
  threads.run([&] {
#ifdef PRINT_WORLDS
    print(fw::kWorldRoom, fw::world_digest_lines(42));
#else
    for (size_t room = 0; room < fw::kWorldRoom; ++room) print(room, fw::digest_lines(room, 42));
#endif
  });
  return 0;
}
