/* A stand-in of Godot 4's header of that name, which Debian does not have: what the example uses, in our words, laid out as
   there. Never installed. */
#ifndef GDEXTENSION_INTERFACE_H
#define GDEXTENSION_INTERFACE_H
#include <stddef.h>
#include <stdint.h>

typedef int64_t GDExtensionInt;
typedef uint8_t GDExtensionBool;
typedef void *GDExtensionVariantPtr, *GDExtensionUninitializedVariantPtr, *GDExtensionStringNamePtr,
    *GDExtensionUninitializedStringNamePtr, *GDExtensionStringPtr, *GDExtensionUninitializedStringPtr, *GDExtensionObjectPtr,
    *GDExtensionTypePtr, *GDExtensionUninitializedTypePtr, *GDExtensionClassInstancePtr, *GDExtensionClassLibraryPtr;
typedef const void *GDExtensionConstVariantPtr, *GDExtensionConstStringNamePtr, *GDExtensionConstStringPtr,
    *GDExtensionConstTypePtr;

typedef enum {
  GDEXTENSION_VARIANT_TYPE_INT = 2,
  GDEXTENSION_VARIANT_TYPE_FLOAT = 3,
  GDEXTENSION_VARIANT_TYPE_STRING = 4,
  GDEXTENSION_VARIANT_TYPE_STRING_NAME = 21,
  GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR2_ARRAY = 35
} GDExtensionVariantType;
typedef enum {
  GDEXTENSION_CALL_OK = 0,
  GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT = 2,
  GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS = 3,
  GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS = 4
} GDExtensionCallErrorType;
typedef enum { GDEXTENSION_METHOD_FLAGS_DEFAULT = 1 } GDExtensionClassMethodFlags;
typedef enum { GDEXTENSION_METHOD_ARGUMENT_METADATA_NONE = 0 } GDExtensionClassMethodArgumentMetadata;
typedef enum { GDEXTENSION_INITIALIZATION_CORE = 0, GDEXTENSION_INITIALIZATION_SCENE = 2 } GDExtensionInitializationLevel;

typedef struct {
  GDExtensionCallErrorType error;
  int32_t argument, expected;
} GDExtensionCallError;
typedef struct {
  GDExtensionVariantType type;
  GDExtensionStringNamePtr name, class_name;
  uint32_t hint;
  GDExtensionStringPtr hint_string;
  uint32_t usage;
} GDExtensionPropertyInfo;

typedef void (*GDExtensionVariantFromTypeConstructorFunc)(GDExtensionUninitializedVariantPtr, GDExtensionTypePtr);
typedef void (*GDExtensionTypeFromVariantConstructorFunc)(GDExtensionUninitializedTypePtr, GDExtensionVariantPtr);
typedef void (*GDExtensionPtrBuiltInMethod)(GDExtensionTypePtr, const GDExtensionConstTypePtr*, GDExtensionTypePtr, int);
typedef void (*GDExtensionPtrConstructor)(GDExtensionUninitializedTypePtr, const GDExtensionConstTypePtr*);
typedef void (*GDExtensionPtrDestructor)(GDExtensionTypePtr);
typedef GDExtensionObjectPtr (*GDExtensionClassCreateInstance)(void*);
typedef void (*GDExtensionClassFreeInstance)(void*, GDExtensionClassInstancePtr);
typedef void (*GDExtensionClassMethodCall)(void*, GDExtensionClassInstancePtr, const GDExtensionConstVariantPtr*,
                                           GDExtensionInt, GDExtensionVariantPtr, GDExtensionCallError*);
typedef void (*GDExtensionClassMethodPtrCall)(void*, GDExtensionClassInstancePtr, const GDExtensionConstTypePtr*,
                                              GDExtensionTypePtr);

