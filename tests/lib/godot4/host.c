/* A program that stands in for Godot 4: it opens the plug-in, makes the class that it registers and calls its methods as
   scripts do, with types and without: host PLUGIN. Prints the digest of the golden crowd; counts what is not freed. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gdextension_interface.h"

static int64_t most_vectors = 1 << 20; /* that an array has memory for */
static int living; /* strings, names and arrays that are not freed */

static void check(int holds, const char* what) {
  if (holds) return;
  printf("not so: %s\n", what);
  exit(1);
}

/* Strings and names: a pointer to a copy. Arrays: a pointer, a count. Variants: a type and a copy of a value. */
typedef struct Variant {
  int64_t type, data[2];
} Variant;

static char* copy_of(const char* words) {
  ++living;
  return strcpy(malloc(strlen(words) + 1), words);
}
static void new_name(void* out, const char* words, GDExtensionBool kept) {
  check(!kept, "names are copied");
  *(char**)out = copy_of(words);
}
static void new_string(void* out, const char* words) { *(char**)out = copy_of(words); }
static void end(void* value) {
  if (*(void**)value) --living;
  free(*(void**)value);
}
static GDExtensionInt bytes_of(const void* string, char* out, GDExtensionInt most) {
  const char* words = *(char* const*)string;
  const size_t length = strlen(words);
  if (out) memcpy(out, words, length < (size_t)most ? length : (size_t)most);
  return (GDExtensionInt)length;
}
static void new_vectors(void* out, const GDExtensionConstTypePtr* given) {
  (void)given;
  memset(out, 0, 16);
}
static void resize(void* array, const GDExtensionConstTypePtr* given, void* out, int count) {
  const int64_t size = *(const int64_t*)given[0];
  void** memory = array;
  check(count == 1, "resize takes a number");
  *(int64_t*)out = 6; /* ERR_OUT_OF_MEMORY */
  if (size > most_vectors) return;
  if (!*memory) ++living;
  *memory = realloc(*memory, (size_t)size * 8);
  ((int64_t*)array)[1] = size;
  *(int64_t*)out = 0;
}
static void* vector_at(void* array, GDExtensionInt i) { return *(char**)array + 8 * i; }
static void variant_of_string(void* to, void* from) {
  Variant* variant = to;
  variant->type = GDEXTENSION_VARIANT_TYPE_STRING;
  *(char**)variant->data = copy_of(*(char**)from);
}
static void string_of_variant(void* to, void* from) { *(char**)to = copy_of(*(char**)((Variant*)from)->data); }
static void variant_of_vectors(void* variant, void* from) {
  const int64_t count = ((int64_t*)from)[1];
  void* to = ((Variant*)variant)->data;
  GDExtensionConstTypePtr given[1];
  int64_t done;
  given[0] = &count;
  ((Variant*)variant)->type = GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR2_ARRAY;
  new_vectors(to, 0);
  if (count == 0) return;
  resize(to, given, &done, 1);
  memcpy(*(void**)to, *(void**)from, (size_t)count * 8);
}
static double number_in(const Variant* variant) {
  check(variant->type == GDEXTENSION_VARIANT_TYPE_INT || variant->type == GDEXTENSION_VARIANT_TYPE_FLOAT, "a number");
  return variant->type == GDEXTENSION_VARIANT_TYPE_INT ? (double)variant->data[0] : *(const double*)variant->data;
}
static void whole_of_variant(void* to, void* from) { *(int64_t*)to = (int64_t)number_in(from); }
static void number_of_variant(void* to, void* from) { *(double*)to = number_in(from); }
static GDExtensionVariantType type_of(const void* variant) { return (GDExtensionVariantType)((const Variant*)variant)->type; }

