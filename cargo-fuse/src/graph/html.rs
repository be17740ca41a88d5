//! A page with the picture, the source with its loops, and what was missed.

use super::model::Drawing;
use super::svg::{self, escaped};
use crate::analysis::Analysis;
use crate::explain;
use crate::summary::sentence;
use std::fmt::Write;

const STYLE: &str = "
body { margin: 2rem auto; max-width: 1200px; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; color: #1f2933; background: #f5f7fa; }
.picture { overflow-x: auto; } .picture svg { max-width: 100%; height: auto; }
pre { background: #fff; border: 1px solid #d9dee5; border-radius: 8px; padding: 1rem; overflow-x: auto; font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; }
li { margin: .4rem 0; } code { font: 13px ui-monospace, Menlo, Consolas, monospace; }
#note { position: fixed; display: none; max-width: 28rem; padding: .4rem .6rem; border-radius: 6px; background: #1f2933; color: #fff; font-size: 13px; white-space: pre-wrap; pointer-events: none; }
.picture path:hover { stroke-width: 3; }
";

// A browser waits a second before it shows a `title`, and shows none by touch.
const SCRIPT: &str = "
const note = document.getElementById('note');
for (const title of document.querySelectorAll('svg title')) {
  const text = title.textContent, holder = title.parentNode;
  title.remove();
  holder.addEventListener('pointermove', event => {
    note.textContent = text; note.style.display = 'block';
    note.style.left = Math.min(event.clientX + 14, innerWidth - note.offsetWidth - 8) + 'px';
    note.style.top = event.clientY + 14 + 'px';
  });
  holder.addEventListener('pointerleave', () => { note.style.display = 'none'; });
}
";

/// The page.
#[must_use]
pub(super) fn write(analysis: &Analysis, drawings: &[Drawing]) -> String {
    let mut out = String::new();
    let name = escaped(&analysis.path);
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{name}</title><style>{STYLE}</style></head>\n<body>\n<p><code>{}:{}</code></p>\n<div class=\"picture\">{}</div>\n<pre>{}</pre>\n",
        escaped(&analysis.file),
        analysis.line,
        svg::write(analysis, drawings),
        escaped(&explain::listing(analysis)),
    );
    let mut missed = analysis.missed.iter().peekable();
    if missed.peek().is_some() {
        out += "<h2>Not fused</h2>\n<ul>\n";
        for missed in missed {
            let _ = writeln!(
                out,
                "<li><code>{}</code> {}: {}</li>",
                missed.code,
                escaped(missed.code.title()),
                escaped(&sentence(missed))
            );
        }
        out += "</ul>\n";
    }
    let _ = write!(
        out,
        "<div id=\"note\"></div><script>{SCRIPT}</script>\n</body></html>\n"
    );
    out
}
