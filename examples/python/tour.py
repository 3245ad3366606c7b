"""Five figures with Fieldwright: a world, its danger and wolves, a crowd, fronts of action, spawning.

    PYTHONPATH=build/release/app/python python3 examples/python/tour.py FOLDER [--quick]

Writes 1-world.png .. 5-spawn.png. Needs python3-matplotlib.
"""

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import fieldwright as fw

SEED = 42


def save(figure, axes, folder, name):
    axes.set_xlabel("east (m)")
    axes.set_ylabel("north (m)")
    figure.tight_layout()
    figure.savefig(folder / name, dpi=110)
    plt.close(figure)
    print(f"{name}: {axes.get_title()}; {axes.get_xlabel()}, {axes.get_ylabel()}")


def square(title):
    figure, axes = plt.subplots(figsize=(7, 6.4))
    axes.set_title(title)
    axes.set_aspect("equal")
    return figure, axes


def main():
    folder = Path(sys.argv[1])
    quick = "--quick" in sys.argv
    folder.mkdir(parents=True, exist_ok=True)

    world = fw.World("Tiny" if quick else "WindswardLike", SEED, 128 if quick else 512)
    height, land = world.raster("height_m"), world.raster("land") != 0
    side = world.cell_m() * np.array([height.shape[1], height.shape[0]])
    extent = (0, side[0], 0, side[1])

    figure, axes = square("Heights of a world in memory")
    shown = axes.imshow(np.where(land, height, np.nan), extent=extent, cmap="terrain")
    figure.colorbar(shown, ax=axes, label="height (m)")
    save(figure, axes, folder, "1-world.png")

    figure, axes = square("Danger, and where its enemies stand")
    axes.imshow(np.where(land, world.raster("danger"), np.nan), extent=extent, cmap="YlOrRd")
    x, y, level = world.column("x_m"), world.column("y_m"), world.column("level")
    enemies = np.array([world.point(i)["category"] == "enemy" for i in range(len(world))], bool)
    shown = axes.scatter(x[enemies], y[enemies], c=level[enemies], s=9, cmap="viridis")
    figure.colorbar(shown, ax=axes, label="level")
    save(figure, axes, folder, "2-danger.png")

    # 60 steps a second; the paths of every agent over the last twenty seconds.
    figure, axes = square("Stream lines of a crowd, 20 s at 60 steps a second")
    count = 150 if quick else 600
    crowd = fw.Crowd(fw.Params("crowd", "curl_dual").set_tick(1 / 60), fw.Ground.walls(300, 300), SEED, count)
    agents = crowd.agents(count)
    crowd.begin(agents)
    path = []
    for tick in range(1200):
        crowd.step(agents, tick)
        if tick % 20 == 0:
            path.append((agents.x_m.copy(), agents.y_m.copy()))
    xs, ys = np.array(path).transpose(1, 0, 2)
    colours = plt.cm.viridis(agents.speed_mps / agents.speed_mps.max())
    for agent in range(len(agents)):
        axes.plot(xs[:, agent], ys[:, agent], color=colours[agent], linewidth=0.7)
    save(figure, axes, folder, "3-crowd.png")

    # Who acts when: the clock gives every place its turn, so fronts run over the ground.
    figure, axes = square("The clock: share of a cycle at which each place has its turn")
    clock = fw.Action(fw.Params("action", "clock"), fw.Ground.torus(600), SEED)
    cells = 60 if quick else 150
    at = (np.arange(cells) + 0.5) * 600 / cells
    clock.at(0)
    phase = np.array([[clock.ask(0, 0, east, north).phase for east in at] for north in at])
    shown = axes.imshow(phase, extent=(0, 600, 0, 600), origin="lower", cmap="twilight")
    figure.colorbar(shown, ax=axes, label="phase")
    save(figure, axes, folder, "4-clock.png")

    figure, axes = square("One cycle of spawning: where, and when (colour)")
    spawner = fw.Spawner(fw.Params("spawn"), fw.Ground.walls(120, 120), SEED, "enemy.wolf")
    born = [event for tick in range(600) for event in spawner.step(tick) if event["kind"] == fw.Spawner.SPAWNED]
    shown = axes.scatter([e["x_m"] for e in born], [e["y_m"] for e in born], c=[e["tick"] for e in born], cmap="plasma")
    figure.colorbar(shown, ax=axes, label="second of the cycle")
    save(figure, axes, folder, "5-spawn.png")


if __name__ == "__main__":
    main()
