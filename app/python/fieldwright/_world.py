"""Worlds in memory, and the grounds of crowds and schedules."""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, List, NamedTuple, Optional, cast

import numpy as np
import numpy.typing as npt

from ._base import Array, Context, Error, SeedsLike, TYPES, call, column_of, ffi, handle_of, lib, opened, pointer, seeds_of, sized_text, words

_DTYPES: Dict[int, Any] = {code: dtype for dtype, code in TYPES.items()}


@ffi.def_extern()  # type: ignore[misc]
def fw_python_progress(user: Any, stage: Any, fraction: float) -> None:
    ffi.from_handle(user)(words(stage), fraction)


class Cache:
    """Finished stages of up to `kept` worlds: an edited template makes again only what depends on the edit."""

    def __init__(self, kept: int = 4, context: Optional[Context] = None) -> None:
        self._handle = opened(lib.fw_cache_open, "fw_cache", lib.fw_cache_close, handle_of(context), kept)


class Region(NamedTuple):
    """A region of a world."""

    name: str
    owner: str
    area_m2: float
    centre_x_m: float
    centre_y_m: float
    tier: float
    neutral: bool
    standing: str
    """Of its first seat, in the template's words; "" without one."""
    rank: int
    """Of that seat among all of the world, 1 = the first; 0 without one."""


class Place(NamedTuple):
    """A named place of the land or the sea."""

    kind: str
    name: str
    x_m: float
    y_m: float
    size_m: float
    height_m: float


class World:
    """A world from a template: its text, or the name of a built-in one."""

    def __init__(self, template: str, seeds: SeedsLike, resolution: int = 512, layers_only: bool = False,
                 cache: Optional[Cache] = None, progress: Optional[Callable[[str, float], None]] = None,
                 context: Optional[Context] = None) -> None:
        how = ffi.new("fw_generate*", {"size": ffi.sizeof("fw_generate"), "resolution": resolution, "layers_only": bool(layers_only)})
        if cache is not None:
            how.cache = cache._handle
        user = ffi.NULL if progress is None else ffi.new_handle(progress)
        if progress is not None:
            how.progress, how.user = lib.fw_python_progress, user
        text = template.encode()
        self._handle = opened(lib.fw_world_generate, "fw_world", lib.fw_world_close, handle_of(context), text, len(text),
                              seeds_of(seeds), how)

    def rasters(self) -> List[str]:
        """Names of the rasters that this world has."""
        names: List[str] = []
        while (name := lib.fw_world_raster_name(self._handle, len(names))) != ffi.NULL:
            names.append(words(name))
        return names

    def _raster(self, name: str) -> Any:
        raster = ffi.new("fw_raster*")
        call(lib.fw_world_raster, self._handle, name.encode(), raster)
        return raster

    def raster(self, name: str) -> Array:
        """A read-only view of the world's own cells, north row first; it keeps the world alive."""
        raster = self._raster(name)
        dtype = _DTYPES[raster.type]
        cells = raster.rows * raster.columns
        # The view owns a pointer whose end lets go of the world.
        world = [self._handle]
        owned = ffi.gc(ffi.cast("char*", raster.cells), lambda _: world.clear())
        view: Array = np.frombuffer(memoryview(ffi.buffer(owned, cells * dtype.itemsize)), dtype, cells).reshape(raster.rows, raster.columns)
        view.flags.writeable = False
        return view

    def cell_m(self, name: str = "land") -> float:
        """Side of a raster's cell."""
        return float(self._raster(name).cell_m)

    def codes(self, raster: str) -> List[str]:
        """The words behind a discrete raster's codes; 0 is sea or none."""
        found: List[str] = []
        while (word := lib.fw_world_code(self._handle, raster.encode(), len(found))) != ffi.NULL:
            found.append(words(word))
        return found

    def __len__(self) -> int:
        """Placed points."""
        return int(lib.fw_world_points(self._handle))

    def column(self, name: str, dtype: npt.DTypeLike = np.float64) -> Array:
        """A number of every point: "x_m", "level", "danger" ..."""
        out = np.empty(len(self), dtype)
        call(lib.fw_world_point_column, self._handle, name.encode(), column_of(out))
        return out

    def point(self, index: int) -> Dict[str, Any]:
        """Everything about a point."""
        if index < 0:
            raise IndexError(index)
        point = ffi.new("fw_point*", {"size": ffi.sizeof("fw_point")})
        call(lib.fw_world_point, self._handle, index, point)
        out: Dict[str, Any] = {}
        for name, field in ffi.typeof("fw_point").fields[1:]:
            value = getattr(point, name)
            out[name] = words(value) if field.type.kind == "pointer" else value
        return out

    def regions(self) -> List[Region]:
        region = ffi.new("fw_region*", {"size": ffi.sizeof("fw_region")})
        out = []
        for index in range(lib.fw_world_regions(self._handle)):
            call(lib.fw_world_region, self._handle, index, region)
            out.append(Region(words(region.name), words(region.owner), region.area_m2, region.centre_x_m, region.centre_y_m,
                              region.tier, region.neutral != 0, words(region.standing), region.rank))
        return out

    def places(self) -> List[Place]:
        """Summits, bays, woods and other named places."""
        place = ffi.new("fw_place*", {"size": ffi.sizeof("fw_place")})
        out = []
        for index in range(lib.fw_world_places(self._handle)):
            call(lib.fw_world_place, self._handle, index, place)
            out.append(Place(words(place.kind), words(place.name), place.x_m, place.y_m, place.size_m, place.height_m))
        return out

    def share(self, region: int, raster: str, code: int) -> float:
        """A region's actual share of a class of "danger", "biome" or "faction"; nan for what is not there."""
        return float(lib.fw_world_share(self._handle, region, raster.encode(), code))

    def _text(self, what: str, x_m: float = 0, y_m: float = 0) -> str:
        found = sized_text(lambda room, size: int(lib.fw_world_text(self._handle, what.encode(), x_m, y_m, room, size)))
        if found is None:
            raise Error(lib.FW_E_USAGE, f"a world has no text {what} at {x_m}, {y_m}")
        return found

    def template(self) -> str:
        """The resolved template."""
        return self._text("template")

    def explain(self, x_m: float, y_m: float) -> List[Dict[str, str]]:
        """Why a place is what it is."""
        return cast(List[Dict[str, str]], json.loads(self._text("explain", x_m, y_m)))

    def audit(self) -> Dict[str, Any]:
        """Every target beside what came out, as audit.json; not of layers alone."""
        return cast(Dict[str, Any], json.loads(self._text("audit")))

    def findings(self) -> List[Dict[str, str]]:
        return cast(List[Dict[str, str]], json.loads(self._text("findings")))

    def digests(self) -> Dict[str, str]:
        """By part, as in manifest.json."""
        return cast(Dict[str, str], json.loads(self._text("digests")))


