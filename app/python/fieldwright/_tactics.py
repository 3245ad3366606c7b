"""Who may attack now."""

from __future__ import annotations

from typing import Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._base import Array, Context, Error, SeedsLike, call, digest_text, ffi, fill_column, handle_of, ids_of, lib, opened, places, pointer, saved_bytes, seeds_of
from ._params import Params, handle

Ids = Union[Sequence[int], Array]


class Tokens:
    """The attack tokens of one target; `most`: members round it at once, at most."""

    def __init__(self, params: Params, seeds: SeedsLike, most: int, context: Optional[Context] = None) -> None:
        self._handle = opened(lib.fw_tokens_open, "fw_tokens", lib.fw_tokens_close, handle_of(context), handle(params, "tokens"),
                              seeds_of(seeds), most)

    def tick(self, tick: int, ids: Ids, x_m: npt.ArrayLike, y_m: npt.ArrayLike, may: npt.ArrayLike, target: Tuple[float, float],
             facing: Tuple[float, float]) -> npt.NDArray[np.uint32]:
        """One tick; the ids that start to attack, in order. `may`: who is idle and at a post from which it attacks."""
        numbers = ids_of(ids)
        x, y = places(x_m, y_m)
        flags = np.ascontiguousarray(may, np.uint8)
        if not len(numbers) == len(x) == len(flags):
            raise Error(lib.FW_E_USAGE, f"found {len(numbers)} ids, {len(x)} places and {len(flags)} of may, expected as many of each")
        started = np.empty(len(numbers), np.uint32)
        io = ffi.new("fw_tokens_io*")
        io.size, io.count = ffi.sizeof("fw_tokens_io"), len(numbers)
        for column, values in ((io.id, numbers), (io.x_m, x), (io.y_m, y), (io.may, flags)):
            fill_column(column, values)
        io.target_x_m, io.target_y_m = target
        io.facing_x, io.facing_y = facing
        io.started = pointer("uint32_t*", started)
        call(lib.fw_tokens_tick, self._handle, tick, io)
        return started[:io.starts].copy()

    def digest(self) -> str:
        out = ffi.new("fw_digest*")
        lib.fw_tokens_digest(self._handle, out)
        return digest_text(out)

    def save(self) -> bytes:
        return saved_bytes(lib.fw_tokens_save, self._handle)

    def load(self, block: bytes) -> None:
        call(lib.fw_tokens_load, self._handle, block, len(block))
