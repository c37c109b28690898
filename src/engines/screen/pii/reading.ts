/** A way to read a text. Every character knows where it stands in the original. */
export interface Reading {
  readonly text: string;
  /** For each character its place in the original; one more for the end. */
  readonly places: readonly number[];
  /** What was changed makes a find a little less certain. */
  readonly trust: number;
}

/** Characters that OCR takes for digits, and the other way round. */
const digitTwins: Readonly<Record<string, string>> = {
  ...{ O: '0', o: '0', Q: '0', D: '0', '@': '0', '®': '0', '©': '0', Ø: '0' },
  ...{ l: '1', I: '1', '|': '1', i: '1', '!': '1', ']': '1', '[': '1' },
  ...{
    Z: '2',
    z: '2',
    S: '5',
    s: '5',
    $: '5',
    '§': '5',
    G: '6',
    b: '6',
    T: '7',
    B: '8',
    '&': '8',
    g: '9',
    q: '9',
  },
};

/** The text as it is, and as it may have been before it was read from a picture. */
export function readingsOf(text: string): Reading[] {
  const exact: Reading = {
    text,
    places: Array.from({ length: text.length + 1 }, (_, index) => index),
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
      digits * 2 >= token.length && [...token].every((char) => /\d/.test(char) || digitTwins[char]);
    return isNumber ? [...token].map((char) => digitTwins[char] ?? char).join('') : token;
  });
  return { text, places: reading.places, trust: 0.9 * reading.trust };
}

/** Blanks beside the signs that hold an address together are not meant. */
function closeGaps(reading: Reading): Reading {
  let text = '';
  const places: number[] = [];
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
    places.push(reading.places[index]!);
  }
  places.push(reading.places.at(-1)!);
  return { text, places, trust: 0.85 * reading.trust };
}
