/** Finds what is what in a text of code, away from the page: long ones take a while. */
import core from 'highlight.js/lib/core';
import css from 'highlight.js/lib/languages/css';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import xml from 'highlight.js/lib/languages/xml';
import type { ColouringAsked, ColouringTold, Piece } from './colouring.ts';

for (const [name, language] of Object.entries({ css, javascript, json, xml }))
  core.registerLanguage(name, language);

const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** The page takes no markup, so it is read here: spans, the five signs, and text between them. */
function pieces(markup: string): Piece[] {
  const found: Piece[] = [];
  const open: string[] = [];
  for (const [part, kind] of markup.matchAll(/<span class="([^"]*)">|<\/span>|&[#\w]+;|[^<&]+/g)) {
    if (kind !== undefined) open.push(/^hljs-(\w+)/.exec(kind)?.[1] ?? open.at(-1) ?? '');
    else if (part === '</span>') open.pop();
    else {
      const text = SIGNS[part] ?? part;
      const last = found.at(-1);
      if (last?.[0] === (open.at(-1) ?? '')) last[1] += text;
      else found.push([open.at(-1) ?? '', text]);
    }
  }
  return found;
}

self.onmessage = ({ data: { id, text, language } }: MessageEvent<ColouringAsked>) => {
  const { value } = core.highlight(text, { language, ignoreIllegals: true });
  self.postMessage({ id, pieces: pieces(value) } satisfies ColouringTold);
};
