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
  const auto play = [&] {
    for (int frame = 0; frame < 600; ++frame)
      crowd.TickComponent((frame % 2 == 0 ? 0.5f : 1.5f) / 60 + 1e-7f, LEVELTICK_All, nullptr);
  };
  play();
  const FVector last = bodies.instances[7].at;
  check(first.X != last.X && last.X >= 0 && last.X <= 100000 && last.Y <= 0 && last.Y >= -100000, "places in centimetres");
  const FString played = crowd.Digest();
  std::printf("%s\n", *played);
  crowd.EndPlay(EEndPlayReason::Destroyed);
  crowd.TickComponent(1, LEVELTICK_All, nullptr);
  check(crowd.begun == 0 && std::strlen(*crowd.Digest()) == 0, "nothing after the end");
  check(bodies.instances.Num() == 0, "no bodies after the end");
  crowd.BeginPlay();
  crowd.TicksPerSecond = 30;  // as an editor changes it in play
  play();
  check(bodies.instances.Num() == 2000 && std::strcmp(*crowd.Digest(), *played) == 0, "a second play is the first");
  crowd.EndPlay(EEndPlayReason::Destroyed);
  FVTableHelper Helper;
  UFieldwrightCrowdComponent reloaded(Helper);
  check(std::strlen(*reloaded.Digest()) == 0, "a component for Unreal's reloading");
  crowd.Method = "no_such";
  crowd.BeginPlay();
  check(std::strstr(Logged, "no_such") != nullptr && std::strcmp(LoggedName, "LogFieldwright") == 0, "what was wrong is logged");
  crowd.TickComponent(1, LEVELTICK_All, nullptr);
  return 0;
}
