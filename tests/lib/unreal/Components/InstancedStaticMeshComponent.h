#pragma once
#include "CoreMinimal.h"

class UInstancedStaticMeshComponent {
 public:
  TArray<FTransform> instances;
  void AddInstances(const TArray<FTransform>& places, bool) {
    for (int32 i = 0; i < places.Num(); ++i) instances.Add(places[i]);
  }
  void ClearInstances() { instances.Empty(); }
  bool BatchUpdateInstancesTransforms(int32 first, const TArray<FTransform>& places, bool, bool) {
    if (first != 0 || places.Num() != instances.Num()) return false;
    instances = places;
    return true;
  }
};
