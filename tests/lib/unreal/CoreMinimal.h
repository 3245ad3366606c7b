// A stand-in of what the component uses of Unreal, so that it can be compiled and played without the engine.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

using int32 = std::int32_t;
using uint32 = std::uint32_t;
using int64 = std::int64_t;
using uint64 = std::uint64_t;
using TCHAR = char;
#define TEXT(words) words
#define TCHAR_TO_UTF8(words) (words)
#define UTF8_TO_TCHAR(words) (words)
#define UCLASS(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define GENERATED_BODY() using Super = UActorComponent;
#define DEFINE_LOG_CATEGORY_STATIC(Name, Default, Compiled) static const char* const Name = #Name
#define UE_LOG(Name, Level, ...) (LoggedName = Name, std::snprintf(Logged, sizeof Logged, __VA_ARGS__))
inline const char* LoggedName = "";
inline char Logged[600];

class FString {
  std::string words_;

 public:
  FString(const char* words = "") : words_(words) {}
  const char* operator*() const { return words_.c_str(); }
  static FString Printf(const char* format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
  }
};

template <class T>
class TArray {
  std::vector<T> all_;

 public:
  void SetNumZeroed(int32 count) { all_.assign(static_cast<size_t>(count), T{}); }
  void Init(const T& value, int32 count) { all_.assign(static_cast<size_t>(count), value); }
  void Add(const T& value) { all_.push_back(value); }
  void Empty() { all_.clear(); }
  T* GetData() { return all_.data(); }
  int32 Num() const { return static_cast<int32>(all_.size()); }
  T& operator[](int32 i) { return all_.at(static_cast<size_t>(i)); }
  const T& operator[](int32 i) const { return all_.at(static_cast<size_t>(i)); }
};

template <class T>
class TUniquePtr : public std::unique_ptr<T> {
 public:
  using std::unique_ptr<T>::unique_ptr;
  TUniquePtr(std::unique_ptr<T>&& from) : std::unique_ptr<T>(std::move(from)) {}
  void Reset() { this->reset(); }
};
template <class T>
TUniquePtr<T> MakeUnique() {
  return std::make_unique<T>();
}
template <class T>
using TObjectPtr = T*;

struct FVTableHelper {};
struct FMath {
  static double Min(double a, double b) { return std::min(a, b); }
};
struct FQuat {
  double yaw = 0;
};
struct FVector {
  double X = 0, Y = 0, Z = 0;
  FVector() = default;
  FVector(double x, double y, double z) : X(x), Y(y), Z(z) {}
  FQuat ToOrientationQuat() const { return {std::atan2(Y, X)}; }
};
struct FTransform {
  static const FTransform Identity;
  FVector at;
  FQuat turned;
  void SetLocation(const FVector& to) { at = to; }
  void SetRotation(const FQuat& to) { turned = to; }
};
inline const FTransform FTransform::Identity{};
