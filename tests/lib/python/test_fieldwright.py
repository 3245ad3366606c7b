"""The Python package against the C interface's own promises. Run by tests/lib/test_lib_python.cpp."""

import gc
import threading
import unittest

import numpy as np

import fieldwright as fw

TORUS = fw.Ground.torus(1000)


def crowd_of(method: str = "curl_dual", count: int = 2000, **kept: fw.Ground) -> fw.Crowd:
    params = fw.Params("crowd", method).set_tick(1 / 60)
    return fw.Crowd(params, kept.get("ground", TORUS), 42, count)


class ParamsTest(unittest.TestCase):
    def test_rows_say_what_can_be_set(self) -> None:
        params = fw.Params("crowd", "curl_dual", {"crowd.beta": 0.5, "crowd.speed_update": "ou"})
        self.assertEqual(params["crowd.beta"], 0.5)
        for row in params.rows():
            params[row.path] = row.max
            self.assertEqual(params[row.path], row.max)
            self.assertTrue(row.help)

    def test_errors_have_the_commands_sentences(self) -> None:
        with self.assertRaises(fw.Error) as caught:
            fw.Params("crowd")["crowd.bta"] = 1
        self.assertEqual(caught.exception.status, 2)
        self.assertEqual(caught.exception.message, "there is no parameter crowd.bta; did you mean crowd.beta?")
        for kind, method in (("crwd", None), ("crowd", "curl_duel")):
            with self.assertRaises(fw.Error):
                fw.Params(kind, method)


class CalendarTest(unittest.TestCase):
    def test_the_date_and_the_shares_of_a_day(self) -> None:
        calendar = fw.Calendar(day_s=1200)
        date = calendar.at(2 * 1200 + 625)
        self.assertEqual((date.day, date.hour), (2, 18.5))
        self.assertAlmostEqual(calendar.share("day", 300), 1)
        self.assertEqual(calendar.share("night", 100) + calendar.share("day", 100), 1)
        self.assertEqual(calendar.at(100).season, calendar.at(100 + 1200 * 360 * 7).season)
        for wrong in (dict(day_s=1), dict(start_d=360), dict(daylight_h=(16, 8))):
            with self.assertRaises(fw.Error):
                fw.Calendar(**wrong)  # type: ignore[arg-type]
        with self.assertRaises(fw.Error):
            calendar.share("noon", 0)

    def test_the_upper_set_is_exact(self) -> None:
        score = np.array([0.5, 2, 2, -1, 2], np.float32)
        self.assertEqual(fw.upper_set(score, 2, ids=[9, 7, 3, 1, 5]).tolist(), [False, False, True, False, True])
        self.assertEqual(fw.upper_set(score, 3, inside=[1, 0, 0, 0, 0], hold=1.6).tolist(), [True, True, True, False, False])
        self.assertEqual(int(fw.upper_set(np.zeros(1000), 321).sum()), 321)
        with self.assertRaises(ValueError):
            fw.upper_set(score, 2, ids=[1, 2])


