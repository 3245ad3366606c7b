"""The day and the year, and exact shares of a population."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._base import Context, call, ffi, handle_of, lib, pointer


class Date(NamedTuple):
    """A moment: whole days since midwinter's midnight, the hour of 24, how much of the year has passed, the season
    (-1 in midwinter, 1 in midsummer) and the hours of daylight."""

    day: int
    hour: float
    turn: float
    season: float
    daylight_h: float


class Calendar:
    """A day of `day_s` seconds, a year of `year_d` days; second 0 of the clock is `start_d` days after midwinter's
    midnight. Nothing here keeps time: every call is told the second."""

    def __init__(self, day_s: float = 86400, year_d: int = 360, start_d: float = 0.25,
                 daylight_h: Tuple[float, float] = (8, 16)) -> None:
        low, high = daylight_h
        self._calendar: Any = ffi.new("fw_calendar*", {
            "size": ffi.sizeof("fw_calendar"), "year_d": year_d, "day_s": day_s, "start_d": start_d,
            "daylight_low_h": low, "daylight_high_h": high})
        self.at(0)

    def at(self, time_s: float) -> Date:
        """The date at a second of the clock."""
        out = ffi.new("fw_date*")
        call(lib.fw_calendar_at, self._calendar, time_s, out)
        return Date(out.day, out.hour, out.turn, out.season, out.daylight_h)

    def share(self, curve: str, time_s: float) -> float:
        """A curve's share in [0, 1]: "always", "day", "night" or "twilight"."""
        out = ffi.new("double*")
        call(lib.fw_calendar_share, self._calendar, curve.encode(), time_s, out)
        return float(out[0])


def upper_set(score: npt.ArrayLike, k: int, ids: Optional[npt.ArrayLike] = None, inside: Optional[npt.ArrayLike] = None,
              hold: float = 0, context: Optional[Context] = None) -> npt.NDArray[np.bool_]:
    """Which entries are the `k` highest of `score`, exactly, ties by id; those that are `inside` count `hold` more."""
    scores = np.ascontiguousarray(score, np.float32).reshape(-1)
    out = np.zeros(len(scores), np.uint8) if inside is None else np.array(inside, np.uint8).reshape(-1)
    numbers = None if ids is None else np.ascontiguousarray(ids, np.uint32).reshape(-1)
    for other in (out, numbers):
        if other is not None and len(other) != len(scores):
            raise ValueError(f"found {len(other)} entries beside {len(scores)} scores, expected as many")
    at = ffi.NULL if numbers is None else pointer("uint32_t*", numbers)
    call(lib.fw_upper_set, handle_of(context), len(scores), at, pointer("float*", scores), hold, k, pointer("uint8_t*", out))
    return out.astype(np.bool_)
