/* The class FieldwrightCrowd for Godot 4.2 and later: agents on a torus, stepped by the game, drawn by its scripts.
     begin(method: String, seed: int, agents: int, side_m: float, ticks_per_second: float) -> String, "" or what was wrong
     step() -> String    positions() -> PackedVector2Array (metres)    digest() -> String
   Godot asks the entry function for the class; everything of Godot is found by name. */
#include <gdextension_interface.h>
#include <stdlib.h>
#include <string.h>

#include "../crowd_state.h"

#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

/* Room for a value of Godot, as its builds with floats lay it out: a Variant takes 24 bytes, a String or StringName a
   pointer, a packed array two. */
typedef union Value {
  uint64_t words[5];
  void* pointer;
  double number;
  int64_t whole;
} Value;

typedef struct Vector2 {
  float x, y;
} Vector2;

static GDExtensionClassLibraryPtr library;
static struct {
  GDExtensionInterfaceStringNameNewWithLatin1Chars name_of;
  GDExtensionInterfaceStringNewWithUtf8Chars string_of;
  GDExtensionInterfaceStringToUtf8Chars bytes_of;
  GDExtensionInterfacePackedVector2ArrayOperatorIndex vector_at;
  GDExtensionInterfaceVariantGetType type_of;
  GDExtensionInterfaceClassdbConstructObject construct;
  GDExtensionInterfaceObjectSetInstance set_instance;
  GDExtensionInterfaceClassdbRegisterExtensionClass2 add_class;
  GDExtensionInterfaceClassdbRegisterExtensionClassMethod add_method;
  GDExtensionInterfaceClassdbUnregisterExtensionClass remove_class;
  GDExtensionPtrDestructor end_name, end_string, end_vectors;
  GDExtensionPtrConstructor make_vectors;
  GDExtensionPtrBuiltInMethod resize_vectors;
  GDExtensionVariantFromTypeConstructorFunc variant_of_string, variant_of_vectors;
  GDExtensionTypeFromVariantConstructorFunc string_from, whole_from, number_from;
} godot;

/* A name of Godot's for as long as a call needs it. */
static void* name(Value* room, const char* words) {
  godot.name_of(room, words, 0);
  return room;
}

/* ---- What the methods do, with plain values */

static void put_text(GDExtensionTypePtr out, const char* words) {
  godot.end_string(out);
  godot.string_of(out, words);
}

static void begin(CrowdState* c, const GDExtensionConstTypePtr* given, GDExtensionTypePtr out) {
  char slug[64] = {0};
  godot.bytes_of(given[0], slug, sizeof slug - 1);
  put_text(out, crowd_begin(c, slug, *(const int64_t*)given[1], *(const int64_t*)given[2], *(const double*)given[3],
                            *(const double*)given[4]));
}

static void step(CrowdState* c, const GDExtensionConstTypePtr* given, GDExtensionTypePtr out) {
  (void)given;
  put_text(out, crowd_step(c));
}

static void digest(CrowdState* c, const GDExtensionConstTypePtr* given, GDExtensionTypePtr out) {
  char words[33];
  (void)given;
  crowd_digest(c, words);
  put_text(out, words);
}

static void positions(CrowdState* c, const GDExtensionConstTypePtr* given, GDExtensionTypePtr out) {
  const double *x = c->agents.x_m.data, *y = c->agents.y_m.data;
  const int64_t count = (int64_t)c->agents.count;
  int64_t i, done;
  GDExtensionConstTypePtr size[1];
  (void)given;
  size[0] = &count;
  godot.resize_vectors(out, size, &done, 1);
  if (done != 0) return; /* no memory: the array stays empty */
  for (i = 0; i < count; ++i) {
    Vector2* at = (Vector2*)godot.vector_at(out, i);
    at->x = (float)x[i], at->y = (float)y[i];
  }
}

/* ---- The class as Godot sees it */

enum { MOST_GIVEN = 5 };
typedef struct Method {
  const char* name;
  void (*call)(CrowdState*, const GDExtensionConstTypePtr* given, GDExtensionTypePtr out);
  GDExtensionVariantType returns;
  uint32_t count;
  GDExtensionVariantType types[MOST_GIVEN];
  const char* names[MOST_GIVEN];
} Method;