typedef struct {
  GDExtensionBool is_virtual, is_abstract, is_exposed;
  void (*other_functions[10])(void); /* set, get, properties, notifications, references */
  GDExtensionClassCreateInstance create_instance_func;
  GDExtensionClassFreeInstance free_instance_func;
  void (*virtual_functions[5])(void);
  void* class_userdata;
} GDExtensionClassCreationInfo2;
typedef struct {
  GDExtensionStringNamePtr name;
  void* method_userdata;
  GDExtensionClassMethodCall call_func;
  GDExtensionClassMethodPtrCall ptrcall_func;
  uint32_t method_flags;
  GDExtensionBool has_return_value;
  GDExtensionPropertyInfo* return_value_info;
  GDExtensionClassMethodArgumentMetadata return_value_metadata;
  uint32_t argument_count;
  GDExtensionPropertyInfo* arguments_info;
  GDExtensionClassMethodArgumentMetadata* arguments_metadata;
  uint32_t default_argument_count;
  GDExtensionVariantPtr* default_arguments;
} GDExtensionClassMethodInfo;
typedef struct {
  GDExtensionInitializationLevel minimum_initialization_level;
  void* userdata;
  void (*initialize)(void*, GDExtensionInitializationLevel);
  void (*deinitialize)(void*, GDExtensionInitializationLevel);
} GDExtensionInitialization;

typedef void (*GDExtensionInterfaceFunctionPtr)(void);
typedef GDExtensionInterfaceFunctionPtr (*GDExtensionInterfaceGetProcAddress)(const char*);
typedef void (*GDExtensionInterfaceStringNameNewWithLatin1Chars)(GDExtensionUninitializedStringNamePtr, const char*,
                                                                 GDExtensionBool);
typedef void (*GDExtensionInterfaceStringNewWithUtf8Chars)(GDExtensionUninitializedStringPtr, const char*);
typedef GDExtensionInt (*GDExtensionInterfaceStringToUtf8Chars)(GDExtensionConstStringPtr, char*, GDExtensionInt);
typedef GDExtensionTypePtr (*GDExtensionInterfacePackedVector2ArrayOperatorIndex)(GDExtensionTypePtr, GDExtensionInt);
typedef GDExtensionVariantType (*GDExtensionInterfaceVariantGetType)(GDExtensionConstVariantPtr);
typedef GDExtensionObjectPtr (*GDExtensionInterfaceClassdbConstructObject)(GDExtensionConstStringNamePtr);
typedef void (*GDExtensionInterfaceObjectSetInstance)(GDExtensionObjectPtr, GDExtensionConstStringNamePtr,
                                                      GDExtensionClassInstancePtr);
typedef void (*GDExtensionInterfaceClassdbRegisterExtensionClass2)(GDExtensionClassLibraryPtr, GDExtensionConstStringNamePtr,
                                                                   GDExtensionConstStringNamePtr,
                                                                   const GDExtensionClassCreationInfo2*);
typedef void (*GDExtensionInterfaceClassdbRegisterExtensionClassMethod)(GDExtensionClassLibraryPtr,
                                                                        GDExtensionConstStringNamePtr,
                                                                        const GDExtensionClassMethodInfo*);
typedef void (*GDExtensionInterfaceClassdbUnregisterExtensionClass)(GDExtensionClassLibraryPtr,
                                                                    GDExtensionConstStringNamePtr);
typedef GDExtensionPtrConstructor (*GDExtensionInterfaceVariantGetPtrConstructor)(GDExtensionVariantType, int32_t);
typedef GDExtensionPtrDestructor (*GDExtensionInterfaceVariantGetPtrDestructor)(GDExtensionVariantType);
typedef GDExtensionPtrBuiltInMethod (*GDExtensionInterfaceVariantGetPtrBuiltinMethod)(GDExtensionVariantType,
                                                                                      GDExtensionConstStringNamePtr,
                                                                                      GDExtensionInt);
typedef GDExtensionVariantFromTypeConstructorFunc (*GDExtensionInterfaceGetVariantFromTypeConstructor)(
    GDExtensionVariantType);
typedef GDExtensionTypeFromVariantConstructorFunc (*GDExtensionInterfaceGetVariantToTypeConstructor)(GDExtensionVariantType);
#endif
