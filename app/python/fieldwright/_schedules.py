"""When agents act, and where things spawn."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._base import Array, Context, Error, SeedsLike, call, column_of, digest_text, ffi, fill_column, handle_of, ids_of, lib, opened, places, pointer, saved_bytes, seeds_of, words
from ._params import Params, handle
from ._world import Ground, World

Ids = Union[Sequence[int], Array]


class Turn(NamedTuple):
    """What a schedule says of an agent at a tick (fw_turn)."""

    tick: int
    busy_until: int
    rate_per_s: float
    probability: float
    phase: float
    next_tick: int
    starts: bool
    stateless: bool


def _turn(turn: Any) -> Turn:
    return Turn(turn.tick, turn.busy_until, turn.rate_per_s, turn.probability, turn.phase, turn.next_tick, turn.starts != 0,
                turn.stateless != 0)


class Action:
    """A schedule of a population of at most `most_agents`."""

    def __init__(self, params: Params, ground: Ground, seeds: SeedsLike, most_agents: int = 0, context: Optional[Context] = None) -> None:
        self._handle = opened(lib.fw_action_open, "fw_action", lib.fw_action_close, handle_of(context), handle(params, "action"),
                              ground._ground, seeds_of(seeds), most_agents)

    def join(self, ids: Ids, phase_class: Union[Sequence[int], Array, None] = None) -> None:
        """Agents join idle; the class is id modulo the classes where none is given."""
        numbers = ids_of(ids)
        classes = None if phase_class is None else np.ascontiguousarray(phase_class, np.uint8)
        if classes is not None and len(classes) != len(numbers):
            raise Error(lib.FW_E_USAGE, f"phase_class: found {len(classes)} entries, expected {len(numbers)} as ids")
        call(lib.fw_action_join, self._handle, len(numbers), pointer("const uint32_t*", numbers),
             ffi.NULL if classes is None else pointer("const uint8_t*", classes))

    def leave(self, ids: Ids) -> None:
        numbers = ids_of(ids)
        call(lib.fw_action_leave, self._handle, len(numbers), pointer("const uint32_t*", numbers))

    def tick(self, tick: int, ids: Ids, x_m: npt.ArrayLike, y_m: npt.ArrayLike) -> npt.NDArray[np.uint32]:
        """One tick with everybody's places at its end; the ids that start, ascending."""
        numbers = ids_of(ids)
        x, y = places(x_m, y_m)
        if len(numbers) != len(x):
            raise Error(lib.FW_E_USAGE, f"found {len(numbers)} ids and {len(x)} places, expected as many of both")
        started, starts = np.empty(len(numbers), np.uint32), ffi.new("size_t*")
        call(lib.fw_action_tick, self._handle, tick, len(numbers), column_of(numbers), column_of(x), column_of(y),
             pointer("uint32_t*", started), starts)
        return started[:starts[0]].copy()

    def state(self, agent: int) -> Turn:
        """What the last tick left of one agent."""
        turn = ffi.new("fw_turn*")
        call(lib.fw_action_state, self._handle, agent, turn)
        return _turn(turn)

    def at(self, tick: int) -> None:
        """Makes a tick ready for questions."""
        call(lib.fw_action_at, self._handle, tick)

    def ask(self, tick: int, agent: int, x_m: float, y_m: float, to_x_m: Optional[float] = None, to_y_m: Optional[float] = None,
            phase_class: int = 0) -> Turn:
        """Should this agent start now? `to_...`: where it stands at the tick's end."""
        question = ffi.new("fw_ask*", [x_m, y_m, x_m if to_x_m is None else to_x_m, y_m if to_y_m is None else to_y_m, tick, agent, phase_class])
        turn = ffi.new("fw_turn*")
        call(lib.fw_action_ask, self._handle, question, turn)
        return _turn(turn)

    def digest(self) -> str:
        out = ffi.new("fw_digest*")
        lib.fw_action_digest(self._handle, out)
        return digest_text(out)

    def save(self) -> bytes:
        return saved_bytes(lib.fw_action_save, self._handle)

    def load(self, block: bytes) -> None:
        call(lib.fw_action_load, self._handle, block, len(block))


