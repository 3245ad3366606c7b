/* Crowd, schedule and spawning saved by one process and gone on with by another:
     saved_states FROM TO [LOAD] [SAVE]
   goes from tick FROM to tick TO, from the state in the file LOAD ("-" = from the beginning), keeps the state in SAVE, and
   prints the three digests. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/lib/fieldwright.h"

enum { AGENTS = 500, MOST_BYTES = 4 << 20 };
static uint32_t id[AGENTS], started[AGENTS];
static double x[AGENTS], y[AGENTS];
static float hx[AGENTS], hy[AGENTS], speed[AGENTS], memory[3][AGENTS];
static char block[MOST_BYTES];
static fw_event events[8192];
static fw_error e;

static void need(int holds) {
  if (holds) return;
  fprintf(stderr, "%s\n", e.message);
  exit(1);
}

/* One block after its size; 1 = done. */
static int put(FILE* file, size_t bytes) {
  return fwrite(&bytes, sizeof bytes, 1, file) == 1 && fwrite(block, 1, bytes, file) == bytes;
}
static size_t take(FILE* file) {
  size_t bytes = 0;
  need(fread(&bytes, sizeof bytes, 1, file) == 1 && bytes <= MOST_BYTES && fread(block, 1, bytes, file) == bytes);
  return bytes;
}

static void print(const fw_digest* d) {
  printf("%016llx%016llx\n", (unsigned long long)d->word[0], (unsigned long long)d->word[1]);
}

int main(int argc, char** argv) {
  fw_context* c;
  fw_params *walk, *act, *appear;
  fw_crowd* crowd;
  fw_scratch* scratch;
  fw_action* action;
  fw_spawn* spawn;
  fw_seeds seeds;
  fw_digest digest;
  fw_ground ground = {sizeof ground, FW_TORUS, 600, 600, 0, 0, 0, 0};
  fw_agents a;
  fw_spawn_tick io;
  fw_column column = {0, 0, 0};
  const char* load = argc > 3 && strcmp(argv[3], "-") != 0 ? argv[3] : 0;
  const char* save = argc > 4 ? argv[4] : 0;
  int64_t tick, from, to;
  size_t count, bytes;
  FILE* file;
  uint32_t i;
  if (argc < 3) return 2;
  from = atoi(argv[1]), to = atoi(argv[2]);
  memset(&a, 0, sizeof a), memset(&io, 0, sizeof io);
  a.size = sizeof a, a.count = AGENTS;
  a.id.data = id, a.x_m.data = x, a.y_m.data = y, a.heading_x.data = hx, a.heading_y.data = hy, a.speed_mps.data = speed;
  for (i = 0; i < 3; ++i) a.memory[i].data = memory[i];
  for (i = 0; i < AGENTS; ++i) id[i] = i * 7 + 1;
  fw_seeds_of(42, &seeds);
  need(!fw_open(FW_ABI, 0, &c, &e) && !fw_params_open(c, "crowd", "ou", &walk, &e) &&
       !fw_params_open(c, "action", "exact", &act, &e) && !fw_params_open(c, "spawn", "a_full", &appear, &e));
  need(!fw_crowd_open(c, walk, &ground, &seeds, &crowd, &e) && !fw_scratch_open(crowd, AGENTS, &scratch, &e));
  need(!fw_action_open(c, act, &ground, &seeds, AGENTS, &action, &e));
  ground.width_m = ground.height_m = 120;
  need(!fw_spawn_open(c, appear, &ground, "enemy.wolf", &seeds, &spawn, &e));
  if (load) {
    need((file = fopen(load, "rb")) != 0);
    bytes = take(file), need(!fw_agents_load(crowd, block, bytes, &a, &count, &tick, &e));
    need(count == AGENTS && tick == from);
    bytes = take(file), need(!fw_action_load(action, block, bytes, &e));
    bytes = take(file), need(!fw_spawn_load(spawn, block, bytes, &e));
    fclose(file);
  } else {
    need(!fw_crowd_begin(crowd, scratch, from, &a, 0, &e) && !fw_action_join(action, AGENTS, id, 0, &e));
  }
  io.size = sizeof io, io.events = events, io.space = sizeof events / sizeof events[0];
  for (tick = from; tick < to; ++tick) {
    need(!fw_crowd_step(crowd, scratch, tick, &a, &e));
    column.data = id;
    need(!fw_action_tick(action, tick, AGENTS, &column, &a.x_m, &a.y_m, started, &count, &e));
    need(!fw_spawn_step(spawn, tick, &io, &e));
  }
  fw_agents_digest(&a, to, &digest), print(&digest);
  fw_action_digest(action, &digest), print(&digest);
  fw_spawn_digest(spawn, &digest), print(&digest);
  if (save) {
    need((file = fopen(save, "wb")) != 0);
    bytes = MOST_BYTES, need(!fw_agents_save(crowd, &a, to, block, &bytes, &e) && put(file, bytes));
    bytes = MOST_BYTES, need(!fw_action_save(action, block, &bytes, &e) && put(file, bytes));
    bytes = MOST_BYTES, need(!fw_spawn_save(spawn, block, &bytes, &e) && put(file, bytes));
    need(fclose(file) == 0);
  }
  fw_spawn_close(spawn), fw_action_close(action), fw_scratch_close(scratch), fw_crowd_close(crowd);
  fw_params_close(walk), fw_params_close(act), fw_params_close(appear), fw_close(c);
  return 0;
}
