import type { PrivateKind, Recognizer } from '../../../kernel/recognizer.ts';
import type { Reading } from './reading.ts';

/** Something private at a place of the original text. */
export interface Match {
  readonly kind: PrivateKind;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** 0 to 1. */
  readonly score: number;
}

/** Runs recognizers over one reading of a text; `nearby` is what stands around it. */
export function findMatches(recognizers: readonly Recognizer[], reading: Reading, nearby: string): Match[] {
  const lower = reading.text.toLowerCase();
  // A find is no evidence for itself.
  const contextOf = (start: number, end: number) =>
    `${nearby.toLowerCase()} ${lower.slice(0, start)} ${lower.slice(end)}`;
  return recognizers.flatMap((recognizer) => {
    if (recognizer.needs && !recognizer.needs.some((need) => lower.includes(need))) return [];
    return [...spansOf(recognizer, reading.text)].map(({ start, end }) => ({
      kind: recognizer.kind,
      name: recognizer.name,
      start: reading.positions[start]!,
      end: reading.positions[end - 1]! + 1,
      score: scoreOf(recognizer, contextOf(start, end)) * reading.trust,
    }));
  });
}

const withContext = 0.35;

function scoreOf({ score, context }: Recognizer, around: string): number {
  const isLikely = context?.some((word) => around.includes(word)) === true;
  return isLikely ? Math.min(1, Math.max(0.85, score + withContext)) : score;
}

/** Where a match is refused, the search goes on at the next character, so that a neighbour cannot hide a find. */
function* spansOf(recognizer: Recognizer, text: string): Generator<{ start: number; end: number }> {
  const pattern = new RegExp(recognizer.pattern.source, recognizer.pattern.flags);
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const kept = found[1]?.length ?? 0;
    const start = found.index + kept;
    const hidden = found[0].slice(kept);
    const length = recognizer.fit ? recognizer.fit(hidden) : hidden.length;
    const isAgainst = recognizer.against?.test(text.slice(Math.max(0, start - 20), start)) === true;
    if (length > 0 && !isAgainst && (recognizer.accepts?.(hidden) ?? true)) {
      yield { start, end: start + length };
      pattern.lastIndex = start + length;
    } else pattern.lastIndex = found.index + 1;
  }
}