EVENT = np.dtype({"names": ["x_m", "y_m", "tick", "id", "pool", "kind", "reason"],
                  "formats": ["f8", "f8", "i8", "u4", "u2", "u1", "u1"],
                  "offsets": [0, 8, 16, 24, 28, 30, 31], "itemsize": 32})
assert EVENT.itemsize == ffi.sizeof("fw_event")


class Spawner:
    """One pool on a ground, or (of_world) every class of a world that has a quota. A tick is one second."""

    SPAWNED, VANISHED, REFUSED = 1, 2, 3

    def __init__(self, params: Params, ground: Ground, seeds: SeedsLike, tag: str = "", context: Optional[Context] = None) -> None:
        self._handle = opened(lib.fw_spawn_open, "fw_spawn", lib.fw_spawn_close, handle_of(context), handle(params, "spawn"),
                              ground._ground, tag.encode(), seeds_of(seeds))

    @staticmethod
    def of_world(params: Params, world: World, context: Optional[Context] = None) -> "Spawner":
        """Every class of a world that has a quota."""
        made = Spawner.__new__(Spawner)
        made._handle = opened(lib.fw_spawn_open_world, "fw_spawn", lib.fw_spawn_close, handle_of(context), handle(params, "spawn"),
                              world._handle)
        return made

    def pools(self) -> List[Dict[str, Any]]:
        pool = ffi.new("fw_pool*")
        out = []
        for index in range(lib.fw_spawn_pools(self._handle)):
            call(lib.fw_spawn_pool, self._handle, index, pool)
            row: Dict[str, Any] = {}
            for name, field in ffi.typeof("fw_pool").fields:
                value = getattr(pool, name)
                row[name] = words(value) if field.type.kind == "pointer" else value
            out.append(row)
        return out

    def step(self, tick: int, players: Optional[Tuple[npt.ArrayLike, npt.ArrayLike]] = None,
             living: Optional[Tuple[Ids, npt.ArrayLike, npt.ArrayLike]] = None, refusals: bool = False) -> Array:
        """One second. players: (x, y); living: (ids, x, y) of those that have moved. Events as an array with
        x_m, y_m, tick, id, pool, kind (SPAWNED ...) and reason."""
        io = ffi.new("fw_spawn_tick*", {"size": ffi.sizeof("fw_spawn_tick"), "want_refused": bool(refusals)})
        kept = []
        if players is not None:
            x, y = places(*players)
            kept += [x, y]
            io.players = len(x)
            fill_column(io.player_x_m, x)
            fill_column(io.player_y_m, y)
        if living is not None:
            numbers = ids_of(living[0])
            x, y = places(living[1], living[2])
            kept += [numbers, x, y]
            if len(numbers) != len(x):
                raise Error(lib.FW_E_USAGE, f"living: found {len(numbers)} ids and {len(x)} places, expected as many of both")
            io.living = len(numbers)
            fill_column(io.living_id, numbers)
            fill_column(io.living_x_m, x)
            fill_column(io.living_y_m, y)
        events = np.zeros(lib.fw_spawn_most_events(self._handle), EVENT)
        io.events, io.space = pointer("fw_event*", events), len(events)
        call(lib.fw_spawn_step, self._handle, tick, io)
        return events[:io.count].copy()

    def remove(self, tick: int, ids: Ids) -> None:
        """These have died or been taken away since the tick."""
        numbers = ids_of(ids)
        call(lib.fw_spawn_remove, self._handle, tick, len(numbers), pointer("const uint32_t*", numbers))

    def limit(self, pool: int, target: int, quota: int) -> None:
        """From the next tick on: at most target alive in the pool, at most quota spawns in a cycle."""
        call(lib.fw_spawn_limit, self._handle, pool, target, quota)

    def prepare(self, tick: int) -> None:
        """The plan of the next cycle, ahead of time; may run on one other thread."""
        call(lib.fw_spawn_prepare, self._handle, tick)

    def digest(self) -> str:
        out = ffi.new("fw_digest*")
        lib.fw_spawn_digest(self._handle, out)
        return digest_text(out)

    def save(self) -> bytes:
        return saved_bytes(lib.fw_spawn_save, self._handle)

    def load(self, block: bytes) -> None:
        call(lib.fw_spawn_load, self._handle, block, len(block))
