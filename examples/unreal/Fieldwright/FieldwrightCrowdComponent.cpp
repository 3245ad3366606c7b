#include "FieldwrightCrowdComponent.h"

#include "Components/InstancedStaticMeshComponent.h"

#include <fieldwright.h>

DEFINE_LOG_CATEGORY_STATIC(LogFieldwright, Log, All);

struct FFieldwrightCrowd {
  fw_context* Context = nullptr;
  fw_crowd* Rule = nullptr;
  fw_scratch* Scratch = nullptr;
  fw_agents Columns{};
  fw_error Error{};
  int64_t Tick = 0;
  TArray<uint32> Id;
  TArray<double> X, Y;
  TArray<float> HeadingX, HeadingY, Speed, Memory[3];

  ~FFieldwrightCrowd() {
    fw_scratch_close(Scratch);
    fw_crowd_close(Rule);
    fw_close(Context);
  }

  template <class T>
  static fw_column Column(TArray<T>& Array, int32 Count) {
    Array.SetNumZeroed(Count);
    return {Array.GetData(), 0, 0};
  }

  fw_status Begin(const char* Method, uint64 Seed, int32 Agents, double SideM, double TickS) {
    fw_ground Ground{};
    Ground.size = sizeof Ground;
    Ground.kind = FW_TORUS;
    Ground.width_m = Ground.height_m = SideM;
    fw_seeds Seeds;
    fw_seeds_of(Seed, &Seeds);
    fw_params* Params = nullptr;
    fw_status Status = fw_open(FW_ABI, nullptr, &Context, &Error);
    if (Status == FW_OK) Status = fw_params_open(Context, "crowd", Method, &Params, &Error);
    if (Status == FW_OK) Status = fw_params_set_tick(Params, TickS, &Error);
    if (Status == FW_OK) Status = fw_crowd_open(Context, Params, &Ground, &Seeds, &Rule, &Error);
    if (Status == FW_OK) Status = fw_scratch_open(Rule, static_cast<size_t>(Agents), &Scratch, &Error);
    fw_params_close(Params);
    if (Status != FW_OK) return Status;
    Columns.size = sizeof Columns;
    Columns.count = static_cast<size_t>(Agents);
    Columns.id = Column(Id, Agents);
    Columns.x_m = Column(X, Agents);
    Columns.y_m = Column(Y, Agents);
    Columns.heading_x = Column(HeadingX, Agents);
    Columns.heading_y = Column(HeadingY, Agents);
    Columns.speed_mps = Column(Speed, Agents);
    for (uint32 k = 0; k < fw_crowd_memory(Rule); ++k) Columns.memory[k] = Column(Memory[k], Agents);
    for (int32 i = 0; i < Agents; ++i) Id[i] = static_cast<uint32>(i);
    return fw_crowd_begin(Rule, Scratch, 0, &Columns, 0, &Error);
  }

  fw_status Step() {
    const fw_status Status = fw_crowd_step(Rule, Scratch, Tick, &Columns, &Error);
    if (Status == FW_OK) ++Tick;
    return Status;
  }
};

UFieldwrightCrowdComponent::UFieldwrightCrowdComponent() { PrimaryComponentTick.bCanEverTick = true; }
UFieldwrightCrowdComponent::UFieldwrightCrowdComponent(FVTableHelper& Helper) : Super(Helper) {}
UFieldwrightCrowdComponent::~UFieldwrightCrowdComponent() = default;

void UFieldwrightCrowdComponent::BeginPlay() {
  Super::BeginPlay();
  Crowd = MakeUnique<FFieldwrightCrowd>();
  TickS = 1.0 / TicksPerSecond;
  LeftS = 0;
  if (Crowd->Begin(TCHAR_TO_UTF8(*Method), static_cast<uint64>(Seed), Agents, SideM, TickS) != FW_OK) {
    UE_LOG(LogFieldwright, Error, TEXT("%s"), UTF8_TO_TCHAR(Crowd->Error.message));
    Crowd.Reset();
    return;
  }
  Places.Init(FTransform::Identity, Agents);
  if (Bodies) Bodies->AddInstances(Places, /*bShouldReturnIndices=*/false);
  Show();
}

void UFieldwrightCrowdComponent::TickComponent(float DeltaTime, ELevelTick TickType,
                                               FActorComponentTickFunction* ThisTickFunction) {
  Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
  if (!Crowd) return;
  // A frame that took long is not caught up with: a quarter of a second at most.
  for (LeftS = FMath::Min(LeftS + DeltaTime, 0.25); LeftS >= TickS; LeftS -= TickS) {
    if (Crowd->Step() == FW_OK) continue;
    UE_LOG(LogFieldwright, Error, TEXT("%s"), UTF8_TO_TCHAR(Crowd->Error.message));
    Crowd.Reset();
    return;
  }
  Show();
}

void UFieldwrightCrowdComponent::Show() {
  if (!Bodies) return;
  for (int32 i = 0; i < Places.Num(); ++i) {
    Places[i].SetLocation(FVector(Crowd->X[i] * 100, -Crowd->Y[i] * 100, 0));
    Places[i].SetRotation(FVector(Crowd->HeadingX[i], -Crowd->HeadingY[i], 0).ToOrientationQuat());
  }
  Bodies->BatchUpdateInstancesTransforms(0, Places, /*bWorldSpace=*/false, /*bMarkRenderStateDirty=*/true);
}

void UFieldwrightCrowdComponent::EndPlay(const EEndPlayReason::Type Reason) {
  Crowd.Reset();
  if (Bodies && Places.Num() > 0) Bodies->ClearInstances();
  Places.Empty();
  Super::EndPlay(Reason);
}

FString UFieldwrightCrowdComponent::Digest() const {
  if (!Crowd) return FString();
  fw_digest Of;
  fw_agents_digest(&Crowd->Columns, Crowd->Tick, &Of);
  return FString::Printf(TEXT("%016llx%016llx"), static_cast<unsigned long long>(Of.word[0]),
                         static_cast<unsigned long long>(Of.word[1]));
}