class FieldTest(unittest.TestCase):
    def test_points_values_and_grid_agree(self) -> None:
        field = fw.Field(fw.Params("stack", settings={"stack.wavelength_m": 120}), "mood/fear", 42)
        grid = field.grid(30, 20, 10.0, time_s=3)
        x = (np.arange(30) + 0.5) * 10
        row = field.points(x, np.full(30, 195.0), 3)
        np.testing.assert_array_equal(grid[0], row)
        self.assertEqual(float(row[7]), field.value(75, 195, 3))
        n, dx, dy = field.slopes(x, np.full(30, 195.0), 3)
        np.testing.assert_array_equal(n, row)
        cx, cy = field.curl(x, np.full(30, 195.0), 3)
        np.testing.assert_allclose(cx * dx + cy * dy, 0, atol=1e-6)
        self.assertTrue(np.isnan(field.value(float("nan"), 0)))

    def test_wrong_places_are_refused(self) -> None:
        field = fw.Field()
        for x, y in (([1, 2], [1]), ([[1.0, 2.0, 3.0]], [[1.0, 2.0]]), ([np.inf], [0]), ([2e7], [0])):
            with self.assertRaises(fw.Error):
                field.points(x, y)

    def test_arrays_of_any_shape_are_answered_in_theirs(self) -> None:
        field = fw.Field(seeds=3)
        x, y = np.meshgrid(np.arange(8.0), np.arange(5.0))
        flat = field.points(x.ravel(), y.ravel(), 2)
        np.testing.assert_array_equal(field.points(x, y, 2), flat.reshape(5, 8))
        sparse = np.meshgrid(np.arange(8.0), np.arange(5.0), sparse=True)
        np.testing.assert_array_equal(field.points(*sparse, 2), flat.reshape(5, 8))
        self.assertEqual([part.shape for part in (*field.slopes(x, y), *field.curl(x, y))], [(5, 8)] * 5)

    def test_any_whole_number_is_a_seed_and_nothing_else(self) -> None:
        same = fw.Field(seeds=5).value(3, 4)
        for seed in (np.int64(5), np.uint8(5), np.array(5)):
            self.assertEqual(fw.Field(seeds=seed).value(3, 4), same)
        streams = fw.Field(seeds=(1, 2, 3)).value(3, 4)
        for seeds in ((np.int64(1), 2, np.int32(3)), np.array([1, 2, 3]), [1, 2, 3], fw.Seeds(1, 2, 3)):
            self.assertEqual(fw.Field(seeds=seeds).value(3, 4), streams)
        for wrong in ("a", None, 1.5, np.float64(3), -1, 2**53, (1, 2), (1, 2, "x"), (1, 2, -3), np.array([1.0, 2, 3]), object()):
            with self.assertRaises(fw.Error) as caught:
                fw.Field(seeds=wrong)
            self.assertIn("seed", caught.exception.message)

    def test_state_features_shift(self) -> None:
        field = fw.Field(fw.Params("stack").add_state("hunger", x=0.5, gain=0.8), "mood")
        calm = field.context([10, 20], [1, 2], [[0, 0]])
        np.testing.assert_allclose(calm, 0.6 * field.points([10, 20], [1, 2]), rtol=1e-6)


