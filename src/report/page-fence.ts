import { newId } from '../kernel/ids.ts';

/**
 * Text of a page stands between `<page TAG>` and `</page TAG>`. The tag is new for every answer, so a page
 * cannot end the block and speak in the server's voice; what looks like such a line is broken up besides.
 */
export function fencePageText(text: string, tag: string): string {
  const harmless = text.replace(/<(\/?)(?=page\b)/gi, (_, slash: string) => `<\\${slash}`);
  return `<page ${tag}>\n${harmless}\n</page ${tag}>`;
}

export const newFenceTag = () => newId('t').slice(2, 8);

/** One line, quoted, for a few words of a page amid the server's own. */
export function quotePageText(text: string, limit: number): string {
  const line = text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  const cut = line.length > limit ? `${line.slice(0, limit).toWellFormed()}…+${line.length - limit}` : line;
  return JSON.stringify(cut.toWellFormed());
}
