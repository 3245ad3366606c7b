#include "crowd_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void crowd_end(CrowdState* c) {
  fw_scratch_close(c->scratch);
  fw_crowd_close(c->rule);
  fw_close(c->context);
  free(c->agents.id.data), free(c->agents.x_m.data), free(c->agents.y_m.data), free(c->columns);
  memset(c, 0, sizeof *c);
}

const char* crowd_begin(CrowdState* c, const char* method, int64_t seed, int64_t count, double side_m,
                        double ticks_per_second) {
  fw_ground ground = {sizeof ground, FW_TORUS, 0, 0, 0, 0, 0, 0};
  fw_params* params = 0;
  fw_seeds seeds;
  fw_error* e = &c->error;
  fw_status status;
  size_t agents = (size_t)count, i;
  crowd_end(c);
  if (count < 1 || count > 1000000) return "begin: expected 1 to 1,000,000 agents";
  ground.width_m = ground.height_m = side_m;
  fw_seeds_of((uint64_t)seed, &seeds);
  status = fw_open(FW_ABI, 0, &c->context, e);
  if (!status) status = fw_params_open(c->context, "crowd", method, &params, e);
  if (!status) status = fw_params_set_tick(params, 1 / ticks_per_second, e);
  if (!status) status = fw_crowd_open(c->context, params, &ground, &seeds, &c->rule, e);
  if (!status) status = fw_scratch_open(c->rule, agents, &c->scratch, e);
  fw_params_close(params);
  if (status) return e->message;
  c->agents.size = sizeof c->agents, c->agents.count = agents;
  c->agents.id.data = malloc(agents * sizeof(uint32_t));
  c->agents.x_m.data = malloc(agents * sizeof(double)), c->agents.y_m.data = malloc(agents * sizeof(double));
  c->columns = malloc(6 * agents * sizeof(float));
  if (!c->agents.id.data || !c->agents.x_m.data || !c->agents.y_m.data || !c->columns) {
    crowd_end(c);
    return "out of memory";
  }
  for (i = 0; i < agents; ++i) ((uint32_t*)c->agents.id.data)[i] = (uint32_t)i;
  c->agents.heading_x.data = c->columns, c->agents.heading_y.data = c->columns + agents;
  c->agents.speed_mps.data = c->columns + 2 * agents;
  for (i = 0; i < fw_crowd_memory(c->rule); ++i) c->agents.memory[i].data = c->columns + (3 + i) * agents;
  return fw_crowd_begin(c->rule, c->scratch, 0, &c->agents, 0, e) ? e->message : "";
}

const char* crowd_step(CrowdState* c) {
  if (!c->scratch) return "step: begin comes first";
  if (fw_crowd_step(c->rule, c->scratch, c->tick, &c->agents, &c->error)) return c->error.message;
  ++c->tick;
  return "";
}

void crowd_digest(const CrowdState* c, char words[33]) {
  fw_digest d = {{0, 0}};
  if (c->scratch) fw_agents_digest(&c->agents, c->tick, &d);
  snprintf(words, 33, "%016llx%016llx", (unsigned long long)d.word[0], (unsigned long long)d.word[1]);
}
