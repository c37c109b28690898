import type { OcrResult, OcrWord } from './ocr/ocr-engine.ts';
import { type Box, boxAround } from './picture.ts';

interface FoundText extends Box {
  /** As it was read. */
  readonly text: string;
  /** 0 to 100: that of its least certain word. */
  readonly confidence: number;
  /** Letters that look alike (0 and O, 1 and l) were taken for the same. */
  readonly isApproximate: boolean;
}

/** Letters of a line, each with the word that it stands in. */
interface Letters {
  readonly text: string;
  readonly positions: readonly { readonly word: OcrWord; readonly at: number }[];
}

/** Every place in a line where the words stand, in any case; spaces may be any number, or lost. */
export function findText(ocr: OcrResult, wanted: string): FoundText[] {
  const lines = [...Map.groupBy(ocr.words, ({ line }) => line).values()].map(lettersOf);
  const exact = lines.flatMap((line) => search(line, wanted, plain, false));
  return exact.length > 0 ? exact : lines.flatMap((line) => search(line, wanted, alike, true));
}

/** Without spaces: reading often loses or adds one. */
function lettersOf(words: readonly OcrWord[]): Letters {
  const positions = words.flatMap((word) =>
    [...word.text].flatMap((letter, at) => (/\s/.test(letter) ? [] : [{ letter, word, at }])),
  );
  return { text: positions.map(({ letter }) => letter).join(''), positions };
}

/** One letter each, so that positions stay the same: some letters get longer when their case changes. */
const plain = (text: string) =>
  [...text]
    .map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter))
    .join('');

const ALIKE: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'l',
  i: 'l',
  '|': 'l',
  '!': 'l',
  5: 's',
  8: 'b',
};
const alike = (text: string) => [...plain(text)].map((letter) => ALIKE[letter] ?? letter).join('');

function search(
  line: Letters,
  wanted: string,
  fold: (text: string) => string,
  isApproximate: boolean,
): FoundText[] {
  const [text, words] = [fold(line.text), fold(wanted.replaceAll(/\s+/g, ''))];
  const found: FoundText[] = [];
  if (words === '') return found;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
    const start = [...text.slice(0, at)].length;
    found.push({ ...boxOf(line, start, start + [...words].length), isApproximate });
  }
  return found;
}

/** The box around some letters; inside a word a letter is as wide as its share of the word. */
function boxOf({ positions }: Letters, start: number, end: number): Omit<FoundText, 'isApproximate'> {
  const hit = positions.slice(start, end);
  const words = [...new Set(hit.map(({ word }) => word))];
  const [first, last] = [hit[0]!, hit.at(-1)!];
  const { y, h } = boxAround(words);
  const left = edge(first.word, first.at);
  const right = edge(last.word, last.at + 1);
  return {
    text: words.map((word) => word.text).join(' '),
    x: left,
    y,
    w: right - left,
    h,
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
  };
}

const edge = ({ x, w, text }: OcrWord, letter: number) => Math.round(x + (w * letter) / [...text].length);
