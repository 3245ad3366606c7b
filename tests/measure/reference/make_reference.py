# Reference figures of time series and populations from NumPy and SciPy. Made with
#   /usr/bin/python3 make_reference.py > series.json
# (Debian 12: python3-scipy). The tests read only series.json.
import json
import sys

import numpy
import scipy
import scipy.signal
import scipy.spatial
import scipy.stats

random = numpy.random.default_rng(11)
out = {"made_with": f"/usr/bin/python3 make_reference.py > series.json; NumPy {numpy.__version__}, "
                    f"SciPy {scipy.__version__}"}


def listed(array):
    return [float(v) for v in numpy.asarray(array).ravel()]


# --- summaries ------------------------------------------------------------------------------------------
values = numpy.round(random.gamma(2.0, 1.5, 157), 6)
other = numpy.round(0.6 * values + random.normal(0, 1, 157), 6)
shares = [0.0, 0.05, 0.5, 0.9, 0.95, 1.0]
out["summary"] = {
    "values": listed(values), "other": listed(other),
    "mean": float(values.mean()), "sd": float(values.std(ddof=0)),
    "skew": float(scipy.stats.skew(values, bias=True)),
    "cv": float(scipy.stats.variation(values, ddof=0)),
    "shares": shares, "percentiles": listed(numpy.quantile(values, shares, method="linear")),
    "pearson": float(scipy.stats.pearsonr(values, other)[0]),
}

# --- spectrum -------------------------------------------------------------------------------------------
time = numpy.arange(701)
noise = scipy.signal.lfilter([1.0], [1.0, -0.7], random.normal(0, 1, time.size))
series = numpy.round(40 + noise + 2 * numpy.sin(2 * numpy.pi * time / 23) + 0.004 * time, 6)
spectra = []
for window, hop, taper, detrend in [(100, 50, "hann", "constant"), (256, 128, "hann", "constant"),
                                    (256, 77, "hann", "constant"), (101, 50, "hann", "constant"),
                                    (100, 50, "boxcar", "constant"), (100, 100, "boxcar", False)]:
    _, density = scipy.signal.welch(series, fs=1.0, window=taper, nperseg=window, noverlap=window - hop,
                                    detrend=detrend, return_onesided=True, scaling="density")
    power = density / window  # density times the frequency step
    frequency = numpy.arange(power.size) / window
    inner = frequency > 0
    spectra.append({"window": window, "hop": hop, "hann": taper == "hann", "remove_mean": bool(detrend),
                    "power": listed(power),
                    "low": float(power[inner & (frequency <= 0.25)].sum()),
                    # The Nyquist line counts like the others, as in a sum of |rfft|^2.
                    "high": float(power[frequency > 0.25].sum() + (power[-1] if window % 2 == 0 else 0))})
out["spectrum"] = {"series": listed(series), "cases": spectra}

# --- a small population, tick by tick ---------------------------------------------------------------------
agents, rows, side = 30, 34, 200.0
heading = numpy.cumsum(random.normal(0, 0.3, (rows, agents)), axis=0) + 0.4 * random.normal(0, 1, agents)
speed = (1 + 0.2 * random.normal(0, 1, (rows, agents)).cumsum(axis=0) / 5).astype(numpy.float32)
hx = numpy.cos(heading).astype(numpy.float32)
hy = numpy.sin(heading).astype(numpy.float32)
x = numpy.empty((rows, agents))
y = numpy.empty((rows, agents))
x[0], y[0] = random.uniform(0, side, agents), random.uniform(0, side, agents)
step_x = 6 * hx.astype(float) * speed
step_y = 6 * hy.astype(float) * speed
for t in range(1, rows):
    x[t] = numpy.mod(x[t - 1] + step_x[t], side)
    y[t] = numpy.mod(y[t - 1] + step_y[t], side)
x, y = numpy.round(x, 6) % side, numpy.round(y, 6) % side
angle = numpy.arctan2(hy.astype(float), hx.astype(float))
v = speed.astype(float)

jerk = numpy.hypot(numpy.diff(hx * v, n=2, axis=0), numpy.diff(hy * v, n=2, axis=0)) / 10.0
lags = [1, 2, 5, 8]
lag_heading = [float(numpy.cos(angle[k:] - angle[:-k]).mean()) for k in lags]
lag_speed = [float(numpy.corrcoef(v[:-k].ravel(), v[k:].ravel())[0, 1]) for k in lags]


def wrapped(d):
    return d - side * numpy.round(d / side)


dx, dy = wrapped(numpy.diff(x, axis=0)), wrapped(numpy.diff(y, axis=0))
window = 12
winding = []
for t in range(window, rows):
    length = numpy.hypot(dx[t - window:t], dy[t - window:t]).sum(axis=0)
    net = numpy.hypot(dx[t - window:t].sum(axis=0), dy[t - window:t].sum(axis=0))
    winding.append(length / net)
winding = numpy.array(winding)

