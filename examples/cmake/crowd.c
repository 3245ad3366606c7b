/* 2,000 agents, 60 ticks a second, ten seconds: prints the digest of where they are. */
#include <stdio.h>

#include "fieldwright.h"

enum { AGENTS = 2000 };
static uint32_t id[AGENTS];
static double x[AGENTS], y[AGENTS];
static float hx[AGENTS], hy[AGENTS], speed[AGENTS];

static int fail(const fw_error* e) {
  fprintf(stderr, "%s\n", e->message);
  return (int)e->status;
}

int main(void) {
  fw_context* c;
  fw_params* p;
  fw_crowd* crowd;
  fw_scratch* s;
  fw_error e;
  fw_seeds seeds;
  fw_digest digest;
  fw_ground ground = {sizeof ground, FW_TORUS, 1000.0, 1000.0, 0, 0, 0, 0};
  fw_agents a = {sizeof a,  0,          AGENTS,     {id, 0, 0},    {x, 0, 0},
                 {y, 0, 0}, {hx, 0, 0}, {hy, 0, 0}, {speed, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  int64_t tick;
  uint32_t i;
  for (i = 0; i < AGENTS; ++i) id[i] = i;
  fw_seeds_of(42, &seeds);
  if (fw_open(FW_ABI, 0, &c, &e) || fw_params_open(c, "crowd", "curl_dual", &p, &e) ||
      fw_params_set_tick(p, 1.0 / 60, &e) || fw_crowd_open(c, p, &ground, &seeds, &crowd, &e) ||
      fw_scratch_open(crowd, AGENTS, &s, &e) || fw_crowd_begin(crowd, s, 0, &a, 0, &e))
    return fail(&e);
  for (tick = 0; tick < 600; ++tick)
    if (fw_crowd_step(crowd, s, tick, &a, &e)) return fail(&e);
  fw_agents_digest(&a, tick, &digest);
  printf("%016llx%016llx\n", (unsigned long long)digest.word[0], (unsigned long long)digest.word[1]);
  fw_scratch_close(s);
  fw_crowd_close(crowd);
  fw_params_close(p);
  fw_close(c);
  return 0;
}
