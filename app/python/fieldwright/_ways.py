"""Ways from everywhere to the nearest of some goals."""

from __future__ import annotations

from typing import Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._base import Array, Context, Error, call, column_of, ffi, handle_of, lib, opened, pointer, shaped_places
from ._world import Ground


class Ways:
    """One field that all who walk to these goals read. `pace`: level metres per metre by cell of the ground, north row
    first, 0 = closed; None: a world's own, else 1. Who is within `radius_m` of a goal has arrived."""

    def __init__(self, ground: Ground, x_m: npt.ArrayLike, y_m: npt.ArrayLike, radius_m: float = 20,
                 pace: Optional[npt.ArrayLike] = None, context: Optional[Context] = None) -> None:
        x, y, _ = shaped_places(x_m, y_m)
        xs, ys = np.ascontiguousarray(x, np.float64), np.ascontiguousarray(y, np.float64)
        paces = None if pace is None else np.ascontiguousarray(pace, np.float32)
        world, cells = ground._kept
        wanted = cells.shape if cells is not None else world.raster("land").shape if world is not None else None
        if paces is not None and wanted is not None and paces.shape != wanted:
            raise Error(lib.FW_E_USAGE, f"found paces of the shape {paces.shape}, expected {wanted} as the ground's cells")
        self._handle = opened(lib.fw_ways_open, "fw_ways", lib.fw_ways_close, handle_of(context), ground._ground,
                              ffi.NULL if paces is None else pointer("const float*", paces), len(xs),
                              pointer("const double*", xs), pointer("const double*", ys), radius_m)

    def ask(self, x_m: npt.ArrayLike, y_m: npt.ArrayLike) -> Tuple[Array, Array, Array]:
        """By place: the direction to walk, x and y of a unit vector ((0, 0) for who has arrived), and the level metres
        that are left (infinite where no way leads)."""
        x, y, shape = shaped_places(x_m, y_m)
        out = [np.empty(len(x), np.float32) for _ in range(3)]
        call(lib.fw_ways_ask, self._handle, len(x), column_of(x), column_of(y), *(pointer("float*", a) for a in out))
        return out[0].reshape(shape), out[1].reshape(shape), out[2].reshape(shape)
