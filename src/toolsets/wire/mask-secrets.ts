import { findSecrets } from '../../kernel/redaction/find-secrets.ts';

const MASK = '*';
/** No pattern's value goes over a line's end, so what is blanked so is not found a second time. */
const BLANK = '\n';

/**
 * The text with every character of a secret as a star: it keeps its length, so that offsets into bytes stay right.
 * `redact` knows the user's own patterns too; where those hit, the part of the line that they change is hidden.
 */
export function maskSecrets(text: string, redact: (words: string) => string): string {
  const spans = builtInSpans(text);
  const blanked = filled(text, spans, BLANK);
  if (redact(blanked) === blanked) return filled(text, spans, MASK);
  const lines = changedInLines(blanked, redact);
  const rest = filled(blanked, lines, BLANK);
  // What only a look at several lines tells.
  const whole = changed(rest, redact(rest), 0);
  return filled(text, [...spans, ...lines, ...whole], MASK);
}

type Span = readonly [from: number, to: number];

function builtInSpans(text: string): Span[] {
  return findSecrets(text).map(({ from, to }): Span => [from, to]);
}

function changedInLines(text: string, redact: (words: string) => string): Span[] {
  let at = 0;
  return text.split('\n').flatMap((line) => {
    const start = at;
    at += line.length + 1;
    return changed(line, redact(line), start);
  });
}

/** From the first difference to the last. */
function changed(before: string, after: string, offset: number): Span[] {
  if (before === after) return [];
  let [head, tail] = [0, 0];
  while (head < before.length && before[head] === after[head]) head++;
  while (tail < before.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [[offset + head, offset + before.length - tail]];
}

function filled(text: string, spans: readonly Span[], by: string): string {
  const inOrder = spans.toSorted(([a], [b]) => a - b);
  let result = '';
  for (const [from, to] of inOrder) {
    const start = Math.max(from, result.length);
    if (to <= start) continue;
    result += text.slice(result.length, start) + by.repeat(to - start);
  }
  return result + text.slice(result.length);
}
