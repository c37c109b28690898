/** A way to read a text. Every character knows where it stands in the original. */
export interface Reading {
  readonly text: string;
  /** For each character its position in the original; one more for the end. */
  readonly positions: readonly number[];
  /** What was changed makes a find a little less certain. */
  readonly trust: number;
}

/** Characters that stand where a digit was, by the digit. */
const DIGIT_TWINS: Readonly<Record<string, string>> = {
  0: 'OoQD@®©Ø',
  1: 'lI|i![]',
  2: 'Zz',
  5: 'Ss$§',
  6: 'Gb',
  7: 'T',
  8: 'B&',
  9: 'gq',
};
const digitOf = new Map(
  Object.entries(DIGIT_TWINS).flatMap(([digit, twins]) => [...twins].map((twin) => [twin, digit])),
);

/** The text as it is, and as it may have been before it was read from a picture. */
export function readingsOf(text: string): Reading[] {
  const exact: Reading = {
    text,
    positions: Array.from({ length: text.length + 1 }, (_, index) => index),
    trust: 1,
  };
  const tight = closeGaps(exact);
  const readings = [exact, asDigits(exact), tight, asDigits(tight)];
  return readings.filter(
    (reading, index) => readings.findIndex(({ text: same }) => same === reading.text) === index,
  );
}

/** Groups of digits with a wrong letter among them become all digits. */
function asDigits(reading: Reading): Reading {
  const text = reading.text.replaceAll(/[\w@®©Ø|!$§&[\]]{2,}/g, (token) => {
    const digits = token.replaceAll(/\D/g, '').length;
    const isNumber =
      digits * 2 >= token.length && [...token].every((char) => /\d/.test(char) || digitOf.has(char));
    return isNumber ? [...token].map((char) => digitOf.get(char) ?? char).join('') : token;
  });
  return { text, positions: reading.positions, trust: 0.9 * reading.trust };
}

/** Blanks beside the signs that hold an address together are not meant. */
function closeGaps(reading: Reading): Reading {
  let text = '';
  const positions: number[] = [];
  for (let index = 0; index < reading.text.length; index++) {
    const char = reading.text[index]!;
    const [before, after] = [reading.text[index - 1] ?? '', reading.text[index + 1] ?? ''];
    const isStray =
      char === ' ' &&
      ((/[@_]/.test(before) && /\w/.test(after)) ||
        (/[@_]/.test(after) && /\w/.test(before)) ||
        (/[.:/-]/.test(before) && /[\w/]/.test(after) && /[\w@:/]/.test(reading.text[index - 2] ?? '')) ||
        (/[.:-]/.test(after) && /[\w]/.test(reading.text[index + 2] ?? '')));
    if (isStray) continue;
    text += char;
    positions.push(reading.positions[index]!);
  }
  positions.push(reading.positions.at(-1)!);
  return { text, positions, trust: 0.85 * reading.trust };
}
