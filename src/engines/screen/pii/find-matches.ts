import type { CountryCode } from 'libphonenumber-js/max';
import { breather } from '../../../kernel/breathe.ts';
import { fault } from '../../../kernel/fault.ts';
import { outsidePattern, type Pattern, quotePattern } from '../../../kernel/pattern.ts';
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

/** A pattern of the user's own, in RE2 syntax. */
export interface CustomPattern {
  readonly name: string;
  readonly pattern: string;
}

/** Patterns and words of the user's own; a pattern that cannot be used is refused rather than skipped. */
export async function customFinder(patterns: readonly CustomPattern[], words: readonly string[]) {
  const breathe = breather();
  const compiled: { name: string; regex: Pattern }[] = [];
  for (const { name, pattern } of patterns) {
    const regex = await outsidePattern(pattern).catch((cause: Error) => {
      throw fault('INVALID_PII_PATTERN', { name, problem: cause.message }, cause);
    });
    compiled.push({ name, regex });
    await breathe();
  }
  const list = words.map((word) => word.trim()).filter((word) => word !== '');
  const quoted = list.map((word) => quotePattern(word).replaceAll(/ +/g, ' +'));
  if (quoted.length > 0) {
    compiled.push({ name: 'word', regex: await outsidePattern(`(?:${quoted.join('|')})`, 'i') });
  }
  return async (reading: Reading): Promise<Match[]> => {
    const found: Match[] = [];
    for (const { name, regex } of compiled) {
      for (const [start, end] of regex.spans(reading.text)) {
        if (name === 'word' && !standsAlone(reading.text, start, end)) continue;
        const span = { start: reading.positions[start]!, end: reading.positions[end - 1]! + 1 };
        found.push({ kind: 'custom', name, ...span, score: reading.trust });
      }
      await breathe();
    }
    return found;
  };
}

function standsAlone(text: string, start: number, end: number): boolean {
  const isLetter = (char = '') => /[\p{L}\p{N}]/u.test(char);
  return !isLetter(text[start - 1]) && !isLetter(text[end]);
}

const callWords =
  /\b(?:phone|tel|telefon|telephone|mobile?|mobil|handy|cell|call|fax|ruf(?:nummer)?|whatsapp|sms|dial|hotline)\b/i;
/** Only right before it: they stand at the head of many a column. */
const weakWords = /\b(?:contact|kontakt|number|nummer|reach)\b[^.]{0,20}$/i;
const otherWords =
  /\b(?:isbn|order|invoice|serial|version|part|ref(?:erence)?|build|commit|ts|size|id|#)\W{0,3}$/i;
/** Numbers of these countries in the manner in which people there write them. */
const nationalForms: readonly { country: CountryCode; form: RegExp }[] = [
  { country: 'US', form: /^(?:1[ .-])?(?:\(\d{3}\) ?\d{3}[ -]\d{4}|\d{3}([-.])\d{3}\1\d{4})$/ },
  { country: 'DE', form: /^0\d{2,4}(?:[ /-]| \/ )\d{3,8}(?:[ -]\d{1,5})?$/ },
  { country: 'GB', form: /^0\d{2,4} \d{3,4} \d{3,4}$/ },
];

/** Finds phone numbers: valid, and either international, written as at home, or called one by the words around. */
export async function phoneFinder(countries: readonly CountryCode[]) {
  const { findPhoneNumbersInText } = await import('libphonenumber-js/max');
  return (reading: Reading, nearby: string): Match[] => {
    const { text } = reading;
    if (text.replaceAll(/\D/g, '').length < 7) return [];
    const found = new Map<number, Match>();
    for (const country of countries) {
      for (const { startsAt, endsAt, number } of findPhoneNumbersInText(text, {
        defaultCountry: country,
        extended: true,
      })) {
        const shown = text.slice(startsAt, endsAt);
        const score = number.isValid()
          ? phoneScore(shown, text.slice(0, startsAt), text.slice(endsAt), nearby)
          : 0;
        if (score < (found.get(startsAt)?.score ?? 0.01)) continue;
        found.set(startsAt, {
          kind: 'phone',
          name: 'phone',
          start: reading.positions[startsAt]!,
          end: reading.positions[endsAt - 1]! + 1,
          score: score * reading.trust,
        });
      }
    }
    return [...found.values()];
  };
}

/** 0 when it is something else. */
function phoneScore(shown: string, before: string, after: string, nearby: string): number {
  if (/[\w.@#/-]$/.test(before) || /^[\w@/:]|^[.-]\d/.test(after)) return 0;
  if (/^\d{4}-\d{2}-\d{2}|^\d{2}\.\d{2}\.\d{4}|^\d{1,3}(?:\.\d{1,3}){3}$/.test(shown)) return 0;
  if (shown.startsWith('+') || before.endsWith('+')) return 0.95;
  if (otherWords.test(before)) return 0;
  const isCalled = callWords.test(before.slice(-40)) || callWords.test(nearby) || weakWords.test(before);
  // A part of a longer row of digits.
  if (!isCalled && (/\d[ .-]?$/.test(before) || /^[ .-]?\d/.test(after))) return 0;
  if (nationalForms.some(({ form }) => form.test(shown))) return isCalled ? 0.9 : 0.7;
  return isCalled ? 0.75 : 0.4;
}