#define STRING GDEXTENSION_VARIANT_TYPE_STRING
#define WHOLE GDEXTENSION_VARIANT_TYPE_INT
#define NUMBER GDEXTENSION_VARIANT_TYPE_FLOAT
#define VECTORS GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR2_ARRAY
static const Method kMethods[] = {
    {"begin", begin, STRING, 5, {STRING, WHOLE, WHOLE, NUMBER, NUMBER}, {"method", "seed", "agents", "side_m", "ticks_per_second"}},
    {"step", step, STRING, 0, {STRING}, {0}},
    {"positions", positions, VECTORS, 0, {STRING}, {0}},
    {"digest", digest, STRING, 0, {STRING}, {0}}};

/* By values of known types. */
static void call_typed(void* method, GDExtensionClassInstancePtr crowd, const GDExtensionConstTypePtr* given,
                       GDExtensionTypePtr out) {
  ((const Method*)method)->call(crowd, given, out);
}

/* Whether Godot converts a value of the first type to the second: numbers to each other, names to strings. */
static int converts(GDExtensionVariantType from, GDExtensionVariantType to) {
  if (to == STRING) return from == STRING || from == GDEXTENSION_VARIANT_TYPE_STRING_NAME;
  return from == WHOLE || from == NUMBER;
}

/* By variants, as scripts without types call. */
static void call_loose(void* data, GDExtensionClassInstancePtr crowd, const GDExtensionConstVariantPtr* given,
                       GDExtensionInt count, GDExtensionVariantPtr out, GDExtensionCallError* error) {
  const Method* method = data;
  Value values[MOST_GIVEN], result;
  GDExtensionConstTypePtr typed[MOST_GIVEN];
  uint32_t i;
  error->error = GDEXTENSION_CALL_OK;
  if (count != (GDExtensionInt)method->count) {
    error->error = count < (GDExtensionInt)method->count ? GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS
                                                         : GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS;
    error->expected = (int32_t)method->count;
    return;
  }
  for (i = 0; i < method->count; ++i) {
    if (converts(godot.type_of(given[i]), method->types[i])) continue;
    error->error = GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT;
    error->argument = (int32_t)i, error->expected = (int32_t)method->types[i];
    return;
  }
  for (i = 0; i < method->count; ++i) {
    typed[i] = &values[i];
    (method->types[i] == STRING  ? godot.string_from
     : method->types[i] == WHOLE ? godot.whole_from
                                 : godot.number_from)(&values[i], (GDExtensionVariantPtr)given[i]);
  }
  if (method->returns == VECTORS)
    godot.make_vectors(&result, 0);
  else
    godot.string_of(&result, "");
  method->call(crowd, typed, &result);
  (method->returns == VECTORS ? godot.variant_of_vectors : godot.variant_of_string)(out, &result);
  (method->returns == VECTORS ? godot.end_vectors : godot.end_string)(&result);
  for (i = 0; i < method->count; ++i)
    if (method->types[i] == STRING) godot.end_string(&values[i]);
}

static GDExtensionObjectPtr create(void* data) {
  Value base, own;
  GDExtensionObjectPtr object;
  CrowdState* crowd = calloc(1, sizeof *crowd);
  (void)data;
  if (!crowd) return 0; /* which Godot reports */
  object = godot.construct(name(&base, "RefCounted"));
  godot.set_instance(object, name(&own, "FieldwrightCrowd"), crowd);
  godot.end_name(&base), godot.end_name(&own);
  return object;
}

static void destroy(void* data, GDExtensionClassInstancePtr crowd) {
  (void)data;
  if (crowd) crowd_end(crowd);
  free(crowd);
}

static GDExtensionPropertyInfo property(GDExtensionVariantType type, Value* called, Value* empty, Value* hint) {
  GDExtensionPropertyInfo info;
  memset(&info, 0, sizeof info);
  info.type = type, info.name = called, info.class_name = empty, info.hint_string = hint;
  info.usage = 6; /* stored and shown, Godot's default */
  return info;
}

