#pragma once
#include "CoreMinimal.h"

class UInstancedStaticMeshComponent {
 public:
  TArray<FTransform> instances;
  void AddInstances(const TArray<FTransform>& places, bool) { instances = places; }
  bool BatchUpdateInstancesTransforms(int32 first, const TArray<FTransform>& places, bool, bool) {
    if (first != 0 || places.Num() != instances.Num()) return false;
    instances = places;
    return true;
  }
};
