import type { CountryCode } from 'libphonenumber-js/max';
import type { Match } from './find-matches.ts';
import type { Reading } from './reading.ts';

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
          ? scoreOf(shown, text.slice(0, startsAt), text.slice(endsAt), nearby)
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
function scoreOf(shown: string, before: string, after: string, nearby: string): number {
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
