"""Bodies that keep apart, over numpy arrays."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import numpy as np

from ._base import Array, Context, Error, call, ffi, fill_column, handle_of, ids_of, lib, opened
from ._params import Params, handle
from ._world import Ground

_WRITTEN = ("x_m", "y_m", "vx_mps", "vy_mps")
_FLOATS = ("vx_mps", "vy_mps", "want_x_mps", "want_y_mps", "speed_mps")


class Bodies:
    """Columns of bodies, one entry each: id, x_m, y_m, vx_mps, vy_mps, want_x_mps, want_y_mps, speed_mps, and
    radius_m and priority, None where all have those of the parameters.

    Change the arrays in place, or put others of the same length in their stead. Their order means nothing.
    """

    def __init__(self, count: int = 0, ids: Union[Sequence[int], Array, None] = None) -> None:
        self.id: Array = np.arange(count, dtype=np.uint32) if ids is None else ids_of(ids).copy()
        count = len(self.id)
        self.x_m: Array = np.zeros(count)
        self.y_m: Array = np.zeros(count)
        self.vx_mps: Array = np.zeros(count, np.float32)
        self.vy_mps: Array = np.zeros(count, np.float32)
        self.want_x_mps: Array = np.zeros(count, np.float32)
        self.want_y_mps: Array = np.zeros(count, np.float32)
        self.speed_mps: Array = np.zeros(count, np.float32)
        self.radius_m: Optional[Array] = None
        self.priority: Optional[Array] = None

    def __len__(self) -> int:
        return len(self.id)

    def columns(self) -> Any:
        """fw_bodies over the arrays as they are now."""
        out = ffi.new("fw_bodies*", {"size": ffi.sizeof("fw_bodies"), "count": len(self.id)})
        for name in ("id", "x_m", "y_m") + _FLOATS + ("radius_m", "priority"):
            array = getattr(self, name)
            if array is None:
                continue
            if len(array) != len(self.id):
                raise Error(lib.FW_E_USAGE, f"bodies.{name}: found {len(array)} entries, expected {len(self.id)} as ids")
            if name in _WRITTEN and not array.flags.writeable:
                raise Error(lib.FW_E_USAGE, f"bodies.{name}: found a read-only array, expected one to write")
            fill_column(getattr(out, name), array)
        return out


class Steer:
    """Avoidance bound to a ground and its walls; steps `most_bodies` bodies at most at a time."""

    def __init__(self, params: Params, ground: Ground, most_bodies: int, context: Optional[Context] = None) -> None:
        self._handle = opened(lib.fw_steer_open, "fw_steer", lib.fw_steer_close, handle_of(context), handle(params, "avoid"), ground._ground)
        self._scratch = opened(lib.fw_steer_scratch, "fw_scratch", lib.fw_scratch_close, self._handle, most_bodies)

    def step(self, bodies: Bodies) -> None:
        """One local step of avoid.step_s, of everybody."""
        call(lib.fw_steer_step, self._handle, self._scratch, bodies.columns())
