/* Agents on a torus, as both plug-ins hold them. */
#ifndef CROWD_STATE_H
#define CROWD_STATE_H
#include "fieldwright.h"

typedef struct CrowdState {
  fw_context* context;
  fw_crowd* rule;
  fw_scratch* scratch;
  fw_agents agents;
  int64_t tick;
  float* columns; /* of the agents: headings, speed, memory */
  fw_error error;
} CrowdState;

/* Ends what there was and begins anew; "" or what was wrong, kept until the next call. */
const char* crowd_begin(CrowdState*, const char* method, int64_t seed, int64_t agents, double side_m, double ticks_per_second);
/* From tick to tick + 1; "" or what was wrong. */
const char* crowd_step(CrowdState*);
/* 32 digits and a final 0: the same on every machine after as many steps. */
void crowd_digest(const CrowdState*, char words[33]);
void crowd_end(CrowdState*);

#endif
