/* The class FieldwrightCrowd for Godot 3: agents on a torus, stepped by the game, drawn by its scripts.
     begin(method, seed, agents, side_m, ticks_per_second) -> "" or what was wrong
     step()    positions() -> PoolVector2Array (metres)    digest() -> String */
#include <gdnative_api_struct.gen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fieldwright.h"

static const godot_gdnative_core_api_struct* api;
static const godot_gdnative_ext_nativescript_api_struct* script;

typedef struct Crowd {
  fw_context* context;
  fw_crowd* rule;
  fw_scratch* scratch;
  fw_agents agents;
  int64_t tick;
  float* columns; /* of the agents: headings, speed, memory */
} Crowd;

static godot_variant text(const char* words) {
  godot_variant out;
  godot_string string;
  api->godot_string_new(&string);
  api->godot_string_parse_utf8(&string, words);
  api->godot_variant_new_string(&out, &string);
  api->godot_string_destroy(&string);
  return out;
}

static void end(Crowd* c) {
  fw_scratch_close(c->scratch);
  fw_crowd_close(c->rule);
  fw_close(c->context);
  free(c->agents.id.data), free(c->agents.x_m.data), free(c->agents.y_m.data), free(c->columns);
  memset(c, 0, sizeof *c);
}

static void* create(godot_object* object, void* data) {
  (void)object, (void)data;
  return calloc(1, sizeof(Crowd));
}
static void destroy(godot_object* object, void* data, void* user) {
  (void)object, (void)data;
  end(user);
  free(user);
}

static godot_variant begin(godot_object* object, void* data, void* user, int count, godot_variant** given) {
  Crowd* c = user;
  fw_ground ground = {sizeof ground, FW_TORUS, 0, 0, 0, 0, 0, 0};
  fw_params* params = 0;
  fw_seeds seeds;
  fw_error e;
  godot_string method;
  godot_char_string slug;
  fw_status status;
  size_t agents, i;
  (void)object, (void)data;
  if (count != 5) return text("begin: expected method, seed, agents, side_m and ticks_per_second");
  end(c);
  agents = (size_t)api->godot_variant_as_int(given[2]);
  if (agents < 1 || agents > 1000000) return text("begin: expected 1 to 1,000,000 agents");
  ground.width_m = ground.height_m = api->godot_variant_as_real(given[3]);
  fw_seeds_of((uint64_t)api->godot_variant_as_int(given[1]), &seeds);
  method = api->godot_variant_as_string(given[0]);
  slug = api->godot_string_utf8(&method);
  status = fw_open(FW_ABI, 0, &c->context, &e);
  if (!status) status = fw_params_open(c->context, "crowd", api->godot_char_string_get_data(&slug), &params, &e);
  if (!status) status = fw_params_set_tick(params, 1 / api->godot_variant_as_real(given[4]), &e);
  if (!status) status = fw_crowd_open(c->context, params, &ground, &seeds, &c->rule, &e);
  if (!status) status = fw_scratch_open(c->rule, agents, &c->scratch, &e);
  fw_params_close(params);
  api->godot_char_string_destroy(&slug);
  api->godot_string_destroy(&method);
  if (status) return text(e.message);
  c->agents.size = sizeof c->agents, c->agents.count = agents;
  c->agents.id.data = malloc(agents * sizeof(uint32_t));
  c->agents.x_m.data = malloc(agents * sizeof(double)), c->agents.y_m.data = malloc(agents * sizeof(double));
  c->columns = malloc(6 * agents * sizeof(float));
  if (!c->agents.id.data || !c->agents.x_m.data || !c->agents.y_m.data || !c->columns) return text("out of memory");
  for (i = 0; i < agents; ++i) ((uint32_t*)c->agents.id.data)[i] = (uint32_t)i;
  c->agents.heading_x.data = c->columns, c->agents.heading_y.data = c->columns + agents;
  c->agents.speed_mps.data = c->columns + 2 * agents;
  for (i = 0; i < fw_crowd_memory(c->rule); ++i) c->agents.memory[i].data = c->columns + (3 + i) * agents;
  return text(fw_crowd_begin(c->rule, c->scratch, 0, &c->agents, 0, &e) ? e.message : "");
}

static godot_variant step(godot_object* object, void* data, void* user, int count, godot_variant** given) {
  Crowd* c = user;
  fw_error e;
  (void)object, (void)data, (void)count, (void)given;
  if (fw_crowd_step(c->rule, c->scratch, c->tick, &c->agents, &e)) return text(e.message);
  ++c->tick;
  return text("");
}

static godot_variant positions(godot_object* object, void* data, void* user, int count, godot_variant** given) {
  const Crowd* c = user;
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
  const Crowd* c = user;
  fw_digest d;
  char words[33];
  (void)object, (void)data, (void)count, (void)given;
  fw_agents_digest(&c->agents, c->tick, &d);
  snprintf(words, sizeof words, "%016llx%016llx", (unsigned long long)d.word[0], (unsigned long long)d.word[1]);
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
