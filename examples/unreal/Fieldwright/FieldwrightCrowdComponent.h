// A crowd of Fieldwright as instances of a static mesh: README.md.
#pragma once

#include "Components/ActorComponent.h"
#include "CoreMinimal.h"
#include "FieldwrightCrowdComponent.generated.h"

class UInstancedStaticMeshComponent;
struct FFieldwrightCrowd;  // what the library holds; in the .cpp

/** Agents on a torus of SideM metres, from the actor's place on. Unreal's X is east, Y south, centimetres. */
UCLASS(ClassGroup = (Fieldwright), meta = (BlueprintSpawnableComponent))
class UFieldwrightCrowdComponent : public UActorComponent {
  GENERATED_BODY()

 public:
  UFieldwrightCrowdComponent();
  // Of Unreal's reloading; here, since a generated one would need all of FFieldwrightCrowd in this header.
  UFieldwrightCrowdComponent(FVTableHelper& Helper);
  virtual ~UFieldwrightCrowdComponent() override;

  UPROPERTY(EditAnywhere, Category = "Fieldwright")
  FString Method = TEXT("curl_dual");
  UPROPERTY(EditAnywhere, Category = "Fieldwright")
  int64 Seed = 42;
  UPROPERTY(EditAnywhere, Category = "Fieldwright", meta = (ClampMin = 1, ClampMax = 1000000))
  int32 Agents = 2000;
  UPROPERTY(EditAnywhere, Category = "Fieldwright")
  double SideM = 1000;
  /** Of the crowd, whatever the frame rate is; read when play begins. */
  UPROPERTY(EditAnywhere, Category = "Fieldwright", meta = (ClampMin = 1, ClampMax = 1000))
  int32 TicksPerSecond = 60;
  /** What stands for an agent; its X is where the agent heads. All its instances are the crowd's. */
  UPROPERTY(EditAnywhere, Category = "Fieldwright")
  TObjectPtr<UInstancedStaticMeshComponent> Bodies;

  virtual void BeginPlay() override;
  virtual void TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;
  virtual void EndPlay(const EEndPlayReason::Type Reason) override;

  /** Of everything that the agents are: the same on every machine after as many ticks. */
  UFUNCTION(BlueprintCallable, Category = "Fieldwright")
  FString Digest() const;

 private:
  void Show();

  TUniquePtr<FFieldwrightCrowd> Crowd;
  TArray<FTransform> Places;
  double TickS = 0;
  double LeftS = 0;  // of frames that no tick has covered
};
