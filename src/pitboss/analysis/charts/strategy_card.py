"""Writes a strategy card: one page that prints on A4 and on Letter, with nothing loaded from elsewhere."""

from __future__ import annotations

from html import escape

from pitboss.analysis.charts import chart_style
from pitboss.analysis.charts.strategy_charts import draw_report
from pitboss.analysis.exact_reports import PictureReport
from pitboss.counting.strategy_pictures import Step

# The page fills the smaller of the two papers within its margins, and the picture takes the room that the words leave.
# There is a second page only if the words leave almost none.
STYLE = """
@page { margin: 12mm; }
* { box-sizing: border-box; }
body { margin: 0; color: #222; background: white; font: 9.5pt/1.3 "Liberation Sans", Arial, Helvetica, sans-serif; }
main { width: 184mm; height: 250mm; margin: 0 auto; display: flex; flex-direction: column; }
h1 { font-size: 17pt; margin: 0; }
h2 { font-size: 10pt; margin: 0 0 1mm; }
p { margin: 0 0 1mm; }
.head { border-bottom: 0.4mm solid #222; padding-bottom: 2mm; margin-bottom: 3mm; }
.head p, footer { color: #595959; font-size: 8.5pt; }
.steps { columns: 2; column-gap: 8mm; }
section { margin: 0 0 2.5mm; break-inside: avoid; }
ul { margin: 0; padding-left: 4.5mm; }
li { break-inside: avoid; }
figure { margin: 2mm 0 0; flex: 1 1 0; min-height: 70mm; }
figure svg { display: block; width: 100%; height: 100%; }
footer { border-top: 0.2mm solid #999; padding-top: 1.5mm; margin-top: 2mm; }
@media screen { main { margin: 8mm auto; } }
"""


def card(report: PictureReport) -> str:
    """Return the whole page as HTML. The same report gives the same bytes."""
    svg = chart_style.svg(draw_report(report)).replace("<svg ", '<svg preserveAspectRatio="xMidYMin meet" ', 1)
    steps = "\n".join(map(_section, report.card))
    heads = [report.title(), *(["Elected: " + "; ".join(report.elected)] if report.elected else [])]
    intro = "".join(f"<p>{escape(line)}</p>" for line in (*heads, *(f"warning: {line}" for line in report.warnings)))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(report.called)}: strategy card</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<div class="head"><h1>{escape(report.called)}: how to play</h1>{intro}</div>
<div class="steps">
{steps}
</div>
<figure>{svg}</figure>
<footer>All costs are averages over very many rounds. The card is for the table named above; other pay tables and
other rules can change it.</footer>
</main>
</body>
</html>
"""


def _section(step: Step) -> str:
    says = "".join(f"<li>{escape(sentence)}</li>" for sentence in step.say)
    content = f"<ul>{says}</ul>" if len(step.say) > 1 else f"<p>{escape(step.say[0])}</p>"
    return f"<section><h2>{escape(step.when)}</h2>{content}</section>"
