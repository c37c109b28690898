/** Checks that patterns alone cannot make: check digits, ranges, addresses, chance. */

/** The digits of a match that a card network may begin with and whose check digit is right. */
export function isCardNumber(match: string): boolean {
  let [sum, count, first, second] = [0, 0, -1, -1];
  let isOne = true;
  for (let at = match.length - 1; at >= 0; at--) {
    const digit = match.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) continue;
    isOne &&= first < 0 || digit === first;
    [second, first] = [first, digit];
    sum += count % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
    count++;
  }
  return sum % 10 === 0 && !isOne && beginsCard(first, second, count);
}

/** Without this, times in microseconds pass one check in ten. */
export function beginsCard(first: number, second: number, count: number): boolean {
  if (first === 5) return second <= 8;
  if (first === 2) return second >= 2 && second <= 7;
  return first === 3 || first === 4 || first === 6 || (first === 1 && count === 15);
}

/** Length of an IBAN by country. */
export const ibanLengths = new Map(
  [
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29',
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20',
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29',
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30',
  ]
    .join(' ')
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

export function isIban(match: string): boolean {
  return isIbanLong(match) && hasIbanCheck(match.replaceAll(' ', ''));
}

/** As long as the IBANs of its country, whether or not its check digits are right. */
export function isIbanLong(match: string, tolerance = 0): boolean {
  const plain = match.replaceAll(' ', '');
  const length = ibanLengths.get(plain.slice(0, 2));
  return length !== undefined && Math.abs(plain.length - length) <= tolerance;
}

/** How much of a text that begins like an IBAN is one; what follows it may look alike. */
export function ibanLength(match: string): number {
  const length = ibanLengths.get(match.slice(0, 2)) ?? 0;
  let [taken, plain] = [0, ''];
  while (plain.length < length && taken < match.length) {
    if (match[taken] !== ' ') plain += match[taken];
    taken++;
  }
  const isWhole = !/^\w/.test(match.slice(taken));
  return plain.length === length && length > 0 && isWhole && hasIbanCheck(plain) ? taken : 0;
}

function hasIbanCheck(plain: string): boolean {
  // Check digits run from 02 to 98; 00, 01 and 99 would leave the same rest as three of them.
  if (/^..(?:00|01|99)/.test(plain)) return false;
  let rest = 0;
  for (const char of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

export function isSocialSecurityNumber(match: string): boolean {
  const digits = match.replaceAll(/\D/g, '');
  const [area, group, serial] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)];
  return area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000';
}

/** Bits a character: words have about 2.5 to 3, generated keys 3.5 and more. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  return [...counts.values()].reduce(
    (sum, count) => sum - (count / text.length) * Math.log2(count / text.length),
    0,
  );
}

const harmless =
  /^(?:https?:|localhost|\/|\.{0,2}\/|v?\d+(?:[.\-/:]\d+)+|<|\$|%|[\w./-]+@\d+\.|process\.env|os\.environ|env\.|\*+$|x{4,}$|(?:your|my|change|example|placeholder|secret|password)[\w-]*$)/i;

/** A value that somebody generated: letters and digits without order, or a long hexadecimal number. */
export function isGenerated(value: string): boolean {
  if (harmless.test(value) || !/\d/.test(value) || !/[a-z]/i.test(value)) return false;
  if (/^[0-9a-f]+$/i.test(value)) return value.length >= 16 && entropy(value) > 2.7;
  return value.length >= 12 && entropy(value) > 3;
}