static GDExtensionPtrConstructor constructor(GDExtensionVariantType type, int32_t which) {
  return type == GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR2_ARRAY && which == 0 ? new_vectors : 0;
}
static GDExtensionPtrDestructor destructor(GDExtensionVariantType type) {
  (void)type;
  return end;
}
static GDExtensionPtrBuiltInMethod builtin(GDExtensionVariantType type, const void* name, GDExtensionInt hash) {
  return type == GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR2_ARRAY && !strcmp(*(char* const*)name, "resize") && hash == 848867239
             ? resize
             : 0;
}
static GDExtensionVariantFromTypeConstructorFunc to_variant(GDExtensionVariantType type) {
  return type == GDEXTENSION_VARIANT_TYPE_STRING ? variant_of_string : variant_of_vectors;
}
static GDExtensionTypeFromVariantConstructorFunc from_variant(GDExtensionVariantType type) {
  return type == GDEXTENSION_VARIANT_TYPE_STRING ? string_of_variant
         : type == GDEXTENSION_VARIANT_TYPE_INT  ? whole_of_variant
                                                 : number_of_variant;
}

/* The class database: one class. */
static GDExtensionClassCreationInfo2 class_info;
static GDExtensionClassMethodInfo methods[8];
static char method_names[8][32];
static int count;
static void* instance;
static int object, registered;

static void add_class(void* library, const void* name, const void* base, const GDExtensionClassCreationInfo2* info) {
  check(library == &object, "the library's own pointer");
  check(!strcmp(*(char* const*)name, "FieldwrightCrowd") && !strcmp(*(char* const*)base, "RefCounted"), "names");
  class_info = *info;
  registered = 1;
}
static void add_method(void* library, const void* name, const GDExtensionClassMethodInfo* info) {
  (void)library, (void)name;
  strcpy(method_names[count], *(char**)info->name);
  methods[count++] = *info;
}
static void remove_class(void* library, const void* name) {
  (void)library, (void)name;
  registered = 0;
}
static void* construct(const void* name) {
  check(!strcmp(*(char* const*)name, "RefCounted"), "the base");
  return &object;
}
static void set_instance(void* of, const void* name, void* data) {
  check(of == &object && !strcmp(*(char* const*)name, "FieldwrightCrowd"), "an instance of the class");
  instance = data;
}

static GDExtensionInterfaceFunctionPtr find(const char* name) {
  static const struct {
    const char* name;
    void* function;
  } all[] = {{"string_name_new_with_latin1_chars", (void*)new_name},
             {"string_new_with_utf8_chars", (void*)new_string},
             {"string_to_utf8_chars", (void*)bytes_of},
             {"packed_vector2_array_operator_index", (void*)vector_at},
             {"variant_get_type", (void*)type_of},
             {"classdb_construct_object", (void*)construct},
             {"object_set_instance", (void*)set_instance},
             {"classdb_register_extension_class2", (void*)add_class},
             {"classdb_register_extension_class_method", (void*)add_method},
             {"classdb_unregister_extension_class", (void*)remove_class},
             {"variant_get_ptr_constructor", (void*)constructor},
             {"variant_get_ptr_destructor", (void*)destructor},
             {"variant_get_ptr_builtin_method", (void*)builtin},
             {"get_variant_from_type_constructor", (void*)to_variant},
             {"get_variant_to_type_constructor", (void*)from_variant}};
  size_t i;
  for (i = 0; i < sizeof all / sizeof all[0]; ++i)
    if (!strcmp(all[i].name, name)) return *(GDExtensionInterfaceFunctionPtr*)&all[i].function;
  return 0;
}

static const GDExtensionClassMethodInfo* method(const char* name) {
  int i;
  for (i = 0; i < count; ++i)
    if (!strcmp(method_names[i], name)) return &methods[i];
  check(0, name);
  return 0;
}

