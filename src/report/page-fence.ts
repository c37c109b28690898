import { newId } from '../kernel/ids.ts';

/**
 * Text of a page stands between `<page TAG>` and `</page TAG>`, text of a connection between `<wire TAG>` and its end.
 * The tag is new for every answer, so nobody can end the block and speak in the server's voice; what looks like such a
 * line is broken up besides, and what a terminal would act on is shown instead.
 */
export function fencePageText(text: string, tag: string, from: 'page' | 'wire' = 'page'): string {
  const harmless = text.replace(/<(\/?)(?=(?:page|wire)\b)/gi, (_, slash: string) => `<\\${slash}`);
  return `<${from} ${tag}>\n${showControls(harmless)}\n</${from} ${tag}>`;
}

/** Escapes, carriage returns and marks that turn the direction of writing, as signs that stand for them. */
function showControls(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (sign) => {
      const code = sign.codePointAt(0) ?? 0;
      if (code < 0x20) return String.fromCodePoint(0x2400 + code);
      return code === 0x7f ? '\u2421' : `\\u${code.toString(16).padStart(4, '0')}`;
    });
}

export const newFenceTag = () => newId('t').slice(2, 8);

/** One line, quoted, for a few words of a page amid the server's own. */
export function quotePageText(text: string, limit: number): string {
  const line = text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  const cut = line.length > limit ? `${line.slice(0, limit).toWellFormed()}…+${line.length - limit}` : line;
  return JSON.stringify(cut.toWellFormed());
}
