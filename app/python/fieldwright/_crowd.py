"""Crowds over numpy arrays."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._base import (Array, Context, Error, SeedsLike, call, column_of, digest_text, ffi, fill_column, handle_of, ids_of, lib, opened, places,
                    pointer, saved_bytes, seeds_of)
from ._params import Params, handle
from ._world import Ground


class Agents:
    """Columns of agents, one entry each: id, x_m, y_m, heading_x, heading_y, speed_mps, and `memory` columns, as
    many as the method needs (Crowd.agents makes the right ones).

    Change the arrays in place, or put others of the same length in their stead (views of a structured array
    serve as they are). Their order means nothing.
    """

    def __init__(self, count: int = 0, memory: int = 0, ids: Union[Sequence[int], Array, None] = None) -> None:
        self.id: Array = np.arange(count, dtype=np.uint32) if ids is None else ids_of(ids).copy()
        count = len(self.id)
        self.x_m: Array = np.zeros(count)
        self.y_m: Array = np.zeros(count)
        self.heading_x: Array = np.zeros(count, np.float32)
        self.heading_y: Array = np.zeros(count, np.float32)
        self.speed_mps: Array = np.zeros(count, np.float32)
        self.memory = [np.zeros(count, np.float32) for _ in range(min(memory, 3))]

    def __len__(self) -> int:
        return len(self.id)

    def columns(self) -> Any:
        """fw_agents over the arrays as they are now."""
        out = ffi.new("fw_agents*", {"size": ffi.sizeof("fw_agents"), "count": len(self.id)})
        named = [(name, getattr(out, name), getattr(self, name))
                 for name in ("id", "x_m", "y_m", "heading_x", "heading_y", "speed_mps")]
        named += [(f"memory[{i}]", out.memory[i], array) for i, array in enumerate(self.memory)]
        for name, column, array in named:
            if len(array) != len(self.id):
                raise Error(lib.FW_E_USAGE, f"agents.{name}: found {len(array)} entries, expected {len(self.id)} as ids")
            if not array.flags.writeable:
                raise Error(lib.FW_E_USAGE, f"agents.{name}: found a read-only array, expected one to write")
            fill_column(column, array)
        return out

    def digest(self, tick: int) -> str:
        """Of everything agents are; the order of the arrays does not matter."""
        out = ffi.new("fw_digest*")
        lib.fw_agents_digest(self.columns(), tick, out)
        return digest_text(out)


class Crowd:
    """Rules bound to seeds and ground; steps `most_agents` agents at most at a time."""

    def __init__(self, params: Params, ground: Ground, seeds: SeedsLike, most_agents: int, context: Optional[Context] = None) -> None:
        self._handle = opened(lib.fw_crowd_open, "fw_crowd", lib.fw_crowd_close, handle_of(context), handle(params, "crowd"),
                              ground._ground, seeds_of(seeds))
        self._scratch = opened(lib.fw_scratch_open, "fw_scratch", lib.fw_scratch_close, self._handle, most_agents)

    @property
    def memory(self) -> int:
        """Columns of memory that the method needs."""
        return int(lib.fw_crowd_memory(self._handle))

    def agents(self, count: int = 0, ids: Union[Sequence[int], Array, None] = None) -> Agents:
        """Agents 0 .. count - 1, or of the given ids, with the memory that the method needs."""
        return Agents(count, self.memory, ids)

    def begin(self, agents: Agents, tick: int = 0, keep_place: bool = False, keep_heading: bool = False, keep_speed: bool = False) -> None:
        """Agents as they begin at a tick: where id and seed put them, or as the arrays say."""
        keep = keep_place * lib.FW_KEEP_PLACE + keep_heading * lib.FW_KEEP_HEADING + keep_speed * lib.FW_KEEP_SPEED
        call(lib.fw_crowd_begin, self._handle, self._scratch, tick, agents.columns(), keep)

    def step(self, agents: Agents, tick: int) -> None:
        """From tick to tick + 1, everybody."""
        call(lib.fw_crowd_step, self._handle, self._scratch, tick, agents.columns())

    def step_some(self, agents: Agents, tick: int, ticks: int = 1, entries: Union[Sequence[int], Array, None] = None) -> None:
        """From tick to tick + ticks in one step, the listed entries or all (docs/library.md, 6)."""
        listed = None if entries is None else ids_of(entries)
        call(lib.fw_crowd_step_some, self._handle, self._scratch, tick, ticks,
             ffi.NULL if listed is None else pointer("const uint32_t*", listed), 0 if listed is None else len(listed), agents.columns())

    def targets(self, x_m: npt.ArrayLike, y_m: npt.ArrayLike, tick: int) -> Tuple[Array, Array, Array]:
        """What the fields ask at places: headings (0, 0 = no say) and speeds."""
        x, y = places(x_m, y_m)
        out = [np.empty(len(x), np.float32) for _ in range(3)]
        call(lib.fw_crowd_targets, self._handle, self._scratch, tick, len(x), column_of(x), column_of(y), *(pointer("float*", a) for a in out))
        return out[0], out[1], out[2]

    def order(self, agents: Agents) -> npt.NDArray[np.uint32]:
        """An order of the entries that makes steps of large crowds quicker."""
        out = np.empty(len(agents), np.uint32)
        call(lib.fw_crowd_order, self._handle, self._scratch, agents.columns(), pointer("uint32_t*", out))
        return out

    def save(self, agents: Agents, tick: int) -> bytes:
        """A portable block of bytes."""
        return saved_bytes(lib.fw_agents_save, self._handle, agents.columns(), tick)

    def load(self, block: bytes) -> Tuple[Agents, int]:
        """The agents of a block, and its tick."""
        count, tick = ffi.new("size_t*"), ffi.new("int64_t*")
        agents = self.agents()
        try:
            call(lib.fw_agents_load, self._handle, block, len(block), agents.columns(), count, tick)
        except Error as error:
            if error.status != lib.FW_E_SPACE:
                raise
            agents = self.agents(count[0])
            call(lib.fw_agents_load, self._handle, block, len(block), agents.columns(), count, tick)
        return agents, int(tick[0])