class Ground:
    """Where agents are: Ground.torus(1000), .walls(800, 600), .land(world), .mask(cells, cell_m)."""

    def __init__(self, kind: int, width_m: float = 0, height_m: float = 0, world: Optional[World] = None,
                 cells: Optional[npt.NDArray[np.uint8]] = None) -> None:
        self._kept = (world, cells)
        self._ground = ffi.new("fw_ground*", {"size": ffi.sizeof("fw_ground"), "kind": kind, "width_m": width_m, "height_m": height_m})
        if world is not None:
            self._ground.world = world._handle
        if cells is not None:
            self._ground.mask = pointer("const uint8_t*", cells)
            self._ground.rows, self._ground.columns = cells.shape

    @staticmethod
    def torus(side_m: float) -> "Ground":
        """A square that wraps."""
        return Ground(lib.FW_TORUS, side_m, side_m)

    @staticmethod
    def walls(width_m: float, height_m: float) -> "Ground":
        """A rectangle that reflects."""
        return Ground(lib.FW_WALLS, width_m, height_m)

    @staticmethod
    def land(world: World) -> "Ground":
        """A world's land."""
        return Ground(lib.FW_LAND, world=world)

    @staticmethod
    def mask(cells: npt.ArrayLike, cell_m: float) -> "Ground":
        """The cells that are not 0, north row first."""
        open_cells = np.ascontiguousarray(np.asarray(cells) != 0, dtype=np.uint8)
        if open_cells.ndim != 2:
            raise Error(lib.FW_E_USAGE, f"found a mask of {open_cells.ndim} dimensions, expected rows and columns")
        rows, columns = open_cells.shape
        return Ground(lib.FW_MASK, columns * cell_m, rows * cell_m, cells=open_cells)
