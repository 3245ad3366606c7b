"""A strict stand-in of the editor's module: what the script may use, and nothing else. A level that keeps actors
between two runs of a script, with a landscape whose height is a plane where the level has one."""


class Vector:
    def __init__(self, x=0.0, y=0.0, z=0.0):
        self.x, self.y, self.z = float(x), float(y), float(z)


class Vector2D:
    def __init__(self, x, y):
        self.x, self.y = x, y


class Rotator:
    def __init__(self, roll=0.0, pitch=0.0, yaw=0.0):
        self.roll, self.pitch, self.yaw = roll, pitch, yaw


class Name(str):
    pass


class Actor:
    def __init__(self, place, turn):
        self.place, self.turn, self.scale = place, turn, Vector(1, 1, 1)
        self.tags, self.label, self.folder, self.touched = [], "", "", 0

    def set_actor_location_and_rotation(self, place, turn, sweep, teleport):
        assert isinstance(place, Vector) and isinstance(turn, Rotator)
        self.place, self.turn, self.touched = place, turn, self.touched + 1

    def set_actor_scale3d(self, scale):
        self.scale = scale

    def set_actor_label(self, label):
        assert isinstance(label, str) and label
        self.label = label

    def set_folder_path(self, path):
        self.folder = path

    def get_component_by_class(self, kind):
        return self.spline if kind is SplineComponent else None


class TargetPoint(Actor):
    pass


class SplineComponent:
    def __init__(self):
        self.points, self.kinds = [], {}

    def set_spline_points(self, points, space, update):
        assert space is SplineCoordinateSpace.WORLD
        self.points = points

    def set_spline_point_type(self, index, kind, update):
        assert kind is SplinePointType.LINEAR and 0 <= index < len(self.points)
        self.kinds[index] = kind


class CameraRig_Rail(Actor):
    def __init__(self, place, turn):
        super().__init__(place, turn)
        self.spline = SplineComponent()


class LandscapeProxy(Actor):
    pass


class Landscape(LandscapeProxy):
    height_cm = 0.0
    imported = 0

    def landscape_import_heightmap_from_render_target(self, target, in_rg):
        assert in_rg
        self.imported += 1
        return True


class SplineCoordinateSpace:
    WORLD = object()


class SplinePointType:
    LINEAR = object()


class TraceTypeQuery:
    TRACE_TYPE_QUERY1 = object()


class DrawDebugTrace:
    NONE = object()


class BlendMode:
    BLEND_OPAQUE = object()


class TextureRenderTargetFormat:
    RTF_RGBA8 = object()


class Level:
    actors = []
    assets = {}


class EditorActorSubsystem:
    def get_all_level_actors(self):
        return list(Level.actors)

    def destroy_actor(self, actor):
        Level.actors.remove(actor)

    def spawn_actor_from_class(self, kind, place, turn):
        Level.actors.append(kind(place, turn))
        return Level.actors[-1]

    def spawn_actor_from_object(self, asset, place, turn):
        assert asset is not None
        return self.spawn_actor_from_class(Actor, place, turn)


class UnrealEditorSubsystem:
    def get_editor_world(self):
        return "world"


class EditorAssetLibrary:
    @staticmethod
    def load_asset(path):
        return Level.assets.get(path)


class Hit:
    def __init__(self, actor, place):
        self.actor, self.place = actor, place

    def to_tuple(self):
        return (True, False, 0.0, 0.0, self.place, self.place, Vector(0, 0, 1), Vector(0, 0, 1), None, self.actor)


class SystemLibrary:
    @staticmethod
    def line_trace_multi(world, start, end, query, complex_, ignored, draw, self_):
        assert start.z > end.z
        lands = [a for a in Level.actors if isinstance(a, LandscapeProxy)]
        return [Hit(a, Vector(start.x, start.y, a.height_cm)) for a in lands]


class RenderingLibrary:
    pixels = 0

    @staticmethod
    def import_file_as_texture2d(world, path):
        with open(path, "rb") as file:
            assert file.read(4) == b"\x89PNG"
        return path

    @staticmethod
    def create_render_target2d(world, width, height, kind):
        return (width, height)

    @staticmethod
    def begin_draw_canvas_to_render_target(world, target):
        return Canvas(), Vector2D(*target), "context"

    @staticmethod
    def end_draw_canvas_to_render_target(world, context):
        pass

    @staticmethod
    def read_render_target_pixel(world, target, x, y):
        assert 0 <= x < target[0] and 0 <= y < target[1]
        return (x * y) % 251


class Canvas:
    def draw_texture(self, texture, at, size, uv, uv_size, blend_mode):
        assert blend_mode is BlendMode.BLEND_OPAQUE


def get_editor_subsystem(kind):
    return kind()


def log(text):
    print(text)


def log_warning(text):
    print("warning: " + text)