int main(int words, char** word) {
  void* plugin = dlopen(words > 1 ? word[1] : "", RTLD_NOW);
  GDExtensionBool (*init)(GDExtensionInterfaceGetProcAddress, GDExtensionClassLibraryPtr, GDExtensionInitialization*);
  GDExtensionInitialization start = {0};
  GDExtensionCallError error = {0};
  char* slug;
  int64_t seed = 42, agents = 2000, tick;
  double side_m = 1000, hertz = 60, x_sum = 0;
  char text[16];
  Variant answer, array, digest, variants[5] = {{GDEXTENSION_VARIANT_TYPE_STRING, {0}},
                                                {GDEXTENSION_VARIANT_TYPE_INT, {42}},
                                                {GDEXTENSION_VARIANT_TYPE_INT, {2000}},
                                                {GDEXTENSION_VARIANT_TYPE_INT, {1000}}, /* metres, as a script writes them */
                                                {GDEXTENSION_VARIANT_TYPE_FLOAT, {0}}};
  const void *given[5], *loose[5];
  int i;
  if (!plugin) return printf("%s\n", dlerror()), 1;
  *(void**)&init = dlsym(plugin, "fieldwright_init");
  check(init && init(find, &object, &start) && start.minimum_initialization_level == GDEXTENSION_INITIALIZATION_SCENE, "an entry");
  start.initialize(start.userdata, GDEXTENSION_INITIALIZATION_CORE);
  check(!registered, "nothing before the scene's level");
  start.initialize(start.userdata, GDEXTENSION_INITIALIZATION_SCENE);
  check(registered && class_info.is_exposed && count == 4, "a class of four methods");
  check(class_info.create_instance_func(0) == &object && instance, "an instance");
  /* As a script without types, with too few arguments first, then with each of another type. */
  slug = copy_of("curl_dual");
  given[0] = &slug, given[1] = &seed, given[2] = &agents, given[3] = &side_m, given[4] = &hertz;
  *(char**)variants[0].data = slug, *(double*)variants[4].data = hertz;
  for (i = 0; i < 5; ++i) loose[i] = &variants[i];
  method("begin")->call_func(method("begin")->method_userdata, instance, loose, 4, &answer, &error);
  check(error.error == GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS && error.expected == 5, "too few are refused");
  for (i = 0; i < 5; ++i) {
    loose[i] = &variants[i == 0 ? 1 : 0];
    method("begin")->call_func(method("begin")->method_userdata, instance, loose, 5, &answer, &error);
    check(error.error == GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT && error.argument == i, "another type is refused");
    check(error.expected == (i == 0 ? GDEXTENSION_VARIANT_TYPE_STRING
                             : i < 3 ? GDEXTENSION_VARIANT_TYPE_INT
                                     : GDEXTENSION_VARIANT_TYPE_FLOAT), "the type that is taken is named");
    loose[i] = &variants[i];
  }
  method("begin")->call_func(method("begin")->method_userdata, instance, loose, 5, &answer, &error);
  check(error.error == GDEXTENSION_CALL_OK && !**(char**)answer.data, *(char**)answer.data);
  end(answer.data);
  new_string(text, "");
  for (tick = 0; tick < 600; ++tick) {
    method("step")->ptrcall_func(method("step")->method_userdata, instance, 0, text);
    check(!**(char**)text, *(char**)text);
  }
  method("positions")->call_func(method("positions")->method_userdata, instance, 0, 0, &array, &error);
  check(array.data[1] == agents, "a place for every agent");
  for (tick = 0; tick < agents; ++tick) x_sum += ((const float*)vector_at(array.data, tick))[0];
  check(x_sum / (double)agents > 300 && x_sum / (double)agents < 700, "places on the torus");
  method("digest")->call_func(method("digest")->method_userdata, instance, 0, 0, &digest, &error);
  puts(*(char**)digest.data);
  most_vectors = 1000;
  method("positions")->call_func(method("positions")->method_userdata, instance, 0, 0, &answer, &error);
  check(answer.data[1] == 0, "without memory no places");
  agents = 0;
  method("begin")->ptrcall_func(method("begin")->method_userdata, instance, given, text);
  check(strstr(*(char**)text, "1,000,000") != 0, "a wrong number of agents is refused");
  method("step")->ptrcall_func(method("step")->method_userdata, instance, 0, text);
  check(strstr(*(char**)text, "begin comes first") != 0, "no step of nothing");
  end(text), end(array.data), end(digest.data), end(&slug);
  class_info.free_instance_func(0, instance);
  start.deinitialize(start.userdata, GDEXTENSION_INITIALIZATION_SCENE);
  check(!registered && living == 0, "everything is freed");
  return 0;
}