edges = [0.0, 10.0, 20.0, 35.0, 60.0, 90.0, 141.0]
snapshots = [0, 16, 33]
distances, cosines, squares, products, differences, departures = [], [], [], [], [], []
for s in snapshots:
    i, j = numpy.triu_indices(agents, 1)
    distances.append(numpy.hypot(wrapped(x[s, i] - x[s, j]), wrapped(y[s, i] - y[s, j])))
    turn = numpy.angle(numpy.exp(1j * (angle[s, i] - angle[s, j])))
    cosines.append(numpy.cos(turn))
    squares.append(turn ** 2)
    departure = v[s] - v[s].mean()
    departures.append(departure)
    products.append(departure[i] * departure[j])
    differences.append((v[s, i] - v[s, j]) ** 2)
distances = numpy.concatenate(distances)


def by_bin(parts):
    return listed(scipy.stats.binned_statistic(distances, numpy.concatenate(parts), "mean", edges)[0])


variance = float((numpy.concatenate(departures) ** 2).mean())
histogram = numpy.histogram(angle[0], bins=12, range=(-numpy.pi, numpy.pi))[0]
out["population"] = {
    "agents": agents, "rows": rows, "side": side,
    "x": listed(x), "y": listed(y), "heading_x": listed(hx), "heading_y": listed(hy), "speed": listed(speed),
    "jerk_spacing": 10.0, "jerk_mean": float(jerk.mean()), "jerk_p95": float(numpy.quantile(jerk, 0.95)),
    "lags": lags, "lag_heading": lag_heading, "lag_speed": lag_speed,
    "tortuosity_window": window, "tortuosity_mean": float(winding.mean()),
    "tortuosity_p95": float(numpy.quantile(winding, 0.95)),
    "edges": edges, "snapshots": snapshots,
    "pairs": [int(c) for c in numpy.histogram(distances, edges)[0]],
    "s_dir": by_bin(cosines), "speed_correlation": listed(numpy.array(by_bin(products)) / variance),
    "heading_semivariogram": listed(0.5 * numpy.array(by_bin(squares))),
    "speed_semivariogram": listed(0.5 * numpy.array(by_bin(differences))),
    "polarization": float(1 - scipy.stats.circvar(angle[0])),
    "entropy_bins": 12,
    "entropy": float(scipy.stats.entropy(histogram / histogram.sum()) / numpy.log(12)),
    "kinetic": float((v[0] ** 2).sum()),
}

# --- counts and events ------------------------------------------------------------------------------------
counts = random.poisson(4 * (1 + 0.5 * numpy.sin(2 * numpy.pi * numpy.arange(480) / 60)))
sliding = numpy.lib.stride_tricks.sliding_window_view(counts, 7).sum(axis=1)
blocks = counts[:480].reshape(8, 60).sum(axis=1)
rate = counts.mean()
worst = numpy.abs(numpy.lib.stride_tricks.sliding_window_view(counts, 60).sum(axis=1) / (60 * rate) - 1).max()
fundamental = numpy.fft.fft(counts)[480 // 60]
events = numpy.sort(random.integers(0, 900, 70))
intervals = numpy.diff(events)
phases = numpy.round(random.uniform(0, 1, 70), 6)
level = numpy.round((events % 60) / 60 + random.normal(0, 0.3, 70), 6)
out["events"] = {
    "counts": listed(counts), "fano_window": 7,
    "fano_1": float(counts.var() / counts.mean()), "fano_7": float(sliding.var() / sliding.mean()),
    "load_mean": float(blocks.mean()), "load_variance": float(blocks.var()),
    "load_peak_to_mean": float(blocks.max() / blocks.mean()),
    "second_difference": float((numpy.diff(counts, n=2) ** 2).mean()),
    "rate": float(rate), "worst_rate_error": float(worst),
    "wave_cycle": 60, "wave": float(2 * abs(fundamental) / counts.sum()),
    "ticks": listed(events), "isi_cv": float(intervals.std() / intervals.mean()),
    "burstiness": float((intervals.std() - intervals.mean()) / (intervals.std() + intervals.mean())),
    "phases": listed(phases),
    "phase_coherence": float(numpy.cos(2 * numpy.pi * ((events % 60) / 60 - phases)).mean()),
    "level": listed(level), "coherence": float(scipy.stats.pearsonr((events % 60) / 60, level)[0]),
}

# --- nearest neighbours -----------------------------------------------------------------------------------
sites = numpy.round(random.uniform(0, 50, (90, 2)), 6)
samples = numpy.round(random.uniform(0, 50, (200, 2)), 6)
plane, ring = scipy.spatial.cKDTree(sites), scipy.spatial.cKDTree(sites, boxsize=50.0)
out["nearest"] = {
    "side": 50.0, "x": listed(sites[:, 0]), "y": listed(sites[:, 1]),
    "sample_x": listed(samples[:, 0]), "sample_y": listed(samples[:, 1]),
    "coverage_plane": float(plane.query(samples)[0].mean()),
    "coverage_torus": float(ring.query(samples)[0].mean()),
    "nn_plane": float(plane.query(sites, 2)[0][:, 1].mean()),
    "nn_torus": float(ring.query(sites, 2)[0][:, 1].mean()),
}
json.dump(out, sys.stdout, separators=(",", ":"))
print()
