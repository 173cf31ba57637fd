"""The style sheet of the report: a light and a dark theme, and black on white in print."""

from __future__ import annotations

from sapper.lab.figures.inline import DARK, variables

_SHEET = """
:root { color-scheme: light dark; %(light)s --link: #0b5394; --stripe: #f3f4f5; }
@media (prefers-color-scheme: dark) {
  :root { %(dark)s --link: #8ab8f0; --stripe: #25282e; }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { margin: 0 0 0.5rem; font-size: 1.9rem; }
h2 { margin: 3rem 0 1rem; padding-top: 0.5rem; border-top: 1px solid var(--grid); }
a { color: var(--link); }
a:focus-visible, .wide:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
nav ul { padding-left: 1.2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 1.5rem 0 2.5rem; }
figure svg { display: block; width: 100%%; max-width: 52rem; height: auto; }
figure svg * { stroke-linejoin: round; stroke-linecap: butt; }
figcaption { max-width: 46rem; margin-top: 0.5rem; color: var(--quiet); font-size: 0.92rem; }
figcaption b { color: var(--ink); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.88rem; }
caption { padding: 0.4rem 0; color: var(--quiet); text-align: left; }
th, td { padding: 0.2rem 0.5rem; text-align: right; white-space: nowrap; }
th:first-child { text-align: left; }
thead th { border-bottom: 2px solid var(--ink); vertical-align: bottom; white-space: normal; }
tbody tr:nth-child(even) { background: var(--stripe); }
tbody th { font-weight: 600; }
pre {
  padding: 0.8rem 1rem; border: 1px solid var(--grid); border-radius: 4px;
  background: var(--stripe); font-size: 0.88rem; white-space: pre-wrap; overflow-wrap: anywhere;
}
.note { color: var(--quiet); font-size: 0.92rem; }
@media print {
  :root { %(light)s --link: #000000; --stripe: #f3f4f5; }
  @page { margin: 18mm 15mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2, h3 { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  figure svg { max-height: 215mm; }
  table { font-size: 8.5pt; }
  th, td { padding: 0.1rem 0.35rem; }
  nav { display: none; }
}
"""


def style_sheet() -> str:
    """Return the style sheet; its colours are those of the figures."""
    return _SHEET % {"light": variables(), "dark": variables(DARK)}
