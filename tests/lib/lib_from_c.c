/* A game's tick in C99: noise, parameters and a crowd over the program's own arrays. Says what it did; exits 1 where
   something is not as it must be. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/lib/fieldwright.h"

static fw_error e;
static int failures;

static void check(int holds, const char* what) {
  if (holds) return;
  ++failures;
  printf("FAILED: %s (%d: %s)\n", what, (int)e.status, e.message);
}

enum { AGENTS = 2000, TICKS = 100 };

/* An engine's own record of an agent, as an array of structs. */
typedef struct Body {
  float x, y, heading_x, heading_y, speed, memory[3];
  uint32_t id, health;
} Body;

static fw_column floats(void* first) {
  fw_column column = {0, sizeof(Body), FW_F32};
  column.data = first;
  return column;
}

static fw_agents columns_of(Body* bodies) {
  fw_agents a;
  int i;
  memset(&a, 0, sizeof a);
  a.size = sizeof a;
  a.count = AGENTS;
  a.id.data = &bodies->id, a.id.stride = sizeof(Body);
  a.x_m = floats(&bodies->x), a.y_m = floats(&bodies->y);
  a.heading_x = floats(&bodies->heading_x), a.heading_y = floats(&bodies->heading_y);
  a.speed_mps = floats(&bodies->speed);
  for (i = 0; i < 3; ++i) a.memory[i] = floats(&bodies->memory[i]);
  return a;
}

static void noise(fw_context* c, const fw_seeds* seeds) {
  fw_params* stack = 0;
  fw_field* field = 0;
  double x[3] = {1.5, 200, -3000.25}, y[3] = {2, 700.5, 12};
  fw_column xs = {0, 0, 0}, ys = {0, 0, 0};
  float n[3], dx[3], dy[3];
  int i;
  xs.data = x, ys.data = y;
  check(!fw_params_open(c, "stack", 0, &stack, &e), "a stack's parameters");
  check(!fw_params_set(stack, "stack.wavelength_m", 120, &e), "a wavelength");
  check(!fw_field_open(c, stack, "mood/fear", seeds, 0, &field, &e), "a field");
  check(!fw_field_points(field, 7.5, 3, &xs, &ys, n, dx, dy, &e), "points");
  for (i = 0; i < 3; ++i) check(n[i] == fw_field_value(field, 7.5, x[i], y[i]), "points and single values agree");
  check(isnan(fw_field_value(field, 0, HUGE_VAL, 0)), "no value at no place");
  fw_field_close(field);
  fw_params_close(stack);
}

static void crowd(fw_context* c, const fw_seeds* seeds) {
  static Body bodies[AGENTS];
  fw_ground ground;
  fw_params* p = 0;
  fw_crowd* crowd = 0;
  fw_scratch* s = 0;
  fw_agents a = columns_of(bodies);
  fw_digest before, after;
  int64_t tick, saved_tick;
  size_t bytes = 0, count = 0;
  void* block;
  int i;
  memset(&ground, 0, sizeof ground);
  ground.size = sizeof ground, ground.kind = FW_TORUS, ground.width_m = ground.height_m = 1000;
  for (i = 0; i < AGENTS; ++i) bodies[i].id = (uint32_t)(7 * i + 1), bodies[i].health = 100;
  check(!fw_params_open(c, "crowd", "curl_dual", &p, &e), "a crowd's parameters");
  check(!fw_params_set_tick(p, 1.0 / 60, &e), "60 ticks a second");
  check(!fw_crowd_open(c, p, &ground, seeds, &crowd, &e), "a crowd");
  check(!fw_scratch_open(crowd, AGENTS, &s, &e), "its scratch");
  check(!fw_crowd_begin(crowd, s, 0, &a, 0, &e), "a beginning");
  for (tick = 0; tick < TICKS; ++tick) check(!fw_crowd_step(crowd, s, tick, &a, &e), "a step");
  fw_agents_digest(&a, tick, &before);
  check(fw_agents_save(crowd, &a, tick, 0, &bytes, &e) == FW_E_SPACE && bytes > 0, "the size of a saved state");
  block = malloc(bytes);
  check(!fw_agents_save(crowd, &a, tick, block, &bytes, &e), "a saved state");
  for (i = 0; i < AGENTS; ++i) bodies[i].x = -1, bodies[i].id = 0;
  check(!fw_agents_load(crowd, block, bytes, &a, &count, &saved_tick, &e), "a loaded state");
  fw_agents_digest(&a, tick, &after);
  check(count == AGENTS && saved_tick == tick, "its count and tick");
  check(memcmp(&before, &after, sizeof before) == 0, "the loaded agents are the saved ones");
  check(bodies[0].health == 100 && bodies[AGENTS - 1].health == 100, "nothing else was written");
  printf("%d agents, %d ticks: %016llx%016llx\n", (int)AGENTS, (int)TICKS, (unsigned long long)after.word[0],
         (unsigned long long)after.word[1]);
  free(block);
  fw_scratch_close(s);
  fw_crowd_close(crowd);
  fw_params_close(p);
}

int main(void) {
  fw_context* c = 0;
  fw_seeds seeds;
  fw_seeds_of(42, &seeds);
  check(fw_open(FW_ABI + 1, 0, &c, &e) == FW_E_VERSION, "a caller of another interface is refused");
  check(!fw_open(FW_ABI, 0, &c, &e), "a context");
  noise(c, &seeds);
  crowd(c, &seeds);
  fw_close(c);
  return failures > 0;
}
