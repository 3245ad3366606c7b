"""Brings an export of fieldwright into the level that is open. Unreal Engine 5, editor Python.

One actor per point, found again by its tag fw:UID: a second run moves, adds and destroys what is its own and
touches nothing else. Tracks, rivers, roads and outlines become actors with a
SplineComponent, crossings and waterfalls TargetPoints. A landscape that is there gives the height.
"""
import json
import os

import unreal

TAG = "fw:"
TRACE_CM = 100000.0


def read(name):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), encoding="utf-8") as file:
        return json.load(file)


def tag_of(actor):
    for tag in actor.tags:
        if str(tag).startswith(TAG):
            return str(tag)[len(TAG):]
    return None


def own_actors(actors):
    """Actors of earlier runs by uid; of two with one uid the later goes."""
    found, doubled = {}, []
    for actor in actors.get_all_level_actors():
        uid = tag_of(actor)
        if uid is None:
            continue
        if uid in found:
            doubled.append(actor)
        else:
            found[uid] = actor
    for actor in doubled:
        actors.destroy_actor(actor)
    return found


def has_landscape(actors):
    return any(isinstance(actor, unreal.LandscapeProxy) for actor in actors.get_all_level_actors())


def on_ground(world, place, lift):
    """The place on the engine's own ground, or as it was exported where nothing is hit."""
    start = unreal.Vector(place.x, place.y, place.z + TRACE_CM)
    end = unreal.Vector(place.x, place.y, place.z - TRACE_CM)
    hits = unreal.SystemLibrary.line_trace_multi(
        world, start, end, unreal.TraceTypeQuery.TRACE_TYPE_QUERY1, False, [],
        unreal.DrawDebugTrace.NONE, True)
    for hit in hits or []:
        values = hit.to_tuple()
        if isinstance(values[9], unreal.LandscapeProxy):
            return unreal.Vector(place.x, place.y, values[4].z + lift)
    return place


def spawn(actors, row, place, turn):
    asset = unreal.EditorAssetLibrary.load_asset(row["Asset"]) if row["Asset"] else None
    if row["Asset"] and asset is None:
        unreal.log_warning("fieldwright: no asset " + row["Asset"] + " for " + row["Name"])
    if asset is not None:
        return actors.spawn_actor_from_object(asset, place, turn)
    return actors.spawn_actor_from_class(unreal.TargetPoint, place, turn)


def put_point(actors, world, found, row, trace):
    place = unreal.Vector(row["X"], row["Y"], row["Z"])
    if trace:
        place = on_ground(world, place, row["Z"] - 100.0 * row["GroundM"])
    turn = unreal.Rotator(0.0, 0.0, row["Yaw"])
    actor = found.pop(row["Name"], None)
    kind = "fwa:" + row["Asset"]
    if actor is not None and kind not in [str(tag) for tag in actor.tags]:
        actors.destroy_actor(actor)
        actor = None
    if actor is None:
        actor = spawn(actors, row, place, turn)
        actor.tags = [unreal.Name(TAG + row["Name"]), unreal.Name(kind)]
    else:
        actor.set_actor_location_and_rotation(place, turn, False, True)
    actor.set_actor_scale3d(unreal.Vector(row["Scale"], row["Scale"], row["Scale"]))
    actor.set_actor_label(row["Id"])
    actor.set_folder_path("Fieldwright/" + row["Category"] + "/" + row["Class"])


def put_shape(actors, found, row):
    """A line or outline as a spline, a place as a TargetPoint."""
    places = [unreal.Vector(*point) for point in row["Points"]]
    kind = unreal.TargetPoint if row["Kind"] == "point" else unreal.CameraRig_Rail
    turn = unreal.Rotator(0.0, 0.0, 0.0)
    actor = found.pop(row["Name"], None)
    if actor is None:
        actor = actors.spawn_actor_from_class(kind, places[0], turn)
        actor.tags = [unreal.Name(TAG + row["Name"])]
    elif row["Kind"] == "point":
        actor.set_actor_location_and_rotation(places[0], turn, False, True)
    if row["Kind"] != "point":
        spline = actor.get_component_by_class(unreal.SplineComponent)
        spline.set_spline_points(places, unreal.SplineCoordinateSpace.WORLD, True)
        for i in range(len(places)):
            spline.set_spline_point_type(i, unreal.SplinePointType.LINEAR, i + 1 == len(places))
    actor.set_actor_label(row["Properties"]["id"])
    actor.set_folder_path("Fieldwright/" + row["Layer"])


def update_landscape(actors):
    """Overwrites the one landscape of the right size, after a look at what was drawn."""
    facts = read("export.json")
    if len(facts["tiles"]) != 1:
        return
    side = facts["surface"]["columns"]
    name = facts["tiles"][0]["file"].replace("_height.png", "_height_rg.png")
    lands = [a for a in actors.get_all_level_actors() if isinstance(a, unreal.Landscape)]
    if len(lands) != 1:
        return
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    texture = unreal.RenderingLibrary.import_file_as_texture2d(None, path)
    world = unreal.get_editor_subsystem(unreal.UnrealEditorSubsystem).get_editor_world()
    target = unreal.RenderingLibrary.create_render_target2d(
        world, side, side, unreal.TextureRenderTargetFormat.RTF_RGBA8)
    canvas, size, context = unreal.RenderingLibrary.begin_draw_canvas_to_render_target(world, target)
    canvas.draw_texture(texture, unreal.Vector2D(0, 0), unreal.Vector2D(side, side), unreal.Vector2D(0, 0),
                        unreal.Vector2D(1, 1), blend_mode=unreal.BlendMode.BLEND_OPAQUE)
    unreal.RenderingLibrary.end_draw_canvas_to_render_target(world, context)
    steps = [side // 5, side // 2, side * 4 // 5]
    seen = {str(unreal.RenderingLibrary.read_render_target_pixel(world, target, x, y))
            for x in steps for y in steps}
    if len(seen) < 2:  # drawing is asynchronous: nothing has arrived yet
        unreal.log_warning("fieldwright: the height picture is not drawn yet; run the script again")
        return
    if not lands[0].landscape_import_heightmap_from_render_target(target, True):
        unreal.log_warning("fieldwright: the landscape has not " + str(side) + " vertices a side; import it by hand")


def main():
    actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)
    world = unreal.get_editor_subsystem(unreal.UnrealEditorSubsystem).get_editor_world()
    update_landscape(actors)
    found = own_actors(actors)
    trace = has_landscape(actors)
    points, splines = read("points.json"), read("splines.json")
    for row in points:
        put_point(actors, world, found, row, trace)
    for row in splines:
        put_shape(actors, found, row)
    for actor in found.values():
        actors.destroy_actor(actor)
    unreal.log("fieldwright: " + str(len(points)) + " things, " + str(len(splines)) + " lines, "
               + str(len(found)) + " removed")


main()