static void add_method(const Method* method) {
  Value own, called, empty, hint, names[MOST_GIVEN];
  GDExtensionPropertyInfo returns, given[MOST_GIVEN];
  GDExtensionClassMethodArgumentMetadata plain[MOST_GIVEN] = {GDEXTENSION_METHOD_ARGUMENT_METADATA_NONE};
  GDExtensionClassMethodInfo info;
  uint32_t i;
  name(&own, "FieldwrightCrowd"), name(&called, method->name), name(&empty, "");
  godot.string_of(&hint, "");
  for (i = 0; i < method->count; ++i) {
    name(&names[i], method->names[i]);
    given[i] = property(method->types[i], &names[i], &empty, &hint);
  }
  returns = property(method->returns, &empty, &empty, &hint);
  memset(&info, 0, sizeof info);
  info.name = &called, info.method_userdata = (void*)method;
  info.call_func = call_loose, info.ptrcall_func = call_typed;
  info.method_flags = GDEXTENSION_METHOD_FLAGS_DEFAULT;
  info.has_return_value = 1, info.return_value_info = &returns;
  info.return_value_metadata = GDEXTENSION_METHOD_ARGUMENT_METADATA_NONE;
  info.argument_count = method->count, info.arguments_info = given, info.arguments_metadata = plain;
  godot.add_method(library, &own, &info);
  for (i = 0; i < method->count; ++i) godot.end_name(&names[i]);
  godot.end_name(&own), godot.end_name(&called), godot.end_name(&empty);
  godot.end_string(&hint);
}

static void start(void* data, GDExtensionInitializationLevel level) {
  Value own, base;
  GDExtensionClassCreationInfo2 info;
  size_t i;
  (void)data;
  if (level != GDEXTENSION_INITIALIZATION_SCENE) return;
  memset(&info, 0, sizeof info);
  info.is_exposed = 1;
  info.create_instance_func = create, info.free_instance_func = destroy;
  godot.add_class(library, name(&own, "FieldwrightCrowd"), name(&base, "RefCounted"), &info);
  godot.end_name(&own), godot.end_name(&base);
  for (i = 0; i < sizeof kMethods / sizeof kMethods[0]; ++i) add_method(&kMethods[i]);
}

static void stop(void* data, GDExtensionInitializationLevel level) {
  Value own;
  (void)data;
  if (level != GDEXTENSION_INITIALIZATION_SCENE) return;
  godot.remove_class(library, name(&own, "FieldwrightCrowd"));
  godot.end_name(&own);
}

/* A function of Godot's; through void*, since its type is another one. */
#define FIND(member, called) \
  if (!(*(void**)&godot.member = (void*)find(called))) return 0

EXPORTED GDExtensionBool fieldwright_init(GDExtensionInterfaceGetProcAddress find, GDExtensionClassLibraryPtr own,
                                          GDExtensionInitialization* out) {
  GDExtensionInterfaceVariantGetPtrConstructor constructor;
  GDExtensionInterfaceVariantGetPtrDestructor destructor;
  GDExtensionInterfaceVariantGetPtrBuiltinMethod method;
  GDExtensionInterfaceGetVariantFromTypeConstructor to_variant;
  GDExtensionInterfaceGetVariantToTypeConstructor from_variant;
  Value resize;
  library = own;
  FIND(name_of, "string_name_new_with_latin1_chars");
  FIND(string_of, "string_new_with_utf8_chars");
  FIND(bytes_of, "string_to_utf8_chars");
  FIND(vector_at, "packed_vector2_array_operator_index");
  FIND(type_of, "variant_get_type");
  FIND(construct, "classdb_construct_object");
  FIND(set_instance, "object_set_instance");
  FIND(add_class, "classdb_register_extension_class2");
  FIND(add_method, "classdb_register_extension_class_method");
  FIND(remove_class, "classdb_unregister_extension_class");
  *(void**)&constructor = (void*)find("variant_get_ptr_constructor");
  *(void**)&destructor = (void*)find("variant_get_ptr_destructor");
  *(void**)&method = (void*)find("variant_get_ptr_builtin_method");
  *(void**)&to_variant = (void*)find("get_variant_from_type_constructor");
  *(void**)&from_variant = (void*)find("get_variant_to_type_constructor");
  if (!constructor || !destructor || !method || !to_variant || !from_variant) return 0;
  godot.end_name = destructor(GDEXTENSION_VARIANT_TYPE_STRING_NAME);
  godot.end_string = destructor(STRING);
  godot.end_vectors = destructor(VECTORS);
  godot.make_vectors = constructor(VECTORS, 0);
  /* 848867239: the hash of resize(new_size: int) -> int in extension_api.json */
  godot.resize_vectors = method(VECTORS, name(&resize, "resize"), 848867239);
  godot.end_name(&resize);
  godot.variant_of_string = to_variant(STRING);
  godot.variant_of_vectors = to_variant(VECTORS);
  godot.string_from = from_variant(STRING);
  godot.whole_from = from_variant(WHOLE);
  godot.number_from = from_variant(NUMBER);
  out->minimum_initialization_level = GDEXTENSION_INITIALIZATION_SCENE;
  out->initialize = start, out->deinitialize = stop;
  return godot.resize_vectors != 0;
}
