/* Who acts now? The clock's fronts over 600 m of torus as text, every half minute: '#' has its turn, ' ' is
 * far from it. */
#include <stdio.h>

#include "fieldwright.h"

int main(void) {
  fw_context* c;
  fw_params* p;
  fw_action* action;
  fw_error e;
  fw_seeds seeds;
  fw_ground ground = {sizeof ground, FW_TORUS, 600.0, 600.0, 0, 0, 0, 0};
  int64_t tick;
  fw_seeds_of(42, &seeds);
  if (fw_open(FW_ABI, 0, &c, &e) || fw_params_open(c, "action", "clock", &p, &e) ||
      fw_action_open(c, p, &ground, &seeds, 0, &action, &e)) {
    fprintf(stderr, "%s\n", e.message);
    return (int)e.status;
  }
  for (tick = 0; tick < 60; tick += 30) {
    int row, column;
    if (fw_action_at(action, tick, &e)) return (int)e.status;
    printf("second %d\n", (int)tick);
    for (row = 0; row < 24; ++row) {
      for (column = 0; column < 60; ++column) {
        fw_ask ask = {10.0 * column + 5, 25.0 * (23 - row) + 12.5, 0, 0, 0, 0, 0};
        fw_turn turn;
        ask.to_x_m = ask.x_m, ask.to_y_m = ask.y_m, ask.tick = tick;
        if (fw_action_ask(action, &ask, &turn, &e)) return (int)e.status;
        putchar(" .:-=+*#"[turn.rate_per_s < 0.098 ? (int)(turn.rate_per_s / 0.014) : 7]);
      }
      putchar('\n');
    }
  }
  fw_action_close(action);
  fw_params_close(p);
  fw_close(c);
  return 0;
}
