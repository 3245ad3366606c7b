/* The class FieldwrightCrowd for Godot 3: agents on a torus, stepped by the game, drawn by its scripts.
     begin(method, seed, agents, side_m, ticks_per_second) -> "" or what was wrong
     step()    positions() -> PoolVector2Array (metres)    digest() -> String */
#include <gdnative_api_struct.gen.h>
#include <stdlib.h>

#include "crowd_state.h"

static const godot_gdnative_core_api_struct* api;
static const godot_gdnative_ext_nativescript_api_struct* script;

static godot_variant text(const char* words) {
  godot_variant out;
  godot_string string;
  api->godot_string_new(&string);
  api->godot_string_parse_utf8(&string, words);
  api->godot_variant_new_string(&out, &string);
  api->godot_string_destroy(&string);
  return out;
}

static void* create(godot_object* object, void* data) {
  (void)object, (void)data;
  return calloc(1, sizeof(CrowdState));
}
static void destroy(godot_object* object, void* data, void* user) {
  (void)object, (void)data;
  crowd_end(user);
  free(user);
}

static godot_variant begin(godot_object* object, void* data, void* user, int count, godot_variant** given) {
  godot_string method;
  godot_char_string slug;
  godot_variant out;
  (void)object, (void)data;
  if (count != 5) return text("begin: expected method, seed, agents, side_m and ticks_per_second");
  method = api->godot_variant_as_string(given[0]);
  slug = api->godot_string_utf8(&method);
  out = text(crowd_begin(user, api->godot_char_string_get_data(&slug), api->godot_variant_as_int(given[1]),
                         api->godot_variant_as_int(given[2]), api->godot_variant_as_real(given[3]),
                         api->godot_variant_as_real(given[4])));
  api->godot_char_string_destroy(&slug);
  api->godot_string_destroy(&method);
  return out;
}

static godot_variant step(godot_object* object, void* data, void* user, int count, godot_variant** given) {
  (void)object, (void)data, (void)count, (void)given;
  return text(crowd_step(user));
}

static godot_variant positions(godot_object* object, void* data, void* user, int count, godot_variant** given) {
  const CrowdState* c = user;
  const double *x = c->agents.x_m.data, *y = c->agents.y_m.data;
  godot_pool_vector2_array out;
  godot_pool_vector2_array_write_access* access;
  godot_vector2* at;
  godot_variant result;
  size_t i;
  (void)object, (void)data, (void)count, (void)given;
  api->godot_pool_vector2_array_new(&out);
  api->godot_pool_vector2_array_resize(&out, (godot_int)c->agents.count);
  access = api->godot_pool_vector2_array_write(&out);
  at = api->godot_pool_vector2_array_write_access_ptr(access);
  for (i = 0; i < c->agents.count; ++i) api->godot_vector2_new(&at[i], (godot_real)x[i], (godot_real)y[i]);
  api->godot_pool_vector2_array_write_access_destroy(access);
  api->godot_variant_new_pool_vector2_array(&result, &out);
  api->godot_pool_vector2_array_destroy(&out);
  return result;
}

static godot_variant digest(godot_object* object, void* data, void* user, int count, godot_variant** given) {
  char words[33];
  (void)object, (void)data, (void)count, (void)given;
  crowd_digest(user, words);
  return text(words);
}

void GDN_EXPORT godot_gdnative_init(godot_gdnative_init_options* options) {
  unsigned i;
  api = options->api_struct;
  for (i = 0; i < api->num_extensions; ++i)
    if (api->extensions[i]->type == GDNATIVE_EXT_NATIVESCRIPT) script = (const void*)api->extensions[i];
}

void GDN_EXPORT godot_gdnative_terminate(godot_gdnative_terminate_options* options) {
  (void)options;
  api = 0, script = 0;
}

void GDN_EXPORT godot_nativescript_init(void* handle) {
  const struct {
    const char* name;
    godot_variant (*method)(godot_object*, void*, void*, int, godot_variant**);
  } methods[] = {{"begin", begin}, {"step", step}, {"positions", positions}, {"digest", digest}};
  godot_instance_create_func make = {create, 0, 0};
  godot_instance_destroy_func unmake = {destroy, 0, 0};
  godot_method_attributes local = {GODOT_METHOD_RPC_MODE_DISABLED};
  size_t i;
  script->godot_nativescript_register_class(handle, "FieldwrightCrowd", "Reference", make, unmake);
  for (i = 0; i < sizeof methods / sizeof methods[0]; ++i) {
    godot_instance_method method = {methods[i].method, 0, 0};
    script->godot_nativescript_register_method(handle, "FieldwrightCrowd", methods[i].name, local, method);
  }
}
