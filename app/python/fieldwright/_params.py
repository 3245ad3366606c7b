"""Parameters of noise stacks and methods by path."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

from ._base import Context, call, ffi, handle_of, lib, opened, words


class Row(NamedTuple):
    """A number that can be set. `words`: not empty where the value is the index of a word."""

    path: str
    unit: str
    help: str
    min: float
    max: float
    value: float
    preset: float
    whole: bool
    words: Tuple[str, ...]


class Params:
    """The numbers of a method: Params("crowd", "curl_dual")["crowd.beta"] = 0.5.

    kind: "stack", "crowd", "action", "spawn", "tokens", "avoid"; method: a slug, or None for the recommended one.
    """

    def __init__(self, kind: str, method: Optional[str] = None, settings: Optional[Dict[str, Union[float, str]]] = None,
                 context: Optional[Context] = None) -> None:
        self.kind = kind
        slug = ffi.NULL if method is None else method.encode()
        self._handle = opened(lib.fw_params_open, "fw_params", lib.fw_params_close, handle_of(context), kind.encode(), slug)
        for path, value in (settings or {}).items():
            self[path] = value

    def __getitem__(self, path: str) -> float:
        value = ffi.new("double*")
        call(lib.fw_params_get, self._handle, path.encode(), value)
        return float(value[0])

    def __setitem__(self, path: str, value: Union[float, str]) -> None:
        if isinstance(value, str):
            call(lib.fw_params_set_text, self._handle, path.encode(), value.encode())
        else:
            call(lib.fw_params_set, self._handle, path.encode(), float(value))

    def rows(self) -> List[Row]:
        """Every number that can be set."""
        rows = []
        row = ffi.new("fw_row*")
        for index in range(lib.fw_params_count(self._handle)):
            call(lib.fw_params_row, self._handle, index, row)
            choices = tuple(words(row.words[i]) for i in range(row.choices))
            rows.append(Row(words(row.path), words(row.unit), words(row.help), row.min, row.max, row.value, row.preset,
                            row.whole != 0, choices))
        return rows

    def set_tick(self, dt_s: float) -> "Params":
        """Re-states every number that is "per tick" for ticks of dt_s, so that motion in seconds stays."""
        call(lib.fw_params_set_tick, self._handle, dt_s)
        return self

    def add_state(self, name: str, x: float = 0, y: float = 0, t: float = 0, gain: float = 0) -> "Params":
        """A named state feature of a stack (docs/library.md, 5)."""
        call(lib.fw_params_add_state, self._handle, name.encode(), x, y, t, gain)
        return self


def handle(params: Params, kind: str) -> Any:
    """The handle of parameters; the library checks their kind."""
    if not isinstance(params, Params):
        raise TypeError(f"expected Params of the kind {kind}, found {type(params).__name__}")
    return params._handle
