"""Coherent noise."""

from __future__ import annotations

from typing import Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from ._base import Array, Context, Error, SeedsLike, call, column_of, ffi, fill_column, handle_of, lib, opened, pointer, seeds_of, shaped_places
from ._params import Params, handle


class Field:
    """A stack bound to seeds: n in [-1, 1]. `period_m` > 0 closes it over a torus of that side."""

    def __init__(self, stack: Optional[Params] = None, tag: str = "", seeds: SeedsLike = 0, period_m: float = 0,
                 context: Optional[Context] = None) -> None:
        stack = Params("stack", context=context) if stack is None else stack
        self._handle = opened(lib.fw_field_open, "fw_field", lib.fw_field_close, handle_of(context), handle(stack, "stack"),
                              tag.encode(), seeds_of(seeds), period_m)

    def value(self, x_m: float, y_m: float, time_s: float = 0) -> float:
        """At one point; nan for a place that is no place."""
        return float(lib.fw_field_value(self._handle, time_s, x_m, y_m))

    def points(self, x_m: npt.ArrayLike, y_m: npt.ArrayLike, time_s: float = 0) -> npt.NDArray[np.float32]:
        """At points: arrays of one shape, which the answer has too."""
        x, y, shape = shaped_places(x_m, y_m)
        out = np.empty(len(x), np.float32)
        call(lib.fw_field_points, self._handle, time_s, len(x), column_of(x), column_of(y), pointer("float*", out), ffi.NULL, ffi.NULL)
        return out.reshape(shape)

    def slopes(self, x_m: npt.ArrayLike, y_m: npt.ArrayLike, time_s: float = 0) -> Tuple[Array, Array, Array]:
        """Values and slopes along x and y, per metre."""
        x, y, shape = shaped_places(x_m, y_m)
        out = [np.empty(len(x), np.float32) for _ in range(3)]
        call(lib.fw_field_points, self._handle, time_s, len(x), column_of(x), column_of(y), *(pointer("float*", a) for a in out))
        return out[0].reshape(shape), out[1].reshape(shape), out[2].reshape(shape)

    def curl(self, x_m: npt.ArrayLike, y_m: npt.ArrayLike, time_s: float = 0) -> Tuple[Array, Array]:
        """The unit vector (d/dy, -d/dx): a flow without sources."""
        x, y, shape = shaped_places(x_m, y_m)
        out = [np.empty(len(x), np.float32) for _ in range(2)]
        call(lib.fw_field_curl, self._handle, time_s, len(x), column_of(x), column_of(y), *(pointer("float*", a) for a in out))
        return out[0].reshape(shape), out[1].reshape(shape)

    def context(self, x_m: npt.ArrayLike, y_m: npt.ArrayLike, states: Sequence[npt.ArrayLike], time_s: float = 0) -> npt.NDArray[np.float32]:
        """With the stack's state features in [0, 1], one array each."""
        x, y, shape = shaped_places(x_m, y_m)
        arrays = [np.ascontiguousarray(state, np.float32) for state in states]
        columns = ffi.new("fw_column[]", max(1, len(arrays)))
        for column, array in zip(columns, arrays):
            if array.shape != shape:
                raise Error(lib.FW_E_USAGE, f"found a state of the shape {array.shape}, expected {shape} as the places")
            fill_column(column, array.reshape(-1))
        out = np.empty(len(x), np.float32)
        call(lib.fw_field_context, self._handle, time_s, len(x), column_of(x), column_of(y), columns, len(arrays), pointer("float*", out))
        return out.reshape(shape)

    def grid(self, columns: int, rows: int, cell_m: float, west_m: float = 0, south_m: float = 0, time_s: float = 0) -> npt.NDArray[np.float32]:
        """Cell centres of a grid, north row first."""
        if not (0 <= columns <= 65536 and 0 <= rows <= 65536):
            raise Error(lib.FW_E_LIMIT, f"grid: found {columns} x {rows} cells, expected at most 65536 a side")
        out = np.empty((rows, columns), np.float32)
        call(lib.fw_field_grid, self._handle, time_s, west_m, south_m, cell_m, columns, rows, pointer("float*", out))
        return out