class CrowdTest(unittest.TestCase):
    def test_the_digest_is_the_one_of_the_c_example(self) -> None:
        crowd, agents = crowd_of(), fw.Agents(2000)  # curl_dual on a torus remembers nothing
        self.assertEqual(crowd.memory, 0)
        crowd.begin(agents)
        for tick in range(600):
            crowd.step(agents, tick)
        with open(GOLDEN, encoding="utf-8") as golden:
            self.assertEqual(agents.digest(600), golden.read().strip())

    def test_numbers_that_are_not_finite_are_refused_before_anything_is_written(self) -> None:
        for method in ("curl_dual", "ou", "vicsek"):
            crowd = crowd_of(method, 50)
            agents = crowd.agents(ids=range(50))
            crowd.begin(agents)
            columns = [agents.x_m, agents.y_m, agents.heading_x, agents.heading_y, agents.speed_mps, *agents.memory]
            before = agents.digest(0)
            for column in columns:
                for wrong in (np.nan, np.inf, -np.inf, 1e30):
                    kept, column[7] = column[7].copy(), wrong
                    with self.assertRaises(fw.Error):
                        crowd.step(agents, 0)
                    column[7] = kept
                    self.assertEqual(agents.digest(0), before)
            crowd.step(agents, 0)
            self.assertTrue(all(np.isfinite(column).all() for column in columns))

    def test_a_structured_array_serves_as_it_is(self) -> None:
        crowd = crowd_of(count=300)
        plain, own = fw.Agents(300), fw.Agents(300)
        bodies = np.zeros(300, np.dtype([("x", "f8"), ("health", "i4"), ("y", "f8"), ("hx", "f4"), ("hy", "f4"), ("v", "f4")]))
        own.x_m, own.y_m = bodies["x"], bodies["y"]
        own.heading_x, own.heading_y, own.speed_mps = bodies["hx"], bodies["hy"], bodies["v"]
        for agents in (plain, own):
            crowd.begin(agents)
            for tick in range(20):
                crowd.step(agents, tick)
        np.testing.assert_array_equal(bodies["x"], plain.x_m)
        self.assertTrue((bodies["health"] == 0).all())
        self.assertEqual(own.digest(20), plain.digest(20))

    def test_save_and_load_go_on(self) -> None:
        crowd = crowd_of("ou", 100)
        agents = crowd.agents(ids=range(5, 105))
        self.assertEqual(len(agents.memory), 3)
        crowd.begin(agents)
        block = crowd.save(agents, 7)
        again, tick = crowd.load(block)
        self.assertEqual((tick, len(again)), (7, 100))
        self.assertEqual(again.digest(7), agents.digest(7))
        with self.assertRaises(fw.Error) as caught:
            crowd.load(block[:-1])
        self.assertEqual(caught.exception.status, 6)

    def test_wrong_arrays_are_refused(self) -> None:
        crowd, agents = crowd_of(count=10), fw.Agents(10)
        crowd.begin(agents)
        x = agents.x_m.copy()
        for name, wrong in (("x_m", np.zeros(9)), ("y_m", np.zeros(10, "S3")), ("heading_x", np.zeros((10, 1), np.float32)),
                            ("id", np.zeros(10, np.int64)), ("speed_mps", np.broadcast_to(np.float32(1), 10))):
            bad = fw.Agents(10)
            setattr(bad, name, wrong)
            with self.assertRaises(fw.Error, msg=name):
                crowd.step(bad, 0)
        with self.assertRaises(fw.Error):
            crowd.step(agents, -1)
        with self.assertRaises(fw.Error):
            crowd.step_some(agents, 0, 1, [3, 3])
        np.testing.assert_array_equal(agents.x_m, x)

    def test_the_lock_is_released_in_steps(self) -> None:
        crowd = crowd_of(count=20000)
        scratch = [crowd_of(count=20000) for _ in range(4)]
        digests = []

        def run(own: fw.Crowd) -> None:
            agents = fw.Agents(20000)
            own.begin(agents)
            for tick in range(10):
                own.step(agents, tick)
            digests.append(agents.digest(10))

        threads = [threading.Thread(target=run, args=(own,)) for own in scratch]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        run(crowd)
        self.assertEqual(len(set(digests)), 1)


class ScheduleTest(unittest.TestCase):
    def test_the_clock_answers_what_its_tick_decides(self) -> None:
        action = fw.Action(fw.Params("action", "clock"), TORUS, 42, 200)
        asked = fw.Action(fw.Params("action", "clock"), TORUS, 42)
        ids = np.arange(200)
        x, y = ids * 4.9, 1000 - ids * 4.9
        action.join(ids)
        starts = 0
        for tick in range(60):
            started = action.tick(tick, ids, x, y)
            asked.at(tick)
            self.assertEqual([i for i in range(200) if asked.ask(tick, i, x[i], y[i]).starts], list(started))
            starts += len(started)
        self.assertGreater(starts, 100)
        again = fw.Action(fw.Params("action", "clock"), TORUS, 42, 200)
        again.load(action.save())
        self.assertEqual(again.digest(), action.digest())
        with self.assertRaises(fw.Error):
            action.join([3])

    def test_things_spawn_and_are_removed(self) -> None:
        spawner = fw.Spawner(fw.Params("spawn", "a_full"), fw.Ground.walls(120, 120), 42, "enemy.wolf")
        living = {}
        for tick in range(200):
            events = spawner.step(tick, players=([60.0], [60.0]), refusals=True)
            for event in events:
                if event["kind"] == fw.Spawner.SPAWNED:
                    living[int(event["id"])] = (event["x_m"], event["y_m"])
            if tick == 150:
                spawner.remove(tick, [min(living)])
                del living[min(living)]
        self.assertEqual(spawner.pools()[0]["living"], len(living))
        spawner.limit(0, 200, 0)
        self.assertEqual((spawner.pools()[0]["target"], spawner.pools()[0]["quota"]), (200, 0))
        with self.assertRaises(fw.Error):
            spawner.limit(1, 5, 5)
        self.assertGreater(len(living), 5)
        with self.assertRaises(fw.Error):
            spawner.step(17)


class WorldTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.told: list = []
        cls.world = fw.World("Tiny", 1, 128, progress=lambda stage, share: cls.told.append((stage, share)))

    def test_progress_is_told(self) -> None:
        self.assertGreater(len(self.told), 3)

    def test_rasters_are_read_only_views_that_outlive_the_world(self) -> None:
        world = fw.World("Tiny", 1, 64)
        danger = world.raster("danger")
        same = danger.copy()
        del world
        gc.collect()
        np.testing.assert_array_equal(danger, same)
        with self.assertRaises(ValueError):
            danger[0, 0] = 1
        self.assertEqual(self.world.raster("height_m").dtype, np.float32)
        self.assertIn("danger", self.world.rasters())
        self.assertEqual(self.world.codes("danger")[0], "")

    def test_points_regions_and_texts(self) -> None:
        world = self.world
        x = world.column("x_m")
        self.assertEqual(world.point(3)["x_m"], x[3])
        self.assertEqual(len(x), len(world))
        self.assertTrue(world.regions()[0].name)
        seats = [world.point(int(i)) for i in np.flatnonzero(world.column("rank") == 1)]
        self.assertEqual([(seat["rank"], seat["standing"]) for seat in seats], [(1, "capital")])
        self.assertIn((1, "capital"), [(region.rank, region.standing) for region in world.regions()])
        self.assertTrue(world.explain(500, 500))
        self.assertIn("world", world.digests())
        with self.assertRaises(fw.Error):
            world.explain(-5, 0)
        with self.assertRaises(fw.Error):
            fw.World("Tny", 1)

    def test_bodies_keep_apart(self) -> None:
        steer = fw.Steer(fw.Params("avoid"), fw.Ground.walls(30, 30), 100)
        bodies = fw.Bodies(100)
        bodies.x_m[:] = 15 + np.arange(100) % 10 * 0.1
        bodies.y_m[:] = 15 + np.arange(100) // 10 * 0.1
        bodies.speed_mps[:] = 1.4
        for _ in range(150):
            steer.step(bodies)
        apart = np.hypot(bodies.x_m[:, None] - bodies.x_m, bodies.y_m[:, None] - bodies.y_m)
        self.assertGreater(apart[~np.eye(100, dtype=bool)].min(), 0.39)
        self.assertTrue(((bodies.x_m > 0.19) & (bodies.x_m < 29.81)).all())
        bodies.speed_mps[3] = 9
        with self.assertRaises(fw.Error):
            steer.step(bodies)

    def test_every_class_spawns_and_a_crowd_walks_on_the_land(self) -> None:
        spawner = fw.Spawner.of_world(fw.Params("spawn"), self.world)
        self.assertGreater(len(spawner.step(0)), 0)
        crowd = fw.Crowd(fw.Params("crowd"), fw.Ground.land(self.world), 1, 100)
        agents = crowd.agents(100)
        crowd.begin(agents)
        for tick in range(30):
            crowd.step(agents, tick)
        land, cell_m = self.world.raster("land"), self.world.cell_m()
        rows = (land.shape[0] - agents.y_m / cell_m).astype(int)
        self.assertTrue((land[rows, (agents.x_m / cell_m).astype(int)] != 0).all())


if __name__ == "__main__":
    import sys

    GOLDEN = sys.argv.pop(1)
    unittest.main()
