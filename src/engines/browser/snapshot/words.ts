import { begin } from '../../../kernel/cut.ts';

/*
 * Controls, bidi overrides, invisible tag characters and line ends of any kind are out: a page must not be
 * able to begin a line of its own in an answer, reorder what is shown, or smuggle what nobody sees. So is what
 * icon fonts draw: to whoever reads, a private character says nothing.
 */
const UNPRINTABLE = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\p{Co}\u{e0000}-\u{e007f}]/gu;

/** Most text: nothing to clean, and quickly seen. */
const CLEAN = /^[!-~]+(?: [!-~]+)*$/;

/** Page text on one line, blanks collapsed, nothing invisible in it. */
export function words(text: string): string {
  if (text === '' || CLEAN.test(text)) return text;
  return text.replace(/\s+/g, ' ').replace(UNPRINTABLE, '').toWellFormed().trim();
}

/** The first `limit` characters, with the number of those left out. */
export function clip(text: string, limit: number): string {
  const cleaned = words(text);
  if (cleaned.length <= limit + 10) return cleaned;
  const cut = begin(cleaned, limit)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd();
  return `${cut}…+${cleaned.length - cut.length}`;
}

export const quote = (text: string, limit: number) => JSON.stringify(clip(text, limit));

/** Bare where that cannot be mistaken for our own notation, else quoted. */
export function bare(text: string, limit: number): string {
  const clipped = clip(text, limit);
  return /["[\]|→{}]|^[-+~=*…↕]/.test(clipped) ? JSON.stringify(clipped) : clipped;
}
