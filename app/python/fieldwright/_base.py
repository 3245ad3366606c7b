"""What the parts share: errors, the context, seeds, columns over arrays."""

from __future__ import annotations

import operator
from typing import Any, Callable, NamedTuple, Optional, Sequence, SupportsIndex, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._fw import ffi as ffi, lib as lib  # type: ignore[import]

Array = npt.NDArray[Any]


class Error(Exception):
    """What a call refused: its status (a number of fieldwright.h) and its sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


def call(function: Callable[..., int], *arguments: Any) -> None:
    """Calls a function whose last argument is the error; raises Error."""
    error = ffi.new("fw_error*")
    if function(*arguments, error) != lib.FW_OK:
        raise Error(error.status, ffi.string(error.message).decode("utf-8", "replace"))


def opened(function: Callable[..., int], kind: str, close: Any, *arguments: Any) -> Any:
    """A handle that closes itself."""
    out = ffi.new(kind + "**")
    error = ffi.new("fw_error*")
    if function(*arguments, out, error) != lib.FW_OK:
        raise Error(error.status, ffi.string(error.message).decode("utf-8", "replace"))
    return ffi.gc(out[0], close)


def words(pointer: Any) -> str:
    """A text of the library."""
    return str(ffi.string(pointer).decode("utf-8"))


def sized_text(read: Callable[[Any, int], int]) -> Optional[str]:
    """A text whose length the first call tells; None where there is none."""
    size = read(ffi.NULL, 0)
    if size == 0:
        return None
    room = ffi.new("char[]", size)
    read(room, size)
    return words(room)


def saved_bytes(save: Callable[..., int], *arguments: Any) -> bytes:
    """A saved state."""
    size = ffi.new("size_t*", 0)
    error = ffi.new("fw_error*")
    status = save(*arguments, ffi.NULL, size, error)
    if status != lib.FW_E_SPACE:
        raise Error(error.status, ffi.string(error.message).decode("utf-8", "replace"))
    room = ffi.new("char[]", size[0])
    call(save, *arguments, room, size)
    return bytes(ffi.buffer(room, size[0]))


class Context:
    """Where loops run: `threads` = 1 is the calling thread alone, 0 every core."""

    def __init__(self, threads: int = 1) -> None:
        host = ffi.new("fw_host*", {"size": ffi.sizeof("fw_host"), "threads": threads})
        self._handle = opened(lib.fw_open, "fw_context", lib.fw_close, lib.FW_ABI, host)


_usual: Optional[Context] = None


def handle_of(context: Optional[Context]) -> Any:
    """The handle of a context; of the usual one, with one thread, where none is given."""
    global _usual
    if context is None:
        if _usual is None:
            _usual = Context()
        context = _usual
    return context._handle


class Seeds(NamedTuple):
    """The three streams of a world, 0 .. 2**53 - 1 each."""

    layout: int
    noise: int
    place: int


SeedsLike = Union[SupportsIndex, Seeds, Tuple[SupportsIndex, SupportsIndex, SupportsIndex]]


def _seed(value: Any) -> Optional[int]:
    """A whole number of Python, numpy or any other library; None for anything else."""
    try:
        return operator.index(value)
    except TypeError:
        return None


def seeds_of(seeds: SeedsLike) -> Any:
    out = ffi.new("fw_seeds*")
    one = _seed(seeds)
    if one is not None:
        if not 0 <= one < 2**53:
            raise Error(lib.FW_E_USAGE, f"seed {one}: expected 0 to 2^53 - 1")
        lib.fw_seeds_of(one, out)
        return out
    try:
        streams = [_seed(value) for value in seeds]  # type: ignore[union-attr]
    except TypeError:
        streams = []
    known = [stream for stream in streams if stream is not None and 0 <= stream < 2**53]
    if len(streams) != 3 or len(known) != 3:
        raise Error(lib.FW_E_USAGE, f"seeds: found {seeds!r:.60}, expected a whole number from 0 to 2^53 - 1, or three of them: "
                                    "layout, noise and place")
    out.layout, out.noise, out.place = known
    return out


TYPES = {
    np.dtype(np.float32): lib.FW_F32,
    np.dtype(np.float64): lib.FW_F64,
    np.dtype(np.uint8): lib.FW_U8,
    np.dtype(np.uint16): lib.FW_U16,
    np.dtype(np.uint32): lib.FW_U32,
    np.dtype(np.int32): lib.FW_I32,
    np.dtype(np.int64): lib.FW_I64,
}


def fill_column(column: Any, array: Array) -> None:
    """Points a column at an array; the caller keeps the array alive and its length right."""
    if array.ndim != 1:
        raise Error(lib.FW_E_USAGE, f"found an array of {array.ndim} dimensions, expected a column")
    if array.dtype not in TYPES:
        raise Error(lib.FW_E_USAGE, f"found an array of {array.dtype}, expected numbers that fieldwright.h names")
    column.data = ffi.cast("void*", array.ctypes.data)
    column.stride = array.strides[0] if len(array) > 1 else 0
    column.type = TYPES[array.dtype]


def column_of(array: Array) -> Any:
    column = ffi.new("fw_column*")
    fill_column(column, array)
    return column


def places(x_m: npt.ArrayLike, y_m: npt.ArrayLike) -> Tuple[Array, Array]:
    """Two arrays of places of one length."""
    out = []
    for values in (x_m, y_m):
        array = np.atleast_1d(np.asarray(values))
        out.append(array if array.dtype in (np.dtype(np.float32), np.dtype(np.float64)) else array.astype(np.float64))
    if out[0].shape != out[1].shape or out[0].ndim != 1:
        raise Error(lib.FW_E_USAGE, f"found places of the shapes {out[0].shape} and {out[1].shape}, expected two columns of one length")
    return out[0], out[1]


def shaped_places(x_m: npt.ArrayLike, y_m: npt.ArrayLike) -> Tuple[Array, Array, Tuple[int, ...]]:
    """Two columns of places and the shape that both had: arrays of any shape, as np.meshgrid makes them."""
    x, y = np.atleast_1d(np.asarray(x_m)), np.atleast_1d(np.asarray(y_m))
    try:
        if x.shape != y.shape and min(x.ndim, y.ndim) < 2:  # columns of differing lengths are a slip
            raise ValueError
        x, y = np.broadcast_arrays(x, y)
    except ValueError:
        raise Error(lib.FW_E_USAGE, f"found places of the shapes {np.shape(x_m)} and {np.shape(y_m)}, expected arrays of one shape") from None
    columns = places(np.ravel(x), np.ravel(y))
    return columns[0], columns[1], x.shape


def ids_of(ids: Union[Sequence[int], Array]) -> Array:
    """Ids as the library takes them."""
    array = np.asarray(ids)
    if array.size and (array.dtype.kind not in "iu" or array.min() < 0 or array.max() > 0xFFFFFFFF):
        raise Error(lib.FW_E_USAGE, "found ids that are not whole numbers from 0 to 4294967295")
    return np.ascontiguousarray(array, dtype=np.uint32)


def pointer(kind: str, array: Array) -> Any:
    return ffi.cast(kind, array.ctypes.data)


def digest_text(digest: Any) -> str:
    return f"{digest.word[0]:016x}{digest.word[1]:016x}"


def version() -> str:
    """Of the library: "0.4.0"."""
    return words(lib.fw_version())


def text(what: str) -> Optional[str]:
    """Of the library: "templates", "template:NAME", "schema", "version", "methods:KIND"; None for anything else."""
    return sized_text(lambda room, size: int(lib.fw_text(what.encode(), room, size)))
