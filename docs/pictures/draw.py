"""Draws docs/pictures/*.svg: `draw.py`, after a change."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "benches"))

from svg import Drawing

ROWS = ["apple", "fig", "papaya", "kiwi", "mango", "plum", "cherry", "lime"]
# What a lane does in each step; every lane does the same.
STEPS = ["load", "multiply", "rotate", "xor", "hash"]


def lanes():
    """One string a call, and eight strings in eight lanes."""
    drawing = Drawing(760, 330, "One string in each lane of a register")
    drawing.text(20, 30, "One call per string", size=14, bold=True)
    for i, row in enumerate(ROWS[:3]):
        y = 60 + 30 * i
        drawing.text(20, y, row, size=12)
        for j, step in enumerate(STEPS):
            x = 90 + 128 * i + 24 * j
            drawing.rect(x, y - 13, 21, 18, "c1" if j < len(STEPS) - 1 else "c2", radius=3)
    drawing.text(600, 92, "… and so on, one after the other", "faint", 12, "middle")
    drawing.text(20, 172, "One string per lane", size=14, bold=True)
    for i, row in enumerate(ROWS):
        drawing.text(120 + 76 * i, 198, row, size=12, anchor="middle")
    for j, step in enumerate(STEPS):
        y = 208 + 23 * j
        drawing.text(20, y + 13, step, "faint", 12)
        for i in range(len(ROWS)):
            drawing.rect(86 + 76 * i, y, 68, 18, "ours" if j < len(STEPS) - 1 else "c2", radius=3)
    drawing.write(HERE / "lanes.svg")


if __name__ == "__main__":
    lanes()
