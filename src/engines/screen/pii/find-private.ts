import type { CountryCode } from 'libphonenumber-js/max';
import { breather } from '../../../kernel/breathe.ts';
import type { PrivateKind } from '../../../kernel/recognizer.ts';
import { RECOGNIZERS } from '../../../kernel/recognizers.ts';
import type { OcrResult } from '../ocr/ocr-engine.ts';
import type { Box } from '../picture.ts';
import { BLURRED } from './blurred-recognizers.ts';
import { type CustomPattern, customFinder, findMatches, type Match, phoneFinder } from './find-matches.ts';
import { type Reading, readingsOf } from './reading.ts';
import {
  boxOf,
  keyBlocks,
  type TextSegment,
  toSegments,
  type WrappedText,
  wrappedTexts,
} from './text-segment.ts';

export interface FindOptions {
  /** Only these kinds; all when it is not given. */
  readonly kinds?: readonly PrivateKind[] | undefined;
  readonly patterns?: readonly CustomPattern[] | undefined;
  readonly words?: readonly string[] | undefined;
  /** Where national phone numbers may come from. */
  readonly countries?: readonly CountryCode[] | undefined;
  /** Finds that are less likely are left alone; 0 to 1. */
  readonly threshold?: number | undefined;
}

export interface Detection extends Box {
  readonly type: PrivateKind;
  /** Which recognizer, or which pattern of the user's own. */
  readonly name: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Enough to know it again, too little to use it. */
  readonly preview: string;
}

type Finder = (reading: Reading, nearby: string) => Promise<Match[]>;

const usualThreshold = 0.5;

/** What is private in the text of a picture, with its place; one entry a line that it covers. */
export async function findPrivate(ocr: OcrResult, options: FindOptions = {}): Promise<Detection[]> {
  const find = await makeFinder(ocr.language, options);
  const segments = toSegments(ocr.words);
  const found = new Map<TextSegment, Match[]>();
  for (const segment of segments) found.set(segment, await find(segment.text, segment.nearby));
  for (const wrapped of wrappedTexts(segments)) {
    for (const match of await find(wrapped.text, '')) addWrapped(found, wrapped, match);
  }
  const isWanted = options.kinds?.includes('private_key') ?? true;
  for (const segment of isWanted ? keyBlocks(segments) : []) {
    const whole = { start: 0, end: segment.text.length, score: 1 };
    found.get(segment)!.push({ kind: 'private_key', name: 'private-key', ...whole });
  }
  return segments.flatMap((segment) =>
    settle(found.get(segment)!).map((match) => ({
      type: match.kind,
      name: match.name,
      ...boxOf(segment, match),
      confidence: Math.round(match.score * 100) / 100,
      preview: masked(segment.text.slice(match.start, match.end)),
    })),
  );
}

/** Finds in one text, the same finder for all of them. */
export async function makeFinder(
  language: string,
  options: FindOptions,
): Promise<(text: string, nearby: string) => Promise<Match[]>> {
  const phones = await phoneFinder(options.countries ?? countriesOf(language));
  const custom = await customFinder(options.patterns ?? [], options.words ?? []);
  const threshold = options.threshold ?? usualThreshold;
  const strict: Finder = async (reading, nearby) => [
    ...(await custom(reading)),
    ...findMatches(RECOGNIZERS, reading, nearby),
    ...phones(reading, nearby),
  ];
  const blurred: Finder = async (reading, nearby) => findMatches(BLURRED, reading, nearby);
  const isWanted = ({ kind, score }: Match) => score >= threshold && (options.kinds?.includes(kind) ?? true);
  const breathe = breather();
  return async (text, nearby) => {
    await breathe();
    const readings = readingsOf(text);
    const taken: Match[] = [];
    for (const finder of [strict, blurred]) {
      for (const reading of readings) {
        // What a surer reading has found is not looked for again.
        const isFirst = finder === strict && reading.trust === 1;
        const before = isFirst ? [] : [...taken];
        const found = (await finder(reading, nearby)).filter(isWanted);
        const isKnown = (match: Match) =>
          before.some((other) => overlap(match, other) && !(finder === blurred && isLonger(match, other)));
        taken.push(...found.filter((match) => !isKnown(match)));
      }
    }
    return settle(taken);
  };
}

function countriesOf(language: string): readonly CountryCode[] {
  const own: Readonly<Record<string, CountryCode>> = {
    deu: 'DE',
    fra: 'FR',
    spa: 'ES',
    ita: 'IT',
    nld: 'NL',
    por: 'PT',
  };
  const homes = language.split('+').flatMap((code) => own[code] ?? []);
  return [...new Set<CountryCode>([...homes, 'US', 'GB', 'DE'])];
}

/** A sign that was misread may have cut these short. */
const oneToken: readonly string[] = ['jwt', 'ip_address'];

const isLonger = (match: Match, than: Match) =>
  match.kind === than.kind &&
  oneToken.includes(match.kind) &&
  match.start <= than.start &&
  match.end >= than.end;

const overlap = (one: Match, other: Match) => one.start < other.end && other.start < one.end;

/** Of matches over each other the surest stays, of equal ones the longest. */
function settle(matches: readonly Match[]): Match[] {
  const kept: Match[] = [];
  for (const match of matches.toSorted((a, b) => b.score - a.score || b.end - b.start - (a.end - a.start))) {
    const over = kept.find((other) => overlap(match, other));
    if (!over) kept.push(match);
    else if (match.end > over.end || match.start < over.start) {
      // What sticks out of a surer find is private all the same.
      kept[kept.indexOf(over)] = {
        ...over,
        start: Math.min(over.start, match.start),
        end: Math.max(over.end, match.end),
      };
    }
  }
  return kept.sort((a, b) => a.start - b.start);
}

/** A find that runs over the end of a line, or whose name stands there, covers a part of each. */
function addWrapped(
  found: Map<TextSegment, Match[]>,
  { positions, breaks }: WrappedText,
  match: Match,
): void {
  if (!breaks.some((at) => match.start <= at && at < match.end)) return;
  const parts = Map.groupBy(
    positions.slice(match.start, match.end).filter((one) => one !== undefined),
    ({ segment }) => segment,
  );
  for (const [segment, inSegment] of parts) {
    const [start, end] = [inSegment[0]!.index, inSegment.at(-1)!.index + 1];
    found.get(segment)!.push({ ...match, start, end });
  }
}

/** The first and the last two characters, never more than a third of it. */
function masked(text: string): string {
  const shown = Math.min(2, Math.floor(text.length / 6));
  const hidden = '•'.repeat(Math.min(12, Math.max(1, text.length - 2 * shown)));
  return `${text.slice(0, shown)}${hidden}${shown > 0 ? text.slice(-shown) : ''}`;
}
