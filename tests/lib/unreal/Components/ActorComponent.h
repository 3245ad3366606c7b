#pragma once
#include "CoreMinimal.h"

enum ELevelTick { LEVELTICK_All };
struct FActorComponentTickFunction {
  bool bCanEverTick = false;
};
namespace EEndPlayReason {
enum Type { Destroyed };
}
class UActorComponent {
 public:
  UActorComponent() = default;
  explicit UActorComponent(FVTableHelper&) {}
  virtual ~UActorComponent() = default;
  virtual void BeginPlay() { ++begun; }
  virtual void TickComponent(float, ELevelTick, FActorComponentTickFunction*) {}
  virtual void EndPlay(const EEndPlayReason::Type) { --begun; }
  FActorComponentTickFunction PrimaryComponentTick;
  int begun = 0;
};
