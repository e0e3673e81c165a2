"""Two charts as SVG, drawn by hand: bars by group, and lines on two logarithmic scales. Pure.

A chart is readable in light and in dark, by its own style sheet, has a title and a description for those who can't see
it, and tells its series by marks and order as well as by colour.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from bench.quality import OURS
from bench.tables import Numbers

# Colour-blind safe (Okabe and Ito), each dark enough on white and bright enough on near-black.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c8c8c", "#b58900")
STYLE = """text { font: 12px system-ui, sans-serif; fill: #1f2328 } .head { font-weight: 600; font-size: 14px }
.grid { stroke: #d0d7de; stroke-width: 1 } .line { fill: none; stroke-width: 2 } .small { font-size: 11px }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .grid { stroke: #3d444d } }"""
WIDTH = 760
LEFT, RIGHT, TOP = 130, 60, 64
BAR, GAP = 11, 14
PLOT_HEIGHT = 300
DASHES = ("", "6 4", "2 3", "10 3 2 3")


def charts(part: str, numbers: Numbers) -> dict[str, str]:
    """The charts that a part's numbers draw, by file name."""
    if part == "quality":
        groups = {
            name: {engine: measured["all"]["ndcg_10"] for engine, measured in each["engines"].items()}
            for name, each in numbers["sets"].items()
        }
        return {"quality.svg": bars("nDCG@10, all questions of each set", groups)}
    if part == "speed" and len(numbers["sizes"]) > 1:
        series = {
            f"{named}, {share}": [(each["blocks"], each["warm"][name][share] * 1000) for each in numbers["sizes"]]
            for name, named in (("ranking", OURS), ("plain", "plain FTS5"))
            for share in ("median", "p99")
        }
        return {"queries.svg": lines("Processor time of a query, files warm", "blocks", "ms", series)}
    return {}


def bars(title: str, groups: Mapping[str, Mapping[str, float]]) -> str:
    """Values between 0 and 1 as horizontal bars, one group below the other, the names of the series on top."""
    names = list(dict.fromkeys(name for group in groups.values() for name in group))
    room = WIDTH - LEFT - RIGHT
    body, y = [*_legend(names)], TOP
    for group, values in groups.items():
        middle = y + BAR * len(values) / 2 + 4
        body.append(f'<text x="{LEFT - 8}" y="{middle:.0f}" text-anchor="end">{escape(group)}</text>')
        for name, value in values.items():
            colour = COLOURS[names.index(name) % len(COLOURS)]
            shape = f'x="{LEFT}" y="{y}" width="{value * room:.1f}" height="{BAR - 2}" fill="{colour}"'
            body.append(f"<rect {shape}><title>{escape(f'{group}, {name}: {value:.3f}')}</title></rect>")
            end = f'x="{LEFT + value * room + 4:.1f}" y="{y + BAR - 3}"'
            body.append(f'<text class="small" {end}>{value:.3f}</text>')
            y += BAR
        y += GAP
    told = "; ".join(f"{group}: {', '.join(f'{n} {v:.3f}' for n, v in each.items())}" for group, each in groups.items())
    return _svg(title, told, y, body)


def lines(title: str, x_name: str, y_name: str, series: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Series of positive points as lines, both scales logarithmic, a tick at each power of ten."""
    points = [point for each in series.values() for point in each]
    x_range, y_range = _decades([x for x, _ in points]), _decades([y for _, y in points])

    def place(point: tuple[float, float]) -> tuple[float, float]:
        across = _share(point[0], x_range) * (WIDTH - LEFT - RIGHT)
        return LEFT + across, TOP + (1 - _share(point[1], y_range)) * PLOT_HEIGHT

    body = [*_legend(list(series))]
    for power in range(y_range[0], y_range[1] + 1):
        y = place((10 ** x_range[0], 10**power))[1]
        body.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
        body.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10**power:,g} {y_name}</text>')
    for power in range(x_range[0], x_range[1] + 1):
        x = place((10**power, 10 ** y_range[0]))[0]
        body.append(f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{TOP + PLOT_HEIGHT}"/>')
        body.append(f'<text x="{x:.1f}" y="{TOP + PLOT_HEIGHT + 18}" text-anchor="middle">{10**power:,g}</text>')
    for number, each in enumerate(series.values()):
        body += _line([place(point) for point in each], number)
    body.append(f'<text x="{WIDTH - RIGHT}" y="{TOP + PLOT_HEIGHT + 36}" text-anchor="end">{escape(x_name)}</text>')
    told = "; ".join(f"{name}: {', '.join(f'{y:.2f} at {x:,g}' for x, y in each)}" for name, each in series.items())
    return _svg(title, told, TOP + PLOT_HEIGHT + 44, body)


def _line(points: Sequence[tuple[float, float]], number: int) -> Iterator[str]:
    colour = COLOURS[number % len(COLOURS)]
    dash = DASHES[number % len(DASHES)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    yield f'<polyline class="line" points="{path}" stroke="{colour}"{_dashed(dash)}/>'
    yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in points)


def _dashed(dash: str) -> str:
    return f' stroke-dasharray="{dash}"' if dash else ""


def _decades(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten that hold all values, at least one decade."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def _share(value: float, decades: tuple[int, int]) -> float:
    return (math.log10(value) - decades[0]) / (decades[1] - decades[0])


def _legend(names: Sequence[str]) -> Iterator[str]:
    x = LEFT
    for number, name in enumerate(names):
        colour = COLOURS[number % len(COLOURS)]
        yield f'<rect x="{x}" y="38" width="10" height="10" fill="{colour}"/>'
        yield f'<text x="{x + 15}" y="47">{escape(name)}</text>'
        x += 30 + 7 * len(name)


def _svg(title: str, told: str, height: float, body: Sequence[str]) -> str:
    inner, box = "\n".join(body), f'viewBox="0 0 {WIDTH} {height:.0f}"'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-labelledby="t d">
<title id="t">{escape(title)}</title>
<desc id="d">{escape(told)}</desc>
<style>{STYLE}</style>
<text class="head" x="{LEFT}" y="22">{escape(title)}</text>
{inner}
</svg>
"""
