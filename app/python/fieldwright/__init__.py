"""Fieldwright: crowds, action timing, spawning and worlds from coherent noise, over numpy arrays.

Every call is one of the C interface (fieldwright.h): same manners, same bits, same sentences in errors. Lengths
are metres, x east, y north; times are seconds; ticks are whole numbers that the caller counts.
"""

from ._base import Context, Error, Seeds, text, version
from ._calendar import Calendar, Date, upper_set
from ._crowd import Agents, Crowd
from ._field import Field
from ._params import Params, Row
from ._schedules import Action, Spawner, Turn
from ._steer import Bodies, Steer
from ._tactics import Tokens
from ._ways import Ways
from ._world import Cache, Ground, Place, Region, World

__all__ = [
    "Action", "Agents", "Bodies", "Cache", "Calendar", "Context", "Crowd", "Date", "Error", "Field", "Ground", "Params",
    "Place", "Region", "Row", "Seeds", "Spawner", "Steer", "Tokens", "Turn", "Ways", "World", "text", "upper_set",
    "version",
]
__version__ = version()
