"""Just enough SVG for the figures: shapes with classes, in colours for light and dark pages."""

from xml.sax.saxutils import escape

FONT = "font-family: system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
# Class: light, dark. The figure brings its own ground, so that what a page does not tell it (some
# show a dark page and say they prefer light) costs no contrast.
FILLS = {
    "ground": ("#ffffff", "#0d1117"),
    "ink": ("#1f2328", "#e6edf3"),
    "faint": ("#59636e", "#9198a1"),
    "ours": ("#0b6bcb", "#58a6ff"),
    "ours2": ("#7db4ea", "#3a7fc4"),
    "ours3": ("#bcd5ef", "#2c5280"),
    "c1": ("#c2410c", "#ff9a5c"),
    "c2": ("#15803d", "#56d364"),
    "c3": ("#9333ea", "#c297ff"),
    "c4": ("#a16207", "#e3b341"),
    "c5": ("#be185d", "#ff80ab"),
}
STROKES = {
    "grid": ("#d8dee4", "#30363d"),
    "axis": ("#818b98", "#656c76"),
    "halo": ("#ffffff", "#0d1117"),
}


def style():
    def rules(which):
        fills = [f".{name}{{fill:{colours[which]}}}" for name, colours in FILLS.items()]
        lines = [f".{name}{{stroke:{colours[which]}}}" for name, colours in STROKES.items()]
        return "".join(fills + lines)

    dark = f"@media (prefers-color-scheme: dark){{{rules(1)}}}"
    return f"<style>text{{{FONT}}}{rules(0)}{dark}</style>"


class Drawing:
    """A drawing that grows shape by shape."""

    def __init__(self, width, height, title):
        self.width, self.height = width, height
        self.parts = [f"<title>{escape(title)}</title>", style()]
        self.rect(0, 0, width, height, "ground", radius=8)

    def text(self, x, y, text, kind="ink", size=12, anchor="start", bold=False, halo=False):
        """A text; with a halo, what it lies on does not touch the letters."""
        weight = ' font-weight="600"' if bold else ""
        if halo:
            kind, weight = f"{kind} halo", f'{weight} stroke-width="2" paint-order="stroke"'
        self.parts.append(
            f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" font-size="{size}" '
            f'text-anchor="{anchor}"{weight}>{escape(text)}</text>'
        )

    def rect(self, x, y, width, height, kind, radius=0):
        self.parts.append(
            f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
            f'height="{height:.1f}" rx="{radius}"/>'
        )

    def line(self, x1, y1, x2, y2, kind="grid", width=1):
        self.parts.append(
            f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke-width="{width}"/>'
        )

    def mark(self, x, y, kind, shape="circle"):
        """A mark of about 9 pixels; the shapes tell marks apart without colours."""
        if shape == "circle":
            self.parts.append(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="5.2"/>')
            return
        outline = {
            "diamond": [(0, -5.5), (5.5, 0), (0, 5.5), (-5.5, 0)],
            "square": [(-4, -4), (4, -4), (4, 4), (-4, 4)],
            "up": [(0, -5), (5, 4), (-5, 4)],
            "down": [(0, 5), (5, -4), (-5, -4)],
            "bar": [(-1.6, -6), (1.6, -6), (1.6, 6), (-1.6, 6)],
        }[shape]
        points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in outline)
        self.parts.append(f'<polygon class="{kind}" points="{points}"/>')

    def write(self, path):
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" role="img">'
        )
        path.write_text("\n".join([head, *self.parts, "</svg>\n"]))
