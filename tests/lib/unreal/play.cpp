// A game of one component, 600 ticks in frames of uneven length: prints the golden crowd's digest.
#include <cstdlib>
#include <cstring>

#include "Components/InstancedStaticMeshComponent.h"
#include "FieldwrightCrowdComponent.h"

static void check(bool holds, const char* what) {
  if (holds) return;
  std::printf("not so: %s (%s)\n", what, Logged);
  std::exit(1);
}

int main() {
  UInstancedStaticMeshComponent bodies;
  UFieldwrightCrowdComponent crowd;
  crowd.Bodies = &bodies;
  check(crowd.PrimaryComponentTick.bCanEverTick, "it ticks");
  crowd.BeginPlay();
  check(crowd.begun == 1 && bodies.instances.Num() == 2000, "a body an agent");
  const FVector first = bodies.instances[7].at;
  // 300 pairs of frames, of half a tick and of one and a half; a hair more, since sums are rounded.
  for (int frame = 0; frame < 600; ++frame)
    crowd.TickComponent((frame % 2 == 0 ? 0.5f : 1.5f) / 60 + 1e-7f, LEVELTICK_All, nullptr);
  const FVector last = bodies.instances[7].at;
  check(first.X != last.X && last.X >= 0 && last.X <= 100000 && last.Y <= 0 && last.Y >= -100000, "places in centimetres");
  std::printf("%s\n", *crowd.Digest());
  crowd.EndPlay(EEndPlayReason::Destroyed);
  crowd.TickComponent(1, LEVELTICK_All, nullptr);
  check(crowd.begun == 0 && std::strlen(*crowd.Digest()) == 0, "nothing after the end");
  crowd.Method = "no_such";
  crowd.BeginPlay();
  check(std::strstr(Logged, "no_such") != nullptr && std::strcmp(LoggedName, "LogFieldwright") == 0, "what was wrong is logged");
  crowd.TickComponent(1, LEVELTICK_All, nullptr);
  return 0;
}
