import { fault } from '../../../kernel/fault.ts';
import type { Match } from './find-matches.ts';
import type { Reading } from './reading.ts';

/** A pattern of the user's own, in RE2 syntax. */
export interface CustomPattern {
  readonly name: string;
  readonly pattern: string;
}

/** Patterns and words of the user's own; a pattern that cannot be used is refused rather than skipped. */
export async function customFinder(patterns: readonly CustomPattern[], words: readonly string[]) {
  const { RE2JS } = await import('re2js');
  const compiled = patterns.map(({ name, pattern }) => {
    try {
      return { name, regex: RE2JS.compile(pattern) };
    } catch (cause) {
      throw fault('INVALID_PII_PATTERN', { name, problem: (cause as Error).message }, cause);
    }
  });
  const list = words.map((word) => word.trim()).filter((word) => word !== '');
  const quoted = list.map((word) => RE2JS.quote(word).replaceAll(/ +/g, ' +'));
  if (quoted.length > 0) {
    compiled.push({ name: 'word', regex: RE2JS.compile(`(?i)(?:${quoted.join('|')})`) });
  }
  return (reading: Reading): Match[] =>
    compiled.flatMap(({ name, regex }) => {
      const matcher = regex.matcher(reading.text);
      const found: Match[] = [];
      while (matcher.find()) {
        const [start, end] = [matcher.start(), matcher.end()];
        if (end === start || (name === 'word' && !standsAlone(reading.text, start, end))) continue;
        const span = { start: reading.positions[start]!, end: reading.positions[end - 1]! + 1 };
        found.push({ kind: 'custom', name, ...span, score: reading.trust });
      }
      return found;
    });
}

function standsAlone(text: string, start: number, end: number): boolean {
  const isLetter = (char = '') => /[\p{L}\p{N}]/u.test(char);
  return !isLetter(text[start - 1]) && !isLetter(text[end]);
}
